/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Merges the game files of the shards of a match. */
#ifndef BUSHKA_MATCH_MERGE_H
#define BUSHKA_MATCH_MERGE_H

#include <stdatomic.h>

#include "match/config.h"

/* Merges the files of -merge: their games must be those of one match under the same settings, each once, none missing
 * before the last. Writes them in order to the game file, as a whole or not at all, prints the report and writes the
 * JSON summary, as the unsharded match does. On error *e says why; ERROR_INTERRUPTED once *stop is set. */
ErrorCode merge_run(const MatchConfig *c, const atomic_bool *stop, Error *e);

#endif
