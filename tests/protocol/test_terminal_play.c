/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Games against the engine at a terminal: moves, the commands for them, boards of every look. */
#include <stdio.h>
#include <string.h>

#include "core/game.h"
#include "core/movegen.h"
#include "core/notation.h"
#include "search/search.h"
#include "support/random_play.h"
#include "support/terminal_process.h"
#include "support/test.h"

enum { LINE_SIZE = 1024, PLIES_MAX = 400, PERSON_NODES = 20000, START_MS = 300 };

/* Waits until the engine thinks; where lines are not edited, nothing shows it. */
static void await_thinking(TerminalProcess *t)
{
    if (TERMINAL_EDITS) {
        terminal_expect_prompt(t, "(thinking)");
    } else {
        terminal_pause(t, START_MS);
    }
}

TEST(test_bare_moves)
{
    static const char *const moves[] = {"g5f5", "d8-d6", "f4e4!", "c6 c5", "e4 d4", "d7x5"};
    static const char *const shown[] = {"* 1. g5-f5",   "* 1... d8-d6", "* 2. f4-e4",
                                        "* 2... c6-c5", "* 3. e4-d4",   "* 3... d7xd5"};
    TerminalProcess t;
    terminal_start_fast(&t, NULL);
    for (size_t i = 0; i < sizeof moves / sizeof moves[0]; i++) {
        terminal_ask(&t, moves[i], shown[i]);
        terminal_expect_prompt(&t, ">");
    }
    terminal_ask(&t, "undo", "* 3. e4-d4");
    terminal_ask(&t, "undo", "* 2... c6-c5");
    terminal_ask(&t, "c5d5", "c5d5: no own piece on c5, and White is to move");
    terminal_ask(&t, "e9 e6", "e9e6: *");
    terminal_ask(&t, "e4d4 f5f6", "move 2: f5f6: *");
    terminal_ask(&t, "z1z2", "z1z2: z1 is no square of the board bushka");
    terminal_ask(&t, "d", "Fen: W:W*,e4,f2,f3,f5,*:B*,c5,c7,c8,d6,*");
    terminal_never(&t, ERROR_LINE "*");
    terminal_quit(&t);
}

TEST(test_captures_are_marked)
{
    TerminalProcess t;
    terminal_start_fast(&t, NULL);
    terminal_tell(&t, ">", "position fen W:Wd2,e3,e4:Be6,e7,c7");
    /* The line moves along e: its rear man comes to e5, and both men before it are taken. */
    terminal_ask(&t, "e3x5", "*-.e7*");
    terminal_expect(&t, "*-.e6*1. e3xe5");
    terminal_expect(&t, "* **oe5*");
    terminal_expect(&t, "*-.e3*");
    terminal_quit(&t);
}

TEST(test_play)
{
    TerminalProcess t;
    terminal_start_fast(&t, NULL);
    terminal_ask(&t, "level 3", "The engine plays at level 3 of 20: about * points.");
    terminal_ask(&t, "play", "The engine plays neither side; *");
    terminal_ask(&t, "play black", "The engine plays Black, you play White.");
    terminal_expect(&t, " oe1* o White: 15 men, to move"); /* who is not the engine sits at the bottom */
    terminal_expect_prompt(&t, "White>");
    terminal_ask(&t, "f2f3", "f2f3: f3 is occupied");
    terminal_expect_prompt(&t, "White>");
    terminal_ask(&t, "g5f5", "* 1... *");
    terminal_expect(&t, "The engine plays * (*).");
    terminal_expect_prompt(&t, "White>");
    terminal_ask(&t, "g4g5 f3f4", "One move at a time: the engine answers each.");
    terminal_ask(&t, "play white", "The engine plays White, you play Black.");
    terminal_expect(&t, " xe0* x Black: *, to move");
    terminal_expect(&t, "The engine plays * (*).");
    terminal_expect_prompt(&t, "Black>");
    terminal_ask(&t, "play off", "The engine plays neither side; *");
    terminal_expect_prompt(&t, ">");
    terminal_ask(&t, "play red", "play takes the side of the engine: white, black, both or off, not \"red\"");
    terminal_ask(&t, "play white now", "play takes no more than that, not \"now\"");
    terminal_never(&t, "info *");
    terminal_never(&t, "bestmove *");
    terminal_quit(&t);
}

