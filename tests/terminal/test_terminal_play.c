/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Games against the engine at a terminal: moves, commands, and boards of every look. */
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "core/notation.h"
#include "search/search.h"
#include "support/heard_search.h"
#include "support/positions.h"
#include "support/random_play.h"
#include "support/terminal_process.h"
#include "support/test.h"
#include "system/clock.h"

enum { PLIES_MAX = 400, PERSON_NODES = 20000, LINE_SIZE = 128 };

static const TerminalStep BARE_MOVES[] = {
    {"g5f5", "* 1. g5-f5", ">"},
    {"d8-d6", "* 1... d8-d6", ">"},
    {"f4e4!", "* 2. f4-e4", ">"},
    {"c6 c5", "* 2... c6-c5", ">"},
    {"e4 d4", "* 3. e4-d4", ">"},
    {"d7x5", "* 3... d7xd5", ">"},
    {"undo", "* 3. e4-d4", NULL},
    {"undo", "* 2... c6-c5", NULL},
    {"c5d5", "c5d5: White is to move and has no piece on c5", NULL},
    {"e9 e6", "e9e6: *", NULL},
    {"e4d4 f5f6", "move 2: f5f6: *", NULL},
    {"z1z2", "z1z2: z1 is not a square of the board bushka", NULL},
    {"d", "Fen: W:W*,e4,f2,f3,f5,*:B*,c5,c7,c8,d6,*", NULL},
    /* A line moves along e: its rear man comes to e5, and both men before it are taken. */
    {"position fen W:Wd2,e3,e4:Be6,e7,c7", NULL, ">"},
    {"e3x5", "*-.e7*", NULL},
    {NULL, "*-.e6*1. e3xe5", NULL},
    {NULL, "* **oe5*", NULL},
    {NULL, "*-.e3*", NULL},
};

static const TerminalStep PLAY[] = {
    {"level 3", "The engine plays at level 3 of 20, rated about *.", NULL},
    {"play", "The engine plays neither side; *", NULL},
    {"play black", "The engine plays Black, you play White.", NULL},
    {NULL, " oe1* o White: 15 men, to move", "White>"}, /* the person is at the bottom */
    {"f2f3", "f2f3: f3 is occupied; to move the line: f2-f5", "White>"},
    {"g5f5", "* 1... *", NULL},
    {NULL, "The engine plays * (*).", "White>"},
    {"g4g5 f3f4", "One move at a time: the engine answers each.", NULL},
    {"play white", "The engine plays White, you play Black.", NULL},
    {NULL, " xe0* x Black: *, to move", NULL},
    {NULL, "The engine plays * (*).", "Black>"},
    {"play off", "The engine plays neither side; *", ">"},
    {"play red", "play takes the side of the engine: white, black, both or off, not \"red\"", NULL},
    {"play white now", "play: unexpected argument \"now\"", NULL},
};

/* The engine plays both sides to the end of the game; a position that is already over; and a draw. */
static const TerminalStep PLAY_BOTH[] = {
    {"position fen W:Wd2,e3,e4:Be6,e7", NULL, ">"},
    {"play both", "The engine plays both sides. *", NULL},
    {NULL, "The game is over: Black has no legal move and has lost. new begins another game, undo takes a move back.",
     ">"},
    {"f2f3", "f2f3: the game is over: *", NULL},
    {"hint", "There is no hint: the game is over.", NULL},
    {"undo", "The engine plays neither side; *", NULL},
    {NULL, "*White: *", ">"},
    {"position fen B:Wd5:B", NULL, ">"},
    {"board", "*The game is over: Black has no legal move and has lost. new begins another game.", ">"},
    {"position fen W:WKe1:BKf9 moves e1e2 f9f8 e2e1 f8f9 e1e2 f9f8 e2e1", NULL, ">"},
    {"f8f9", "The game is over: draw, the position occurred for the third time. *", NULL},
};

