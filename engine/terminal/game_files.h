/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Games in files, for a person at a terminal: saved ones, and the one that is kept where the program ends, or another
 * game begins, and it was neither saved nor finished. `save` and `load` take the rest of the line as the name of a
 * file, which may hold spaces; ~/ at its beginning is the home directory. What comes of it is shown. */
#ifndef BUSHKA_TERMINAL_GAME_FILES_H
#define BUSHKA_TERMINAL_GAME_FILES_H

#include "system/text.h"
#include "terminal/session.h"

/* `save FILE`: writes the game. A file that was not written so, or holds more than that game, is not replaced. */
void game_files_save(Session *s, Words arguments);

/* `load FILE [N]`: replaces the game by the one in the file, the N-th of several. */
void game_files_load(Session *s, Words arguments);

/* Says at the start that a game is kept. */
void game_files_offer(Session *s);

/* `continue`: takes up the game that is kept, with the sides and the level of the engine. */
void game_files_continue(Session *s);

/* Keeps the game, at the end of the program and before another takes its place, unless it is saved, over, or nobody has
 * moved in it, or a longer one is kept; says so. */
void game_files_keep(Session *s);

/* Removes the game that is kept when it is over. To be called when something has happened. */
void game_files_follow(Session *s);

#endif
