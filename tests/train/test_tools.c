/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The programs for training and endings as their users meet them: their words, standard output that is lost,
 * and files that are not what they should be. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/place.h"
#include "support/test.h"
#include "support/tool_process.h"
#include "system/clock.h"
#include "system/version.h"

/* What programs say of a full disk. Not every C library keeps the reason why a part was lost that it wrote before. */
#ifdef __GLIBC__
#define DISK_FULL "No space left on device"
#else
#define DISK_FULL "*"
#endif

TEST(lost_output_is_an_error)
{
    static const struct {
        const char *command, *program;
    } works[] = {
        {TOOL_DATAGEN " -games 1 -nodes 5 -quiet -output @/x.rec", "bushka-datagen"},
        {TOOL_DATAGEN " -merge @/a.rec -output @/b.rec", "bushka-datagen"},
        {TOOL_DATAGEN " -help", "bushka-datagen"},
        {TOOL_TRAIN " --version", "bushka-train"},
        {TOOL_TRAIN " @/a.rec -neurons 32 -k 100 -epochs 1 -quiet -output @/a.net", "bushka-train"},
        {TOOL_ENDINGS " -help", "bushka-endings"},
    };
    static const struct {
        const char *redirection, *reason;
    } losses[] = {{">/dev/full", DISK_FULL}, {">&-", "not open for writing"}};
    const Place place = place_make();
    ck_assert_int_eq(tool_run(&place, TOOL_GAMES), 0);
    for (size_t i = 0; i < sizeof works / sizeof works[0]; i++) {
        for (size_t k = 0; k < sizeof losses / sizeof losses[0]; k++) {
            char command[TOOL_COMMAND_SIZE], pattern[TOOL_COMMAND_SIZE];
            snprintf(command, sizeof command, "%s %s", works[i].command, losses[k].redirection);
            snprintf(pattern, sizeof pattern, "%s: standard output*%s\n", works[i].program, losses[k].reason);
            tool_expect_failure(&place, command, TOOL_FAILED, pattern);
        }
    }
    place_remove(&place);
}

/* Nothing is written to a file because it got the number of a closed output. */
TEST(closed_outputs_become_no_files)
{
    const Place place = place_make();
    ck_assert_int_eq(tool_run(&place, TOOL_GAMES), 0);
    ck_assert_int_eq(tool_run(&place, TOOL_DATAGEN " -games 7 -nodes 5 -output @/a.rec <&- >&- 2>&-"), TOOL_FAILED);
    ck_assert_int_eq(tool_run(&place, TOOL_DATAGEN " -games 7 -nodes 5 -output @/b.rec <&- 2>&-"), 0);
    ck_assert_int_eq(tool_run(&place, TOOL_DATAGEN " -games 7 -nodes 5 -quiet -output @/a.rec"), 0);
    ck_assert(same_content(in(&place, "a.rec").text, in(&place, "b.rec").text));
    place_remove(&place);
}

TEST(words_of_every_program)
{
    static const char *const programs[] = {"bushka-datagen", "bushka-train", "bushka-endings"};
    static const char *const words[] = {"-h", "-help", "--help", "--version", "-version"};
    const Place place = place_make();
    for (size_t i = 0; i < sizeof programs / sizeof programs[0]; i++) {
        for (size_t k = 0; k < sizeof words / sizeof words[0]; k++) {
            char command[TOOL_COMMAND_SIZE];
            size_t size;
            snprintf(command, sizeof command, BUILD_DIR "/%s %s", programs[i], words[k]);
            ck_assert_int_eq(tool_run(&place, command), 0);
            expect_text(in(&place, "err").text, "");
            unsigned char *const text = content(in(&place, "out").text, &size);
            const char *const pattern = strstr(words[k], "version") != NULL
                                            ? "bushka-* (" BUSHKA_NAME ") " BUSHKA_VERSION
                                              "\ncompiled by * for *; runs with *\n"
                                            : "bushka-* [options]: *-threads*-help*-h*--help*--version*";
            ck_assert_msg(matches(pattern, (const char *)text), "%s", (const char *)text);
            ck_assert_msg(strncmp((const char *)text, programs[i], strlen(programs[i])) == 0, "%s", (const char *)text);
            free(text);
        }
    }
    place_remove(&place);
}

