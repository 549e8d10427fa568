/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Building tablebases: with plies and without, and the commands build and verify of the program; test_table_steps.c
 * checks the values. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "endings/build.h"
#include "endings/retrograde.h"
#include "endings/store_file.h"
#include "support/random_play.h"
#include "support/test.h"
#include "support/tool_process.h"
#include "system/clock.h"
#include "system/file.h"

enum {
    PIECES = 3,
    KILLS = 6,
    KILL_WITHIN = 400, /* ms */
    SHARING = 3,       /* builds into one folder */
    PAIRS = 9,         /* of classes of up to three pieces */
    SEED = 3
};

static void no_progress(void *context, double share)
{
    (void)context;
    (void)share;
}

/* A class that is solved without plies has the same results as with them. */
TEST_EACH(results_do_not_need_plies, VARIANT_COUNT)
{
    NumberingBoard b;
    TableClass pairs[TABLE_PAIRS_MAX];
    numbering_board_init(&b, variant_at(_i));
    Store plies = {.board = &b}, results = {.board = &b};
    ThreadPool *const pool = thread_pool_new(2, NULL);
    const int count = table_class_pairs(PIECES, pairs);
    for (int i = 0; i < count; i++) {
        ck_assert_int_eq(retrograde_solve(&plies, pairs[i], true, pool, no_progress, NULL, NULL), ERROR_NONE);
        ck_assert_int_eq(retrograde_solve(&results, pairs[i], false, pool, no_progress, NULL, NULL), ERROR_NONE);
    }
    for (int id = 0; id < TABLE_CLASS_IDS; id++) {
        const StoreClass *const c = plies.classes[id];
        for (uint64_t n = 0; c != NULL && n < c->numbering.count; n++) {
            if (value_wdl(store_get(c, n)) != value_wdl(store_get(results.classes[id], n))) {
                ck_abort_msg("class %d, number %lu: another result without plies", id, (unsigned long)n);
            }
        }
    }
    thread_pool_free(pool);
    store_free(&plies);
    store_free(&results);
}

TEST(program_builds_and_verifies)
{
    must_run(TOOL_ENDINGS " build -pieces 2 -dir @");
    tool_expect_output("bushka9x11 K-M: 2352 positions, ");
    must_run(TOOL_ENDINGS " build -class K-KM -variant bushka -dir @ -threads 1");
    tool_expect_output("bushka KM-K: 211680 positions, ");
    expect_files(
        "bushka-K-K.plies bushka-K-K.results bushka-K-KK.plies bushka-K-KK.results bushka-K-KM.plies "
        "bushka-K-KM.results bushka-K-M.plies bushka-K-M.results bushka-KK-K.plies bushka-KK-K.results "
        "bushka-KM-K.plies bushka-KM-K.results bushka-M-K.plies bushka-M-K.results bushka-M-M.plies bushka-M-M.results "
        "bushka9x11-K-K.plies bushka9x11-K-K.results bushka9x11-K-M.plies bushka9x11-K-M.results "
        "bushka9x11-M-K.plies bushka9x11-M-K.results bushka9x11-M-M.plies bushka9x11-M-M.results err out ");
    must_run(TOOL_ENDINGS " verify -positions 100 -dir @");
    tool_expect_output("bushka K-KM: 100 positions agree with their moves\n");
    must_run(TOOL_ENDINGS " verify -positions 120 -variant bushka9x11 -dir @");
    tool_expect_output("bushka9x11 M-M: 120 positions agree with their moves\n");
    tool_expect_failure(TOOL_ENDINGS " build -pieces 2 -dir @/nowhere/t", TOOL_FAILED,
                        "bushka-endings: */nowhere/t: No such file or directory\n");
    ck_assert_int_eq(remove(in(&place, "bushka-K-K.results").text), 0);
    tool_expect_failure(TOOL_ENDINGS " verify -dir @ -variant bushka", TOOL_FAILED,
                        "bushka-endings: bushka *: a table that it needs is missing or damaged\n");
}

/* A folder that the user may not read is refused, and not taken for one without tables. Root may read any, and becomes
 * another user. */
TEST(closed_folder_is_refused)
{
    static const char TRY[] = "%s @/bushka-endings verify -dir @/closed";
    char command[TOOL_COMMAND_SIZE];
    must_run("cp " TOOL_ENDINGS " @/ && chmod 755 @ && mkdir -m 0 @/closed");
    snprintf(command, sizeof command, TRY,
             geteuid() == 0 ? "setpriv --reuid=65534 --regid=65534 --clear-groups" : "exec");
    tool_expect_failure(command, TOOL_FAILED, "bushka-endings: */closed is not a folder that can be read\n");
}

