/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files of the match runner: which games it resumes and merges, what it counts in them, and what it never
 * touches. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "match/tag_list.h"
#include "support/match_process.h"
#include "support/test.h"

#define COMMAND(args) "-engine cmd=" FAKE_ENGINE " name=A -engine cmd=" FAKE_ENGINE " name=B " args " "
#define MATCH COMMAND("args='--seed 5 --info' option.Seed=16") "-each nodes=5 "

enum { TEXT_SIZE = 1024, END_LINES = 8 /* of a report on two engines */ };

static Place place;

static void set_up(void)
{
    place = place_make();
}

static void tear_down(void)
{
    place_remove(&place);
}

/* Nothing half written is left behind. */
static void assert_no_parts(void)
{
    ck_assert_int_eq(match_shell(&place, "! ls @ | grep -q part"), 0);
}

/* One line on the error output, which holds that text. */
static void assert_one_line(const char *text)
{
    char *const errors = match_read(&place, "err");
    ck_assert_msg(strstr(errors, text) != NULL, "\"%s\" lacks \"%s\"", errors, text);
    ck_assert_msg(strncmp(errors, "bushka-match: ", strlen("bushka-match: ")) == 0, "\"%s\"", errors);
    ck_assert_msg(strchr(errors, '\n') == errors + strlen(errors) - 1, "not one line: \"%s\"", errors);
    free(errors);
}

/* Command lines that belong to another match than MATCH, and what the difference is. */
static const struct {
    const char *words, *difference;
} OTHERS[] = {
    {COMMAND("args='--seed 5 --info' option.Seed=64") "-each nodes=5", "engine B: option.Seed was 16, is 64"},
    {COMMAND("args='--seed 5 --info'") "-each nodes=5", "engine B: option.Seed was 16, is not set"},
    {MATCH "option.Hash=1", "engine A: option.Hash was not set, is 1"},
    {COMMAND("args='--seed 6 --info' option.Seed=16") "-each nodes=5",
     "engine B: args was --seed 5 --info, is --seed 6 --info"},
    {COMMAND("option.Seed=16") "-each nodes=5", "engine B: args was --seed 5 --info, is not set"},
    {"-engine cmd=" FAKE_ENGINE " name=A -engine cmd=sh name=B args='--seed 5 --info' option.Seed=16 -each nodes=5",
     "engine B: cmd was fake-engine, is sh"},
    {MATCH "nodes=6", "engine A: limit was nodes=5, is nodes=6"},
    {COMMAND("args='--seed 5 --info' option.Seed=16 depth=3") "-each nodes=5",
     "engine B: limit was nodes=5, is depth=3"},
    {MATCH "timemargin=50", "engine A: timemargin was not set, is 50"},
    {MATCH "-event other", "Event was Bushka match, is other"},
    {MATCH "-maxmoves 100", "maxmoves was 250, is 100"},
    {MATCH "-resign movecount=2 score=500", "resign movecount was not set, is 2"},
    {MATCH "-draw movecount=2 score=500", "draw movenumber was not set, is 0"},
    {MATCH "-variant bushka9x11", "Variant was bushka, is bushka9x11"},
    {MATCH "-seed 2 -openings format=random seed=1", "Seed was 1, is 2"},
    {MATCH "-openings format=random seed=2", "openings: seed was 1, is 2"},
    {MATCH "-openings format=random plies=6", "openings: plies was 8, is 6"},
    {MATCH "-openings file=tests/data/openings-bushka.epd", "openings: format was random, is not set"},
};

TEST_EACH(resume_refuses_another_match, ROWS(OTHERS))
{
    char text[TEXT_SIZE];
    ck_assert_int_eq(match_run(&place, MATCH "-rounds 2 -pdnout @/games"), 0);
    match_copy(&place, "games", "before", 0);
    snprintf(text, sizeof text, "%s -rounds 3 -pdnout @/games -resume", OTHERS[_i].words);
    ck_assert_int_eq(match_run(&place, text), 1);
    snprintf(text, sizeof text, "games is not of this match: game 1: %s\n", OTHERS[_i].difference);
    assert_one_line(text);
    match_same(&place, "games", "before");
}

