/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Record files: the generator that makes them, and how damaged ones are refused. */
#include <stdlib.h>
#include <string.h>

#include "core/movegen.h"
#include "support/built_tables.h"
#include "support/test.h"
#include "support/tool_process.h"
#include "train/training_data.h"

enum { GAMES = 7, NODES = 40, SEED = 5 };

/* Settings for games that tablebases end: many, and so badly played that some come down to three pieces undecided,
 * where the tables are the first to see a win. */
enum { TABLE_GAMES = 300, TABLE_NODES = 20, TABLE_SEED = 1 };

static const EvaluationChoice MATERIAL = {.kind = EVALUATION_MATERIAL};

SUITE(.with = {&WITH_PLACE});

static DatagenConfig config_for(const Variant *v, const char *output)
{
    DatagenConfig config = quick_games_config(v, output);
    config.rules.seed = SEED;
    config.rules.nodes = NODES;
    config.games = GAMES;
    return config;
}

static DatagenTotals generate(const DatagenConfig *config)
{
    DatagenTotals totals;
    Error e;
    ck_assert_msg(datagen_run(config, &totals, &e) == ERROR_NONE, "%s", e.text);
    return totals;
}

/* The games are the same with one thread, with three, and when the generator was cut off in the middle of a game. */
TEST_EACH(generator_is_deterministic, VARIANT_COUNT)
{
    const FilePath whole = in(&place, "whole.rec"), parallel = in(&place, "parallel.rec");
    DatagenConfig config = config_for(variant_at(_i), whole.text);
    const DatagenTotals totals = generate(&config);
    ck_assert_uint_eq(totals.games, GAMES);
    ck_assert_uint_gt(totals.positions, GAMES);
    config.output = parallel.text;
    config.threads = 3;
    generate(&config);
    expect_same_files("parallel.rec", "whole.rec");

    size_t size;
    unsigned char *const data = content(whole.text, &size);
    config = config_for(variant_at(_i), parallel.text);
    for (size_t cut = 1; cut <= 3; cut++) {
        set_content(parallel.text, data, size * cut / 4 + cut);
        generate(&config);
        expect_same_files("parallel.rec", "whole.rec");
    }
    free(data);
    must_run("head -c 100 @/whole.rec | tail -c 60 >>@/parallel.rec"); /* the beginning of one game more */
    generate(&config);
    expect_same_files("parallel.rec", "whole.rec");
}

static bool never(void *context)
{
    (void)context;
    return false;
}

/* A searcher that has just played a game chooses the same opening for it again. A game ends drawn at its limit. */
TEST_EACH(games_do_not_depend_on_those_before, VARIANT_COUNT)
{
    enum { OPENINGS = 120, OPENING_NODES = 500, AGAIN = 2, PLIES_MAX = 15 };
    const SelfplayRules rules = {
        .variant = variant_at(_i), .seed = SEED, .nodes = OPENING_NODES, .plies_max = PLIES_MAX, .kept = 1};
    RecordsPosition *const positions = calloc(RECORDS_POSITIONS_MAX, sizeof *positions);
    Search *const s = search_new();
    int drawn = 0;
    ck_assert(positions != NULL && s != NULL);
    ck_assert_int_eq(search_set_hash(s, 1, NULL), ERROR_NONE);
    ck_assert_int_eq(search_set_evaluation(s, &MATERIAL, NULL), ERROR_NONE);
    for (uint64_t number = 0; number < OPENINGS; number++) {
        uint64_t keys[AGAIN] = {0};
        for (int i = 0; i < AGAIN; i++) {
            RecordsGame game = {.number = number, .positions = positions};
            ck_assert_int_eq(selfplay_game(s, NULL, &rules, &game, never, NULL, NULL), ERROR_NONE);
            ck_assert(game.plies < PLIES_MAX || (game.plies == PLIES_MAX && game.result == 0));
            drawn += game.plies == PLIES_MAX;
            for (uint32_t k = 0; k < game.count; k++) {
                keys[i] += records_position(rules.variant, &positions[k]).key;
            }
        }
        ck_assert_msg(keys[0] == keys[1], "game %d", (int)number);
    }
    ck_assert_int_gt(drawn, OPENINGS / 2);
    search_free(s);
    free(positions);
}

/* A seed gives the same games, adjudicated at the same plies, on every machine. Like the signature of bench, they
 * change with the search. */
TEST(games_are_those_of_their_seed)
{
    const FilePath records = in(&place, "a.rec");
    DatagenConfig config = config_for(variant_at(0), records.text);
    config.players = &MATERIAL;
    config.rules.seed = 1;
    config.rules.nodes = 100;
    config.rules.kept = 1;
    config.games = 60;
    const DatagenTotals t = generate(&config);
    ck_assert_uint_eq(t.plies, 5272);
    ck_assert_uint_eq(t.positions, 3628);
    ck_assert_msg(t.white_wins == 16 && t.draws == 11 && t.black_wins == 33, "%d %d %d", (int)t.white_wins,
                  (int)t.draws, (int)t.black_wins);
}

