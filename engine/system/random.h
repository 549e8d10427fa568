/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pseudo-random numbers: SplitMix64, for which every state is a good one, even 0. The same seed gives the same numbers
 * on every machine. */
#ifndef BUSHKA_SYSTEM_RANDOM_H
#define BUSHKA_SYSTEM_RANDOM_H

#include <stddef.h>
#include <stdint.h>

#include "core/mix.h"

/* A hash of a number: when one bit of the number changes, about half of the bits of the hash do. */
static inline uint64_t random_mix(uint64_t number)
{
    const uint64_t z = number + MIX_STEP;
    return MIX_FINISH(z);
}

/* A hash of two numbers in their order, to seed separate sequences: (seed, game), (seed, epoch). */
static inline uint64_t random_pair(uint64_t a, uint64_t b)
{
    return random_mix(random_mix(a) ^ b);
}

/* The next 64 random bits of the sequence with that state, which begins as the seed. */
static inline uint64_t random_next(uint64_t *state)
{
    const uint64_t number = random_mix(*state);
    *state += MIX_STEP;
    return number;
}

/* A number below `limit`, which is not 0 and so small against 2^64 that the bias of the remainder does not matter. */
static inline size_t random_below(uint64_t *state, size_t limit)
{
    return (size_t)(random_next(state) % limit);
}

/* A seed that depends on the process and the time. */
uint64_t random_seed(void);

#endif
