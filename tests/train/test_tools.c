/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The programs for training as their users meet them: their options, and files that are not what they should be.
 * test_match_ends.c tests how a program loses its output, test_option_table.c the options of every program. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/test.h"
#include "support/tool_process.h"
#include "system/clock.h"

/* Quick games. */
#define DATAGEN_QUICK TOOL_DATAGEN " -nodes 5 -quiet"

SUITE(.with = {&WITH_PLACE});

/* Output never goes to a file because the file got the descriptor of a closed standard stream. */
TEST(closed_outputs_become_no_files)
{
    must_run(TOOL_GAMES);
    ck_assert_int_eq(tool_run(&place, TOOL_DATAGEN " -games 7 -nodes 5 -output @/a.rec <&- >&- 2>&-"), TOOL_FAILED);
    must_run(TOOL_DATAGEN " -games 7 -nodes 5 -output @/b.rec 2>&-");
    must_run(DATAGEN_QUICK " -games 7 -output @/a.rec");
    expect_same_files("a.rec", "b.rec");
}

/* Commands with wrong options, and the messages. */
TEST(wrong_words_are_refused)
{
    static const struct {
        const char *command, *pattern;
    } refused[] = {
        {TOOL_TRAIN " @/a.rec", "bushka-train: -output FILE is missing\n"},
        {TOOL_TRAIN " -output @/x", "bushka-train: no record file is named; bushka-datagen makes them\n"},
        {TOOL_TRAIN " @/a.rec -output @/x -neurons 33", "bushka-train: -neurons takes a multiple of 32, not 33\n"},
        {TOOL_TRAIN " @/a.rec -output @/x -neurons 288", "bushka-train: -neurons takes *256*\n"},
        {TOOL_TRAIN " @/a.rec -output @/x -neurons 0", "bushka-train: -neurons takes *32*\n"},
        {TOOL_TRAIN " @/a.rec -output @/x -buckets 9", "bushka-train: -buckets takes *8*\n"},
        {TOOL_TRAIN " @/a.rec -output @/x -lambda 1.5", "bushka-train: -lambda takes *\n"},
        {TOOL_TRAIN " @/a.rec -output @/x -epochs 0", "bushka-train: -epochs takes *\n"},
        {TOOL_TRAIN " @/a.rec -output @/x -resume", "bushka-train: -resume needs -checkpoint FILE\n"},
        {TOOL_TRAIN " @/a.rec -output @/x -checkpoint @/x", "bushka-train: -output and -checkpoint are one file, *\n"},
        {TOOL_TRAIN " @/a.rec -output @/x -squares -from @/y",
         "bushka-train: -from and -squares exclude each other: *\n"},
        {TOOL_DATAGEN " -games 1", "bushka-datagen: -output FILE is missing\n"},
        {TOOL_DATAGEN " -output @/x", "bushka-datagen: -games N or -positions N is missing\n"},
        {TOOL_DATAGEN " @/a.rec -games 1 -output @/x", "bushka-datagen: only -merge takes files such as \"*/a.rec\"\n"},
        {TOOL_DATAGEN " -merge -output @/x", "bushka-datagen: -merge needs the files of the shards\n"},
        {TOOL_DATAGEN " -games 1 -shard 3/2 -output @/x", "bushka-datagen: -shard takes *\"3/2\"*\n"},
        {TOOL_DATAGEN " -games 1 -plies 19 -output @/x", "bushka-datagen: -plies takes *20 to 2000*\n"},
        {TOOL_DATAGEN " -games 1 -keep 0 -output @/x", "bushka-datagen: -keep takes *\n"},
        {TOOL_DATAGEN " -merge @/a.rec -output @/x -nodes 5",
         "bushka-datagen: -merge does not go with -nodes; it takes -output and -quiet beside it\n"},
    };
    must_run(TOOL_GAMES);
    for (int i = 0; i < ROWS(refused); i++) {
        tool_expect_failure(refused[i].command, TOOL_WRONG_COMMAND_LINE, refused[i].pattern);
    }
    expect_files("a.rec err out ");
}

#define DATAGEN_LONG TOOL_DATAGEN " -games 100000000 -output "
#define TRAIN_LONG TOOL_TRAIN " @/a.rec -epochs 10000 -output "
#define NETWORKS "engine/evaluation/networks/"
#define MERGE TOOL_DATAGEN " -merge "

