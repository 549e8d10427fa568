/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "system/random.h"

#include <time.h>
#include <unistd.h>

uint64_t random_seed(void)
{
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    const uint64_t seed = random_mix((uint64_t)getpid());
    return random_mix(random_mix(seed + (uint64_t)t.tv_sec) + (uint64_t)t.tv_nsec);
}
