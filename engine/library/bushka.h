/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libbushka: Bushka Engine as a library. Two parts that need not know of each other:
 *
 *   BushkaEngine   the engine: command lines in, answer lines out, as protocol.md describes them
 *   BushkaGame     the rules: positions, legal moves, moves played and taken back, results, perft
 *
 *     cc play.c $(pkg-config --cflags --libs bushka)
 *
 * What holds for all of it. The library has no global state: any number of engines and games live side by side. It
 * writes nothing to standard output or the error output, reads no environment, sets no signal handlers and never ends
 * the process. Texts that come in and go out are NUL-terminated ASCII; what comes in is copied, and may be freed as
 * soon as the call has returned. Functions that return int return BUSHKA_OK, which is 0, or one of the negative values
 * of BushkaError; after an error everything is as it was before the call. NULL instead of an engine or a game is such
 * an error, and never a crash. Names and numbers of this file stay; new ones may come with later versions.
 */
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
    BUSHKA_ERROR_FULL = -5,       /* too many lines wait already: no more are taken now */
    BUSHKA_ERROR_MEMORY = -6,     /* memory ran out */
    BUSHKA_ERROR_CALLBACK = -7,   /* the call would wait for the callback that it is made from */
    BUSHKA_ERROR_TIME = -8,       /* the time is over, and the engine still works */
    /* Of games; bushka_game_error() has the reason. */
    BUSHKA_ERROR_SYNTAX = -9,     /* the text has not the form of a move or a FEN */
    BUSHKA_ERROR_SQUARE = -10,    /* a square that the board does not have */
    BUSHKA_ERROR_DUPLICATE = -11, /* a square named twice */
    BUSHKA_ERROR_PROMOTION = -12, /* a man on the row where it would have become a king */
    BUSHKA_ERROR_ILLEGAL = -13,   /* no legal move */
    BUSHKA_ERROR_AMBIGUOUS = -14, /* several legal moves fit */
    BUSHKA_ERROR_GAME_OVER = -15  /* a move in a finished game */
};

/* Bytes that a command line may have. */
#define BUSHKA_LINE_MAX 67108864

/* For bushka_wait(): without a limit. */
#define BUSHKA_FOREVER (-1)

/* The version of this header, for the preprocessor; the library that runs can be a later one. */
#define BUSHKA_VERSION_MAJOR 1
#define BUSHKA_VERSION_MINOR 0
#define BUSHKA_VERSION_PATCH 0

/* The version of the library that runs: "1.0.0". */
BUSHKA_API const char *bushka_version(void);

/* What such a value means, in a few words: "no legal move". */
BUSHKA_API const char *bushka_error_text(int error);

/* ---- The engine ---- */

/* An engine, with threads of its own. All functions on it may be called from any thread, several at a time, except for
 * bushka_free(), which must be the last one. */
typedef struct BushkaEngine BushkaEngine;

/* Takes one line of the engine: complete, without line break, in the engine's memory and valid during the call only.
 *
 * It is called from threads of the engine, never from one that calls the library, and never twice at the same time for
 * one engine; callbacks of different engines run at the same time. The order is that of the program: lines that belong
 * together come together. Until it returns the engine waits where it is, its search too. It may call bushka_command(),
 * which takes effect after it has returned, and everything on games and on other engines; bushka_wait() and
 * bushka_free() on its own engine return BUSHKA_ERROR_CALLBACK. It must return: not by longjmp(), an exception, or the
 * end of the thread. The engine's threads have all signals blocked but those of faults.
 *
 * A language or toolkit that runs callbacks under a lock or on its main thread (Python, Node, Qt, GTK) needs two
 * things. First, the callback itself may do no more there than a foreign thread may: it copies the line and posts it (a
 * queue; napi_call_threadsafe_function, QMetaObject::invokeMethod with a queued connection, g_idle_add). Second, what
 * the callback waits for must not be held by a thread that waits for the callback in bushka_wait() or bushka_free():
 * these are called without Python's lock (ctypes.CDLL releases it, ctypes.PyDLL does not), and on the thread of an
 * event loop only when callbacks do not wait for the loop. There bushka_wait() with 0 looks without waiting. */
typedef void (*bushka_line_fn)(void *context, const char *line);

/* A new engine in the start position, with the options' default values, which hands its lines to on_line with that
 * context. NULL when on_line is NULL, or when memory or threads run out. No line comes before the first command. It has
 * its hash table of 16 MiB at once; the option Hash makes it smaller. A child made by fork() has no engines: it must
 * not use or free those of its parent. */
