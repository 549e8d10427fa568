/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "match/config_words.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DECIMAL = 10, DIGITS_MAX = 18 };

ErrorCode config_key(const char *option, char *word, KeyValue *kv, Error *e)
{
    char *const equals = strchr(word, '=');
    kv->key[0] = '\0';
    kv->value = word;
    if (equals == NULL) {
        return ERROR_NONE;
    }
    const size_t length = (size_t)(equals - word);
    if (length == 0 || length >= CONFIG_KEY_SIZE) {
        return error_set(e, ERROR_SYNTAX, "%s takes KEY=VALUE, not \"%.*s\"", option, error_excerpt(strlen(word)),
                         word);
    }
    memcpy(kv->key, word, length);
    kv->key[length] = '\0';
    kv->value = equals + 1;
    return ERROR_NONE;
}

ErrorCode config_unknown_key(const char *option, const char *key, const char *known, Error *e)
{
    return error_set(e, ERROR_SYNTAX, "%s does not know \"%.*s\"; it takes %s", option, error_excerpt(strlen(key)), key,
                     known);
}

ErrorCode config_number(const char *what, const char *text, int64_t min, int64_t max, int64_t *value, Error *e)
{
    const char *c = text;
    const bool negative = *c == '-';
    int64_t n = 0;
    c += negative ? 1 : 0;
    const char *const first = c;
    for (; *c >= '0' && *c <= '9' && c - first < DIGITS_MAX; c++) {
        n = n * DECIMAL + (*c - '0');
    }
    n = negative ? -n : n;
    if (c == first || *c != '\0' || n < min || n > max) {
        return error_set(e, ERROR_SYNTAX, "%s takes a whole number from %" PRId64 " to %" PRId64 ", not \"%.*s\"", what,
                         min, max, error_excerpt(strlen(text)), text);
    }
    *value = n;
    return ERROR_NONE;
}

ErrorCode config_decimal(const char *what, const char *text, double min, double max, double *value, Error *e)
{
    /* Only plain decimals: strtod() alone would also take nan, inf and hexadecimal. */
    const bool plain = text[0] != '\0' && strspn(text, "+-.0123456789") == strlen(text);
    char *end = NULL;
    const double number = plain ? strtod(text, &end) : 0;
    if (!plain || *end != '\0' || !(number >= min && number <= max)) {
        return error_set(e, ERROR_SYNTAX, "%s takes a number from %g to %g, not \"%.*s\"", what, min, max,
                         error_excerpt(strlen(text)), text);
    }
    *value = number;
    return ERROR_NONE;
}
