/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Perft: the known counts of RULES "Known counts", and every way of counting. */
#include <pthread.h>

#include "core/count.h"
#include "core/notation_parse.h"
#include "core/perft.h"
#include "support/address_space.h"
#include "support/positions.h"
#include "support/random_play.h"
#include "support/sanitizers.h"
#include "support/test.h"

enum { KNOWN_DEPTHS = 6, HASH_BYTES = 1 << 20, TINY_HASH_BYTES = 64 };

/* Leaves by depth, from depth 0 on. */
#define KNOWN_7 UINT64_C(2103321455) /* seven plies on 10x10 */
static const uint64_t KNOWN[VARIANT_COUNT][KNOWN_DEPTHS + 1] = {
    {1, 24, 576, 13920, 312334, 6462815, 122564710},
    {1, 26, 676, 12044, 164630, 1784180, 18758702},
};

/* Returns the count. Fails unless the counts of the root moves add up to it. */
static uint64_t count(const Position *p, const PerftOptions *options)
{
    Error error;
    PerftResult result;
    uint64_t sum = 0;
    ck_assert_int_eq(perft_run(p, options, &result, &error), ERROR_NONE);
    ck_assert_int_eq(error.code, ERROR_NONE);
    ck_assert(!result.stopped);
    for (int i = 0; i < result.count; i++) {
        sum += result.moves[i].leaves;
    }
    ck_assert_uint_eq(sum, options->depth == 0 ? 0 : result.leaves);
    const uint64_t leaves = result.leaves;
    perft_free(&result);
    ck_assert_ptr_null(result.moves);
    return leaves;
}

/* Every way of counting, and the depth up to which it is tried. The size of the hash table makes no difference, down to
 * a single slot; it finds no position again before depth 6. */
static const struct {
    PerftOptions options;
    int deepest;
} WAYS[] = {
    {{.depth = 0}, KNOWN_DEPTHS},
    {{.make_leaves = true}, 5},
    {{.hash_bytes = HASH_BYTES}, KNOWN_DEPTHS},
    {{.hash_bytes = HASH_BYTES - 1}, KNOWN_DEPTHS},
    {{.hash_bytes = TINY_HASH_BYTES}, KNOWN_DEPTHS},
    {{.hash_bytes = 1}, 5},
    {{.hash_bytes = TINY_HASH_BYTES, .make_leaves = true}, 4},
    {{.threads = 1}, 5},
    {{.threads = 2}, 5},
    {{.threads = 3, .hash_bytes = HASH_BYTES}, KNOWN_DEPTHS},
    {{.threads = PERFT_THREADS_MAX}, 2},
};

TEST_EACH(known_counts, ROWS(WAYS))
{
    for (int i = 0; i < VARIANT_COUNT; i++) {
        const Position start = position_start(variant_at(i));
        for (int depth = 0; depth <= WAYS[_i].deepest; depth++) {
            PerftOptions options = WAYS[_i].options;
            options.depth = depth;
            ck_assert_uint_eq(count(&start, &options), KNOWN[i][depth]);
        }
    }
}

/* Lone kings reach the same position at different depths, which the hash table must tell apart. */
TEST(hash_table_tells_depths_apart)
{
    enum { DEPTH = 7 };
    const Position p = position_of(&VARIANT_10X10, "W:WKa5,b4:BKi6,h7");
    for (int depth = 1; depth <= DEPTH; depth++) {
        const PerftOptions plain = {.depth = depth};
        const PerftOptions hashed = {.depth = depth, .hash_bytes = HASH_BYTES};
        const uint64_t leaves = count(&p, &plain);
        ck_assert_uint_gt(leaves, 0);
        ck_assert_uint_eq(count(&p, &hashed), leaves);
    }
}

static uint64_t simple_count(const Position *p, int depth)
{
    MoveList list;
    uint64_t leaves = 0;
    if (depth == 0) {
        return 1;
    }
    legal_moves(p, &list);
    for (int i = 0; i < list.count; i++) {
        const Position next = position_after(p, list.moves[i]);
        leaves += simple_count(&next, depth - 1);
    }
    move_list_free(&list);
    return leaves;
}

/* Counting without listing moves agrees with listing them all, in random positions of every kind. */
TEST_EACH(agrees_with_simple_recursion, VARIANT_COUNT)
{
    enum { SCATTERED = 1200 };
    RandomPlay r = {.state = (uint64_t)_i};
    for (int n = 0; n < SCATTERED; n++) {
        const Scatter kind = (Scatter)(n % SCATTER_COUNT);
        const Position p = random_scatter(&r, variant_at(_i), kind);
        const int deepest = kind == SCATTER_MEN || kind == SCATTER_ROWS ? 3 : 2;
        for (int depth = 1; depth <= deepest; depth++) {
            const PerftOptions options = {.depth = depth};
            const PerftOptions hashed = {.depth = depth, .hash_bytes = HASH_BYTES / 16, .threads = 2};
            const uint64_t leaves = simple_count(&p, depth);
            ck_assert_uint_eq(count(&p, &options), leaves);
            if (n % 16 == 0) {
                ck_assert_uint_eq(count(&p, &hashed), leaves);
            }
        }
    }
}

#define RANGES "perft takes a depth of 0 to 64 and 0 to 512 threads"

