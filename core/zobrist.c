/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/zobrist.h"

/* The finaliser of splitmix64 (Steele, Lea, Flood 2014) over a running counter, as a constant
 * expression, so that the table needs no initialisation. */
#define GOLDEN 0x9E3779B97F4A7C15u
#define ROUND_1(z) (((z) ^ ((z) >> 30)) * 0xBF58476D1CE4E5B9u)
#define ROUND_2(z) (((z) ^ ((z) >> 27)) * 0x94D049BB133111EBu)
#define ROUND_3(z) ((z) ^ ((z) >> 31))
#define KEY_1(i) ROUND_3(ROUND_2(ROUND_1((uint64_t)((i) + 1) * GOLDEN)))
#define KEY_4(i) KEY_1(i), KEY_1((i) + 1), KEY_1((i) + 2), KEY_1((i) + 3)
#define KEY_16(i) KEY_4(i), KEY_4((i) + 4), KEY_4((i) + 8), KEY_4((i) + 12)
#define KEY_64(i) KEY_16(i), KEY_16((i) + 16), KEY_16((i) + 32), KEY_16((i) + 48)

const uint64_t ZOBRIST[COLOR_COUNT][ZOBRIST_KINDS][64] = {{{KEY_64(0)}, {KEY_64(64)}}, {{KEY_64(128)}, {KEY_64(192)}}};

const uint64_t ZOBRIST_BLACK = KEY_1(256);
