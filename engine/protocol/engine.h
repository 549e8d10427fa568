/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The engine as a value, for what embeds it: the program (main.c, the terminal), the library, the page.
 *
 * A client makes an engine, lets one thread execute its lines with engine_run(), and brings lines of the protocol
 * (protocol.md) with engine_push() from any other. Answers come as lines through the Output, and as values through an
 * EngineListener, both on the thread of engine_run(). A client that wants an answer before it goes on calls
 * engine_execute(), or pushes a line and waits for it (queue_wait(), queue_settle()). At the end it calls
 * queue_close(), joins that thread, and frees the engine. Several engines can live in one process. */
#ifndef BUSHKA_PROTOCOL_ENGINE_H
#define BUSHKA_PROTOCOL_ENGINE_H

#include "core/game.h"
#include "core/notation.h"
#include "evaluation/evaluation.h"
#include "protocol/output.h"
#include "protocol/queue.h"
#include "search/search.h"

enum { ENGINE_OPTIONS_MAX = 32 };

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

/* For a system with one thread: brings the lines that have come meanwhile, and waits for one at most that many
 * milliseconds (QUEUE_FOREVER: without a limit). Called now and then while a search, perft or bench runs. */
typedef void (*EngineFetch)(void *context, int milliseconds);

/* The engine. Clients use the queue, to wait for lines, stop what runs and close the engine. All else only the thread
 * that executes lines changes; a client may read it while no line waits that changes it. */
typedef struct Engine {
    Output *output; /* not owned */
    EngineListener listener;
    Queue queue;
    Search *search;
    EvaluationChoice evaluation;     /* what the evaluation of the search was made of */
    Tablebase *tablebase;            /* what the search probes */
    bool has_folders;                /* it was opened by TablesPath, else it is built in */
    int options[ENGINE_OPTIONS_MAX]; /* values of the options, in the order of their table (options.c) */
    NotationStyle style;
    Game game;         /* what the next search works on */
    bool refused;      /* a line has been refused, */
    Error refusal;     /* the last one for this reason */
    int64_t received;  /* clock_ms() from which the times of the line under way count */
    EngineFetch fetch; /* NULL: other threads bring lines */
    void *fetch_context;
} Engine;

/* An engine that writes to the output, with the start position of the default board, and the evaluation and tablebase
 * that are built in; NULL when memory runs out. */
Engine *engine_new(Output *output);

/* Frees it; engine_run() has returned. NULL is allowed. */
void engine_free(Engine *e);

/* Lets the client hear of values too. Before any line is pushed. */
void engine_listen(Engine *e, const EngineListener *listener);

/* Executes lines of an engine as they come, until it is closed and all is done; needs a stack of a megabyte. Returns
 * NULL; for thread_start(). */
void *engine_run(void *engine);

/* Instead of engine_run() on a system with one thread: executes the lines that are there. */
void engine_run_waiting(Engine *e, EngineFetch fetch, void *context);

/* Brings a line without its line break; it is copied. The last one closes the engine. Any thread. */
QueuePush engine_push(Engine *e, const char *line, size_t length);

/* The same, and waits until it has been executed with all that came before. ERROR_NONE, or why it was refused;
 * ERROR_MEMORY also when it could not be brought. For a client that is the only one and while nothing runs. */
ErrorCode engine_execute(Engine *e, const char *line, size_t length, Error *error);

/* The board in use. */
const Variant *engine_variant(const Engine *e);

/* For the commands, on the thread that executes lines: those from here on. */

/* Executes what may be executed while something runs (SearchAttend): to be called by it now and then, which takes no
 * time where there is nothing to do. Waits for lines at most that many milliseconds. */
void engine_attend(void *engine, int milliseconds);

/* Writes the error line of a refused command. */
void engine_refuse(Engine *e, const Error *error);

/* Writes that a file is ignored, and why (TablebaseRefused). */
void engine_say_ignored(void *engine, const char *why);

/* Replaces the game by *game, which then belongs to the engine. */
void engine_take_game(Engine *e, Game *game);

/* Starts a game from the start position of a board. On ERROR_MEMORY the old game stands. */
ErrorCode engine_new_game(Engine *e, const Variant *v, Error *error);

#endif
