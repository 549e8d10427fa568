/* SPDX-License-Identifier: GPL-3.0-or-later */
/* getentropy() is beyond POSIX. */
#define _DEFAULT_SOURCE

#include "system/random.h"

#include <time.h>
#include <unistd.h>

uint64_t random_seed(void)
{
    uint64_t seed = 0;
    if (getentropy(&seed, sizeof seed) != 0) {
        seed = (uint64_t)time(NULL);
    }
    return random_mix(seed);
}
