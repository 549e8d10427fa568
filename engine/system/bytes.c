/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "system/bytes.h"

enum { NIBBLE_BITS = 4, NIBBLE = 15 };

uint32_t bytes_crc(uint32_t sum, const void *bytes, size_t count)
{
    static const uint32_t NIBBLES[] = {0x00000000, 0x1DB71064, 0x3B6E20C8, 0x26D930AC, 0x76DC4190, 0x6B6B51F4,
                                       0x4DB26158, 0x5005713C, 0xEDB88320, 0xF00F9344, 0xD6D6A3E8, 0xCB61B38C,
                                       0x9B64C2B0, 0x86D3D2D4, 0xA00AE278, 0xBDBDF21C};
    const unsigned char *const byte = bytes;
    sum = ~sum;
    for (size_t i = 0; i < count; i++) {
        sum ^= byte[i];
        sum = sum >> NIBBLE_BITS ^ NIBBLES[sum & NIBBLE];
        sum = sum >> NIBBLE_BITS ^ NIBBLES[sum & NIBBLE];
    }
    return ~sum;
}
