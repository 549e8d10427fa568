/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Looks at what a command will write before it does its work. */
#ifndef BUSHKA_MATCH_OUTPUTS_H
#define BUSHKA_MATCH_OUTPUTS_H

#include "match/config.h"

/* Refuses outputs that cannot be written, that would replace a file of another kind, or that are a file which the
 * command reads or writes otherwise: the summary, the incident files, and with -merge the game file, which must not
 * exist or be empty (game_file_open() looks at that of a match). On error *e says why. */
ErrorCode outputs_check(const MatchConfig *c, Error *e);

/* Removes what a match that was killed while it wrote its summary has left beside that. To be called by a match that
 * continues it and has its game file for itself. */
void outputs_sweep(const MatchConfig *c);

#endif
