/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/option_table.h"

#include <string.h>

#include "system/text.h"

/* Column of the help texts. */
enum { HELP_COLUMN = 24 };

static ErrorCode read_whole(const OptionRow *row, void *into, const OptionValues *w, Error *e)
{
    int64_t number = 0;
    const ErrorCode code = word_number_of(w->option, word_of(w->values[0]), row->min, row->max, &number, e);
    if (code == ERROR_NONE && row->size == sizeof(int)) {
        *(int *)into = (int)number;
    } else if (code == ERROR_NONE) {
        *(int64_t *)into = number;
    }
    return code;
}

static ErrorCode read_decimal(const OptionRow *row, double *into, const OptionValues *w, Error *e)
{
    return number_decimal(w->values[0], row->low, row->high, into)
               ? ERROR_NONE
               : error_set(e, ERROR_SYNTAX, "%s takes a number from %g to %g, not \"%s\"", w->option, row->low,
                           row->high, WORD_SHOWN(word_of(w->values[0])));
}

static ErrorCode read_shard(const OptionRow *row, Shard *into, const OptionValues *w, Error *e)
{
    const char *const text = w->values[0];
    const char *const slash = strchr(text, '/');
    Shard shard;
    if (slash == NULL || !word_number(word_of(slash + 1), 1, row->max, &shard.parts) ||
        !word_number((Word){text, (size_t)(slash - text)}, 1, shard.parts, &shard.part)) {
        return error_set(e, ERROR_SYNTAX, "%s takes I/N, such as 1/4, with I from 1 to N and N up to %d, not \"%s\"",
                         w->option, (int)row->max, WORD_SHOWN(word_of(text)));
    }
    *into = shard;
    return ERROR_NONE;
}

/* The index of a word in a list, or of the NULL at its end. */
static int find_name(const char *const *names, const char *word)
{
    int i = 0;
    while (names[i] != NULL && strcmp(names[i], word) != 0) {
        i++;
    }
    return i;
}

/* Adds a list of names, with `before` in front of each and `last` before the last of several. */
static void add_names(Text *t, const char *const *names, const char *before, const char *last)
{
    for (int i = 0; names[i] != NULL; i++) {
        text_add(t, "%s%s%s", i == 0 ? "" : names[i + 1] == NULL ? last : ", ", before, names[i]);
    }
}

