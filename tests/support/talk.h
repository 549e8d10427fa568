/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Conversations as data: the lines sent, and the answers expected. */
#ifndef BUSHKA_SUPPORT_TALK_H
#define BUSHKA_SUPPORT_TALK_H

#include <stdbool.h>

/* How error lines of the protocol begin. */
#define ERROR_LINE "info string error: "

/* The other side of a conversation. */
typedef struct TalkPartner {
    bool (*send)(void *context, const char *line);        /* sends a line; false: it is not read */
    const char *(*next)(void *context, int milliseconds); /* the next line of the answers; NULL at the deadline */
    void *context;
} TalkPartner;

/* Has a conversation, line by line:
 *     > TEXT   sends TEXT
 *     PATTERN  the next line must match it
 *     ...      other lines, but no error lines, may come before the one that matches the next pattern
 *     (quiet)  for a while only lines of analysis may come */
void talk(const TalkPartner *with, const char *text);

/* True when the text matches the pattern, in which '*' stands for any text. */
bool matches(const char *pattern, const char *text);

/* The number that follows these words in a line. Fails the test when they are missing. */
int number_after(const char *line, const char *words);

#endif
