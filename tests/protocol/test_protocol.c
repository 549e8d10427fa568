/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The line protocol as protocol.md describes it, on the program over pipes: what is answered, and when. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/engine_process.h"
#include "support/test.h"

#ifndef PROTOCOL_MD
#define PROTOCOL_MD "protocol.md"
#endif

#define START_FEN "W:Wd2,e1,e2,e3,f2,f3,f4,g3,g4,g5,h4,h5,h6,i5,i6:Ba5,a6,b5,b6,b7,c6,c7,c8,d7,d8,d9,e8,e9,e0,f9"

enum { LINE_SIZE = 1024, QUIET = 150 /* ms in which something that must not come would come */ };

/* Checks that nothing but lines of analysis comes for a while. */
static void expect_no_bestmove(EngineProcess *p)
{
    const char *line = NULL;
    const int64_t end = clock_us() + QUIET * 1000;
    while (clock_us() < end) {
        line = process_line(p, (int)((end - clock_us()) / 1000));
        ck_assert(line == NULL || matches("info depth *", line));
    }
}

TEST(test_transcript)
{
    FILE *const file = fopen(PROTOCOL_MD, "r");
    char line[LINE_SIZE];
    bool inside = false, skip = false;
    int replayed = 0;
    EngineProcess p;
    ck_assert_msg(file != NULL, "no " PROTOCOL_MD);
    while (fgets(line, sizeof line, file) != NULL && strcmp(line, "## A session\n") != 0) {
    }
    process_start(&p, NULL, 0);
    while (fgets(line, sizeof line, file) != NULL) {
        if (strncmp(line, "```", 3) == 0) {
            inside = !inside;
        } else if (inside && strncmp(line, "> ", 2) == 0) {
            ck_assert(process_send(&p, line + 2));
            replayed++;
        } else if (inside && strcmp(line, "...\n") == 0) {
            skip = true;
        } else if (inside) {
            line[strcspn(line, "\n")] = '\0';
            if (skip) {
                process_expect(&p, line);
            } else {
                process_expect_next(&p, line);
            }
            skip = false;
        }
    }
    fclose(file);
    ck_assert_int_gt(replayed, 10);
    ck_assert_int_eq(process_wait(&p, PATIENCE), 0);
    ck_assert_ptr_null(process_line(&p, PATIENCE));
    process_end(&p);
}

TEST(test_line_ends)
{
    EngineProcess p;
    process_start(&p, NULL, 0);
    ck_assert(process_send(&p, "\r\n\n  \t \r\nisready\r\nposition startpos moves g5f5\r\n\tisready \r\n"));
    process_expect_next(&p, "readyok");
    process_expect_next(&p, "readyok");
    ck_assert(process_send(&p, "isready")); /* no line end before the end of input */
    process_close_input(&p);
    process_expect_next(&p, "readyok");
    ck_assert_int_eq(process_wait(&p, PATIENCE), 0);
    process_end(&p);
}

TEST(test_comments)
{
    EngineProcess p;
    process_start(&p, NULL, 0);
    process_expect_silence(&p, "# a line");
    process_expect_silence(&p, "  #another");
    process_expect_silence(&p, "#");
    process_expect_silence(&p, "position startpos moves g5f5 # d8d6");
    process_expect_silence(&p, "setoption name Hash value 1\t#\tMiB");
    ck_assert(process_send(&p, "isready # at once\nisready #\nperft 0 #no word of perft\nmove d8d6#\n"));
    process_expect_next(&p, "readyok");
    process_expect_next(&p, "readyok");
    process_expect_next(&p, ERROR_LINE "perft takes N, and then hash MIB or leaves, not \"#no\"");
    process_expect_next(&p, ERROR_LINE "move 1: d8d6#: *");
    /* paths: what is no word "#" belongs to them */
    ck_assert(process_send(&p, "setoption name EvalFile value a#b # c\nsetoption name EvalFile value #1 #2\n"));
    process_expect_next(&p, ERROR_LINE "a#b: No such file or directory");
    process_expect_next(&p, ERROR_LINE "#1 #2: No such file or directory");
    process_quit(&p);
}

