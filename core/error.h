/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Errors as values: a code for programs and one line of text for people. */
#ifndef BUSHKA_CORE_ERROR_H
#define BUSHKA_CORE_ERROR_H

#include <stddef.h>

/* What went wrong; ERROR_NONE is success. */
typedef enum ErrorCode {
    ERROR_NONE = 0,
    ERROR_SYNTAX,     /* the text does not have the required form */
    ERROR_SQUARE,     /* a square that the board does not have */
    ERROR_DUPLICATE,  /* a square named twice */
    ERROR_PROMOTION,  /* a man on the row where it would have been promoted */
    ERROR_ILLEGAL,    /* well-formed, but not a legal move */
    ERROR_AMBIGUOUS,  /* more than one legal move fits */
    ERROR_GAME_OVER,  /* a move in a finished game */
    ERROR_MEMORY,     /* memory ran out */
    ERROR_INTERRUPTED /* the work was interrupted on request */
} ErrorCode;

enum {
    ERROR_TEXT = 512,
    ERROR_EXCERPT = 40 /* bytes of untrusted text that a message shows */
};

/* An error and its message: one line without a newline, which says what is wrong and what would be right. If it would
 * not fit, "..." replaces what is too much before its end. */
typedef struct Error {
    ErrorCode code;
    char text[ERROR_TEXT];
} Error;

/* Fills *e with the code and the formatted message (as printf does), with every byte outside printable
 * ASCII shown as '?', and returns the code. e may be NULL; the arguments may point into *e, so that a message
 * can be wrapped in another. */
ErrorCode error_set(Error *e, ErrorCode code, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Sets *e to success and returns ERROR_NONE. e may be NULL. */
ErrorCode error_clear(Error *e);

/* The beginning of untrusted text, for a message. */
typedef struct ErrorExcerpt {
    char text[ERROR_EXCERPT + 1];
} ErrorExcerpt;

/* At most the first ERROR_EXCERPT bytes of the text, with '?' for every byte that is not printable ASCII. The text may
 * contain zero bytes. */
ErrorExcerpt error_excerpt(const char *text, size_t length);

#endif
