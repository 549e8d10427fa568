/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The programs for tuning, training and endings as their users meet them: standard output that is lost, signals at any
 * time, and files that are not what they should be. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "protocol/version.h"
#include "suites.h"
#include "support/engine_process.h"
#include "support/place.h"
#include "support/shell.h"
#include "system/clock.h"

enum {
    TIMEOUT_SECONDS = 60,
    COMMAND_SIZE = 8192,
    END_US = SANITIZED ? 10000000 : 1000000, /* a signal ends it within this time */
    FAILED = 1,
    WRONG_COMMAND_LINE = 2,
    INTERRUPTED = 3
};

#define DATAGEN BUILD_DIR "/bushka-datagen"
#define TUNE BUILD_DIR "/bushka-tune"
#define TRAIN BUILD_DIR "/bushka-train"
#define ENDINGS BUILD_DIR "/bushka-endings"

/* Starts a command of the shell in which '@' is the directory; both outputs go to @/out and @/err unless the command
 * says otherwise. */
static pid_t start(const Place *place, const char *command)
{
    static const char begin[] = "exec >@/out 2>@/err </dev/null; ";
    char text[sizeof begin + COMMAND_SIZE], whole[COMMAND_SIZE];
    snprintf(text, sizeof text, "%s%s", begin, command);
    place_command(place, NULL, text, whole, sizeof whole);
    return shell_start(whole, SHELL_INHERIT);
}

static int run(const Place *place, const char *command)
{
    return shell_wait(start(place, command));
}

/* What a program said on its error output. */
static void expect_error(const Place *place, const char *pattern)
{
    size_t size;
    unsigned char *const text = content(in(place, "err").text, &size);
    ck_assert_msg(matches(pattern, (const char *)text), "\"%s\" instead of \"%s\"", (const char *)text, pattern);
    const char *const end = strchr((const char *)text, '\n');
    ck_assert_msg(end != NULL && end[1] == '\0', "more than one line: \"%s\"", (const char *)text);
    free(text);
}

/* Runs the command, which must fail with that exit code and one line. */
static void expect_failure(const Place *place, const char *command, int code, const char *pattern)
{
    const int found = run(place, command);
    if (found != code) {
        run(place, "cat @/err >&2");
    }
    ck_assert_int_eq(found, code);
    expect_error(place, pattern);
}

/* A few games. */
#define GAMES DATAGEN " -games 6 -nodes 5 -quiet -output @/a.rec"

START_TEST(lost_output_is_an_error)
{
    static const struct {
        const char *command, *program;
    } works[] = {
        {DATAGEN " -games 1 -nodes 5 -quiet -output @/x.rec", "bushka-datagen"},
        {DATAGEN " -merge @/a.rec -output @/b.rec", "bushka-datagen"},
        {DATAGEN " -help", "bushka-datagen"},
        {TUNE " @/a.rec -k 100 -epochs 0 -quiet -output @/a.eval", "bushka-tune"},
        {TUNE " --version", "bushka-tune"},
        {TRAIN " @/a.rec -neurons 32 -k 100 -epochs 1 -quiet -output @/a.net", "bushka-train"},
        {ENDINGS " -pieces 2", "bushka-endings"},
    };
    static const struct {
        const char *redirection, *reason;
    } losses[] = {{">/dev/full", "No space left on device"}, {">&-", "not open for writing"}};
    const Place place = place_make();
    ck_assert_int_eq(run(&place, GAMES), 0);
    for (size_t i = 0; i < sizeof works / sizeof works[0]; i++) {
        for (size_t k = 0; k < sizeof losses / sizeof losses[0]; k++) {
            char command[COMMAND_SIZE], pattern[COMMAND_SIZE];
            snprintf(command, sizeof command, "%s %s", works[i].command, losses[k].redirection);
            snprintf(pattern, sizeof pattern, "%s: standard output*%s\n", works[i].program, losses[k].reason);
            expect_failure(&place, command, FAILED, pattern);
        }
    }
    place_remove(&place);
}
END_TEST