/* Options that are refused. A hash table larger than any memory is an error, not a crash. The greatest depth fits the
 * threads' stacks, also where the system's default is small (musl), but its count overflows. */
static const struct {
    PerftOptions options;
    ErrorCode code;
    const char *message;
} REFUSED[] = {
    {{.depth = -1}, ERROR_SYNTAX, RANGES},
    {{.depth = PERFT_DEPTH_MAX + 1}, ERROR_SYNTAX, RANGES},
    {{.threads = -1}, ERROR_SYNTAX, RANGES},
    {{.threads = PERFT_THREADS_MAX + 1}, ERROR_SYNTAX, RANGES},
    {{.depth = 4, .hash_bytes = SIZE_MAX / 2},
     ERROR_MEMORY,
     "not enough memory for this perft; give it a smaller hash table"},
    {{.depth = PERFT_DEPTH_MAX, .hash_bytes = HASH_BYTES, .threads = 2},
     ERROR_SYNTAX,
     "perft counts no more than 2^64 - 1 sequences of moves; choose a smaller depth"},
};

TEST_EACH(options_are_refused, ROWS(REFUSED))
{
    const Position p = position_of(&VARIANT_10X10, "W:WKe1:BKa6");
    Error error = {.code = ERROR_NONE};
    PerftResult result;
    ck_assert_int_eq(perft_run(&p, &REFUSED[_i].options, &result, &error), REFUSED[_i].code);
    ck_assert_int_eq(error.code, REFUSED[_i].code);
    ck_assert_str_eq(error.text, REFUSED[_i].message);
    if (REFUSED[_i].options.depth != PERFT_DEPTH_MAX) { /* that one takes seconds */
        ck_assert_int_eq(perft_run(&p, &REFUSED[_i].options, &result, NULL), REFUSED[_i].code);
    }
}

/* A count of captures that runs out of room for them fails instead of being too low; other counts need no memory. */
TEST_EACH(counts_without_memory, SANITIZED ? 0 : VARIANT_COUNT)
{
    enum { SCATTERED = 400 };
    static Position p[SCATTERED];
    static uint64_t wanted[SCATTERED][2], found[SCATTERED][2];
    static ErrorCode read[SCATTERED];
    Move m;
    RandomPlay r = {.state = (uint64_t)_i};
    for (int n = 0; n < SCATTERED; n++) {
        p[n] = random_scatter(&r, variant_at(_i), (Scatter)(n % SCATTER_COUNT));
        wanted[n][0] = count_one_ply(&p[n]);
        wanted[n][1] = count_two_plies(&p[n]);
    }
    const bool exhausted = address_space_exhaust();
    for (int n = 0; n < SCATTERED; n++) {
        found[n][0] = count_one_ply(&p[n]);
        found[n][1] = count_two_plies(&p[n]);
        read[n] = notation_parse(&p[n], "e5e6", 4, &m, NULL);
    }
    address_space_free();
    int failed = 0;
    for (int i = 0; i < SCATTERED * 2; i++) {
        const uint64_t leaves = found[i / 2][i % 2];
        ck_assert(leaves == wanted[i / 2][i % 2] || leaves >= COUNT_FAILED);
        failed += leaves >= COUNT_FAILED;
        ck_assert_int_eq(i % 2 == 0 && leaves >= COUNT_FAILED, i % 2 == 0 && read[i / 2] == ERROR_MEMORY);
    }
    ck_assert(!exhausted || failed > 0);
}

/* Counts the calls of poll(), one of which raises the flag. */
typedef struct Listener {
    atomic_bool stop;
    int stop_at;
    int calls;
    pthread_t thread; /* the only one that may call */
    int elsewhere;    /* calls from other threads */
} Listener;

static void listen(void *context)
{
    Listener *const listener = context;
    listener->calls++;
    listener->elsewhere += pthread_equal(listener->thread, pthread_self()) == 0;
    if (listener->calls == listener->stop_at) {
        atomic_store(&listener->stop, true);
    }
}

/* The flag ends the count whether it is raised before the start, early in a count of years, or in the middle of a count
 * of a second. */
static const struct {
    bool raised;
    int depth, stop_at;
    uint64_t all; /* the count is below this */
} STOPS[] = {{true, PERFT_DEPTH_MAX, INT32_MAX, 1}, {false, PERFT_DEPTH_MAX, 1, KNOWN_7}, {false, 7, 1000, KNOWN_7}};

TEST_EACH(stops_on_request, 2 * ROWS(STOPS))
{
    const Position start = position_start(&VARIANT_10X10);
    const int row = _i / 2;
    Listener listener = {.stop = STOPS[row].raised, .stop_at = STOPS[row].stop_at, .thread = pthread_self()};
    const PerftOptions options = {.depth = STOPS[row].depth,
                                  .threads = 1 + _i % 2,
                                  .stop = &listener.stop,
                                  .poll = listen,
                                  .context = &listener,
                                  .hash_bytes = HASH_BYTES};
    PerftResult result;
    ck_assert_int_eq(perft_run(&start, &options, &result, NULL), ERROR_NONE);
    ck_assert(result.stopped);
    ck_assert_int_eq(listener.elsewhere, 0);
    ck_assert_uint_lt(result.leaves, STOPS[row].all);
    perft_free(&result);
}
