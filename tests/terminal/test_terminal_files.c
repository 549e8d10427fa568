/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Games saved and loaded at a terminal. */
#include <signal.h>
#include <string.h>
#include <sys/stat.h>

#include "core/game.h"
#include "games/pdn_read.h"
#include "support/place.h"
#include "support/terminal_process.h"
#include "support/test.h"
#include "support/tool_process.h"
#include "system/clock.h"
#include "system/file.h"

enum { COMMAND_SIZE = 4096 };

/* A program that keeps its game in the directory of the test. */
static const TerminalSetup KEEPING = {.state = place.path};

/* Reads the only game of a file, as strictly as the match runner. */
static void read_saved(const char *path, PdnGame *g)
{
    Error e;
    PdnReader *const r = pdn_reader_open(path, PDN_STRICT, &e);
    ck_assert_msg(r != NULL, "%s", e.text);
    ck_assert_msg(pdn_reader_next(r, g, &e) == PDN_READ_GAME, "%s", e.text);
    PdnGame none;
    ck_assert_int_eq(pdn_reader_next(r, &none, &e), PDN_READ_END);
    pdn_reader_close(r);
}

static const TerminalStep SAVING[] = {
    {"new 9x11", "*White: 17 men, to move", NULL},
    {"f25 c64 ed3", "* 2. e3-d3", NULL},
    {"save @/my game.pdn", "The game is saved in */my game.pdn.", NULL},
};

static const TerminalStep SAVING_AGAIN[] = {
    {"cd4", "* 2... c4-d4", NULL},
    {"save @/my game.pdn", "The game is saved in */my game.pdn.", NULL},
    {"new 10x10", "*White: 15 men, to move", NULL},
    {"load @/my game.pdn", "* 2... c4-d4", NULL},
    {NULL, "Game 1 of 1 in */my game.pdn: 4 moves.", NULL},
    {"play black", "The engine plays Black, you play White.", NULL},
    {"hxe4", "The engine plays *", "White>"},
    {"save @/second.pdn", "The game is saved in */second.pdn.", NULL},
};

TEST(test_save_and_load)
{
    PdnGame g;
    terminal_start_fast(NULL);
    terminal_steps(SAVING, ROWS(SAVING));
    expect_files("my game.pdn ");
    read_saved(in(&place, "my game.pdn").text, &g);
    ck_assert_str_eq(g.game.positions[0].variant->name, "bushka9x11");
    ck_assert_uint_eq(g.game.plies, 3);
    ck_assert_int_eq(g.result, GAME_ONGOING);
    pdn_game_free(&g);
    terminal_steps(SAVING_AGAIN, ROWS(SAVING_AGAIN));
    read_saved(in(&place, "second.pdn").text, &g);
    ck_assert_uint_eq(g.game.plies, 6);
    ck_assert_str_eq(g.tag[PDN_WHITE], "Human");
    ck_assert(matches("Bushka Engine *, level 20", g.tag[PDN_BLACK]));
    pdn_game_free(&g);
}

