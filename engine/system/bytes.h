/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bytes of files: little-endian numbers, and checksums that detect damage, not forgery. */
#ifndef BUSHKA_SYSTEM_BYTES_H
#define BUSHKA_SYSTEM_BYTES_H

#include <stddef.h>
#include <stdint.h>

/* Writes the low `size` bytes of a number, at most 8, the lowest first. Returns the position after them. */
static inline unsigned char *bytes_put(unsigned char *to, uint64_t number, int size)
{
    for (int i = 0; i < size; i++, number >>= 8) {
        *to++ = (unsigned char)number;
    }
    return to;
}

/* The number in `size` bytes, the lowest first. */
static inline uint64_t bytes_get(const unsigned char *from, int size)
{
    uint64_t number = 0;
    for (int i = size - 1; i >= 0; i--) {
        number = number << 8 | from[i];
    }
    return number;
}

/* The same, and advances *from past it. */
static inline uint64_t bytes_take(const unsigned char **from, int size)
{
    const uint64_t number = bytes_get(*from, size);
    *from += size;
    return number;
}

/* The CRC-32 (IEEE 802.3) of bytes that follow others, whose CRC-32 is `sum`; 0 for the first ones. */
uint32_t bytes_crc(uint32_t sum, const void *bytes, size_t count);

/* The FNV-1a hash of no bytes, to begin with. */
#define BYTES_FNV_EMPTY UINT64_C(0xCBF29CE484222325)

/* Hexadecimal digits of an FNV-1a hash in a file. */
enum { BYTES_FNV_DIGITS = 16 };

/* The 64-bit FNV-1a hash of bytes that follow others, whose hash is `sum`; for the file formats that contain one. */
static inline uint64_t bytes_fnv(uint64_t sum, const void *bytes, size_t count)
{
    static const uint64_t prime = 0x100000001B3u;
    const unsigned char *const byte = bytes;
    for (size_t i = 0; i < count; i++) {
        sum = (sum ^ byte[i]) * prime;
    }
    return sum;
}

#endif
