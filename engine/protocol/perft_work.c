/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "protocol/perft_work.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "search/search.h"
#include "system/clock.h"
#include "system/memory.h"
#include "system/thread.h"

enum {
    PROGRESS_FIRST = 2000, /* ms before the first sign of progress */
    PROGRESS_STEP = 200,   /* ms between two */
    PERCENT = 100,
    STATUS_SIZE = 80
};

static const size_t MIB = (size_t)1 << 20;

typedef struct PerftWork {
    Work work; /* first */
    Position position;
    PerftOptions options;
    NotationStyle style;
    Output *output;
    Activity *attended;    /* that of run_here(); NULL: nobody reads commands on this thread */
    int64_t next_progress; /* clock_ms() from which on progress is shown again */
    bool shown;            /* a line of progress stands on the terminal */
} PerftWork;

ErrorCode perft_work_parse(Words *arguments, PerftOptions *options, Error *e)
{
    int64_t number = 0;
    bool hash = false;
    Word word;
    ErrorCode code = words_number_of("perft", arguments, 0, PERFT_DEPTH_MAX, &number, e);
    options->depth = (int)number;
    while (code == ERROR_NONE && words_next(arguments, &word)) {
        if (word_is(word, "leaves")) {
            code = word_once("perft", "leaves", &options->make_leaves, e);
        } else if (word_is(word, "hash")) {
            code = word_once("perft", "hash", &hash, e);
            if (code == ERROR_NONE) {
                code = words_number_of("perft hash", arguments, SEARCH_HASH_MIN, SEARCH_HASH_MAX, &number, e);
                /* What no address reaches is refused for want of memory. */
                options->hash_bytes = (uint64_t)number <= SIZE_MAX / MIB ? (size_t)number * MIB : SIZE_MAX;
            }
        } else {
            code = error_set(e, ERROR_SYNTAX, "perft takes N, and then hash MIB or leaves, not \"%.*s\"",
                             WORD_SHOWN(word));
        }
    }
    return code;
}

/* Shows how far the count is, and does what else the thread has to do. */
static void show_progress(void *context, int done, int total, uint64_t leaves)
{
    PerftWork *const w = context;
    if (w->attended != NULL) {
        w->attended->attend(w->attended->context, 0);
    }
    const int64_t now = clock_ms();
    if (now >= w->next_progress) {
        char text[STATUS_SIZE];
        snprintf(text, sizeof text, "perft %d: %d %%, %" PRIu64 " leaves", w->options.depth,
                 (int)((int64_t)done * PERCENT / total), leaves);
        output_status(w->output, text);
        w->next_progress = now + PROGRESS_STEP;
        w->shown = true;
    }
}

/* Clears the line of progress. */
static void hide_progress(const PerftWork *w)
{
    if (w->shown) {
        output_status(w->output, "");
    }
}

static void print_result(const PerftWork *w, const PerftResult *result)
{
    Text t;
    text_init(&t);
    for (int i = 0; i < result->count; i++) {
        char move[NOTATION_SIZE];
        notation_print(&w->position, result->moves[i].move, w->style, move);
        text_add(&t, "%s: %" PRIu64 "\n", move, result->moves[i].leaves);
    }
    text_add(&t, "\nNodes searched: %" PRIu64 "\n\n", result->leaves);
    output_text(w->output, &t);
    text_free(&t);
}

static bool run(Work *work, Activity *a)
{
    PerftWork *const w = (PerftWork *)work;
    PerftResult result;
    Error e;
    w->options.stop = &a->stop;
    w->options.context = w;
    w->options.progress = show_progress;
    w->next_progress = clock_ms() + PROGRESS_FIRST;
    ErrorCode code =
        memory_check("a hash table for perft", w->options.hash_bytes, 0, &e);
    code = code == ERROR_NONE ? perft_run(&w->position, &w->options, &result, &e) : code;
    hide_progress(w);
    activity_finishing(a);
    if (code != ERROR_NONE) {
        output_error(w->output, &e);
        return false;
    }
    if (result.stopped) {
        output_line(w->output, "info string perft stopped");
    } else {
        print_result(w, &result);
    }
    perft_free(&result);
    return true;
}

static bool run_here(Work *work, Activity *a)
{
    ((PerftWork *)work)->attended = a->attend != NULL ? a : NULL;
    return run(work, a);
}

static void destroy(Work *work)
{
    free(work);
}

Work *perft_work_new(const Position *p, const PerftOptions *options, NotationStyle style, Output *output)
{
    PerftWork *const w = calloc(1, sizeof *w);
    if (w == NULL) {
        return NULL;
    }
    w->work.name = "perft";
    w->work.run = run;
    w->work.run_here = thread_supported() ? NULL : run_here;
    w->work.destroy = destroy;
    w->position = *p;
    w->options = *options;
    w->style = style;
    w->output = output;
    return &w->work;
}
