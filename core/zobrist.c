/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/zobrist.h"

#include "core/mix.h"

/* The numbers of SplitMix64 from the seed 0, as constant expressions, so that the table needs no initialisation. */
#define KEY_1(i) MIX_FINISH((uint64_t)((i) + 1) * MIX_STEP)
#define KEY_4(i) KEY_1(i), KEY_1((i) + 1), KEY_1((i) + 2), KEY_1((i) + 3)
#define KEY_16(i) KEY_4(i), KEY_4((i) + 4), KEY_4((i) + 8), KEY_4((i) + 12)
#define KEY_64(i) KEY_16(i), KEY_16((i) + 16), KEY_16((i) + 32), KEY_16((i) + 48)

const uint64_t ZOBRIST[COLOR_COUNT][ZOBRIST_KINDS][64] = {{{KEY_64(0)}, {KEY_64(64)}}, {{KEY_64(128)}, {KEY_64(192)}}};

const uint64_t ZOBRIST_BLACK = KEY_1(256);
