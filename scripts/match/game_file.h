/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The game file of a running match: opened, continued, written game by game. */
#ifndef BUSHKA_MATCH_GAME_FILE_H
#define BUSHKA_MATCH_GAME_FILE_H

#include "standing.h"

/* Opens the game file of the configuration and returns its descriptor. Without -resume it must not exist or be
 * empty. With -resume the games in it must be the first of this match; they are added to the standing, and an
 * interrupted last game is cut off with a message. -1 with *e filled on error, also when another runner has it. */
int game_file_open(const MatchConfig *c, const Openings *o, Standing *s, Error *e);

/* Appends the text of a game with one write. False when it cannot be written in full. */
bool game_file_append(int file, const char *text, size_t length);

/* What a record adds to the standing, given what the game was: faults follow from the termination. */
GameOutcome game_file_outcome(const PdnGame *g, const Fixture *f);

#endif
