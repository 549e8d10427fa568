/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A person at a terminal and the engine: who plays which side, the moves that the engine answers by itself, and what of
 * its output the person gets to see. Works through the protocol: lines go to engine_execute(), and the lines that come
 * back are shown or kept. */
#ifndef BUSHKA_PROTOCOL_TERMINAL_SESSION_H
#define BUSHKA_PROTOCOL_TERMINAL_SESSION_H

#include <pthread.h>

#include "protocol/board_picture.h"
#include "protocol/engine.h"
#include "protocol/terminal_editor.h"

enum {
    SESSION_THINK_DEFAULT = 1000, /* ms for a move of the engine's */
    SESSION_THINK_MAX = 3600000
};

/* How an error line of the engine begins. */
#define SESSION_ERROR_BEGIN "info string error: "

/* For whom the running search works. */
typedef enum SearchPurpose {
    SEARCH_ASKED = 0, /* somebody typed `go`: all lines are shown. Also when none runs */
    SEARCH_PLAYS,     /* its move is played */
    SEARCH_HINTS,     /* its move is told */
    SEARCH_DROPPED    /* nobody wants its move any more */
} SearchPurpose;

/* What is known of a search of the session's. */
typedef struct SearchOutcome {
    SearchPurpose purpose;
    bool finished;
    bool has_score;
    bool forced;              /* the score is moves to a forced end */
    int score;                /* from the side to move */
    char best[NOTATION_SIZE]; /* as printed; "" when there is none */
    char reply[NOTATION_SIZE];
} SearchOutcome;

/* The session. Its functions are for the thread that reads lines, unless they say otherwise. */
typedef struct TerminalSession {
    Engine *engine;         /* not owned */
    TerminalEditor *editor; /* not owned */
    BoardLook look;
    bool plays[COLOR_COUNT]; /* sides that the engine plays */
    bool shows_boards;       /* the person plays by hand: what changes the game shows it */
    int think_ms;            /* for a move of the engine's, and for a hint */
    int64_t hint_ends;       /* clock_ms() at which a hint is due; 0: none is */
    pthread_t reader;
    Text *captured;       /* when not NULL, lines of the reader's thread go there */
    pthread_mutex_t lock; /* guards outcome */
    SearchOutcome outcome;
} TerminalSession;

/* Prepares a session, to which the engine's output is handed from now on. */
void session_init(TerminalSession *s, Engine *e, TerminalEditor *editor);

/* Ends it. The engine's output must have been handed back, or nothing may write any more. */
void session_free(TerminalSession *s);

/* Executes a line that was typed: a command of the session (terminal_commands.c), a move, or a line of the protocol. */
void session_line(TerminalSession *s, const char *line, size_t length);

/* The prompt for the next line; NULL where none is wanted, since something runs and its lines could not be kept apart
 * from it. */
const char *session_prompt(TerminalSession *s);

/* The functions below are for the commands of the session and for its searches. */

/* Shows lines: what printf would print and a newline; and a text. */
void session_say(TerminalSession *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
void session_show(TerminalSession *s, const Text *t);

/* The notation of the session's own lines: that of people, unless the option Notation asks for the short one. */
NotationStyle session_style(const TerminalSession *s);

/* True when the engine is to make the next move. */
bool session_is_engines_turn(const TerminalSession *s);

/* Says how the game has ended, if it has. */
void session_say_result(TerminalSession *s);

/* Draws the board. */
void session_board(TerminalSession *s);

/* The same, and says how the game has ended if it has. */
void session_board_and_result(TerminalSession *s);

/* The same after a change of the game, unless the engine moves next and the board is drawn after that. */
void session_changed(TerminalSession *s);

/* Executes a line of the protocol whose answer is not shown. Returns false when it was refused, with the reason. */
bool session_execute(TerminalSession *s, const Text *line, Error *why);

#endif
