/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The comment after a move of a game file: "+0.12/9 0.105s", "-M4/12", "book", or nothing. */
#ifndef BUSHKA_GAMES_PDN_COMMENT_H
#define BUSHKA_GAMES_PDN_COMMENT_H

#include <stdbool.h>
#include <stdint.h>

enum {
    PDN_SCORE_MAX = 32000, /* scores in a comment lie between -PDN_SCORE_MAX and PDN_SCORE_MAX */
    PDN_DEPTH_MAX = 9999,
    PDN_COMMENT_SIZE = 64 /* bytes of a comment, with the NUL */
};

/* The longest time of a move, in ms. */
#define PDN_TIME_MAX INT64_C(999999999999)

/* What the comment of a move says. A zeroed struct means no comment. */
typedef struct PdnMoveInfo {
    bool book;       /* an opening move; the comment is then "book" alone */
    bool has_score;  /* score, depth and mate are valid */
    bool has_time;   /* time_ms is valid; left out where output must be reproducible */
    bool mate;       /* a mate score, in moves: positive when the mover wins; negative or 0 when the mover loses */
    int score;       /* centipoints from the mover's side, or moves */
    int depth;       /* plies, 0 to PDN_DEPTH_MAX */
    int64_t time_ms; /* measured, 0 to PDN_TIME_MAX */
} PdnMoveInfo;

/* The same with figures clamped to their ranges and invalid ones zeroed, so that equal comments have equal structs.
 * NULL stands for no comment. */
PdnMoveInfo pdn_comment_normal(const PdnMoveInfo *info);

/* Writes the comment of such figures, without braces; empty when there are none. */
void pdn_comment_print(const PdnMoveInfo *info, char text[PDN_COMMENT_SIZE]);

/* Reads what pdn_comment_print() writes. Returns false for any other text. */
bool pdn_comment_parse(const char *text, PdnMoveInfo *info);

#endif
