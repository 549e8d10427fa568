/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Zobrist keys: one 64-bit number for each piece on each square (Zobrist 1970). */
#ifndef BUSHKA_CORE_ZOBRIST_H
#define BUSHKA_CORE_ZOBRIST_H

#include "core/variant.h"

enum { ZOBRIST_KINDS = 2 };

/* The number of a man (kind 0) or king (kind 1) of a colour on a square. */
extern const uint64_t ZOBRIST[COLOR_COUNT][ZOBRIST_KINDS][64];

/* Added when Black is to move. */
extern const uint64_t ZOBRIST_BLACK;

#endif