/* Nothing is written to a file because it got the number of a closed output. */
START_TEST(closed_outputs_become_no_files)
{
    const Place place = place_make();
    ck_assert_int_eq(run(&place, GAMES), 0);
    ck_assert_int_eq(run(&place, DATAGEN " -games 7 -nodes 5 -output @/a.rec <&- >&- 2>&-"), FAILED);
    ck_assert_int_eq(run(&place, DATAGEN " -games 7 -nodes 5 -output @/b.rec <&- 2>&-"), 0);
    ck_assert_int_eq(run(&place, DATAGEN " -games 7 -nodes 5 -quiet -output @/a.rec"), 0);
    ck_assert(same_content(in(&place, "a.rec").text, in(&place, "b.rec").text));
    place_remove(&place);
}
END_TEST

START_TEST(words_of_every_program)
{
    static const char *const programs[] = {"bushka-datagen", "bushka-tune", "bushka-train", "bushka-endings"};
    static const char *const words[] = {"-h", "-help", "--help", "--version", "-version"};
    const Place place = place_make();
    for (size_t i = 0; i < sizeof programs / sizeof programs[0]; i++) {
        for (size_t k = 0; k < sizeof words / sizeof words[0]; k++) {
            char command[COMMAND_SIZE];
            size_t size;
            snprintf(command, sizeof command, BUILD_DIR "/%s %s", programs[i], words[k]);
            ck_assert_int_eq(run(&place, command), 0);
            expect_text(in(&place, "err").text, "");
            unsigned char *const text = content(in(&place, "out").text, &size);
            const char *const pattern = strstr(words[k], "version") != NULL
                                            ? "bushka-* (" BUSHKA_NAME ") " BUSHKA_VERSION "\n"
                                            : "bushka-* [options]: *-threads*-help*-h*--help*--version*";
            ck_assert_msg(matches(pattern, (const char *)text), "%s", (const char *)text);
            ck_assert_msg(strncmp((const char *)text, programs[i], strlen(programs[i])) == 0, "%s", (const char *)text);
            free(text);
        }
    }
    place_remove(&place);
}
END_TEST

