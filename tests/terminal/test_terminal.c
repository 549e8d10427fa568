/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program at a terminal: its prompt, the editing of lines, keys that interrupt, and the end. */
#include <signal.h>
#include <string.h>

#include "support/terminal_process.h"
#include "support/test.h"

enum {
    WHILE_SEARCHING = 60, /* ms */
    WHILE_IDLE = 100,     /* ms, of which an idle program uses less than this part: */
    IDLE_PART = 10,
    SCREEN_LINES = 24
};

/* A terminal whose cursor cannot be moved. */
static const TerminalSetup DUMB = {.name = "dumb"};

/* Errors of the engine; at a terminal nothing marks their lines. */
#define ERRORS "unknown *", "*takes*"

static const TerminalStep ANSWERS[] = {
    {"isready", "readyok", ">"},
    {"d # the board", "Side to move: White", NULL},
    {"nonsense", "unknown command \"nonsense\"; help lists the commands", NULL},
    {"help", "Type a move as it is, such as f2f5, or", NULL},
    {NULL, "play SIDE     let the engine play it", NULL},
    {NULL, "load FILE [N] resume a game from a file", NULL},
    {NULL, "help protocol lists all other commands.", NULL},
    {"help protocol", "uci", NULL},
    {NULL, "    print this list", NULL},
    {"help play", "play SIDE", NULL},
    {NULL, "    SIDE is white, black, both or off. *", NULL},
    {"help eval", "eval", NULL},
    {"help q", "quit", NULL},
    {"help chess", "There is no command \"chess\"; help lists them.", NULL},
    {"g5f5", "*White: 15 men", NULL},
    {"go depth 6", "info depth 6 *", NULL},
    {NULL, "bestmove *", ">"},
};

/* After a refused position go and hint search the game that is shown: a person has seen the error. */
static const TerminalStep REFUSED[] = {
    {"position fen W:Wf2", "the FEN ends too early: *", ">"},
    {"go depth 3", "bestmove * ponder *", ">"},
    {"hint", "Hint: *", ">"},
    {"go fast", "go does not know \"fast\"; *", ">"},
    {"isready", "readyok", ">"},
};

/* An undo after the perft would be refused while that still runs. */
static const TerminalStep PASTED_LINES[] = {
    {"isready\rmove g5f5\rmove d8d6\rundo 2\r1.g5f5 1... d8d6\rundo 2\rmoves\rperft 1\rgo depth 3", "*readyok", NULL},
    {NULL, "*Legal moves (24): *", NULL},
    {NULL, "*Nodes searched: 24", NULL},
    {NULL, "bestmove *", ">"},
};

static const TerminalStep EDITING[] = {
    {KEYS "israedy" KEY_LEFT KEY_LEFT KEY_LEFT KEY_LEFT KEY_BACKSPACE, NULL, "> isaedy"},
    {KEYS "r" KEY_LEFT, NULL, "> israedy"},
    {KEYS KEY_CTRL_A KEY_CTRL_K, NULL, ">"},
    {"isready", "readyok", NULL},
    {"eval", "Final evaluation: *", ">"},
    {KEYS KEY_UP, NULL, "> eval"},
    {KEYS KEY_UP, NULL, "> isready"},
    {"", "readyok", NULL},
};

static const TerminalStep COMPLETION[] = {
    {KEYS "isr" KEY_TAB, NULL, "> isready"},
    {"", "readyok", ">"},
    {KEYS "d2" KEY_TAB, NULL, "> d2d3"}, /* the only move of that man */
    {KEYS KEY_CTRL_A KEY_CTRL_K "load tests/data/perft.t" KEY_TAB, NULL, "> load tests/data/perft.tsv"},
    {KEYS KEY_CTRL_A KEY_CTRL_K, NULL, ">"},
    /* While perft runs, a line can be edited and executed. */
    {KEYS "perft 8" KEY_ENTER "isre", NULL, "> isre"},
    {"ady", "readyok", NULL},
    {"stop", "info string perft stopped", ">"},
};

