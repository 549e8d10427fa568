/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The registry of options, and the options of the engine. */
#include "protocol/options.h"

#include <string.h>

#include "protocol/engine.h"
#include "support/engine_process.h"
#include "support/test.h"
#include "system/words.h"

/* What the change functions received. */
typedef struct Seen {
    int calls;
    int number;
    char text[64];
    bool refuse;
} Seen;

static ErrorCode on_change(void *context, int number, const char *text, Error *e)
{
    Seen *const seen = context;
    seen->calls++;
    seen->number = number;
    strncpy(seen->text, text, sizeof seen->text - 1);
    return seen->refuse ? error_set(e, ERROR_MEMORY, "cannot be had") : error_clear(e);
}

static const char *const FRUITS[] = {"apple", "pear", NULL};

static const OptionSpec SPECS[] = {
    {.name = "Number", .type = OPTION_SPIN, .initial = 5, .min = -10, .max = 10, .change = on_change},
    {.name = "Flag", .type = OPTION_CHECK, .initial = 1, .change = on_change},
    {.name = "Fruit", .type = OPTION_COMBO, .initial = 1, .choices = FRUITS, .change = on_change},
    {.name = "Press Me", .type = OPTION_BUTTON, .change = on_change},
    {.name = "Path", .type = OPTION_STRING, .initial_text = "", .change = on_change},
    {.name = "Quiet", .type = OPTION_SPIN, .initial = 1, .min = 0, .max = 1},
};

static Options *new_options(Seen *seen)
{
    memset(seen, 0, sizeof *seen);
    Options *const options = options_new(SPECS, (int)(sizeof SPECS / sizeof SPECS[0]), seen);
    ck_assert_ptr_nonnull(options);
    return options;
}

TEST(test_announcement)
{
    Seen seen;
    Text t;
    Options *const options = new_options(&seen);
    text_init(&t);
    options_print(options, &t);
    ck_assert_str_eq(t.data, "option name Number type spin default 5 min -10 max 10\n"
                             "option name Flag type check default true\n"
                             "option name Fruit type combo default pear var apple var pear\n"
                             "option name Press Me type button\n"
                             "option name Path type string default <empty>\n"
                             "option name Quiet type spin default 1 min 0 max 1\n");
    ck_assert_int_eq(seen.calls, 0);
    text_free(&t);
    options_free(options);
}

TEST(test_values)
{
    Seen seen;
    Error e;
    Options *const options = new_options(&seen);
    ck_assert_int_eq(options_number(options, "number"), 5);
    ck_assert_int_eq(options_set(options, "NUMBER", "-10", &e), ERROR_NONE);
    ck_assert_int_eq(options_number(options, "Number"), -10);
    ck_assert_int_eq(seen.number, -10);
    ck_assert_int_eq(options_set(options, "flag", "FALSE", &e), ERROR_NONE);
    ck_assert_int_eq(options_number(options, "Flag"), 0);
    ck_assert_int_eq(options_set(options, "Fruit", "Apple", &e), ERROR_NONE);
    ck_assert_int_eq(options_number(options, "Fruit"), 0);
    ck_assert_int_eq(options_set(options, "press me", "", &e), ERROR_NONE);
    ck_assert_int_eq(options_set(options, "Path", "/a b/c", &e), ERROR_NONE);
    ck_assert_str_eq(seen.text, "/a b/c");
    ck_assert_int_eq(options_set(options, "Path", "<empty>", &e), ERROR_NONE);
    ck_assert_str_eq(seen.text, "");
    ck_assert_int_eq(seen.calls, 6);
    ck_assert_int_eq(options_set(options, "Quiet", "0", &e), ERROR_NONE);
    ck_assert_int_eq(options_number(options, "Quiet"), 0);
    options_free(options);
}

TEST(test_refusals)
{
    static const char *const cases[][3] = {
        {"Number", "11", "option Number takes a whole number from -10 to 10, not \"11\""},
        {"Number", "-11", "option Number takes a whole number from -10 to 10, not \"-11\""},
        {"Number", "", "option Number takes a whole number from -10 to 10, not \"\""},
        {"Number", "-", "option Number takes a whole number from -10 to 10, not \"-\""},
        {"Number", "0x1", "option Number takes a whole number from -10 to 10, not \"0x1\""},
        {"Number", "1 2", "option Number takes a whole number from -10 to 10, not \"1 2\""},
        {"Flag", "1", "option Flag takes true or false, not \"1\""},
        {"Fruit", "plum", "option Fruit takes apple or pear, not \"plum\""},
        {"Press Me", "hard", "option Press Me is a button and takes no value"},
        {"Nmuber", "1", "unknown option \"Nmuber\"; uci lists the options"},
        {"a name that is much longer than any name of an option", "1",
         "unknown option \"a name that is much longer than any name\"; uci lists the options"},
    };
    Seen seen;
    Error e;
    Options *const options = new_options(&seen);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        ck_assert_int_eq(options_set(options, cases[i][0], cases[i][1], &e), ERROR_SYNTAX);
        ck_assert_str_eq(e.text, cases[i][2]);
    }
    seen.refuse = true;
    ck_assert_int_eq(options_set(options, "Number", "7", &e), ERROR_MEMORY);
    ck_assert_str_eq(e.text, "cannot be had");
    ck_assert_int_eq(options_set(options, "Path", "x", &e), ERROR_MEMORY);
    ck_assert_int_eq(options_number(options, "Number"), 5);
    ck_assert_int_eq(options_number(options, "Flag"), 1);
    ck_assert_int_eq(options_number(options, "Fruit"), 1);
    options_free(options);
}

