/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checksums of files: Fowler, Noll and Vo's hash FNV-1a, 64 bits. Against damage, not against forgery. */
#ifndef BUSHKA_SYSTEM_CHECKSUM_H
#define BUSHKA_SYSTEM_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

/* The sum of no bytes, with which one begins. */
#define CHECKSUM_EMPTY UINT64_C(0xCBF29CE484222325)

/* Hexadecimal digits of a sum in a file. */
enum { CHECKSUM_DIGITS = 16 };

/* The sum of some bytes and of those that follow them. */
static inline uint64_t checksum_add(uint64_t sum, const void *bytes, size_t count)
{
    static const uint64_t prime = 0x100000001B3u;
    const unsigned char *const byte = bytes;
    for (size_t i = 0; i < count; i++) {
        sum = (sum ^ byte[i]) * prime;
    }
    return sum;
}

#endif
