/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Command lines read by a table of options: values of every kind, initial values, what is refused, and the help. */
#include "tools/option_table.h"

#include <stdio.h>
#include <string.h>

#include "support/engine_process.h"
#include "support/test.h"

enum { WORDS_MAX = 12, TEXT_SIZE = 512, HELP_SIZE = 4096 };

typedef struct Inner {
    int64_t depth;
    const char *name;
} Inner;

/* What is read, one member for each kind. */
typedef struct Values {
    bool on, off;
    int small;
    int64_t large;
    double decimal;
    const char *text;
    Shard shard;
    int choice;
    Inner inner;
    int lists;     /* calls of read_list() */
    int list_size; /* values of the last one */
} Values;

static ErrorCode read_list(void *into, const OptionValues *words, Error *e)
{
    Values *const v = into;
    v->lists++;
    v->list_size = words->count;
    return error_clear(e);
}

static ErrorCode check_inner(void *into, const char *option, Error *e)
{
    const Inner *const inner = into;
    return inner->depth == 13 ? error_set(e, ERROR_SYNTAX, "%s: not thirteen", option) : error_clear(e);
}

static const OptionRow KEYS[] = {
    {"depth", "N", "of it", OPTION_WHOLE, OPTION_STORED(Inner, depth), .min = 1, .max = 99, .required = true},
    {"name", "NAME", "of it", OPTION_TEXT, OPTION_STORED(Inner, name), .initial = "nameless"},
    {.name = NULL},
};

#define STORED(member) OPTION_STORED(Values, member)
static const OptionRow ROWS_READ[] = {
    {"on", NULL, "sets", OPTION_ON, STORED(on)},
    {"off", NULL, "clears", OPTION_OFF, STORED(off)},
    {"small", "N", "a number", OPTION_WHOLE, STORED(small), .min = -5, .max = 5, .initial = "-3"},
    {"large", "N", "another", OPTION_WHOLE, STORED(large), .min = 0, .max = INT64_MAX},
    {"alias", "N", NULL, OPTION_WHOLE, STORED(large), .min = 0, .max = INT64_MAX},
    {"decimal", "X", "with a point", OPTION_DECIMAL, STORED(decimal), .low = -1, .high = 1.5, .initial = "0.25"},
    {"text", "WORD", "any", OPTION_TEXT, STORED(text)},
    {"shard", "I/N", "a part", OPTION_SHARD, STORED(shard), .max = 9, .initial = "1/1"},
    {"choice", "NAME", "one of three", OPTION_CHOICE, STORED(choice),
     .choices = (const char *const[]){"red", "green", "blue", NULL}, .initial = "green"},
    {"inner", "KEY=VALUE...", "by keys", OPTION_KEYS, STORED(inner), .keys = KEYS, .check = check_inner},
    {"list", "A...", "several", OPTION_READ, .read = read_list, .values_min = 1, .values_max = 2, .repeated = true,
     .allowed_with = (const char *const[]){"on", "off", NULL}},
    {.name = NULL},
};

/* A command line split at its spaces. */
typedef struct Line {
    char text[TEXT_SIZE];
    char *words[WORDS_MAX];
    int count;
} Line;

static void split(Line *l, const char *text)
{
    snprintf(l->text, sizeof l->text, "%s", text);
    l->count = 0;
    for (char *word = strtok(l->text, " "); word != NULL; word = strtok(NULL, " ")) {
        ck_assert_int_lt(l->count, WORDS_MAX);
        l->words[l->count++] = strcmp(word, "''") == 0 ? word + 2 : word;
    }
}

/* The values as text, so that a row says what is expected of all of them. */
static void show(const Values *v, char text[TEXT_SIZE])
{
    snprintf(text, TEXT_SIZE, "%d %d %d %lld %g %s %lld/%lld %d %lld %s %d %d", v->on, v->off, v->small,
             (long long)v->large, v->decimal, v->text != NULL ? v->text : "-", (long long)v->shard.part,
             (long long)v->shard.parts, v->choice, (long long)v->inner.depth, v->inner.name, v->lists, v->list_size);
}

#define INITIAL "0 1 -3 7 0.25 - 1/1 1 0 nameless 0 0"
#define REFUSED(error) NULL, 0, OPTION_REQUEST_WORK, error

