/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "protocol/perft_command.h"

#include <inttypes.h>
#include <stdio.h>

#include "core/perft.h"
#include "protocol/options.h"
#include "system/clock.h"
#include "system/memory.h"

enum {
    PROGRESS_FIRST = 2000, /* ms before the first sign of progress */
    PROGRESS_STEP = 200,   /* ms between two */
    PERCENT = 100,
    STATUS_SIZE = 80
};

static const size_t MIB = (size_t)1 << 20;

/* A count under way. */
typedef struct PerftRun {
    Engine *engine;
    int depth;
    int64_t next_progress; /* clock_ms() from which on progress is shown again */
    bool shown;            /* a line of progress stands on the terminal */
} PerftRun;

/* Reads the words into the depth, hash_bytes and make_leaves of *options. */
static ErrorCode read_options(Words *arguments, PerftOptions *options, Error *e)
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
            code =
                error_set(e, ERROR_SYNTAX, "perft takes N, and then hash MIB or leaves, not \"%s\"", WORD_SHOWN(word));
        }
    }
    return code;
}

/* Lets other lines be executed, and shows how far the count is. */
static void on_progress(void *context, int done, int total, uint64_t leaves)
{
    PerftRun *const run = context;
    run->engine->attend(run->engine, 0);
    const int64_t now = clock_ms();
    if (now >= run->next_progress) {
        char text[STATUS_SIZE];
        snprintf(text, sizeof text, "perft %d: %d %%, %" PRIu64 " leaves", run->depth,
                 (int)((int64_t)done * PERCENT / total), leaves);
        output_status(run->engine->output, text);
        run->next_progress = now + PROGRESS_STEP;
        run->shown = true;
    }
}

static void print_result(const Engine *engine, const PerftResult *result)
{
    Text t;
    text_init(&t);
    for (int i = 0; i < result->count; i++) {
        char move[NOTATION_SIZE];
        notation_print(game_position(&engine->game), result->moves[i].move, engine->style, move);
        text_add(&t, "%s: %" PRIu64 "\n", move, result->moves[i].leaves);
    }
    text_add(&t, "\nNodes searched: %" PRIu64 "\n\n", result->leaves);
    output_text(engine->output, &t);
}

ErrorCode perft_command(Engine *engine, Words *arguments, Error *e)
{
    PerftRun run = {.engine = engine, .next_progress = clock_ms() + PROGRESS_FIRST};
    PerftOptions options = {.threads = options_number(engine, "Threads"),
                            .stop = &engine->queue.stop,
                            .progress = on_progress,
                            .context = &run};
    PerftResult result;
    if (read_options(arguments, &options, e) != ERROR_NONE ||
        memory_check("a hash table for perft", options.hash_bytes, 0, e) != ERROR_NONE) {
        return e->code;
    }
    run.depth = options.depth;
    queue_begin_run(&engine->queue, "perft", NULL, false);
    const ErrorCode code = perft_run(game_position(&engine->game), &options, &result, e);
    if (run.shown) {
        output_status(engine->output, "");
    }
    queue_end_run(&engine->queue);
    if (code != ERROR_NONE) {
        return code;
    }
    if (result.stopped) {
        output_line(engine->output, "info string perft stopped");
    } else {
        print_result(engine, &result);
    }
    perft_free(&result);
    return error_clear(e);
}
