/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Signals to the programs for training and endings, at any time: they end soon, and resume what they kept. */
#include <signal.h>
#include <unistd.h>

#include "support/test.h"
#include "support/tool_process.h"
#include "system/clock.h"

/* Work that would take minutes, and what a signal leaves of it. */
static const struct {
    const char *command;
    const char *pattern; /* of the line on standard error */
    const char *files;   /* in the end */
    const char *sign; /* a file that shows that it is in the middle of its work, and has printed something; or NULL */
} WORKS[] = {
    {"exec " TOOL_DATAGEN " -games 1000000 -nodes 1000 -threads 3 -output @/x.rec",
     "bushka-datagen: interrupted; */x.rec keeps * game*, and the same command resumes\n", "a.rec b.rec err out x.rec ",
     NULL},
    {"exec " TOOL_DATAGEN " -games 5 -nodes 4000000000 -threads 2 -quiet -output @/x.rec",
     "bushka-datagen: interrupted; */x.rec keeps 0 games, and the same command resumes\n", "a.rec b.rec err out x.rec ",
     NULL},
    {"exec " TOOL_DATAGEN " -merge $(yes @/b.rec | head -n 1000) -output @/x.rec",
     "bushka-datagen: interrupted; nothing is *\n", "a.rec b.rec err out ", NULL},
    {"exec " TOOL_TRAIN " $(yes @/b.rec | head -n 1000) -quiet -output @/x",
     "bushka-train: interrupted; nothing of the training is kept\n", "a.rec b.rec err out ", NULL},
    {"printf bushkaNT >@/c; exec " TOOL_TRAIN " $(yes @/b.rec | head -n 1000) -checkpoint @/c -resume -output @/x",
     "bushka-train: interrupted; */c stays as it was\n", "a.rec b.rec c err out ", NULL},
    {"exec " TOOL_TRAIN " $(yes @/a.rec | head -n 20) -quiet -k 100 -epochs 10000 -threads 2 -output @/x",
     "bushka-train: interrupted; nothing of the training is kept\n", "a.rec b.rec err out ", "out"},
    {"exec " TOOL_TRAIN " @/a.rec -quiet -k 100 -epochs 10000 -threads 2 -checkpoint @/c -resume -output @/x",
     "bushka-train: interrupted; */c keeps * epoch*\n", "a.rec b.rec c err out ", "c"},
    {"exec " TOOL_ENDINGS " build -pieces 4 -dir @/tables", "bushka-endings: interrupted; the same command resumes\n",
     "a.rec b.rec err out tables ", "out"},
};

SUITE(.with = {&WITH_PLACE}, .timeout = 120);

/* Each work gets one of them: the programs have one handler for all signals. */
static const int SIGNALS[] = {SIGINT, SIGTERM, SIGHUP};

TEST_EACH(signals_end_the_work, ROWS(WORKS))
{
    must_run(TOOL_GAMES);
    must_run("cat $(yes @/a.rec | head -n 1000) >@/b.rec");
    const pid_t pid = tool_start(&place, WORKS[_i].command);
    shell_wait_for_work(pid);
    if (WORKS[_i].sign != NULL) {
        wait_for_file(WORKS[_i].sign);
    }
    tool_interrupt(pid, SIGNALS[_i % ROWS(SIGNALS)]);
    tool_expect_error(WORKS[_i].pattern);
    if (WORKS[_i].sign == NULL) {
        expect_text(in(&place, "out").text, "");
    }
    expect_files(WORKS[_i].files);
}

/* Signals that are ignored from the start, as under nohup and in background jobs, stay ignored. */
TEST(ignored_signals_stay_ignored)
{
    const pid_t pid =
        tool_start(&place, "trap '' HUP INT; exec " TOOL_DATAGEN " -games 100 -nodes 200 -quiet -output @/x.rec");
    shell_wait_for_work(pid);
    ck_assert_int_eq(kill(pid, SIGHUP), 0);
    ck_assert_int_eq(shell_end(pid, SIGINT), 0);
}

/* Interrupted at any time and run again, generator and training come to the same result. Work that was done before it
 * was interrupted, since the test itself had to wait for a processor, is repeated. */
TEST(interrupted_work_is_resumed)
{
    static const char *const works[] = {
        "exec " TOOL_DATAGEN " -games 100 -nodes 300 -quiet -threads 2 -output @/x.rec",
        "exec " TOOL_TRAIN " @/a.rec -quiet -neurons 32 -batch 16 -epochs 12 -checkpoint @/n -resume -output @/x.net",
    };
    must_run(TOOL_DATAGEN " -games 100 -nodes 300 -quiet -output @/whole.rec");
    must_run(TOOL_GAMES);
    must_run(TOOL_TRAIN " @/a.rec -quiet -neurons 32 -batch 16 -epochs 12 -output @/w.net");
    for (size_t i = 0; i < sizeof works / sizeof works[0]; i++) {
        int code = TOOL_INTERRUPTED, interruptions = 0;
        for (int tries = 0; tries < 1000 && (code != 0 || interruptions == 0); tries++) {
            if (code == 0) {
                must_run("rm -f @/x.* @/n*");
            }
            const pid_t pid = tool_start(&place, works[i]);
            shell_wait_for_work(pid);
            clock_sleep(10 * interruptions * NS_PER_MS);
            code = shell_end(pid, SIGTERM);
            ck_assert(code == 0 || code == TOOL_INTERRUPTED);
            interruptions += code == TOOL_INTERRUPTED ? 1 : 0;
        }
        ck_assert_int_eq(code, 0);
        ck_assert_int_gt(interruptions, 0);
    }
    expect_same_files("x.rec", "whole.rec");
    expect_same_files("x.net", "w.net");
}

/* A generator that is killed leaves whole games. */
TEST(killed_generator_leaves_whole_games)
{
    const pid_t pid = tool_start(&place, "exec " TOOL_DATAGEN " -games 1000000 -nodes 5 -quiet -output @/x.rec");
    wait_for_file("x.rec");
    shell_end(pid, SIGKILL);
    must_run(TOOL_DATAGEN " -merge @/x.rec -output @/whole.rec");
}

/* While a generator has a file, no other one and no merge may write to it. */
TEST(output_in_use_is_refused)
{
    must_run(TOOL_DATAGEN " -games 1 -nodes 5 -quiet -output @/w.rec");
    const pid_t pid =
        tool_start(&place, "exec " TOOL_DATAGEN " -games 5 -nodes 4000000000 -quiet -output @/x.rec 2>/dev/null");
    while (access(in(&place, "x.rec").text, F_OK) != 0) {
        clock_sleep(NS_PER_MS);
    }
    shell_wait_for_work(pid); /* and some time to lock it */
    tool_expect_failure(TOOL_DATAGEN " -games 5 -nodes 4000000000 -output @/x.rec", TOOL_FAILED,
                        "bushka-datagen: */x.rec is in use by another generator\n");
    tool_expect_failure(TOOL_DATAGEN " -merge @/w.rec -output @/x.rec", TOOL_FAILED,
                        "bushka-datagen: */x.rec is in use by a generator\n");
    tool_interrupt(pid, SIGTERM);
}
