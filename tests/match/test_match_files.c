/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files of the match runner: which games it resumes and merges, what it counts in them, and which files it never
 * touches. */
#include <string.h>

#include "match/tag_list.h"
#include "support/match_process.h"
#include "support/test.h"

#define COMMAND(args) ENGINE_A ENGINE_B args " "
#define MATCH COMMAND("args='--seed 5 --info' option.Seed=16") "-each nodes=5 "
#define THIRD "-engine cmd=" FAKE_ENGINE " name=C args='--seed 7 --info' "

SUITE(.with = {&WITH_PLACE});

/* Fails the test when a file that was only partly written is left behind. */
static void assert_no_parts(void)
{
    match_shell(0, "! ls @ | grep -q part");
}

/* Command lines of other matches than MATCH, and the difference. */
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
    {COMMAND("args='--seed 5 --info' option.Seed=16") "-each nodes=6", "engine A: limit was nodes=5, is nodes=6"},
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
    match_ends(0, MATCH "-rounds 2 -pdnout @/games");
    match_shell(0, "cp @/games @/before");
    match_ends(1, "%s -rounds 3 -pdnout @/games -resume", OTHERS[_i].words);
    match_says("games is not part of this match: game 1: %s\n", OTHERS[_i].difference);
    expect_same_files("games", "before");
}

/* A merge compares engines and matches in the same way, and leaves no output behind. */
static const char *const SHARDS[][2] = {{"timemargin=50", "engine A: timemargin was not set, is 50"},
                                        {"-maxmoves 100", "maxmoves was 250, is 100"}};

TEST_EACH(merge_refuses_another_match, ROWS(SHARDS))
{
    match_ends(0, MATCH "-rounds 2 -shard 1/2 -pdnout @/1");
    match_ends(0, MATCH "%s -rounds 2 -shard 2/2 -pdnout @/2", SHARDS[_i][0]);
    match_ends(1, "-merge @/1 @/2 -pdnout @/all -json @/json");
    match_says("2: round 2.1: it belongs to another match: %s\n", SHARDS[_i][1]);
    match_has(0, "out", "\n");
    expect_files("1 2 err out ");
}

/* Pairs of command lines for the same match: options in another order, files in other folders, and settings that do not
 * change how engines play. */
static const char *const SAME[][2] = {
    {MATCH "option.Hash=1 option.Threads=2", MATCH "option.Threads=2 option.Hash=1"},
    {MATCH "-openings file=@/a/openings order=random", MATCH "-openings file=@/b/openings order=random"},
    {"-engine cmd=@/a/fake name=A -engine cmd=@/a/fake name=B -each nodes=5",
     "-engine cmd=@/b/fake name=A -engine cmd=@/b/fake name=B dir=. -each nodes=5"},
    {MATCH, MATCH "grace=7 timeout=50 -concurrency 2 -ratinginterval 1"},
    {MATCH THIRD, MATCH THIRD},
};

/* More rounds are the same match, too, also with three engines, each pairing of which has an even number of games in a
 * round; fewer rounds are not. */
TEST_EACH(resume_takes_the_same_match, ROWS(SAME))
{
    match_shell(0, "mkdir @/a @/b && cp " FAKE_ENGINE " @/a/fake && ln -s ../a/fake @/b/fake && "
                   "printf 'startpos\\nstartpos moves f4f5\\nstartpos moves f3f5\\n' >@/a/openings && "
                   "cp @/a/openings @/b");
    match_ends(0, "%s -rounds 2 -pdnout @/games", SAME[_i][0]);
    match_ends(0, "%s -rounds 4 -pdnout @/games -resume", SAME[_i][1]);
    match_ends(0, "%s -rounds 4 -pdnout @/whole", SAME[_i][0]);
    expect_same_files("games", "whole");
    match_ends(1, "%s -rounds 3 -pdnout @/games -resume", SAME[_i][1]);
    match_says("games is not part of this match: it holds more than its %d games\n",
               strstr(SAME[_i][0], THIRD) != NULL ? 18 : 6);
    expect_same_files("games", "whole");
}

