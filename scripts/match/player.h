/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An engine at the board: its process, and where it stands in the line protocol. */
#ifndef BUSHKA_MATCH_PLAYER_H
#define BUSHKA_MATCH_PLAYER_H

#include <stdint.h>

#include "child.h"
#include "config.h"
#include "tail.h"

enum {
    PLAYER_LINE_MAX = 64 * 1024,         /* longest line of an engine, in bytes */
    PLAYER_FLOOD_MAX = 16 * 1024 * 1024, /* most output between go and bestmove */
    PLAYER_REASON_SIZE = 160
};

/* A moment of the monotonic clock, or a time, in nanoseconds. */
typedef int64_t Nanoseconds;

#define NS_PER_MILLISECOND INT64_C(1000000)
#define NS_PER_SECOND INT64_C(1000000000)

/* Later than any moment. */
#define NS_NEVER INT64_MAX

/* The monotonic clock. */
Nanoseconds player_clock(void);

typedef enum PlayerState {
    PLAYER_DOWN = 0, /* no process */
    PLAYER_GREETING, /* uci is sent, uciok awaited */
    PLAYER_SETTLING, /* isready is sent, readyok awaited */
    PLAYER_READY,    /* nothing is awaited */
    PLAYER_THINKING  /* go is sent, bestmove awaited */
} PlayerState;

/* What a line of the engine means to the game. */
typedef enum PlayerEventKind {
    PLAYER_NOTHING = 0, /* no complete line is left */
    PLAYER_IS_READY,    /* it can be told to go */
    PLAYER_INFO,        /* an info line of the current search */
    PLAYER_MOVE,        /* bestmove of the current search */
    PLAYER_BROKE        /* it broke the protocol; text says how */
} PlayerEventKind;

/* text is not NUL-terminated and holds until the next call for this player. For PLAYER_INFO it is what follows
 * "info", for PLAYER_MOVE the word after "bestmove" (empty when missing). */
typedef struct PlayerEvent {
    PlayerEventKind kind;
    const char *text;
    size_t length;
} PlayerEvent;

/* The last bytes that went each way. */
typedef enum PlayerStream { STREAM_INPUT = 0, STREAM_OUTPUT, STREAM_ERRORS, STREAM_COUNT } PlayerStream;

/* One engine process. Holds big buffers: allocate it, do not copy it. */
typedef struct Player {
    const EngineConfig *config; /* NULL before the first start */
    const Variant *variant;
    int engine; /* number in the match */
    Child child;
    PlayerState state;
    bool output_ended;                  /* the engine closed its output: it is gone, or as good as gone */
    bool was_ready;                     /* it has answered isready since it was started */
    Nanoseconds deadline;               /* when waiting for the awaited answer ends; NS_NEVER when nothing is awaited */
    bool announced[CONFIG_OPTIONS_MAX]; /* options of the configuration that the engine has */
    bool has_variant_option;
    uint64_t search_bytes; /* output since go */
    char *unsent;          /* owned: what the pipe had no room for yet */
    size_t unsent_length;
    size_t input_start, input_scanned, input_length;
    char input[PLAYER_LINE_MAX];
    Tail tails[STREAM_COUNT];
} Player;

/* Makes the player one that is not started. */
void player_init(Player *p);

/* Starts the engine and greets it; PLAYER_IS_READY follows. On error *e says why it cannot be started. */
ErrorCode player_start(Player *p, int engine, const EngineConfig *config, const Variant *variant, Error *e);

/* Announces a new game to a ready player; PLAYER_IS_READY follows. */
void player_new_game(Player *p);

/* Sends the text (position and go lines) to a ready player. When no move has come by the deadline the
 * caller ends it. */
void player_go(Player *p, const char *text, size_t length, Nanoseconds deadline);

/* Reads once from the engine's output; returns false when nothing was there. */
bool player_read(Player *p);

/* Reads what the engine wrote to its error output. */
void player_read_errors(Player *p);

/* Sends what the pipe had no room for. */
void player_flush(Player *p);

/* Takes the next event out of what was read. */
PlayerEvent player_next(Player *p);

/* Kills the process; its last bytes and status stay readable until the next start. */
void player_kill(Player *p);

/* Asks the engine to end, without waiting for it. */
void player_ask_to_quit(Player *p);

/* Waits a short time for the engine to end, then kills it, and frees what the player owns. */
void player_end(Player *p);

#endif