/* Games that the players ended: their files say how; a loaded one is over, and can be continued after undo. */
TEST(test_save_what_players_ended)
{
    static const struct {
        const char *command;
        GameResult result;
        PdnTermination termination;
        const char *remark;
    } ends[] = {
        {"resign", GAME_WHITE_WINS, PDN_ADJUDICATED_WIN, "Black has resigned and has lost"},
        {"draw", GAME_DRAW, PDN_AGREEMENT, "draw, the players have agreed to it"},
    };
    terminal_start_fast(NULL);
    terminal_step("g5f5", "* 1. g5-f5", NULL);
    for (int i = 0; i < ROWS(ends); i++) {
        const TerminalStep steps[] = {
            {ends[i].command, "The game is over: *", NULL},
            {"save @/ended.pdn", "The game is saved in */ended.pdn.", NULL},
            {"load @/ended.pdn", "The game is over: *, undo takes that back.", NULL},
            {NULL, "Game 1 of 1 in */ended.pdn: 1 move, it ended *.", ">"},
            {"d8d6", "The game is over: *, undo takes that back.", NULL},
            {"undo", "* 1. g5-f5", NULL},
            {"d8d6", "* 1... d8-d6", NULL},
            {"undo", "* 1. g5-f5", NULL},
        };
        PdnGame g;
        terminal_steps(steps, ROWS(steps));
        read_saved(in(&place, "ended.pdn").text, &g);
        ck_assert_int_eq(g.result, ends[i].result);
        ck_assert_int_eq(g.termination, ends[i].termination);
        ck_assert_str_eq(g.remark, ends[i].remark);
        pdn_game_free(&g);
    }
    /* The end of a game without moves is not that of the next. */
    static const char none[] = "[Result \"1-0\"]\n[Termination \"adjudication: resign\"]\n\n1-0\n";
    set_text(in(&place, "none.pdn").text, none);
    terminal_step("load @/none.pdn", "The game is over: Black has resigned*", NULL);
    terminal_step("new", "*White: 15 men*", NULL);
    terminal_step("g5f5", "* 1. g5-f5", NULL);
}

/* A saved game to which something was added, such as notes or another program's tags, is not overwritten. */
TEST(test_save_over_notes)
{
    static const struct {
        const char *command, *answer; /* of sed; of the program */
    } changes[] = {
        {"s/a/a/", "The game is saved in *"},
        {"s/d8-d6/d8-d6 {my note}/", "*/game 2 holds more than a game that save has written; choose another name"},
        {"s/^\\[Date/[Annotator \"me\"]\\n[Date/", "*/game 2 holds more than a game that save has written; *"},
        {"$s/$/; a long note/", "*/game 2 holds more than a game that save has written; *"},
    };
    terminal_start_fast(NULL);
    terminal_step("g5f5 d8d6", "* 1... d8-d6", NULL);
    for (int i = 0; i < ROWS(changes); i++) {
        terminal_step("save @/game 2", "The game is saved in */game 2.", NULL);
        must_run("cd @ && sed -i '%s' 'game 2' && cp 'game 2' edited", changes[i].command);
        terminal_step("load @/game 2", "Game 1 of 1 in */game 2: 2 moves.", NULL); /* the name ends in a number */
        terminal_step("save @/game 2", changes[i].answer, NULL);
        must_run("cd @ && cmp 'game 2' edited && rm 'game 2'");
    }
}

/* A file of the match runner, with its comments and several games. */
#define OF_A_MATCH(board, plies, moves)                                                                                \
    "[Event \"m\"]\n[Date \"?\"]\n[Round \"?\"]\n[White \"a\"]\n[Black \"b\"]\n[Result \"1-0\"]\n"                     \
    "[Variant \"" board "\"]\n[TimeControl \"?\"]\n[PlyCount \"" plies "\"]\n[Termination \"time forfeit\"]\n\n" moves \
    " {Black loses on time; so it goes} 1-0\n\n"

static const TerminalStep MATCH[] = {
    {"load @/match.pdn 3", "Game 3 of 3 in */match.pdn: 3 moves, it ended 1-0.", NULL},
    {"d", "Fen: B:*,e4,*", NULL},
    {"load @/match.pdn 2", "Game 2 of 3 in */match.pdn: 2 moves, it ended 1-0.", NULL},
    {"d", "Fen: W:W*,j6:B*", NULL},
    {"load @/match.pdn 4", "*/match.pdn: there is no game 4, but 3 in all", NULL},
    /* save does not overwrite a match */
    {"save @/match.pdn", "*/match.pdn holds something else and is not replaced; *", NULL},
};

