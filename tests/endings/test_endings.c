/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command line of bushka-endings, and the table that it makes for the evaluation. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "endings/eval_table.h"
#include "support/engine_process.h"
#include "support/place.h"
#include "support/shell.h"
#include "support/test.h"

enum {
    PIECES = 3,       /* four take too long for a test */
    MEMORY_KB = 9000, /* enough to start, not for classes of four pieces */
    COMMAND_SIZE = 512
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
    ck_assert_int_eq(tablebase_open("", NULL, NULL, &tables, &e), ERROR_NONE);
    ck_assert_int_eq(eval_table_print(tables, PIECES, &stop, out, &e), ERROR_SYNTAX);
    ck_assert_str_eq(e.text, "the tablebase of K-K for bushka is missing or damaged");
    ck_assert_int_eq(tablebase_add_builtin(tables, &e), ERROR_NONE);
    ck_assert_msg(eval_table_print(tables, PIECES, &stop, out, &e) == ERROR_NONE, "%s", e.text);
    ck_assert_int_eq(fclose(out), 0);
    for (int i = 0; i < EVAL_ENDING_COUNT; i++) {
        const EvalEnding *const row = &EVAL_ENDINGS[i];
        char line[COMMAND_SIZE];
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

/* Command lines, the exit code, and the whole of what is printed. */
static const struct {
    const char *arguments;
    int code;
    const char *output;
} COMMAND_LINES[] = {
    {"-help", 0, "bushka-endings [build | verify | report] *-emit FILE*"},
    {"", 2, "bushka-endings: a command is missing: build, verify or report; -help lists the options\n"},
    {"build -pieces 1", 2, "bushka-endings: -pieces * 2 to 6*\"1\"*\n"},
    {"build -pieces 7", 2, "bushka-endings: -pieces * 2 to 6*\"7\"*\n"},
    {"-pieces x", 2, "bushka-endings: -pieces * 2 to 6*\"x\"*\n"},
    {"-pieces 3x", 2, "bushka-endings: -pieces * 2 to 6*\"3x\"*\n"},
    {"-pieces ''", 2, "bushka-endings: -pieces * 2 to 6*\n"},
    {"-pieces", 2, "bushka-endings: -pieces needs *\n"},
    {"-variant chess", 2, "bushka-endings: -variant * bushka *bushka9x11*\"chess\"\n"},
    {"-variant", 2, "bushka-endings: -variant needs *\n"},
    {"-threads 0", 2, "bushka-endings: -threads * 1 to 256*\"0\"*\n"},
    {"-threads 257", 2, "bushka-endings: -threads * 1 to 256*\"257\"*\n"},
    {"-emit", 2, "bushka-endings: -emit needs *\n"},
    {"-emit x.c -pieces 4", 2, "bushka-endings: -pieces and -threads belong to build and report\n"},
    {"-emit x.c -variant bushka", 2, "bushka-endings: -variant belongs to build, verify and report\n"},
    {"-emit x.c -dir x", 2, "bushka-endings: -dir belongs to build, verify and report\n"},
    {"build -emit x.c", 2, "bushka-endings: -emit goes without build, verify and report\n"},
    {"-depth 3", 2, "bushka-endings: unknown option \"-depth\"; -help lists the options\n"},
    {"x.c", 2, "bushka-endings: \"x.c\" belongs to no option; -help lists them\n"},
    {"build verify", 2, "bushka-endings: \"verify\" belongs to no option; -help lists them\n"},
    {"report -class K-K", 2, "bushka-endings: -class belongs to build\n"},
    {"verify -memory 100", 2, "bushka-endings: -memory belongs to build\n"},
    {"build -positions 2", 2, "bushka-endings: -positions and -seed belong to verify\n"},
    {"report -seed 2", 2, "bushka-endings: -positions and -seed belong to verify\n"},
    {"build -rows 1", 2, "bushka-endings: -rows belongs to report\n"},
    {"verify -pieces 3", 2, "bushka-endings: -pieces and -threads belong to build and report\n"},
    {"build -class K-K -pieces 3", 2, "bushka-endings: -class says how many pieces there are: without -pieces\n"},
    {"build -class KMK", 2, "bushka-endings: -class takes a class such as KKM-KM, K a king and M a man, not \"KMK\"\n"},
    {"build -memory 1", 2, "bushka-endings: -memory * 64 to *\n"},
    {"-emit /nowhere/table.c", 1, "bushka-endings: /nowhere/table.c: *\n"},
};

/* Runs the program after other words of the shell, '@' being the place, and compares its exit code and output. */
static void expect_program(const Place *place, const char *before, const char *arguments, int code, const char *pattern)
{
    char command[COMMAND_SIZE], text[COMMAND_SIZE];
    const FilePath out = in(place, "out");
    size_t size;
    snprintf(text, sizeof text, "%s %% %s >@/out 2>&1", before, arguments);
    place_command(place, BUILD_DIR "/bushka-endings", text, command, sizeof command);
    ck_assert_msg(shell_run(command) == code, "%s", arguments);
    char *const found = (char *)content(out.text, &size);
    ck_assert_msg(matches(pattern, found), "%s: \"%s\"", arguments, found);
    ck_assert_msg(code == 0 || strchr(found, '\n') == found + size - 1, "%s: \"%s\"", arguments, found);
    free(found);
}

TEST(command_lines_are_read)
{
    const Place place = place_make();
    for (int i = 0; i < ROWS(COMMAND_LINES); i++) {
        expect_program(&place, "", COMMAND_LINES[i].arguments, COMMAND_LINES[i].code, COMMAND_LINES[i].output);
    }
    place_remove(&place);
}

/* Sanitizers need much address space from the start. */
TEST_EACH(lack_of_memory_is_reported, SANITIZED ? 0 : 1)
{
    char limit[COMMAND_SIZE];
    const Place place = place_make();
    snprintf(limit, sizeof limit, "ulimit -v %d;", MEMORY_KB);
    expect_program(&place, limit, "build -class KKM-KM -threads 1 -dir @/t 2>&1 | tail -n 1", 0,
                   "bushka-endings: *memory *\n");
    place_remove(&place);
}