TEST(test_commands_right_after_the_answer)
{
    /* A client may send the next command the moment it has read the last line. */
    enum { ROUNDS = 200 };
    static const char *const commands[] = {"go depth 1\n", "perft 1\n", "go nodes 50\n", "perft 0\n"};
    static const char *const last[] = {"bestmove *", "Nodes searched: 24", "bestmove *", "Nodes searched: 1"};
    EngineProcess p;
    process_start(&p, NULL, 0);
    for (int i = 0; i < ROUNDS; i++) {
        ck_assert(process_send(&p, commands[i % 4]));
        const char *line = NULL;
        do {
            line = process_line(&p, PATIENCE);
            ck_assert_msg(line != NULL && !matches(ERROR_LINE "*", line), "round %d: %s", i, line);
        } while (!matches(last[i % 4], line));
    }
    ck_assert(process_send(&p, "go infinite\nstop\nposition startpos\ngo depth 1\n"));
    process_expect(&p, "bestmove *");
    process_expect(&p, "bestmove *");
    ck_assert(process_send(&p, "stop\n"));
    process_expect_next(&p, ERROR_LINE "no search is running, so there is nothing to stop");
    process_quit(&p);
}

TEST(test_bestmove_is_held_back)
{
    EngineProcess p;
    process_start(&p, NULL, 0);
    ck_assert(process_send(&p, "isready\n")); /* what it takes to begin does not count */
    process_expect_next(&p, "readyok");
    ck_assert(process_send(&p, "go infinite depth 1\n"));
    expect_no_bestmove(&p);
    ck_assert(process_send(&p, "stop\n"));
    process_expect_next(&p, "bestmove *");
    ck_assert(process_send(&p, "go ponder depth 1\n"));
    expect_no_bestmove(&p);
    ck_assert(process_send(&p, "ponderhit\n"));
    process_expect_next(&p, "bestmove *");
    ck_assert(process_send(&p, "go ponder wtime 100 btime 100\n"));
    expect_no_bestmove(&p);
    ck_assert(process_send(&p, "stop\n"));
    process_expect(&p, "bestmove *");
    ck_assert(process_send(&p, "go ponder wtime 200 btime 200\n"));
    expect_no_bestmove(&p);
    ck_assert(process_send(&p, "ponderhit\n"));
    process_expect(&p, "bestmove *");
    process_quit(&p);
}

TEST(test_finished_games)
{
    enum { LOST = 5 };
    static const char *const positions[LOST] = {"W:W:B", "B:W:B", "W:W:Bc6", "B:WKf5:B", "B:Wa5,b6:Ba6"};
    static const char draw[] =
        "position fen W:WKe1:BKf9 moves e1e2 f9f8 e2e1 f8f9 e1e2 f9f8 e2e1 f8f9\ngo infinite ponder\n";
    EngineProcess p;
    process_start(&p, NULL, 0);
    for (int i = 0; i < LOST; i++) {
        const char *const loser = positions[i][0] == 'W' ? "White" : "Black";
        char text[LINE_SIZE];
        snprintf(text, sizeof text, "position fen %s\ngo depth 3\n", positions[i]);
        ck_assert(process_send(&p, text));
        snprintf(text, sizeof text, "info string the game is over: %s has no legal move and has lost", loser);
        process_expect_next(&p, text);
        process_expect_next(&p, "bestmove (none)");
        process_sync(&p);
    }
    ck_assert(process_send(&p, "moves\n"));
    process_expect_next(&p, "Result: 1-0 (Black has no legal move and has lost)");
    process_expect_next(&p, "Legal moves (0):");
    ck_assert(process_send(&p, draw));
    process_expect_next(&p, "info string the game is over: draw, the position occurred for the third time");
    expect_no_bestmove(&p);
    ck_assert(process_send(&p, "position startpos\n"));
    process_expect_next(&p, ERROR_LINE "a search is running; send stop first");
    ck_assert(process_send(&p, "ponderhit\n"));
    process_sync(&p); /* still infinite */
    ck_assert(process_send(&p, "stop\n"));
    process_expect_next(&p, "bestmove (none)");
    ck_assert(process_send(&p, "go ponder wtime 100 btime 100\n"));
    process_expect_next(&p, "info string the game is over: *");
    expect_no_bestmove(&p);
    ck_assert(process_send(&p, "ponderhit\n"));
    process_expect_next(&p, "bestmove (none)");
    ck_assert(process_send(&p, "move e1e2\n"));
    process_expect_next(&p,
                        ERROR_LINE "move 1: e1e2: the game is over: draw, the position occurred for the third time");
    process_expect_silence(&p, "position fen W:WKe1:BKf9 moves e1e2 f9f8 e2e1 f8f9 e1e2 f9f8 e2e1 f8f9 e1e3");
    ck_assert(process_send(&p, "go depth 1\n"));
    process_expect(&p, "bestmove *");
    process_expect_silence(&p, "position fen W:WKe1:BKf9 moves e1e2 f9f8 e2e1 f8f9 e1e2 f9f8 e2e1");
    ck_assert(process_send(&p, "move f8f9\n"));
    process_expect_next(&p, "info string the game is over: draw, the position occurred for the third time");
    process_quit(&p);
}