/* An output that cannot be written is refused before the work, which would take minutes. */
START_TEST(outputs_are_refused_before_the_work)
{
    static const struct {
        const char *command;
        const char *pattern;
    } refused[] = {
        {TUNE " @/a.rec -epochs 1000000 -patience 1000000 -output @/nodir/x", "bushka-tune: */nodir/x: No such file *"},
        {TUNE " @/a.rec -epochs 1000000 -patience 1000000 -output @", "bushka-tune: * is a directory, not *"},
        {TUNE " @/a.rec -epochs 1000000 -patience 1000000 -output @/fifo", "bushka-tune: */fifo is a FIFO, not *"},
        {TUNE " @/a.rec -epochs 1000000 -patience 1000000 -output @/letter", "bushka-tune: */letter holds something *"},
        {TUNE " @/a.rec -epochs 1000000 -patience 1000000 -output @/x -checkpoint @/nodir/x",
         "bushka-tune: */nodir/x: No such file *"},
        {TUNE " @/a.rec -epochs 1000000 -patience 1000000 -output @/x -checkpoint @/letter",
         "bushka-tune: */letter holds something else *"},
        {TUNE " @/a.rec -epochs 1000000 -patience 1000000 -output @/x -checkpoint @/fifo -resume",
         "bushka-tune: */fifo is a FIFO, not *"},
        {TUNE " @/a.rec -epochs 1000000 -patience 1000000 -output @/a.rec", "bushka-tune: */a.rec holds something *"},
        {TUNE " @/fifo -output @/x", "bushka-tune: */fifo is a FIFO, not *"},
        {TUNE " @/a.rec -start @/fifo -output @/x", "bushka-tune: */fifo is a FIFO, not *"},
        {TRAIN " @/a.rec -epochs 10000 -output @/nodir/x", "bushka-train: */nodir/x: No such file *"},
        {TRAIN " @/a.rec -epochs 10000 -output @/fifo", "bushka-train: */fifo is a FIFO, not *"},
        {TRAIN " @/a.rec -epochs 10000 -output @/letter", "bushka-train: */letter holds something *"},
        {TRAIN " @/a.rec -epochs 10000 -output @/x -checkpoint @/nodir/x", "bushka-train: */nodir/x: No such file *"},
        {TRAIN " @/a.rec -epochs 10000 -output @/x -checkpoint @/letter", "bushka-train: */letter holds something *"},
        {TRAIN " @/a.rec -epochs 10000 -output @/x -checkpoint @/fifo -resume",
         "bushka-train: */fifo is a FIFO, not *"},
        {TRAIN " @/a.rec -epochs 10000 -output @/a.rec", "bushka-train: */a.rec holds something *"},
        {TRAIN " @/fifo -output @/x", "bushka-train: */fifo is a FIFO, not *"},
        {TRAIN " @/letter -output @/x", "bushka-train: */letter: not a record file*"},
        {TRAIN " @/a.rec -variant bushka9x11 -output @/x",
         "bushka-train: */a.rec: holds positions of board bushka where bushka9x11 is wanted\n"},
        {DATAGEN " -games 100000000 -output @/nodir/x", "bushka-datagen: */nodir/x: No such file *"},
        {DATAGEN " -games 100000000 -output @/fifo", "bushka-datagen: */fifo is a FIFO, not *"},
        {DATAGEN " -games 100000000 -output @/letter", "bushka-datagen: */letter: not a record file*"},
        {DATAGEN " -games 1 -evalfile @/fifo -output @/x", "bushka-datagen: */fifo is a FIFO, not *"},
        {DATAGEN " -games 1 -evalfile @/letter -output @/x",
         "bushka-datagen: */letter: neither a network nor a file of weights *"},
        {DATAGEN " -merge @/fifo -output @/x", "bushka-datagen: */fifo is a FIFO, not *"},
        {DATAGEN " -merge @/a.rec -output @/fifo", "bushka-datagen: */fifo is a FIFO, not *"},
        {DATAGEN " -merge @/a.rec -output @/letter", "bushka-datagen: */letter holds something else *"},
        {ENDINGS " -pieces 4 -emit @/nodir/x", "bushka-endings: */nodir/x: No such file *"},
        {ENDINGS " -pieces 4 -emit @/letter", "bushka-endings: */letter holds something else *"},
        {ENDINGS " -pieces 4 -emit engine/evaluation/eval_weights.c", "bushka-endings: * holds something else *"},
    };
    const Place place = place_make();
    ck_assert_int_eq(run(&place, GAMES), 0);
    set_text(in(&place, "letter").text, "Dear aunt,\n");
    ck_assert_int_eq(mkfifo(in(&place, "fifo").text, S_IRUSR | S_IWUSR), 0);
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        const int64_t begin = clock_us();
        expect_failure(&place, refused[i].command, FAILED, refused[i].pattern);
        ck_assert_msg(clock_us() - begin < END_US, "%s", refused[i].command);
    }
    expect_text(in(&place, "letter").text, "Dear aunt,\n");
    expect_failure(&place, TUNE " @/a.rec -output @/x -checkpoint @/x", WRONG_COMMAND_LINE,
                   "bushka-tune: -output and -checkpoint are one file, *");
    expect_failure(&place, TRAIN " @/a.rec -output @/x -checkpoint @/x", WRONG_COMMAND_LINE,
                   "bushka-train: -output and -checkpoint are one file, *");
    expect_files(&place, "a.rec err fifo letter out ");
    place_remove(&place);
}
END_TEST