static const TerminalStep CLEARED_LINE[] = {
    {KEYS "nonsense", NULL, "> nonsense"},
    {KEYS KEY_CTRL_C, NULL, ">"},
    /* A second Ctrl-C in a row would end the program, but something has been typed since the first. */
    {KEYS "nonsense", NULL, "> nonsense"},
    {KEYS KEY_CTRL_C, NULL, ">"},
    {"isready", "readyok", NULL},
    /* The Ctrl-C that stops a search clears the line too. */
    {"go infinite", "info depth *", NULL},
    {KEYS "nonsense" KEY_CTRL_C, "bestmove *", ">"},
    {"isready", "readyok", ">"},
    /* The new prompt comes below the whole of a long line. */
    {KEYS "nonsense nonsense nonsense nonsense nonsense" KEY_CTRL_A, NULL, "> nonsense *"},
    {KEYS KEY_CTRL_C, NULL, ">"},
    {"isready", "readyok", ">"},
    /* It ends a search of the history too, of either kind. */
    {KEYS KEY_CTRL_R "rea", NULL, "(reverse-i-search)`rea': isready"},
    {KEYS KEY_CTRL_C, NULL, ">"},
    {KEYS KEY_ALT_P "rea", NULL, "> :rea"},
    {KEYS KEY_CTRL_C, NULL, ">"},
    {"isready", "readyok", NULL},
};

/* A command of the terminal on the command line is the first of a session; one of the protocol is the only one. */
static const TerminalStep COMMAND_LINE[] = {
    {NULL, "The engine plays White, you play Black.", "Black>"},
    {"quit", "*", "$"},
    {BUSHKA_BINARY " perft 1", "Nodes searched: 24", "$"},
    {BUSHKA_BINARY " level 3 | cat", ERROR_LINE "level works only at a terminal: start bushka there, without a pipe",
     "$"},
};

static const TerminalStep SUSPENDED[] = {
    {NULL, NULL, ">"},
    {KEYS "isrea", NULL, "> isrea"},
    {KEYS KEY_CTRL_Z, "*Stopped*", "$"},
    {"echo in the shell", "in the shell", "$"},
    {KEYS "fg" KEY_ENTER, NULL, TERMINAL_EDITS ? "> isrea" : ">"},
    {TERMINAL_EDITS ? "dy" : "isready", "readyok", NULL},
    {KEYS "quit" KEY_ENTER, NULL, "$"},
};

/* From EDITED on they need line editing. */
enum { EDITED = 7 };
static const TerminalScript SCRIPTS[] = {
    TERMINAL_SCRIPT(ANSWERS, .never = {NULL}),
    TERMINAL_SCRIPT(ANSWERS, .setup = {.name = "dumb"}),
    TERMINAL_SCRIPT(REFUSED, .never = {"bestmove (none)"}),
    TERMINAL_SCRIPT(PASTED_LINES, .never = {ERRORS}),
    TERMINAL_SCRIPT(PASTED_LINES, .never = {ERRORS}, .setup = {.name = "dumb"}),
    TERMINAL_SCRIPT(COMMAND_LINE, .setup = {.shell = BUSHKA_BINARY " play white"}),
    TERMINAL_SCRIPT(SUSPENDED, .setup = {.shell = BUSHKA_BINARY}),
    TERMINAL_SCRIPT(EDITING, .never = {NULL}),
    TERMINAL_SCRIPT(COMPLETION, .never = {ERRORS}),
    TERMINAL_SCRIPT(CLEARED_LINE, .never = {ERRORS}, .setup = {.columns = 40}),
};

TEST_EACH(test_scripts, TERMINAL_EDITS ? ROWS(SCRIPTS) : EDITED)
{
    terminal_play(&SCRIPTS[_i]);
}

