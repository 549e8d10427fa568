/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MAP_ANONYMOUS and madvise() are beyond POSIX. */
#define _DEFAULT_SOURCE

#include "system/large_memory.h"

#include <sys/mman.h>

void *large_memory_new(size_t bytes)
{
    void *const memory =
        bytes != 0 ? mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) : MAP_FAILED;
    if (memory == MAP_FAILED) {
        return NULL;
    }
#ifdef MADV_HUGEPAGE
    (void)madvise(memory, bytes, MADV_HUGEPAGE);
#endif
    return memory;
}

void large_memory_free(void *memory, size_t bytes)
{
    munmap(memory, bytes);
}
