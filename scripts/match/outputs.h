/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks what a command will write, before it does its work. */
#ifndef BUSHKA_MATCH_OUTPUTS_H
#define BUSHKA_MATCH_OUTPUTS_H

#include "match/config.h"

/* Checks the summary, the incident files and, with -merge, the game file, which must not exist or be empty (that of a
 * match is checked by game_file_open()). Refuses an output that cannot be written, would replace a file of another
 * kind, or is another output or an input of the command. On error *e says why. */
ErrorCode outputs_check(const MatchConfig *c, Error *e);

#endif
