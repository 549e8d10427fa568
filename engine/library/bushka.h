/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libbushka: Bushka Engine as a library, in two independent parts:
 *
 *   BushkaEngine   the engine: command lines in, lines of output out, as protocol.md describes them
 *   BushkaGame     the rules: positions, legal moves, playing and taking back moves, results, perft
 *
 *     cc play.c $(pkg-config --cflags --libs bushka)
 *
 * For both: the library has no global state, so that any number of engines and games can coexist. It writes nothing to
 * standard output or standard error, reads no environment variables, installs no signal handlers and never ends the
 * process. Text in both directions is NUL-terminated ASCII; text passed to the library is copied, and may be freed as
 * soon as the call has returned. Functions that return int return BUSHKA_OK, which is 0, or a negative value of
 * BushkaError; after an error everything is as it was before the call. NULL instead of an engine or a game is such an
 * error, and never a crash. The names and numbers of this file are stable; later versions may add new ones. */
#ifndef BUSHKA_H
#define BUSHKA_H

#include <stdint.h>

#if defined(__GNUC__)
#define BUSHKA_API __attribute__((visibility("default")))
#else
#define BUSHKA_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* What functions return. */
enum BushkaError {
    BUSHKA_OK = 0,
    BUSHKA_ERROR_ARGUMENT = -1,   /* NULL, or a number out of its range */
    BUSHKA_ERROR_LINE_BREAK = -2, /* a line feed or a carriage return in a command line */
    BUSHKA_ERROR_TOO_LONG = -3,   /* a command line of more than BUSHKA_LINE_MAX bytes */
    BUSHKA_ERROR_ENDED = -4,      /* a command line after quit */
    BUSHKA_ERROR_FULL = -5,       /* too many lines are waiting already: no more are accepted now */
    BUSHKA_ERROR_MEMORY = -6,     /* memory ran out */
    BUSHKA_ERROR_CALLBACK = -7,   /* the call would wait for the callback that it is made from */
    BUSHKA_ERROR_TIME = -8,       /* the time limit has passed, and the engine is still working */
    /* Of games; bushka_game_error() has the reason. */
    BUSHKA_ERROR_SYNTAX = -9,     /* the text does not have the form of a move or a FEN */
    BUSHKA_ERROR_SQUARE = -10,    /* a square that the board does not have */
    BUSHKA_ERROR_DUPLICATE = -11, /* a square named twice */
    BUSHKA_ERROR_PROMOTION = -12, /* a man on its promotion row */
    BUSHKA_ERROR_ILLEGAL = -13,   /* not a legal move */
    BUSHKA_ERROR_AMBIGUOUS = -14, /* several legal moves fit */
    BUSHKA_ERROR_GAME_OVER = -15  /* a move in a finished game */
};

/* The longest command line, in bytes. */
#define BUSHKA_LINE_MAX 67108864

/* For bushka_wait(): no limit. */
#define BUSHKA_FOREVER (-1)

/* The version of this header, for the preprocessor; the library at run time can be a later one. */
#define BUSHKA_VERSION_MAJOR 1
#define BUSHKA_VERSION_MINOR 0
#define BUSHKA_VERSION_PATCH 0

/* The version of the library at run time: "1.0.0". */
BUSHKA_API const char *bushka_version(void);

/* What an error value means, in a few words: "not enough memory". */
BUSHKA_API const char *bushka_error_text(int error);

/* ---- The engine ---- */

/* An engine, with its own threads. All functions on it may be called from any thread, several at a time, except for
 * bushka_free(), which must be the last one. */
typedef struct BushkaEngine BushkaEngine;

/* Receives one line of the engine: complete, without its line break, in the engine's memory and valid only during the
 * call.
 *
 * It is called on threads of the engine, never on one that calls the library, and never twice at the same time for one
 * engine; callbacks of different engines run at the same time. The order is that of the program's output: lines that
 * belong together come together. The engine, its search included, waits until the callback returns. The callback may
 * call bushka_command(), which takes effect after it has returned, and all functions on games and on other engines;
 * bushka_wait() and bushka_free() on its own engine return BUSHKA_ERROR_CALLBACK. It must return normally, not by
 * longjmp(), an exception, or the end of the thread. The engine's threads block all signals except those of faults.
 *
 * A language or toolkit that runs callbacks under a lock or on its main thread (Python, Node, Qt, GTK) needs two
 * things. First, the callback itself may do only what a foreign thread may: it copies the line and posts it (a queue;
 * napi_call_threadsafe_function, QMetaObject::invokeMethod with a queued connection, g_idle_add). Second, a thread that
 * waits for the callback in bushka_wait() or bushka_free() must not hold what the callback waits for: call these
 * without Python's lock (ctypes.CDLL releases it, ctypes.PyDLL does not), and on the thread of an event loop only when
 * callbacks do not wait for the loop. There bushka_wait() with 0 checks without waiting. */
