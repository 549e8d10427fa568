/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "protocol/bench.h"

#include <inttypes.h>
#include <stdlib.h>

#include "core/fen.h"
#include "core/notation.h"
#include "protocol/bench_positions.h"
#include "protocol/report.h"
#include "system/clock.h"
#include "system/random.h"
#include "system/thread.h"

typedef struct BenchWork {
    Work work; /* first */
    BenchOptions options;
    Output *output;
    Search *search;
    Activity *attended;  /* that of run_here(); NULL: nobody reads commands on this thread */
    SearchResult result; /* of the last search */
    uint64_t nodes;
    int64_t time; /* us, of the searches alone */
    uint64_t signature;
} BenchWork;

/* A word of `bench` and its number. */
typedef struct BenchWord {
    const char *name;
    const char *full_name; /* for messages */
    int64_t min, max;
    int *number;
    bool given;
} BenchWord;

ErrorCode bench_parse(Words *arguments, BenchOptions *options, Error *e)
{
    enum { WORDS = 3 };
    BenchWord words[WORDS] = {
        {"depth", "bench depth", 1, SEARCH_PLY_MAX, &options->depth, false},
        {"threads", "bench threads", 1, SEARCH_THREADS_MAX, &options->threads, false},
        {"hash", "bench hash", SEARCH_HASH_MIN, SEARCH_HASH_MAX, &options->hash, false},
    };
    Word word;
    ErrorCode code = error_clear(e);
    *options = (BenchOptions){.depth = BENCH_DEPTH_DEFAULT, .threads = 1, .hash = SEARCH_HASH_DEFAULT};
    while (code == ERROR_NONE && words_next(arguments, &word)) {
        int i = 0;
        while (i < WORDS && !word_is(word, words[i].name)) {
            i++;
        }
        if (i == WORDS) {
            return error_set(e, ERROR_SYNTAX, "bench takes depth D, threads N or hash MIB, not \"%.*s\"",
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
static void sign(BenchWork *w, uint64_t number)
{
    w->signature = random_mix(w->signature + number);
}

/* Writes the line of position i and adds it up. */
static void report_position(BenchWork *w, int i, const Position *p)
{
    const SearchResult *const r = &w->result;
    Text t;
    text_init(&t);
    text_add(&t, "position %d/%d %s %s score ", i + 1, BENCH_POSITION_COUNT, BENCH_POSITIONS[i].variant->name,
             BENCH_POSITIONS[i].fen);
    report_score(&t, r->score);
    text_add(&t, " nodes %" PRIu64 " ", r->nodes);
    report_result(&t, p, NOTATION_COORDINATE, r);
    output_text(w->output, &t);
    text_free(&t);
    w->nodes += r->nodes;
    sign(w, r->nodes);
    sign(w, ((uint64_t)r->best.from << 8) | r->best.to);
    sign(w, r->best.taken);
    sign(w, (uint64_t)(int64_t)r->score);
}

static void attend(void *context, int milliseconds)
{
    const BenchWork *const w = context;
    w->attended->attend(w->attended->context, milliseconds);
}

/* Searches position i with everything forgotten. */
static ErrorCode search_position(BenchWork *w, int i, const atomic_bool *stop, Error *e)
{
    Position p;
    Game game;
    const SearchListener listener = {.context = w};
    const SearchLimits limits = {.depth = w->options.depth, .multipv = 1, .received = clock_ms()};
    ErrorCode code = fen_parse(BENCH_POSITIONS[i].variant, BENCH_POSITIONS[i].fen, &p, e);
    if (code != ERROR_NONE) {
        return code;
    }
    if (game_init(&game, &p) != ERROR_NONE) {
        return error_set(e, ERROR_MEMORY, "not enough memory for the bench");
    }
    search_clear(w->search);
    const int64_t start = clock_us();
    code = search_prepare(w->search, &game, &limits, &listener, e);
    if (code == ERROR_NONE) {
        if (atomic_load(stop)) { /* it came before the search could notice */
            search_stop(w->search);
        }
        w->result = search_run(w->search, w->attended != NULL ? attend : NULL);
        w->time += clock_us() - start;
    }
    game_free(&game);
    if (code == ERROR_NONE && !atomic_load(stop)) {
        report_position(w, i, &p);
    }
    return code;
}

static bool run(Work *work, Activity *a)
{
    BenchWork *const w = (BenchWork *)work;
    Error e;
    output_line(w->output, "info string bench depth %d threads %d hash %d", w->options.depth, w->options.threads,
                w->options.hash);
    for (int i = 0; i < BENCH_POSITION_COUNT && !atomic_load(&a->stop); i++) {
        if (search_position(w, i, &a->stop, &e) != ERROR_NONE) {
            activity_finishing(a);
            output_error(w->output, &e);
            return false;
        }
    }
    activity_finishing(a);
    if (atomic_load(&a->stop)) {
        output_line(w->output, "info string bench stopped");
        return true;
    }
    const int64_t time = w->time > 0 ? w->time : 1;
    Text t;
    text_init(&t);
    text_add(&t, "\n===========================\nTotal time (ms) : %" PRId64 "\nBench hash      : %016" PRIx64 "\n",
             time / US_PER_MS, w->signature);
    text_add(&t, "Nodes searched  : %" PRIu64 "\nNodes/second    : %" PRIu64 "\n", w->nodes,
             w->nodes * US_PER_S / (uint64_t)time);
    output_text(w->output, &t);
    text_free(&t);
    return true;
}

static bool run_here(Work *work, Activity *a)
{
    ((BenchWork *)work)->attended = a->attend != NULL ? a : NULL;
    return run(work, a);
}

static void interrupt(Work *work)
{
    search_stop(((BenchWork *)work)->search);
}

static void destroy(Work *work)
{
    search_free(((BenchWork *)work)->search);
    free(work);
}

Work *bench_work_new(const BenchOptions *options, const EvaluationChoice *choice, const Tablebase *tables,
                     Output *output, Error *e)
{
    BenchWork *const w = calloc(1, sizeof *w);
    if (w == NULL) {
        error_set(e, ERROR_MEMORY, "not enough memory for the bench");
        return NULL;
    }
    w->work.name = "bench";
    w->work.run = run;
    w->work.run_here =
        thread_supported() ? NULL : run_here; /* where it could have a thread, one is needed to time it */
    w->work.interrupt = interrupt;
    w->work.destroy = destroy;
    w->options = *options;
    w->output = output;
    w->search = search_new();
    if (w->search == NULL) {
        error_set(e, ERROR_MEMORY, "not enough memory for the bench");
    } else if (search_set_hash(w->search, options->hash, e) == ERROR_NONE &&
               search_set_evaluation(w->search, choice, e) == ERROR_NONE &&
               search_set_tables(w->search, tables, e) == ERROR_NONE &&
               search_set_threads(w->search, options->threads, e) == ERROR_NONE) {
        return &w->work;
    }
    destroy(&w->work);
    return NULL;
}
