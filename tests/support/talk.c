/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/talk.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/engine_process.h"

enum { LINE_SIZE = 2048, QUIET_MS = 150 };

bool matches(const char *pattern, const char *text)
{
    const char *star = NULL; /* after the last '*' */
    const char *from = NULL; /* where the text after it was last tried */
    while (*text != '\0') {
        if (*pattern == '*') {
            star = ++pattern;
            from = text;
        } else if (*pattern == *text) {
            pattern++;
            text++;
        } else if (star != NULL) {
            pattern = star;
            text = ++from;
        } else {
            return false;
        }
    }
    while (*pattern == '*') {
        pattern++;
    }
    return *pattern == '\0';
}

int number_after(const char *line, const char *words)
{
    const char *const at = strstr(line, words);
    ck_assert_msg(at != NULL, "no %sin %s", words, line);
    return (int)strtol(at + strlen(words), NULL, 10);
}

/* Checks that nothing but lines of analysis comes for a while. */
static void expect_quiet(const TalkPartner *with)
{
    const int64_t end = clock_us() + QUIET_MS * US_PER_MS;
    while (clock_us() < end) {
        const char *const line = with->next(with->context, (int)((end - clock_us()) / US_PER_MS));
        ck_assert_msg(line == NULL || matches("info depth *", line), "%s", line);
    }
}

/* Reads the next line, which must match; with `skip` others may come before. */
static void expect_line(const TalkPartner *with, const char *pattern, bool skip)
{
    const char *line = with->next(with->context, PATIENCE);
    while (skip && line != NULL && !matches(pattern, line) && !matches(ERROR_LINE "*", line)) {
        line = with->next(with->context, PATIENCE);
    }
    ck_assert_msg(line != NULL, "expected \"%s\", but no line comes", pattern);
    ck_assert_msg(matches(pattern, line), "expected \"%s\", got \"%s\"", pattern, line);
}

void talk(const TalkPartner *with, const char *text)
{
    bool skip = false;
    while (*text != '\0') {
        char line[LINE_SIZE];
        const size_t length = strcspn(text, "\n");
        ck_assert_uint_lt(length, sizeof line);
        snprintf(line, sizeof line, "%.*s", (int)length, text);
        text += length + (text[length] == '\n');
        if (strncmp(line, "> ", 2) == 0) {
            ck_assert_msg(with->send(with->context, line + 2), "cannot send \"%s\"", line + 2);
        } else if (strcmp(line, "(quiet)") == 0) {
            expect_quiet(with);
        } else if (strcmp(line, "...") == 0) {
            skip = true;
        } else {
            expect_line(with, line, skip);
            skip = false;
        }
    }
}