BUSHKA_API BushkaEngine *bushka_new(bushka_line_fn on_line, void *context);

/* Gives the engine a command line of the protocol, without line break, and returns at once: it is executed on a thread
 * of the engine, after all lines before it or when protocol.md says that it overtakes them. A refused command is
 * answered by one line "info string error: ...", `go` by "bestmove (none)" too, and changes nothing; it is not an error
 * of this function. After `quit` what runs is finished if it has a limit, and no more lines are taken. Up to 1,000
 * lines, or 1 MiB of them, wait here; then BUSHKA_ERROR_FULL.
 * Errors: ARGUMENT, LINE_BREAK, TOO_LONG, ENDED, FULL, MEMORY. */
BUSHKA_API int bushka_command(BushkaEngine *engine, const char *line);

/* Waits until every line given so far has been executed, nothing runs any more, and all lines of it have gone through
 * the callback, at most that many milliseconds (0: only looks; BUSHKA_FOREVER). What the callback wrote can be read
 * then without a lock. A search without limit has no end before `stop`. Lines that other threads give meanwhile are
 * waited for too. Errors: ARGUMENT, CALLBACK, TIME. */
BUSHKA_API int bushka_wait(BushkaEngine *engine, int milliseconds);

/* Stops what runs, forgets the lines that wait, ends the threads and frees everything. The last lines (bestmove) may
 * still come while it works; none comes once it has returned. NULL is allowed and does nothing. Error: CALLBACK, with
 * the engine still there. */
BUSHKA_API int bushka_free(BushkaEngine *engine);

/* ---- The rules ---- */

/* A game: a board, a position and the moves that led there. For one thread at a time; different games at once. */
typedef struct BushkaGame BushkaGame;

/* A game at the start position of that board: "bushka" or NULL, 10x10 squares; or "bushka9x11". NULL when there is no
 * such board, or memory runs out. */
BUSHKA_API BushkaGame *bushka_game_new(const char *board);

/* Frees it. NULL is allowed. */
BUSHKA_API void bushka_game_free(BushkaGame *game);

/* Begins again with that position: a FEN such as "W:Wf2,f3,Kg5:Bc6,Kd7"; NULL: the start position.
 * Errors: ARGUMENT, SYNTAX, SQUARE, DUPLICATE, PROMOTION, MEMORY. */
BUSHKA_API int bushka_game_set(BushkaGame *game, const char *fen);

/* Plays a move in any of the notations (f2f5, f2-f5, f25; core/RULES.md).
 * Errors: ARGUMENT, SYNTAX, SQUARE, ILLEGAL, AMBIGUOUS, GAME_OVER, MEMORY. */
BUSHKA_API int bushka_game_play(BushkaGame *game, const char *move);

/* Takes the last move back. Errors: ARGUMENT; ILLEGAL when there is none. */
BUSHKA_API int bushka_game_undo(BushkaGame *game);

/* The position as FEN; NULL for no game. Valid until the next call with this game. */
BUSHKA_API const char *bushka_game_fen(BushkaGame *game);

/* The legal moves, as the engine writes them, with one blank between two: "f2f5 g5f5"; "" when the game is over. NULL
 * for no game, or when memory runs out. Valid until the next call with this game. */
BUSHKA_API const char *bushka_game_moves(BushkaGame *game);

/* What a legal move, in any of the notations, does: *line becomes "move M formal M short M kind K ...", the words of
 * `moves full` in protocol.md. It is valid until the next call with this game, and after an error unchanged.
 * Errors: those of bushka_game_play(). */
BUSHKA_API int bushka_game_describe(BushkaGame *game, const char *move, const char **line);

/* How the game stands: "*" (it goes on), "1-0" (White has won), "0-1", "1/2-1/2" (the position came for the third
 * time). Always valid. NULL for no game. */
BUSHKA_API const char *bushka_game_result(const BushkaGame *game);

/* Counts the sequences of that many moves from the position, 0 to 64, on the calling thread, and stores the number.
 * Repetitions end none of them. Takes a second for some hundred millions, and cannot be stopped.
 * Errors: ARGUMENT, MEMORY. */
BUSHKA_API int bushka_game_perft(BushkaGame *game, int depth, uint64_t *count);

/* Why the last call with this game that returns int was refused, and what would be right, in one line; "" when it was
 * not. Valid until the next call with this game. */
BUSHKA_API const char *bushka_game_error(const BushkaGame *game);

#ifdef __cplusplus
}
#endif

#endif