/* An output that cannot be written is refused before the work, which would take minutes. */
TEST(outputs_are_refused_before_the_work)
{
    static const struct {
        const char *command;
        const char *pattern;
    } refused[] = {
        {TOOL_TRAIN " @/a.rec -epochs 10000 -output @/nodir/x", "bushka-train: */nodir/x: No such file *"},
        {TOOL_TRAIN " @/a.rec -epochs 10000 -output @", "bushka-train: * is a directory, not *"},
        {TOOL_TRAIN " @/a.rec -epochs 10000 -output @/fifo", "bushka-train: */fifo is a FIFO, not *"},
        {TOOL_TRAIN " @/a.rec -epochs 10000 -output @/letter", "bushka-train: */letter holds something *"},
        {TOOL_TRAIN " @/a.rec -epochs 10000 -output @/x -checkpoint @/nodir/x",
         "bushka-train: */nodir/x: No such file *"},
        {TOOL_TRAIN " @/a.rec -epochs 10000 -output @/x -checkpoint @/letter",
         "bushka-train: */letter holds something *"},
        {TOOL_TRAIN " @/a.rec -epochs 10000 -output @/x -checkpoint @/fifo -resume",
         "bushka-train: */fifo is a FIFO, not *"},
        {TOOL_TRAIN " @/a.rec -epochs 10000 -output @/a.rec", "bushka-train: */a.rec holds something *"},
        {TOOL_TRAIN " @/fifo -output @/x", "bushka-train: */fifo is a FIFO, not *"},
        {TOOL_TRAIN " @/letter -output @/x", "bushka-train: */letter: not a record file*"},
        {TOOL_TRAIN " @/a.rec -variant bushka9x11 -output @/x",
         "bushka-train: */a.rec: holds positions of board bushka where bushka9x11 is wanted\n"},
        {TOOL_DATAGEN " -games 100000000 -output @/nodir/x", "bushka-datagen: */nodir/x: No such file *"},
        {TOOL_DATAGEN " -games 100000000 -output @/fifo", "bushka-datagen: */fifo is a FIFO, not *"},
        {TOOL_DATAGEN " -games 100000000 -output @/letter", "bushka-datagen: */letter: not a record file*"},
        {TOOL_DATAGEN " -games 1 -evalfile @/fifo -output @/x", "bushka-datagen: */fifo is a FIFO, not *"},
        {TOOL_DATAGEN " -games 1 -evalfile @/letter -output @/x",
         "bushka-datagen: */letter: not a network for this engine: *"},
        {TOOL_DATAGEN " -merge @/fifo -output @/x", "bushka-datagen: */fifo is a FIFO, not *"},
        {TOOL_DATAGEN " -merge @/a.rec -output @/fifo", "bushka-datagen: */fifo is a FIFO, not *"},
        {TOOL_DATAGEN " -merge @/a.rec -output @/letter", "bushka-datagen: */letter holds something else *"},
        {TOOL_ENDINGS " -emit @/nodir/x", "bushka-endings: */nodir/x: No such file *"},
        {TOOL_ENDINGS " -emit @/letter", "bushka-endings: */letter holds something else *"},
        {TOOL_ENDINGS " -emit engine/evaluation/pace_tempo.c", "bushka-endings: * holds something else *"},
    };
    const Place place = place_make();
    ck_assert_int_eq(tool_run(&place, TOOL_GAMES), 0);
    set_text(in(&place, "letter").text, "Dear aunt,\n");
    ck_assert_int_eq(mkfifo(in(&place, "fifo").text, S_IRUSR | S_IWUSR), 0);
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        const int64_t begin = clock_us();
        tool_expect_failure(&place, refused[i].command, TOOL_FAILED, refused[i].pattern);
        ck_assert_msg(clock_us() - begin < TOOL_END_US, "%s", refused[i].command);
    }
    expect_text(in(&place, "letter").text, "Dear aunt,\n");
    tool_expect_failure(&place, TOOL_TRAIN " @/a.rec -output @/x -checkpoint @/x", TOOL_WRONG_COMMAND_LINE,
                        "bushka-train: -output and -checkpoint are one file, *");
    expect_files(&place, "a.rec err fifo letter out ");
    place_remove(&place);
}

/* What a training cannot be asked for, and what would be right. */
TEST(trainings_are_refused)
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
    ck_assert_int_eq(tool_run(&place, TOOL_GAMES), 0);
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        char command[TOOL_COMMAND_SIZE], pattern[TOOL_COMMAND_SIZE];
        snprintf(command, sizeof command, TOOL_TRAIN " %s", refused[i].words);
        snprintf(pattern, sizeof pattern, "bushka-train: %s\n", refused[i].pattern);
        tool_expect_failure(&place, command, TOOL_WRONG_COMMAND_LINE, pattern);
    }
    expect_files(&place, "a.rec err out ");
    place_remove(&place);
}

/* However short it is. */
TEST(foreign_files_are_not_overwritten)
{
    static const char *const texts[] = {"x", "bushka", "bushkaRF", "bushkaRF and more, all of it my own."};
    const Place place = place_make();
    const FilePath path = in(&place, "mine");
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        set_text(path.text, texts[i]);
        tool_expect_failure(&place, TOOL_DATAGEN " -games 1 -nodes 5 -output @/mine", TOOL_FAILED,
                            "*/mine: not a record file*");
        expect_text(path.text, texts[i]);
    }
    set_text(path.text, "");
    ck_assert_int_eq(tool_run(&place, TOOL_DATAGEN " -games 1 -nodes 5 -quiet -output @/mine"), 0);
    place_remove(&place);
}

