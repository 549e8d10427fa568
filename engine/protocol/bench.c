/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "protocol/bench.h"

#include <inttypes.h>

#include "core/fen.h"
#include "protocol/display.h"
#include "protocol/go.h"
#include "system/clock.h"
#include "system/memory.h"
#include "system/random.h"

/* A board and a FEN on it. */
typedef struct BenchPosition {
    const Variant *variant;
    const char *fen;
} BenchPosition;

#define TEN &VARIANT_10X10
#define NINE &VARIANT_9X11

static const BenchPosition POSITIONS[] = {
#include "protocol/bench_positions.inc"
};

enum { POSITION_COUNT = sizeof POSITIONS / sizeof POSITIONS[0], MIB_SHIFT = 20 };

/* A bench under way. */
typedef struct Bench {
    Engine *engine;
    int depth; /* plies for each position */
    int threads;
    int hash;       /* MiB */
    Search *search; /* owned */
    uint64_t nodes;
    int64_t time; /* us, of the searches alone */
    uint64_t signature;
} Bench;

/* A word of `bench` and its number. */
typedef struct BenchArgument {
    const char *name;
    const char *full_name; /* for messages */
    int64_t min, max;
    int *number;
    bool given;
} BenchArgument;

static ErrorCode read_options(Words *arguments, Bench *b, Error *e)
{
    enum { WORDS = 3 };
    BenchArgument words[WORDS] = {
        {"depth", "bench depth", 1, SEARCH_PLY_MAX, &b->depth, false},
        {"threads", "bench threads", 1, SEARCH_THREADS_MAX, &b->threads, false},
        {"hash", "bench hash", SEARCH_HASH_MIN, SEARCH_HASH_MAX, &b->hash, false},
    };
    Word word;
    ErrorCode code = error_clear(e);
    while (code == ERROR_NONE && words_next(arguments, &word)) {
        int i = 0;
        while (i < WORDS && !word_is(word, words[i].name)) {
            i++;
        }
        if (i == WORDS) {
            return error_set(e, ERROR_SYNTAX, "bench takes depth D, threads N or hash MIB, not \"%s\"",
                             WORD_SHOWN(word));
        }
        int64_t number = 0;
        code = word_once("bench", words[i].name, &words[i].given, e);
        if (code == ERROR_NONE) {
            code = words_number_of(words[i].full_name, arguments, words[i].min, words[i].max, &number, e);
            *words[i].number = (int)number;
        }
    }
    return code;
}

/* Mixes a number into the signature. */
static void sign(Bench *b, uint64_t number)
{
    b->signature = random_mix(b->signature + number);
}

/* Writes the line of position i and adds it to the totals. */
static void report_position(Bench *b, int i, const Position *p, const SearchResult *r)
{
    Text t;
    text_init(&t);
    text_add(&t, "position %d/%d %s %s score ", i + 1, POSITION_COUNT, POSITIONS[i].variant->name, POSITIONS[i].fen);
    display_score(&t, r->score);
    text_add(&t, " nodes %" PRIu64 " ", r->nodes);
    go_add_result(&t, p, NOTATION_COORDINATE, r);
    output_text(b->engine->output, &t);
    b->nodes += r->nodes;
    sign(b, r->nodes);
    sign(b, ((uint64_t)r->best.from << 8) | r->best.to);
    sign(b, r->best.taken);
    sign(b, (uint64_t)(int64_t)r->score);
}

/* Searches position i, with the hash table and history cleared. */
static ErrorCode search_position(Bench *b, int i, Error *e)
{
    Position p;
    Game game;
    const atomic_bool *const stop = &b->engine->queue.stop;
    const SearchListener listener = {.context = b->engine};
    const SearchLimits limits = {.depth = b->depth, .multipv = 1, .received = clock_ms()};
    if (fen_parse(POSITIONS[i].variant, POSITIONS[i].fen, &p, e) != ERROR_NONE) {
        return e->code;
    }
    if (game_init(&game, &p) != ERROR_NONE) {
        return error_set(e, ERROR_MEMORY, "not enough memory for the bench");
    }
    search_clear(b->search);
    const int64_t start = clock_us();
    const ErrorCode code = search_prepare(b->search, &game, &limits, &listener, e);
    if (code == ERROR_NONE) {
        if (atomic_load(stop)) { /* it came before there was a search to stop */
            search_stop(b->search);
        }
        const SearchResult result = search_run(b->search, b->engine->poll);
        b->time += clock_us() - start;
        if (!atomic_load(stop)) {
            report_position(b, i, &p, &result);
        }
    }
    game_free(&game);
    return code;
}

/* Writes the signature, nodes and speed. */
static void report_sum(const Bench *b)
{
    const int64_t time = b->time > 0 ? b->time : 1;
    Text t;
    text_init(&t);
    text_add(&t, "\nTotal time (ms) : %" PRId64 "\nBench hash      : %016" PRIx64 "\n", time / US_PER_MS, b->signature);
    text_add(&t, "Nodes searched  : %" PRIu64 "\nNodes/second    : %" PRIu64 "\n", b->nodes,
             b->nodes * US_PER_S / (uint64_t)time);
    output_text(b->engine->output, &t);
}

/* Searches all positions, until it is stopped. */
static ErrorCode run(Bench *b, Error *e)
{
    Queue *const q = &b->engine->queue;
    ErrorCode code = error_clear(e);
    output_line(b->engine->output, "info string bench depth %d threads %d hash %d", b->depth, b->threads, b->hash);
    queue_begin_run(q, "bench", b->search, false);
    for (int i = 0; i < POSITION_COUNT && code == ERROR_NONE && !atomic_load(&q->stop); i++) {
        code = search_position(b, i, e);
    }
    const bool stopped = atomic_load(&q->stop);
    queue_end_run(q);
    if (code == ERROR_NONE && stopped) {
        output_line(b->engine->output, "info string bench stopped");
    } else if (code == ERROR_NONE) {
        report_sum(b);
    }
    return code;
}

ErrorCode bench_command(Engine *engine, Words *arguments, Error *e)
{
    Bench b = {.engine = engine, .depth = BENCH_DEPTH_DEFAULT, .threads = 1, .hash = SEARCH_HASH_DEFAULT};
    if (read_options(arguments, &b, e) != ERROR_NONE) {
        return e->code;
    }
    if (memory_check("a hash table for bench", (uint64_t)b.hash << MIB_SHIFT, 0, e) != ERROR_NONE) {
        return e->code;
    }
    b.search = search_new();
    if (b.search == NULL) {
        return error_set(e, ERROR_MEMORY, "not enough memory for the bench");
    }
    if (search_set_hash(b.search, b.hash, e) == ERROR_NONE &&
        search_set_evaluation(b.search, &engine->evaluation, e) == ERROR_NONE &&
        search_set_tables(b.search, engine->tablebase_from_folders ? engine->tablebase : NULL, e) == ERROR_NONE &&
        search_set_threads(b.search, b.threads, e) == ERROR_NONE) {
        run(&b, e);
    } else {
        error_set(e, ERROR_MEMORY, "not enough memory or threads for the bench");
    }
    search_free(b.search);
    return e->code;
}
