/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The perft command as work that runs beside the reading of commands. */
#ifndef BUSHKA_PROTOCOL_PERFT_WORK_H
#define BUSHKA_PROTOCOL_PERFT_WORK_H

#include "core/notation.h"
#include "core/perft.h"
#include "protocol/activity.h"
#include "system/output.h"
#include "system/words.h"

/* Reads `N [hash MIB] [leaves]` into the depth, hash_bytes and make_leaves of *options. */
ErrorCode perft_work_parse(Words *arguments, PerftOptions *options, Error *e);

/* Work that counts and writes a line for each move and the total; NULL when memory runs out. Of the options
 * depth, threads, hash_bytes and make_leaves hold. */
Work *perft_work_new(const Position *p, const PerftOptions *options, NotationStyle style, Output *output);

#endif
