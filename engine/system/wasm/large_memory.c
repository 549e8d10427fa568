/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The memory of WebAssembly is one block that grows; the C library hands out parts of it. */
#include "system/large_memory.h"

#include <stdlib.h>
#include <string.h>

enum { ALIGNMENT = 64 /* bytes: a line of the processor's cache */ };

void *large_memory_new(size_t bytes)
{
    const size_t rounded = (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    void *const memory = rounded >= bytes && bytes != 0 ? aligned_alloc(ALIGNMENT, rounded) : NULL;
    if (memory != NULL) {
        memset(memory, 0, bytes);
    }
    return memory;
}

void large_memory_free(void *memory, size_t bytes)
{
    (void)bytes;
    free(memory);
}

void large_memory_clear(void *memory, size_t bytes)
{
    memset(memory, 0, bytes);
}
