/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The comment after a move as text. Private to the reader and the writer of game files. */
#ifndef BUSHKA_MATCH_PDN_COMMENT_H
#define BUSHKA_MATCH_PDN_COMMENT_H

#include "match/pdn.h"

/* Room for a comment's figures and a NUL. */
enum { PDN_COMMENT_SIZE = 64 };

/* Longest time of one move, in ms. */
#define PDN_TIME_MAX INT64_C(999999999999)

/* Writes the figures as text, without braces: "+0.12/9 0.105s", "book", or nothing where there are none. */
void pdn_comment_print(const PdnMoveInfo *info, char text[PDN_COMMENT_SIZE]);

/* Reads what pdn_comment_print() writes; false when the text is anything else. */
bool pdn_comment_parse(const char *text, PdnMoveInfo *info);

/* Takes the digits of a number of at most max (below 10^17) from *text. Returns false, leaving *text anywhere, when
 * there are none or the number is greater. */
bool pdn_take_number(const char **text, int64_t max, int64_t *number);

#endif
