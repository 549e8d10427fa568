/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Games in files, for a person at a terminal: saved ones, and the one that is kept where the program ends, or another
 * game begins, and it was neither saved nor finished. `save` and `load` take the rest of the line as the name of a
 * file, which may hold spaces; ~/ at its beginning is the home directory. What comes of it is shown. */
#ifndef BUSHKA_TERMINAL_GAME_FILES_H
#define BUSHKA_TERMINAL_GAME_FILES_H

#include "system/text.h"
#include "terminal/session.h"

/* `save FILE`: writes the game. A file that holds anything but one game as it was saved is not replaced. */
void game_files_save(Session *s, Words arguments);

/* `load FILE [N]`: replaces the game by the one in the file, the N-th of several. A number at the end belongs to the
 * name where there is a file of that name. */
void game_files_load(Session *s, Words arguments);

/* Says at the start that a game is kept. */
void game_files_offer(Session *s);

/* `continue`: takes up the game that is kept, with the sides and the level of the engine. */
void game_files_continue(Session *s);

/* A game that others may replace, as it would be kept. */
typedef struct LeftGame {
    Text text;
    size_t moves;       /* 0: it need not be kept */
    Error why;          /* it cannot be */
    const char *loaded; /* the file that the other game comes from; NULL: none */
    bool over;          /* it was kept in that file, over the other game */
} LeftGame;

/* Notes the game before another takes its place, or the program ends: not one that is saved, or over, or in which no
 * move has been played. Ended by game_files_keep(). */
void game_files_leave(const Session *s, LeftGame *g);

/* Keeps it if it was left, in another file beside a longer one that is kept; says so. Another game has begun then, of
 * which nothing is to be kept yet, unless the file that it comes from now holds the one that was left; and which its
 * players have not ended. */
void game_files_keep(Session *s, LeftGame *g, bool left);

/* Removes the game that is kept when it is over. To be called when something has happened. */
void game_files_follow(Session *s);

#endif
