/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Puts the game files of the shards of a match together. */
#ifndef BUSHKA_MATCH_MERGE_H
#define BUSHKA_MATCH_MERGE_H

#include "match/config.h"
#include "system/signal_watch.h"

/* Reads the files of -merge, whose games must be those of one match under the same settings, each once, none missing
 * before the last; writes them in order to the game file, whole or not at all, prints the report and writes the JSON
 * summary, as the match run whole does. The watch removes what is half written. On error *e says why. */
ErrorCode merge_run(const MatchConfig *c, SignalWatch *w, Error *e);

#endif
