/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/address_space.h"

#include <stdint.h>
#include <stdlib.h>
#include <sys/resource.h>

enum { LARGE = 1 << 20, SMALL = 1 << 11, STEP = 16 };

void address_space_limit(size_t bytes)
{
    struct rlimit limit;
    getrlimit(RLIMIT_AS, &limit);
    limit.rlim_cur = bytes < limit.rlim_max ? bytes : limit.rlim_max;
    setrlimit(RLIMIT_AS, &limit);
}

void address_space_free(void)
{
    address_space_limit(SIZE_MAX);
}

void address_space_use_up(void)
{
    for (size_t size = LARGE; size > 0; size = size > SMALL ? size / 2 : size - STEP) {
        while (malloc(size) != NULL) {
        }
    }
}

bool address_space_exhaust(void)
{
    address_space_limit(0);
    void *const large = malloc(LARGE);
    const bool limited = large == NULL;
    if (limited) {
        address_space_use_up();
    }
    free(large);
    return limited;
}
