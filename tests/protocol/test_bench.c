/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The signature of the search: what bench finds is the same on every machine and with every compiler, as
 * `make test-portable` shows for those that are available (tests/portable_bench.sh).
 *
 * A change that is meant to leave the search and the evaluation alone leaves these numbers alone. One that is meant to
 * change them, and has shown in matches that it loses nothing, puts in what `build/bushka bench` and
 * `build/bushka bench depth 6` print at their ends, and its commit says so: "Bench: NODES". */
#include <inttypes.h>
#include <stdio.h>

#include "search/search.h"
#include "support/engine_process.h"
#include "support/place.h"
#include "support/positions.h"
#include "support/random_network.h"
#include "support/test.h"

#define TEN &VARIANT_10X10
#define NINE &VARIANT_9X11

static const struct {
    const Variant *variant;
    const char *fen;
} POSITIONS[] = {
#include "protocol/bench_positions.inc"
};

enum { SHALLOW = 3, LINE_SIZE = 512, NEURONS = 32, BUCKETS = 2, BOUND = 60, SEED = 11 };

/* What bench prints; tests/portable_bench.sh reads the first row. */
static const struct {
    const char *command, *settings, *hash, *nodes;
} PINS[] = {
    {"bench depth 6", "depth 6 threads 1 hash 16", "f4032b051cdf8da9", "405199"},
    {"bench", "depth 9 threads 1 hash 16", "35c8302d6092a300", "1797992"},
};

/* The second one takes ten times as long under a sanitizer. */
TEST_EACH(test_signature, SANITIZED ? 1 : ROWS(PINS))
{
    char text[LINE_SIZE];
    snprintf(text, sizeof text,
             "> %s\ninfo string bench %s\n...\nTotal time (ms) : *\nBench hash      : %s\n"
             "Nodes searched  : %s\nNodes/second    : *",
             PINS[_i].command, PINS[_i].settings, PINS[_i].hash, PINS[_i].nodes);
    process_talk_alone(text);
}

/* The nodes of the bench's searches, as the library counts them with an evaluation of these parts. */
static void count_nodes(const EvaluationChoice *parts, uint64_t nodes[ROWS(POSITIONS)])
{
    Error e;
    Search *const s = search_new();
    const SearchLimits limits = {.depth = SHALLOW, .multipv = 1};
    ck_assert_ptr_nonnull(s);
    ck_assert_int_eq(search_set_evaluation(s, parts, &e), ERROR_NONE);
    for (int i = 0; i < ROWS(POSITIONS); i++) {
        Game game = game_of(POSITIONS[i].variant, POSITIONS[i].fen);
        search_clear(s);
        ck_assert_int_eq(search_prepare(s, &game, &limits, NULL, &e), ERROR_NONE);
        nodes[i] = search_run(s, NULL).nodes;
        game_free(&game);
    }
    search_free(s);
}

/* Gives the option, and expects the searches of bench to be those. */
static void expect_nodes(EngineProcess *p, const char *option, const uint64_t nodes[ROWS(POSITIONS)])
{
    char text[LINE_SIZE];
    process_expect_silence(p, option);
    snprintf(text, sizeof text, "bench depth %d\n", SHALLOW);
    ck_assert(process_send(p, text));
    process_expect_next(p, "info string bench *");
    for (int i = 0; i < ROWS(POSITIONS); i++) {
        snprintf(text, sizeof text, "position %d/%d %s * nodes %" PRIu64 " bestmove *", i + 1, ROWS(POSITIONS),
                 POSITIONS[i].variant->name, nodes[i]);
        process_expect_next(p, text);
    }
    process_expect(p, "Nodes/second*");
}

/* True when both differ on a board. */
static bool differ(const uint64_t a[ROWS(POSITIONS)], const uint64_t b[ROWS(POSITIONS)], const Variant *v)
{
    bool different = false;
    for (int i = 0; i < ROWS(POSITIONS); i++) {
        different = different || (POSITIONS[i].variant == v && a[i] != b[i]);
    }
    return different;
}

TEST_EACH(test_evaluation_chosen, VARIANT_COUNT)
{
    EvaluationChoice parts = {.kind = EVALUATION_LEARNED};
    uint64_t learned[ROWS(POSITIONS)], terms[ROWS(POSITIONS)], mixed[ROWS(POSITIONS)];
    const Variant *const v = variant_at(_i);
    const Variant *const other_board = variant_at((_i + 1) % VARIANT_COUNT);
    const FilePath path = in(&place, "random.net");
    RandomPlay r = {SEED};
    char option[LINE_SIZE];
    Network *const n = random_network(&r, v, NEURONS, BUCKETS, BOUND);
    save_network(path.text, n);
    snprintf(option, sizeof option, "setoption name EvalFile value %s", path.text);
    count_nodes(&parts, learned);
    parts.network[_i] = n;
    count_nodes(&parts, mixed);
    parts.kind = EVALUATION_PACE_TEMPO;
    count_nodes(&parts, terms);
    ck_assert(differ(learned, terms, v) && differ(learned, terms, other_board));
    ck_assert(differ(learned, mixed, v) && !differ(learned, mixed, other_board));

    EngineProcess p;
    process_start(&p, NULL, 0);
    expect_nodes(&p, "setoption name Evaluation value pace-tempo", terms);
    expect_nodes(&p, "setoption name Evaluation value learned", learned);
    expect_nodes(&p, option, mixed);
    expect_nodes(&p, "setoption name EvalFile value <empty>", learned);
    process_quit(&p);
    network_free(n);
}

SUITE(WITH_PLACE);
