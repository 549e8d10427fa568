/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Conversations in lines, as data: what is said, and what must be answered. */
#ifndef BUSHKA_SUPPORT_TALK_H
#define BUSHKA_SUPPORT_TALK_H

#include <stdbool.h>

/* How error lines of the protocol begin. */
#define ERROR_LINE "info string error: "

/* Who is talked with. */
typedef struct TalkPartner {
    bool (*send)(void *context, const char *line);        /* says a line; false: it is not heard */
    const char *(*next)(void *context, int milliseconds); /* the next line of the answers; NULL at the deadline */
    void *context;
} TalkPartner;

/* Has a conversation, one line after the other:
 *     > TEXT   TEXT is said
 *     PATTERN  the next line must match it
 *     ...      any lines may come before the next pattern is matched, but no error lines
 *     (quiet)  for a while nothing may come but lines of analysis */
void talk(const TalkPartner *with, const char *text);

/* True when the text matches the pattern, in which '*' stands for any text. */
bool matches(const char *pattern, const char *text);

/* The number that follows these words in a line. Fails the test where they are missing. */
int number_after(const char *line, const char *words);

#endif
