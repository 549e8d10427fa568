/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Game files in PDN shape: the record of a game, its writer and its reader.
 *
 * A game is a block of tags, an empty line, the movetext in formal notation with a comment after each move,
 * the result, and an empty line:
 *
 *     [Event "match"]  [Date "2025.11.21"]  [Round "3.1"]  [White "a"]  [Black "b"]  [Result "1-0"]
 *     [Variant "bushka9x11"]  [SetUp "1"]  [FEN "W:W...:B..."]  [TimeControl "10+0.1"]  [PlyCount "57"]
 *     [Termination "normal"]
 *
 *     1. f2-f3 {+0.12/9 0.105s} c7-c6 {book} 2. ... {+M4/12 0.1s} {reason in words} 1-0
 *
 * (one tag a line). SetUp and FEN stand only where the game does not begin in the start position. What the
 * writer wrote reads back to an equal record, and writes again to the same bytes.
 */
#ifndef BUSHKA_MATCH_PDN_H
#define BUSHKA_MATCH_PDN_H

#include <stdint.h>
#include <stdio.h>

#include "core/game.h"
#include "system/text.h"

/* How every game begins that pdn_write() wrote. */
#define PDN_BEGIN "[Event \""

enum {
    PDN_TEXT_SIZE = 256,   /* room for a tag's value or the remark, with the NUL */
    PDN_PLIES_MAX = 20000, /* longest game that is read */
    PDN_SCORE_MAX = 32000, /* scores in a comment lie within -+ this */
    PDN_DEPTH_MAX = 9999
};

/* The tags with free text. The first PDN_TAG_REQUIRED are always written ("?" when empty) and their absence
 * is an error for the reader; the others are written only when not empty. Result, Variant, SetUp, FEN,
 * PlyCount and Termination are made from the other members. Tags unknown to the reader are skipped. */
typedef enum PdnTag {
    PDN_EVENT = 0,
    PDN_DATE,
    PDN_ROUND,
    PDN_WHITE,
    PDN_BLACK,
    PDN_TIME_CONTROL,
    PDN_TAG_REQUIRED,
    PDN_WHITE_TIME_CONTROL = PDN_TAG_REQUIRED, /* where the players' limits differ */
    PDN_BLACK_TIME_CONTROL,
    PDN_OPENING, /* where the opening came from */
    PDN_SEED,
    PDN_OPENING_SET, /* this and what follows are lists; see game_tags.h */
    PDN_ADJUDICATION,
    PDN_WHITE_ENGINE,
    PDN_BLACK_ENGINE,
    PDN_WHITE_COUNTS,
    PDN_BLACK_COUNTS,
    PDN_TAG_COUNT
} PdnTag;

/* Why a game ended. */
typedef enum PdnTermination {
    PDN_UNTERMINATED = 0,  /* "unterminated": result "*" */
    PDN_NORMAL,            /* "normal": by the rules on the board */
    PDN_ADJUDICATED_WIN,   /* "adjudication: resign" */
    PDN_ADJUDICATED_DRAW,  /* "adjudication: draw" */
    PDN_ADJUDICATED_LIMIT, /* "adjudication: moves" */
    PDN_ADJUDICATED_TABLE, /* "adjudication: tables" */
    PDN_TIME_LOSS,         /* "time forfeit" */
    PDN_ILLEGAL_MOVE,      /* "illegal move" */
    PDN_STALL,             /* "stalled connection" */
    PDN_CRASH,             /* "abandoned" */
    PDN_PROTOCOL_ERROR,    /* "rules infraction" */
    PDN_AGREEMENT,         /* "agreement" */
    PDN_TERMINATION_COUNT
} PdnTermination;

/* The tag's text for a termination; and back: false when unknown. */
const char *pdn_termination_text(PdnTermination t);
bool pdn_termination_by_text(const char *text, PdnTermination *t);

