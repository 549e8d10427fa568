/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The last part of a stream of bytes, kept for incident files. */
#ifndef BUSHKA_MATCH_TAIL_H
#define BUSHKA_MATCH_TAIL_H

#include <stddef.h>
#include <stdint.h>

/* Bytes that are kept. */
enum { TAIL_SIZE = 64 * 1024 };

/* A ring over the last TAIL_SIZE bytes. A zeroed one is empty. */
typedef struct Tail {
    uint64_t total; /* bytes seen; the next goes to total % TAIL_SIZE */
    char bytes[TAIL_SIZE];
} Tail;

/* Adds bytes at the end. */
void tail_add(Tail *t, const char *bytes, size_t length);

/* The bytes kept, in two parts, the older first. Returns their number; the second part may be empty. */
size_t tail_parts(const Tail *t, const char *parts[2], size_t lengths[2]);

#endif
