/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The memory of WebAssembly may grow up to a limit that the page has set. */
#include "system/memory_limit.h"

#include <stddef.h>

enum { MEMORY = 0 /* the number of the only one */ };

static const uint64_t PAGE = 64 << 10; /* bytes */

/* Pages that the memory may have at the most. */
__attribute__((import_module("bushka"), import_name("pages"))) extern int host_pages(void);

MemoryLimit memory_limit(const char *root)
{
    (void)root;
    const uint64_t most = (uint64_t)host_pages();
    const uint64_t held = __builtin_wasm_memory_size(MEMORY);
    return (MemoryLimit){most > held ? (most - held) * PAGE : 0, "the page's memory limit"};
}
