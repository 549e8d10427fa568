/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Blocks of memory, and what is refused because it is more than is free. */
#include "system/memory.h"

#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include "support/talk.h"
#include "support/test.h"

enum { MIB_SHIFT = 20 };

static bool is_zero(const unsigned char *bytes, size_t count)
{
    return bytes[0] == 0 && memcmp(bytes, bytes + 1, count - 1) == 0;
}

static const size_t BLOCKS[] = {1, 4096, (size_t)MEMORY_PART + 7, (size_t)3 * MEMORY_PART + 5};

/* A block is zero at first, aligned to a cache line, and cleared to its last byte, also by several threads. */
TEST_EACH(blocks_are_zero, ROWS(BLOCKS))
{
    const size_t size = BLOCKS[_i];
    unsigned char *const block = memory_new(size);
    ck_assert_ptr_nonnull(block);
    ck_assert_uint_eq((uintptr_t)block % MEMORY_ALIGNMENT, 0);
    ck_assert(is_zero(block, size));
    memset(block, 0xA5, size);
    memory_clear(block, size);
    ck_assert(is_zero(block, size));
    memory_free(block, size);
}

TEST(no_block)
{
    ck_assert_ptr_null(memory_new(0));
    memory_free(NULL, SIZE_MAX / 2);
    ck_assert_ptr_null(memory_new(SIZE_MAX / 2));
    ck_assert_ptr_null(memory_aligned_new(SIZE_MAX / 2));
}

TEST(blocks_are_aligned)
{
    for (size_t size = 1; size < 1000; size += 111) {
        unsigned char *const block = memory_aligned_new(size);
        ck_assert_ptr_nonnull(block);
        ck_assert_uint_eq((uintptr_t)block % MEMORY_ALIGNMENT, 0);
        memset(block, 1, size);
        memory_aligned_free(block);
    }
    memory_aligned_free(NULL);
}

/* No more is free than the machine has. */
TEST(free_memory_is_known)
{
    const uint64_t machine = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
    ck_assert_uint_gt(memory_available(), 0);
    ck_assert_uint_le(memory_available(), machine);
}

static const struct {
    uint64_t bytes, held;
    const char *error; /* NULL: none */
} WANTED[] = {
    {0, 0, NULL},
    {1 << MIB_SHIFT, 0, NULL},
    {UINT64_C(1) << 60, UINT64_C(1) << 60, NULL},
    {0, UINT64_C(1) << 60, NULL},
    {UINT64_C(1) << 60, 0, "cannot allocate a table of 1099511627776 MiB: * MiB are free"},
    {UINT64_C(1) << 60, 1 << MIB_SHIFT, "cannot allocate a table of 1099511627776 MiB: * MiB are free"},
};

TEST_EACH(more_than_is_free_is_refused, ROWS(WANTED))
{
    Error e;
    const ErrorCode code = memory_check("a table", WANTED[_i].bytes, WANTED[_i].held, &e);
    ck_assert_int_eq(code, WANTED[_i].error != NULL ? ERROR_MEMORY : ERROR_NONE);
    if (WANTED[_i].error != NULL) {
        ck_assert_msg(matches(WANTED[_i].error, e.text), "\"%s\"", e.text);
    }
}