TEST(test_numbers)
{
    static const char *const good[] = {"0", "-0", "007", "9223372036854775807", "-9223372036854775807"};
    static const int64_t values[] = {0, 0, 7, INT64_MAX, -INT64_MAX};
    static const char *const bad[] = {"", "-", "--1", "+1", "1.0", "1e3", " 1", "9223372036854775808", "x1", "1x"};
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        const Word word = {.text = good[i], .length = strlen(good[i])};
        int64_t value = 1;
        ck_assert(word_number(word, INT64_MIN, INT64_MAX, &value));
        ck_assert_int_eq(value, values[i]);
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const Word word = {.text = bad[i], .length = strlen(bad[i])};
        int64_t value = 1;
        ck_assert(!word_number(word, INT64_MIN, INT64_MAX, &value));
        ck_assert_int_eq(value, 1);
    }
}

TEST(test_two_engines)
{
    /* Each has its own options and game. */
    static const char option[] = "setoption name UCI_Variant value bushka9x11";
    static const char overhead[] = "setoption  name  move   overhead  value 77";
    Output nowhere;
    output_init(&nowhere, OUTPUT_NOWHERE, NULL);
    Engine *const a = engine_new(&nowhere);
    Engine *const b = engine_new(&nowhere);
    ck_assert(a != NULL && b != NULL);
    ck_assert(engine_execute(a, option, strlen(option)));
    ck_assert(engine_execute(b, overhead, strlen(overhead)));
    ck_assert_str_eq(engine_variant(a)->name, "bushka9x11");
    ck_assert_str_eq(engine_variant(b)->name, "bushka");
    ck_assert_int_eq(options_number(a->options, OPTION_MOVE_OVERHEAD), SEARCH_OVERHEAD_DEFAULT);
    ck_assert_int_eq(options_number(b->options, OPTION_MOVE_OVERHEAD), 77);
    ck_assert(!engine_execute(b, "go depth", strlen("go depth")));
    ck_assert(engine_execute(a, "go depth 3", strlen("go depth 3")));
    ck_assert(engine_execute(b, "go infinite", strlen("go infinite")));
    ck_assert(engine_wait(a, ACTIVITY_FOREVER));
    ck_assert(!engine_wait(b, 1));
    engine_free(a);
    engine_free(b); /* in mid-search */
    output_free(&nowhere);
}

TEST(test_hash_that_cannot_be_had)
{
    const uint64_t memory = UINT64_C(1) << 30;
    EngineProcess p;
    if (SANITIZED) {
        return; /* sanitizers need more address space than any limit leaves */
    }
    process_start(&p, NULL, memory);
    ck_assert(process_send(&p, "setoption name Hash value 65536\n"));
    process_expect_next(&p, ERROR_LINE "*");
    process_sync(&p);
    ck_assert(process_send(&p, "go depth 5\n"));
    process_expect(&p, "bestmove *");
    ck_assert(process_send(&p, "perft 3 hash 1024\n")); /* as much as the limit, and the program */
    process_expect_next(&p, ERROR_LINE "not enough memory for this perft; give it a smaller hash table");
    ck_assert(process_send(&p, "bench hash 65536\n"));
    process_expect_next(&p, ERROR_LINE "*");
    process_expect_silence(&p, "setoption name Hash value 64");
    process_quit(&p);
}

TEST(test_engine_options_work)
{
    static const char *const commands[] = {"setoption name Hash value 1",
                                           "setoption name hash value 64",
                                           "setoption name Clear Hash",
                                           "setoption name clear hash value",
                                           "setoption name Threads value 3",
                                           "setoption name Threads value 1",
                                           "setoption name MultiPV value 1",
                                           "setoption name Ponder value true",
                                           "setoption name Move Overhead value 0",
                                           "setoption name Notation value Coordinate"};
    EngineProcess p;
    process_start(&p, NULL, 0);
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        process_expect_silence(&p, commands[i]);
        ck_assert(process_send(&p, "go depth 4\n"));
        process_expect(&p, "bestmove *");
    }
    ck_assert(process_send(&p, "setoption name UCI_Variant value bushka\n"));
    process_expect_next(&p,
                        "info string variant bushka files 10 ranks 10 pocket 0 template fairy startpos "
                        "W:Wd2,e1,e2,e3,f2,f3,f4,g3,g4,g5,h4,h5,h6,i5,i6:Ba5,a6,b5,b6,b7,c6,c7,c8,d7,d8,d9,e8,e9,e0,"
                        "f9");
    process_quit(&p);
}
