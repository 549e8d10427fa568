/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The line protocol as protocol.md describes it, with the program over pipes: what is answered, and when. */
#include "support/engine_process.h"
#include "support/positions.h"
#include "support/test.h"

#define DRAWN "position fen W:WKe1:BKf9 moves e1e2 f9f8 e2e1 f8f9 e1e2 f9f8 e2e1"
#define DRAW "draw, the position occurred for the third time"
#define LOST_BY_WHITE "White has no legal move and has lost"
#define LOST_BY_BLACK "Black has no legal move and has lost"
#define OVER "info string the game is over: "
#define INFO_LINE "info depth * seldepth * multipv 1 score * nodes * nps * hashfull * time * pv *\n"
#define GO(words, best) "> go " words "\n" INFO_LINE "...\nbestmove " best "\n"
#define SEARCH "> go depth 4\n" INFO_LINE "...\nbestmove *\n"
#define CLOCK "> go wtime 600000 btime 600000\n"
#define AMBIGUOUS ERROR_LINE "move 1: h6g7x is ambiguous, name every square: h6xg6xg7, h6xh7xg7\n"
/* Two moves, printed in that notation. */
#define NOTATED(notation, first, second)                                                                               \
    "> position fen W:We2,e3,e4:Be6,c7\n> setoption name NOTATION value " notation "\n> moves\n> perft 1\n"            \
    "Legal moves (2): " first " " second "\n" first ": 1\n...\nNodes searched: 2\n\n"                                  \
    "> go depth 2 searchmoves e3e5\ninfo depth 1 * pv " first "*\n...\nbestmove " first "*"
#define READY "> isready\nreadyok\n"