/* A file stays as it was when the work is interrupted before it has been read. */
TEST(interrupted_generator_says_what_is_kept)
{
    static const atomic_bool stop = true;
    const FilePath path = in(&place, "a.rec");
    DatagenConfig config = config_for(variant_at(0), path.text);
    DatagenTotals totals;
    Error e;
    generate(&config);
    must_run("cp @/a.rec @/before.rec");
    config.games++;
    config.stop = &stop;
    ck_assert_int_eq(datagen_run(&config, &totals, &e), ERROR_INTERRUPTED);
    ck_assert_msg(matches("interrupted; */a.rec stays as it was", e.text), "%s", e.text);
    expect_same_files("a.rec", "before.rec");
}

/* Counts of games that tablebases end. */
typedef struct SeenEnds {
    TablebaseCache *reader;
    uint64_t games, known, plies;
} SeenEnds;

static ErrorCode see_end(void *context, const RecordsHeader *header, const RecordsGame *game, Error *e)
{
    SeenEnds *const seen = context;
    (void)e;
    for (uint32_t i = 0; game != NULL && i < game->count; i++) {
        const Position p = records_position(header->variant, &game->positions[i]);
        ck_assert(movegen_is_quiet(&p));
        const Wdl result = tablebase_probe_wdl(seen->reader, &p);
        if (result == WDL_NONE) {
            continue;
        }
        const int mover = result == WDL_WIN ? 1 : result == WDL_LOSS ? -1 : 0;
        ck_assert_int_eq(game->result, p.side == WHITE ? mover : -mover);
        ck_assert_uint_eq(i, game->count - 1);
        seen->known++;
    }
    seen->games += game != NULL;
    seen->plies += game != NULL ? game->plies : 0;
    return ERROR_NONE;
}

/* A game ends with the first position that the tables have, and with its result, and games are shorter than without
 * tables. All positions that are kept are quiet. */
TEST_EACH(tables_end_games, VARIANT_COUNT)
{
    const FilePath with = in(&place, "with.rec"), without = in(&place, "without.rec");
    DatagenTotals totals;
    must_run(TOOL_ENDINGS " build -pieces 3 -threads 1 -dir @");
    must_run("mkdir @/two && cp @/*-[KM]-[KM].* @/two");
    Tablebase *const tables = tables_of(place.path), *const fewer = tables_of(in(&place, "two").text);
    SeenEnds ended = {.reader = tablebase_cache_new(tables, 1)};
    DatagenConfig config = config_for(variant_at(_i), without.text);
    config.games = TABLE_GAMES;
    config.players = &MATERIAL;
    config.rules.nodes = TABLE_NODES;
    config.rules.seed = TABLE_SEED;
    config.rules.kept = 1;
    const DatagenTotals played_out = generate(&config);
    config.tables = tables;
    ck_assert_int_eq(datagen_run(&config, &totals, NULL), ERROR_SYNTAX); /* the file has games without them */
    config.output = with.text;
    config.threads = 2;
    totals = generate(&config);
    ck_assert_uint_lt(totals.plies, played_out.plies);
    ck_assert_int_eq(records_read(with.text, NULL, see_end, &ended, NULL, NULL), ERROR_NONE);
    ck_assert_uint_eq(ended.games, TABLE_GAMES);
    ck_assert_uint_eq(ended.plies, totals.plies);
    ck_assert_uint_gt(ended.known, 0);
    config.tables = fewer;
    ck_assert_int_eq(datagen_run(&config, &totals, NULL), ERROR_SYNTAX); /* and games with other ones */
    tablebase_cache_free(ended.reader);
    tablebase_free(tables);
    tablebase_free(fewer);
}

static ErrorCode pass_over(void *context, const RecordsHeader *header, const RecordsGame *game, Error *e)
{
    (void)context;
    (void)header;
    (void)game;
    return error_clear(e);
}

/* Every changed byte and every cut is noticed, except for cuts between games. */
TEST(damaged_records_are_refused)
{
    const FilePath path = in(&place, "a.rec"), bad = in(&place, "bad.rec");
    DatagenConfig config = config_for(variant_at(0), path.text);
    config.games = 2;
    generate(&config);
    Error e;
    size_t size;
    unsigned char *const data = content(path.text, &size);
    for (size_t i = 0; i < size; i += i < 3 * (size_t)RECORDS_BLOCK ? 1 : 37) {
        /* Seed, nodes and digest of the header may be any numbers. */
        if (i < 20 || i >= RECORDS_BLOCK) {
            data[i] ^= 0x10;
            set_content(bad.text, data, size);
            ck_assert_msg(records_read(bad.text, NULL, pass_over, NULL, NULL, &e) == ERROR_SYNTAX, "byte %zu", i);
            data[i] ^= 0x10;
        }
    }
    for (size_t cut = 0; cut < size; cut += 97) {
        set_content(bad.text, data, cut);
        int64_t whole;
        /* A cut between games does no damage. */
        const bool between = cut >= RECORDS_BLOCK &&
                             records_read(bad.text, NULL, pass_over, NULL, &whole, &e) == ERROR_NONE &&
                             whole == (int64_t)cut;
        ck_assert_int_eq(records_read(bad.text, NULL, pass_over, NULL, NULL, &e), between ? ERROR_NONE : ERROR_SYNTAX);
    }
    free(data);
    ck_assert_int_eq(records_read("/nonexistent/a.rec", NULL, pass_over, NULL, NULL, &e), ERROR_SYNTAX);
    ck_assert_ptr_nonnull(strstr(e.text, "/nonexistent/a.rec"));
}
