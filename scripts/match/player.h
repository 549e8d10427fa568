/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An engine that plays: its process, and its state in the line protocol. */
#ifndef BUSHKA_MATCH_PLAYER_H
#define BUSHKA_MATCH_PLAYER_H

#include "match/child.h"
#include "match/config.h"
#include "system/clock.h"
#include "system/text.h"

enum {
    PLAYER_LINE_MAX = 64 * 1024,         /* longest line of an engine, in bytes */
    PLAYER_COMPLAINT_SIZE = 400,         /* room for an error that it reports about its options */
    PLAYER_FLOOD_MAX = 16 * 1024 * 1024, /* most output in reply to one command */
    PLAYER_MOVE_SIZE = 64,               /* room for the word after bestmove and a NUL; no legal one is longer */
    PLAYER_DYING_MS = 500                /* between the end of a process and the verdict on it */
};

typedef enum PlayerState {
    PLAYER_DOWN = 0, /* no process */
    PLAYER_GREETING, /* uci is sent, uciok awaited */
    PLAYER_SETTLING, /* isready is sent, readyok awaited */
    PLAYER_READY,    /* nothing is awaited */
    PLAYER_THINKING, /* go is sent, bestmove awaited */
    PLAYER_DOUBTED,  /* its bestmove may be that of its last search, sent twice: another one would prove it */
    PLAYER_DYING /* its output or its process has ended; the verdict is held back, since the signal that ended it may be
                    on its way to the runner, too */
} PlayerState;

/* What a line of the engine means to the game. */
typedef enum PlayerEventKind {
    PLAYER_NOTHING = 0, /* no complete line is left that matters to the game */
    PLAYER_IS_READY,    /* it can be sent go */
    PLAYER_INFO,        /* an info line of the current search */
    PLAYER_MOVE         /* bestmove of the current search */
} PlayerEventKind;

/* The streams of an engine, whose last bytes are kept. */
typedef enum PlayerStream { STREAM_INPUT = 0, STREAM_OUTPUT, STREAM_ERRORS, STREAM_COUNT } PlayerStream;

/* Bytes that are kept of each. */
enum { PLAYER_TAIL_SIZE = 64 * 1024 };

/* The last PLAYER_TAIL_SIZE bytes, and some before them. A zeroed one is empty. */
typedef struct PlayerTail {
    uint64_t total; /* bytes seen */
    size_t length;
    char bytes[2 * PLAYER_TAIL_SIZE];
} PlayerTail;

/* One engine process. Holds big buffers: allocate it, do not copy it. */
typedef struct Player {
    const EngineConfig *config; /* NULL before the first start */
    const Variant *variant;
    int engine;   /* number in the match */
    Child *child; /* owned; NULL: none */
    PlayerState state;
    PlayerState died_in;    /* PLAYER_DYING: the state before */
    bool output_ended;      /* the engine closed its output: it is gone, or as good as gone */
    const char *breach;     /* how it broke the protocol; NULL: it did not. After a breach its output is ignored */
    Nanoseconds deadline;   /* when waiting for what is awaited ends; NS_NEVER when nothing is awaited */
    Nanoseconds waited;     /* run_delay_process() at its last go; 0 without a time limit */
    Nanoseconds doubted_at; /* PLAYER_DOUBTED: when its bestmove arrived */
    char last_move[PLAYER_MOVE_SIZE]; /* the word after its last bestmove; empty: none, or too long to be a move */
    bool announced[ENGINE_CONFIG_OPTIONS_MAX]; /* which of the configured options the engine has announced */
    bool has_variant_option;
    char complaint[PLAYER_COMPLAINT_SIZE]; /* a warning with the first error that it reported before it was ready; or
                                              empty */
    uint64_t answer_bytes;                 /* output since the last command that calls for an answer */
    Text unsent;                           /* what the pipe had no room for yet; `failed` if memory had none, either */
    size_t input_start, input_length;
    char input[PLAYER_LINE_MAX];
    PlayerTail tails[STREAM_COUNT];
} Player;

/* Initialises a player without a process. */
void player_init(Player *p);

/* Starts that engine for a player without a process, and sends uci; PLAYER_IS_READY follows. On error the program
 * cannot be started. */
ErrorCode player_start(Player *p, const MatchConfig *config, int engine, Error *e);

/* Announces a new game to a ready player; PLAYER_IS_READY follows. */
void player_new_game(Player *p);

/* Sends the text (position and go lines) to a ready player. If no move has come by the deadline, it is for the caller
 * to end the player. */
void player_go(Player *p, const char *text, Nanoseconds deadline);

/* True if the move is, word for word, the last one noted by player_note_move(): the engine may have sent it twice. */
bool player_repeats(const Player *p, Word move);

/* Notes the word after bestmove. */
void player_note_move(Player *p, Word move);

/* Doubts the noted move, which arrived at `now`: sends stop, so that an engine that is still searching sends another
 * bestmove. If that comes before the deadline, it is a breach. */
void player_doubt(Player *p, Nanoseconds now);

/* Reads once from the engine's output; returns false if nothing was there, or if player_next() must take what was read
 * first. */
bool player_read(Player *p);

/* Reads once from the engine's error output; returns false if nothing was there. */
bool player_read_errors(Player *p);

/* Sends what the pipe had no room for. */
void player_flush(Player *p);

/* Takes the next event out of what was read. *rest is the line after its first word, valid until the next read. A
 * breach of the protocol is not an event: it is noted in the player. */
PlayerEventKind player_next(Player *p, Words *rest);

/* True if an answer of the engine is awaited. */
bool player_awaited(const Player *p);

/* Marks a player whose output or process has ended as dying; the verdict is due at its deadline. */
void player_mark_dying(Player *p);

/* Ends the engine, if there is one, without waiting: player_quit() sends it quit, player_kill() has it killed. The
 * player is PLAYER_DOWN then; its last bytes stay readable until the next start. */
void player_quit(Player *p, ChildReaper *reaper);
void player_kill(Player *p, ChildReaper *reaper);

/* Adds bytes at the end. */
void player_tail_add(PlayerTail *t, const char *bytes, size_t length);

/* Points *bytes to the last bytes, at most that many, and returns their number. */
size_t player_tail_last(const PlayerTail *t, size_t max, const char **bytes);

#endif
