/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Why a well-formed move word is refused. Private to the notation files. */
#ifndef BUSHKA_CORE_NOTATION_REFUSE_H
#define BUSHKA_CORE_NOTATION_REFUSE_H

#include "core/error.h"
#include "core/piece_capture.h"
#include "core/position.h"

/* The squares that a word names. Two squares are start and end, equal in a word such as f6x; three or more are every
 * landing square of a piece capture. */
typedef struct MoveWord {
    ErrorExcerpt excerpt; /* the word, for messages */
    Square squares[ROUTE_MAX];
    int count;       /* 2 to ROUTE_MAX */
    Square from, to; /* the first and the last of them */
    bool capture;    /* it has an x, which only a capture may have */
} MoveWord;

/* True when m has the word's start and end and, with three or more squares, takes what the word's route takes
 * (`taken`). */
static inline bool move_word_fits(const MoveWord *w, Bitboard taken, Move m)
{
    return m.from == w->from && m.to == w->to && (w->count == 2 || (taken != 0 && m.taken == taken));
}

/* Fills *e with the reason why the word fits no legal move; returns ERROR_ILLEGAL, or ERROR_GAME_OVER when there is no
 * legal move. */
ErrorCode notation_refuse(const Position *p, const MoveWord *w, const MoveList *legal, Error *e);

/* Fills *e with how the legal move m, which takes nothing, is written without an x; returns ERROR_ILLEGAL. */
ErrorCode notation_refuse_capture_sign(const Position *p, const MoveWord *w, Move m, Error *e);

/* Fills *e with the legal moves that have the word's start and end; returns ERROR_AMBIGUOUS. */
ErrorCode notation_refuse_ambiguous(const Position *p, const MoveWord *w, const MoveList *legal, Error *e);

#endif