/* A match whose file of openings has changed meanwhile is another one, although its options are the same. */
static const char *const CHANGED[] = {"printf 'startpos\nstartpos moves f3f5\n' >@/openings",
                                      "printf 'W:WKe1:BKf9\nstartpos moves f4f5\n' >@/openings"};

TEST_EACH(resume_refuses_other_openings, ROWS(CHANGED))
{
#define OPENED MATCH "-openings file=@/openings -rounds 2 -pdnout @/games "
    set_text(in(&place, "openings").text, "startpos\nstartpos moves f4f5\nW:WKe1:BKf9\nW:WKe2:BKf9\n");
    match_ends(0, OPENED);
    match_ends(1, OPENED "-norepeat -resume");
    match_says("games is not part of this match: game 2: it has another opening\n");
    match_shell(0, "%s", CHANGED[_i]);
    match_ends(1, OPENED "-resume");
    match_says("games is not part of this match: game %d: it has another opening\n", _i == 0 ? 3 : 1);
}

/* The parts that must be equal in the outputs of equal matches: of a summary all after the names of files, and of a
 * report on two engines all except the lines of single games. */
#define SUMMARY "sed -n '/\"variant\"/,$p'"
#define REPORT "tail -n 8"
static void assert_same_ends(const char *filter, const char *a, const char *b)
{
    match_shell(0, "%s @/%s >@/end1; %s @/%s >@/end2", filter, a, filter, b);
    expect_same_files("end1", "end2");
}

/* Illegal lines are counted for the whole match, also when it was interrupted or played in shards. */
TEST(counts_cover_the_whole_match)
{
#define BAD COMMAND("args='--fault badline --info'") "-each nodes=5 -games 1 -rounds 13 -incidents @/incidents -pdnout "
    match_ends(0, BAD "@/whole -json @/whole.json");
    match_shell(0, "mv @/out @/whole.out");
    match_has(1, "whole.json", "\"illegal_lines\": 13");
    /* Searches with a principal variation are counted, not the variations: here each sends two. */
    match_shell(0, "sed -n 's/.*moves=\\([0-9]*\\); lines=\\([0-9]*\\);.*/\\1 \\2/p' @/whole | "
                   "awk '$2 > 0 {n += $1 == $2} END {exit n != 13}'");
    for (int dropped = 3000; dropped < 16000; dropped += 4000) {
        match_shell(0, "head -c -%d @/whole >@/games && test -s @/games", dropped);
        match_ends(0, BAD "@/games -json @/json -resume -concurrency 2");
        expect_same_files("games", "whole");
        assert_same_ends(SUMMARY, "json", "whole.json");
        assert_same_ends(REPORT, "out", "whole.out");
    }
    for (int shard = 1; shard <= 4; shard++) {
        match_ends(0, BAD "@/%d -shard %d/4", shard, shard);
    }
    match_ends(0, "-merge @/3 @/1 @/4 @/2 -pdnout @/merged -json @/merged.json");
    expect_same_files("merged", "whole");
    /* A merge may have more shards open than the shell's soft limit allows. */
    match_shell(0,
                "exec >@/out2 2>@/err2; ulimit -Sn 6; exec " MATCH_BINARY " -merge @/1 @/2 @/3 @/4 -pdnout @/merged2");
    expect_same_files("merged2", "whole");
    assert_same_ends(SUMMARY, "merged.json", "whole.json");
    assert_same_ends(REPORT, "out", "whole.out");
    match_ends(0, "-merge @/3 @/1 @/4 @/2 -sprt elo0=0 elo1=5");
    match_has(1, "out", "[0.00, 5.00] undecided, games 13 ");
    match_ends(1, "-merge @/3 @/1 @/4 @/2 @/1");
    match_says("%s", "round 1.1: it occurs twice\n");
}

