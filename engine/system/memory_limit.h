/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How much memory can still be had: the system promises more than there is, and ends a program that takes it at its
 * word. */
#ifndef BUSHKA_SYSTEM_MEMORY_LIMIT_H
#define BUSHKA_SYSTEM_MEMORY_LIMIT_H

#include <stdint.h>

#include "core/error.h"

/* The root of the running system, for memory_limit(). */
#define MEMORY_LIMIT_SYSTEM ""

/* What is left, and what sets the limit. */
typedef struct MemoryLimit {
    uint64_t left;    /* bytes */
    const char *name; /* "the machine's memory" or "the container's memory limit" */
} MemoryLimit;

/* The lower one of what the machine still has and what the memory limits of the process's control group and of those
 * around it (cgroup, version 1 or 2) leave. Pages of files, which the system gives up first, count as free, in a
 * container all but 16 MiB: nobody is told there before memory runs out. Read from the files below root/proc and
 * root/sys/fs/cgroup; without them the machine's physical memory counts. */
MemoryLimit memory_limit(const char *root);

/* ERROR_NONE when there are that many bytes, `held` of which are given back for them. Else ERROR_MEMORY and "WHAT of N
 * MiB cannot be had: LIMIT leaves M MiB". */
ErrorCode memory_limit_check(MemoryLimit limit, const char *what, uint64_t bytes, uint64_t held, Error *e);

#endif
