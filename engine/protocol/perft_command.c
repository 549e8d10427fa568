/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "protocol/perft_command.h"

#include <inttypes.h>

#include "core/perft.h"
#include "protocol/options.h"
#include "system/memory.h"

enum { MIB_SHIFT = 20 };

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
            if (word_once("perft", "hash", &hash, e) != ERROR_NONE ||
                words_number_of("perft hash", arguments, SEARCH_HASH_MIN, SEARCH_HASH_MAX, &number, e) != ERROR_NONE) {
                return e->code;
            }
            options->hash_bytes = (size_t)number << MIB_SHIFT;
            code = memory_check("a hash table for perft", (uint64_t)number << MIB_SHIFT, 0, e);
        } else {
            code =
                error_set(e, ERROR_SYNTAX, "perft takes N, and then hash MIB or leaves, not \"%s\"", WORD_SHOWN(word));
        }
    }
    return code;
}

/* Executes lines during the perft (PerftPoll). */
static void poll_lines(void *engine)
{
    Engine *const e = engine;
    e->poll(e, 0);
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
    PerftOptions options = {.threads = options_number(engine, "Threads"),
                            .stop = &engine->queue.stop,
                            .poll = poll_lines,
                            .context = engine};
    PerftResult result;
    if (read_options(arguments, &options, e) != ERROR_NONE) {
        return e->code;
    }
    queue_begin_run(&engine->queue, "perft", NULL, false);
    const ErrorCode code = perft_run(game_position(&engine->game), &options, &result, e);
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
