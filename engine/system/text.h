/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Growing text, words of a line, and strict parsing of numbers: without the signs, spaces and other spellings that the
 * C library accepts, and the same in every locale. */
#ifndef BUSHKA_SYSTEM_TEXT_H
#define BUSHKA_SYSTEM_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/error.h"

/* Text shorter than this needs no allocation. */
enum { TEXT_LOCAL = 1024 };

/* A growing text. Start it with text_init() and end it with text_free(). Do not copy it by assignment, since it may
 * point into itself. */
typedef struct Text {
    char *data; /* NUL-terminated */
    size_t length;
    size_t capacity; /* bytes at data */
    bool failed;     /* memory ran out and text is missing */
    char local[TEXT_LOCAL];
} Text;

/* Makes the text empty. */
void text_init(Text *t);

/* Frees what the text has allocated, and makes it empty, as after text_init(). */
void text_free(Text *t);

/* Appends what printf would print. When memory runs out nothing is appended, and t->failed is set. */
void text_add(Text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The same with a va_list. */
void text_add_va_list(Text *t, const char *format, va_list arguments) __attribute__((format(printf, 2, 0)));

/* Appends bytes unchanged. A lack of memory has the same effect. */
void text_add_bytes(Text *t, const char *bytes, size_t length);

/* The ending of a noun after a count: "" for 1, otherwise "s". */
const char *text_plural(uint64_t count);

/* A word: bytes that are not blank, not NUL-terminated. Any other byte may occur in it, even NUL. */
typedef struct Word {
    const char *text;
    size_t length;
} Word;

/* The remaining words of a line. */
typedef struct Words {
    const char *next;
    const char *end;
} Words;

/* For "%s": a word of the input, shortened to fit a message, with unprintable bytes replaced. */
#define WORD_SHOWN(w) error_excerpt((w).text, (w).length).text

/* A NUL-terminated text as a word. */
Word word_of(const char *text);

/* The words of a line, which blanks separate: space, tab, line feed, vertical tab, form feed, carriage return. */
Words words_of(const char *text, size_t length);

/* True for one of those blanks. */
bool char_is_blank(char c);

/* Takes the next word; returns false, with an empty word, when none is left. */
bool words_next(Words *words, Word *word);

/* The same without taking the word. */
bool words_peek(const Words *words, Word *word);

/* The remaining words as one, with the blanks between them; empty when there are none. */
Word words_rest(const Words *words);

/* True when the word is exactly `name`. */
bool word_is(Word word, const char *name);

/* Copies the word and a NUL to the buffer. Returns false, with the buffer empty, when the word does not fit or contains
 * a NUL. */
bool word_copy(Word word, char *buffer, size_t size);

/* Reads a whole number: an optional minus sign and digits, nothing else. Returns false, with *value unchanged, when the
 * word is not one, or the number is not in the range from min to max. */
bool word_number(Word word, int64_t min, int64_t max, int64_t *value);

/* The same for the value of `name`, with ERROR_SYNTAX and a message that states the range. */
ErrorCode word_number_of(const char *name, Word word, int64_t min, int64_t max, int64_t *value, Error *e);

/* The same for the next word, which is taken. */
ErrorCode words_number_of(const char *name, Words *words, int64_t min, int64_t max, int64_t *value, Error *e);

/* Sets *given, for a command whose word `name` may be given once; ERROR_SYNTAX when it was set already. */
ErrorCode word_once(const char *command, const char *name, bool *given, Error *e);

/* True when both are equal, ignoring case (ASCII). */
bool equal_ignoring_case(const char *a, const char *b);

/* As a length: up to the NUL. */
#define NUMBER_TO_NUL SIZE_MAX

/* Reads the digits that the text begins with. Returns their count; 0, with *number unchanged, when there are none or
 * the number is greater than `max`. */
size_t number_digits(const char *text, size_t length, int64_t max, int64_t *number);

/* Reads a number with up to three decimals, such as "10", "0.5" or ".5", in thousandths. Returns the number of bytes
 * read; 0, with *number unchanged, when there is no digit, there are more decimals, or the part before the point is
 * greater than `max`. */
size_t number_thousandths(const char *text, size_t length, int64_t max, int64_t *number);

/* Reads a NUL-terminated text that is a decimal number and nothing else: "-12", "0.5", "1e-4". Returns false, with
 * *number unchanged, when it is not one or lies outside min to max. */
bool number_decimal(const char *text, double min, double max, double *number);

#endif
