/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "system/memory.h"

#include <inttypes.h>
#include <string.h>

#include "system/thread.h"

enum { THREADS_MAX = 16, MIB_SHIFT = 20 };

/* A block that is cleared in parts. */
typedef struct Clearing {
    unsigned char *memory;
    size_t bytes, parts;
} Clearing;

static void clear_part(void *context, int part)
{
    const Clearing *const c = context;
    const size_t i = (size_t)part, size = c->bytes / c->parts;
    memset(c->memory + i * size, 0, i + 1 < c->parts ? size : c->bytes - i * size);
}

void memory_clear(void *memory, size_t bytes)
{
    const size_t processors = (size_t)thread_processors();
    const size_t max_threads = processors < THREADS_MAX ? processors : THREADS_MAX;
    const size_t wanted = bytes / MEMORY_PART;
    Clearing c = {.memory = memory,
                  .bytes = bytes,
                  .parts = wanted < 1             ? 1
                           : wanted < max_threads ? wanted
                                                  : max_threads};
    ThreadPool *const pool = c.parts > 1 ? thread_pool_new((int)c.parts, NULL) : NULL;
    if (pool != NULL) {
        thread_pool_run(pool, clear_part, &c, (int)c.parts);
        thread_pool_free(pool);
    } else {
        memset(memory, 0, bytes);
    }
}

ErrorCode memory_check(const char *what, uint64_t bytes, uint64_t releasable, Error *e)
{
    const uint64_t available = memory_available();
    if (bytes > releasable && bytes - releasable > available) {
        return error_set(e, ERROR_MEMORY, "cannot allocate %s of %" PRIu64 " MiB: %" PRIu64 " MiB are free", what,
                         bytes >> MIB_SHIFT, (available + releasable) >> MIB_SHIFT);
    }
    return error_clear(e);
}
