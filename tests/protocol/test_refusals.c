/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bad input to the program over pipes: one line says what is wrong, and the state is unchanged. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/engine_process.h"
#include "support/test.h"

enum { LINE_SIZE = 1024 };

/* Copies the lines Fen and Key of `d` to text. */
static void read_state(EngineProcess *p, char text[LINE_SIZE])
{
    ck_assert(process_send(p, "d\n"));
    const char *const fen = process_expect(p, "Fen: *");
    const int length = snprintf(text, LINE_SIZE, "%s", fen);
    snprintf(text + length, LINE_SIZE - (size_t)length, "%s", process_expect(p, "Key: *"));
    process_expect(p, "Legal moves (*");
}

/* True for the command of a search, which is always answered with a bestmove; `go perft` is not one. */
static bool is_search(const char *command)
{
    return strncmp(command, "go", 2) == 0 && strncmp(command, "go perft", 8) != 0;
}

/* Sends a command, with a zero byte for each '@'. It must be refused with this one line (a pattern after "info string
 * error: "; NULL: the command is blank and has no answer), and change nothing. */
static void expect_refused(EngineProcess *p, const char *command, const char *error)
{
    char before[LINE_SIZE], after[LINE_SIZE], pattern[LINE_SIZE];
    read_state(p, before);
    for (const char *part = command; *part != '\0';) {
        const size_t length = strcspn(part, "@");
        ck_assert(process_send_bytes(p, length > 0 ? part : "", length > 0 ? length : 1));
        part += length > 0 ? length : 1;
    }
    ck_assert(process_send(p, "\n"));
    snprintf(pattern, sizeof pattern, ERROR_LINE "%s", error != NULL ? error : "");
    if (error != NULL) {
        process_talk(p, pattern);
    }
    if (is_search(command)) {
        process_talk(p, "bestmove (none)");
    }
    process_sync(p);
    read_state(p, after);
    ck_assert_str_eq(before, after);
}