static const TerminalStep UNDO_OF_A_FULL_MOVE[] = {
    {"play black", "The engine plays Black, you play White.", "White>"},
    {"undo", "There is no move of yours to take back.", NULL},
    {"g5f5", "The engine plays *", "White>"},
    {"undo", "*White: 15 men, to move", "White>"},
    {"moves", "Legal moves (24): *", NULL},
    /* Where the engine has begun, there may be no move to take back except its own. */
    {"play white", "The engine plays White, *", NULL},
    {NULL, "The engine plays *", "Black>"},
    {"undo", "There is no move of yours to take back.", NULL},
    /* While it thinks, undo takes back the move that it is answering. */
    {"new", "The engine plays *", "Black>"},
    {"time 60", "The engine thinks for 60 s *", NULL},
    {"d8d6", NULL, THINKING_PROMPT},
    {"f2f3", "It is the engine's turn, and it is thinking; stop lets it move at once.", NULL},
    {"undo", "*Black: 15 men, to move", "Black>"},
    {"c7c5", NULL, THINKING_PROMPT},
    {"stop", "The engine plays *", "Black>"},
};

static const TerminalStep INTERRUPTED[] = {
    {"time 60", "The engine thinks for 60 s *", NULL},
    {"play white", "The engine plays White, you play Black.", THINKING_PROMPT},
    {KEYS KEY_CTRL_C, "Stopped. The engine plays neither side now; *", ">"},
    {"moves", "Legal moves (24): *", NULL},
};

static const TerminalStep NEW[] = {
    {"new 9x11", " oe1 *White: 17 men, to move", NULL},
    {"g5f5", "* 1. g5-f5", NULL},
    {"new", "* oj6*White: 17 men, to move", NULL},
    {"new bushka", "*White: 15 men, to move", NULL},
    {"new 8x8", "new takes a board: 10x10 or 9x11, not \"8x8\"", NULL},
    {"new 9x11 x", "new: unexpected argument \"x\"", NULL},
    {"d", "Fen: W:Wd2,e1,e2,e3,f2,f3,f4,g3,g4,g5,h4,h5,h6,i5,i6:B*", NULL},
    /* After a game that the engine played, it plays neither side of a new one. */
    {"position fen W:Wd2,e3,e4:Be6,e7", NULL, ">"},
    {"play both", "The engine plays both sides. *", NULL},
    {NULL, "The game is over: *", ">"},
    {"new 9x11", "The engine plays neither side; *", NULL},
    {NULL, "* oj6*White: 17 men, to move", ">"},
    {"go infinite", "info depth *", NULL},
    {"new 9x11", "new has to wait: a search is running, and stop ends it", NULL},
    {"stop", "bestmove *", NULL},
};

/* While a line that may change the game waits, commands that show the game have to wait too. */
static const TerminalStep WAITING_LINE[] = {
    {"g5f5", "* 1. g5-f5", NULL},
    {"go movetime 60000", "info depth 5 *", NULL},
    {"board", "     xa6 * x Black: 15 men*", NULL},
    {"position startpos", "position has to wait: a search is running, and stop ends it", NULL},
    {"undo 1", "undo has to wait: a search is running, and stop ends it", NULL},
    {"setoption name Notation value short", NULL, NULL},
    {"board", "board has to wait: a search is running, and stop ends it", NULL},
    {"flip", "flip has to wait: *", NULL},
    {"level", "level has to wait: *", NULL},
    {"save /dev/null", "save has to wait: *", NULL},
    {"stop", "bestmove *", ">"},
    /* An extra word is refused wherever it stands. */
    {"undo 1                                        x", "undo takes one number, not a second word \"x\"", ">"},
    {"undo 1", "*White: 15 men, to move", ">"},
    {"undo 1", "no move to take back", ">"},
    /* Ctrl-C ends what is running, and nothing that is typed later. */
    {"go infinite", "info depth 5 *", NULL},
    {KEYS KEY_CTRL_C, "bestmove *", ">"},
    {"go depth 5", "info depth 5 *", ">"},
};

