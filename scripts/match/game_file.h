/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The game file of a running match: opening it, resuming the match from it, appending games. */
#ifndef BUSHKA_MATCH_GAME_FILE_H
#define BUSHKA_MATCH_GAME_FILE_H

#include <stdio.h>

#include "match/standing.h"

/* Opens the game file of the configuration; the caller closes it by fclose(). It must be a regular file, is locked
 * against other runners until it is closed, and without -resume must not exist or be empty. Nothing else in the process
 * may open and close it, since that would end the lock. NULL with *e filled on error. */
FILE *game_file_open(const MatchConfig *c, Error *e);

/* Resumes the match from its file: the games in it must be the first of this match and have been played under its
 * settings. They are added to the standing; an incomplete last game is cut off, with a message. On error *e says why,
 * and the file is unchanged. */
ErrorCode game_file_resume(FILE *file, const MatchConfig *c, const Openings *o, Standing *s, Error *e);

/* Appends the text of a game. If it cannot be written in full, none of it stays; *e says why. */
ErrorCode game_file_append(FILE *file, const char *text, size_t length, Error *e);

#endif