static ErrorCode read_choice(const OptionRow *row, void *into, const OptionValues *w, Error *e)
{
    const int i = find_name(row->choices, w->values[0]);
    if (row->choices[i] != NULL) {
        memcpy(into, &i, sizeof i); /* an enumeration, signed or unsigned */
        return ERROR_NONE;
    }
    Text names;
    text_init(&names);
    add_names(&names, row->choices, "", " or ");
    const ErrorCode code =
        error_set(e, ERROR_SYNTAX, "%s takes %s, not \"%s\"", w->option, names.data, WORD_SHOWN(word_of(w->values[0])));
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

static ErrorCode read_keys(const OptionRow *row, void *into, const OptionValues *w, Error *e)
{
    const ErrorCode code = option_table_read_keys(row->keys, into, w, e);
    return code == ERROR_NONE && row->check != NULL ? row->check(into, w->option, e) : code;
}

/* Reads the values of one row, whose number has been checked. */
static ErrorCode read_row(const OptionRow *row, void *target, const OptionValues *w, Error *e)
{
    void *const into = (char *)target + row->offset;
    switch (row->kind) {
    case OPTION_ON:
    case OPTION_OFF:
        *(bool *)into = row->kind == OPTION_ON;
        return ERROR_NONE;
    case OPTION_WHOLE:
        return read_whole(row, into, w, e);
    case OPTION_DECIMAL:
        return read_decimal(row, into, w, e);
    case OPTION_TEXT:
        *(const char **)into = w->values[0];
        return ERROR_NONE;
    case OPTION_SHARD:
        return read_shard(row, into, w, e);
    case OPTION_CHOICE:
        return read_choice(row, into, w, e);
    case OPTION_KEYS:
        return read_keys(row, into, w, e);
    default:
        return row->read(into, w, e);
    }
}

/* True for a name that stands for all keys that begin with it. */
static bool is_prefix(const OptionRow *key)
{
    return key->name[strlen(key->name) - 1] == '.';
}

/* The row for a key of that length; the one without a name if there is none. */
static const OptionRow *find_key(const OptionRow *keys, const char *word, size_t length)
{
    const OptionRow *row = keys;
    for (; row->name != NULL; row++) {
        const size_t n = strlen(row->name);
        if ((n == length || (is_prefix(row) && n < length)) && memcmp(row->name, word, n) == 0) {
            break;
        }
    }
    return row;
}

/* Refuses a value: it has no key, an empty one, or one that is not in the table. */
static ErrorCode refuse_key(const OptionRow *keys, const char *option, const char *word, Error *e)
{
    const char *const equals = strchr(word, '=');
    const Word key = {.text = word, .length = equals != NULL ? (size_t)(equals - word) : 0};
    Text list;
    ErrorCode code;
    text_init(&list);
    for (; keys->name != NULL; keys++) {
        text_add(&list, "%s%s%s", list.length > 0 ? ", " : "", keys->name,
                 keys->argument != NULL && is_prefix(keys) ? keys->argument : "=");
    }
    if (key.length == 0 || key.length >= OPTION_KEY_SIZE) {
        code = error_set(e, ERROR_SYNTAX, "%s takes KEY=VALUE, not \"%s\"; the keys are %s", option,
                         WORD_SHOWN(word_of(word)), list.data);
    } else {
        code = error_set(e, ERROR_SYNTAX, "%s does not know \"%s\"; it takes %s", option, WORD_SHOWN(key), list.data);
    }
    text_free(&list);
    return code;
}

ErrorCode option_table_read_keys(const OptionRow *keys, void *target, const OptionValues *words, Error *e)
{
    ErrorCode code = ERROR_NONE;
    uint64_t given = 0;
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
        if (*value == '\0' && (row->kind != OPTION_READ || row->values_min > 0)) {
            return error_set(e, ERROR_SYNTAX, "%s: %s needs a value", words->option, shown);
        }
        const uint64_t bit = UINT64_C(1) << (row - keys);
        if ((given & bit) != 0 && !is_prefix(row)) {
            return error_set(e, ERROR_SYNTAX, "%s: %s is given twice", words->option, shown);
        }
        given |= bit;
        code = read_row(row, target, &(OptionValues){.option = shown, .values = &value, .count = 1}, e);
    }
    return code == ERROR_NONE ? check_required(keys, words->option, given, e) : code;
}

void option_table_initialise(const OptionRow *rows, void *target)
{
    for (; rows->name != NULL; rows++) {
        if (rows->kind == OPTION_KEYS) {
            option_table_initialise(rows->keys, (char *)target + rows->offset);
        }
        if (rows->initial != NULL) {
            char *value = (char *)rows->initial; /* only read */
            (void)read_row(rows, target, &(OptionValues){.option = rows->name, .values = &value, .count = 1}, NULL);
        }
    }
}

/* True for a word that is written like an option, and not like a negative number. */
static bool is_option(const char *word)
{
    return word[0] == '-' && (word[1] < '0' || word[1] > '9') && word[1] != '.';
}

/* What stands after the dash or the two dashes of an option; "" when there are more. */
static const char *name_of(const char *word)
{
    const size_t dashes = strspn(word, "-");
    return dashes <= 2 ? word + dashes : "";
}

static const OptionRow *find_option(const OptionRow *rows, const char *word)
{
    while (rows->name != NULL && strcmp(name_of(word), rows->name) != 0) {
        rows++;
    }
    return rows;
}

/* How many values an option takes at least and at most. */
static void value_range(const OptionRow *row, int *min, int *max)
{
    const bool none = row->kind == OPTION_ON || row->kind == OPTION_OFF;
    const bool own = row->kind == OPTION_READ;
    *min = own ? row->values_min : none ? 0 : 1;
    *max = own ? row->values_max : none ? 0 : row->kind == OPTION_KEYS ? OPTION_VALUES_MANY : 1;
}

/* Reads the option that stands at argv[0], and how many arguments it has with its values. */
static ErrorCode read_option(const OptionRow *row, void *target, int argc, char **argv, int *taken, Error *e)
{
    OptionValues w = {.option = argv[0], .values = argv + 1};
    int min, max;
    value_range(row, &min, &max);
    while (w.count < max && w.count + 1 < argc && !is_option(w.values[w.count])) {
        w.count++;
    }
    *taken = 1 + w.count;
    return w.count < min ? error_set(e, ERROR_SYNTAX, "%s needs a value", w.option) : read_row(row, target, &w, e);
}

