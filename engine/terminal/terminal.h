/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program at a terminal: a prompt, lines of the protocol, and games against the engine. protocol.md describes it.
 */
#ifndef BUSHKA_TERMINAL_TERMINAL_H
#define BUSHKA_TERMINAL_TERMINAL_H

#include "protocol/engine.h"

/* Runs an engine, whose output is the terminal, on another thread, and brings it lines, the first one if there is any
 * (length 0: none) and then those that are typed, until `quit`, the end of input or a second Ctrl-C; what runs is
 * stopped then, and what waits is forgotten. Handles the signals of the terminal meanwhile. Returns false when it
 * cannot begin. */
bool terminal_run(Engine *e, Word first);

#endif