TEST(test_load_a_match)
{
    set_text(in(&place, "match.pdn").text,
             OF_A_MATCH("bushka", "1", "1. g5-f5 {book}")
                 OF_A_MATCH("bushka9x11", "2", "1. f2-f5 {book} c6-c4 {+0.12/9}")
                     OF_A_MATCH("bushka", "3", "1. g5-f5 {book} d8-d6 {-0.12/9 1.000s} 2. f4-e4 {+M3/12}"));
    terminal_start_fast(NULL);
    terminal_steps(MATCH, ROWS(MATCH));
    expect_files("match.pdn ");
}

static const TerminalStep REFUSALS[] = {
    {"g5f5", "* 1. g5-f5", NULL},
    {"load @/nothing", "*/nothing: No such file or directory", NULL},
    {"load @/notes", "*/notes:1: *", NULL},
    {"load @/bad.pdn", "*/bad.pdn:3: ply 1: f2-f3: f3 is occupied; to move the line: f2-f5", NULL},
    {"load @/fifo", "*/fifo is a FIFO, not a regular file", NULL},
    {"load @", "* is a directory, not a regular file", NULL},
    {"load", "load needs the name of a file*", NULL},
    {"save @/notes", "*/notes holds something else and is not replaced; *", NULL},
    {"save @/two.pdn", "*/two.pdn holds more than a game that save has written; choose another name", NULL},
    {"save @/more.pdn", "*/more.pdn holds more than a game that save has written; choose another name", NULL},
    {"save @/broken.pdn", "*/broken.pdn holds more than a game that save has written; choose another name", NULL},
    {"save @/fifo", "*/fifo is a FIFO, not a regular file", NULL},
    {"save @/no/where", "*/no/where: No such file or directory", NULL},
    {"save", "save needs the name of a file", NULL},
    {"board", "* 1. g5-f5", NULL}, /* the game stands */
};

TEST(test_refused_files)
{
    set_text(in(&place, "notes").text, "Dear diary\n");
    set_text(in(&place, "bad.pdn").text, "[Variant \"bushka\"]\n\n1. f2-f3 *\n");
    set_text(in(&place, "two.pdn").text, "[Event \"Bushka Engine\"]\n*\n\n[Event \"Bushka Engine\"]\n*\n");
    set_text(in(&place, "more.pdn").text, "[Event \"Bushka Engine\"]\n*\n\nand what I think of it\n");
    set_text(in(&place, "broken.pdn").text, "[Event \"Bushka Engine\"]\n\n1. f2-f3 *\n");
    ck_assert_int_eq(mkfifo(in(&place, "fifo").text, 0600), 0);
    terminal_start_fast(NULL);
    terminal_steps(REFUSALS, ROWS(REFUSALS));
    expect_text(in(&place, "notes").text, "Dear diary\n");
    expect_files("bad.pdn broken.pdn fifo more.pdn notes two.pdn ");
}

#define KEPT "The game is kept; continue resumes it."

/* What is printed when a longer game is kept already. */
#define LONGER(moves) "A longer game of " #moves " moves is already kept; load */bushka/game-2.pdn resumes this one."

/* How a program with a game that was neither saved nor finished ends: by keys, or by a signal. */
static const struct {
    const char *keys;
    int number;
} ENDS[] = {{"quit" KEY_ENTER, 0}, {KEY_CTRL_D, 0}, {NULL, SIGHUP}, {NULL, SIGTERM}, {NULL, SIGQUIT}};

static void begin_keeping(void)
{
    terminal_begin(&KEEPING);
    terminal_step("time 0", "The engine thinks for 0 s *", NULL);
}

/* Starts a program, which finds a game of that many moves. */
static void begin_again(int moves)
{
    char line[COMMAND_SIZE];
    snprintf(line, sizeof line, "A game of %d moves is kept: continue resumes it.", moves);
    terminal_start(&KEEPING);
    terminal_expect(line);
}

/* Types quit, and waits for that line and the end. */
static void end_with(const char *shown)
{
    terminal_step("quit", shown, NULL);
    terminal_expect_end(0);
}