/* Lines of a search come during typing: each stands whole above the prompt, and what is typed stays whole. */
TEST_EACH(test_typing_during_search, TERMINAL_EDITS ? 3 : 0)
{
    static const int widths[] = {SCREEN_COLUMNS_MAX, 80, 20};
    static const char *const parts[] = {"i", "s", "re", "a", "dy"};
    const TerminalSetup setup = {.columns = widths[_i]};
    char text[SCREEN_COLUMNS_MAX + 1];
    char typed[64] = "> ";
    terminal_begin(&setup);
    terminal_step("go infinite", "info depth 5*", NULL);
    for (int i = 0; i < ROWS(parts); i++) {
        terminal_type(parts[i]);
        strcat(typed, parts[i]);
        terminal_expect_prompt(typed);
        terminal_pause(WHILE_SEARCHING);
        terminal_expect_prompt(typed);
    }
    const int typed_at = terminal.screen.line;
    terminal_step("", "readyok", NULL);
    terminal_step("stop", "bestmove *", ">");
    if (setup.columns >= SCREEN_COLUMNS_MAX) { /* where no line is wrapped, all can be checked */
        for (int line = 2; line < terminal.screen.line; line++) {
            screen_line(&terminal.screen, line, text);
            ck_assert_msg(matches("info depth *", text) || matches("readyok", text) || matches("bestmove *", text) ||
                              (line >= typed_at && (matches("> isready", text) || matches("> stop", text))),
                          "line %d: %s", line, text);
        }
    }
}

/* The screen may become narrower or wider while a line is typed. What no longer fits beside the board stands below it
 * (test_board_picture.c). */
TEST(test_resize)
{
    char line[120] = "";
    terminal_begin(NULL);
    terminal_step(KEYS "position startpos moves", NULL, "> position startpos moves");
    terminal_resize(30, 60);
    terminal_pause(WHILE_SEARCHING);
    /* Beyond the new width: the line continues below. */
    for (int i = 0; i < 8; i++) {
        strcat(line, i % 2 == 0 ? " g5f5" : " d8d6");
    }
    terminal_type(line);
    terminal_expect_prompt(" d8d6");
    terminal_step("", "move 3: *", NULL);
    terminal_step("board", "     xa6     xb7     xc8     xd9     xe0", NULL);
    terminal_resize(24, 200);
    terminal_pause(WHILE_SEARCHING);
    terminal_step("board", "     xa6     xb7     xc8     xd9     xe0  x Black: 15 men", NULL);
    terminal_step("isready", "readyok", NULL);
}

/* On a narrow terminal every word stands whole, except a FEN, which is too long for it; and the list of help fits on a
 * screen. */
static const int WIDTHS[] = {40, 60, 80};

TEST_EACH(test_narrow, ROWS(WIDTHS))
{
    static const TerminalStep steps[] = {
        {"help", "help protocol lists all other commands.", ">"},
        {"nonsense", "unknown command \"nonsense\"; help*", ">"},
        {"help quit", "    end the program", ">"},
        {"d", "Legal moves *", ">"},
        {"eval", "Final evaluation: *", ">"},
        {"new 9x11", "* oj6*", NULL},
        {"d", "Legal moves *", ">"},
        {"eval", "Final evaluation: *", ">"},
        {"play black", "The engine plays Black, you play White.", "White>"},
    };
    const TerminalSetup setup = {.name = "dumb", .columns = WIDTHS[_i]}; /* its lines have no escape sequences */
    terminal_begin(&setup);
    terminal_steps(steps, 1);
    ck_assert_int_lt(terminal.screen.line, SCREEN_LINES);
    terminal_steps(steps + 1, ROWS(steps) - 1);
    for (const char *line = terminal.log; *line != '\0'; line += strspn(line, "\r\n")) {
        const size_t length = strcspn(line, "\r\n");
        ck_assert_msg(length <= (size_t)WIDTHS[_i] || memchr(line, ' ', length) == NULL, "%.*s", (int)length, line);
        line += length;
    }
}

/* Types a command that takes long, and waits until it has been read: on Ctrl-C the system drops what has not been
 * read. */
static void begin_work(const char *command)
{
    terminal_step(command, NULL, NULL);
    terminal_step("isready", "*readyok", NULL);
}

/* Kinds of terminals. */
static const TerminalSetup *const KINDS[] = {NULL, &DUMB};

static const struct {
    const char *command, *answer;
} INTERRUPTED[] = {{"go infinite", "bestmove *"},
                   {"go depth 100", "bestmove *"},
                   {"perft 14", "info string perft stopped"},
                   {"bench depth 60", "info string bench stopped"}};

