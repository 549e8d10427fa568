/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the commands work on: the game, the search with what it plays by, the options, and a listener. Touched by the
 * thread alone that executes lines. */
#ifndef BUSHKA_PROTOCOL_STATE_H
#define BUSHKA_PROTOCOL_STATE_H

#include "core/game.h"
#include "core/notation.h"
#include "evaluation/evaluation.h"
#include "protocol/output.h"
#include "protocol/queue.h"
#include "search/search.h"

enum { STATE_OPTIONS_MAX = 32 };

/* What a client wants to know as values, besides the lines that the output gets. Called on the thread that executes
 * lines. Where such a function returns true the line itself is not written. Each may be NULL. */
typedef struct EngineListener {
    bool (*info)(void *context, const SearchInfo *info);       /* "info depth ..." */
    bool (*current)(void *context, const SearchCurrent *move); /* "info ... currmove ..." */
    bool (*result)(void *context, const SearchResult *result); /* "bestmove ..." */
    bool (*refused)(void *context, const Error *error);        /* "info string error: ..." of a line that was refused */
    void (*idle)(void *context);                               /* all lines have been executed, and nothing runs */
    void *context;
} EngineListener;

typedef struct State {
    Output *output; /* not owned */
    EngineListener listener;
    Queue queue;
    Search *search;
    EvaluationChoice evaluation;    /* what the evaluation of the search was made of */
    Tablebase *tablebase;           /* what the search probes */
    bool has_folders;               /* it was opened by TablesPath, else it is built in */
    int options[STATE_OPTIONS_MAX]; /* values of the options, in the order of their table (options.c) */
    NotationStyle style;
    Game game;        /* what the next search works on */
    bool refused;     /* a line has been refused, */
    Error refusal;    /* the last one for this reason */
    int64_t received; /* clock_ms() from which the times of the line under way count */
    /* Executes what may be executed while a run lasts: to be called by it now and then, which takes no time where there
     * is nothing to do. Waits for lines at most that many milliseconds. Its context is the state. */
    SearchAttend attend;
} State;

/* The state of a new engine, without its options: the start position of the default board, the built-in evaluation and
 * tablebase. False when memory runs out; state_free() is due in either case. */
bool state_init(State *s, Output *output);

/* Frees what the state owns. */
void state_free(State *s);

/* Writes the error line of a refused command. */
void state_refuse(State *s, const Error *error);

/* Replaces the game by *game, which then belongs to the state. */
void state_take_game(State *s, Game *game);

/* Starts a game from the start position of a board. On ERROR_MEMORY the old game stands. */
ErrorCode state_new_game(State *s, const Variant *v, Error *error);

/* The board in use. */
const Variant *state_variant(const State *s);

#endif