TEST_EACH(merge_refuses_another_match, ROWS(OTHERS))
{
    char text[TEXT_SIZE];
    ck_assert_int_eq(match_run(&place, MATCH "-rounds 2 -shard 1/2 -pdnout @/1"), 0);
    snprintf(text, sizeof text, "%s -rounds 2 -shard 2/2 -pdnout @/2 -incidents @/incidents", OTHERS[_i].words);
    const int code = match_run(&place, text);
    if (strstr(text, "cmd=sh") != NULL) {
        /* No engine: it plays as one that has another name. */
        ck_assert_int_eq(code, 1);
        return;
    }
    ck_assert_int_eq(code, 0);
    ck_assert_int_eq(match_run(&place, "-merge @/1 @/2 -pdnout @/all -json @/json"), 1);
    snprintf(text, sizeof text, "2: round 2.1: it is of another match: %s\n", OTHERS[_i].difference);
    assert_one_line(text);
    ck_assert_int_eq(match_count(&place, "out", "\n"), 0);
    ck_assert_int_ne(match_shell(&place, "ls @/all @/json 2>/dev/null"), 0);
    assert_no_parts();
}

/* Options in another order, and more rounds, are the same match. */
TEST(resume_takes_the_same_match)
{
    ck_assert_int_eq(match_run(&place, MATCH "option.Hash=1 option.Threads=2 -rounds 2 -pdnout @/games"), 0);
    ck_assert_int_eq(match_run(&place, MATCH "option.Threads=2 option.Hash=1 -rounds 4 -pdnout @/games -resume"), 0);
    ck_assert_int_eq(match_run(&place, MATCH "option.Hash=1 option.Threads=2 -rounds 4 -pdnout @/whole"), 0);
    match_same(&place, "games", "whole");
}

/* What two summaries say of their matches is equal. */
static void assert_same_summaries(const char *a, const char *b)
{
    char *const first = match_read(&place, a);
    char *const second = match_read(&place, b);
    const char *const from = strstr(first, "\"variant\"");
    const char *const other = strstr(second, "\"variant\"");
    ck_assert(from != NULL && other != NULL);
    ck_assert_str_eq(from, other);
    free(first);
    free(second);
}

/* The report's last lines are equal: everything but the lines of single games. */
static void assert_same_ends(const char *a, const char *b)
{
    char command[TEXT_SIZE];
    snprintf(command, sizeof command, "tail -n %d @/%s >@/end1; tail -n %d @/%s >@/end2", END_LINES, a, END_LINES, b);
    ck_assert_int_eq(match_shell(&place, command), 0);
    match_same(&place, "end1", "end2");
}

/* Illegal lines are counted for the whole match, however often it was interrupted and however many shards it had. */
TEST(counts_cover_the_whole_match)
{
    static const char BAD[] =
        COMMAND("args='--fault badline --info'") "-each nodes=5 -rounds 6 -incidents @/incidents -pdnout ";
    char text[TEXT_SIZE];
    snprintf(text, sizeof text, "%s @/whole -json @/whole.json", BAD);
    ck_assert_int_eq(match_run(&place, text), 0);
    match_rename(&place, "out", "whole.out");
    ck_assert_int_eq(match_count(&place, "whole.json", "\"illegal_lines\": 12"), 1);
    /* Searches with a line of play are counted, however many they tell: here one, and two where one is illegal. */
    ck_assert_int_eq(match_shell(&place, "sed -n 's/.*moves=\\([0-9]*\\); lines=\\([0-9]*\\);.*/\\1 \\2/p' @/whole | "
                                         "awk '$2 > 0 {n += $1 == $2} END {exit n != 12}'"),
                     0);
    for (int dropped = 3000; dropped < 16000; dropped += 4000) {
        match_copy(&place, "whole", "games", (size_t)dropped);
        snprintf(text, sizeof text, "%s @/games -json @/json -resume -concurrency 2", BAD);
        ck_assert_int_eq(match_run(&place, text), 0);
        match_same(&place, "games", "whole");
        assert_same_summaries("json", "whole.json");
        assert_same_ends("out", "whole.out");
    }
    for (int shard = 1; shard <= 3; shard++) {
        snprintf(text, sizeof text, "%s @/%d -shard %d/3", BAD, shard, shard);
        ck_assert_int_eq(match_run(&place, text), 0);
    }
    ck_assert_int_eq(match_run(&place, "-merge @/3 @/1 @/2 -pdnout @/merged -json @/merged.json"), 0);
    match_same(&place, "merged", "whole");
    assert_same_summaries("merged.json", "whole.json");
    assert_same_ends("out", "whole.out");
}

