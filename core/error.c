/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum {
    PRINTABLE_FIRST = 0x20,
    PRINTABLE_LAST = 0x7e,
    WHOLE_TEXT = 4096 + ERROR_TEXT, /* with the longest path */
    END_TEXT = 128, /* characters of the end that are kept, where a message about a file has its reason */
    START_TEXT = ERROR_TEXT - 1 - END_TEXT - 3 /* and of the beginning, with "..." between them */
};

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
    char text[WHOLE_TEXT];
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (length < 0) {
        text[0] = '\0';
    }
    const size_t written = strlen(text);
    if (written < ERROR_TEXT) {
        memcpy(e->text, text, written + 1);
    } else {
        snprintf(e->text, sizeof e->text, "%.*s...%s", START_TEXT, text, text + written - END_TEXT);
    }
    for (char *c = e->text; *c != '\0'; c++) {
        *c = printable(*c);
    }
    e->code = code;
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
