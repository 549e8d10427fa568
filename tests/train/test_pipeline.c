/* SPDX-License-Identifier: GPL-3.0-or-later */
/* scripts/train/pipeline in its smallest size, and scripts/train/alternatives on few games. */
#include <stdlib.h>
#include <string.h>

#include "support/test.h"
#include "support/tool_process.h"
#include "train/training_data.h"

enum { GAMES = 60 };

SUITE(.with = {&WITH_PLACE});

#define PIPELINE "scripts/train/pipeline smallest --build " BUILD_DIR " "

static void expect_same_networks(void)
{
    expect_same_files("1/bushka.net", "2/bushka.net");
    expect_same_files("1/bushka9x11.net", "2/bushka9x11.net");
}

/* Two runs make the same networks. What is there of a run is not made again, and what is missing is made as it was,
 * after partly written files have been removed; a finished run begins anew. */
TEST(pipeline_is_reproducible)
{
    must_run(PIPELINE "--threads 1 --directory @/1 --emit @");
    expect_same_files("1/bushka.net", "bushka.net");
    expect_same_files("1/bushka9x11.net", "bushka9x11.net");
    must_run(PIPELINE "--threads 2 --directory @/2");
    expect_same_networks();
    must_run("touch @/2/bushka.1.txt.part @/bushka.net.1.part"); /* as a killed run leaves them */
    must_run("rm @/2/bushka9x11.net @/2/bushka9x11.1.net");
    must_run(PIPELINE "--threads 2 --directory @/2 --emit @ && grep 'step 7 of 8' @/err && ! grep 'step 6 of 8' @/err");
    must_run("! ls @ @/2 | grep '[.]part$'");
    expect_same_networks();
    must_run(PIPELINE "--directory @/2");
    expect_same_networks();
}

/* For one board nothing of the other is made, also with programs in the current folder; directories with anything else
 * in them are left alone. */
TEST(pipeline_keeps_to_its_directory)
{
    static const struct {
        const char *command, *pattern;
    } refused[] = {
        {PIPELINE "--board bushka9x11 --seed 2 --directory @/1", "pipeline: * holds the run of *"},
        {PIPELINE "--directory @", "pipeline: * is not empty, and not of this script*"},
        {PIPELINE "--directory @/2 --emit @/none", "pipeline: * cannot be written\n"},
        {PIPELINE "--directory @/2 --emit @", "pipeline: * holds something else *"},
    };
    must_run("top=$PWD; cd " BUILD_DIR
             " && $top/scripts/train/pipeline smallest --build . --board bushka9x11 --directory @/1");
    must_run("test ! -e @/1/bushka.net");
    set_text(in(&place, "bushka.net").text, "Dear aunt,\n");
    for (int i = 0; i < ROWS(refused); i++) {
        tool_expect_failure(refused[i].command, TOOL_FAILED, refused[i].pattern);
    }
    expect_text(in(&place, "bushka.net").text, "Dear aunt,\n");
    expect_files("1 bushka.net err out ");
}

/* Two networks and the hand-crafted terms, in two matches, have a row of the table each; repeating the command prints
 * the same table and makes nothing again. Other games are refused. */
TEST(alternatives_are_measured)
{
    static const char command[] = "scripts/train/alternatives @/a.rec --build " BUILD_DIR
                                  " --board bushka9x11 --kinds squares32 terms --epochs 1 "
                                  "--depth 2 --nodes 50 --rounds 1 --threads 1 --directory @/1";
    static const char *const rows[] = {"\n| 64 neurons, segments, four sets of output weights | 0.",
                                       " | 1 | (the opponent) |\n", "\n| 32 neurons, squares alone | 0.",
                                       "\n| the sum of terms, pace-tempo |  | 0."};
    quick_games(variant_at(1), in(&place, "a.rec").text, GAMES);
    must_run("%s", command);
    char *const table = text_of("out");
    const char *at = table;
    for (int i = 0; i < ROWS(rows); i++) {
        at = at != NULL ? strstr(at, rows[i]) : NULL;
        ck_assert_msg(at != NULL, "no %s in %s", rows[i], table);
    }
    must_run("%s", command);
    expect_text(in(&place, "out").text, table);
    quick_games(variant_at(1), in(&place, "a.rec").text, GAMES + 1);
    tool_expect_failure(command, TOOL_FAILED, "alternatives: * holds the run of *");
    free(table);
}
