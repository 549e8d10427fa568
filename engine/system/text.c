/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "system/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void text_init(Text *t)
{
    t->data = t->local;
    t->length = 0;
    t->capacity = sizeof t->local;
    t->failed = false;
    t->local[0] = '\0';
}

void text_free(Text *t)
{
    if (t->data != t->local) {
        free(t->data);
    }
    text_init(t);
}

/* Makes room for `more` bytes and a NUL. */
static bool reserve(Text *t, size_t more)
{
    size_t wanted = t->capacity;
    while (wanted - t->length <= more) {
        wanted *= 2;
    }
    if (wanted == t->capacity) {
        return true;
    }
    char *const grown = t->data == t->local ? malloc(wanted) : realloc(t->data, wanted);
    if (grown == NULL) {
        t->failed = true;
        return false;
    }
    if (t->data == t->local) {
        memcpy(grown, t->local, t->length + 1);
    }
    t->data = grown;
    t->capacity = wanted;
    return true;
}

void text_add_list(Text *t, const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    const int length = vsnprintf(NULL, 0, format, arguments);
    if (length < 0 || !reserve(t, (size_t)length)) {
        t->failed = true;
    } else {
        vsnprintf(t->data + t->length, t->capacity - t->length, format, again);
        t->length += (size_t)length;
    }
    va_end(again);
}

void text_add(Text *t, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    text_add_list(t, format, arguments);
    va_end(arguments);
}

void text_add_bytes(Text *t, const char *bytes, size_t length)
{
    if (reserve(t, length)) {
        memcpy(t->data + t->length, bytes, length);
        t->length += length;
        t->data[t->length] = '\0';
    }
}
