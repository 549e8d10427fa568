/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Drives a program at a pseudo-terminal: types keys, and checks what a person would see. */
#ifndef BUSHKA_SUPPORT_TERMINAL_PROCESS_H
#define BUSHKA_SUPPORT_TERMINAL_PROCESS_H

#include <stdbool.h>
#include <sys/types.h>

#include "support/engine_process.h"
#include "support/screen.h"

/* Lines are edited only where the readline library was found. */
#ifdef BUSHKA_READLINE
enum { TERMINAL_EDITS = 1 };
#else
enum { TERMINAL_EDITS = 0 };
#endif

/* The kind of terminal; a zeroed one is an xterm of 24 lines and 200 columns without colours. */
typedef struct TerminalSetup {
    const char *name;   /* TERM */
    const char *locale; /* LC_ALL; "C" where NULL */
    const char *shell;  /* a command for /bin/sh -i instead of the engine */
    bool colours;       /* NO_COLOR is not set */
    int columns;
    const char *state; /* XDG_STATE_HOME; NULL: a folder that cannot be made */
    const char *home;  /* HOME, with XDG_STATE_HOME not set; NULL: HOME stays as it is */
} TerminalSetup;

/* The program at its terminal. */
typedef struct TerminalProcess {
    pid_t pid; /* -1 when it has been waited for */
    int master;
    Screen screen;
    int mark;     /* lines before it have been matched */
    bool dumb;    /* it takes no escape sequences */
    bool plain;   /* lines are not edited */
    bool hung_up; /* the other side is closed */
    bool shell;   /* a shell has started it */
    char *log;    /* everything that the program wrote */
    size_t log_length;
} TerminalProcess;

/* The one that the functions below start, type to and end: a test has one at a time. */
extern TerminalProcess terminal;

/* The tear-down of a suite: terminal_quit(), unless the test has ended the program. */
void terminal_tear_down(void);

/* Keys. */
#define KEY_LEFT "\033[D"
#define KEY_UP "\033[A"
#define KEY_BACKSPACE "\177"
#define KEY_TAB "\t"
#define KEY_ENTER "\r"
#define KEY_CTRL_A "\001"
#define KEY_CTRL_C "\003"
#define KEY_CTRL_D "\004"
#define KEY_CTRL_K "\013"
#define KEY_CTRL_R "\022"
#define KEY_CTRL_Z "\032"
#define KEY_ALT_P "\033p"

/* True when this system has pseudo-terminals. */
bool terminal_is_possible(void);

/* Starts the program under test at a new terminal (NULL: a zeroed one). Fails the test when that is not possible. */
void terminal_start(const TerminalSetup *setup);

/* The same, and waits for the program's greeting and, without a shell, its prompt. */
void terminal_begin(const TerminalSetup *setup);

/* The same, and has the engine think no longer than it must and play the same in every run. */
void terminal_start_fast(const TerminalSetup *setup);

/* Types these keys. */
void terminal_type(const char *keys);

/* Waits until a line after those matched before matches the pattern ('*' stands for any text). Returns the line, valid
 * until the next call. Fails the test after PATIENCE. */
const char *terminal_expect(const char *pattern);

/* Waits until the line of the cursor matches: a prompt, and what has been typed after it. */
void terminal_expect_prompt(const char *pattern);

/* What is typed at a terminal, and what follows. */
typedef struct TerminalStep {
    const char *typed;  /* a line; after KEYS just keys, without Enter; NULL: nothing */
    const char *shown;  /* a line to wait for (terminal_expect()); NULL: none */
    const char *prompt; /* a prompt to wait for then; NULL: none */
} TerminalStep;

/* Marks keys in TerminalStep.typed; it is not typed itself. */
#define KEYS "\002"

/* The prompt while the engine thinks. A step with it that types nothing lets the engine think for a while; so does
 * every such step where lines are not edited, which have no such prompt. */
#define THINKING_PROMPT "(thinking)"

/* Does these steps; where the test has a `place`, '@' in what is typed is that directory. */
void terminal_steps(const TerminalStep *steps, int count);

/* The same for one step. A line without an answer is typed at its prompt, which must come again. Returns the line
 * shown, valid until the next call; NULL where none is waited for. */
const char *terminal_step(const char *typed, const char *shown, const char *prompt);

/* A program at a terminal from its start to its end. */
typedef struct TerminalScript {
    const TerminalStep *steps;
    int count;
    const char *never[2]; /* lines that must not be shown */
    TerminalSetup setup;
    bool fast; /* terminal_start_fast() */
} TerminalScript;

/* Its initialiser, with an array of steps and further members. */
#define TERMINAL_SCRIPT(script, ...)                                                                                   \
    {                                                                                                                  \
        .steps = script, .count = ROWS(script), __VA_ARGS__                                                            \
    }

/* Starts the program, does the steps from its prompt on, and quits. */
void terminal_play(const TerminalScript *script);

/* Fails the test when a line that matches has been shown. */
void terminal_never(const char *pattern);

/* Reads what the program writes for that long. */
void terminal_pause(int milliseconds);

/* Changes the size of the terminal. */
void terminal_resize(int rows, int columns);

/* True when Ctrl-C does not drop output that is still to be shown. */
bool terminal_keeps_output(void);

/* Closes the terminal from the other side. The program must end with exit code 0 or by SIGHUP; frees everything. */
void terminal_hang_up(void);

/* Waits for the program to end with that exit code (128 + n for signal n) and the terminal as it was, and frees
 * everything. Fails the test after PATIENCE, and when escape sequences were sent to a terminal that is "dumb". */
void terminal_expect_end(int code);

/* Types quit, or exit to a shell, and expects exit code 0. */
void terminal_quit(void);

#endif