/* What a training cannot be asked for, and what would be right. */
START_TEST(trainings_are_refused)
{
    static const struct {
        const char *words, *pattern;
    } refused[] = {
        {"@/a.rec", "-output FILE is missing"},
        {"-output @/x", "no record file is named; bushka-datagen makes them"},
        {"@/a.rec -output @/x -neurons 33", "-neurons takes a multiple of 32, not 33"},
        {"@/a.rec -output @/x -neurons 288", "-neurons takes *256*"},
        {"@/a.rec -output @/x -neurons 0", "-neurons takes *32*"},
        {"@/a.rec -output @/x -buckets 9", "-buckets takes *8*"},
        {"@/a.rec -output @/x -lambda 1.5", "-lambda takes *"},
        {"@/a.rec -output @/x -epochs 0", "-epochs takes *"},
        {"@/a.rec -output @/x -threads 0", "-threads takes *"},
        {"@/a.rec -output @/x -resume", "-resume needs -checkpoint FILE"},
        {"@/a.rec -output @/x -rarely 3", "*-rarely*"},
    };
    const Place place = place_make();
    ck_assert_int_eq(run(&place, GAMES), 0);
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        char command[COMMAND_SIZE], pattern[COMMAND_SIZE];
        snprintf(command, sizeof command, TRAIN " %s", refused[i].words);
        snprintf(pattern, sizeof pattern, "bushka-train: %s\n", refused[i].pattern);
        expect_failure(&place, command, WRONG_COMMAND_LINE, pattern);
    }
    expect_files(&place, "a.rec err out ");
    place_remove(&place);
}
END_TEST

/* However short it is. */
START_TEST(foreign_files_are_not_overwritten)
{
    static const char *const texts[] = {"x", "bushka", "bushkaRF", "bushkaRF and more, all of it my own."};
    const Place place = place_make();
    const FilePath path = in(&place, "mine");
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        set_text(path.text, texts[i]);
        expect_failure(&place, DATAGEN " -games 1 -nodes 5 -output @/mine", FAILED, "*/mine: not a record file*");
        expect_text(path.text, texts[i]);
    }
    set_text(path.text, "");
    ck_assert_int_eq(run(&place, DATAGEN " -games 1 -nodes 5 -quiet -output @/mine"), 0);
    place_remove(&place);
}
END_TEST

/* Shards of a run, with one game less than shards. */
static void make_shards(const Place *place)
{
    char command[COMMAND_SIZE];
    for (int i = 1; i <= 4; i++) {
        snprintf(command, sizeof command, DATAGEN " -games 3 -nodes 5 -quiet -shard %d/4 -output @/%d.rec", i, i);
        ck_assert_int_eq(run(place, command), 0);
    }
    ck_assert_int_eq(run(place, DATAGEN " -games 3 -nodes 5 -quiet -output @/whole.rec"), 0);
}

START_TEST(merge_keeps_its_inputs)
{
    const Place place = place_make();
    make_shards(&place);
    ck_assert_int_eq(run(&place, "ln @/whole.rec @/hard.rec && ln -s whole.rec @/soft.rec && cp @/whole.rec @/copy"),
                     0);
    static const char *const outputs[] = {"whole.rec", "hard.rec", "soft.rec", "./whole.rec"};
    for (size_t i = 0; i < sizeof outputs / sizeof outputs[0]; i++) {
        char command[COMMAND_SIZE];
        snprintf(command, sizeof command, DATAGEN " -merge @/whole.rec -output @/%s", outputs[i]);
        expect_failure(&place, command, FAILED, "bushka-datagen: * is to be merged itself; name another file *");
        ck_assert(same_content(in(&place, "whole.rec").text, in(&place, "copy").text));
    }
    place_remove(&place);
}
END_TEST

