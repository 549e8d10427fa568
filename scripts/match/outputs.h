/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Looks at what a command will write before it does its work. */
#ifndef BUSHKA_MATCH_OUTPUTS_H
#define BUSHKA_MATCH_OUTPUTS_H

#include "match/config.h"

/* Refuses outputs that cannot be written, that would replace a file of another kind, or that are a file which the
 * command reads or writes otherwise: the summary, the incident files, and with -merge the game file, which must not
 * exist or be empty (game_file_open() looks at that of a match). On error *e says why. */
ErrorCode outputs_check(const MatchConfig *c, Error *e);

#endif