/* So are time losses of an engine that the system kept waiting; without any the report does not mention them. */
TEST(waiting_is_in_the_file)
{
    static const char WORDS[] = "time losses are due to waiting for a processor\n";
    match_ends(0, COMMAND("args='--fault late'") "-each st=0.2 -rounds 2 -pdnout @/games -incidents @/incidents");
    match_has(4, "games", "time loss: ");
    match_has(0, "out", "%s", WORDS);
    match_shell(0, "sed -i '0,/BlackCounts \"moves/s/BlackCounts \"[^\"]*/&; waiting=1/' @/games");
    match_ends(0, "-merge @/games -json @/json");
    match_has(1, "out", "\n  1 of its 4 %s", WORDS);
    match_has(1, "json", "\"time_losses_waiting\": 1");
}

/* Matches whose merged games give the same report: a gauntlet, which has only the pairings of its first engine; one
 * with another opening for each game, hence without pairs; and one with times, whose file is not repeatable. */
#define WRITTEN "-rounds 2 -pdnout @/games -json @/json"
static const MatchRun MERGED[] = {
    {MATCH THIRD "-tournament gauntlet " WRITTEN, {{2, "json", "\"second\": "}, {0, "games", "timed"}}},
    {MATCH "-norepeat " WRITTEN, {{0, "games", "timed"}}},
    {COMMAND("args='--delay 2 --info'") "-each st=1 -maxmoves 10 " WRITTEN,
     {{8, "games", "; timed="}, {1, "json", "\"timed_moves\": 0,"}}},
};

TEST_EACH(merging_keeps_the_report, ROWS(MERGED))
{
    match_check(0, &MERGED[_i]);
    match_shell(0, "mv @/out @/whole.out");
    match_ends(0, "-merge @/games -json @/merged.json");
    assert_same_ends(SUMMARY, "json", "merged.json");
    assert_same_ends(REPORT, "out", "whole.out");
    match_ends(0, "-merge @/games -quiet");
    match_has(0, "out", "Match on ");
}

/* Matches, the games removed from their file, and the round that is reported as missing. */
static const struct {
    const char *words, *lacks, *round;
} INCOMPLETE[] = {
    {MATCH "-rounds 3", "^[46]$", "2.2"},
    {MATCH THIRD "-tournament gauntlet -rounds 2", "^[468]$", "2.2"},
    {MATCH THIRD "-tournament gauntlet -rounds 2", "^[2468]$", "1.2"},
};

TEST_EACH(games_are_missing, ROWS(INCOMPLETE))
{
    match_ends(0, "%s -pdnout @/whole", INCOMPLETE[_i].words);
    match_shell(0, "awk '/^.Event /{n++} n !~ /%s/' @/whole >@/games", INCOMPLETE[_i].lacks);
    match_ends(1, "-merge @/games -pdnout @/all");
    match_says("round %s is missing: a shard is incomplete\n", INCOMPLETE[_i].round);
    assert_no_parts();
}

/* They may be missing at the end, wherever a match of three engines with three games for each pair is cut off. */
TEST_EACH(matches_may_end_early, 9)
{
    match_ends(0, MATCH THIRD "-games 3 -pdnout @/whole");
    match_shell(0, "awk '/^.Event / && n++ > %d {exit} 1' @/whole >@/games", _i);
    match_ends(0, "-merge @/games -pdnout @/all");
    expect_same_files("games", "all");
    match_has(_i + 1, "all", "[Event ");
}

/* Edits by sed that make games which no match writes, and the messages when the match is resumed and when it is merged
 * (NULL: the same). The file stays as it is: none of these games is cut off. */