/* Starts a program, types a line that is answered so, and ends the program, which prints `shown`. */
static void end_after(const char *line, const char *answer, const char *shown)
{
    begin_keeping();
    terminal_step(line, answer, NULL);
    end_with(shown);
}

static const TerminalStep BEFORE_THE_END[] = {
    {"continue", "No game is kept.", NULL},
    {"level 2", "The engine plays at level 2 *", NULL},
    {"play black", "The engine plays Black, *", NULL},
    {"g5f5", "The engine plays *", "White>"},
};

static const TerminalStep AFTER_THE_END[] = {
    {"time 0", "The engine thinks for 0 s *", NULL},
    {"continue", "The engine plays Black, you play White.", "White>"},
    {"level", "*level 2*", NULL},
    {"game", "1. g5-f5 *", NULL},
    {"continue", "continue would replace this game: *", NULL},
    {"resign", "The game is over: *", ">"},
};

TEST_EACH(test_kept_game, ROWS(ENDS))
{
    begin_keeping();
    terminal_steps(BEFORE_THE_END, ROWS(BEFORE_THE_END));
    if (ENDS[_i].keys == NULL) {
        ck_assert_int_eq(kill(terminal.pid, ENDS[_i].number), 0);
    } else {
        terminal_type(ENDS[_i].keys);
    }
    terminal_expect(KEPT);
    terminal_expect_end(ENDS[_i].keys == NULL ? 128 + ENDS[_i].number : 0);
    begin_again(2);
    terminal_steps(AFTER_THE_END, ROWS(AFTER_THE_END));
    expect_files("bushka ");
    terminal_step("new", "*", NULL);
    terminal_step("continue", "No game is kept.", NULL);
}

/* The game is kept, too, when a terminal that is full of unread text is closed while the engine writes. */
TEST(test_kept_when_hung_up)
{
    enum { UNREAD = 1000 }; /* ms: much more than it takes to fill the terminal */
    begin_keeping();
    terminal_step("g5f5 d8d6", "* 1... d8-d6", NULL);
    terminal_step("setoption name MultiPV value 20", NULL, ">");
    terminal_step("go infinite", NULL, NULL);
    clock_sleep(UNREAD * NS_PER_MS);
    terminal_hang_up();
    begin_again(2);
}

/* A longer game is not replaced by a shorter one, which is kept beside it; where a shorter one is replaced, the program
 * says so. */
static const TerminalStep NOT_LOST[] = {
    {"g5f5 d8d6", "* 1... d8-d6", NULL},
    {"quit", KEPT, NULL},
    {"f2f5", "* 1. f2-f5", NULL},
    {"quit", LONGER(2), NULL},
    {"g5f5", "* 1. g5-f5", NULL},
    {"load @/bushka/game-2.pdn", "* 1. f2-f5", NULL}, /* where the previous game is kept now */
    {"quit", LONGER(2), NULL},
    {"load @/bushka/game-2.pdn", "* 1. f2-f5", NULL},
    {"continue", "The engine plays neither side; *", NULL},
    {"undo", "* 1. g5-f5", NULL},
    {"quit", KEPT, NULL},
    {"f2f5 d8d6", "* 1... d8-d6", NULL},
    {"quit", "The game is kept, instead of one of 1 move; continue resumes it.", NULL},
    {"continue", "The engine plays neither side; *", NULL},
    {"board", "* 1... d8-d6", NULL},
    {"save @/mine.pdn", "The game is saved in *", NULL},
    {"new", "*White: 15 men*", NULL},
    {"continue", "No game is kept.", NULL},
};

