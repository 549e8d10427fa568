/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Large and aligned blocks of memory, and how much memory is free: systems promise more than they have, and kill the
 * process that uses it. */
#ifndef BUSHKA_SYSTEM_MEMORY_H
#define BUSHKA_SYSTEM_MEMORY_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"

/* A block larger than this should go through memory_clear() before it is used: the system zeroes each page at its first
 * access, which costs the first user time. */
enum { MEMORY_PART = 32 << 20 };

/* All blocks are aligned to this: a cache line, and the widest vector. */
enum { MEMORY_ALIGNMENT = 64 };

/* A zeroed block straight from the system, in huge pages where there are any. NULL when there is not enough memory, or
 * for 0 bytes. */
void *memory_new(size_t bytes);

/* Frees a block of that size. NULL is allowed. */
void memory_free(void *memory, size_t bytes);

/* Zeroes memory, a large block on several threads. */
void memory_clear(void *memory, size_t bytes);

/* A smaller block, not zeroed, for memory_aligned_free() and not free(); NULL when there is not enough memory. */
void *memory_aligned_new(size_t bytes);

/* Frees it. NULL is allowed. */
void memory_aligned_free(void *memory);

/* The memory available to programs of this machine, in bytes; all of its memory where the system does not say. Limits
 * of containers are not considered. */
uint64_t memory_available(void);

/* ERROR_NONE when that many bytes are available once `releasable` bytes have been freed. Otherwise ERROR_MEMORY "cannot
 * allocate WHAT of N MiB: M MiB are free". */
ErrorCode memory_check(const char *what, uint64_t bytes, uint64_t releasable, Error *e);

#endif