/* By subject; each is a conversation with a new program. */
static const char *const TALKS[] = {
    /* Line ends and spaces */
    "> \r\n> \n>   \t \r\n> isready\r\n> position startpos moves g5f5\r\n> \tisready \r\nreadyok\nreadyok",

    /* Comments; a "#" inside a word, such as a path, belongs to it */
    "> # a line\n>   #another\n> #\n> position startpos moves g5f5 # d8d6\n"
    "> setoption name Hash value 1\t#\tMiB\n> isready # at once\n> isready #\n> perft 0 #no word of perft\n> move "
    "d8d6#\n"
    "readyok\nreadyok\n" ERROR_LINE "perft takes N, and then hash MIB or leaves, not \"#no\"\n" ERROR_LINE
    "move 1: d8d6#: *\n> setoption name EvalFile value a#b # c\n> setoption name EvalFile value #1 #2\n" ERROR_LINE
    "a#b: No such file or directory\n" ERROR_LINE "#1 #2: No such file or directory",

    /* With infinite and ponder the result is held back. (READY: the quiet time begins when the program has started.) */
    READY "> go infinite depth 1\ninfo depth 1 *\n(quiet)\n> stop\nbestmove *",
    READY "> go ponder depth 1\ninfo depth 1 *\n(quiet)\n> ponderhit\nbestmove *",
    READY "> go ponder wtime 200 btime 200\n(quiet)\n> ponderhit\n...\nbestmove *",

    /* Finished games */
    "> position fen W:W:Bc6\n> go depth 3\n" OVER LOST_BY_WHITE "\nbestmove (none)",
    "> position fen B:Wa5,b6:Ba6\n> go depth 3\n" OVER LOST_BY_BLACK "\nbestmove (none)\n> moves\n"
    "Result: 1-0 (" LOST_BY_BLACK ")\nLegal moves (0):",
    "> " DRAWN " f8f9\n> go infinite ponder\n" OVER DRAW "\n(quiet)\n> position startpos\n" ERROR_LINE
    "a search is running; send stop first\n> ponderhit\n" READY /* still infinite */ "> stop\nbestmove (none)\n"
    "> " DRAWN " f8f9\n> go ponder wtime 100 btime 100\n" OVER DRAW "\n(quiet)\n> ponderhit\nbestmove (none)",
    "> " DRAWN " f8f9 e1e3\n> go depth 1\n...\nbestmove *",
    "> " DRAWN "\n> move f8f9\n" OVER DRAW "\n> moves\nResult: 1/2-1/2 (" DRAW ")\nLegal moves (0):\n> d\n...\n"
    "Result: 1/2-1/2 (" DRAW ")\nLegal moves (0):\n> perft 1\n...\nNodes searched: 9\n\n> move e1e2\n" ERROR_LINE
    "move 1: e1e2: the game is over: " DRAW "\n> undo\n> moves\nLegal moves (*): *",

    /* Playing by hand */
    "> undo\n" ERROR_LINE "no move to take back\n> move g5f5 d8-d6 e34?!\n> undo 2\n> undo\n> d\n...\nFen: " START_FEN
    "\nKey: *\nSide to move: White\nLegal moves (24): *",

    /* Several lines, and mate scores */
    "> setoption name MultiPV value 3\n> go depth 2\ninfo depth 1 seldepth * multipv 1 score *\n"
    "info depth 1 seldepth * multipv 2 score *\ninfo depth 1 seldepth * multipv 3 score *\n"
    "info depth 2 seldepth * multipv 1 score *\ninfo depth 2 seldepth * multipv 2 score *\n"
    "info depth 2 seldepth * multipv 3 score *\nbestmove *",
    "> position fen W:Wd5,e5:Ba5\n> go depth 8\n...\ninfo depth * score mate 2 nodes *\n...\nbestmove *",
    "> position fen B:Wd5,d4:Ba5\n> go depth 8\n...\ninfo depth * score mate -* nodes *\n...\nbestmove *",

    /* Without a search the score is the evaluation, and the depth 0. */
    "> position fen W:Wd5,e5:Ba5\n> go nodes 1\ninfo depth 0 seldepth 0 multipv 1 score cp * nodes 1 * pv *\n"
    "bestmove *",

    /* Limits of go */
    GO("wtime 100 btime 100 movestogo 1", "*"),
    GO("btime 5 wtime 200 winc 1", "*"),
    "> position startpos moves g5f5\n" GO("btime 100", "*"),
    GO("wtime 300 btime 300 movestogo 0", "*"),
    GO("searchmoves g5f5 h5f5 depth 2", "*5f5*"),
    GO("depth 2 searchmoves g5-f5 nodes 1000000", "g5f5*"),
    /* With a clock, a single move, however often it is named, is searched no deeper than six plies. */
    "> go wtime 600000 btime 600000 searchmoves g5f5 g5-f5\n...\ninfo depth 6 *\nbestmove g5f5*",

    /* The lines of perft add up to its total, also at depth 4, from which on it splits its work by replies. */
    "> position fen W:We2,f2:Bf8,Kd9\n> perft 3\ne2d2: 2\nf2d2: 2\nf2f3: 40\ne2e3: 40\n\nNodes searched: 84\n\n"
    "> perft 4\ne2d2: 14\nf2d2: 22\nf2f3: 344\ne2e3: 370\n\nNodes searched: 750\n\n"
    "> position startpos\n> setoption name Threads value 2\n> perft 3 hash 1 leaves\n...\nNodes searched: 13920\n\n",

    /* A move that is ambiguous */
    "> setoption name UCI_Variant value bushka9x11\n"
    "info string variant bushka9x11 files 11 ranks 9 pocket 0 template fairy startpos W:W*:B*\n"
    "> position fen W:Wh6:Be2,f6,f7,f9,g8,h8 moves h6g7x\n" AMBIGUOUS "> position fen W:Wh6:Be2,f6,f7,f9,g8,h8\n"
    "> move h6g7x\n" AMBIGUOUS "> move h6h7g7",

    /* eval shows the position of the game. */
    "> position fen W:Wd2,Kf5:BKa5\n> eval\nValue by learned: *\nSolved ending: *\n...\n Xa5 +*\n...\n*    Of5 "
    "+*\n...\n"
    " od2 +*\n...\nFinal evaluation: * (white side)",

    /* Options in capitals or not, and a search after each */
    "> setoption name Hash value 1\n" SEARCH "> setoption name hash value 64\n" SEARCH
    "> setoption name Clear Hash\n" SEARCH "> setoption name clear hash value\n" SEARCH
    "> setoption name Threads value 3\n" SEARCH "> setoption name Threads value 1\n" SEARCH
    "> setoption name MultiPV value 1\n" SEARCH "> setoption name Ponder value true\n" SEARCH
    "> setoption name Move Overhead value 0\n" SEARCH "> setoption name Notation value Coordinate\n" SEARCH
    "> setoption name UCI_Variant value bushka\n"
    "info string variant bushka files 10 ranks 10 pocket 0 template "
    "fairy startpos " START_FEN,

    /* With a clock a search ends at a mate score; with several lines, when all have one and have been searched as deep
     * as it is long: 2 moves, 3 plies. */
    "> position fen W:We3:Be5\n" CLOCK "info depth 1 *\nbestmove *\n> position fen W:Wd5,e5:Ba5\n" CLOCK
    "...\ninfo depth 3 *\nbestmove *\n> setoption name MultiPV value 2\n> position fen W:Wd5,e5,f3:Ba5\n" CLOCK
    "...\ninfo depth 3 * multipv 1 score mate 2 *\ninfo depth 3 * multipv 2 score mate 2 *\nbestmove *\n"
    "> position fen W:WKf3,Kd4,Kf5:Bc4\n" CLOCK
    "...\ninfo depth 3 * multipv 1 score mate 1 *\ninfo depth 3 * multipv 2 score mate 2 *\nbestmove *",

    /* Notations */
    NOTATED("coordinate", "e3e5", "e2e5"),
    NOTATED("formal", "e3xe5", "e2xe5"),
    NOTATED("short", "e3x5", "e2x5"),

    /* Each move of a principal variation is written for the position in which it is played. */
    "> position fen W:Wg5,Kf3,f2:Bg8,f4,c3\n> go depth 3\n...\ninfo depth 3 * pv f3d3 f4f3e3 *\n...\nbestmove f3d3*",
    "> position fen B:Wf4:Bf7,d5\n> go depth 2 searchmoves f7f6\n...\nbestmove f7f6 ponder f4f5e5",

    /* Moves with their details: each kind has its keywords, in whichever notation the move was named. */
    "> position fen W:Wf3,f4,Ki5:Bc8\n> moves full f35 i5-i6\nFen: W:Wf3,f4,Ki5:Bc8\nLegal moves (2):\n"
    "move f3f5 formal f3-f5 short f35 kind line from f3 to f5 line f4,f3\n"
    "move i5i6 formal i5-i6 short i56 kind king from i5 to i6",
    "> position fen W:We3,e4:Bc7,e6,e7,Ke8\n> moves full\nFen: *\nLegal moves (1):\n"
    "move e3e5 formal e3xe5 short e3x5 kind linear-capture from e3 to e5 line e4,e3 taken e6,e7",
    "> position fen W:Wf4:Bd5,d8,f6\n> moves full\nFen: *\nLegal moves (1):\n"
    "move f4f5e5 formal f4xf5xe5 short f4e5x kind man-capture from f4 to e5 taken f6,d5 route f5:f6,e5:d5",
    "> position fen W:WKe2:Be7\n> moves full\nFen: *\nLegal moves (1):\n"
    "move e2e6 formal e2xe6 short e26x kind king-capture from e2 to e6 taken e7 route e6:e7",
    "> position fen W:Wd8:Bg5\n> moves full d89\nFen: *\nLegal moves (1):\n"
    "move d8d9 formal d8-d9 short d89 kind man from d8 to d9 promotes",
    "> position fen W:Wd5,f9:B\n> moves full\nFen: *\nLegal moves (3):\n"
    "move d5c5 formal d5-c5 short dc5 kind man from d5 to c5\n"
    "move f9e9 formal f9-e9 short fe9 kind man from f9 to e9\n"
    "move d5d6 formal d5-d6 short d56 kind man from d5 to d6",
    "> position fen W:Wb4,f3,f4,Ki5:Bc8\n> moves full f3f5 b4b6 i5i6\n" ERROR_LINE "move 2: b4b6: *",
    "> moves all\n" ERROR_LINE "moves takes full, and then moves M... if any, not \"all\"",
    "> position fen W:W:Bd8\n> moves full\nFen: W:W:Bd8\nResult: 0-1 (White has no legal move and has lost)\n"
    "Legal moves (0):\n> moves full f2f3\n" ERROR_LINE
    "move 1: f2f3: the game is over: White has no legal move and has lost",

    /* The other board, and the defaults of bench: before its answer, by help, and here */
    "> setoption name UCI_Variant value bushka9x11\ninfo string variant bushka9x11 *\n> go perft 4\n...\n"
    "Nodes searched: 164630\n\n",
    "> bench\ninfo string bench depth 9 threads 1 hash 16\n> stop\n...\ninfo string bench stopped\n> help\n...\n"
    "bench [depth D] [threads N] [hash MIB]\n* depth 9, one thread and 16 MiB*\nhelp\n    print this list",
};

TEST_TALKS(TALKS)