/* So are times where they are written. */
TEST(times_are_in_the_file)
{
    ck_assert_int_eq(match_run(&place, COMMAND("args='--delay 2 --info'") "-each st=1 -maxmoves 10 -rounds 2 "
                                                                          "-pdnout @/games -json @/json"),
                     0);
    ck_assert_int_ge(match_count(&place, "games", "; timed="), 8);
    ck_assert_int_eq(match_count(&place, "json", "\"timed_moves\": 0,"), 1);
    match_rename(&place, "out", "whole.out");
    ck_assert_int_eq(match_run(&place, "-merge @/games -json @/merged.json"), 0);
    assert_same_summaries("json", "merged.json");
    assert_same_ends("out", "whole.out");
    /* Where output must be repeatable there are none. */
    ck_assert_int_eq(match_run(&place, MATCH "-pdnout @/other"), 0);
    ck_assert_int_eq(match_count(&place, "other", "timed"), 0);
}

/* Games without the tags of settings and counts, as an earlier version wrote them, are taken, and it is said so. */
TEST(older_files_are_taken)
{
    ck_assert_int_eq(match_run(&place, MATCH "-rounds 2 -pdnout @/new"), 0);
    ck_assert_int_eq(
        match_shell(&place,
                    "grep -v -e '^.Adjudication' -e '^.OpeningSet' -e '^.[A-Z][a-z]*Engine' -e '^.[A-Z][a-z]*Counts' "
                    "@/new >@/old && ! cmp -s @/new @/old"),
        0);
    ck_assert_int_eq(match_run(&place, MATCH "-rounds 3 -pdnout @/old -resume"), 0);
    ck_assert_int_eq(match_count(&place, "err", "4 games of an earlier version do not record their settings"), 1);
    ck_assert_int_eq(match_run(&place, "-merge @/old"), 0);
    ck_assert_int_eq(match_count(&place, "err", "4 games of an earlier version do not record their settings"), 1);
    ck_assert_int_eq(match_run(&place, MATCH "-event x -rounds 3 -pdnout @/old -resume"), 1);
}

static const char *const WRONG_COUNTS[] = {"moves=1",
                                           "moves=-1; lines=1; illegal=0",
                                           "moves=1; lines=1; illegal=2",
                                           "moves=a; lines=1; illegal=0",
                                           "moves=1; lines=1; illegal=0; timed=1",
                                           "x"};

TEST_EACH(damaged_counts_are_refused, ROWS(WRONG_COUNTS))
{
    char text[TEXT_SIZE];
    ck_assert_int_eq(match_run(&place, MATCH "-pdnout @/games"), 0);
    snprintf(text, sizeof text, "sed -i 's/^.BlackCounts.*/[BlackCounts \"%s\"]/' @/games", WRONG_COUNTS[_i]);
    ck_assert_int_eq(match_shell(&place, text), 0);
    ck_assert_int_eq(match_run(&place, MATCH "-rounds 2 -pdnout @/games -resume"), 1);
    assert_one_line("its BlackCounts is \"");
    ck_assert_int_eq(match_run(&place, "-merge @/games -pdnout @/all"), 1);
    assert_one_line("its BlackCounts is \"");
    assert_no_parts();
}

/* Contents of files that no match wrote. */
static const char *const FOREIGN[] = {"hello\n", "[half",        "[Event \"another match\"]\n[Date \"2025.01.01\"]\n",
                                      "\n\n",    "{\"a\": 1}\n", "[Event"};

TEST_EACH(foreign_files_are_not_touched, ROWS(FOREIGN))
{
    match_write(&place, "file", FOREIGN[_i]);
    match_copy(&place, "file", "before", 0);
    ck_assert_int_eq(match_run(&place, MATCH "-pdnout @/file"), 1);
    assert_one_line("/file ");
    match_same(&place, "file", "before");
    if (strcmp(FOREIGN[_i], "[Event") != 0) { /* which may be the beginning of this match */
        ck_assert_int_eq(match_run(&place, MATCH "-pdnout @/file -resume"), 1);
        match_same(&place, "file", "before");
    }
    ck_assert_int_eq(match_run(&place, MATCH "-json @/file"), 1);
    assert_one_line("file is not a summary of a match; refusing to overwrite it");
    match_same(&place, "file", "before");
    ck_assert_int_eq(match_run(&place, MATCH "-pdnout @/games"), 0);
    ck_assert_int_eq(match_run(&place, "-merge @/games -pdnout @/file"), 1);
    assert_one_line("file exists");
    match_same(&place, "file", "before");
    ck_assert_int_eq(match_run(&place, "-merge @/games -json @/file"), 1);
    match_same(&place, "file", "before");
    assert_no_parts();
}

