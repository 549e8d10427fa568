/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Games in files, for a person at a terminal: saved games, and the kept game, which was neither saved nor over when the
 * program ended or another game began. `save` and `load` take the rest of the line as a file name, which may contain
 * spaces; a leading ~/ is the home directory. Results and refusals are shown. */
#ifndef BUSHKA_TERMINAL_GAME_FILES_H
#define BUSHKA_TERMINAL_GAME_FILES_H

#include "system/text.h"
#include "terminal/session.h"

/* `save FILE`: writes the game. A file is replaced only if it holds one game exactly as it was saved. */
void game_files_save(Session *s, Words arguments);

/* `load FILE [N]`: replaces the game by the one in the file, or the N-th of several. A number at the end is part of the
 * name if there is a file of that name. */
void game_files_load(Session *s, Words arguments);

/* Says at the start that a game is kept, if there is one. */
void game_files_report_kept(Session *s);

/* `continue`: resumes the kept game, with the engine's side and level. */
void game_files_continue(Session *s);

/* The current game before another one replaces it, in the form in which it would be kept. */
typedef struct PreviousGame {
    Text text;
    size_t moves;       /* 0: it need not be kept */
    Error why;          /* why it cannot be kept */
    const char *loaded; /* the file that the other game is read from; NULL: none */
    bool overwrote;     /* it was written to that file, over the other game */
} PreviousGame;

/* Records the game before another one replaces it or the program ends; but not a game that is saved or over, or that
 * has no moves. Ended by game_files_keep(). */
void game_files_record(const Session *s, PreviousGame *g);

/* Keeps that game if `left`, and says so: in another file if a longer game is kept already. The new game then has
 * nothing to keep yet, unless the file it was read from now holds the old one, and its players have not ended it. */
void game_files_keep(Session *s, PreviousGame *g, bool left);

/* Removes the kept game when it is over. Call this whenever something has happened. */
void game_files_update(Session *s);

#endif