/* Shards of a run, with one game less than shards. */
static void make_shards(const Place *place)
{
    char command[TOOL_COMMAND_SIZE];
    for (int i = 1; i <= 4; i++) {
        snprintf(command, sizeof command, TOOL_DATAGEN " -games 3 -nodes 5 -quiet -shard %d/4 -output @/%d.rec", i, i);
        ck_assert_int_eq(tool_run(place, command), 0);
    }
    ck_assert_int_eq(tool_run(place, TOOL_DATAGEN " -games 3 -nodes 5 -quiet -output @/whole.rec"), 0);
}

TEST(merge_keeps_its_inputs)
{
    const Place place = place_make();
    make_shards(&place);
    ck_assert_int_eq(
        tool_run(&place, "ln @/whole.rec @/hard.rec && ln -s whole.rec @/soft.rec && cp @/whole.rec @/copy"), 0);
    static const char *const outputs[] = {"whole.rec", "hard.rec", "soft.rec", "./whole.rec"};
    for (size_t i = 0; i < sizeof outputs / sizeof outputs[0]; i++) {
        char command[TOOL_COMMAND_SIZE];
        snprintf(command, sizeof command, TOOL_DATAGEN " -merge @/whole.rec -output @/%s", outputs[i]);
        tool_expect_failure(&place, command, TOOL_FAILED,
                            "bushka-datagen: * is to be merged itself; name another file *");
        ck_assert(same_content(in(&place, "whole.rec").text, in(&place, "copy").text));
    }
    place_remove(&place);
}

TEST(missing_shards_are_named)
{
    const Place place = place_make();
    make_shards(&place);
    /* The fourth has no game. */
    ck_assert_int_eq(tool_run(&place, TOOL_DATAGEN " -merge @/2.rec @/4.rec @/1.rec @/3.rec -output @/m.rec"), 0);
    ck_assert(same_content(in(&place, "m.rec").text, in(&place, "whole.rec").text));
    tool_expect_failure(&place, TOOL_DATAGEN " -merge @/1.rec @/2.rec @/4.rec -output @/x", TOOL_FAILED,
                        "bushka-datagen: shard 3/4 is missing; a merge needs all of them\n");
    tool_expect_failure(&place, TOOL_DATAGEN " -merge @/3.rec -output @/x", TOOL_FAILED,
                        "bushka-datagen: shards 1/4, 2/4, 4/4 are missing; *");
    tool_expect_failure(&place, TOOL_DATAGEN " -merge @/1.rec @/2.rec @/3.rec @/4.rec @/1.rec -output @/x", TOOL_FAILED,
                        "bushka-datagen: game 0 is there twice\n");
    tool_expect_failure(&place, TOOL_DATAGEN " -merge @/1.rec @/whole.rec -output @/x", TOOL_FAILED,
                        "bushka-datagen: */whole.rec: is shard 1/1, the first file one of 4\n");
    ck_assert_int_eq(tool_run(&place, "cat @/3.rec @/1.rec >@/c.rec && " TOOL_DATAGEN
                                      " -merge @/c.rec @/2.rec @/4.rec -output @/m.rec"),
                     0);
    ck_assert(same_content(in(&place, "m.rec").text, in(&place, "whole.rec").text));
    ck_assert_int_ne(access(in(&place, "x").text, F_OK), 0);
    place_remove(&place);
}

/* Records are replaced only by a merge that holds their games too. */
TEST(merge_loses_no_games)
{
    const Place place = place_make();
    make_shards(&place);
    ck_assert_int_eq(tool_run(&place, TOOL_DATAGEN " -games 9 -nodes 5 -quiet -output @/more.rec"), 0);
    ck_assert_int_eq(tool_run(&place, TOOL_DATAGEN " -games 9 -nodes 5 -quiet -seed 2 -output @/other.rec"), 0);
    static const char *const outputs[] = {"more.rec", "other.rec"};
    for (size_t i = 0; i < sizeof outputs / sizeof outputs[0]; i++) {
        char command[TOOL_COMMAND_SIZE];
        snprintf(command, sizeof command,
                 "cp @/%s @/kept && " TOOL_DATAGEN " -merge @/1.rec @/2.rec @/3.rec @/4.rec -output @/%s", outputs[i],
                 outputs[i]);
        tool_expect_failure(&place, command, TOOL_FAILED,
                            "bushka-datagen: * holds games that are not among those to merge; *");
        ck_assert(same_content(in(&place, outputs[i]).text, in(&place, "kept").text));
    }
    ck_assert_int_eq(tool_run(&place, "cp @/1.rec @/m.rec && " TOOL_DATAGEN
                                      " -merge @/whole.rec -output @/m.rec && cmp @/m.rec @/whole.rec"),
                     0);
    place_remove(&place);
}