/* The engine against itself to the end of the game; and a position in which it has nothing to do any more. */
TEST(test_play_both)
{
    TerminalProcess t;
    terminal_start_fast(&t, NULL);
    terminal_tell(&t, ">", "position fen W:Wd2,e3,e4:Be6,e7");
    terminal_ask(&t, "play both", "The engine plays both sides. *");
    terminal_expect(&t, "*: White wins. new begins another game, undo takes a move back.");
    terminal_expect_prompt(&t, ">");
    terminal_ask(&t, "f2f3", "f2f3: the game is over: *");
    terminal_ask(&t, "hint", "There is no hint: the game is over.");
    terminal_ask(&t, "undo", "The engine plays neither side; *");
    terminal_expect(&t, "*White: *");
    terminal_expect_prompt(&t, ">");
    terminal_quit(&t);
}

TEST(test_draw_is_announced)
{
    TerminalProcess t;
    terminal_start_fast(&t, NULL);
    terminal_tell(&t, ">", "position fen W:WKe1:BKf9 moves e1e2 f9f8 e2e1 f8f9 e1e2 f9f8 e2e1");
    terminal_ask(&t, "f8f9", "The position has occurred for the third time: a draw. *");
    terminal_quit(&t);
}

TEST(test_undo_takes_back_a_full_move)
{
    TerminalProcess t;
    terminal_start_fast(&t, NULL);
    terminal_ask(&t, "play black", "The engine plays Black, you play White.");
    terminal_expect_prompt(&t, "White>");
    terminal_ask(&t, "undo", "There is no move of yours to take back.");
    terminal_ask(&t, "g5f5", "The engine plays *");
    terminal_expect_prompt(&t, "White>");
    terminal_ask(&t, "undo", "*White: 15 men, to move");
    terminal_expect_prompt(&t, "White>");
    terminal_ask(&t, "moves", "Legal moves (24): *");
    /* Where the engine has begun there may be nothing to take back but its own move. */
    terminal_ask(&t, "play white", "The engine plays White, *");
    terminal_expect(&t, "The engine plays *");
    terminal_expect_prompt(&t, "Black>");
    terminal_ask(&t, "undo", "There is no move of yours to take back.");
    /* While it thinks, the move that it thinks about is taken back. */
    terminal_ask(&t, "new", "The engine plays *");
    terminal_expect_prompt(&t, "Black>");
    terminal_ask(&t, "time 60", "The engine thinks 60 s *");
    terminal_type(&t, "d8d6" KEY_ENTER);
    await_thinking(&t);
    terminal_ask(&t, "f2f3", "It is the engine's turn, and it is thinking; stop lets it move at once.");
    terminal_ask(&t, "undo", "*Black: 15 men, to move");
    terminal_expect_prompt(&t, "Black>");
    terminal_type(&t, "c7c5" KEY_ENTER);
    await_thinking(&t);
    terminal_ask(&t, "stop", "The engine plays *");
    terminal_expect_prompt(&t, "Black>");
    terminal_quit(&t);
}

TEST(test_interrupted_play)
{
    TerminalProcess t;
    terminal_start_fast(&t, NULL);
    terminal_ask(&t, "time 60", "The engine thinks 60 s *");
    terminal_ask(&t, "play white", "The engine plays White, you play Black.");
    terminal_pause(&t, 100);
    terminal_type(&t, KEY_CTRL_C);
    terminal_expect(&t, "Stopped. The engine plays neither side now; *");
    terminal_expect_prompt(&t, ">");
    terminal_ask(&t, "moves", "Legal moves (24): *");
    terminal_never(&t, "The engine plays *-*");
    terminal_quit(&t);
}

TEST(test_new)
{
    TerminalProcess t;
    terminal_start_fast(&t, NULL);
    terminal_ask(&t, "new 9x11", " oe1 *White: 17 men, to move");
    terminal_ask(&t, "g5f5", "* 1. g5-f5");
    terminal_ask(&t, "new", "* oj6*White: 17 men, to move");
    terminal_ask(&t, "new bushka", "*White: 15 men, to move");
    terminal_ask(&t, "new 8x8", "new takes a board: 10x10 or 9x11, not \"8x8\"");
    terminal_ask(&t, "new 9x11 x", "new takes no more than that, not \"x\"");
    terminal_ask(&t, "d", "Fen: W:Wd2,e1,e2,e3,f2,f3,f4,g3,g4,g5,h4,h5,h6,i5,i6:B*");
    terminal_ask(&t, "go infinite", "info depth *");
    terminal_ask(&t, "new 9x11", "new has to wait: a search is running, and stop ends it");
    terminal_ask(&t, "stop", "bestmove *");
    terminal_never(&t, "info string variant *");
    terminal_quit(&t);
}

