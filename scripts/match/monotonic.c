/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "match/monotonic.h"

#include <time.h>

Nanoseconds monotonic_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (Nanoseconds)t.tv_sec * NS_PER_SECOND + t.tv_nsec;
}
