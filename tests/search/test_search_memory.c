/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A searcher that memory runs out on says so, and stays what it was. */
#include <string.h>

#include "support/address_space.h"
#include "support/heard_search.h"
#include "support/sanitizers.h"
#include "support/test.h"

enum { DEPTH = 6, THREADS = 4 };

/* However little is missing, for the pool or for what a thread searches with, the threads that were there go on. */
TEST_EACH(threads_that_cannot_be_had, SANITIZED ? 0 : 1)
{
    enum { STEP = 1 << 17, STEPS_MAX = 1 << 15 };
    ErrorCode code = ERROR_MEMORY;
    Error e;
    game = game_of(&VARIANT_10X10, NULL);
    const uint64_t nodes = heard_run(searcher, &game, (SearchLimits){.depth = DEPTH}).result.nodes;
    for (size_t step = 0; code != ERROR_NONE; step++) {
        ck_assert_uint_lt(step, STEPS_MAX);
        address_space_limit(step * STEP);
        code = search_set_threads(searcher, THREADS, &e);
        address_space_free();
        ck_assert(code == ERROR_NONE || strcmp(e.text, "cannot start 4 threads; keeping 1") == 0);
    }
    ck_assert_int_eq(search_set_threads(searcher, 1, &e), ERROR_NONE);
    search_clear(searcher);
    ck_assert_uint_eq(heard_run(searcher, &game, (SearchLimits){.depth = DEPTH}).result.nodes, nodes);
}

TEST_EACH(searches_that_cannot_begin, SANITIZED ? 0 : 1)
{
    const SearchLimits limits = {.depth = DEPTH};
    Error e = {.text = ""};
    game = game_of(&VARIANT_10X10, NULL);
    const bool exhausted = address_space_exhaust();
    if (exhausted) {
        search_prepare(searcher, &game, &limits, &(SearchListener){0}, &e);
    }
    address_space_free();
    ck_assert_str_eq(e.text, exhausted ? "not enough memory to start a search" : "");
    ck_assert_int_eq(heard_run(searcher, &game, limits).result.depth, DEPTH);
}

SUITE(HEARD_SEARCH);