/* At the start position, with one move played. */
static const struct {
    const char *command, *error; /* as in expect_refused() */
} REFUSALS[] = {
    {"xyzzy", "unknown command \"xyzzy\"; help lists the commands"},
    {"UCI", "unknown command \"UCI\"; help lists the commands"},
    /* Commands of the terminal alone */
    {"new", "new works only at a terminal: start bushka there, without a pipe"},
    {"hint", "hint works only at a terminal: start bushka there, without a pipe"},
    {"f2f3", "unknown command \"f2f3\"; help lists the commands"},
    {"play black", "play works only at a terminal: start bushka there, without a pipe"},
    {"exit", "unknown command \"exit\"; help lists the commands"},

    {"isready now", "isready takes no arguments, not \"now\""},
    {"\xff\xfe\x01\x80", "unknown command \"????\"; help lists the commands"},
    {"stop stop", "stop takes no arguments, not \"stop\""},
    {"stop", "no search is running, so there is nothing to stop"},
    {"ponderhit", "no search is running; ponderhit follows go ponder"},
    {"setoption", "setoption takes name X and then value Y, if X takes a value"},
    {"setoption Hash 16", "setoption takes name X and then value Y, if X takes a value"},
    {"setoption name", "setoption takes name X and then value Y, if X takes a value"},
    {"setoption name value 3", "setoption takes name X and then value Y, if X takes a value"},
    {"setoption name Hsah value 16", "unknown option \"Hsah\"; uci lists the options"},
    {"setoption name Hash value 0", "option Hash takes a whole number from 1 to 65536, not \"0\""},
    {"setoption name Hash", "option Hash takes a value: setoption name Hash value Y"},
    {"setoption name Threads value -1", "option Threads takes a whole number from 1 to 256, not \"-1\""},
    {"setoption name MultiPV value 501", "option MultiPV takes a whole number from 1 to 500, not \"501\""},
    {"setoption name Move Overhead value 1e3", "option Move Overhead takes a whole number from 0 to 5000, not \"1e3\""},
    {"setoption name Hash value 1 value 2", "option Hash takes a whole number from 1 to 65536, not \"1 value 2\""},
    {"setoption name Hash name Hash value 1", "unknown option \"Hash name Hash\"; uci lists the options"},
    {"setoption name EvalFile", "option EvalFile takes a value: setoption name EvalFile value Y"},
    {"setoption name Ponder value yes", "option Ponder takes true or false, not \"yes\""},
    {"setoption name Skill Level value 21", "option Skill Level takes a whole number from 0 to 20, not \"21\""},
    {"setoption name UCI_LimitStrength value 1", "option UCI_LimitStrength takes true or false, not \"1\""},
    {"setoption name UCI_Elo value 9999", "option UCI_Elo takes a whole number from 340 to *, not \"9999\""},
    {"setoption name Clear Hash value 1", "option Clear Hash is a button and takes no value"},
    {"setoption name UCI_Variant value chess", "option UCI_Variant takes bushka or bushka9x11, not \"chess\""},
    {"setoption name EvalFile value tests", "tests is a directory, not a regular file"},
    {"setoption name EvalFile value /dev/zero", "/dev/zero is a character device, not a regular file"},
    {"setoption name Notation value pdn", "option Notation takes coordinate, formal or short, not \"pdn\""},
    {"position", "position needs startpos or fen F, and then moves M... if any"},
    {"position start", "position takes startpos or fen F, not \"start\""},
    {"position startpos f2f5", "position: only moves M... can follow here, not \"f2f5\""},
    {"position fen", "position fen needs a FEN such as W:Wf2,Kg5:Bc6"},
    {"position fen W:Wf2:Bk3", "k3 is not a square of the board bushka"},
    {"position fen W:Wf2", "the FEN ends too early: expected *"},
    {"position fen W:Wf2:Bc6 w", "position: only moves M... can follow here, not \"w\""},
    {"position startpos moves g5f5 d8d6 f2f9 e2e4", "move 3: f2f9: *"},
    {"position fen W:W:B moves f2f3", "move 1: f2f3: White has no legal move and has lost"},
    {"move", "move needs at least one move, such as f2f5; moves lists them"},
    {"move d8d6 d8d6", "move 2: d8d6: *"},
    {"undo 0", "undo takes a whole number from 1 to 1, not \"0\""},
    {"undo 2", "undo takes a whole number from 1 to 1, not \"2\""},
    {"undo 1 1", "undo takes one number, not a second word \"1\""},
    {"go fast", "go does not know \"fast\"; it takes depth, nodes, movetime, *"},
    {"go depth", "depth needs a whole number from 1 to 128"},
    {"go depth 0", "depth takes a whole number from 1 to 128, not \"0\""},
    {"go depth 129", "depth takes a whole number from 1 to 128, not \"129\""},
    {"go nodes 5 movetime 9 nodes 5", "go has nodes twice"},
    {"go searchmoves d8d6 searchmoves d8d6", "go has searchmoves twice"},
    {"go nodes 0", "nodes takes a whole number from 1 to 1000000000000000000, not \"0\""},
    {"go movetime -1", "movetime takes a whole number from 0 to 1000000000000, not \"-1\""},
    {"go wtime 1.5 btime 100", "wtime takes a whole number from -1000000000000 to 1000000000000, not \"1.5\""},
    {"go wtime 1000", "go has a clock, but not that of the side to move: give btime too"},
    {"go movestogo 5", "go has a clock, but not that of the side to move: give btime too"},
    {"go wtime 100 btime 100 winc -1", "winc takes a whole number from 0 to 1000000000000, not \"-1\""},
    {"go movestogo -1", "movestogo takes a whole number from 0 to 10000, not \"-1\""},
    {"go mate 0", "mate takes a whole number from 1 to 64, not \"0\""},
    {"go searchmoves", "go searchmoves needs at least one move"},
    {"go searchmoves depth 3", "go searchmoves needs at least one move"},
    {"go searchmoves d8d6 g5g6 depth 3", "go searchmoves: g5g6: *"},
    {"go perft 3 depth 3", "perft takes N, and then hash MIB or leaves, not \"depth\""},
    {"go depth 3 perft 3", "go perft N takes no search limits"},
    {"perft", "perft needs a whole number from 0 to 64"},
    {"perft 65", "perft takes a whole number from 0 to 64, not \"65\""},
    {"perft 2 3", "perft takes N, and then hash MIB or leaves, not \"3\""},
    {"perft 2 hash", "perft hash needs a whole number from 1 to 65536"},
    {"perft 2 leaves leaves", "perft has leaves twice"},
    {"perft 3 hash 1 hash 2", "perft has hash twice"},
    {"perft leaves 3", "perft takes a whole number from 0 to 64, not \"leaves\""},
    {"bench depth 3 depth 4", "bench has depth twice"},
    {"bench threads 1 depth 1 threads 2", "bench has threads twice"},
    {"bench hash 1 hash 1", "bench has hash twice"},
    {"bench 16", "bench takes depth D, threads N or hash MIB, not \"16\""},
    {"bench depth 0", "bench depth takes a whole number from 1 to 128, not \"0\""},
    {"bench threads 257", "bench threads takes a whole number from 1 to 256, not \"257\""},
    {"bench hash x", "bench hash takes a whole number from 1 to 65536, not \"x\""},

    /* Zero bytes */
    {"g@o", "unknown command \"g?o\"; help lists the commands"},
    {"isready@", "unknown command \"isready?\"; help lists the commands"},
    {"@", "unknown command \"?\"; help lists the commands"},
    {"isready @", "isready takes no arguments, not \"?\""},
    {"setoption na@me Hash value 32", "setoption takes name X and then value Y, if X takes a value"},
    {"setoption name Ha@sh value 32", "unknown option \"Ha?sh\"; uci lists the options"},
    {"setoption name Hash value 32@", "the value of an option cannot contain a zero byte"},
    {"setoption name EvalFile value a@b", "the value of an option cannot contain a zero byte"},
    {"position startpos@", "position takes startpos or fen F, not \"startpos?\""},
    {"position fen W:Wf2@:Bc6", "a FEN is plain text, but this one contains a zero byte"},
    {"position fen W:Wf2:Bc6 @", "position: only moves M... can follow here, not \"?\""},
    {"move g5f5@", "move 1: g5f5?: it contains a character that no move has; *"},
    {"go de@pth 3", "go does not know \"de?pth\"; it takes depth, *"},
    {"go depth 3@", "depth takes a whole number from 1 to 128, not \"3?\""},
    {"go searchmoves g5f5@", "go searchmoves: g5f5?: it contains a character that no move has; *"},
    {"perft 2@", "perft takes a whole number from 0 to 64, not \"2?\""},
    {"bench @", "bench takes depth D, threads N or hash MIB, not \"?\""},
};

