/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pseudo-random numbers of the tuning programs: SplitMix64, whose every state is a good one. */
#ifndef BUSHKA_TUNE_MIX_H
#define BUSHKA_TUNE_MIX_H

#include <stddef.h>
#include <stdint.h>

/* The next number of the sequence. */
static inline uint64_t mix_next(uint64_t *state)
{
    *state += UINT64_C(0x9e3779b97f4a7c15);
    uint64_t z = *state;
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* A number below limit, which must be small against 2^64: the bias of the remainder is then nothing. */
static inline size_t mix_below(uint64_t *state, size_t limit)
{
    return (size_t)(mix_next(state) % limit);
}

/* One number made of two, for sequences of their own: (seed, game), (seed, epoch). */
static inline uint64_t mix_pair(uint64_t a, uint64_t b)
{
    uint64_t state = a;
    state = mix_next(&state) ^ b;
    return mix_next(&state);
}

#endif
