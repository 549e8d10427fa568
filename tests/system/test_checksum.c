/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checksums: the numbers that their standards name. */
#include <string.h>

#include "support/test.h"
#include "system/checksum.h"

TEST(sums_are_the_known_ones)
{
    ck_assert_uint_eq(checksum_crc(0, "", 0), 0);
    ck_assert_uint_eq(checksum_crc(0, "123456789", 9), 0xCBF43926);
    ck_assert_uint_eq(checksum_crc(checksum_crc(0, "1234", 4), "56789", 5), 0xCBF43926);
    ck_assert(checksum_add(CHECKSUM_EMPTY, "foobar", 6) == UINT64_C(0x85944171F73967E8));
    ck_assert(checksum_add(checksum_add(CHECKSUM_EMPTY, "foo", 3), "bar", 3) == UINT64_C(0x85944171F73967E8));
}
