/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "match/json.h"

#include <inttypes.h>
#include <math.h>

enum { INDENT = 2 };

void json_begin(Json *j, FILE *file)
{
    j->file = file;
    j->depth = 0;
    j->first = true;
}

static void put_string(const Json *j, const char *text)
{
    fputc('"', j->file);
    for (const char *c = text; *c != '\0'; c++) {
        if (*c == '"' || *c == '\\') {
            fprintf(j->file, "\\%c", *c);
        } else if ((unsigned char)*c < ' ') {
            fprintf(j->file, "\\u%04x", (unsigned)*c);
        } else {
            fputc(*c, j->file);
        }
    }
    fputc('"', j->file);
}

static void new_line(const Json *j)
{
    fprintf(j->file, "\n%*s", INDENT * j->depth, "");
}

/* Writes what comes before a value: comma, new line, key. */
static void put_key(Json *j, const char *key)
{
    if (!j->first) {
        fputc(',', j->file);
    }
    if (j->depth > 0) {
        new_line(j);
    }
    if (key != NULL) {
        put_string(j, key);
        fprintf(j->file, ": ");
    }
    j->first = false;
}

void json_open(Json *j, const char *key, char bracket)
{
    put_key(j, key);
    fputc(bracket, j->file);
    j->depth++;
    j->first = true;
}

void json_close(Json *j, char bracket)
{
    j->depth--;
    if (!j->first) {
        new_line(j);
    }
    fputc(bracket, j->file);
    j->first = false;
    if (j->depth == 0) {
        fputc('\n', j->file);
    }
}

void json_text(Json *j, const char *key, const char *text)
{
    put_key(j, key);
    put_string(j, text);
}

void json_number(Json *j, const char *key, double number)
{
    put_key(j, key);
    if (isfinite(number)) {
        fprintf(j->file, "%.6g", number);
    } else {
        fprintf(j->file, "null");
    }
}

void json_count(Json *j, const char *key, uint64_t count)
{
    put_key(j, key);
    fprintf(j->file, "%" PRIu64, count);
}

void json_bool(Json *j, const char *key, bool value)
{
    put_key(j, key);
    fprintf(j->file, value ? "true" : "false");
}
