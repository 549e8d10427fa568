/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bytes of files: numbers in them, the low byte first on every machine, and checksums against damage, not against
 * forgery. */
#ifndef BUSHKA_SYSTEM_BYTES_H
#define BUSHKA_SYSTEM_BYTES_H

#include <stddef.h>
#include <stdint.h>

/* Writes the low `size` bytes of a number, at most 8. Returns the place behind them. */
static inline unsigned char *bytes_put(unsigned char *to, uint64_t number, int size)
{
    for (int i = 0; i < size; i++, number >>= 8) {
        *to++ = (unsigned char)number;
    }
    return to;
}

/* The number that stands in that many bytes. */
static inline uint64_t bytes_get(const unsigned char *from, int size)
{
    uint64_t number = 0;
    for (int i = size - 1; i >= 0; i--) {
        number = number << 8 | from[i];
    }
    return number;
}

/* The same, and moves *from behind them. */
static inline uint64_t bytes_take(const unsigned char **from, int size)
{
    const uint64_t number = bytes_get(*from, size);
    *from += size;
    return number;
}

/* CRC-32 (IEEE 802.3) of some bytes, given that of those before them (0 at first). */
uint32_t bytes_crc(uint32_t sum, const void *bytes, size_t count);

/* The FNV-1a sum of no bytes, with which one begins. */
#define BYTES_FNV_EMPTY UINT64_C(0xCBF29CE484222325)

/* Hexadecimal digits of an FNV-1a sum in a file. */
enum { BYTES_FNV_DIGITS = 16 };

/* FNV-1a, 64 bits, of some bytes and of those that follow them; where the format of a file has it. */
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