static const TerminalStep BOARD_AND_FLIP[] = {
    {"board", "     xa6     xb7     xc8     xd9     xe0  x Black: 15 men", NULL},
    {NULL, " oe1     of2     og3     oh4     oi5      o White: 15 men, to move", NULL},
    {"flip", "     oi5     oh4     og3     of2     oe1  o White: 15 men, to move", NULL},
    {NULL, " xe0     xd9     xc8     xb7     xa6      x Black: 15 men", NULL},
    {"flip", "     xa6     xb7     xc8     xd9     xe0  x Black: 15 men", NULL},
    {"flip me", "flip: unexpected argument \"me\"", NULL},
};

static const TerminalStep LEVEL_AND_TIME[] = {
    {"level", "The engine plays at full strength (level 20).", NULL},
    {"level 0", "The engine plays at level 0 of 20, rated about 800.", NULL},
    {"setoption name UCI_LimitStrength value true", NULL, ">"},
    {"setoption name UCI_Elo value 1500", NULL, ">"},
    {"level", "The engine plays at a rating of 1500 (UCI_Elo).", NULL},
    {"level 20", "The engine plays at full strength (level 20).", NULL},
    {"level 21", "level takes a whole number from 0 to 20, not \"21\"", NULL},
    {"level high", "level takes a whole number from 0 to 20, not \"high\"", NULL},
    {"time 1.25", "The engine thinks for 1.25 s about each of its moves.", NULL},
    {"time .5", "The engine thinks for 0.5 s about each of its moves.", NULL},
    {"time 3600", "The engine thinks for 3600 s about each of its moves.", NULL},
    {"time 3600.001", "time takes seconds from 0 to 3600, such as 0.5, not \"3600.001\"", NULL},
    {"time 1e3", "time takes seconds from 0 to 3600, such as 0.5, not \"1e3\"", NULL},
    {"time", "The engine thinks for 3600 s about each of its moves.", NULL},
};

static const TerminalStep HINT[] = {
    {"level 0", "The engine plays at level 0 *", NULL},
    {"position fen W:Wd2,e3,e4:Be6,e7,c7", NULL, ">"},
    {"hint", "Hint: e3xe5 (*", NULL},
    {"setoption name Notation value short", NULL, ">"},
    {"hint", "Hint: e3x5 (*", NULL},
    {"setoption name Notation value coordinate", NULL, ">"},
    /* The score is that of the best line, however many there are. */
    {"position fen W:WKe1,f2:Bf5", NULL, ">"},
    {"setoption name MultiPV value 5", NULL, ">"},
    {"time 3", "The engine thinks for 3 s *", NULL},
    {"hint", "Hint: * (White wins in 2)*", NULL},
    {"setoption name MultiPV value 1", NULL, ">"},
    {"time 60", "The engine thinks for 60 s *", NULL},
    {"new", "*White: 15 men, to move", NULL},
    {"hint", NULL, THINKING_PROMPT},
    {NULL, NULL, THINKING_PROMPT},
    {"stop", "Hint: *-* (*), with the answer *-*", NULL},
    {"hint", NULL, THINKING_PROMPT},
    {"g5f5", "* 1. g5-f5", NULL}, /* a move does not wait for a hint */
    {"level", "The engine plays at level 0 *", NULL},
};

/* With OwnBook the book answers at once, however weak the level and long the time. */
static const TerminalStep BOOK[] = {
    {"setoption name BookFile value tests/data/bushka.book", "info string book bushka positions 300 *", ">"},
    {"time 60", "The engine thinks for 60 s *", NULL},
    {"hint", NULL, THINKING_PROMPT},
    {"stop", "Hint: *", ">"},
    {"setoption name OwnBook value true", NULL, ">"},
    {"level 0", "The engine plays at level 0 *", NULL},
    {"hint", "Hint: h6-g6 (White +0.01), with the answer *-*", ">"},
    {"play white", "The engine plays White, you play Black.", NULL},
    {NULL, "The engine plays * (*).", "Black>"},
    {"hint", "Hint: *-* (*), with the answer *-*", "Black>"},
};

