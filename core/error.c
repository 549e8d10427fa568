/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { PRINTABLE_FIRST = 0x20, PRINTABLE_LAST = 0x7e };

static const char CUT_MARK[] = "...";

static char printable(char c)
{
    return c < PRINTABLE_FIRST || c > PRINTABLE_LAST ? '?' : c;
}

ErrorCode error_set(Error *e, ErrorCode code, const char *format, ...)
{
    if (e == NULL) {
        return code;
    }
    /* A separate buffer, since the arguments may point into *e when a message is wrapped in another. */
    char text[ERROR_TEXT];
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (length < 0) {
        text[0] = '\0';
    } else if (length >= ERROR_TEXT) {
        memcpy(text + sizeof text - sizeof CUT_MARK, CUT_MARK, sizeof CUT_MARK);
    }
    for (char *c = text; *c != '\0'; c++) {
        *c = printable(*c);
    }
    e->code = code;
    memcpy(e->text, text, strlen(text) + 1);
    return code;
}

ErrorCode error_clear(Error *e)
{
    if (e != NULL) {
        e->code = ERROR_NONE;
        e->text[0] = '\0';
    }
    return ERROR_NONE;
}

ErrorExcerpt error_excerpt(const char *text, size_t length)
{
    ErrorExcerpt excerpt = {.text = ""};
    for (size_t i = 0; i < length && i < ERROR_EXCERPT; i++) {
        excerpt.text[i] = printable(text[i]);
    }
    return excerpt;
}
