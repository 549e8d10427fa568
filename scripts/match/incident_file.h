/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Incident files: everything needed to understand what an engine did wrong. */
#ifndef BUSHKA_MATCH_INCIDENT_FILE_H
#define BUSHKA_MATCH_INCIDENT_FILE_H

#include <limits.h>

#include "match/match_game.h"
#include "match/player.h"

enum { INCIDENT_FILE_PATH_SIZE = PATH_MAX };

/* Writes ROUND-KIND-ENGINE.txt into the configured directory, which is created if needed: the game, its moves, the go
 * line, what happened, and the last bytes sent to and received from the player, which plays `side`. `kind` is a word
 * such as "crash". Existing files are kept: the next one of that name is ROUND-KIND-ENGINE.2.txt. `path` receives its
 * name. On error *e says why it could not be written. */
ErrorCode incident_file_write(const MatchGame *g, Color side, const Player *p, const char *kind, const char *what,
                              char path[INCIDENT_FILE_PATH_SIZE], Error *e);

#endif
