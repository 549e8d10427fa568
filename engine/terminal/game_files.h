/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Games in files, for a person at a terminal. Both commands take the rest of the line as the name of a file, which may
 * hold spaces; ~/ at its beginning is the home directory. What comes of it is shown. */
#ifndef BUSHKA_TERMINAL_GAME_FILES_H
#define BUSHKA_TERMINAL_GAME_FILES_H

#include "system/text.h"
#include "terminal/session.h"

/* `save FILE`: writes the game. A file that was not written so, or holds more than that game, is not replaced. */
void game_files_save(Session *s, Words arguments);

/* `load FILE [N]`: replaces the game by the one in the file, the N-th of several. */
void game_files_load(Session *s, Words arguments);

#endif
