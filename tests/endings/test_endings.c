/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command line of bushka-endings, and what the evaluation takes from solved endings. */
#include <math.h>
#include <stdio.h>

#include "core/movegen.h"
#include "evaluation/solved_ending.h"
#include "support/built_tables.h"
#include "support/sanitizers.h"
#include "support/test.h"
#include "support/tool_process.h"

enum {
    SMALL_ROWS = 3, /* of the table, those of up to three pieces: with four, sanitizers take too long */
    SCALE = 250,    /* points, see scripts/endings/README.md */
    CACHE_BLOCKS = 1 << 16,
    MEMORY_KB = 9000 /* enough to start, not for classes of four pieces */
};

/* The mean score of the side to move over the quiet positions of a class, those without a capture for either side,
 * which alone are evaluated. Both of two mirror images count. */
static double mean_score(TablebaseCache *cache, const NumberingBoard *b, TableClass c)
{
    uint64_t results[WDL_NONE + 1] = {0}; /* by Wdl */
    Numbering n;
    NumberingCursor cursor = {.begun = false};
    ck_assert_int_eq(numbering_init(&n, b, c, NULL), ERROR_NONE);
    for (uint64_t number = 0; number < n.count; number++) {
        TablePieces pieces;
        if (!numbering_pieces(&n, number, &cursor, &pieces)) {
            continue;
        }
        const Position p = table_position(b->variant, pieces);
        if (movegen_is_quiet(&p)) {
            const bool two_images = b->variant->has_mirror && !numbering_symmetric(b, pieces);
            results[tablebase_probe_wdl(cache, &p)] += two_images ? 2 : 1;
        }
    }
    numbering_free(&n);
    ck_assert_uint_eq(results[WDL_NONE], 0);
    return ((double)results[WDL_WIN] + (double)results[WDL_DRAW] / 2) /
           (double)(results[WDL_WIN] + results[WDL_DRAW] + results[WDL_LOSS]);
}

/* Points for the side named first, as a mean over both sides to move. */
static int points_of(TablebaseCache *cache, const Variant *v, TableClass c)
{
    NumberingBoard b;
    numbering_board_init(&b, v);
    const double expected = (mean_score(cache, &b, c) + 1 - mean_score(cache, &b, table_class_swapped(c))) / 2;
    const double points = SCALE * log(expected / (1 - expected));
    return (int)lround(fmin(fmax(points, -SOLVED_ENDING_POINTS_MAX), SOLVED_ENDING_POINTS_MAX));
}

/* The engine's table is the one that follows from the built-in tablebases: all classes with kings on both sides, the
 * better side first. */
TEST_EACH(table_of_the_engine_is_up_to_date, SANITIZED ? SMALL_ROWS : SOLVED_ENDING_COUNT)
{
    const SolvedEnding *const row = &SOLVED_ENDINGS[_i];
    const TableClass c = {row->kings, row->men, row->enemy_kings, row->enemy_men};
    TableClass pairs[TABLE_PAIRS_MAX];
    const int pair_count = table_class_pairs(SOLVED_ENDING_PIECES, pairs);
    int points[VARIANT_COUNT], count = 0;
    Tablebase *const tables = tables_of(NULL);
    for (int i = 0; i < pair_count; i++) {
        if (pairs[i].kings > 0 && pairs[i].enemy_kings > 0) {
            pairs[count++] = pairs[i];
        }
    }
    ck_assert_int_eq(count, SOLVED_ENDING_COUNT);
    ck_assert(table_class_equal(pairs[_i], c) || table_class_equal(pairs[_i], table_class_swapped(c)));
    TablebaseCache *const cache = tablebase_cache_new(tables, CACHE_BLOCKS);
    for (int i = 0; i < VARIANT_COUNT; i++) {
        points[i] = points_of(cache, variant_at(i), c);
    }
    ck_assert_msg(points[0] == row->points[0] && points[1] == row->points[1], "%s: .points = {%d, %d}",
                  table_class_name(c).text, points[0], points[1]);
    ck_assert_int_ge(points[0] + points[1], 0);
    tablebase_cache_free(cache);
    tablebase_free(tables);
}

/* Command lines that are refused, and why. */
static const struct {
    const char *arguments, *why;
} REFUSALS[] = {
    {"", "a command is missing: build, verify or report; -help lists the options"},
    {"build -pieces 1", "-pieces * 2 to 6*\"1\"*"},
    {"build -pieces 7", "-pieces * 2 to 6*\"7\"*"},
    {"-variant chess", "-variant * bushka *bushka9x11*\"chess\""},
    {"-threads 257", "-threads * 1 to 256*\"257\"*"},
    {"x.c", "unexpected argument \"x.c\"; -help lists the options"},
    {"build verify", "unexpected argument \"verify\"; -help lists the options"},
    {"report -class K-K", "-class belongs to build"},
    {"verify -memory 100", "-memory belongs to build"},
    {"build -positions 2", "-positions and -seed belong to verify"},
    {"report -seed 2", "-positions and -seed belong to verify"},
    {"build -rows 1", "-rows belongs to report"},
    {"verify -pieces 3", "-pieces and -threads belong to build and report"},
    {"build -class K-K -pieces 3", "-class sets the number of pieces: leave -pieces out"},
    {"build -class KMK", "-class takes a class such as KKM-KM, K a king and M a man, not \"KMK\""},
    {"build -memory 1", "-memory * 64 to *"},
};

TEST(command_lines_are_refused)
{
    char command[TOOL_COMMAND_SIZE], pattern[TOOL_COMMAND_SIZE];
    for (int i = 0; i < ROWS(REFUSALS); i++) {
        snprintf(command, sizeof command, TOOL_ENDINGS " %s", REFUSALS[i].arguments);
        snprintf(pattern, sizeof pattern, "bushka-endings: %s\n", REFUSALS[i].why);
        tool_expect_failure(command, TOOL_WRONG_COMMAND_LINE, pattern);
    }
    must_run(TOOL_ENDINGS " -help");
    tool_expect_output("bushka-endings [build | verify | report] [options]: ");
}

/* Sanitizers need much address space from the start. */
TEST_EACH(lack_of_memory_is_reported, SANITIZED ? 0 : 1)
{
    char command[TOOL_COMMAND_SIZE];
    snprintf(command, sizeof command,
             "(ulimit -v %d; " TOOL_ENDINGS " build -class KKM-KM -threads 1 -dir @/t 2>@/all); code=$?; "
             "tail -n 1 @/all >&2; exit $code",
             MEMORY_KB);
    tool_expect_failure(command, TOOL_FAILED, "bushka-endings: *memory *\n");
}

SUITE(.with = {&WITH_PLACE});
