/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libFuzzer target: any bytes as a session of the protocol, on one engine whose answers go nowhere. What a line starts
 * is stopped at once, so that every input is fast. After each session the position must be sound, and the engine must
 * still execute lines. The same engine is used for all inputs, with its options reset, since starting one takes longer
 * than most sessions. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/commands.h"
#include "protocol/engine.h"
#include "search/strength.h"
#include "system/text.h"

enum { LINE_MAX_LENGTH = 2000, LINES_MAX = 20, DIGITS_MAX = 1 };

/* True when the line may ask for much memory or many threads: for a number of more than one digit. */
static bool is_costly(const char *line, size_t length)
{
    static const char *const words[] = {"hash", "threads"};
    Words rest = words_of(line, length);
    Word word;
    bool named = false, large = false;
    while (words_next(&rest, &word)) {
        char text[16];
        for (size_t i = 0; word_copy(word, text, sizeof text) && i < sizeof words / sizeof words[0]; i++) {
            named = named || equal_ignoring_case(text, words[i]);
        }
        large = large ||
                (word.length > DIGITS_MAX && word.text[word.length - 1] >= '0' && word.text[word.length - 1] <= '9');
    }
    return named && large;
}

/* Called while something runs: sends a line that is answered meanwhile, and stops it. */
static void fetch(void *context, int milliseconds)
{
    Engine *const e = context;
    (void)milliseconds;
    engine_push(e, "isready", strlen("isready"));
    queue_stop(&e->queue);
}

/* Executes a line, unless the engine would take no more lines after it. */
static void execute(Engine *e, const char *line, size_t length)
{
    LineMode mode;
    commands_find(line, commands_length(line, length), &mode);
    if (mode != LINE_QUIT && length <= LINE_MAX_LENGTH && !is_costly(line, length)) {
        engine_push(e, line, length);
        engine_run_waiting(e, fetch, e);
    }
}

static void execute_text(Engine *e, const char *line)
{
    execute(e, line, strlen(line));
}

/* What must hold after any session. */
static void check(const Engine *e)
{
    const Position *const p = game_position(&e->game);
    if (p->key != position_compute_key(p) || (position_occupied(p) & ~p->variant->board) != 0 ||
        (position_pieces(p, WHITE) & position_pieces(p, BLACK)) != 0) {
        abort();
    }
}

/* Resets everything that a session may have changed. */
static void reset(Engine *e)
{
    static const char *const lines[] = {"setoption name Hash value 1",
                                        "setoption name Threads value 1",
                                        "setoption name MultiPV value 1",
                                        "setoption name Ponder value false",
                                        "setoption name Move Overhead value 10",
                                        "setoption name Notation value coordinate",
                                        "setoption name OwnBook value false",
                                        "setoption name BookFile value <empty>",
                                        "setoption name Skill Level value 20",
                                        "setoption name UCI_LimitStrength value false",
                                        "setoption name Seed value 0",
                                        "setoption name Variety value 0",
                                        "position startpos"};
    char elo[LINE_MAX_LENGTH];
    snprintf(elo, sizeof elo, "setoption name UCI_Elo value %d", STRENGTH_ELO_MAX);
    execute_text(e, elo);
    /* These are slow: the first clears the hash table, the others read what is built in. */
    if (state_variant(e) != variant_at(0)) {
        execute_text(e, "setoption name UCI_Variant value bushka");
    }
    if (e->evaluation.kind != EVALUATION_LEARNED) {
        execute_text(e, "setoption name Evaluation value learned");
    }
    for (int i = 0; i < VARIANT_COUNT; i++) {
        if (e->evaluation.network[i] != NULL) {
            execute_text(e, "setoption name EvalFile value <empty>");
        }
    }
    if (e->tablebase_from_folders) {
        execute_text(e, "setoption name TablesPath value <empty>");
    }
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        execute_text(e, lines[i]);
    }
    const Position start = position_start(variant_at(0));
    if (!position_equal(game_position(&e->game), &start)) {
        abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static Output output;
    static Engine *engine = NULL;
    const char *line = (const char *)data;
    const char *const end = line + size;
    if (engine == NULL) {
        output_init(&output, OUTPUT_NOWHERE, NULL);
        engine = engine_new(&output);
        if (engine == NULL) {
            abort();
        }
    }
    reset(engine);
    for (int i = 0; i < LINES_MAX && line < end; i++) {
        const char *const newline = memchr(line, '\n', (size_t)(end - line));
        const char *const stop = newline != NULL ? newline : end;
        execute(engine, line, (size_t)(stop - line));
        line = stop < end ? stop + 1 : end;
    }
    check(engine);
    return 0;
}