static const TerminalStep RESIGN[] = {
    {"resign", "resign is not possible: no move has been played.", NULL},
    {"draw", "draw is not possible: no move has been played.", NULL},
    {"g5f5", "* 1. g5-f5", NULL},
    {"resign now", "resign: unexpected argument \"now\"", NULL},
    {"draw 1", "draw: unexpected argument \"1\"", NULL},
    {"resign", "The game is over: Black has resigned and has lost. new begins another game, undo takes that back.",
     ">"},
    {"1... d8-d6", "The game is over: Black has resigned and has lost. new begins another game, undo takes that back.",
     NULL},
    {"move d8d6", "The game is over: Black has resigned and has lost. *", NULL},
    {"resign", "resign is not possible: the game is over.", NULL},
    {"draw", "draw is not possible: the game is over.", NULL},
    {"hint", "There is no hint: the game is over.", NULL},
    {"board", "The game is over: Black has resigned and has lost. *", NULL},
    {"undo", "* 1. g5-f5", ">"},
    {"d8d6", "* 1... d8-d6", ">"},
    {"resign", "The game is over: White has resigned and has lost. *", NULL},
    /* A game that is taken back and comes to the same position again is not over. */
    {"undo 1", NULL, ">"},
    {"d8d6", "* 1... d8-d6", ">"},
    {"f4e4", "* 2. f4-e4", ">"},
    {"draw", "The game is over: draw, the players have agreed to it. *", NULL},
    /* Neither is another game that begins where one ended. */
    {"position fen W:WKe1:BKf9", NULL, ">"},
    {"e1e2", "* 1. e1-e2", ">"},
    {"draw", "The game is over: draw, the players have agreed to it. *", NULL},
    {"position fen B:WKe2:BKf9", NULL, ">"},
    {"draw", "draw is not possible: no move has been played.", NULL},
    {"new", "*White: 15 men, to move", NULL},
    {"play black", "The engine plays Black, you play White.", NULL},
    {"g5f5", "The engine plays *", "White>"},
    {"resign", "The game is over: White has resigned and has lost. *", ">"},
    {"undo", "*White: 15 men, to move", "White>"},
    /* The person resigns while the engine thinks; undo makes it think again. */
    {"time 60", "The engine thinks for 60 s *", NULL},
    {"play white", "The engine plays White, you play Black.", THINKING_PROMPT},
    {"draw", "It is the engine's turn, and it is thinking; *", NULL},
    {"resign", "The game is over: Black has resigned and has lost. *", ">"},
    {"undo", NULL, THINKING_PROMPT},
    {"stop", "The engine plays *", "Black>"},
    {"play both", "The engine plays both sides. *", NULL},
    {"resign", "resign is not possible: the engine plays both sides.", NULL},
};

static const TerminalStep DRAW_OFFERED[] = {
    {"play black", "The engine plays Black, you play White.", "White>"},
    {"g5f5", "The engine plays *", "White>"},
    {"draw", "The engine declines the draw and plays on.", "White>"},
    /* The tablebases call it a draw. */
    {"position fen W:WKe1,Ke2:BKf9,Ke9", NULL, "White>"},
    {"e2e8", "The engine plays * (even).", "White>"},
    {"draw", "The game is over: draw, the players have agreed to it. *", ">"},
    {"e1e2", "The game is over: draw, the players have agreed to it. *", NULL},
    {"undo", "* to move*", "White>"},
};