/* The engine's moves after a save are kept, and so are the sides it plays when Ctrl-C has stopped it. */
static const TerminalStep OF_THE_ENGINE[] = {
    {"play black", "The engine plays Black, *", NULL},
    {"g5f5", "The engine plays *", "White>"},
    {"save @/mine.pdn", "The game is saved in *", NULL},
    {"go", "The engine plays *", NULL},
    {NULL, "The engine plays *", "White>"},
    {"quit", KEPT, NULL},
    {"continue", "The engine plays Black, you play White.", "White>"},
    {"time 60", "The engine thinks for 60 s *", NULL},
    {"go", NULL, THINKING_PROMPT},
    {KEYS KEY_CTRL_C, "Stopped. *", ">"},
    {"go", NULL, THINKING_PROMPT},
    {KEYS KEY_CTRL_C, "Stopped. *", ">"},
    {"quit", KEPT, NULL},
    {"continue", "The engine plays Black, you play White.", "White>"},
};

/* A game may be saved in the file in which it is kept. */
static const TerminalStep SAVED_IN_PLACE[] = {
    {"move g5f5", "* 1. g5-f5", NULL},
    {"quit", KEPT, NULL},
    {"continue", "The engine plays neither side; *", NULL},
    {"save @/bushka/game.pdn", "The game is saved in *", NULL},
    {"new", "*White: 15 men*", NULL},
    {"load @/bushka/game.pdn", "* 1. g5-f5", NULL},
};

/* A game against a rating (UCI_Elo) resumes at that rating. */
static const TerminalStep STRENGTH[] = {
    {"setoption name UCI_LimitStrength value true", NULL, ">"},
    {"setoption name UCI_Elo value 1000", NULL, ">"},
    {"play black", "The engine plays Black, *", NULL},
    {"g5f5", "The engine plays *", "White>"},
    {"quit", KEPT, NULL},
    {"continue", "The engine plays Black, you play White.", NULL},
    {"level", "The engine plays at a rating of 1000 (UCI_Elo).", NULL},
};

static const struct {
    const TerminalStep *steps;
    int count;
} RUNS[] = {{NOT_LOST, ROWS(NOT_LOST)},
            {OF_THE_ENGINE, ROWS(OF_THE_ENGINE)},
            {SAVED_IN_PLACE, ROWS(SAVED_IN_PLACE)},
            {STRENGTH, ROWS(STRENGTH)}};

/* After each `quit` the next program is started. */
TEST_EACH(test_runs, ROWS(RUNS))
{
    begin_keeping();
    for (const TerminalStep *step = RUNS[_i].steps; step < RUNS[_i].steps + RUNS[_i].count; step++) {
        terminal_steps(step, 1);
        if (step->typed != NULL && strcmp(step->typed, "quit") == 0) {
            terminal_expect_end(0);
            begin_keeping();
        }
    }
}

/* A longer game that another program has kept meanwhile is neither replaced nor removed. */
TEST(test_kept_game_of_another_program)
{
    static const char *const others[] = {"[Event \"Bushka Engine\"]\n\n1. g5-f5 d8-d6 2. f5-e5 *\n",
                                         "[Event \"Bushka Engine\"]\n\n1. f2-f5 d8-d6 2. f5-f6 *\n"};
    static const char *const ends[][2] = {{"board", "* 1. g5-f5"}, {"resign", "The game is over: *"}};
    for (int i = 0; i < ROWS(ends); i++) {
        end_after("g5f5", "* 1. g5-f5", i == 0 ? KEPT : LONGER(3));
        begin_keeping();
        terminal_step("continue", "The engine plays neither side; *", NULL);
        set_text(in(&place, "bushka/game.pdn").text, others[i]);
        terminal_step(ends[i][0], ends[i][1], NULL);
        end_with(i == 0 ? LONGER(3) : "*");
        expect_text(in(&place, "bushka/game.pdn").text, others[i]);
    }
    end_after("g5f5", "* 1. g5-f5", "It replaces one of 1 move there.");
}

