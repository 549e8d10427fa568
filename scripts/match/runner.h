/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plays the games of a match: engines as child processes, several games at a time, each worker with one poll
 * loop over the pipes of its games. There are no more workers than processors. */
#ifndef BUSHKA_MATCH_RUNNER_H
#define BUSHKA_MATCH_RUNNER_H

#include "match/collector.h"

/* Plays until the collector has no more games or is stopped, or a signal to end is pending (SIGINT, SIGTERM and SIGHUP
 * must be blocked, SIGPIPE ignored, SIGCHLD at its default). No engine is left running when it returns. Failures stop
 * the collector. */
void runner_play(const MatchConfig *c, const Openings *o, Collector *collector);

#endif
