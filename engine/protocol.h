/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The line protocol over file descriptors; protocol.md describes it. */
#ifndef BUSHKA_ENGINE_PROTOCOL_H
#define BUSHKA_ENGINE_PROTOCOL_H

#include "engine.h"

/* Executes the lines from the descriptor until `quit` or the end of input, or until the reader of `watched` (the
 * descriptor that answers go to) is gone. Then a search is asked to stop; a perft or bench is finished first, unless
 * the input is a terminal or nobody reads the answers. Returns true when all of it
 * has ended; false when it takes too long to wait for, and the process should end without cleaning up. */
bool protocol_run(Engine *e, int input, int watched);

/* Executes the words of a command line as one command and waits for its end. Returns false when it was refused or
 * failed. */
bool protocol_run_arguments(Engine *e, int count, char **words);

#endif
