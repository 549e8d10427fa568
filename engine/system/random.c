/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "system/random.h"

#include <time.h>
#include <unistd.h>

/* WebAssembly has no processes, and its clock may be coarse. */
#ifdef __wasm__
int getentropy(void *bytes, size_t size); /* beyond POSIX */
#endif

uint64_t random_seed(void)
{
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
#ifdef __wasm__
    uint64_t seed = 0;
    (void)getentropy(&seed, sizeof seed);
#else
    const uint64_t seed = random_mix((uint64_t)getpid());
#endif
    return random_mix(random_mix(seed + (uint64_t)t.tv_sec) + (uint64_t)t.tv_nsec);
}