/* After a draw no move is accepted, and none is listed. */
TEST(test_moves_after_a_draw)
{
    static const char result[] = "Result: 1/2-1/2 (draw, the position occurred for the third time)";
    static const char *const listing[] = {"moves\n", "d\n"};
    EngineProcess p;
    process_start(&p, NULL, 0);
    ck_assert(process_send(&p, "position fen W:WKe1:BKf9\nmove e1e2 f9f8 e2e1 f8f9 e1e2 f9f8 e2e1 f8f9\n"));
    process_expect_next(&p, "info string the game is over: draw, the position occurred for the third time");
    for (size_t i = 0; i < sizeof listing / sizeof listing[0]; i++) {
        ck_assert(process_send(&p, listing[i]));
        process_expect(&p, result);
        process_expect_next(&p, "Legal moves (0):");
    }
    ck_assert(process_send(&p, "move e1e2\n"));
    process_expect_next(&p,
                        ERROR_LINE "move 1: e1e2: the game is over: draw, the position occurred for the third time");
    ck_assert(process_send(&p, "undo\nmoves\n"));
    process_expect_next(&p, "Legal moves (*): *");
    process_quit(&p);
}

TEST(test_playing_by_hand)
{
    EngineProcess p;
    process_start(&p, NULL, 0);
    ck_assert(process_send(&p, "undo\n"));
    process_expect_next(&p, ERROR_LINE "no move to take back");
    process_expect_silence(&p, "move g5f5 d8-d6 e34?!");
    process_expect_silence(&p, "undo 2");
    process_expect_silence(&p, "undo");
    process_expect_fen(&p, START_FEN);
    process_quit(&p);
}

TEST(test_go_arguments)
{
    static const char *const limits[] = {"go depth 3",
                                         "go nodes 1000",
                                         "go movetime 20",
                                         "go movetime 0",
                                         "go wtime 100 btime 100",
                                         "go wtime -50 btime -50 winc 10 binc 10",
                                         "go wtime 100 btime 100 movestogo 1",
                                         "go btime 5 wtime 200 winc 1",
                                         "go wtime 300 btime 300 movestogo 0",
                                         "go mate 1 depth 2",
                                         "go searchmoves g5f5 h5f5 depth 2",
                                         "go depth 2 searchmoves g5-f5 nodes 1000000"};
    EngineProcess p;
    process_start(&p, NULL, 0);
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        ck_assert(process_send(&p, limits[i]));
        ck_assert(process_send(&p, "\n"));
        const char *line = process_line(&p, PATIENCE);
        while (line != NULL &&
               matches("info depth * seldepth * multipv 1 score * nodes * nps * hashfull * time * pv *", line)) {
            line = process_line(&p, PATIENCE);
        }
        ck_assert_msg(line != NULL && matches("bestmove *", line), "%s: %s", limits[i], line);
        ck_assert_msg(strstr(line, "(none)") == NULL, "%s: %s", limits[i], line);
        if (strstr(limits[i], "searchmoves g5-f5") != NULL) {
            ck_assert(matches("bestmove g5f5*", line));
        }
    }
    process_quit(&p);
}

TEST(test_multipv)
{
    EngineProcess p;
    process_start(&p, NULL, 0);
    ck_assert(process_send(&p, "setoption name MultiPV value 3\ngo depth 2\n"));
    for (int depth = 1; depth <= 2; depth++) {
        for (int rank = 1; rank <= 3; rank++) {
            char pattern[LINE_SIZE];
            snprintf(pattern, sizeof pattern, "info depth %d seldepth * multipv %d score *", depth, rank);
            process_expect_next(&p, pattern);
        }
    }
    process_expect_next(&p, "bestmove *");
    process_quit(&p);
}

TEST(test_forced_end)
{
    EngineProcess p;
    process_start(&p, NULL, 0);
    ck_assert(process_send(&p, "position fen W:Wd5,e5:Ba5\ngo depth 8\n"));
    process_expect(&p, "info depth * score mate 2 nodes *");
    process_expect(&p, "bestmove *");
    ck_assert(process_send(&p, "position fen B:Wd5,d4:Ba5\ngo depth 8\n"));
    process_expect(&p, "info depth * score mate -* nodes *");
    process_expect(&p, "bestmove *");
    process_quit(&p);
}

