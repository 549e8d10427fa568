/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <inttypes.h>

#include "system/memory_limit.h"

enum { MIB_SHIFT = 20 };

ErrorCode memory_limit_check(MemoryLimit limit, const char *what, uint64_t bytes, uint64_t held, Error *e)
{
    if (bytes > held && bytes - held > limit.left) {
        return error_set(e, ERROR_MEMORY, "%s of %" PRIu64 " MiB cannot be had: %s leaves %" PRIu64 " MiB", what,
                         bytes >> MIB_SHIFT, limit.name, (limit.left + held) >> MIB_SHIFT);
    }
    return error_clear(e);
}