#define TAG(name, value) "0,/^." name " /s/^." name " .*/[" name " \"" value "\"]/"
#define STRANGERS "it belongs to another match: B and A do not play this round"
static const struct {
    const char *script, *resumed, *merged;
} EDITED[] = {
    {TAG("BlackCounts", "moves=1"), "its BlackCounts is \"moves=1\"; ", NULL},
    {TAG("BlackCounts", "moves=-1; lines=1; illegal=0"), "its BlackCounts is \"moves=-1; ", NULL},
    {TAG("BlackCounts", "moves=1; lines=1; illegal=2"), "its BlackCounts is \"moves=1; ", NULL},
    {TAG("BlackCounts", "moves=a; lines=1; illegal=0"), "its BlackCounts is \"moves=a; ", NULL},
    {TAG("BlackCounts", "moves=1; lines=1; illegal=0; timed=1"), "its BlackCounts is \"moves=1; ", NULL},
    {TAG("BlackCounts", "moves=1; lines=1; illegal=0; waiting=2"), "its BlackCounts is \"moves=1; ", NULL},
    {TAG("WhiteCounts", "x"), "its WhiteCounts is \"x\"; ", NULL},
    {TAG("Round", "x"), "its Round is \"x\" instead of \"1.1\"", "round x: that is not the round of a match"},
    {TAG("Round", "2.1"), "its Round is \"2.1\" instead of \"1.1\"", "round 2.1: before it round 1.1 is missing"},
    {TAG("Round", "1.2"), "its Round is \"1.2\" instead of \"1.1\"", "round 1.2: before it round 1.1 is missing"},
    {TAG("White", "C"), "its White is \"C\" instead of \"A\"", "round 1.2: " STRANGERS},
    {TAG("Black", "C"), "its Black is \"C\" instead of \"B\"", "round 1.2: " STRANGERS},
    {"s|1/2-1/2|*|; s|adjudication: moves|unterminated|", "game 1: it is not finished",
     "round 1.1: it is not finished"},
    {"s|^1\\. [^ ]*|1. e1-e0|", "games:20: ply 1: e1-e0: ", NULL},
    {"23,$s|PlyCount .10|PlyCount \"9|", "games:23: PlyCount is ", NULL},
};

TEST_EACH(edited_games_are_refused, ROWS(EDITED))
{
    match_ends(0, MATCH "-maxmoves 5 -pdnout @/games");
    match_shell(0, "sed -i '%s' @/games && cp @/games @/before", EDITED[_i].script);
    match_ends(1, MATCH "-maxmoves 5 -rounds 2 -pdnout @/games -resume");
    match_says("%s", EDITED[_i].resumed);
    match_ends(1, "-merge @/games -pdnout @/all");
    match_says("%s", EDITED[_i].merged != NULL ? EDITED[_i].merged : EDITED[_i].resumed);
    expect_same_files("games", "before");
    assert_no_parts();
}

/* Contents of files that no match wrote. */
static const char *const FOREIGN[] = {"hello\n", "[half",        "[Event \"another match\"]\n[Date \"2025.01.01\"]\n",
                                      "\n\n",    "{\"a\": 1}\n", "[Event"};

TEST_EACH(foreign_files_are_not_touched, ROWS(FOREIGN))
{
    set_text(in(&place, "file").text, FOREIGN[_i]);
    match_shell(0, "cp @/file @/before");
    match_ends(1, MATCH "-pdnout @/file");
    match_says("%s", "/file ");
    expect_same_files("file", "before");
    if (strcmp(FOREIGN[_i], "[Event") != 0) { /* which may be the beginning of this match */
        match_ends(1, MATCH "-pdnout @/file -resume");
        expect_same_files("file", "before");
    }
    match_ends(1, MATCH "-json @/file");
    match_says("%s", "file holds something else and is not replaced");
    expect_same_files("file", "before");
    match_ends(0, MATCH "-pdnout @/games");
    match_ends(1, "-merge @/games -pdnout @/file");
    match_says("%s", "file exists");
    expect_same_files("file", "before");
    match_ends(1, "-merge @/games -json @/file");
    expect_same_files("file", "before");
    assert_no_parts();
}

/* These are refused before anything is played: the engine does not exist. test_files.c tests other files that are not
 * regular ones. */
