/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The C library lacks aligned_alloc(). */
#include "system/aligned_memory.h"

#include <malloc.h>

void *aligned_memory_new(size_t alignment, size_t bytes)
{
    return _aligned_malloc(bytes, alignment);
}

void aligned_memory_free(void *memory)
{
    _aligned_free(memory);
}
