/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Large and aligned blocks of memory, and how much memory is free: systems promise more than there is, and end the
 * process that uses it. */
#ifndef BUSHKA_SYSTEM_MEMORY_H
#define BUSHKA_SYSTEM_MEMORY_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"

/* Blocks of more bytes cost their first users the time to clear their pages, unless memory_clear() was called. */
enum { MEMORY_PART = 32 << 20 };

/* Where all blocks begin is a multiple of this: a line of the processor's cache, and the widest vector. */
enum { MEMORY_ALIGNMENT = 64 };

/* A block straight from the system, all zero, in large pages where the system has them. NULL when there is not enough
 * memory, or bytes is 0. */
void *memory_new(size_t bytes);

/* Gives the block of that size back. NULL is allowed. */
void memory_free(void *memory, size_t bytes);

/* Writes zeros over the memory, with all processors where there is much of it. */
void memory_clear(void *memory, size_t bytes);

/* A smaller block, not cleared; NULL when there is not enough memory. Given back with memory_aligned_free(), not with
 * free(). */
void *memory_aligned_new(size_t bytes);

/* Gives it back. NULL is allowed. */
void memory_aligned_free(void *memory);

/* Bytes that programs of the machine can still get; all of its memory where the system does not say. What a container
 * may use of it is not looked at. */
uint64_t memory_available(void);

/* ERROR_NONE when there are that many bytes, `held` of which are given back for them. Else ERROR_MEMORY and "cannot
 * allocate WHAT of N MiB: M MiB are free". */
ErrorCode memory_check(const char *what, uint64_t bytes, uint64_t held, Error *e);

#endif
