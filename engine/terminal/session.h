/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A person's screen and the engine, as the commands of the terminal use them: what is shown, lines of the protocol with
 * the reason of their refusal, and searches whose result comes back as a value. */
#ifndef BUSHKA_TERMINAL_SESSION_H
#define BUSHKA_TERMINAL_SESSION_H

#include <pthread.h>
#include <stdatomic.h>

#include "protocol/engine.h"
#include "terminal/board_picture.h"
#include "terminal/editor.h"

/* What the running search is for. */
typedef enum SearchPurpose {
    SEARCH_ASKED = 0, /* it was typed: all its lines are shown. Also when none runs */
    SEARCH_PLAYS,     /* its move is played */
    SEARCH_HINTS      /* its move is shown as a hint */
} SearchPurpose;

/* A result on which the game ended by a resignation or an agreed draw, after that many plies in the position with that
 * key: the engine's game does not know of it, and in another position it does not count. */
typedef struct SessionEnd {
    GameResult result; /* GAME_ONGOING: none */
    size_t plies;
    uint64_t key;
} SessionEnd;

/* The session. Its functions are for the thread that reads lines. */
typedef struct Session {
    Engine *engine; /* to be read while session_is_quiet(). Not owned, like the editor */
    Editor *editor;
    BoardLook look;
    bool plays[COLOR_COUNT];   /* sides that the engine plays */
    bool stopped[COLOR_COUNT]; /* those that it played in this game until Ctrl-C: the game is kept with them */
    bool shows_boards;         /* moves are typed by hand: what changes the game shows the board */
    int think_ms;              /* for a move of the engine's, and for a hint */
    int64_t hint_ends;         /* clock_ms() at which a hint is due; 0: none is */
    size_t searched_plies;     /* of the game where the session's search began, */
    uint64_t searched_key;     /* and the key of its position */
    SessionEnd end;
    bool moved;        /* a person has moved in this game, */
    bool unsaved;      /* and it has not been saved since its last move */
    Text kept;         /* of the file of the kept game, as this game was taken up from it; else empty */
    bool unread;       /* the screen is gone */
    int even_moves;    /* of the engine's last moves, how many in a row it scored near zero */
    uint64_t even_key; /* the position after the last of its moves */
    _Atomic SearchPurpose purpose;
    Score score;          /* of the best line, from the side to move; the engine's thread has it while a search runs */
    atomic_bool finished; /* the search for that purpose has ended, and found this, */
    SearchResult found;   /* with that score, also where a weaker level plays another move */
    atomic_bool silent;   /* answers are not shown */
    pthread_mutex_t lock; /* guards what follows, which the engine's thread writes */
    Text output;          /* lines to be shown */
} Session;

/* Prepares a session, to which the engine's output is handed from now on. */
void session_init(Session *s, Engine *e, Editor *editor);

/* Ends it. The engine writes nothing any more. */
void session_free(Session *s);

/* Shows what the engine has written; everything below does that first. */
void session_flush(Session *s);

/* Shows a line, of what printf would print; or a text of whole lines. Lines are broken between words. */
void session_say(Session *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
void session_show(Session *s, const Text *t);

/* Shows the board. */
void session_board(Session *s);

/* The notation for people: formal, unless the option Notation asks for the short one. */
NotationStyle session_style(const Session *s);

/* Executes a line that was typed, whose answer is shown. */
void session_line(Session *s, const char *line, size_t length);

/* Executes a line whose answer is not shown. Returns false when it was refused, with the reason. */
bool session_execute(Session *s, const Text *line, Error *why);

/* The same for what printf would print, with the reason shown. */
bool session_command(Session *s, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Starts a search with that line. Returns false when it was refused; the reason has been shown. */
bool session_search(Session *s, SearchPurpose purpose, const char *line);

/* Takes the result of a search of the session's that has ended, and its purpose. Returns SEARCH_ASKED when there is
 * none yet, or something that was typed comes first; or there is none any more, since that has changed the game. */
SearchPurpose session_take_result(Session *s, SearchResult *result);

/* Ends a search of the session's without using its move. */
void session_drop_search(Session *s);

/* True when nothing runs, and no line waits. */
bool session_is_idle(Session *s);

/* True when no line waits behind what runs, if anything does: the engine's state can be read. */
bool session_is_quiet(Session *s);

/* The same for a command that reads it. Returns false, with a line that says so, when it has to wait. */
bool session_allows(Session *s, const char *command);

/* Makes ready for a command that changes the game or starts something: ends a search of the session's, with a line that
 * says so where a person asked for it. Returns false, with a line too, when something else runs. */
bool session_settle(Session *s, const char *command);

#endif
