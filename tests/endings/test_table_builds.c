/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Building tables of endings: every value against a plain solver, and the commands build and verify of the program. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "endings/build.h"
#include "endings/retrograde.h"
#include "support/engine_process.h"
#include "support/place.h"
#include "support/random_play.h"
#include "support/shell.h"
#include "support/slow_endings.h"
#include "support/test.h"
#include "system/clock.h"

enum {
    PIECES = SANITIZED ? 2 : 3, /* the plain solver looks at each move very often */
    KILLS = 6,
    KILL_WITHIN = 400, /* ms */
    SHARING = 3,       /* builds into one folder */
    PAIRS = 9,         /* of classes of up to three pieces */
    SEED = 3,
    COMMAND_SIZE = 512
};

static const char PROGRAM[] = BUILD_DIR "/bushka-endings";

static void no_progress(void *context, double share)
{
    (void)context;
    (void)share;
}

/* A class solved with plies and without them, against the plain solver. */
static void compare_class(const StoreClass *c, const StoreClass *results, const SlowEndings *slow)
{
    const Variant *const v = c->numbering.board->variant;
    NumberingCursor cursor = {.begun = false};
    for (uint64_t number = 0; number < c->numbering.count; number++) {
        TablePieces pieces;
        const int value = store_get(c, number);
        if (value_wdl(value) != value_wdl(store_get(results, number))) {
            ck_abort_msg("%d men, number %lu: without plies another result", c->numbering.class.men,
                         (unsigned long)number);
        }
        if (!numbering_pieces(&c->numbering, number, &cursor, &pieces) || value == VALUE_NONE) {
            continue;
        }
        const Position p = table_position(v, pieces);
        const int slow_value = slow_endings_value(slow, &p);
        if (value != slow_value + 1) {
            ck_abort_msg("%d men, number %lu: %d, not %d plies", c->numbering.class.men, (unsigned long)number,
                         value - 1, slow_value);
        }
    }
}

/* The board without mirror images, whose numbers are the simpler ones, with two pieces only: positions of three are
 * compared with their moves in test_table_steps.c. */
TEST_EACH(values_are_those_of_a_plain_solver, VARIANT_COUNT)
{
    const Variant *const v = variant_at(_i);
    const int most = v->has_mirror ? PIECES : 2;
    SlowEndings *const slow = slow_endings_new(v, most);
    NumberingBoard b;
    Error e;
    numbering_board_init(&b, v);
    Store plies = {.board = &b}, results = {.board = &b};
    ThreadPool *const pool = thread_pool_new(2, NULL);
    TableClass pairs[TABLE_PAIRS_MOST];
    const int count = table_class_pairs(TABLE_PIECES_LEAST, most, pairs);
    for (int i = 0; i < count; i++) {
        ck_assert_int_eq(retrograde_solve(&plies, pairs[i], true, pool, no_progress, NULL, &e), ERROR_NONE);
        ck_assert_int_eq(retrograde_solve(&results, pairs[i], false, pool, no_progress, NULL, &e), ERROR_NONE);
        for (int k = 0; k < 2; k++) {
            const int id = table_class_id(k == 0 ? pairs[i] : table_class_swapped(pairs[i]));
            compare_class(plies.classes[id], results.classes[id], slow);
        }
    }
    thread_pool_free(pool);
    store_free(&plies);
    store_free(&results);
    slow_endings_free(slow);
}

/* Runs the program, '@' being the place; its output goes to @.out, beside the place's files. Returns the exit code. */
static int run(const Place *place, const char *arguments)
{
    char command[COMMAND_SIZE], text[COMMAND_SIZE];
    snprintf(text, sizeof text, "%% %s >@/out 2>&1", arguments);
    place_command(place, PROGRAM, text, command, sizeof command);
    return shell_run(command);
}

static void expect_output(const Place *place, const char *text)
{
    size_t size;
    const FilePath out = in(place, "out");
    char *const found = (char *)content(out.text, &size);
    ck_assert_msg(strstr(found, text) != NULL, "\"%s\" lacks \"%s\"", found, text);
    free(found);
}

TEST(program_builds_and_verifies)
{
    const Place place = place_make();
    ck_assert_int_eq(run(&place, "build -pieces 2 -dir @"), 0);
    expect_output(&place, "bushka9x11 K-M: 2352 positions, ");
    ck_assert_int_eq(run(&place, "build -class K-KM -variant bushka -dir @ -threads 1"), 0);
    expect_output(&place, "bushka KM-K: 211680 positions, ");
    expect_files(
        &place,
        "bushka-K-K.plies bushka-K-K.results bushka-K-KK.plies bushka-K-KK.results bushka-K-KM.plies "
        "bushka-K-KM.results bushka-K-M.plies bushka-K-M.results bushka-KK-K.plies bushka-KK-K.results "
        "bushka-KM-K.plies bushka-KM-K.results bushka-M-K.plies bushka-M-K.results bushka-M-M.plies bushka-M-M.results "
        "bushka9x11-K-K.plies bushka9x11-K-K.results bushka9x11-K-M.plies bushka9x11-K-M.results "
        "bushka9x11-M-K.plies bushka9x11-M-K.results bushka9x11-M-M.plies bushka9x11-M-M.results out ");
    ck_assert_int_eq(run(&place, "verify -positions 100 -dir @"), 0);
    expect_output(&place, "bushka K-KM: 100 positions agree with their moves\n");
    ck_assert_int_eq(run(&place, "verify -dir @/nowhere"), 1);
    expect_output(&place, "is not a folder that can be read");
    ck_assert_int_eq(run(&place, "build -pieces 2 -dir @/nowhere/t"), 1);
    expect_output(&place, "No such file or directory");
    ck_assert_int_eq(remove(in(&place, "bushka-K-K.results").text), 0);
    ck_assert_int_eq(run(&place, "verify -dir @ -variant bushka"), 1);
    expect_output(&place, "a table that it needs is missing or damaged");
    place_remove(&place);
}