/* The engine moves for either side. (Where no board was shown, go is that of the protocol.) */
static const TerminalStep GO[] = {
    {"g5f5", "* 1. g5-f5", ">"},
    {"go", "* 1... *", NULL},
    {NULL, "The engine plays * (*).", ">"},
    {"play black", "The engine plays Black, you play White.", "White>"},
    {"go", "* 2. *", NULL},
    {NULL, "The engine plays * (*).", NULL},
    {NULL, "* 2... *", NULL},
    {NULL, "The engine plays * (*).", "White>"},
    {"time 60", "The engine thinks for 60 s *", NULL},
    {"go", NULL, THINKING_PROMPT},
    {"go", "It is the engine's turn, and it is thinking; *", NULL},
    {"undo", "* 1... *", "White>"},
    {"play off", "The engine plays neither side; *", ">"},
    {"resign", "The game is over: *", ">"},
    {"go", "go is not possible: the game is over.", ">"},
};

static const TerminalStep GAME[] = {
    {"game", "No move has been played.", ">"},
    {"setoption name Notation value short", NULL, ">"},
    {"gf5 d86 fe4", "* 2. fe4", ">"},
    {"game", "1. g5-f5 d8-d6            2. f4-e4", ">"},
    {"game over", "game: unexpected argument \"over\"", NULL},
    {"resign", "The game is over: *", ">"},
    {"game", "1. g5-f5 *", NULL},
    {NULL, "1-0 (Black has resigned and has lost)", ">"},
    {"position fen B:Wd2,e3:Bc7,e8 moves c7c6", NULL, ">"},
    {"game", "The game began in B:Wd2,e3:Bc7,e8", NULL},
    {NULL, "1... c7-c6", ">"},
};

/* A move that was found for one game is not played in another. */
static const TerminalStep GAME_CHANGED_WHILE_THINKING[] = {
    {"time 3", "The engine thinks for 3 s *", NULL},
    {"play black", "The engine plays Black, *", NULL},
    {"g5f5", NULL, THINKING_PROMPT},
    {KEYS "undo 1" KEY_ENTER, NULL, "White>"}, /* as keys: a line would wait for that prompt first */
    {"moves", "Legal moves (24): *", NULL},
};

/* Ctrl-C also stops what was typed while the engine was thinking. */
static const TerminalStep INTERRUPT_OF_WHAT_FOLLOWS[] = {
    {"time 3", "The engine thinks for 3 s *", NULL},
    {"play black", "The engine plays Black, *", NULL},
    {"g5f5", NULL, THINKING_PROMPT},
    {"go infinite", "info depth *", NULL},
    {KEYS KEY_CTRL_C, "Stopped. The engine plays neither side now; *", NULL},
    {"stop", "no search is running, so there is nothing to stop", NULL},
};

/* Lines of the protocol about searches that nobody typed, or about errors, are not shown. */
#define SCRIPT(script, ...) TERMINAL_SCRIPT(script, .never = {__VA_ARGS__}, .fast = true)

static const TerminalScript SCRIPTS[] = {
    SCRIPT(BARE_MOVES, "info *", "bestmove *"),
    SCRIPT(PLAY, "info *", "bestmove *"),
    SCRIPT(PLAY_BOTH, "info *", "bestmove *"),
    SCRIPT(UNDO_OF_A_FULL_MOVE, "info *", "bestmove *"),
    SCRIPT(BOARD_AND_FLIP, "info *", "bestmove *"),
    SCRIPT(LEVEL_AND_TIME, "info *", "bestmove *"),
    SCRIPT(HINT, "info *", "bestmove *"),
    SCRIPT(BOOK, "info string book *:*", "bestmove *"),
    SCRIPT(INTERRUPTED, "bestmove *", "The engine plays *-*"),
    SCRIPT(RESIGN, "info *", "bestmove *"),
    SCRIPT(DRAW_OFFERED, "info *", "bestmove *"),
    SCRIPT(WAITING_LINE, "unknown *", "Game *"),
    SCRIPT(NEW, "unknown *", "info string variant *"),
    SCRIPT(GO, "info *", "bestmove *"),
    SCRIPT(GAME, "info *", "bestmove *"),
    SCRIPT(GAME_CHANGED_WHILE_THINKING, "The engine plays * (*"),
    SCRIPT(INTERRUPT_OF_WHAT_FOLLOWS, NULL),
};

