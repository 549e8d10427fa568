/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text that grows: an answer is put together here and then written at once. */
#ifndef BUSHKA_SYSTEM_TEXT_H
#define BUSHKA_SYSTEM_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

/* Text up to this length needs no allocation. */
enum { TEXT_LOCAL = 1024 };

/* A growing text. Start it with text_init() and end it with text_free(); do not copy it by assignment, since
 * it may point into itself. */
typedef struct Text {
    char *data; /* NUL-terminated */
    size_t length;
    size_t capacity; /* bytes at data */
    bool failed;     /* memory ran out and text is missing */
    char local[TEXT_LOCAL];
} Text;

/* Makes the text empty. */
void text_init(Text *t);

/* Frees what the text allocated, if anything. */
void text_free(Text *t);

/* Appends what printf would print. On lack of memory nothing is appended and the text is marked as failed. */
void text_add(Text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The same with the arguments as a list. */
void text_add_list(Text *t, const char *format, va_list arguments) __attribute__((format(printf, 2, 0)));

/* Appends bytes as they are, with the same care for memory. */
void text_add_bytes(Text *t, const char *bytes, size_t length);

#endif
