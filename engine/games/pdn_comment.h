/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The comment after a move of a game file: "+0.12/9 0.105s", "-M4/12", "book", or nothing. */
#ifndef BUSHKA_GAMES_PDN_COMMENT_H
#define BUSHKA_GAMES_PDN_COMMENT_H

#include <stdbool.h>
#include <stdint.h>

enum {
    PDN_SCORE_MAX = 32000, /* scores in a comment lie within -+ this */
    PDN_DEPTH_MAX = 9999,
    PDN_COMMENT_SIZE = 64 /* room for a comment and a NUL */
};

/* Longest time of one move, in ms. */
#define PDN_TIME_MAX INT64_C(999999999999)

/* What the comment of a move says. A zeroed struct means no comment. */
typedef struct PdnMoveInfo {
    bool book;       /* an opening move; "book" is the whole comment then */
    bool has_score;  /* score and depth hold */
    bool has_time;   /* time_ms holds; leave it out where output must be repeatable */
    bool mate;       /* a mate score, in moves: positive when the mover wins; negative or 0 when the mover loses */
    int score;       /* centipoints from the mover's side, or moves */
    int depth;       /* plies, 0 to PDN_DEPTH_MAX */
    int64_t time_ms; /* measured, 0 to PDN_TIME_MAX */
} PdnMoveInfo;

/* The same with figures brought into their range and those that do not hold zero, so that equal comments come from
 * equal structs. NULL stands for no comment. */
PdnMoveInfo pdn_comment_normal(const PdnMoveInfo *info);

/* Writes such figures without braces; nothing where there are none. */
void pdn_comment_print(const PdnMoveInfo *info, char text[PDN_COMMENT_SIZE]);

/* Reads what pdn_comment_print() writes; false when the text is anything else. */
bool pdn_comment_parse(const char *text, PdnMoveInfo *info);

#endif