/* Nothing is played before these are refused: the engine does not exist. */
static const struct {
    const char *words, *message;
} UNWRITABLE[] = {
    {"-json @/none/json", "none/json: No such file or directory"},
    {"-json @/file/json", "file/json: Not a directory"},
    {"-json @", "is a directory, not a regular file"},
    {"-json @/fifo", "fifo is a FIFO, not a regular file"},
    {"-json /dev/null", "/dev/null is a character device, not a regular file"},
    {"-pdnout @/none/games", "none/games: No such file or directory"},
    {"-pdnout @", "is a directory, not a regular file"},
    {"-pdnout @/fifo", "fifo is a FIFO, not a regular file"},
    {"-pdnout @/fifo -resume", "fifo is a FIFO, not a regular file"},
    {"-pdnout /dev/full", "/dev/full is a character device, not a regular file"},
    {"-incidents @/none/incidents", "cannot make the directory"},
    {"-incidents @/file", "file is not a directory"},
    {"-incidents @/file/x", "Not a directory"},
    {"-pdnout @/x -json @/x", "x are the same file"},
    {"-pdnout @/./x -json @/x", "x are the same file"},
    {"-openings file=@/fifo", "fifo is a FIFO, not a regular file"},
    {"-openings file=@/fifo format=pdn", "fifo is a FIFO, not a regular file"},
    {"-openings file=@", "is a directory, not a regular file"},
    {"-openings file=/dev/zero", "/dev/zero is a character device, not a regular file"},
    {"-openings file=@/file -json @/file", "file are the same file"},
};

TEST_EACH(unwritable_outputs_are_refused_first, ROWS(UNWRITABLE))
{
    char text[TEXT_SIZE];
    match_write(&place, "file", "startpos\n");
    ck_assert_int_eq(match_shell(&place, "mkfifo @/fifo"), 0);
    snprintf(text, sizeof text, "-engine cmd=@/nothing name=A -engine cmd=@/nothing name=B -each nodes=1 %s",
             UNWRITABLE[_i].words);
    ck_assert_int_eq(match_run(&place, text), 1);
    assert_one_line(UNWRITABLE[_i].message);
    ck_assert_int_eq(match_count(&place, "out", "\n"), 0);
    ck_assert_int_eq(match_count(&place, "file", "startpos\n"), 1);
    assert_no_parts();
}

static const struct {
    const char *words, *message;
} WRONG_MERGES[] = {
    {"-merge @/fifo", "fifo is a FIFO, not a regular file"},
    {"-merge @", "is a directory, not a regular file"},
    {"-merge /dev/null", "/dev/null is a character device, not a regular file"},
    {"-merge @/games -pdnout @/games", "games are the same file"},
    {"-merge @/games -json @/games", "games are the same file"},
    {"-merge @/games -pdnout @/link", "link are the same file"},
    {"-merge @/games -pdnout @/fifo", "fifo is a FIFO, not a regular file"},
    {"-merge @/games -pdnout @/none/all", "none/all: No such file or directory"},
    {"-merge @/games -json @/none/json", "none/json: No such file or directory"},
    {"-merge @/games -pdnout @/all -json @/all", "all are the same file"},
};

TEST_EACH(wrong_merges_are_refused, ROWS(WRONG_MERGES))
{
    ck_assert_int_eq(match_run(&place, MATCH "-pdnout @/games"), 0);
    match_copy(&place, "games", "before", 0);
    ck_assert_int_eq(match_shell(&place, "mkfifo @/fifo && ln -s games @/link"), 0);
    ck_assert_int_eq(match_run(&place, WRONG_MERGES[_i].words), 1);
    assert_one_line(WRONG_MERGES[_i].message);
    ck_assert_int_eq(match_count(&place, "out", "\n"), 0);
    match_same(&place, "games", "before");
    assert_no_parts();
}

