/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Puts the game files of the shards of a match together. */
#ifndef BUSHKA_MATCH_MERGE_H
#define BUSHKA_MATCH_MERGE_H

#include <stdatomic.h>

#include "match/config.h"

/* Reads the files of -merge, whose games must be those of one match under the same settings, each once, none missing
 * before the last; writes them in order to the game file, whole or not at all, prints the report and writes the JSON
 * summary, as the match run whole does. On error *e says why; ERROR_INTERRUPTED once *stop is set. */
ErrorCode merge_run(const MatchConfig *c, const atomic_bool *stop, Error *e);

#endif