TEST(test_board_and_flip)
{
    TerminalProcess t;
    terminal_start_fast(&t, NULL);
    terminal_ask(&t, "board", "     xa6     xb7     xc8     xd9     xe0  x Black: 15 men");
    terminal_expect(&t, " oe1     of2     og3     oh4     oi5      o White: 15 men, to move");
    terminal_ask(&t, "flip", "     oi5     oh4     og3     of2     oe1  o White: 15 men, to move");
    terminal_expect(&t, " xe0     xd9     xc8     xb7     xa6      x Black: 15 men");
    terminal_ask(&t, "flip", "     xa6     xb7     xc8     xd9     xe0  x Black: 15 men");
    terminal_ask(&t, "flip me", "flip takes no more than that, not \"me\"");
    terminal_quit(&t);
}

TEST(test_level_and_time)
{
    TerminalProcess t;
    terminal_start_fast(&t, NULL);
    terminal_ask(&t, "level", "The engine plays at full strength (level 20).");
    terminal_ask(&t, "level 0", "The engine plays at level 0 of 20: about 800 points.");
    terminal_tell(&t, ">", "setoption name UCI_LimitStrength value true");
    terminal_tell(&t, ">", "setoption name UCI_Elo value 1500");
    terminal_ask(&t, "level", "The engine plays at 1500 points (UCI_Elo).");
    terminal_ask(&t, "level 20", "The engine plays at full strength (level 20).");
    terminal_ask(&t, "level 21", "level takes a whole number from 0 to 20, not \"21\"");
    terminal_ask(&t, "level high", "level takes a whole number from 0 to 20, not \"high\"");
    terminal_ask(&t, "time 1.25", "The engine thinks 1.25 s about each of its moves.");
    terminal_ask(&t, "time .5", "The engine thinks 0.5 s about each of its moves.");
    terminal_ask(&t, "time 3600", "The engine thinks 3600 s about each of its moves.");
    static const char *const wrong[] = {"3600.001", "-1", "1e3", ".", "1.2345", "soon", "99999999999999999999999"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        char line[LINE_SIZE], answer[LINE_SIZE];
        snprintf(line, sizeof line, "time %s", wrong[i]);
        snprintf(answer, sizeof answer, "time takes seconds from 0 to 3600, such as 0.5, not \"%s\"", wrong[i]);
        terminal_ask(&t, line, answer);
    }
    terminal_ask(&t, "time", "The engine thinks 3600 s about each of its moves.");
    terminal_quit(&t);
}

TEST(test_hint)
{
    TerminalProcess t;
    terminal_start_fast(&t, NULL);
    terminal_ask(&t, "level 0", "The engine plays at level 0 *");
    terminal_tell(&t, ">", "position fen W:Wd2,e3,e4:Be6,e7,c7");
    terminal_ask(&t, "hint", "Hint: e3xe5 (*");
    terminal_tell(&t, ">", "setoption name Notation value short");
    terminal_ask(&t, "hint", "Hint: e3x5 (*");
    terminal_tell(&t, ">", "setoption name Notation value coordinate");
    terminal_ask(&t, "time 60", "The engine thinks 60 s *");
    terminal_ask(&t, "new", "*White: 15 men, to move");
    terminal_type(&t, "hint" KEY_ENTER);
    await_thinking(&t);
    terminal_pause(&t, 100);
    terminal_ask(&t, "stop", "Hint: *-* (*), with the answer *-*");
    terminal_type(&t, "hint" KEY_ENTER);
    await_thinking(&t);
    terminal_ask(&t, "g5f5", "* 1. g5-f5"); /* a move does not wait for a hint */
    terminal_ask(&t, "level", "The engine plays at level 0 *");
    terminal_never(&t, "bestmove *");
    terminal_quit(&t);
}

/* Colours, and the same board without. */
TEST_EACH(test_colours, 6)
{
    static const TerminalSetup setups[] = {
        {.name = "xterm-256color", .colours = true, .locale = "C.UTF-8"},
        {.name = "xterm-256color", .colours = true},
        {.name = "xterm", .colours = true},
        {.name = "xterm-256color"}, /* NO_COLOR */
        {.name = "dumb", .colours = true},
        {.name = "vt100", .colours = true},
    };
    static const char *const rows[] = {" ?e1     ?f2*", " oe1     of2*", " oe1     of2*",
                                       " oe1     of2*", " oe1     of2*", " oe1     of2*"};
    enum { WITH_COLOURS = 3 };
    TerminalProcess t;
    terminal_start_fast(&t, &setups[_i]);
    terminal_ask(&t, "g5f5", rows[_i]);
    terminal_expect_prompt(&t, ">");
    ck_assert_int_eq(t.screen.colours > 0, _i < WITH_COLOURS);
    terminal_quit(&t);
}

