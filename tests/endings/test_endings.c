/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command line of bushka-endings, and the table that it makes for the evaluation. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "endings/eval_table.h"
#include "support/test.h"
#include "support/tool_process.h"

enum {
    PIECES = 3,      /* four take too long for a test */
    MEMORY_KB = 9000 /* enough to start, not for classes of four pieces */
};

TEST(points_follow_the_score)
{
    static const struct {
        double score;
        int points;
    } ROWS_OF_POINTS[] = {{0.5, 0},
                          {0.75, 275},
                          {0.25, -275},
                          {1, EVAL_ENDING_POINTS_MAX},
                          {0, -EVAL_ENDING_POINTS_MAX},
                          {0.9999, EVAL_ENDING_POINTS_MAX}};
    for (int i = 0; i < ROWS(ROWS_OF_POINTS); i++) {
        ck_assert_int_eq(eval_table_points(ROWS_OF_POINTS[i].score), ROWS_OF_POINTS[i].points);
    }
}

/* The table that the engine is built with is the one that follows from the built-in tablebases, as far as the test
 * looks at them. */
TEST(table_of_the_engine_is_up_to_date)
{
    static const atomic_bool stop = false;
    Error e;
    Tablebase *tables;
    char *text;
    size_t size;
    int rows = 0;
    FILE *const out = open_memstream(&text, &size);
    ck_assert_ptr_nonnull(out);
    ck_assert_int_eq(tablebase_open("", NULL, NULL, NULL, &tables, &e), ERROR_NONE);
    ck_assert_int_eq(eval_table_print(tables, PIECES, &stop, out, &e), ERROR_SYNTAX);
    ck_assert_str_eq(e.text, "the tablebase of K-K for bushka is missing or damaged");
    tablebase_free(tables);
    ck_assert_int_eq(tablebase_open(NULL, NULL, NULL, NULL, &tables, &e), ERROR_NONE);
    ck_assert_msg(eval_table_print(tables, PIECES, &stop, out, &e) == ERROR_NONE, "%s", e.text);
    ck_assert_int_eq(fclose(out), 0);
    for (int i = 0; i < EVAL_ENDING_COUNT; i++) {
        const EvalEnding *const row = &EVAL_ENDINGS[i];
        char line[TOOL_COMMAND_SIZE];
        snprintf(line, sizeof line,
                 "\n    {.kings = %d, .men = %d, .enemy_kings = %d, .enemy_men = %d, .points = {%d, %d}},\n",
                 row->kings, row->men, row->enemy_kings, row->enemy_men, row->points[0], row->points[1]);
        const int pieces = row->kings + row->men + row->enemy_kings + row->enemy_men;
        ck_assert_msg(pieces > PIECES || strstr(text, line) != NULL, "missing%sin:\n%s", line, text);
        rows += pieces <= PIECES;
    }
    ck_assert_int_eq(EVAL_ENDING_COUNT, 9);
    ck_assert_int_eq(rows, 3);
    tablebase_free(tables);
    free(text);
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
    {"-emit x.c -pieces 4", "-pieces and -threads belong to build and report"},
    {"-emit x.c -variant bushka", "-variant belongs to build, verify and report"},
    {"-emit x.c -dir x", "-dir belongs to build, verify and report"},
    {"build -emit x.c", "-emit does not go with build, verify or report"},
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
    tool_expect_output("-emit FILE");
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

SUITE(WITH_PLACE);