#define PLAYED "-engine cmd=@/nothing name=A -engine cmd=@/nothing name=B -each nodes=1 "
static const struct {
    const char *words, *message;
} UNWRITABLE[] = {
    {PLAYED "-json @/none/json", "none/json: No such file or directory"},
    {PLAYED "-json @/fifo", "fifo is a FIFO, not a regular file"},
    {PLAYED "-pdnout @/none/games", "none/games: No such file or directory"},
    {PLAYED "-pdnout @/fifo", "fifo is a FIFO, not a regular file"},
    {PLAYED "-pdnout @/fifo -resume", "fifo is a FIFO, not a regular file"},
    {PLAYED "-incidents @/none/incidents", "cannot make the directory"},
    {PLAYED "-incidents @/file", "file is not a directory"},
    {PLAYED "-incidents @/file/x", "Not a directory"},
    {PLAYED "-pdnout @/x -json @/x", "x are the same file"},
    {PLAYED "-pdnout @/./x -json @/x", "x are the same file"},
    {PLAYED "-openings file=@/fifo", "fifo is a FIFO, not a regular file"},
    {PLAYED "-openings file=@/fifo format=pdn", "fifo is a FIFO, not a regular file"},
    {PLAYED "-openings file=@/file -json @/file", "file are the same file"},
    {"-merge @/fifo", "fifo is a FIFO, not a regular file"},
    {"-merge @/file -pdnout @/file", "file are the same file"},
    {"-merge @/file -json @/file", "file are the same file"},
    {"-merge @/file -pdnout @/link", "link are the same file"},
    {"-merge @/file -pdnout @/fifo", "fifo is a FIFO, not a regular file"},
    {"-merge @/file -pdnout @/none/all", "none/all: No such file or directory"},
    {"-merge @/file -json @/none/json", "none/json: No such file or directory"},
    {"-merge @/file -pdnout @/all -json @/all", "all are the same file"},
};

TEST_EACH(unwritable_outputs_are_refused_first, ROWS(UNWRITABLE))
{
    set_text(in(&place, "file").text, "startpos\n");
    match_shell(0, "mkfifo @/fifo && ln -s file @/link");
    match_ends(1, "%s", UNWRITABLE[_i].words);
    match_says("%s", UNWRITABLE[_i].message);
    match_has(0, "out", "\n");
    match_has(1, "file", "startpos\n");
    assert_no_parts();
}

/* The report and the summary have White's score, and the report has the faults of each engine. */
TEST(score_of_white)
{
    match_ends(0, MATCH "-rounds 3 -maxmoves 10 -json @/json");
    match_has(1, "out", "%s", "White: +0 -0 =6, score 50.00 % +- 50.00 (95 %), draws 100.0 %\n");
    match_has(1, "json",
              "\"white\": {\n    \"wins\": 0,\n    \"losses\": 0,\n    \"draws\": 6,\n"
              "    \"score\": 0.5,\n    \"score_error\": 0.5,\n    \"draw_ratio\": 1\n");
    /* One engine loses each of three games at once, so that its colours decide White's score. */
    match_ends(0, COMMAND("args='--fault illegal'") "-each nodes=1 -games 1 -rounds 3 -incidents @/incidents "
                                                    "-pdnout @/games");
    const int white = match_count("games", "[Result \"1-0\"]");
    const int black = match_count("games", "[Result \"0-1\"]");
    ck_assert_int_eq(white + black, 3);
    for (int i = 0; i < 2; i++) {
        match_has(1, "out", "White: +%d -%d =0, score %.2f %% ", white, black, 100.0 * white / 3);
        match_has(1, "out", "%s", "\nB: crash 0, stall 0, time loss 0, illegal move 3, ");
        match_ends(0, "-merge @/games");
    }
}

/* Lists that do not fit into a tag still differ, and no character of a value ends it. */
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
        ck_assert(tag_list_value(&list, values[i]));
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
