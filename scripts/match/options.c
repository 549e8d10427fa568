/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "match/options.h"

#include <stdlib.h>
#include <string.h>

#include "match/match_limits.h"
#include "system/numbers.h"
#include "system/text.h"
#include "system/words.h"

/* Column of the help lines. */
enum { HELP_COLUMN = 24 };

static void *stored_at(const OptionRow *row, void *base)
{
    return (char *)base + row->offset;
}

static ErrorCode read_whole(const OptionRow *row, void *into, const char *what, const char *text, Error *e)
{
    int64_t number = 0;
    const Word word = {.text = text, .length = strlen(text)};
    const ErrorCode code = word_number_of(what, word, row->least, row->most, &number, e);
    if (code == ERROR_NONE && row->size == sizeof(int)) {
        *(int *)into = (int)number;
    } else if (code == ERROR_NONE) {
        *(int64_t *)into = number;
    }
    return code;
}

static ErrorCode read_decimal(const OptionRow *row, double *into, const char *what, const char *text, Error *e)
{
    return number_decimal(text, row->low, row->high, into)
               ? ERROR_NONE
               : error_set(e, ERROR_SYNTAX, "%s takes a number from %g to %g, not \"%.*s\"", what, row->low, row->high,
                           OPTION_SHOWN(text));
}

static ErrorCode read_seconds(int64_t *into, const char *what, const char *text, Error *e)
{
    return limits_parse_seconds(text, into)
               ? ERROR_NONE
               : error_set(e, ERROR_SYNTAX, "%s takes seconds, such as 0.5, not \"%.*s\"", what, OPTION_SHOWN(text));
}

/* Reads file=FILE (or another key), or FILE alone. */
static ErrorCode read_file(const OptionRow *row, const char **into, const char *what, const char *text, Error *e)
{
    const size_t length = strcspn(row->argument, "=") + 1;
    *into = strncmp(text, row->argument, length) == 0 ? text + length : text;
    return (*into)[0] != '\0' ? ERROR_NONE : error_set(e, ERROR_SYNTAX, "%s needs %s", what, row->argument);
}

static ErrorCode read_choice(const OptionRow *row, void *into, const char *what, const char *text, Error *e)
{
    Text names;
    int i = 0;
    text_init(&names);
    for (; row->choices[i] != NULL && strcmp(row->choices[i], text) != 0; i++) {
        const char *const before = i == 0 ? "" : row->choices[i + 1] == NULL ? " or " : ", ";
        text_add(&names, "%s%s", before, row->choices[i]);
    }
    ErrorCode code = ERROR_NONE;
    if (row->choices[i] == NULL) {
        code = error_set(e, ERROR_SYNTAX, "%s takes %s, not \"%.*s\"", what, names.data, OPTION_SHOWN(text));
    } else {
        memcpy(into, &(int){i}, sizeof(int)); /* an enumeration of whatever sign */
    }
    text_free(&names);
    return code;
}

/* Refuses values whose keys lack a required one. */
static ErrorCode check_required(const OptionRow *keys, const char *option, uint64_t seen, Error *e)
{
    Text names;
    bool complete = true;
    text_init(&names);
    for (int i = 0; keys[i].name != NULL; i++) {
        if (keys[i].required) {
            text_add(&names, "%s%s=", names.length > 0 ? " and " : "", keys[i].name);
            complete = complete && (seen >> i & 1) != 0;
        }
    }
    const ErrorCode code = complete ? ERROR_NONE : error_set(e, ERROR_SYNTAX, "%s needs %s", option, names.data);
    text_free(&names);
    return code;
}

static ErrorCode read_keys(const OptionRow *row, void *into, const OptionWords *w, Error *e)
{
    uint64_t seen = 0;
    ErrorCode code = options_read_keys(row->keys, into, w, &seen, e);
    if (code == ERROR_NONE) {
        code = check_required(row->keys, w->option, seen, e);
    }
    return code == ERROR_NONE && row->check != NULL ? row->check(into, w->option, seen, e) : code;
}

/* Reads the values of one row, whose number has been checked. */
static ErrorCode read_row(const OptionRow *row, void *base, const OptionWords *w, Error *e)
{
    void *const into = stored_at(row, base);
    switch (row->kind) {
    case OPTION_ON:
    case OPTION_OFF:
        *(bool *)into = row->kind == OPTION_ON;
        return ERROR_NONE;
    case OPTION_WHOLE:
        return read_whole(row, into, w->option, w->values[0], e);
    case OPTION_DECIMAL:
        return read_decimal(row, into, w->option, w->values[0], e);
    case OPTION_SECONDS:
        return read_seconds(into, w->option, w->values[0], e);
    case OPTION_TEXT:
        *(const char **)into = w->values[0];
        return ERROR_NONE;
    case OPTION_FILE:
        return read_file(row, into, w->option, w->values[0], e);
    case OPTION_CHOICE:
        return read_choice(row, into, w->option, w->values[0], e);
    case OPTION_KEYS:
        return read_keys(row, into, w, e);
    default:
        return row->read(into, w, e);
    }
}

/* The row of a key of that length; that of the empty name when there is none. */
static const OptionRow *find_key(const OptionRow *keys, const char *word, size_t length)
{
    const OptionRow *row = keys;
    for (; row->name != NULL; row++) {
        const size_t n = strlen(row->name);
        const bool prefix = row->name[n - 1] == '.';
        if ((n == length || (prefix && n < length)) && memcmp(row->name, word, n) == 0) {
            break;
        }
    }
    return row;
}

