/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "system/aligned_memory.h"

#include <stdlib.h>

void *aligned_memory_new(size_t alignment, size_t bytes)
{
    return aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
}

void aligned_memory_free(void *memory)
{
    free(memory);
}