TEST_EACH(test_interrupt_stops_a_search, ROWS(KINDS) * ROWS(INTERRUPTED))
{
    const int row = _i / ROWS(KINDS);
    terminal_begin(KINDS[_i % ROWS(KINDS)]);
    begin_work(INTERRUPTED[row].command);
    ck_assert_int_eq(terminal_keeps_output(), !terminal.plain);
    terminal_step(KEYS KEY_CTRL_C, INTERRUPTED[row].answer, ">");
    terminal_step("isready", "readyok", ">"); /* with a line in between, the next Ctrl-C does not end the program */
    terminal_step(KEYS KEY_CTRL_C, "Ctrl-C again, or quit, ends the program.", ">");
    terminal_never("*> >*");
    terminal_type(KEY_CTRL_C);
    terminal_expect_end(0);
}

TEST_EACH(test_interrupt_twice, ROWS(KINDS))
{
    terminal_begin(KINDS[_i]);
    terminal_step("go infinite", "info depth *", NULL);
    terminal_step(KEYS KEY_CTRL_C, "bestmove *", NULL); /* two at once would be one signal */
    terminal_type(KEY_CTRL_C);
    terminal_expect_end(0);
}

/* The end of input, commands for it, signals and a closed window end the program at once. */
enum { BY_CLOSING = -1 };
static const struct {
    const char *command, *keys; /* NULL: none */
    int end;                    /* a signal, or BY_CLOSING */
} ENDS[] = {
    {"isready", KEY_CTRL_D, 0},        {"go infinite", KEY_CTRL_D, 0}, {"perft 14", KEY_CTRL_D, 0},
    {"play both", KEY_CTRL_D, 0},      {"isready", "q" KEY_ENTER, 0},  {"isready", "exit" KEY_ENTER, 0},
    {"go infinite", NULL, SIGTERM},    {"go infinite", NULL, SIGHUP},  {"go infinite", NULL, SIGQUIT},
    {"go infinite", NULL, BY_CLOSING},
};

TEST_EACH(test_end, ROWS(KINDS) * ROWS(ENDS))
{
    const int row = _i / ROWS(KINDS), end = ENDS[row].end;
    terminal_begin(KINDS[_i % ROWS(KINDS)]);
    begin_work(ENDS[row].command);
    const int64_t begun = clock_us();
    if (end == BY_CLOSING) {
        terminal_hang_up();
    } else if (end == 0) {
        terminal_type(ENDS[row].keys);
        terminal_expect_end(0);
    } else {
        ck_assert_int_eq(kill(terminal.pid, end), 0);
        terminal_expect_end(128 + end);
    }
    ck_assert_int_lt(clock_us() - begun, SANITIZED ? 20000000 : 1000000);
}

/* SIGCONT may come when the program has long resumed: the line is redrawn in its place. */
TEST_EACH(test_continued, TERMINAL_EDITS)
{
    terminal_begin(NULL);
    terminal_step(KEYS "isrea", NULL, "> isrea");
    ck_assert_int_eq(kill(terminal.pid, SIGCONT), 0);
    terminal_pause(WHILE_SEARCHING);
    terminal_step(KEYS "d", NULL, "> isread");
    terminal_step("y", "readyok", NULL);
}

/* A program with nothing to do uses no processor time, whatever came before. */
TEST_EACH(test_idle, ROWS(KINDS))
{
    static const TerminalStep steps[] = {
        {"isready", "readyok", ">"},
        {"hint", "Hint: *", ">"},
        {"perft 2", "Nodes searched: *", ">"},
        {"go movetime 20", "bestmove *", ">"},
        {"play black", "The engine plays Black, *", "White>"},
        {"g5f5", "The engine plays * (*).", "White>"},
        {"play off", "The engine plays neither side; *", ">"},
        {KEYS KEY_CTRL_C, "Ctrl-C again*", NULL},
    };
    terminal_begin(KINDS[_i]);
    terminal_step("time 0.05", "The engine thinks *", NULL);
    for (int i = 0; i < ROWS(steps); i++) {
        terminal_steps(&steps[i], 1);
        const int64_t before = process_used_us(terminal.pid);
        terminal_pause(WHILE_IDLE);
        ck_assert_int_lt(process_used_us(terminal.pid) - before, WHILE_IDLE * US_PER_MS / IDLE_PART);
    }
}

SUITE(.possible = terminal_is_possible, .tear_down = terminal_tear_down);