/* A summary is written anew over an earlier one, with its permissions. */
TEST(summaries_are_replaced)
{
    ck_assert_int_eq(match_run(&place, MATCH "-json @/json"), 0);
    ck_assert_int_eq(match_shell(&place, "chmod 640 @/json"), 0);
    ck_assert_int_eq(match_run(&place, MATCH "-json @/json -rounds 2"), 0);
    ck_assert_int_eq(match_count(&place, "json", "\"games_planned\": 4"), 1);
    ck_assert_int_eq(match_shell(&place, "ls -l @/json | grep -q '^-rw-r-----'"), 0);
    assert_no_parts();
}

/* White's score is reported, in words and figures. */
TEST(score_of_white)
{
    ck_assert_int_eq(match_run(&place, MATCH "-rounds 3 -maxmoves 10 -json @/json"), 0);
    ck_assert_int_eq(match_count(&place, "out", "White: +0 -0 =6, score 50.00 % +- 0.00 (95 %), draws 100.0 %\n"), 1);
    ck_assert_int_eq(match_count(&place, "json",
                                 "\"white\": {\n    \"wins\": 0,\n    \"losses\": 0,\n    \"draws\": 6,\n"
                                 "    \"score\": 0.5,\n    \"score_error\": 0,\n    \"draw_ratio\": 1\n"),
                     1);
    /* One engine loses at once: with one game each, White twice and Black twice of four. */
    ck_assert_int_eq(match_run(&place, COMMAND("args='--fault illegal'") "-each nodes=1 -games 1 -rounds 3 "
                                                                         "-incidents @/incidents -pdnout @/games"),
                     0);
    char text[TEXT_SIZE];
    const int white = match_count(&place, "games", "[Result \"1-0\"]");
    const int black = match_count(&place, "games", "[Result \"0-1\"]");
    ck_assert_int_eq(white + black, 3);
    snprintf(text, sizeof text, "White: +%d -%d =0, score %.2f %% ", white, black, 100.0 * white / 3);
    ck_assert_int_eq(match_count(&place, "out", text), 1);
    match_copy(&place, "out", "first", 0);
    ck_assert_int_eq(match_run(&place, "-merge @/games"), 0);
    ck_assert_int_eq(match_count(&place, "out", text), 1);
}

/* Lists are distinguished also where they do not fit into a tag, and nothing in a value ends it. */
TEST(lists_in_tags)
{
    char long_value[2 * PDN_TEXT_SIZE];
    char values[2][PDN_TEXT_SIZE];
    char text[ERROR_TEXT];
    int64_t number;
    memset(long_value, 'x', sizeof long_value - 1);
    long_value[sizeof long_value - 1] = '\0';
    for (int i = 0; i < 2; i++) {
        Text list;
        text_init(&list);
        tag_list_add(&list, "option.a", "one; option.b=two\\\n");
        tag_list_add_number(&list, "moves", -7);
        long_value[sizeof long_value - 2] = (char)('0' + i);
        tag_list_add(&list, "long", long_value);
        ck_assert_int_eq(tag_list_value(&list, values[i]), ERROR_NONE);
        text_free(&list);
    }
    ck_assert(strncmp(values[0], "option.a=one\\; option.b=two\\\\\\x0a; moves=-7; long=xx", 48) == 0);
    ck_assert_uint_eq(strlen(values[0]), PDN_TEXT_SIZE - 1);
    ck_assert(tag_list_differ(values[0], values[1], text));
    ck_assert(strncmp(text, "long was xxx", 12) == 0);
    ck_assert(!tag_list_differ(values[0], values[0], text));
    ck_assert(tag_list_number(values[0], "moves", -10, 10, &number) && number == -7);
    ck_assert(!tag_list_number(values[0], "moves", 0, 10, &number));
    ck_assert(!tag_list_number(values[0], "option.b", -10, 10, &number));
    ck_assert(tag_list_differ("a=1; b=2", "b=2", text));
    ck_assert_str_eq(text, "a was 1, is not set");
    ck_assert(tag_list_differ("b=2", "a=; b=2", text));
    ck_assert_str_eq(text, "a was not set, is ");
}

SUITE(.set_up = set_up, .tear_down = tear_down);