/* "key=, key=" of a table. */
static void list_keys(const OptionRow *keys, Text *list)
{
    for (; keys->name != NULL; keys++) {
        text_add(list, "%s%s%s", list->length > 0 ? ", " : "", keys->name,
                 keys->argument != NULL && keys->name[strlen(keys->name) - 1] == '.' ? keys->argument : "=");
    }
}

/* Refuses a value: it has no key, an empty one, or one that is not in the table. */
static ErrorCode refuse_key(const OptionRow *keys, const char *option, const char *word, Error *e)
{
    const char *const equals = strchr(word, '=');
    const Word key = {.text = word, .length = equals != NULL ? (size_t)(equals - word) : 0};
    Text list;
    ErrorCode code;
    text_init(&list);
    list_keys(keys, &list);
    if (key.length == 0 || key.length >= OPTION_KEY_SIZE) {
        code = error_set(e, ERROR_SYNTAX, "%s takes KEY=VALUE, not \"%.*s\"; the keys are %s", option,
                         OPTION_SHOWN(word), list.data);
    } else {
        code = error_set(e, ERROR_SYNTAX, "%s does not know \"%.*s\"; it takes %s", option, WORD_SHOWN(key), list.data);
    }
    text_free(&list);
    return code;
}

ErrorCode options_read_keys(const OptionRow *keys, void *base, const OptionWords *words, uint64_t *seen, Error *e)
{
    ErrorCode code = ERROR_NONE;
    for (int i = 0; i < words->count && code == ERROR_NONE; i++) {
        char *const word = words->values[i];
        char shown[OPTION_KEY_SIZE + 1];
        const char *const equals = strchr(word, '=');
        const size_t length = equals != NULL ? (size_t)(equals - word) : 0;
        const OptionRow *const row = find_key(keys, word, length);
        if (length == 0 || length >= OPTION_KEY_SIZE || row->name == NULL) {
            return refuse_key(keys, words->option, word, e);
        }
        memcpy(shown, word, length + 1);
        shown[length + 1] = '\0';
        char *value = word + length + 1;
        if (*value == '\0' && (row->kind != OPTION_READ || row->words_least > 0)) {
            return error_set(e, ERROR_SYNTAX, "%s: %s needs a value", words->option, shown);
        }
        code = read_row(row, base, &(OptionWords){.option = shown, .values = &value, .count = 1}, e);
        *seen |= UINT64_C(1) << (row - keys);
    }
    return code;
}

/* The row of an option written with one dash or two. */
static const OptionRow *find_option(const OptionRow *rows, const char *word)
{
    const size_t dashes = strspn(word, "-");
    while (rows->name != NULL && (dashes < 1 || dashes > 2 || strcmp(word + dashes, rows->name) != 0)) {
        rows++;
    }
    return rows;
}

static ErrorCode check_count(const OptionRow *row, const OptionWords *w, Error *e)
{
    const bool none = row->kind == OPTION_ON || row->kind == OPTION_OFF;
    const bool own = row->kind == OPTION_READ;
    const int least = own ? row->words_least : none ? 0 : 1;
    const int most = own ? row->words_most : none ? 0 : row->kind == OPTION_KEYS ? OPTION_WORDS_MANY : 1;
    return w->count >= least && w->count <= most ? ERROR_NONE
                                                 : error_set(e, ERROR_SYNTAX, "%s takes %s, not %d", w->option,
                                                             most == 0    ? "no value"
                                                             : least == 0 ? "one value at most"
                                                             : most == 1  ? "one value"
                                                                          : "one value or several",
                                                             w->count);
}

ErrorCode options_read(const OptionRow *rows, void *base, int count, char **words, Error *e)
{
    bool given[OPTION_ROWS_MAX] = {false};
    ErrorCode code = error_clear(e);
    for (int i = 0; i < count && code == ERROR_NONE;) {
        OptionWords w = {.option = words[i], .values = words + i + 1, .count = 0};
        const OptionRow *const row = find_option(rows, words[i]);
        if (words[i][0] != '-') {
            return error_set(e, ERROR_SYNTAX, "\"%.*s\" stands where an option is expected; -help lists the options",
                             OPTION_SHOWN(words[i]));
        }
        if (row->name == NULL) {
            return error_set(e, ERROR_SYNTAX, "unknown option \"%.*s\"; -help lists the options",
                             OPTION_SHOWN(words[i]));
        }
        for (i++; i < count && words[i][0] != '-'; i++) {
            w.count++;
        }
        code = check_count(row, &w, e);
        if (code == ERROR_NONE && given[row - rows] && !row->repeated) {
            code = error_set(e, ERROR_SYNTAX, "%s is given twice", w.option);
        }
        given[row - rows] = true;
        code = code == ERROR_NONE ? read_row(row, base, &w, e) : code;
    }
    return code;
}

/* One line of help: the option or the key with what it takes, and what it is for. */
static void print_row(const OptionRow *row, const char *before, const char *between, FILE *out)
{
    const int width = fprintf(out, "%s%s%s%s", before, row->name, row->argument != NULL ? between : "",
                              row->argument != NULL ? row->argument : "");
    fprintf(out, "%*s%s\n", width < HELP_COLUMN - 1 ? HELP_COLUMN - width : 2, "", row->help);
}

void options_help(const OptionRow *rows, FILE *out)
{
    for (; rows->name != NULL; rows++) {
        if (rows->help != NULL) {
            print_row(rows, "-", " ", out);
            for (const OptionRow *key = rows->keys; key != NULL && key->name != NULL; key++) {
                const bool prefix = key->name[strlen(key->name) - 1] == '.';
                print_row(key, "  ", prefix ? "" : "=", out);
            }
        }
    }
}