TEST_EACH(test_scripts, ROWS(SCRIPTS))
{
    terminal_play(&SCRIPTS[_i]);
}

/* The board with and without colours. */
static const struct {
    TerminalSetup setup;
    const char *row;
    bool coloured;
} LOOKS[] = {
    {{.name = "xterm-256color", .colours = true, .locale = "C.UTF-8"}, " ?e1     ?f2*", true},
    {{.name = "xterm-256color", .colours = true}, " oe1     of2*", true},
    {{.name = "xterm", .colours = true}, " oe1     of2*", true},
    {{.name = "xterm-256color"}, " oe1     of2*", false}, /* NO_COLOR */
    {{.name = "dumb", .colours = true}, " oe1     of2*", false},
    {{.name = "vt100", .colours = true}, " oe1     of2*", false},
};

TEST_EACH(test_colours, ROWS(LOOKS))
{
    terminal_start_fast(&LOOKS[_i].setup);
    terminal_step("g5f5", LOOKS[_i].row, ">");
    ck_assert_int_eq(terminal.screen.colours > 0, LOOKS[_i].coloured);
}

/* Not even a hint that takes so long that the engine names the current moves shows lines of the search. Stopped for
 * most of that time, the program does not take the processor from other tests. */
TEST(test_long_hint)
{
    enum { STOPPED = 2900, THINKING = 400 /* ms; moves are named after 3000 */ };
    terminal_start_fast(NULL);
    terminal_step("time 60", "The engine thinks for 60 s *", NULL);
    terminal_step("hint", NULL, THINKING_PROMPT);
    ck_assert_int_eq(kill(terminal.pid, SIGSTOP), 0);
    clock_sleep(STOPPED * NS_PER_MS);
    ck_assert_int_eq(kill(terminal.pid, SIGCONT), 0);
    terminal_pause(THINKING);
    terminal_step("stop", "Hint: *", NULL);
    terminal_never("info *");
}

/* With a new game the engine forgets: the same search visits as many nodes again. */
TEST(test_new_forgets)
{
    int nodes[2];
    terminal_start_fast(NULL);
    for (int i = 0; i < 2; i++) {
        terminal_step("new", "*White: 15 men, to move", NULL);
        nodes[i] = number_after(terminal_step("go depth 9", "info depth 9 seldepth *", NULL), " nodes ");
        terminal_expect("bestmove *");
    }
    ck_assert_int_eq(nodes[0], nodes[1]);
}

/* Types the person's next move: what a small search finds, or without one any legal move in any notation. */
static Move type_move(const Game *g, RandomPlay *random, Search *search)
{
    NotationStyle style = NOTATION_COORDINATE;
    char move[NOTATION_SIZE];
    Move m;
    if (search != NULL) {
        m = heard_run(search, g, (SearchLimits){.nodes = PERSON_NODES}).result.best;
    } else {
        m = random_play_move(random, game_position(g));
        style = (NotationStyle)random_play_below(random, NOTATION_STYLE_COUNT);
    }
    terminal_expect_prompt(game_position(g)->side == WHITE ? "White>" : "Black>");
    notation_print(game_position(g), m, style, move);
    terminal_step(move, NULL, NULL);
    return m;
}

/* The engine's next move, as it is shown. */
static Move read_move(const Game *g)
{
    static const char before[] = "The engine plays ";
    return move_of(game_position(g), terminal_expect("The engine plays * (*).") + strlen(before));
}

