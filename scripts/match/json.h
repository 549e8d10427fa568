/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JSON as it is written: nested objects and arrays, one value after the other. */
#ifndef BUSHKA_MATCH_JSON_H
#define BUSHKA_MATCH_JSON_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* A document being written. */
typedef struct Json {
    FILE *file;
    int depth;
    bool first; /* nothing has been written at this depth yet */
} Json;

/* Begins a document. */
void json_begin(Json *j, FILE *file);

/* Opens an object '{' or an array '['; key is NULL inside arrays and at the top. Closes it with '}' or ']'. */
void json_open(Json *j, const char *key, char bracket);
void json_close(Json *j, char bracket);

/* Write one value; key is NULL inside arrays. Numbers that are not finite become null. */
void json_text(Json *j, const char *key, const char *text);
void json_number(Json *j, const char *key, double number);
void json_count(Json *j, const char *key, uint64_t count);
void json_bool(Json *j, const char *key, bool value);

#endif
