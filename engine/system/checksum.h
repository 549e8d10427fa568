/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checksums of files, against damage and not against forgery: CRC-32, and FNV-1a where the format of a file has it. */
#ifndef BUSHKA_SYSTEM_CHECKSUM_H
#define BUSHKA_SYSTEM_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

/* The FNV-1a sum of no bytes, with which one begins. */
#define CHECKSUM_EMPTY UINT64_C(0xCBF29CE484222325)

/* Hexadecimal digits of an FNV-1a sum in a file. */
enum { CHECKSUM_DIGITS = 16 };

/* CRC-32 (IEEE 802.3) of some bytes, given that of those before them (0 at first). */
uint32_t checksum_crc(uint32_t sum, const void *bytes, size_t count);

/* FNV-1a, 64 bits, of some bytes and of those that follow them. */
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