START_TEST(missing_shards_are_named)
{
    const Place place = place_make();
    make_shards(&place);
    /* The fourth has no game. */
    ck_assert_int_eq(run(&place, DATAGEN " -merge @/2.rec @/4.rec @/1.rec @/3.rec -output @/m.rec"), 0);
    ck_assert(same_content(in(&place, "m.rec").text, in(&place, "whole.rec").text));
    expect_failure(&place, DATAGEN " -merge @/1.rec @/2.rec @/4.rec -output @/x", FAILED,
                   "bushka-datagen: shard 3/4 is missing; a merge needs all of them\n");
    expect_failure(&place, DATAGEN " -merge @/3.rec -output @/x", FAILED,
                   "bushka-datagen: shards 1/4, 2/4, 4/4 are missing; *");
    expect_failure(&place, DATAGEN " -merge @/1.rec @/2.rec @/3.rec @/4.rec @/1.rec -output @/x", FAILED,
                   "bushka-datagen: game 0 is there twice\n");
    expect_failure(&place, DATAGEN " -merge @/1.rec @/whole.rec -output @/x", FAILED,
                   "bushka-datagen: */whole.rec: is shard 1/1, the first file one of 4\n");
    ck_assert_int_eq(
        run(&place, "cat @/3.rec @/1.rec >@/c.rec && " DATAGEN " -merge @/c.rec @/2.rec @/4.rec -output @/m.rec"), 0);
    ck_assert(same_content(in(&place, "m.rec").text, in(&place, "whole.rec").text));
    ck_assert_int_ne(access(in(&place, "x").text, F_OK), 0);
    place_remove(&place);
}
END_TEST

/* Records are replaced only by a merge that holds their games too. */
START_TEST(merge_loses_no_games)
{
    const Place place = place_make();
    make_shards(&place);
    ck_assert_int_eq(run(&place, DATAGEN " -games 9 -nodes 5 -quiet -output @/more.rec"), 0);
    ck_assert_int_eq(run(&place, DATAGEN " -games 9 -nodes 5 -quiet -seed 2 -output @/other.rec"), 0);
    static const char *const outputs[] = {"more.rec", "other.rec"};
    for (size_t i = 0; i < sizeof outputs / sizeof outputs[0]; i++) {
        char command[COMMAND_SIZE];
        snprintf(command, sizeof command,
                 "cp @/%s @/kept && " DATAGEN " -merge @/1.rec @/2.rec @/3.rec @/4.rec -output @/%s", outputs[i],
                 outputs[i]);
        expect_failure(&place, command, FAILED, "bushka-datagen: * holds games that are not among those to merge; *");
        ck_assert(same_content(in(&place, outputs[i]).text, in(&place, "kept").text));
    }
    ck_assert_int_eq(
        run(&place, "cp @/1.rec @/m.rec && " DATAGEN " -merge @/whole.rec -output @/m.rec && cmp @/m.rec @/whole.rec"),
        0);
    place_remove(&place);
}
END_TEST

/* Work that would last for minutes, and what a signal leaves of it. */
static const struct {
    const char *command;
    const char *pattern; /* of the line on the error output */
    const char *files;   /* in the end */
    bool talks;          /* it prints before it ends */
} WORKS[] = {
    {DATAGEN " -games 1000000 -nodes 1000 -threads 3 -output @/x.rec",
     "bushka-datagen: interrupted; */x.rec keeps * games, and the same command resumes\n", "a.rec b.rec err out x.rec ",
     false},
    {DATAGEN " -games 5 -nodes 4000000000 -threads 2 -quiet -output @/x.rec",
     "bushka-datagen: interrupted; */x.rec keeps 0 games, and the same command resumes\n", "a.rec b.rec err out x.rec ",
     false},
    {DATAGEN " -merge $(yes @/b.rec | head -n 1000) -output @/x.rec", "bushka-datagen: interrupted; nothing is *\n",
     "a.rec b.rec err out ", false},
    {TUNE " $(yes @/b.rec | head -n 1000) -quiet -output @/x", "bushka-tune: interrupted; nothing is kept *\n",
     "a.rec b.rec err out ", false},
    {TUNE " $(yes @/a.rec | head -n 20) -quiet -k 100 -batch 100 -epochs 1000000 -patience 1000000 -threads 2 "
          "-checkpoint @/c -output @/x",
     "bushka-tune: interrupted; *\n", NULL, false},
    {TRAIN " $(yes @/b.rec | head -n 1000) -quiet -output @/x",
     "bushka-train: interrupted; nothing is kept of the training\n", "a.rec b.rec err out ", false},
    {TRAIN " $(yes @/a.rec | head -n 20) -quiet -k 100 -epochs 10000 -threads 2 -output @/x",
     "bushka-train: interrupted; nothing is kept of the training\n", "a.rec b.rec err out ", true},
    {TRAIN " $(yes @/a.rec | head -n 20) -quiet -k 100 -epochs 10000 -threads 2 -checkpoint @/c -resume -output @/x",
     "bushka-train: interrupted; */c keeps * epoch*\n", "a.rec b.rec c err out ", true},
    {ENDINGS " -pieces 4 -threads 2 -emit @/x.c", "bushka-endings: interrupted\n", "a.rec b.rec err out ", false},
};

