/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers in bytes, low byte first; checksums, as their standards name them. */
#include "support/test.h"
#include "system/bytes.h"

TEST(sums_are_the_known_ones)
{
    ck_assert_uint_eq(bytes_crc(0, "", 0), 0);
    ck_assert_uint_eq(bytes_crc(0, "123456789", 9), 0xCBF43926);
    ck_assert_uint_eq(bytes_crc(bytes_crc(0, "1234", 4), "56789", 5), 0xCBF43926);
    ck_assert(bytes_fnv(BYTES_FNV_EMPTY, "foobar", 6) == UINT64_C(0x85944171F73967E8));
    ck_assert(bytes_fnv(bytes_fnv(BYTES_FNV_EMPTY, "foo", 3), "bar", 3) == UINT64_C(0x85944171F73967E8));
}

TEST(numbers_begin_with_their_low_byte)
{
    const unsigned char expected[] = {0x34, 0x12, 0xEF, 0xCD, 0xAB, 0x89, 0x67, 0x45, 0x23, 0x01, 0xFF};
    unsigned char bytes[sizeof expected];
    unsigned char *const behind = bytes_put(bytes_put(bytes, 0x551234, 2), UINT64_C(0x0123456789ABCDEF), 8);
    ck_assert_ptr_eq(bytes_put(behind, UINT64_MAX, 1), bytes + sizeof bytes);
    ck_assert_mem_eq(bytes, expected, sizeof expected);
    const unsigned char *from = bytes;
    ck_assert_uint_eq(bytes_take(&from, 2), 0x1234);
    ck_assert_uint_eq(bytes_get(from, 8), UINT64_C(0x0123456789ABCDEF));
    ck_assert_ptr_eq(from, bytes + 2);
}
