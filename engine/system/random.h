/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pseudo-random numbers: SplitMix64, whose every state is a good one, 0 too. The same seed gives the same numbers on
 * every machine. */
#ifndef BUSHKA_SYSTEM_RANDOM_H
#define BUSHKA_SYSTEM_RANDOM_H

#include <stddef.h>
#include <stdint.h>

#include "core/mix.h"

/* The number that belongs to another one: small differences change half of its bits. */
static inline uint64_t random_mix(uint64_t number)
{
    const uint64_t z = number + MIX_STEP;
    return MIX_FINISH(z);
}

/* One number made of two, whose order matters, for separate sequences: (seed, game), (seed, epoch). */
static inline uint64_t random_pair(uint64_t a, uint64_t b)
{
    return random_mix(random_mix(a) ^ b);
}

/* The next 64 random bits of the sequence whose state that is; its first state is the seed. */
static inline uint64_t random_next(uint64_t *state)
{
    const uint64_t number = random_mix(*state);
    *state += MIX_STEP;
    return number;
}

/* A number below limit, which is not 0 and small against 2^64: the bias of the remainder is then nothing. */
static inline size_t random_below(uint64_t *state, size_t limit)
{
    return (size_t)(random_next(state) % limit);
}

/* A seed that neither another process nor another moment has. */
uint64_t random_seed(void);

#endif
