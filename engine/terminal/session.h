/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A person's screen and the engine, for the commands of the terminal: what is shown, lines of the protocol and the
 * reasons of their refusal, and searches whose results come back as values. */
#ifndef BUSHKA_TERMINAL_SESSION_H
#define BUSHKA_TERMINAL_SESSION_H

#include <pthread.h>
#include <stdatomic.h>

#include "protocol/engine.h"
#include "terminal/board_picture.h"
#include "terminal/editor.h"

/* What the current search is for. */
typedef enum SearchPurpose {
    SEARCH_TYPED = 0, /* it was typed: all its lines are shown. Also when there is none */
    SEARCH_TO_PLAY,   /* its move is played */
    SEARCH_FOR_HINT   /* its move is shown as a hint */
} SearchPurpose;

/* The result of a game that ended by a resignation or an agreed draw, after that many plies, in the position with that
 * key. The engine's game does not have it, and in another position it does not count. */
typedef struct SessionEnd {
    GameResult result; /* GAME_ONGOING: none */
    size_t plies;
    uint64_t key;
} SessionEnd;

/* The session. Its functions are for the thread that reads the keyboard. */
typedef struct Session {
    Engine *engine; /* may be read while session_is_stable(). Not owned, like the editor */
    Editor *editor;
    BoardLook look;
    bool plays[COLOR_COUNT];   /* sides that the engine plays */
    bool stopped[COLOR_COUNT]; /* sides that it played in this game until Ctrl-C: kept with the game */
    bool shows_boards;         /* a person plays: commands that change the game show the board */
    int think_ms;              /* for a move of the engine, and for a hint */
    int64_t hint_due;          /* clock_ms() at which a hint is due; 0: none */
    size_t searched_plies;     /* of the game when the session's search began, */
    uint64_t searched_key;     /* and the key of its position */
    SessionEnd end;
    bool moved;        /* a person has moved in this game, */
    bool unsaved;      /* and it has not been saved since its last move */
    Text kept;         /* the file of the kept game from which this game was resumed; else empty */
    bool screen_gone;  /* the screen is gone */
    int even_moves;    /* how many of the engine's last moves in a row it scored near zero */
    uint64_t even_key; /* the position after the last of its moves */
    _Atomic SearchPurpose purpose;
    Score score;          /* of the best line, for the side to move; written by the engine's thread during a search */
    atomic_bool finished; /* the session's search has ended, and found this, */
    SearchResult found;   /* with that score, even if a weaker level plays another move */
    atomic_bool silent;   /* output is not shown */
    pthread_mutex_t lock; /* guards what follows, which the engine's thread writes */
    Text output;          /* lines to show */
} Session;

/* Starts a session, which receives the engine's output from now on. */
void session_init(Session *s, Engine *e, Editor *editor);

/* Ends the session. The engine writes nothing any more. */
void session_free(Session *s);

/* Shows what the engine has written. All functions below that show something do this first. */
void session_flush(Session *s);

/* Shows a line, as printf would print it; or a text of whole lines. Long lines are broken between words. */
void session_print(Session *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
void session_show(Session *s, const Text *t);

/* Shows the board. */
void session_show_board(Session *s);

/* The notation for people: formal, unless the option Notation is short. */
NotationStyle session_style(const Session *s);

/* Executes a line that was typed; its answer is shown. */
void session_line(Session *s, const char *line, size_t length);

/* Executes a line; its answer is not shown. Returns false with the reason when it was refused. */
bool session_execute(Session *s, const Text *line, Error *why);

/* The same for what printf would print; the reason is shown. */
bool session_command(Session *s, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Starts a search with that line. Returns false when it was refused, after showing the reason. */
bool session_search(Session *s, SearchPurpose purpose, const char *line);

/* Takes the result and the purpose of a session's search that has ended. Returns SEARCH_TYPED when there is no result
 * yet, when a line that was typed meanwhile comes first, or when the game has changed so that the result is void. */
SearchPurpose session_take_result(Session *s, SearchResult *result);

/* Ends the session's search without using its move. */
void session_drop_search(Session *s);

/* True when there is no run, and no line waits. */
bool session_is_idle(Session *s);

/* True when no line waits, even if there is a run: the engine's state may be read. */
bool session_is_stable(Session *s);

/* The same for a command that reads the state. Returns false, after saying so, when the command has to wait. */
bool session_allows(Session *s, const char *command);

/* Prepares for a command that changes the game or starts a run: ends a search of the session, and says so when a person
 * asked for it. Returns false, after saying so, when something else runs. */
bool session_make_idle(Session *s, const char *command);

#endif