/* A kept game that can no longer be read does not prevent later ones from being kept. */
TEST(test_kept_game_that_cannot_be_read)
{
    end_after("g5f5", "* 1. g5-f5", KEPT);
    set_text(in(&place, "bushka/game.pdn").text, "[Event \"Bushka Engine\"]\nbroken\n");
    end_after("f2f5", "* 1. f2-f5", KEPT);
}

/* Lines that begin or load another game. */
static const char *const OTHERS[] = {"new", "new 9x11", "load @/mine.pdn", "position startpos",
                                     "setoption name uci_variant value bushka9x11"};

/* The game that they replace is kept, beside a longer one if there is one, and can be continued. */
TEST_EACH(test_replaced_game_is_kept, ROWS(OTHERS))
{
    const TerminalStep steps[] = {
        {"g5f5", "* 1. g5-f5", NULL},
        {"save @/mine.pdn", "The game is saved in *", NULL},
        {OTHERS[_i], NULL, ">"}, /* nothing is lost, nothing is kept */
        {"continue", "No game is kept.", ">"},
        {"new 10x10", "* White: 15 men, to move", ">"},
        {"f2f5 d8d6", "* 1... d8-d6", ">"},
        {OTHERS[_i], KEPT, NULL},
        {"continue", "The engine plays neither side; *", NULL},
        {NULL, "* 1... d8-d6", ">"},
        {"e3e4", "* 2. e3-e4", ">"},
        {OTHERS[_i], KEPT, NULL}, /* in the file in which it was kept */
        {"new 10x10", "* White: 15 men, to move", ">"},
        {"f2f5 d8d6", "* 1... d8-d6", ">"},
        {"continue", "continue would replace this game: save it first, or resign it.", ">"},
        {OTHERS[_i], LONGER(3), NULL},
        {"new 10x10", "* White: 15 men, to move", ">"},
        {"g5f5 d8d6 f5e5 d6d5", "* 2... d6-d5", ">"},
        {OTHERS[_i], "The game is kept, instead of one of 3 moves; continue resumes it.", NULL},
    };
    begin_keeping();
    terminal_steps(steps, ROWS(steps));
    terminal_quit();
    begin_again(4);
}

/* A refused line changes nothing, and keeps no game. */
TEST(test_refused_position)
{
    begin_keeping();
    terminal_step("g5f5 d8d6", "* 1... d8-d6", NULL);
    terminal_step("position foo", "position takes startpos or fen*", NULL);
    expect_files("");
    terminal_step("f5e5", "* 2. f5-e5", NULL);
    terminal_step("resign", "The game is over: *", NULL);
    terminal_step("g5g4", "The game is over: *", NULL);
    terminal_step("position startpos moves g5f5 d8d6 f5e5", NULL, ">"); /* which begins the game anew */
    terminal_step("d6d5", "* 2... d6-d5", NULL);
    terminal_step("resign", "The game is over: *", NULL);
    terminal_step("new", "*White: 15 men*", NULL);
    terminal_step("continue", "No game is kept.", NULL);
}

/* `~/` in a name is the home directory. The directory of the kept game is made below it; if it cannot be made, a line
 * says so. */
TEST(test_place_of_the_kept_game)
{
    const TerminalSetup home = {.home = place.path};
    terminal_begin(&home);
    terminal_step("g5f5", "* 1. g5-f5", NULL);
    terminal_step("save ~/mine.pdn", "The game is saved in *", NULL);
    terminal_step("d8d6", "* 1... d8-d6", NULL);
    end_with("The game is kept; *");
    ck_assert_int_gt(file_size(in(&place, "mine.pdn").text), 0);
    ck_assert_int_gt(file_size(in(&place, ".local/state/bushka/game.pdn").text), 0);
    terminal_begin(NULL);
    terminal_step("g5f5", "* 1. g5-f5", NULL);
    end_with("The game is not kept: /dev/null/none*");
}

SUITE(.possible = terminal_is_possible, .with = {&WITH_PLACE}, .tear_down = terminal_tear_down);