/* A whole game against level 3, with each side on each board, played well or at random. */
TEST_EACH(test_whole_game, 4)
{
    static const char *const results[] = {"", "*: Black has no legal move *", "*: White has no legal move *",
                                          "*: draw, *"};
    static const TerminalSetup setup = {.columns = 100};
    const Color person = _i % 2 == 0 ? WHITE : BLACK;
    Search *const search = _i % 3 == 0 ? search_new() : NULL;
    RandomPlay random = {.state = (uint64_t)_i + 1};
    Game g = game_of(variant_at(_i / 2), NULL);
    terminal_start_fast(&setup);
    if (_i / 2 > 0) {
        terminal_step("new 9x11", "*White: 17 men, to move", NULL);
    }
    terminal_step("level 3", "The engine plays at level 3 *", NULL);
    terminal_step(person == WHITE ? "play black" : "play white", "The engine plays *, you play *.", NULL);
    while (game_result(&g) == GAME_ONGOING) {
        const bool own = game_position(&g)->side == person;
        const Move m = own ? type_move(&g, &random, search) : read_move(&g);
        ck_assert_int_eq(game_play(&g, m), ERROR_NONE);
        ck_assert_uint_lt(g.plies, PLIES_MAX);
    }
    terminal_step(NULL, results[game_result(&g)], ">");
    search_free(search);
    game_free(&g);
}

/* The time of a hint that was stopped early does not end a later search. */
TEST(test_stopped_hint)
{
    enum { THINKING_MS = 1000 };
    terminal_start_fast(NULL);
    terminal_step("time 1", "The engine thinks for 1 s *", NULL);
    terminal_step("hint", NULL, THINKING_PROMPT);
    terminal_step("stop", "Hint: *", NULL);
    terminal_step("hint", NULL, THINKING_PROMPT);
    terminal_step("level 20", "The hint is cancelled.", NULL);
    terminal_step("go infinite", "info depth *", NULL);
    clock_sleep(THINKING_MS * NS_PER_MS);
    terminal_step("new", "new has to wait: a search is running, and stop ends it", NULL);
    terminal_step("stop", "bestmove *", NULL);
}

/* The engine agrees to a draw after five of its moves in a row with scores near zero, if few pieces are left. */
static const struct {
    const char *fen;
    int accepted; /* after that many of its moves; 0: never */
} EVEN[] = {
    {"W:WKf2,Kg3,Kh4:BKb7,Kc8,Kd9", 5},
    {"W:Wf2,g3,h4,e1,i5:Bd9,c8,b7,a6,e0", 0},
};

TEST_EACH(test_draw_in_an_even_game, ROWS(EVEN))
{
    enum { MOVES = 5, TABLE_PIECES = 4 };
    Search *const search = search_new();
    RandomPlay random = {.state = 1};
    char line[LINE_SIZE];
    Game g = game_of(variant_at(0), EVEN[_i].fen);
    terminal_start_fast(NULL);
    snprintf(line, sizeof line, "position fen %s", EVEN[_i].fen);
    terminal_step(line, NULL, ">");
    /* Its limit is in nodes: it plays alike in every run. */
    terminal_step("level 15", "The engine plays at level 15 *", NULL);
    terminal_step("play black", "The engine plays Black, you play White.", NULL);
    for (int i = 1; i <= MOVES; i++) {
        ck_assert_int_eq(game_play(&g, type_move(&g, &random, search)), ERROR_NONE);
        ck_assert_int_eq(game_play(&g, read_move(&g)), ERROR_NONE);
        ck_assert_int_gt(popcount(position_occupied(game_position(&g))), TABLE_PIECES);
        terminal_step("draw", i == EVEN[_i].accepted ? "The game is over: draw, *" : "The engine declines *", NULL);
    }
    if (EVEN[_i].accepted > 0) { /* after that move alone, not when undo has taken it back */
        terminal_step("undo", "*White: 3 kings, to move", NULL);
        terminal_step("undo", "*White: 3 kings, to move", NULL);
        terminal_step("draw", "The engine declines *", NULL);
        ck_assert(game_undo(&g) && game_undo(&g));
        ck_assert_int_eq(game_play(&g, type_move(&g, &random, search)), ERROR_NONE);
        ck_assert_int_eq(game_play(&g, read_move(&g)), ERROR_NONE);
        terminal_step("draw", "The engine declines *", NULL); /* it counts its moves from one again */
    }
    search_free(search);
    game_free(&g);
}

SUITE(.possible = terminal_is_possible, .tear_down = terminal_tear_down);
