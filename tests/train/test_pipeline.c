/* SPDX-License-Identifier: GPL-3.0-or-later */
/* scripts/train/pipeline in its smallest size, and scripts/train/alternatives on few games. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/place.h"
#include "support/shell.h"
#include "support/test.h"
#include "train/quick_games.h"

enum { COMMAND_SIZE = 1024, GAMES = 60 };

/* Runs the pipeline in its smallest size, with these words more; what it says goes to @/log. Returns its exit code. */
static int run_pipeline(const Place *place, const char *words)
{
    char text[COMMAND_SIZE], command[2 * COMMAND_SIZE];
    snprintf(text, sizeof text, "scripts/train/pipeline smallest --build " BUILD_DIR " %s >@/log 2>&1", words);
    place_command(place, NULL, text, command, sizeof command);
    return shell_run(command);
}

static bool has_python(void)
{
    return shell_run("command -v python3 >/dev/null") == 0; /* without it there is no pipeline */
}

static void expect_same_networks(const Place *place)
{
    ck_assert(same_content(in(place, "1/bushka.net").text, in(place, "2/bushka.net").text));
    ck_assert(same_content(in(place, "1/bushka9x11.net").text, in(place, "2/bushka9x11.net").text));
}

/* Everything in a row, twice: the same networks come out. What is there of a run is not made again, and what lacks is
 * made as it was; a finished run begins anew. */
TEST(pipeline_is_reproducible)
{
    const Place place = place_make();
    if (has_python()) {
        ck_assert_int_eq(run_pipeline(&place, "--threads 1 --directory @/1 --emit @"), 0);
        ck_assert(same_content(in(&place, "1/bushka.net").text, in(&place, "bushka.net").text));
        ck_assert(same_content(in(&place, "1/bushka9x11.net").text, in(&place, "bushka9x11.net").text));
        ck_assert_int_eq(run_pipeline(&place, "--threads 2 --directory @/2"), 0);
        expect_same_networks(&place);
        ck_assert_int_eq(unlink(in(&place, "2/bushka9x11.net").text), 0);
        ck_assert_int_eq(unlink(in(&place, "2/bushka9x11.1.net").text), 0);
        ck_assert_int_eq(run_pipeline(&place, "--threads 2 --directory @/2"), 0);
        expect_same_networks(&place);
        size_t size;
        unsigned char *const log = content(in(&place, "log").text, &size);
        ck_assert_ptr_null(strstr((const char *)log, "step 6 of 8"));
        ck_assert_ptr_nonnull(strstr((const char *)log, "step 7 of 8"));
        free(log);
        ck_assert_int_eq(run_pipeline(&place, "--directory @/2"), 0);
        expect_same_networks(&place);
    }
    place_remove(&place);
}

static void expect_refusal(const Place *place, const char *words, const char *part)
{
    size_t size;
    ck_assert_int_eq(run_pipeline(place, words), 1);
    unsigned char *const log = content(in(place, "log").text, &size);
    ck_assert_msg(strstr((const char *)log, part) != NULL, "%s", (const char *)log);
    free(log);
}

/* Of one board alone nothing of the other is made; directories of something else are left alone. */
TEST(pipeline_keeps_to_its_directory)
{
    const Place place = place_make();
    if (has_python()) {
        ck_assert_int_eq(run_pipeline(&place, "--board bushka9x11 --directory @/1"), 0);
        ck_assert_int_ne(access(in(&place, "1/bushka.net").text, F_OK), 0);
        expect_refusal(&place, "--board bushka9x11 --seed 2 --directory @/1", "holds the run of");
        expect_refusal(&place, "--directory @", "is not empty, and not of this script");
        expect_refusal(&place, "--directory @/2 --emit @/none", "cannot be written");
        set_text(in(&place, "bushka.net").text, "Dear aunt,\n");
        expect_refusal(&place, "--directory @/2 --emit @", "holds something else");
        expect_text(in(&place, "bushka.net").text, "Dear aunt,\n");
        ck_assert_int_ne(access(in(&place, "2").text, F_OK), 0);
    }
    place_remove(&place);
}

/* Two kinds of evaluation and the sum of terms, in two matches: a row of the table each, the same when the command is
 * given again; what was there is not made again. */
TEST(alternatives_are_measured)
{
    const Place place = place_make();
    const Variant *const v = variant_at(1);
    const char *const words = "scripts/train/alternatives @/a.rec --build " BUILD_DIR
                              " --board bushka9x11 --kinds squares32 terms --epochs 1 "
                              "--depth 2 --nodes 50 --rounds 1 --threads 1 --directory @/1 >@/table 2>@/log";
    char command[2 * COMMAND_SIZE];
    if (has_python()) {
        size_t size;
        quick_games(v, in(&place, "a.rec").text, GAMES);
        place_command(&place, NULL, words, command, sizeof command);
        ck_assert_int_eq(shell_run(command), 0);
        char *const table = (char *)content(in(&place, "table").text, &size);
        static const char *const rows[] = {"\n| 64 neurons, segments, four sets of output weights | 0.",
                                           " | 1 | (the opponent) |\n", "\n| 32 neurons, squares alone | 0.",
                                           "\n| the sum of terms, pace-tempo |  | 0."};
        const char *at = table;
        for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
            at = at != NULL ? strstr(at, rows[i]) : NULL;
            ck_assert_msg(at != NULL, "no %s in %s", rows[i], table);
        }
        ck_assert_int_eq(unlink(in(&place, "a.rec").text), 0); /* nothing is trained any more */
        ck_assert_int_eq(shell_run(command), 0);
        expect_text(in(&place, "table").text, table);
        free(table);
    }
    place_remove(&place);
}