/* Where what stands beside the board would not fit, it stands below. */
TEST(test_narrow_terminal)
{
    static const TerminalSetup setup = {.columns = 60};
    TerminalProcess t;
    terminal_start_fast(&t, &setup);
    terminal_ask(&t, "g5f5", "     xa6     xb7     xc8     xd9     xe0");
    terminal_expect(&t, " oe1     of2     og3     oh4     oi5");
    terminal_expect(&t, "  x Black: 15 men, to move");
    terminal_expect(&t, "  1. g5-f5");
    terminal_expect(&t, "  o White: 15 men");
    terminal_resize(&t, 24, 80);
    terminal_ask(&t, "board", "     xa6     xb7     xc8     xd9     xe0  x Black: 15 men, to move");
    terminal_quit(&t);
}

/* The person's next move: any legal one, or what a small search finds. */
static Move choose(const Game *g, RandomPlay *random, Search *search)
{
    const SearchLimits limits = {.nodes = PERSON_NODES};
    MoveList legal;
    Error e;
    move_list_init(&legal);
    movegen_legal(game_position(g), &legal);
    Move m = legal.moves[random_play_below(random, legal.count)];
    move_list_free(&legal);
    if (search != NULL) {
        ck_assert_int_eq(search_prepare(search, g, &limits, NULL, &e), ERROR_NONE);
        m = search_run(search, NULL).best;
    }
    return m;
}

/* Types the person's next move, in any of the notations. */
static Move type_move(TerminalProcess *t, const Game *g, RandomPlay *random, Search *search)
{
    const Move m = choose(g, random, search);
    const NotationStyle style =
        search != NULL ? NOTATION_COORDINATE : (NotationStyle)random_play_below(random, NOTATION_STYLE_COUNT);
    char move[NOTATION_SIZE];
    terminal_expect_prompt(t, game_position(g)->side == WHITE ? "White>" : "Black>");
    notation_print(game_position(g), m, style, move);
    terminal_type(t, move);
    terminal_type(t, KEY_ENTER);
    return m;
}

/* The engine's next move, as it is shown. */
static Move read_move(TerminalProcess *t, const Game *g)
{
    static const char before[] = "The engine plays ";
    Move m;
    Error e;
    const char *const word = terminal_expect(t, "The engine plays * (*).") + strlen(before);
    ck_assert_msg(notation_parse(game_position(g), word, strcspn(word, " "), &m, &e) == ERROR_NONE, "%s", e.text);
    return m;
}

/* Writes all that has been shown to a file. */
static void keep_transcript(const TerminalProcess *t, const char *path)
{
    char text[SCREEN_COLUMNS_MAX + 1];
    FILE *const file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    for (int line = 0; line < t->screen.count; line++) {
        fprintf(file, "%s\n", screen_line(&t->screen, line, text));
    }
    fclose(file);
}

/* A whole game against level 3, by each side on each board, played well or at random. README and protocol.md show the
 * first one, which is kept beside the test program. */
TEST_EACH(test_whole_game, 4)
{
    static const char *const results[] = {"", "* White wins. *", "* Black wins. *", "* a draw. *"};
    static const TerminalSetup setup = {.columns = 100};
    const Color person = _i % 2 == 0 ? WHITE : BLACK;
    const Position start = position_start(variant_at(_i / 2));
    Search *const search = _i % 3 == 0 ? search_new() : NULL;
    RandomPlay random = {.state = (uint64_t)_i + 1};
    TerminalProcess t;
    Game g;
    ck_assert_int_eq(game_init(&g, &start), ERROR_NONE);
    terminal_start_fast(&t, &setup);
    if (start.variant != variant_at(0)) {
        terminal_ask(&t, "new 9x11", "*White: 17 men, to move");
    }
    terminal_ask(&t, "level 3", "The engine plays at level 3 *");
    terminal_ask(&t, person == WHITE ? "play black" : "play white", "The engine plays *, you play *.");
    while (game_result(&g) == GAME_ONGOING) {
        const bool own = game_position(&g)->side == person;
        const Move m = own ? type_move(&t, &g, &random, search) : read_move(&t, &g);
        ck_assert_int_eq(game_play(&g, m), ERROR_NONE);
        ck_assert_uint_lt(g.plies, PLIES_MAX);
    }
    terminal_expect(&t, results[game_result(&g)]);
    terminal_expect_prompt(&t, ">");
    if (_i == 0) {
        terminal_ask(&t, "save " BUILD_DIR "/tests/terminal-game.pdn", "The game is saved in *");
        keep_transcript(&t, BUILD_DIR "/tests/terminal-game.txt");
    }
    terminal_quit(&t);
    search_free(search);
    game_free(&g);
}

SUITE(.possible = terminal_is_possible);
