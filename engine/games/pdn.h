/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The record of a game, as a game file (PDN) holds it; pdn_write.h has the writer and pdn_read.h the reader.
 *
 * A game is a block of tags, an empty line, the moves in formal notation, each followed by its comment, the result, and
 * an empty line:
 *
 *     [Event "match"]  [Date "2025.11.21"]  [Round "3.1"]  [White "a"]  [Black "b"]  [Result "1-0"]
 *     [Variant "bushka9x11"]  [SetUp "1"]  [FEN "W:W...:B..."]  [TimeControl "10+0.1"]  [PlyCount "57"]
 *     [Termination "normal"]
 *
 *     1. f2-f5 {+0.12/9 0.105s} d7-d6 {book} 2. ... {+M4/12 0.1s} {reason in words} 1-0
 *
 * with one tag per line. SetUp and FEN are there only when the game does not begin in the start position. */
#ifndef BUSHKA_GAMES_PDN_H
#define BUSHKA_GAMES_PDN_H

#include "core/game.h"
#include "games/pdn_comment.h"

enum {
    PDN_TEXT_SIZE = 256,   /* bytes of a tag's value or the remark, with the NUL */
    PDN_NUMBER_SIZE = 32,  /* bytes of a move number, with the NUL */
    PDN_PLIES_MAX = 20000, /* the longest game that is written or read */
};

/* The tags. Those before PDN_TAG_TEXTS hold free text; the first PDN_TAG_REQUIRED of them are always written ("?" when
 * empty), the others only when not empty. The rest are derived from the other members of the record. */
typedef enum PdnTag {
    PDN_EVENT = 0,
    PDN_DATE,
    PDN_ROUND,
    PDN_WHITE,
    PDN_BLACK,
    PDN_TIME_CONTROL,
    PDN_TAG_REQUIRED,
    PDN_WHITE_TIME_CONTROL = PDN_TAG_REQUIRED, /* when the players' limits differ */
    PDN_BLACK_TIME_CONTROL,
    PDN_OPENING, /* the source of the opening */
    PDN_SEED,
    PDN_OPENING_SET, /* this and the next five list a match's settings and counts */
    PDN_ADJUDICATION,
    PDN_WHITE_ENGINE,
    PDN_BLACK_ENGINE,
    PDN_WHITE_COUNTS,
    PDN_BLACK_COUNTS,
    PDN_TAG_TEXTS,
    PDN_RESULT = PDN_TAG_TEXTS,
    PDN_VARIANT,
    PDN_SETUP,
    PDN_FEN,
    PDN_PLY_COUNT,
    PDN_TERMINATION,
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
    PDN_TIME_FORFEIT,      /* "time forfeit" */
    PDN_ILLEGAL_MOVE,      /* "illegal move" */
    PDN_STALL,             /* "stalled connection" */
    PDN_CRASH,             /* "abandoned" */
    PDN_PROTOCOL_ERROR,    /* "rules infraction" */
    PDN_AGREEMENT,         /* "agreement" */
    PDN_TERMINATION_COUNT
} PdnTermination;

/* The record of a game. Owns its memory; do not copy it by assignment. */
typedef struct PdnGame {
    char tag[PDN_TAG_TEXTS][PDN_TEXT_SIZE];
    GameResult result; /* GAME_ONGOING is "*" */
    PdnTermination termination;
    char remark[PDN_TEXT_SIZE]; /* the last comment, in words; may be empty */
    Game game;                  /* start position (and with it the variant) and moves */
    PdnMoveInfo *infos;         /* one for each move */
    size_t info_capacity;
} PdnGame;

/* The names of the tags, such as "Event"; and the values of the tag Termination. */
extern const char *const PDN_TAG_NAMES[PDN_TAG_COUNT];
extern const char *const PDN_TERMINATIONS[PDN_TERMINATION_COUNT];

/* Starts a record with empty tags. Returns ERROR_MEMORY, with nothing to free, when memory runs out. */
ErrorCode pdn_game_init(PdnGame *g, const Position *start);

/* Frees what the record owns. */
void pdn_game_free(PdnGame *g);

/* Makes a record of a game, with empty tags, no comments, and the result and termination of its final position. Returns
 * ERROR_GAME_OVER when moves were played after the end of the game, or there are more than PDN_PLIES_MAX: no reader
 * would accept that; ERROR_MEMORY when memory runs out. After an error there is nothing to free. */
ErrorCode pdn_game_of(PdnGame *g, const Game *game, Error *e);

/* Sets a tag to the text, cut to what fits. Bytes other than printable ASCII become '?'. */
void pdn_set_tag(PdnGame *g, PdnTag tag, const char *text);

/* Sets the remark in the same way; '{' and '}' become '(' and ')'. */
void pdn_set_remark(PdnGame *g, const char *text);

/* Plays a legal move with its comment, whose figures are clamped to their ranges; info may be NULL. Returns
 * ERROR_MEMORY, with the record unchanged, when memory runs out. */
ErrorCode pdn_game_play(PdnGame *g, Move m, const PdnMoveInfo *info);

/* Checks that result, termination and moves agree: a game that is over by the rules ends there, and has that result and
 * the termination "normal"; any other game has another termination, and the result "*" exactly when unterminated. */
ErrorCode pdn_check(const PdnGame *g, Error *e);

/* Writes the number of the next move after that many plies, "12." for White and "12..." for Black. If Black begins, the
 * numbers are as if White had passed. */
void pdn_move_number(const Game *g, size_t ply, char text[PDN_NUMBER_SIZE]);

#endif