TEST(memory_is_kept_to)
{
    Error e;
    const Place place = place_make();
    ThreadPool *const pool = thread_pool_new(1, NULL);
    const BuildPlan plan = {.variant = variant_at(0), .folder = place.path, .pieces = 2, .memory = 1000};
    ck_assert_int_eq(build_tables(&plan, pool, &e), ERROR_SYNTAX);
    ck_assert_str_eq(e.text, "K-K needs 1 MiB, and -memory allows 0");
    expect_files(&place, "");
    thread_pool_free(pool);
    place_remove(&place);
}

/* A table that is damaged is built again; a file of that name that is none is not touched. */
TEST(damage_is_repaired)
{
    size_t size;
    const Place place = place_make();
    ck_assert_int_eq(run(&place, "build -pieces 2 -variant bushka -dir @"), 0);
    const FilePath path = in(&place, "bushka-K-M.results");
    unsigned char *const good = content(path.text, &size);
    good[size - 1] ^= 1;
    set_content(path.text, good, size);
    ck_assert_int_eq(run(&place, "verify -dir @"), 1);
    expect_output(&place, "a table that it needs is missing or damaged");
    ck_assert_int_eq(run(&place, "build -pieces 2 -variant bushka -dir @"), 0);
    expect_output(&place, "is damaged: a block does not fit its checksum; it is built again\n");
    good[size - 1] ^= 1;
    size_t again;
    unsigned char *const repaired = content(path.text, &again);
    ck_assert_uint_eq(again, size);
    ck_assert_mem_eq(repaired, good, size);
    set_text(path.text, "a letter");
    ck_assert_int_eq(run(&place, "build -pieces 2 -variant bushka -dir @"), 1);
    expect_output(&place, "holds something else and is not replaced");
    expect_text(path.text, "a letter");
    free(repaired);
    free(good);
    place_remove(&place);
}

/* Killed at moments of all kinds and resumed, a build comes to the same bytes. */
TEST(killed_builds_are_resumed)
{
    char command[COMMAND_SIZE];
    RandomPlay r = {SEED};
    const Place whole = place_make(), killed = place_make();
    ck_assert_int_eq(run(&whole, "build -pieces 3 -variant bushka9x11 -dir @/t"), 0);
    for (int i = 0; i < KILLS; i++) {
        place_command(&killed, PROGRAM, "exec % build -pieces 3 -variant bushka9x11 -dir @/t >@/out 2>&1", command,
                      sizeof command);
        const pid_t pid = shell_start(command, SHELL_INHERIT);
        clock_sleep(random_play_below(&r, KILL_WITHIN) * NS_PER_MS);
        kill(pid, SIGKILL);
        shell_wait(pid);
    }
    ck_assert_int_eq(run(&killed, "build -pieces 3 -variant bushka9x11 -dir @/t"), 0);
    snprintf(command, sizeof command, "rm -f %s/t/*.part; diff -r %s/t %s/t", killed.path, whole.path, killed.path);
    ck_assert_int_eq(shell_run(command), 0);
    place_remove(&whole);
    place_remove(&killed);
}

/* Builds into one folder share the work: no pair is built twice, one that was killed leaves its pair to the others, and
 * all come to the bytes of one build alone. */
TEST(builds_share_a_folder)
{
    char command[COMMAND_SIZE];
    pid_t pids[SHARING];
    const Place whole = place_make(), shared = place_make();
    ck_assert_int_eq(run(&whole, "build -pieces 3 -variant bushka9x11 -dir @/t"), 0);
    for (int i = 0; i < SHARING; i++) {
        char text[COMMAND_SIZE];
        snprintf(text, sizeof text, "exec %% build -pieces 3 -variant bushka9x11 -threads 1 -dir @/t >@/out%d 2>&1", i);
        place_command(&shared, PROGRAM, text, command, sizeof command);
        pids[i] = shell_start(command, SHELL_INHERIT);
    }
    clock_sleep(KILL_WITHIN / 2 * NS_PER_MS);
    kill(pids[0], SIGKILL);
    shell_wait(pids[0]);
    for (int i = 1; i < SHARING; i++) {
        ck_assert_int_eq(shell_wait(pids[i]), 0);
    }
    /* Each pair was built once, but for the one at which the first was killed. */
    snprintf(command, sizeof command, "test $(cat %s/out* | grep -a -o 'bushka9x11 [KM-]*:' | wc -l) -le %d",
             shared.path, PAIRS + 1);
    ck_assert_int_eq(shell_run(command), 0);
    snprintf(command, sizeof command, "rm -f %s/t/*.part; diff -r %s/t %s/t", shared.path, whole.path, shared.path);
    ck_assert_int_eq(shell_run(command), 0);
    place_remove(&whole);
    place_remove(&shared);
}

SUITE(.timeout = 120);
