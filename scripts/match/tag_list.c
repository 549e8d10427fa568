/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "match/tag_list.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "system/bytes.h"
#include "system/text.h"

enum { DIGEST_LENGTH = 1 + BYTES_FNV_DIGITS };

static const char SEPARATOR[] = "; ";

static void add_escaped(Text *list, const char *text)
{
    for (const char *c = text; *c != '\0'; c++) {
        if (*c < ' ' || *c > '~') {
            text_add(list, "\\x%02x", (unsigned)(unsigned char)*c);
        } else {
            if (*c == ';' || *c == '\\') {
                text_add_bytes(list, "\\", 1);
            }
            text_add_bytes(list, c, 1);
        }
    }
}

void tag_list_add(Text *list, const char *key, const char *value)
{
    text_add(list, "%s", list->length > 0 ? SEPARATOR : "");
    add_escaped(list, key);
    text_add(list, "=");
    add_escaped(list, value);
}

void tag_list_add_number(Text *list, const char *key, int64_t number)
{
    text_add(list, "%s%s=%" PRId64, list->length > 0 ? SEPARATOR : "", key, number);
}

bool tag_list_value(Text *list, char value[PDN_TEXT_SIZE])
{
    const bool good = !list->failed;
    if (list->length < PDN_TEXT_SIZE) {
        memcpy(value, list->data, list->length + 1);
    } else {
        snprintf(value, PDN_TEXT_SIZE, "%.*s#%016" PRIx64, PDN_TEXT_SIZE - 1 - DIGEST_LENGTH, list->data,
                 bytes_fnv(BYTES_FNV_EMPTY, list->data, list->length));
    }
    text_free(list);
    return good;
}

/* One entry of a list. */
typedef struct TagEntry {
    Word key, value;
} TagEntry;

/* Takes the next entry; false at the end. */
static bool next_entry(const char **at, TagEntry *entry)
{
    const char *c = *at;
    if (*c == '\0') {
        return false;
    }
    entry->key = (Word){.text = c, .length = strcspn(c, "=;")};
    c += entry->key.length;
    c += *c == '=' ? 1 : 0;
    entry->value = (Word){.text = c, .length = 0};
    while (*c != '\0' && *c != ';') {
        c += *c == '\\' && c[1] != '\0' ? 2 : 1;
    }
    entry->value.length = (size_t)(c - entry->value.text);
    c += *c == ';' ? 1 : 0;
    *at = c + strspn(c, " ");
    return true;
}

static bool same(Word a, Word b)
{
    return a.length == b.length && memcmp(a.text, b.text, a.length) == 0;
}

/* The value of a key, or "not set". */
static Word find(const char *list, Word key)
{
    TagEntry entry;
    while (next_entry(&list, &entry)) {
        if (same(entry.key, key)) {
            return entry.value;
        }
    }
    return word_of("not set");
}

bool tag_list_number(const char *value, const char *key, int64_t min, int64_t max, int64_t *number)
{
    return word_number(find(value, word_of(key)), min, max, number);
}

bool tag_list_differ(const char *was, const char *is, char text[ERROR_TEXT])
{
    const char *const lists[] = {was, is};
    TagEntry entry;
    if (strcmp(was, is) == 0) {
        return false;
    }
    for (int i = 0; i < 2; i++) {
        for (const char *at = lists[i]; next_entry(&at, &entry);) {
            const Word before = find(was, entry.key), now = find(is, entry.key);
            if (!same(before, now)) {
                snprintf(text, ERROR_TEXT, "%.*s was %.*s, is %.*s", (int)entry.key.length, entry.key.text,
                         (int)before.length, before.text, (int)now.length, now.text);
                return true;
            }
        }
    }
    snprintf(text, ERROR_TEXT, "the order of the settings differs");
    return true;
}