/* What the comment of a move says. A zeroed struct means no comment. */
typedef struct PdnMoveInfo {
    bool book;       /* an opening move; "book" is all the comment then */
    bool has_score;  /* score and depth hold */
    bool has_time;   /* time_ms holds; leave it out where output must be repeatable */
    bool forced;     /* score is moves to a forced end: positive, the mover wins; negative or 0, he loses */
    int score;       /* centipoints from the mover's side, or moves */
    int depth;       /* plies, 0 to PDN_DEPTH_MAX */
    int64_t time_ms; /* measured, at least 0 */
} PdnMoveInfo;

/* The record of a game. Owns its arrays; do not copy it by assignment. */
typedef struct PdnGame {
    char tag[PDN_TAG_COUNT][PDN_TEXT_SIZE];
    GameResult result; /* GAME_ONGOING is "*" */
    PdnTermination termination;
    char remark[PDN_TEXT_SIZE]; /* last comment, in words; may be empty */
    Game game;                  /* start position (and with it the variant) and moves */
    PdnMoveInfo *infos;         /* one for each move */
    size_t info_capacity;
} PdnGame;

/* Starts a record with empty tags. Returns ERROR_MEMORY when memory runs out; nothing to free then. */
ErrorCode pdn_game_init(PdnGame *g, const Position *start);

/* Frees what the record owns. */
void pdn_game_free(PdnGame *g);

/* Copies text as it stands in a tag: printable ASCII is kept, other bytes become '?', and what does not fit is cut
 * off. */
void pdn_printable(char to[PDN_TEXT_SIZE], const char *text);

/* Sets a tag to the text in that form. */
void pdn_set_tag(PdnGame *g, PdnTag tag, const char *text);

/* Sets the remark in the same way; '{' and '}' become '(' and ')'. */
void pdn_set_remark(PdnGame *g, const char *text);

/* Plays a legal move with its comment; info may be NULL. Figures are brought into their range. Returns
 * ERROR_MEMORY, with the record unchanged, when memory runs out. */
ErrorCode pdn_game_play(PdnGame *g, Move m, const PdnMoveInfo *info);

/* Appends the game to the text. Returns ERROR_MEMORY, with the text as it was but for its mark, when memory runs out.
 * The record is written as it is: pdn_check() tells whether it would be read back. */
ErrorCode pdn_write(const PdnGame *g, Text *text);

/* Whether result, termination and moves agree: a game that is over by the rules ends there, has that result and
 * the termination "normal"; any other has no such termination, and the result "*" exactly when unterminated. */
ErrorCode pdn_check(const PdnGame *g, Error *e);

/* Reads the games of a file, one at a time, in memory bounded by one game. */
typedef struct PdnReader PdnReader;

/* What pdn_reader_next() found. */
typedef enum PdnRead { PDN_READ_GAME, PDN_READ_END, PDN_READ_ERROR } PdnRead;

/* Opens a regular file. NULL with *e filled when it is none or cannot be opened, or when memory runs out. */
PdnReader *pdn_reader_open(const char *path, Error *e);

/* The same for an open stream, which stays the caller's; name is used in messages. */
PdnReader *pdn_reader_stream(FILE *stream, const char *name, Error *e);

/* Closes the file (if the reader opened it) and frees the reader. NULL is allowed. */
void pdn_reader_close(PdnReader *r);

/* Reads the next game, replays it by the rules and checks it as pdn_check() does. On PDN_READ_GAME *g is a
 * new record which the caller must free. On PDN_READ_ERROR *e says "FILE:LINE: reason" (unterminated tag or
 * comment, missing or repeated tag, bad FEN, illegal move, wrong move number or PlyCount, contradicting result,
 * end of file inside a game...), there is nothing to free, and the reader must not be asked again. */
PdnRead pdn_reader_next(PdnReader *r, PdnGame *g, Error *e);

/* Bytes of the file up to the end of the last game that was read (its closing empty line included): where to
 * cut a file whose last game was interrupted. */
uint64_t pdn_reader_offset(const PdnReader *r);

/* True when the error was that the file ended inside a game. */
bool pdn_reader_truncated(const PdnReader *r);

#endif
