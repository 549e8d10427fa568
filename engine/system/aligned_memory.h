/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memory that begins at a multiple of a number, as vectors want it. */
#ifndef BUSHKA_SYSTEM_ALIGNED_MEMORY_H
#define BUSHKA_SYSTEM_ALIGNED_MEMORY_H

#include <stddef.h>

/* So many bytes, not cleared, at a multiple of `alignment`, a power of two; NULL when memory runs out. Given back with
 * aligned_memory_free(), not with free(). */
void *aligned_memory_new(size_t alignment, size_t bytes);

/* Gives it back. NULL is allowed. */
void aligned_memory_free(void *memory);

#endif
