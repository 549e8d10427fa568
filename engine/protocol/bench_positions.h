/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The positions of the bench, as data. */
#ifndef BUSHKA_PROTOCOL_BENCH_POSITIONS_H
#define BUSHKA_PROTOCOL_BENCH_POSITIONS_H

#include "core/variant.h"

/* A board and a FEN on it. */
typedef struct BenchPosition {
    const Variant *variant;
    const char *fen;
} BenchPosition;

/* The positions: openings, middle games closed and open, tactical ones, endings with kings, of both boards. Every one
 * has a legal move. Changing them changes the bench's signature. */
extern const BenchPosition BENCH_POSITIONS[];
extern const int BENCH_POSITION_COUNT;

#endif
