/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "protocol/engine_options.h"

#include "core/fen.h"
#include "evaluation/network_file.h"
#include "system/random.h"

/* The order of NotationStyle. */
static const char *const NOTATION_NAMES[] = {"coordinate", "formal", "short", NULL};

static ErrorCode change_hash(void *context, int number, const char *text, Error *e)
{
    Engine *const engine = context;
    (void)text;
    return search_set_hash(engine->search, number, e);
}

static ErrorCode clear_hash(void *context, int number, const char *text, Error *e)
{
    Engine *const engine = context;
    (void)number;
    (void)text;
    search_clear(engine->search);
    return error_clear(e);
}

static ErrorCode change_threads(void *context, int number, const char *text, Error *e)
{
    Engine *const engine = context;
    (void)text;
    return search_set_threads(engine->search, number, e);
}

/* A new board means a new game. The answer is the one that Fairy-Stockfish gives. */
static ErrorCode change_variant(void *context, int number, const char *text, Error *e)
{
    Engine *const engine = context;
    const Variant *const v = variant_at(number);
    char fen[FEN_SIZE];
    (void)text;
    const ErrorCode code = engine_reset(engine, v, e);
    if (code == ERROR_NONE) {
        search_clear(engine->search);
        fen_print(game_position(&engine->game), fen);
        output_line(engine->output, "info string variant %s files %d ranks %d pocket 0 template fairy startpos %s",
                    v->name, v->files, v->rows, fen);
    }
    return code;
}

static ErrorCode change_notation(void *context, int number, const char *text, Error *e)
{
    Engine *const engine = context;
    (void)text;
    engine->style = (NotationStyle)number;
    return error_clear(e);
}

static ErrorCode change_evaluation(void *context, int number, const char *text, Error *e)
{
    Engine *const engine = context;
    EvaluationChoice wanted = engine->evaluation;
    (void)text;
    wanted.kind = (EvaluationKind)number;
    const ErrorCode code = search_set_evaluation(engine->search, &wanted, e);
    if (code == ERROR_NONE) {
        engine->evaluation.kind = wanted.kind;
    }
    return code;
}

/* Another network for the board that its file names; no file means the built-in ones. */
static ErrorCode change_eval_file(void *context, int number, const char *text, Error *e)
{
    Engine *const engine = context;
    EvaluationChoice wanted = {.kind = engine->evaluation.kind};
    Network *read = NULL;
    (void)number;
    if (text[0] != '\0') {
        read = network_file_read(text, e);
        if (read == NULL) {
            return e->code;
        }
        wanted = engine->evaluation;
        wanted.network[variant_index(read->shape.variant)] = read;
    }
    const ErrorCode code = search_set_evaluation(engine->search, &wanted, e);
    if (code != ERROR_NONE) {
        network_free(read);
        return code;
    }
    for (int b = 0; b < VARIANT_COUNT; b++) {
        if (wanted.network[b] != engine->evaluation.network[b]) {
            network_free(engine->evaluation.network[b]);
        }
    }
    engine->evaluation = wanted;
    return code;
}

static void tell_refused(void *context, const char *why)
{
    Engine *const engine = context;
    output_line(engine->output, "info string ignored: %s", why);
}

/* Opens other tables of endings; none given means those built in alone. */
static ErrorCode change_tables(void *context, int number, const char *text, Error *e)
{
    Engine *const engine = context;
    Tablebase *tables = NULL;
    const bool folders = text[0] != '\0';
    (void)number;
    if (tablebase_open(text, tell_refused, engine, &tables, e) != ERROR_NONE) {
        return e->code;
    }
    if ((!folders && tablebase_add_builtin(tables, e) != ERROR_NONE) ||
        search_set_tables(engine->search, tables, e) != ERROR_NONE) {
        tablebase_free(tables);
        return e->code;
    }
    tablebase_free(engine->tables);
    engine->tables = tables;
    engine->has_folders = folders;
    for (int i = 0; i < VARIANT_COUNT && folders; i++) {
        output_line(engine->output, "info string tables %s count %d pieces %d", variant_at(i)->name,
                    tablebase_count(tables, variant_at(i)), tablebase_pieces(tables, variant_at(i)));
    }
    return error_clear(e);
}

