/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The game file of a running match: opened, continued, written game by game. */
#ifndef BUSHKA_MATCH_GAME_FILE_H
#define BUSHKA_MATCH_GAME_FILE_H

#include <stdio.h>

#include "match/standing.h"

/* Opens the game file of the configuration, to be closed by fclose(). It must be a regular file that no other runner
 * has, and stays this runner's until it is closed or the process ends: nothing else in the process may open and close
 * it. Without -resume it must not exist or be empty. NULL with *e filled on error. */
FILE *game_file_open(const MatchConfig *c, Error *e);

/* Continues the file where it stands: its games must be the first of this match and played under its settings. They are
 * added to the standing, and an interrupted last game is cut off with a message. On error *e says why, and the file
 * is as it was. */
ErrorCode game_file_resume(FILE *file, const MatchConfig *c, const Openings *o, Standing *s, Error *e);

/* Appends the text of a game with one write. When it cannot be written in full, nothing of it stays; *e says why. */
ErrorCode game_file_append(FILE *file, const char *text, size_t length, Error *e);

#endif