/* Commands with files that they cannot use, and the messages. The files: games in a.rec, to which hard.rec and soft.rec
 * are links; the same games in four shards, 1.rec to 4.rec, the last of them without any; in more.rec more games, in
 * other.rec others; letters, some of which begin like records; a FIFO; and in gap.rec shards that were merged before
 * all games were played. */
static const struct {
    const char *command, *pattern;
} REFUSED[] = {
    {TRAIN_LONG "@/fifo", "bushka-train: */fifo is a FIFO, not *"},
    {TRAIN_LONG "@/letter", "bushka-train: */letter holds something *"},
    {TRAIN_LONG "@/x -checkpoint @/letter", "bushka-train: */letter holds something *"},
    {TRAIN_LONG "@/x -checkpoint @/letterNT", "bushka-train: */letterNT holds a checkpoint: -resume continues *"},
    {TRAIN_LONG "@/x -checkpoint @/fifo -resume", "bushka-train: */fifo is a FIFO, not *"},
    {TRAIN_LONG "@/a.rec", "bushka-train: */a.rec holds something *"},
    {TRAIN_LONG "@/x -from @/letter", "bushka-train: */letter: not a network for this engine: *"},
    {TRAIN_LONG "@/x -from " NETWORKS "bushka.net", "bushka-train: -from: *.net is for bushka with 192 neurons and 4 "
                                                    "buckets; the training for bushka with 64 and 4\n"},
    {TRAIN_LONG "@/x -neurons 128 -from " NETWORKS "bushka9x11.net", "bushka-train: -from: * is for bushka9x11 with *"},
    {TOOL_TRAIN " @/fifo -output @/x", "bushka-train: */fifo is a FIFO, not *"},
    {TOOL_TRAIN " @/letter -output @/x", "bushka-train: */letter: not a record file*"},
    {TOOL_TRAIN " @/a.rec -variant bushka9x11 -output @/x",
     "bushka-train: */a.rec: holds positions of board bushka instead of bushka9x11\n"},
    {DATAGEN_LONG "@/fifo", "bushka-datagen: */fifo is a FIFO, not *"},
    {DATAGEN_LONG "@/letter", "bushka-datagen: */letter: not a record file*"},
    {DATAGEN_LONG "@/letter8", "bushka-datagen: */letter8: not a record file*"},
    {DATAGEN_LONG "@/letter36", "bushka-datagen: */letter36: not a record file*"},
    {DATAGEN_QUICK " -games 9 -output @/a.rec -plies 239",
     "bushka-datagen: */a.rec: holds games made with other settings *"},
    {DATAGEN_QUICK " -games 9 -output @/a.rec -seed 2",
     "bushka-datagen: */a.rec: holds games made with other settings *"},
    {DATAGEN_QUICK " -games 9 -output @/a.rec -keep 0.7999",
     "bushka-datagen: */a.rec: holds games made with other settings *"},
    {DATAGEN_QUICK " -games 9 -output @/a.rec -evalfile plain",
     "bushka-datagen: */a.rec: holds games made with other settings *"},
    {DATAGEN_QUICK " -games 9 -output @/a.rec -shard 1/2",
     "bushka-datagen: */a.rec: holds games made with other settings *"},
    {DATAGEN_QUICK " -games 9 -output @/4.rec -shard 3/4",
     "bushka-datagen: */4.rec: holds games made with other settings *"},
    {DATAGEN_QUICK " -games 9 -output @/gap.rec", "bushka-datagen: */gap.rec: game 1 is missing; *"},
    {TOOL_DATAGEN " -games 1 -evalfile @/fifo -output @/x", "bushka-datagen: */fifo is a FIFO, not *"},
    {TOOL_DATAGEN " -games 1 -evalfile @/letter -output @/x",
     "bushka-datagen: */letter: not a network for this engine: *"},
    {TOOL_DATAGEN " -games 1 -evalfile " NETWORKS "bushka9x11.net -output @/x",
     "bushka-datagen: -evalfile: *.net is of the board bushka9x11, not of bushka\n"},
    {MERGE "@/fifo -output @/x", "bushka-datagen: */fifo is a FIFO, not *"},
    {MERGE "@/a.rec -output @/fifo", "bushka-datagen: */fifo is a FIFO, not *"},
    {MERGE "@/a.rec -output @/letter", "bushka-datagen: */letter holds something else *"},
    {MERGE "@/a.rec -output @/a.rec", "bushka-datagen: * is one of the files to merge; name another file *"},
    {MERGE "@/a.rec -output @/./a.rec", "bushka-datagen: * is one of the files to merge; name another file *"},
    {MERGE "@/a.rec -output @/hard.rec", "bushka-datagen: * is one of the files to merge; name another file *"},
    {MERGE "@/a.rec -output @/soft.rec", "bushka-datagen: * is one of the files to merge; name another file *"},
    {MERGE "@/1.rec @/2.rec @/4.rec -output @/x", "bushka-datagen: shard 3/4 is missing; a merge needs all of them\n"},
    {MERGE "@/3.rec -output @/x", "bushka-datagen: shards 1/4, 2/4, 4/4 are missing; *"},
    {MERGE "@/1.rec @/2.rec @/3.rec @/4.rec @/1.rec -output @/x", "bushka-datagen: game 0 occurs twice\n"},
    {MERGE "@/1.rec @/a.rec -output @/x", "bushka-datagen: */a.rec: is shard 1/1, the first file one of 4\n"},
    {MERGE "@/1.rec @/2.rec @/3.rec @/4.rec -output @/more.rec",
     "bushka-datagen: * holds games that are not among those to merge; *"},
    {MERGE "@/1.rec @/2.rec @/3.rec @/4.rec -output @/other.rec",
     "bushka-datagen: * holds games that are not among those to merge; *"},
};