/* Tables whose checksums are right, but whose values do not follow from the moves. */
TEST_EACH(wrong_values_are_found, BLOCK_KINDS)
{
    static const char *const PATTERNS[BLOCK_KINDS] = {
        [BLOCK_RESULTS] = "bushka-endings: bushka *: the table says draw in 0, its moves win in *\n",
        [BLOCK_PLIES] = "bushka-endings: bushka *: the table says win in 11, its moves win in *\n"};
    static const TableClass CLASS = {1, 0, 0, 1};
    const BlockKind kind = (BlockKind)_i;
    NumberingBoard b;
    must_run(TOOL_ENDINGS " build -pieces 2 -variant bushka -dir @");
    numbering_board_init(&b, &VARIANT_10X10);
    Store s = {.board = &b};
    ThreadPool *const pool = thread_pool_new(1, NULL);
    const TableFilePath path = table_file_path(place.path, b.variant, CLASS, kind);
    ck_assert_int_eq(store_file_read(&s, CLASS, kind, path.text, pool, NULL), ERROR_NONE);
    StoreClass *const c = s.classes[table_class_id(CLASS)];
    memset(c->values, kind == BLOCK_RESULTS ? WDL_DRAW : 12, c->bytes);
    ck_assert_int_eq(store_file_write(c, kind, path.text, pool, NULL), ERROR_NONE);
    tool_expect_failure(TOOL_ENDINGS " verify -dir @", TOOL_FAILED, PATTERNS[kind]);
    char *const said = text_of("err");
    tool_expect_failure(TOOL_ENDINGS " verify -dir @ -seed 2", TOOL_FAILED, PATTERNS[kind]);
    char *const other = text_of("err");
    ck_assert_str_ne(other, said); /* another position */
    free(said);
    free(other);
    thread_pool_free(pool);
    store_free(&s);
}

TEST(memory_is_kept_to)
{
    Error e;
    ThreadPool *const pool = thread_pool_new(1, NULL);
    const BuildPlan plan = {.variant = variant_at(0), .folder = place.path, .pieces = 2, .memory = 1000};
    ck_assert_int_eq(build_tables(&plan, pool, &e), ERROR_SYNTAX);
    ck_assert_str_eq(e.text, "K-K needs 1 MiB, and -memory allows 0");
    expect_files("");
    thread_pool_free(pool);
}

/* A damaged table is built again; another file of that name is refused before the work, and not touched. */
TEST(damage_is_repaired)
{
    static const char BUILD[] = TOOL_ENDINGS " build -pieces 2 -variant bushka -dir @";
    size_t size;
    const FilePath path = in(&place, "bushka-K-M.results"), kept = in(&place, "kept");
    must_run(BUILD);
    unsigned char *const bytes = content(path.text, &size);
    set_content(kept.text, bytes, size);
    bytes[size - 1] ^= 1;
    set_content(path.text, bytes, size);
    tool_expect_failure(TOOL_ENDINGS " verify -dir @", TOOL_FAILED,
                        "bushka-endings: bushka *: a table that it needs is missing or damaged\n");
    must_run(BUILD);
    tool_expect_output("is damaged: a block does not fit its checksum; it has to be built again\n");
    expect_same_files("bushka-K-M.results", "kept");
    set_text(in(&place, "bushka-M-MM.plies").text, "a letter");
    tool_expect_failure(TOOL_ENDINGS " build -pieces 3 -variant bushka -dir @", TOOL_FAILED,
                        "bushka-endings: *bushka-M-MM.plies holds something else and is not replaced; *\n");
    ck_assert(!file_exists(in(&place, "bushka-KK-K.results").text));
    set_text(path.text, "a letter");
    tool_expect_failure(BUILD, TOOL_FAILED, "bushka-endings: * holds something else and is not replaced; *\n");
    expect_text(path.text, "a letter");
    expect_text(in(&place, "out").text, "");
    free(bytes);
}

/* Fails the test unless both folders t hold the same, apart from what builds were writing when they were killed. */
static void expect_same_tables(const Place *a, const Place *b)
{
    char command[TOOL_COMMAND_SIZE];
    snprintf(command, sizeof command, "diff -r -x '*.part' %s/t @/t", a->path);
    ck_assert_int_eq(tool_run(b, command), 0);
}

/* A build that is killed at random moments and resumed makes the same bytes. Builds into one folder share the work: no
 * pair is built twice, one that is killed leaves its pair to the others, and together they make the bytes of a single
 * build, with any number of threads. */
TEST(builds_are_resumed_and_shared)
{
    static const char BUILD[] = "exec " TOOL_ENDINGS " build -pieces 3 -variant bushka9x11 -dir @/t";
    char command[TOOL_COMMAND_SIZE];
    RandomPlay r = {SEED};
    pid_t pids[SHARING];
    const Place killed = place_make(), shared = place_make();
    must_run(TOOL_ENDINGS " build -pieces 3 -variant bushka9x11 -threads 3 -dir @/t");
    for (int i = 0; i < KILLS; i++) {
        const pid_t pid = tool_start(&killed, BUILD);
        clock_sleep(random_play_below(&r, KILL_WITHIN) * NS_PER_MS);
        shell_end(pid, SIGKILL);
    }
    ck_assert_int_eq(tool_run(&killed, BUILD), 0);
    expect_same_tables(&place, &killed);
    for (int i = 0; i < SHARING; i++) {
        snprintf(command, sizeof command, "%s -threads 1 >@/out%d 2>&1", BUILD, i);
        pids[i] = tool_start(&shared, command);
    }
    clock_sleep(KILL_WITHIN / 2 * NS_PER_MS);
    shell_end(pids[0], SIGKILL);
    for (int i = 1; i < SHARING; i++) {
        ck_assert_int_eq(shell_wait(pids[i]), 0);
    }
    /* Each pair was built once, except for the one at which the first was killed. */
    snprintf(command, sizeof command, "test $(cat @/out* | grep -a -o 'bushka9x11 [KM-]*:' | wc -l) -le %d", PAIRS + 1);
    ck_assert_int_eq(tool_run(&shared, command), 0);
    expect_same_tables(&place, &shared);
    place_remove(&killed);
    place_remove(&shared);
}

SUITE(.timeout = 120, .with = {&WITH_PLACE});