/* In the order in which `uci` announces them. */
static const OptionSpec SPECS[] = {
    {.name = OPTION_HASH,
     .type = OPTION_SPIN,
     .initial = SEARCH_HASH_DEFAULT,
     .min = SEARCH_HASH_MIN,
     .max = SEARCH_HASH_MAX,
     .change = change_hash},
    {.name = OPTION_CLEAR_HASH, .type = OPTION_BUTTON, .change = clear_hash},
    {.name = OPTION_THREADS,
     .type = OPTION_SPIN,
     .initial = 1,
     .min = 1,
     .max = SEARCH_THREADS_MAX,
     .change = change_threads},
    {.name = OPTION_MULTIPV, .type = OPTION_SPIN, .initial = 1, .min = 1, .max = SEARCH_MULTIPV_MAX},
    {.name = OPTION_PONDER, .type = OPTION_CHECK, .initial = 0}, /* the clock is used alike; `go ponder` always works */
    {.name = OPTION_MOVE_OVERHEAD,
     .type = OPTION_SPIN,
     .initial = SEARCH_OVERHEAD_DEFAULT,
     .min = 0,
     .max = SEARCH_OVERHEAD_MAX},
    {.name = OPTION_VARIANT, .type = OPTION_COMBO, .choices = VARIANT_NAMES, .change = change_variant},
    {.name = OPTION_NOTATION, .type = OPTION_COMBO, .choices = NOTATION_NAMES, .change = change_notation},
    {.name = OPTION_EVALUATION, .type = OPTION_COMBO, .choices = EVALUATION_NAMES, .change = change_evaluation},
    {.name = OPTION_EVAL_FILE, .type = OPTION_STRING, .initial_text = "", .change = change_eval_file},
    {.name = OPTION_TABLES_PATH, .type = OPTION_STRING, .initial_text = "", .change = change_tables},
    {.name = OPTION_SKILL, .type = OPTION_SPIN, .initial = STRENGTH_LEVEL_FULL, .min = 0, .max = STRENGTH_LEVEL_FULL},
    {.name = OPTION_LIMIT_STRENGTH, .type = OPTION_CHECK, .initial = 0},
    {.name = OPTION_ELO,
     .type = OPTION_SPIN,
     .initial = STRENGTH_ELO_MAX,
     .min = STRENGTH_ELO_MIN,
     .max = STRENGTH_ELO_MAX},
    {.name = OPTION_SEED, .type = OPTION_SPIN, .initial = 0, .min = 0, .max = INT32_MAX},
    {.name = OPTION_VARIETY, .type = OPTION_SPIN, .initial = 0, .min = 0, .max = STRENGTH_VARIETY_MAX},
};

Options *engine_options_new(Engine *e)
{
    return options_new(SPECS, (int)(sizeof SPECS / sizeof SPECS[0]), e);
}

/* The playing strength asked for, in hundredths of a level. */
static int strength_asked(const Engine *e)
{
    if (options_number(e->options, OPTION_LIMIT_STRENGTH) != 0) {
        return strength_of_elo(options_number(e->options, OPTION_ELO));
    }
    return options_number(e->options, OPTION_SKILL) * STRENGTH_UNIT;
}

/* The seed of the next move: with the option Seed it depends on that and on the game alone. */
static uint64_t next_seed(const Engine *e)
{
    const int asked = options_number(e->options, OPTION_SEED);
    uint64_t seed = asked != 0 ? random_mix((uint64_t)asked) : random_seed();
    seed = random_mix(seed + game_position(&e->game)->key);
    return random_mix(seed + e->game.plies);
}

void engine_options_play(const Engine *e, SearchLimits *limits)
{
    limits->seed = next_seed(e);
    limits->level = strength_pick(strength_asked(e), limits->seed);
    limits->variety = e->game.plies < STRENGTH_VARIETY_PLIES ? options_number(e->options, OPTION_VARIETY) : 0;
}