static const int SIGNALS[] = {SIGINT, SIGTERM, SIGHUP};

enum { WORK_COUNT = sizeof WORKS / sizeof WORKS[0], SIGNAL_COUNT = sizeof SIGNALS / sizeof SIGNALS[0] };

START_TEST(signals_end_the_work)
{
    const int work = _i;
    const Place place = place_make();
    char command[COMMAND_SIZE];
    ck_assert_int_eq(run(&place, GAMES), 0);
    ck_assert_int_eq(run(&place, "cat $(yes @/a.rec | head -n 1000) >@/b.rec"), 0);
    for (int k = 0; k < SIGNAL_COUNT; k++) {
        snprintf(command, sizeof command, "exec %s", WORKS[work].command);
        const pid_t pid = start(&place, command);
        shell_wait_for_work(pid);
        const int64_t begin = clock_us();
        ck_assert_int_eq(kill(pid, SIGNALS[k]), 0);
        const int code = shell_wait(pid);
        ck_assert_int_lt(clock_us() - begin, END_US);
        ck_assert_int_eq(code, INTERRUPTED);
        expect_error(&place, WORKS[work].pattern);
        if (!WORKS[work].talks) {
            expect_text(in(&place, "out").text, "");
        }
        if (WORKS[work].files != NULL) {
            expect_files(&place, WORKS[work].files);
        } else {
            ck_assert_int_eq(run(&place, "! ls -A @ | grep part"), 0);
        }
    }
    place_remove(&place);
}
END_TEST

/* Nobody reads what the program prints: a signal ends it all the same. */
START_TEST(signals_end_the_writing)
{
    const Place place = place_make();
    ck_assert_int_eq(mkfifo(in(&place, "pipe").text, S_IRUSR | S_IWUSR), 0);
    const int reader = open(in(&place, "pipe").text, O_RDWR | O_CLOEXEC);
    ck_assert_int_ge(reader, 0);
    ck_assert_int_eq(fcntl(reader, F_SETFL, O_NONBLOCK), 0);
    static const char full[4096];
    while (write(reader, full, sizeof full) > 0) {
    }
    const pid_t pid = start(&place, "exec " ENDINGS " -pieces 2 >@/pipe");
    shell_wait_for_work(pid);
    const int64_t begin = clock_us();
    ck_assert_int_eq(kill(pid, SIGTERM), 0);
    ck_assert_int_eq(shell_wait(pid), INTERRUPTED);
    ck_assert_int_lt(clock_us() - begin, END_US);
    expect_error(&place, "bushka-endings: interrupted\n");
    close(reader);
    place_remove(&place);
}
END_TEST

/* nohup and jobs in the background ignore signals, and so does what they run. */
START_TEST(ignored_signals_stay_ignored)
{
    const Place place = place_make();
    const pid_t pid = start(&place, "trap '' HUP INT; exec " DATAGEN " -games 100 -nodes 200 -quiet -output @/x.rec");
    shell_wait_for_work(pid);
    ck_assert_int_eq(kill(pid, SIGHUP), 0);
    ck_assert_int_eq(kill(pid, SIGINT), 0);
    ck_assert_int_eq(shell_wait(pid), 0);
    place_remove(&place);
}
END_TEST