static void make_shards(void)
{
    must_run("for i in 1 2 3 4; do " DATAGEN_QUICK " -games 3 -shard $i/4 -output @/$i.rec || exit; done");
    must_run(DATAGEN_QUICK " -games 3 -output @/a.rec");
}

/* They are refused before the work, which would take minutes, and no file is changed. */
TEST(files_are_refused)
{
    make_shards();
    must_run("ln @/a.rec @/hard.rec && ln -s a.rec @/soft.rec && mkfifo @/fifo");
    must_run(DATAGEN_QUICK " -games 9 -output @/more.rec && " DATAGEN_QUICK " -games 3 -seed 2 -output @/other.rec");
    must_run(DATAGEN_QUICK " -games 3 -shard 1/2 -output @/half.rec && " DATAGEN_QUICK
                           " -games 1 -shard 2/2 -output @/none.rec && " MERGE
                           "@/half.rec @/none.rec -output @/gap.rec && rm @/half.rec @/none.rec");
    set_text(in(&place, "letter").text, "Dear aunt,\n");
    set_text(in(&place, "letter8").text, "bushkaRF");
    set_text(in(&place, "letter36").text, "bushkaRF and more, all of it my own.");
    set_text(in(&place, "letterNT").text, "bushkaNT");
    must_run("cat @/*.rec @/letter* >@/out.before && mv @/out.before @/all");
    for (int i = 0; i < ROWS(REFUSED); i++) {
        const int64_t begin = clock_us();
        tool_expect_failure(REFUSED[i].command, TOOL_FAILED, REFUSED[i].pattern);
        ck_assert_msg(clock_us() - begin < TOOL_END_US, "%s", REFUSED[i].command);
        must_run("cat @/*.rec @/letter* | cmp - @/all");
    }
    expect_files("1.rec 2.rec 3.rec 4.rec a.rec all err fifo gap.rec hard.rec letter letter36 "
                 "letter8 letterNT more.rec other.rec out soft.rec ");
}

/* Shards that end at a total number of positions have different numbers of games, and are merged all the same. */
TEST(shards_of_positions_are_merged)
{
    must_run("for i in 1 2 3; do " TOOL_DATAGEN
             " -positions 900 -nodes 50 -quiet -shard $i/3 -output @/$i.rec || exit; "
             "done");
    must_run(MERGE "@/1.rec @/2.rec @/3.rec -output @/x.rec >@/said && "
                   "n=$(sed 's/.* positions \\([0-9]*\\),.*/\\1/' @/said) && test $n -ge 900 && test $n -lt 1800");
    expect_files("1.rec 2.rec 3.rec err out said x.rec ");
}

/* A limit to the size of files is reported as an error, like a full disk; its signal does not end the program. */
TEST(files_have_a_limit)
{
    must_run(DATAGEN_QUICK " -games 60 -output @/a.rec");
    tool_expect_failure("ulimit -f 2; " DATAGEN_QUICK " -games 60 -output @/b.rec", TOOL_FAILED,
                        "bushka-datagen: */b.rec: File too large\n");
    tool_expect_failure("ulimit -f 2; " MERGE "@/a.rec -output @/c.rec", TOOL_FAILED,
                        "bushka-datagen: */c.rec: File too large\n");
    tool_expect_failure("ulimit -f 2; " TOOL_TRAIN " @/a.rec -k 100 -epochs 1 -quiet -output @/x", TOOL_FAILED,
                        "bushka-train: */x: *");
    expect_files("a.rec b.rec err out ");
}