static const struct {
    const char *line, *values;
    int files;
    OptionRequest request;
    const char *error; /* with '*' for any text; NULL: none */
} LINES[] = {
    {"", INITIAL, 0, OPTION_REQUEST_WORK, NULL},
    {"-on -off", "1 0 -3 7 0.25 - 1/1 1 0 nameless 0 0", 0, OPTION_REQUEST_WORK, NULL},
    {"--small -5", "0 1 -5 7 0.25 - 1/1 1 0 nameless 0 0", 0, OPTION_REQUEST_WORK, NULL},
    {"-large 9223372036854775807", "0 1 -3 9223372036854775807 0.25 - 1/1 1 0 nameless 0 0", 0, OPTION_REQUEST_WORK,
     NULL},
    {"-alias 8", "0 1 -3 8 0.25 - 1/1 1 0 nameless 0 0", 0, OPTION_REQUEST_WORK, NULL},
    {"-decimal -.5", "0 1 -3 7 -0.5 - 1/1 1 0 nameless 0 0", 0, OPTION_REQUEST_WORK, NULL},
    {"-text x -shard 9/9", "0 1 -3 7 0.25 x 9/9 1 0 nameless 0 0", 0, OPTION_REQUEST_WORK, NULL},
    {"-choice red", "0 1 -3 7 0.25 - 1/1 0 0 nameless 0 0", 0, OPTION_REQUEST_WORK, NULL},
    {"-choice blue", "0 1 -3 7 0.25 - 1/1 2 0 nameless 0 0", 0, OPTION_REQUEST_WORK, NULL},
    {"-inner name=a=b depth=99", "0 1 -3 7 0.25 - 1/1 1 99 a=b 0 0", 0, OPTION_REQUEST_WORK, NULL},
    {"-list a -list b c d -on e", "1 1 -3 7 0.25 - 1/1 1 0 nameless 2 2", 2, OPTION_REQUEST_WORK, NULL},
    {"a -on b -5", "1 1 -3 7 0.25 - 1/1 1 0 nameless 0 0", 3, OPTION_REQUEST_WORK, NULL},
    {"-h -nonsense", INITIAL, 0, OPTION_REQUEST_HELP, NULL},
    {"-help", INITIAL, 0, OPTION_REQUEST_HELP, NULL},
    {"--help", INITIAL, 0, OPTION_REQUEST_HELP, NULL},
    {"--version", INITIAL, 0, OPTION_REQUEST_VERSION, NULL},
    {"-nonsense -h", REFUSED("unknown option \"-nonsense\"; -help lists the options")},
    {"---on", REFUSED("unknown option \"---on\"; -help lists the options")},
    {"-", REFUSED("unknown option \"-\"; -help lists the options")},
    {"-on -on", REFUSED("-on is given twice")},
    {"-small", REFUSED("-small needs a value")},
    {"-small -on", REFUSED("-small needs a value")},
    {"-list", REFUSED("-list needs a value")},
    {"-small 6", REFUSED("-small takes a whole number from -5 to 5, not \"6\"")},
    {"-small -6", REFUSED("-small takes a whole number from -5 to 5, not \"-6\"")},
    {"-small 1.0", REFUSED("-small takes a whole number from -5 to 5, not \"1.0\"")},
    {"-small ''", REFUSED("-small needs a whole number from -5 to 5")},
    {"-large 9223372036854775808", REFUSED("-large takes a whole number from 0 to *, not \"9223372036854775808\"")},
    {"-decimal 1.6", REFUSED("-decimal takes a number from -1 to 1.5, not \"1.6\"")},
    {"-decimal nan", REFUSED("-decimal takes a number from -1 to 1.5, not \"nan\"")},
    {"-choice pink", REFUSED("-choice takes red, green or blue, not \"pink\"")},
    {"-shard 0/2", REFUSED("-shard takes I/N, such as 1/4, with I from 1 to N and N up to 9, not \"0/2\"")},
    {"-shard 3/2", REFUSED("-shard takes I/N, *, not \"3/2\"")},
    {"-shard 1/10", REFUSED("-shard takes I/N, *, not \"1/10\"")},
    {"-shard 1", REFUSED("-shard takes I/N, *, not \"1\"")},
    {"-shard 1/", REFUSED("-shard takes I/N, *, not \"1/\"")},
    {"-on -off -list a", "1 0 -3 7 0.25 - 1/1 1 0 nameless 1 1", 0, OPTION_REQUEST_WORK, NULL},
    {"-text x -h -list a", "0 1 -3 7 0.25 x 1/1 1 0 nameless 0 0", 0, OPTION_REQUEST_HELP, NULL},
    {"-text x -on -list a", REFUSED("-list does not go with -text; it takes -on and -off beside it")},
    {"-list a -list b -alias 3", REFUSED("-list does not go with -alias; it takes -on and -off beside it")},
    {"-inner", REFUSED("-inner needs a value")},
    {"-inner name=x", REFUSED("-inner needs depth=")},
    {"-inner depth", REFUSED("-inner takes KEY=VALUE, not \"depth\"; the keys are depth=, name=")},
    {"-inner =1", REFUSED("-inner takes KEY=VALUE, not \"=1\"; the keys are depth=, name=")},
    {"-inner size=1", REFUSED("-inner does not know \"size\"; it takes depth=, name=")},
    {"-inner depth=", REFUSED("-inner: depth= needs a value")},
    {"-inner depth=13 depth=14", REFUSED("-inner: depth= is given twice")},
    {"-inner depth=100", REFUSED("depth= takes a whole number from 1 to 99, not \"100\"")},
    {"-inner depth=13 name=x", REFUSED("-inner: not thirteen")},
};

