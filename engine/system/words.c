/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "system/words.h"

#include <inttypes.h>
#include <string.h>

#include "system/numbers.h"

Word word_of(const char *text)
{
    return (Word){text, strlen(text)};
}

Words words_of(const char *text, size_t length)
{
    const Words words = {.next = text, .end = text + length};
    return words;
}

bool word_is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

bool words_next(Words *words, Word *word)
{
    const char *start = words->next;
    while (start < words->end && word_is_blank(*start)) {
        start++;
    }
    const char *end = start;
    while (end < words->end && !word_is_blank(*end)) {
        end++;
    }
    words->next = end;
    word->text = start;
    word->length = (size_t)(end - start);
    return word->length > 0;
}

bool words_peek(const Words *words, Word *word)
{
    Words copy = *words;
    return words_next(&copy, word);
}

bool word_is(Word word, const char *name)
{
    return word.length == strlen(name) && memcmp(word.text, name, word.length) == 0;
}

bool word_copy(Word word, char *buffer, size_t size)
{
    buffer[0] = '\0';
    if (word.length >= size || memchr(word.text, '\0', word.length) != NULL) {
        return false;
    }
    memcpy(buffer, word.text, word.length);
    buffer[word.length] = '\0';
    return true;
}

bool word_number(Word word, int64_t min, int64_t max, int64_t *value)
{
    const size_t minus = word.length > 0 && word.text[0] == '-' ? 1 : 0;
    const size_t length = word.length - minus;
    int64_t number = 0;
    if (length == 0 || number_digits(word.text + minus, length, INT64_MAX, &number) != length) {
        return false;
    }
    number = minus > 0 ? -number : number;
    if (number < min || number > max) {
        return false;
    }
    *value = number;
    return true;
}

ErrorCode word_number_of(const char *name, Word word, int64_t min, int64_t max, int64_t *value, Error *e)
{
    if (word_number(word, min, max, value)) {
        return error_clear(e);
    }
    if (word.length == 0) {
        return error_set(e, ERROR_SYNTAX, "%s needs a whole number from %" PRId64 " to %" PRId64, name, min, max);
    }
    return error_set(e, ERROR_SYNTAX, "%s takes a whole number from %" PRId64 " to %" PRId64 ", not \"%.*s\"", name,
                     min, max, WORD_SHOWN(word));
}

ErrorCode words_number_of(const char *name, Words *words, int64_t min, int64_t max, int64_t *value, Error *e)
{
    Word word;
    words_next(words, &word);
    return word_number_of(name, word, min, max, value, e);
}

ErrorCode word_once(const char *command, const char *name, bool *given, Error *e)
{
    if (*given) {
        return error_set(e, ERROR_SYNTAX, "%s has %s twice", command, name);
    }
    *given = true;
    return error_clear(e);
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

bool same_but_case(const char *a, const char *b)
{
    while (*a != '\0' && lower(*a) == lower(*b)) {
        a++;
        b++;
    }
    return lower(*a) == lower(*b);
}
