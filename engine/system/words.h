/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A line cut into words, and words read as numbers. Nothing is copied or changed. */
#ifndef BUSHKA_SYSTEM_WORDS_H
#define BUSHKA_SYSTEM_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/error.h"

/* A word: bytes that are not blank. Not NUL-terminated, and any byte may occur in it, a NUL too. */
typedef struct Word {
    const char *text;
    size_t length;
} Word;

/* The words that are left of a line. */
typedef struct Words {
    const char *next;
    const char *end;
} Words;

/* For "%.*s": a word from outside, cut to a length that fits a message, with what is not printable replaced. */
#define WORD_SHOWN(w) ERROR_EXCERPT, error_shown((w).text, (w).length).text

/* A NUL-terminated text as a word. */
Word word_of(const char *text);

/* The words of a line of that length. Between them stand spaces; as such count space, tab, line feed, vertical tab,
 * form feed, carriage return. */
Words words_of(const char *text, size_t length);

/* True for such a blank. */
bool word_is_blank(char c);

/* Takes the next word; returns false, with an empty word, when none is left. */
bool words_next(Words *words, Word *word);

/* The same, but the word is not taken. */
bool words_peek(const Words *words, Word *word);

/* True when the word is exactly `name`. */
bool word_is(Word word, const char *name);

/* Copies the word and a NUL to the buffer. Returns false, with the buffer empty, when it does not fit or
 * contains a NUL itself. */
bool word_copy(Word word, char *buffer, size_t size);

/* Reads a whole number: an optional minus sign and digits, no more. Returns false, with *value unchanged, when
 * the word is not one or the number lies outside min to max. */
bool word_number(Word word, int64_t min, int64_t max, int64_t *value);

/* The same for the value of `name`, with ERROR_SYNTAX and a message that says the range when it fails. */
ErrorCode word_number_of(const char *name, Word word, int64_t min, int64_t max, int64_t *value, Error *e);

/* Takes the next word, which must be such a number. */
ErrorCode words_number_of(const char *name, Words *words, int64_t min, int64_t max, int64_t *value, Error *e);

/* Notes that a command was given the word of that name; an error when *given was set already. */
ErrorCode word_once(const char *command, const char *name, bool *given, Error *e);

/* True when both are the same but for capitals (ASCII). */
bool same_but_case(const char *a, const char *b);

#endif