TEST_EACH(lines_are_read, ROWS(LINES))
{
    Line line;
    Error e;
    char text[TEXT_SIZE];
    Values v = {.off = true, .large = 7};
    Operands files;
    OptionRequest request;
    split(&line, LINES[_i].line);
    const ErrorCode code = option_table_read(ROWS_READ, &v, line.count, line.words, &files, &request, &e);
    if (LINES[_i].error != NULL) {
        ck_assert_int_eq(code, ERROR_SYNTAX);
        ck_assert_msg(matches(LINES[_i].error, e.text), "\"%s\"", e.text);
        return;
    }
    ck_assert_msg(code == ERROR_NONE, "\"%s\"", e.text);
    show(&v, text);
    ck_assert_str_eq(text, LINES[_i].values);
    ck_assert_int_eq(files.count, LINES[_i].files);
    ck_assert_int_eq(request, LINES[_i].request);
}

/* Words that belong to no option keep their order; a program without files refuses them. */
TEST(words_of_no_option)
{
    Line line;
    Error e;
    Values v;
    Operands files;
    OptionRequest request;
    split(&line, "a -text t b -on c");
    ck_assert_int_eq(option_table_read(ROWS_READ, &v, line.count, line.words, &files, &request, &e), ERROR_NONE);
    ck_assert_int_eq(files.count, 3);
    for (int i = 0; i < files.count; i++) {
        ck_assert_int_eq(files.words[i][0], 'a' + i);
    }
    ck_assert_str_eq(v.text, "t");
    split(&line, "-on a");
    ck_assert_int_eq(option_table_read(ROWS_READ, &v, line.count, line.words, NULL, &request, &e), ERROR_SYNTAX);
    ck_assert_str_eq(e.text, "unexpected argument \"a\"; -help lists the options");
}

TEST(help_lists_the_table)
{
    char text[HELP_SIZE] = "";
    FILE *const out = tmpfile();
    ck_assert_ptr_nonnull(out);
    option_table_help(ROWS_READ, out);
    rewind(out);
    text[fread(text, 1, sizeof text - 1, out)] = '\0';
    fclose(out);
    ck_assert_str_eq(text, "-on                     sets\n"
                           "-off                    clears\n"
                           "-small N                a number (-3)\n"
                           "-large N                another\n"
                           "-decimal X              with a point (0.25)\n"
                           "-text WORD              any\n"
                           "-shard I/N              a part (1/1)\n"
                           "-choice NAME            one of three (green)\n"
                           "-inner KEY=VALUE...     by keys\n"
                           "  depth=N               of it\n"
                           "  name=NAME             of it (nameless)\n"
                           "-list A...              several\n"
                           "-help                   print this list; also -h and --help\n"
                           "-version                print the version; also --version\n");
}