typedef void (*bushka_line_fn)(void *context, const char *line);

/* A new engine in the start position, with the default values of the options, which passes its lines to on_line with
 * that context. NULL when on_line is NULL, or when memory or threads run out. No line comes before the first command.
 * The hash table of 16 MiB is allocated at once; the option Hash can make it smaller. After fork() the child must not
 * use or free the engines of its parent. */
BUSHKA_API BushkaEngine *bushka_new(bushka_line_fn on_line, void *context);

/* Passes a command line of the protocol, without a line break, to the engine and returns at once. The engine executes
 * it on its own thread, after all lines before it unless protocol.md says that it overtakes them. A refused command
 * changes nothing and is not an error of this function: one line "info string error: ..." answers it, and `go` has a
 * "bestmove (none)" too. After `quit` no more lines are accepted; those before it are executed to their end, except
 * that a search without a limit is stopped. Up to 1,000 lines, or 1 MiB of them, can wait; then BUSHKA_ERROR_FULL.
 * Errors: ARGUMENT, LINE_BREAK, TOO_LONG, ENDED, FULL, MEMORY. */
BUSHKA_API int bushka_command(BushkaEngine *engine, const char *line);

/* Waits until every line given so far has been executed, nothing is running, and all output has gone through the
 * callback, for at most that many milliseconds (0: only checks; BUSHKA_FOREVER: no limit). What the callback wrote can
 * then be read without a lock. A search without a limit does not end before `stop`. Lines that other threads give
 * meanwhile are waited for too. Errors: ARGUMENT, CALLBACK, TIME. */
BUSHKA_API int bushka_wait(BushkaEngine *engine, int milliseconds);

/* Stops what runs, discards the lines that wait, ends the threads and frees everything. The last lines (bestmove) may
 * still come during this call, but none after it. NULL is allowed and does nothing. Error: CALLBACK, without freeing
 * the engine. */
BUSHKA_API int bushka_free(BushkaEngine *engine);

/* ---- The rules ---- */

/* A game: a board, a position and the moves that led to it. One thread at a time for each game. */
typedef struct BushkaGame BushkaGame;

/* A game in the start position of a board: "bushka" or NULL for 10x10, or "bushka9x11". NULL when there is no such
 * board, or when memory runs out. */
BUSHKA_API BushkaGame *bushka_game_new(const char *board);

/* Frees it. NULL is allowed. */
BUSHKA_API void bushka_game_free(BushkaGame *game);

/* Starts again from a position: a FEN such as "W:Wf2,f3,Kg5:Bc6,Kd7", or NULL for the start position.
 * Errors: ARGUMENT, SYNTAX, SQUARE, DUPLICATE, PROMOTION, MEMORY. */
BUSHKA_API int bushka_game_set(BushkaGame *game, const char *fen);

/* Plays a move in any of the notations (f2f5, f2-f5, f25; core/RULES.md).
 * Errors: ARGUMENT, SYNTAX, SQUARE, ILLEGAL, AMBIGUOUS, GAME_OVER, MEMORY. */
BUSHKA_API int bushka_game_play(BushkaGame *game, const char *move);

/* Takes the last move back. Errors: ARGUMENT; ILLEGAL when there is none. */
BUSHKA_API int bushka_game_undo(BushkaGame *game);

/* The position as FEN; NULL without a game. Valid until the next call with this game. */
BUSHKA_API const char *bushka_game_fen(BushkaGame *game);

/* The legal moves as the engine prints them, separated by spaces: "f2f5 g5f5"; "" when the game is over. NULL without a
 * game, or when memory runs out. Valid until the next call with this game. */
BUSHKA_API const char *bushka_game_moves(BushkaGame *game);

/* Describes a legal move, in any of the notations: *line becomes "move M formal M short M kind K ...", as for `moves
 * full` in protocol.md. It is valid until the next call with this game, and unchanged after an error. Errors: those of
 * bushka_game_play(). */
BUSHKA_API int bushka_game_describe(BushkaGame *game, const char *move, const char **line);

/* The result of the game: "*" (not over), "1-0" (White has won), "0-1", "1/2-1/2" (the position has occurred for the
 * third time). A constant text. NULL without a game. */
BUSHKA_API const char *bushka_game_result(const BushkaGame *game);

/* Counts the sequences of that many moves, 0 to 64, from the position and stores their number. Repetitions do not end
 * them. Runs on the calling thread, counts some hundred million a second, and cannot be stopped. Errors: ARGUMENT,
 * MEMORY. */
BUSHKA_API int bushka_game_perft(BushkaGame *game, int depth, uint64_t *count);

/* Why the last call with this game that returns int failed, and what would be right, in one line; "" when it succeeded.
 * Valid until the next call with this game. */
BUSHKA_API const char *bushka_game_error(const BushkaGame *game);

#ifdef __cplusplus
}
#endif

#endif