/* Interrupted at any time and run again, generator, fit and training come to the same end. */
START_TEST(interrupted_work_is_resumed)
{
    static const char *const works[] = {
        DATAGEN " -games 40 -nodes 400 -quiet -threads 2 -output @/x.rec",
        TUNE " @/whole.rec -quiet -k 100 -batch 16 -epochs 60 -patience 60 -rare 1 -checkpoint @/c -resume -output @/x",
        TRAIN " @/whole.rec -quiet -neurons 32 -batch 16 -epochs 60 -checkpoint @/n -resume -output @/x.net",
    };
    const Place place = place_make();
    ck_assert_int_eq(run(&place, DATAGEN " -games 40 -nodes 400 -quiet -output @/whole.rec"), 0);
    ck_assert_int_eq(run(&place, TRAIN " @/whole.rec -quiet -neurons 32 -batch 16 -epochs 60 -output @/w.net"), 0);
    ck_assert_int_eq(
        run(&place, TUNE " @/whole.rec -quiet -k 100 -batch 16 -epochs 60 -patience 60 -rare 1 -output @/w"), 0);
    for (size_t i = 0; i < sizeof works / sizeof works[0]; i++) {
        char command[COMMAND_SIZE];
        int status = 0, interruptions = 0;
        bool ended = false;
        snprintf(command, sizeof command, "exec %s", works[i]);
        for (int tries = 0; tries < 1000 && !ended; tries++) {
            const pid_t pid = start(&place, command);
            clock_sleep((20 + 10 * tries) * NS_PER_MS);
            kill(pid, SIGTERM);
            ck_assert_int_eq(waitpid(pid, &status, 0), pid);
            interruptions += WIFEXITED(status) && WEXITSTATUS(status) == INTERRUPTED ? 1 : 0;
            /* A program that has just been started is killed. */
            ended = WIFEXITED(status) ? WEXITSTATUS(status) != INTERRUPTED : WTERMSIG(status) != SIGTERM;
        }
        ck_assert(WIFEXITED(status));
        ck_assert_int_eq(WEXITSTATUS(status), 0);
        ck_assert_int_gt(interruptions, 0);
    }
    ck_assert(same_content(in(&place, "x.rec").text, in(&place, "whole.rec").text));
    ck_assert(same_content(in(&place, "x").text, in(&place, "w").text));
    ck_assert(same_content(in(&place, "x.net").text, in(&place, "w.net").text));
    place_remove(&place);
}
END_TEST

/* Two generators on one file. */
START_TEST(output_in_use_is_refused)
{
    const Place place = place_make();
    const pid_t pid = start(&place, "exec " DATAGEN " -games 5 -nodes 4000000000 -quiet -output @/x.rec 2>/dev/null");
    shell_wait_for_work(pid);
    expect_failure(&place, DATAGEN " -games 5 -nodes 4000000000 -output @/x.rec", FAILED,
                   "bushka-datagen: */x.rec is in use by another generator\n");
    kill(pid, SIGTERM);
    ck_assert_int_eq(shell_wait(pid), INTERRUPTED);
    place_remove(&place);
}
END_TEST

Suite *tools_suite(void)
{
    Suite *const suite = suite_create("tools");
    TCase *const t = tcase_create("tools");
    tcase_set_timeout(t, TIMEOUT_SECONDS);
    tcase_add_test(t, lost_output_is_an_error);
    tcase_add_test(t, closed_outputs_become_no_files);
    tcase_add_test(t, words_of_every_program);
    tcase_add_test(t, outputs_are_refused_before_the_work);
    tcase_add_test(t, trainings_are_refused);
    tcase_add_test(t, foreign_files_are_not_overwritten);
    tcase_add_test(t, merge_keeps_its_inputs);
    tcase_add_test(t, missing_shards_are_named);
    tcase_add_test(t, merge_loses_no_games);
    tcase_add_loop_test(t, signals_end_the_work, 0, WORK_COUNT);
    if (!SANITIZED) { /* the thread sanitizer writes out what standard output holds back, even at _exit() */
        tcase_add_test(t, signals_end_the_writing);
    }
    tcase_add_test(t, ignored_signals_stay_ignored);
    tcase_add_test(t, interrupted_work_is_resumed);
    tcase_add_test(t, output_in_use_is_refused);
    suite_add_tcase(suite, t);
    return suite;
}
