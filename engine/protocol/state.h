/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the engine consists of, for the commands, on the thread that executes lines. */
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

/* What a client wants to know as values, besides the lines that the output gets. Called on the thread that executes
 * lines. Where such a function returns true the line itself is not written. Each may be NULL. */
typedef struct EngineListener {
    bool (*info)(void *context, const SearchInfo *info);       /* "info depth ..." */
    bool (*current)(void *context, const SearchCurrent *move); /* "info ... currmove ..." */
    bool (*result)(void *context, const SearchResult *result); /* "bestmove ..." */
    void (*idle)(void *context);                               /* all lines have been executed, and nothing runs */
    /* There is no command of that name: sets another reason where the client knows one. */
    bool (*unknown)(void *context, Word name, Error *why);
    int (*columns)(void *context); /* the width of the screen that shows the lines; 0: any */
    bool person; /* somebody sees the game and reads what is refused: `go` searches the game that stands after a refused
                    `position` too, and is answered by the error line alone when it is refused */
    void *context;
} EngineListener;

/* For a system with one thread: brings the lines that have come meanwhile, and waits for one at most that many
 * milliseconds (SEARCH_FOREVER: without a limit). Called now and then while a search, perft or bench runs. */
typedef void (*EngineFetch)(void *context, int milliseconds);

/* The engine. Clients set the listener before any line is pushed, and use the queue, to wait for lines, stop what runs
 * and close the engine. All else only the thread that executes lines changes; a client may read it while no line waits
 * that changes it. */
typedef struct Engine {
    Output *output; /* not owned */
    EngineListener listener;
    Queue queue;
    Search *search;
    EvaluationChoice evaluation;    /* what the evaluation of the search was made of */
    Tablebase *tablebase;           /* what the search probes */
    bool has_folders;               /* it was opened by TablesPath, else it is built in */
    Book *books[VARIANT_COUNT];     /* by board (variant_index()); NULL: none is open */
    int options[STATE_OPTIONS_MAX]; /* values of the options, in the order of their table (options.c) */
    NotationStyle style;
    Game game;           /* what the next search works on */
    bool lost;           /* the last position was refused: the client means another game, and none is searched */
    Error refusal;       /* why the last refused line was; ERROR_NONE: none has been */
    int64_t received;    /* clock_ms() from which the times of the line under way count */
    SearchAttend attend; /* executes what may be executed while something runs; gets the engine */
    EngineFetch fetch;   /* NULL: other threads bring lines */
    void *fetch_context;
} Engine;

/* The board in use. */
const Variant *state_variant(const Engine *e);

/* Writes the error line of a refused command. */
void state_refuse(Engine *e, const Error *error);

/* Writes that a file is ignored, and why (TablebaseRefused). */
void state_say_ignored(void *engine, const char *why);

/* Replaces the game by *game, which then belongs to the engine. It may be searched. */
void state_take_game(Engine *e, Game *game);

#endif
