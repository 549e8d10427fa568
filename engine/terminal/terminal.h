/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program at a terminal: a prompt, lines of the protocol, and games against the engine. protocol.md describes it.
 */
#ifndef BUSHKA_TERMINAL_TERMINAL_H
#define BUSHKA_TERMINAL_TERMINAL_H

#include "protocol/protocol.h"

/* True when standard input and output are a terminal. */
bool terminal_is_there(void);

/* Reads and executes lines until `quit`, the end of input or a second Ctrl-C; what runs is asked to stop then, and what
 * waits is forgotten. Handles the signals of the terminal meanwhile. Returns PROTOCOL_FAILED when it cannot begin. */
ProtocolEnd terminal_run(Engine *e);

#endif
