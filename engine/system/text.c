/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "system/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void text_init(Text *t)
{
    t->data = t->local;
    t->length = 0;
    t->capacity = sizeof t->local;
    t->failed = false;
    t->local[0] = '\0';
}

void text_free(Text *t)
{
    if (t->data != t->local) {
        free(t->data);
    }
    text_init(t);
}

/* Makes room for `more` bytes and a NUL. */
static bool reserve(Text *t, size_t more)
{
    size_t wanted = t->capacity;
    while (wanted - t->length <= more) {
        wanted *= 2;
    }
    if (wanted == t->capacity) {
        return true;
    }
    char *const grown = t->data == t->local ? malloc(wanted) : realloc(t->data, wanted);
    if (grown == NULL) {
        t->failed = true;
        return false;
    }
    if (t->data == t->local) {
        memcpy(grown, t->local, t->length + 1);
    }
    t->data = grown;
    t->capacity = wanted;
    return true;
}

void text_add_va_list(Text *t, const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    const int length = vsnprintf(NULL, 0, format, arguments);
    if (length < 0 || !reserve(t, (size_t)length)) {
        t->failed = true;
    } else {
        vsnprintf(t->data + t->length, t->capacity - t->length, format, again);
        t->length += (size_t)length;
    }
    va_end(again);
}

void text_add(Text *t, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    text_add_va_list(t, format, arguments);
    va_end(arguments);
}

void text_add_bytes(Text *t, const char *bytes, size_t length)
{
    if (reserve(t, length)) {
        memcpy(t->data + t->length, bytes, length);
        t->length += length;
        t->data[t->length] = '\0';
    }
}

const char *text_plural(uint64_t count)
{
    return count == 1 ? "" : "s";
}

Word word_of(const char *text)
{
    return (Word){text, strlen(text)};
}

Words words_of(const char *text, size_t length)
{
    return (Words){.next = text, .end = text + length};
}

bool char_is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

bool words_next(Words *words, Word *word)
{
    const char *start = words->next;
    while (start < words->end && char_is_blank(*start)) {
        start++;
    }
    const char *end = start;
    while (end < words->end && !char_is_blank(*end)) {
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

Word words_rest(const Words *words)
{
    Word rest;
    words_peek(words, &rest);
    rest.length = (size_t)(words->end - rest.text);
    while (rest.length > 0 && char_is_blank(rest.text[rest.length - 1])) {
        rest.length--;
    }
    return rest;
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
    return error_set(e, ERROR_SYNTAX, "%s takes a whole number from %" PRId64 " to %" PRId64 ", not \"%s\"", name, min,
                     max, WORD_SHOWN(word));
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

bool equal_ignoring_case(const char *a, const char *b)
{
    while (*a != '\0' && lower(*a) == lower(*b)) {
        a++;
        b++;
    }
    return lower(*a) == lower(*b);
}

enum { BASE = 10, DECIMALS = 3, THOUSAND = 1000 };

static bool has_digit(const char *text, size_t length, size_t at)
{
    return at < length && text[at] >= '0' && text[at] <= '9';
}

size_t number_digits(const char *text, size_t length, int64_t max, int64_t *number)
{
    int64_t n = 0;
    size_t count = 0;
    for (; has_digit(text, length, count); count++) {
        const int digit = text[count] - '0';
        if (digit > max || n > (max - digit) / BASE) {
            return 0;
        }
        n = n * BASE + digit;
    }
    if (count > 0) {
        *number = n;
    }
    return count;
}

size_t number_thousandths(const char *text, size_t length, int64_t max, int64_t *number)
{
    const int64_t greatest = INT64_MAX / THOUSAND - 1;
    int64_t whole = 0;
    int64_t part = 0;
    size_t decimals = 0;
    const size_t digits = number_digits(text, length, max < greatest ? max : greatest, &whole);
    size_t count = digits;
    if (digits == 0 && has_digit(text, length, 0)) {
        return 0;
    }
    if (count < length && text[count] == '.') {
        count++;
        decimals = number_digits(text + count, length - count, THOUSAND - 1, &part);
        count += decimals;
    }
    if (digits + decimals == 0 || decimals > DECIMALS || has_digit(text, length, count)) {
        return 0;
    }
    for (size_t i = decimals; i < DECIMALS; i++) {
        part *= BASE;
    }
    *number = whole * THOUSAND + part;
    return count;
}

bool number_decimal(const char *text, double min, double max, double *number)
{
    /* strtod() alone would also take spaces, nan, inf and hexadecimal. */
    if (text[0] == '\0' || strspn(text, "+-.0123456789eE") != strlen(text)) {
        return false;
    }
    char *end;
    const double value = strtod(text, &end);
    if (*end != '\0' || !(value >= min && value <= max)) {
        return false;
    }
    *number = value;
    return true;
}