TEST(test_refusals)
{
    for (int i = 0; i < ROWS(REFUSALS); i++) {
        process_expect_silence(&running, "position startpos moves g5f5");
        expect_refused(&running, REFUSALS[i].command, REFUSALS[i].error);
    }
}

#define NONE "bestmove (none)\n"
#define LOST ERROR_LINE "go: the last position was refused, so there is none to search; send another\n" NONE
#define NO_FEN "> position fen W:Wf2\n" ERROR_LINE "the FEN ends too early: expected *\n"
#define FOUND "...\nbestmove *\n"
#define BUSY ERROR_LINE "a search is running; send stop first\n"

static const char *const TALKS[] = {
    /* Nothing is searched after a refused position until another is accepted; commands that show or change the game see
     * the one before. */
    NO_FEN "> go depth 1\n" LOST "> go infinite\n" LOST "> go fast\n" LOST "> position startpos\n> go depth 1\n" FOUND,
    NO_FEN "> move f2f9\n" ERROR_LINE "*\n> go depth 1\n" LOST "> move g5f5\n> go depth 1\n" FOUND
           "> d\n...\nSide to move: Black\n...\nLegal moves (24): *\n",
    "> move g5f5\n> position startpos moves g5f5 g5f5\n" ERROR_LINE "move 2: *\n> go depth 1\n" LOST
    "> undo 2\n" ERROR_LINE "*\n> go depth 1\n" LOST "> undo\n> go depth 1\n" FOUND,
    "> position\n" ERROR_LINE "*\n> isready\nreadyok\n> go depth 1\n" LOST "> ucinewgame\n> go depth 1\n" FOUND,
    NO_FEN "> setoption name UCI_Variant value chess\n" ERROR_LINE "*\n> setoption name Hash value 1\n> moves\n"
           "Legal moves (24): *\n> eval\n...\nFinal evaluation: *\n> perft 1\n...\nNodes searched: 24\n\n"
           "> go perft 1\n" ERROR_LINE "go: the last position was refused, *\n> go depth 1\n" LOST
           "> setoption name UCI_Variant value bushka9x11\ninfo string variant *\n> go depth 1\n" FOUND,
    /* Other refusals leave the position valid. */
    "> move f2f9\n" ERROR_LINE "*\n> undo\n" ERROR_LINE "*\n> setoption name UCI_Variant value chess\n" ERROR_LINE
    "*\n> go depth 1\n" FOUND,
    /* During a search a refused go has no bestmove: it would be taken for that of the search. */
    "> go infinite\n> go depth 1\n...\n" BUSY "> go fast\n...\n" BUSY "> stop\n" FOUND "> go depth 1\n" FOUND,
    "> go infinite\n> position startpos\n...\n" BUSY "> stop\n" FOUND "> go depth 1\n" LOST
    "> position startpos\n> go depth 1\n" FOUND,
    /* A go that waits for the end of a search is only read then. */
    "> go nodes 100000\n> go searchmoves d8d6\n" FOUND ERROR_LINE "go searchmoves: d8d6: *\n" NONE,
    "> go nodes 100000\n> position fen W:Wf2\n> go depth 1\n" FOUND ERROR_LINE "the FEN ends too early: *\n" LOST,
};