TEST(test_notation_of_moves)
{
    enum { STYLES = 3 };
    static const char *const styles[STYLES] = {"coordinate", "formal", "short"};
    static const char *const lists[STYLES] = {"e3e5 e2e5", "e3xe5 e2xe5", "e3x5 e2x5"};
    static const char *const best[STYLES] = {"e3e5", "e3xe5", "e3x5"};
    EngineProcess p;
    process_start(&p, NULL, 0);
    process_expect_silence(&p, "position fen W:We2,e3,e4:Be6,c7");
    for (int i = 0; i < STYLES; i++) {
        char text[LINE_SIZE];
        snprintf(text, sizeof text, "setoption name NOTATION value %s\nmoves\nperft 1\n", styles[i]);
        ck_assert(process_send(&p, text));
        snprintf(text, sizeof text, "Legal moves (2): %s", lists[i]);
        process_expect_next(&p, text);
        snprintf(text, sizeof text, "%s: 1", best[i]);
        process_expect_next(&p, text);
        process_expect(&p, "Nodes searched: 2");
        process_expect_next(&p, "");
        ck_assert(process_send(&p, "go depth 2 searchmoves e3e5\n"));
        snprintf(text, sizeof text, "info depth 1 * pv %s*", best[i]);
        process_expect_next(&p, text);
        snprintf(text, sizeof text, "bestmove %s*", best[i]);
        process_expect(&p, text);
    }
    process_quit(&p);
}

TEST(test_perft)
{
    EngineProcess p;
    uint64_t sum = 0;
    int lines = 0;
    process_start(&p, NULL, 0);
    ck_assert(process_send(&p, "setoption name Threads value 2\nperft 3 hash 1 leaves\n"));
    const char *line = process_line(&p, PATIENCE);
    for (; line != NULL && line[0] != '\0'; line = process_line(&p, PATIENCE)) {
        ck_assert(matches("*: *", line));
        sum += strtoull(strchr(line, ':') + 1, NULL, 10);
        lines++;
    }
    ck_assert_int_eq(lines, 24);
    ck_assert_uint_eq(sum, 13920);
    process_expect_next(&p, "Nodes searched: 13920");
    process_expect_next(&p, "");
    ck_assert(process_send(&p, "setoption name UCI_Variant value bushka9x11\ngo perft 4\n"));
    process_expect(&p, "Nodes searched: 164630");
    process_quit(&p);
}

TEST(test_bench)
{
    char hash[LINE_SIZE], nodes[LINE_SIZE];
    EngineProcess p;
    process_start(&p, NULL, 0);
    for (int i = 0; i < 2; i++) {
        ck_assert(process_send(&p, "bench depth 1\n"));
        process_expect_next(&p, "info string bench depth 1 threads 1 hash 16");
        int positions = 0;
        const char *line = process_line(&p, PATIENCE);
        for (; line != NULL && line[0] != '\0'; line = process_line(&p, PATIENCE)) {
            ck_assert_msg(matches("position */* bushka* score * nodes * bestmove *", line), "%s", line);
            ck_assert_ptr_null(strstr(line, "(none)"));
            positions++;
        }
        ck_assert_int_ge(positions, 40);
        process_expect_next(&p, "===*");
        process_expect_next(&p, "Total time (ms) : *");
        const char *const signature = process_expect(&p, "Bench hash      : *");
        ck_assert(i == 0 || strcmp(hash, signature) == 0);
        snprintf(hash, sizeof hash, "%s", signature);
        const char *const count = process_expect(&p, "Nodes searched  : *");
        ck_assert(i == 0 || strcmp(nodes, count) == 0);
        snprintf(nodes, sizeof nodes, "%s", count);
        process_expect_next(&p, "Nodes/second    : *");
    }
    process_quit(&p);
}

/* The defaults of bench are printed: before its answer, by help, and here. */
TEST(test_bench_defaults)
{
    EngineProcess p;
    process_start(&p, NULL, 0);
    ck_assert(process_send(&p, "bench\n"));
    process_expect_next(&p, "info string bench depth 9 threads 1 hash 16");
    ck_assert(process_send(&p, "stop\n"));
    process_expect(&p, "info string bench stopped");
    ck_assert(process_send(&p, "help\n"));
    process_expect(&p, "bench [depth D] [threads N] [hash MIB]");
    process_expect_next(&p, "* depth 9, one thread and 16 MiB*");
    process_quit(&p);
}