/* What an option asks for if it is one that every program has. */
static OptionRequest request_of(const char *word)
{
    const char *const name = name_of(word);
    return strcmp(name, "help") == 0 || strcmp(name, "h") == 0 ? OPTION_REQUEST_HELP
           : strcmp(name, "version") == 0                      ? OPTION_REQUEST_VERSION
                                                               : OPTION_REQUEST_WORK;
}

/* Refuses an option that was given with a row that it does not go with. */
static ErrorCode refuse_combination(const OptionRow *row, const OptionRow *other, Error *e)
{
    Text names;
    text_init(&names);
    add_names(&names, row->allowed_with, "-", " and ");
    const ErrorCode code = error_set(e, ERROR_SYNTAX, "-%s does not go with -%s; it takes %s beside it", row->name,
                                     other->name, names.data);
    text_free(&names);
    return code;
}

/* True unless the row lists the options that it goes with, and this is not among them. */
static bool is_allowed_with(const OptionRow *row, const OptionRow *other)
{
    return row == other || row->allowed_with == NULL ||
           row->allowed_with[find_name(row->allowed_with, other->name)] != NULL;
}

static ErrorCode check_combinations(const OptionRow *rows, const bool *given, Error *e)
{
    for (int i = 0; rows[i].name != NULL; i++) {
        for (int other = 0; rows[other].name != NULL; other++) {
            if (given[i] && given[other] && !is_allowed_with(&rows[i], &rows[other])) {
                return refuse_combination(&rows[i], &rows[other], e);
            }
        }
    }
    return ERROR_NONE;
}

ErrorCode option_table_read(const OptionRow *rows, void *target, int argc, char **argv, Operands *files,
                            OptionRequest *request, Error *e)
{
    Operands found = {argv, 0};
    bool given[OPTION_ROWS_MAX] = {false};
    ErrorCode code = error_clear(e);
    int taken = 1;
    *request = OPTION_REQUEST_WORK;
    option_table_initialise(rows, target);
    for (int i = 0; i < argc && code == ERROR_NONE && *request == OPTION_REQUEST_WORK; i += taken) {
        char *const word = argv[i];
        const OptionRow *const row = find_option(rows, word);
        taken = 1;
        if (!is_option(word) && files != NULL) {
            found.words[found.count++] = word;
        } else if (!is_option(word)) {
            code = error_set(e, ERROR_SYNTAX, "unexpected argument \"%s\"; -help lists the options",
                             WORD_SHOWN(word_of(word)));
        } else if (request_of(word) != OPTION_REQUEST_WORK) {
            *request = request_of(word);
        } else if (row->name == NULL) {
            code =
                error_set(e, ERROR_SYNTAX, "unknown option \"%s\"; -help lists the options", WORD_SHOWN(word_of(word)));
        } else if (given[row - rows] && !row->repeated) {
            code = error_set(e, ERROR_SYNTAX, "%s is given twice", word);
        } else {
            given[row - rows] = true;
            code = read_option(row, target, argc - i, argv + i, &taken, e);
        }
    }
    if (files != NULL) {
        *files = found;
    }
    return code != ERROR_NONE || *request != OPTION_REQUEST_WORK ? code : check_combinations(rows, given, e);
}

/* One line of help: the option or the key with what it takes, what it is for, and its initial value. */
static void print_row(const OptionRow *row, const char *before, const char *between, FILE *out)
{
    const int width = fprintf(out, "%s%s%s%s", before, row->name, row->argument != NULL ? between : "",
                              row->argument != NULL ? row->argument : "");
    fprintf(out, "%*s%s", width < HELP_COLUMN - 1 ? HELP_COLUMN - width : 2, "", row->help);
    if (row->initial != NULL) {
        fprintf(out, " (%s)", row->initial);
    }
    fputc('\n', out);
}

void option_table_help(const OptionRow *rows, FILE *out)
{
    static const OptionRow EVERYWHERE[] = {{.name = "help", .help = "print this list; also -h and --help"},
                                           {.name = "version", .help = "print the version; also --version"}};
    for (; rows->name != NULL; rows++) {
        if (rows->help != NULL) {
            print_row(rows, "-", " ", out);
            for (const OptionRow *key = rows->keys; key != NULL && key->name != NULL; key++) {
                print_row(key, "  ", is_prefix(key) ? "" : "=", out);
            }
        }
    }
    for (size_t i = 0; i < sizeof EVERYWHERE / sizeof EVERYWHERE[0]; i++) {
        print_row(&EVERYWHERE[i], "-", " ", out);
    }
}
