/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The state of the engine, for the commands and the thread that executes lines. */
#ifndef BUSHKA_PROTOCOL_STATE_H
#define BUSHKA_PROTOCOL_STATE_H

#include "book/book.h"
#include "core/game.h"
#include "core/notation.h"
#include "evaluation/evaluation.h"
#include "protocol/output.h"
#include "protocol/queue.h"
#include "search/search.h"
#include "system/text.h"

enum { STATE_OPTIONS_MAX = 32 };

/* What a client gets as values, in addition to the lines of the output. Called on the thread that executes lines. When
 * info, current or result returns true, the line is not written. Each may be NULL. */
typedef struct EngineListener {
    bool (*info)(void *context, const SearchInfo *info);           /* "info depth ..." */
    bool (*current)(void *context, const SearchCurrentMove *move); /* "info ... currmove ..." */
    bool (*result)(void *context, const SearchResult *result);     /* "bestmove ..." */
    void (*idle)(void *context); /* all lines have been executed, and there is no run */
    /* There is no command of that name: returns true after setting the reason, false for the usual one. */
    bool (*unknown)(void *context, Word name, Error *why);
    int (*columns)(void *context); /* the width of the screen that shows the lines; 0: any */
    bool interactive; /* a person sees the game and reads the errors: `go` searches the current game even after a
                    refused `position`, and a refused `go` is answered by its error alone */
    void *context;
} EngineListener;

/* For a system with one thread: pushes the lines that have come meanwhile, and waits for one at most that many
 * milliseconds (SEARCH_FOREVER: no limit). Called every now and then during a run. */
typedef void (*EngineFetch)(void *context, int milliseconds);

/* The engine. Clients set the listener before they push a line, and use the queue to wait for lines, to stop a run and
 * to close the engine. Only the thread that executes lines changes anything else; a client may read it while no line
 * waits that changes it. */
typedef struct Engine {
    Output *output; /* not owned */
    EngineListener listener;
    Queue queue;
    Search *search;
    EvaluationChoice evaluation;    /* from which the search's evaluation is made */
    Tablebase *tablebase;           /* what the search probes */
    bool tablebase_from_folders;    /* it was opened by TablesPath; false: it is built in */
    Book *books[VARIANT_COUNT];     /* by board (variant_index()); NULL: none is open */
    int options[STATE_OPTIONS_MAX]; /* values of the options, in the order of their table (options.c) */
    NotationStyle style;
    Game game;             /* the game that the next search is for */
    bool position_refused; /* the last `position` was: the client means another game, so none is searched */
    Error refusal;         /* the reason of the last refused line; ERROR_NONE: none was refused */
    int64_t received;      /* clock_ms() from which the time of the current line counts */
    SearchPoll poll;       /* executes lines during a run; its context is the engine */
    EngineFetch fetch;     /* NULL: other threads push lines */
    void *fetch_context;
} Engine;

/* The board in use. */
const Variant *state_variant(const Engine *e);

/* Writes the error line of a refused command. */
void state_refuse(Engine *e, const Error *error);

/* Writes that a file is ignored, and why (TablebaseRefused). */
void state_report_ignored(void *engine, const char *why);

/* Replaces the game by *game, which the engine owns from now on, and which may be searched. */
void state_set_game(Engine *e, Game *game);

#endif