TEST_TALKS(TALKS)

/* Lines that repeat one character. */
static const struct {
    const char *begin;
    char again;
    size_t count;
    const char *error; /* as in expect_refused() */
} LONG_LINES[] = {
    {"position fen ", 'W', 300, "a FEN has at most 255 characters, this one has 300"},
    {"", 'x', 10000000, "unknown command \"xxxxx*\"; help lists the commands"},
    {"position startpos moves ", 'x', 10000000, "move 1: xxxxx*"},
    {"setoption name EvalFile value ", 'x', 1000, "xxxxx*: File name too long"},
    {"", ' ', 64 << 20, NULL},
    {"", 'a', (64 << 20) + 1, "the line is too long; at most 67108864 bytes are read"},
};

TEST_EACH(test_long_lines, ROWS(LONG_LINES))
{
    const size_t begin = strlen(LONG_LINES[_i].begin);
    char *const line = calloc(1, begin + LONG_LINES[_i].count + 1);
    ck_assert_ptr_nonnull(line);
    strcpy(line, LONG_LINES[_i].begin);
    memset(line + begin, LONG_LINES[_i].again, LONG_LINES[_i].count);
    expect_refused(&running, line, LONG_LINES[_i].error);
    free(line);
}

TEST(test_twelve_thousand_moves)
{
    enum { MOVES = 12000, CYCLE = 4, BROKEN = 7000 };
    static const char *const cycle[CYCLE] = {"e1e2", "f9f8", "e2e1", "f8f9"};
    static const char start[] = "position fen W:WKe1:BKf9 moves";
    const size_t size = sizeof start + (size_t)MOVES * 5 + 2;
    char *const line = malloc(size);
    ck_assert_ptr_nonnull(line);
    char *at = line + snprintf(line, size, "%s", start);
    for (int i = 0; i < MOVES; i++) {
        at += snprintf(at, size - (size_t)(at - line), " %s", cycle[i % CYCLE]);
    }
    const int64_t begun = clock_us();
    ck_assert(process_send(&running, line));
    process_expect_silence(&running, "");
    ck_assert_int_lt(clock_us() - begun, (SANITIZED ? 20 : 2) * 1000000);
    process_talk(&running, "> d\n...\nFen: W:WKe1:BKf9\nKey: *\nSide to move: White\n"
                           "Result: 1/2-1/2 (draw, the position occurred for the third time)\nLegal moves (0):\n"
                           "> undo 12000\n> move e1e3");
    /* NOLINTNEXTLINE(bugprone-not-null-terminated-result): the line continues */
    memcpy(strstr(line, " moves") + strlen(" moves") + (size_t)(BROKEN - 1) * 5, " f9f8", 5);
    expect_refused(&running, line, "move 7000: f9f8: *");
    free(line);
}

SUITE(.with = {&RUNNING_ENGINE});
