/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program at a terminal: a prompt, lines of the protocol, and games against the engine. protocol.md describes it.
 */
#ifndef BUSHKA_TERMINAL_TERMINAL_H
#define BUSHKA_TERMINAL_TERMINAL_H

#include "protocol/engine.h"

/* Runs an engine on another thread, with its output on the terminal, and passes it lines: `first`, unless its length is
 * 0, and then those that are typed, until `quit`, the end of input or a second Ctrl-C. Then any run is stopped, and
 * lines that wait are discarded. Meanwhile handles the signals of the terminal. Returns false when it cannot start. */
bool terminal_run(Engine *e, Word first);

#endif