/* A training can begin with a smaller network, and does not resume the checkpoint of one that began otherwise. */
TEST(training_begins_with_a_network)
{
    must_run(DATAGEN_QUICK " -games 120 -output @/a.rec");
    must_run(TOOL_TRAIN " @/a.rec -neurons 32 -epochs 9 -batch 64 -k 100 -quiet -output @/small.net >@/said");
    expect_part(in(&place, "said").text, "epoch 9: training loss 0.");
    must_run("grep -o 'in whole numbers 0.*' @/said >@/loss");
    must_run(TOOL_TRAIN " @/a.rec -neurons 32 -epochs 1 -rate 0 -lastrate 0 -k 100 -from @/small.net -quiet "
                        "-output @/same.net >@/said && grep -F -f @/loss @/said");
    must_run(TOOL_TRAIN " @/a.rec -neurons 64 -epochs 1 -rate 0 -lastrate 0 -k 100 -from @/small.net "
                        "-checkpoint @/c -quiet -output @/large.net");
    tool_expect_output("starts with validation loss ");
    expect_part(in(&place, "large.net").text, "neurons 64\n");
    tool_expect_failure(TOOL_TRAIN " @/a.rec -neurons 64 -epochs 1 -rate 0 -lastrate 0 -k 100 -checkpoint @/c -resume "
                                   "-quiet -output @/large.net",
                        TOOL_FAILED, "bushka-train: */c: the checkpoint of another training *");
    must_run(DATAGEN_QUICK " -games 1 -evalfile @/small.net -output @/x.rec");
    tool_expect_failure(DATAGEN_QUICK " -games 2 -evalfile @/large.net -output @/x.rec", TOOL_FAILED,
                        "bushka-datagen: */x.rec: holds games made with other settings *");
}

/* What a training with these options prints of its epochs; the caller frees it. */
static char *epochs_of(const char *words)
{
    must_run(TOOL_TRAIN " @/a.rec -epochs 1 -quiet -output @/x.net %s >@/all && grep '^epoch' @/all", words);
    return text_of("out");
}

#define USUAL "-neurons 32 -batch 64 "

/* Each option and each file changes the result of a training; the number of threads does not. */
TEST(options_of_trainings_count)
{
    static const char *const others[] = {"-neurons 32 -batch 32", USUAL "@/b.rec",     USUAL "-buckets 1",
                                         USUAL "-squares",        USUAL "-lambda 0.9", USUAL "-k 150",
                                         USUAL "-decay 9",        USUAL "-rate 0.02",  USUAL "-lastrate 0.001",
                                         USUAL "-seed 2",         USUAL "-pieces 2"};
    must_run(DATAGEN_QUICK " -games 12 -output @/a.rec && " DATAGEN_QUICK " -games 6 -seed 2 -output @/b.rec");
    char *const usual = epochs_of(USUAL), *const threads = epochs_of(USUAL "-threads 3");
    ck_assert_str_eq(threads, usual);
    for (int i = 0; i < ROWS(others); i++) {
        char *const other = epochs_of(others[i]);
        ck_assert_msg(strcmp(other, usual) != 0, "%s", others[i]);
        free(other);
    }
    free(usual);
    free(threads);
}

/* Shards in any order, also empty ones and several in one file, are merged to the whole: into a new file, an empty one,
 * or one that has some of the games already. */
TEST(merges_are_whole)
{
    static const char *const merges[] = {
        ": >@/m.rec && " MERGE "@/2.rec @/4.rec @/1.rec @/3.rec -output @/m.rec",
        "cat @/3.rec @/1.rec >@/c.rec && " MERGE "@/c.rec @/2.rec @/4.rec -output @/m.rec",
        "cp @/1.rec @/m.rec && " MERGE "@/a.rec -output @/m.rec",
        ": >@/m.rec && " DATAGEN_QUICK " -games 3 -output @/m.rec",
        "rm @/m.rec && " DATAGEN_QUICK " -games 1 -output @/m.rec && " DATAGEN_QUICK " -games 3 -evalfile " NETWORKS
        "bushka.net -output @/m.rec", /* which is built in */
    };
    make_shards();
    for (int i = 0; i < ROWS(merges); i++) {
        must_run("%s", merges[i]);
        expect_same_files("m.rec", "a.rec");
    }
}
