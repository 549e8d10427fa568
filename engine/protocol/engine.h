/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The engine as a value: game, searcher, options, and what runs at the moment. Several can live in one process. */
#ifndef BUSHKA_PROTOCOL_ENGINE_H
#define BUSHKA_PROTOCOL_ENGINE_H

#include "core/game.h"
#include "core/notation.h"
#include "evaluation/evaluation.h"
#include "protocol/activity.h"
#include "protocol/options.h"
#include "protocol/waiting.h"
#include "search/search.h"
#include "system/output.h"

/* Names of the options, as announced. */
#define OPTION_HASH "Hash"
#define OPTION_CLEAR_HASH "Clear Hash"
#define OPTION_THREADS "Threads"
#define OPTION_MULTIPV "MultiPV"
#define OPTION_PONDER "Ponder"
#define OPTION_MOVE_OVERHEAD "Move Overhead"
#define OPTION_VARIANT "UCI_Variant"
#define OPTION_NOTATION "Notation"
#define OPTION_EVALUATION "Evaluation"
#define OPTION_EVAL_FILE "EvalFile"
#define OPTION_TABLES_PATH "TablesPath"
#define OPTION_SKILL "Skill Level"
#define OPTION_LIMIT_STRENGTH "UCI_LimitStrength"
#define OPTION_ELO "UCI_Elo"
#define OPTION_SEED "Seed"
#define OPTION_VARIETY "Variety"

typedef struct CommandTable CommandTable;

/* An engine. Made by engine_new(), ended by engine_free(). Unless said otherwise, its functions are for one
 * thread, the one that reads commands. */
typedef struct Engine {
    Output *output; /* not owned */
    Search *search;
    EvaluationChoice evaluation; /* what the searcher's evaluation was made of */
    Tablebase *tables;           /* what the searcher looks endings up in */
    bool has_folders;            /* they are those of TablesPath, else those built in */
    Options *options;
    CommandTable *commands;
    Game game;         /* what the next search works on */
    Activity activity; /* what runs now */
    Waiting waiting;   /* lines that cannot be executed yet */
    NotationStyle style;
    int64_t received; /* clock_ms() when the command came in */
    bool stopped;     /* stop came before the line that is executed could be: what it starts ends at once */
    bool quitting;
} Engine;

/* An engine that writes to the output, with the start position of the default board; NULL when memory or descriptors
 * run out. */
Engine *engine_new(Output *output);

/* Stops what runs, waits for it, and frees everything. NULL is allowed. */
void engine_free(Engine *e);

/* Executes one line of the protocol (protocol.md), or keeps it until engine_resume() can. Searches, perft and bench go
 * on after it has returned. Returns false when it was refused; the reason has been written then. */
bool engine_execute(Engine *e, const char *line, size_t length);

/* Executes the lines that waited and can be executed by now. To be called when engine_wake() can be read from. */
void engine_resume(Engine *e);

/* A descriptor that can be read from when what ran has ended, until engine_resume(). */
int engine_wake(const Engine *e);

/* True while something runs or a line waits. */
bool engine_busy(const Engine *e);

/* True while there is room for another line to wait; otherwise nothing should be read. */
bool engine_has_room(const Engine *e);

/* Waits until nothing runs and no line waits, at most that many milliseconds (or ACTIVITY_FOREVER) for each thing
 * that runs. Returns true when nothing does. */
bool engine_wait(Engine *e, int milliseconds);

/* Asks what runs to stop and to write its result; returns at once. What the lines that wait start is to end at once
 * too. Harmless when nothing runs. */
void engine_stop(Engine *e);

/* The same, and forgets the lines that wait. */
void engine_abandon(Engine *e);

/* True after `quit`. */
bool engine_quitting(const Engine *e);

/* True when the last work (search, perft, bench) failed. */
bool engine_failed(const Engine *e);

/* The functions below are for the commands. */

/* Writes the error line. Returns false, so that a command can return the call. */
bool engine_refuse(Engine *e, const Error *error);

/* Replaces the game by *game, which then belongs to the engine. */
void engine_take_game(Engine *e, Game *game);

/* Starts a game from the start position of a board. On ERROR_MEMORY the old game stands. */
ErrorCode engine_reset(Engine *e, const Variant *v, Error *error);

/* The board in use. */
const Variant *engine_variant(const Engine *e);

/* Runs the work, which belongs to the engine from now on. */
ErrorCode engine_start(Engine *e, Work *work, Error *error);

#endif
