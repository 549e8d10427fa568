/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Large blocks of memory, straight from the system. */
#ifndef BUSHKA_SYSTEM_LARGE_MEMORY_H
#define BUSHKA_SYSTEM_LARGE_MEMORY_H

#include <stddef.h>

/* Blocks of more bytes cost their first users the time to clear their pages, unless large_memory_clear() was called. */
enum { LARGE_MEMORY_PART = 32 << 20 };

/* A block of so many bytes, all zero, in large pages where the system has them. NULL when there is none to be had, or
 * bytes is 0. */
void *large_memory_new(size_t bytes);

/* Gives the block of that size back. */
void large_memory_free(void *memory, size_t bytes);

/* Writes zeros over the memory, with all processors where there is much of it. */
void large_memory_clear(void *memory, size_t bytes);

#endif
