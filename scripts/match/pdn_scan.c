/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "match/pdn_scan.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>

/* Room for a tag's name. */
enum { NAME_SIZE = 64 };

bool pdn_refuse(const PdnReader *r, unsigned long line, Error *e, const char *format, ...)
{
    char text[ERROR_TEXT];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    error_set(e, ERROR_SYNTAX, "%s:%lu: %s", r->name, line, text);
    return false;
}

int pdn_take(PdnReader *r)
{
    const int c = getc(r->stream);
    if (c != EOF) {
        r->offset++;
        r->line += c == '\n' ? 1 : 0;
    }
    return c;
}

int pdn_peek(PdnReader *r)
{
    const int c = getc(r->stream);
    if (c != EOF) {
        ungetc(c, r->stream);
    }
    return c;
}

void pdn_skip_space(PdnReader *r)
{
    while (pdn_is_space(pdn_peek(r))) {
        pdn_take(r);
    }
}

bool pdn_refuse_end(PdnReader *r, Error *e, const char *where)
{
    if (ferror(r->stream)) {
        return pdn_refuse(r, r->line, e, "cannot read on: %s", strerror(errno));
    }
    r->truncated = true;
    return pdn_refuse(r, r->line, e, "the file ends %s", where);
}

/* Reads the quoted value of a tag, with the opening quote taken already. */
static bool read_value(PdnReader *r, char value[PDN_TEXT_SIZE], Error *e)
{
    const unsigned long line = r->line;
    size_t n = 0;
    for (;;) {
        int c = pdn_take(r);
        if (c == '\\') {
            c = pdn_take(r);
        } else if (c == '"') {
            break;
        }
        if (c == EOF) {
            return pdn_refuse_end(r, e, "inside a tag");
        }
        if (c == '\n') {
            return pdn_refuse(r, line, e, "the tag's value has no closing quote");
        }
        if (c < ' ' || n + 1 == PDN_TEXT_SIZE) {
            return pdn_refuse(r, line, e, c < ' ' ? "a control character in a tag" : "the tag's value is too long");
        }
        value[n++] = (char)(c <= '~' ? c : '?');
    }
    value[n] = '\0';
    return true;
}

static bool is_name(int c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* Where the value of a tag of that name belongs and whether it is there already; NULL for unknown tags. */
static char *tag_place(PdnTags *t, const char *name, bool *repeated)
{
    const struct {
        const char *name;
        char *place;
    } special[] = {{"Result", t->result}, {"Variant", t->variant}, {"SetUp", t->setup},
                   {"FEN", t->fen},       {"PlyCount", t->plies},  {"Termination", t->termination}};
    for (size_t i = 0; i < sizeof special / sizeof special[0]; i++) {
        if (strcmp(name, special[i].name) == 0) {
            *repeated = special[i].place[0] != '\0';
            return special[i].place;
        }
    }
    for (int tag = 0; tag < PDN_TAG_COUNT; tag++) {
        if (strcmp(name, PDN_TAG_NAMES[tag]) == 0) {
            *repeated = t->seen[tag];
            t->seen[tag] = true;
            return t->text[tag];
        }
    }
    return NULL;
}

/* Reads one tag, with the opening bracket taken already. */
static bool read_tag(PdnReader *r, PdnTags *t, Error *e)
{
    const unsigned long line = r->line;
    char name[NAME_SIZE];
    char value[PDN_TEXT_SIZE];
    size_t n = 0;
    pdn_skip_space(r);
    while (is_name(pdn_peek(r)) && n + 1 < NAME_SIZE) {
        name[n++] = (char)pdn_take(r);
    }
    name[n] = '\0';
    pdn_skip_space(r);
    int c = pdn_take(r);
    if (c != EOF && (n == 0 || c != '"')) {
        return pdn_refuse(r, line, e, "a tag must have the form [Name \"value\"]");
    }
    if (c == EOF) {
        return pdn_refuse_end(r, e, "inside a tag");
    }
    if (!read_value(r, value, e)) {
        return false;
    }
    pdn_skip_space(r);
    c = pdn_take(r);
    if (c == EOF) {
        return pdn_refuse_end(r, e, "inside a tag");
    }
    if (c != ']') {
        return pdn_refuse(r, line, e, "tag %s has no closing bracket", name);
    }
    bool repeated = false;
    char *const place = tag_place(t, name, &repeated);
    if (repeated) {
        return pdn_refuse(r, line, e, "tag %s stands there twice", name);
    }
    if (place != NULL) {
        memcpy(place, value, sizeof value);
    }
    return true;
}

bool pdn_read_tags(PdnReader *r, PdnTags *t, Error *e)
{
    const unsigned long line = r->line;
    memset(t, 0, sizeof *t);
    for (pdn_skip_space(r); pdn_peek(r) == '['; pdn_skip_space(r)) {
        pdn_take(r);
        if (!read_tag(r, t, e)) {
            return false;
        }
    }
    if (pdn_peek(r) == EOF) {
        return pdn_refuse_end(r, e, "after the tags of a game");
    }
    for (int tag = 0; tag < PDN_TAG_REQUIRED; tag++) {
        if (!t->seen[tag]) {
            return pdn_refuse(r, line, e, "tag %s is missing", PDN_TAG_NAMES[tag]);
        }
    }
    const struct {
        const char *name;
        const char *value;
    } required[] = {
        {"Result", t->result}, {"Variant", t->variant}, {"PlyCount", t->plies}, {"Termination", t->termination}};
    for (size_t i = 0; i < sizeof required / sizeof required[0]; i++) {
        if (required[i].value[0] == '\0') {
            return pdn_refuse(r, line, e, "tag %s is missing", required[i].name);
        }
    }
    return true;
}

bool pdn_read_comment(PdnReader *r, char text[PDN_TEXT_SIZE], Error *e)
{
    const unsigned long line = r->line;
    size_t n = 0;
    pdn_take(r);
    for (;;) {
        const int c = pdn_take(r);
        if (c == '}') {
            break;
        }
        if (c == EOF) {
            r->truncated = !ferror(r->stream);
            return pdn_refuse(r, line, e, "the comment has no closing brace before the file ends");
        }
        if (c < ' ' && !pdn_is_space(c)) {
            return pdn_refuse(r, line, e, "a control character in a comment");
        }
        if (c == '{' || n + 1 == PDN_TEXT_SIZE) {
            return pdn_refuse(r, line, e, "the comment has no closing brace, or is too long");
        }
        text[n++] = pdn_is_space(c) ? ' ' : (char)(c <= '~' ? c : '?');
    }
    text[n] = '\0';
    return true;
}
