/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Games in files, for a person at a terminal. */
#ifndef BUSHKA_PROTOCOL_TERMINAL_FILES_H
#define BUSHKA_PROTOCOL_TERMINAL_FILES_H

#include "protocol/terminal_session.h"
#include "system/words.h"

/* Both take the rest of the line as the name of a file, which may hold blanks; ~/ at its beginning is the home
 * directory. What comes of it is shown. */

/* `save FILE`: writes the game. A file that was not written so, or holds more than that game, is not replaced. */
void terminal_save(TerminalSession *s, Words arguments);

/* `load FILE [N]`: replaces the game by the one in the file, the N-th of several. */
void terminal_load(TerminalSession *s, Words arguments);

#endif
