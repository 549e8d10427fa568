/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The memory of WebAssembly is one block that grows up to a limit that the page has set; the C library hands out parts
 * of it. */
#include "system/memory.h"

#include <stdlib.h>
#include <string.h>

enum { MEMORY = 0 /* the number of the only one */ };

static const uint64_t PAGE = 64 << 10; /* bytes */

/* The most pages that the memory may have. */
__attribute__((import_module("bushka"), import_name("pages"))) extern int host_pages(void);

void *memory_new(size_t bytes)
{
    void *const memory = bytes != 0 ? memory_aligned_new(bytes) : NULL;
    if (memory != NULL) {
        memset(memory, 0, bytes);
    }
    return memory;
}

void memory_free(void *memory, size_t bytes)
{
    (void)bytes;
    free(memory);
}

void *memory_aligned_new(size_t bytes)
{
    const size_t rounded = (bytes + MEMORY_ALIGNMENT - 1) / MEMORY_ALIGNMENT * MEMORY_ALIGNMENT;
    return rounded >= bytes ? aligned_alloc(MEMORY_ALIGNMENT, rounded) : NULL;
}

void memory_aligned_free(void *memory)
{
    free(memory);
}

uint64_t memory_available(void)
{
    const uint64_t max_pages = (uint64_t)host_pages();
    const uint64_t pages = __builtin_wasm_memory_size(MEMORY);
    return max_pages > pages ? (max_pages - pages) * PAGE : 0;
}
