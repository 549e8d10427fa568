/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers in text, random numbers, and the clock. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/test.h"
#include "system/clock.h"
#include "system/random.h"
#include "system/text.h"

#define NONE INT64_MIN

/* Texts, and the numbers with which they begin: bytes of these, 0 if there is none. */
static const struct {
    const char *text;
    int64_t most;
    size_t digits;
    int64_t number;
    size_t bytes; /* of the number with decimals */
    int64_t thousandths;
    int64_t whole; /* the whole text as a number; NONE: it is not one */
} TEXTS[] = {
    {"", 9, 0, 0, 0, 0, NONE},
    {"0", 9, 1, 0, 1, 0, 0},
    {"-0", 9, 0, 0, 0, 0, 0},
    {"7", 9, 1, 7, 1, 7000, 7},
    {"7", 6, 0, 0, 0, 0, NONE},
    {"7", 7, 1, 7, 1, 7000, 7},
    {"007", 7, 3, 7, 3, 7000, 7},
    {"-7", 9, 0, 0, 0, 0, -7},
    {"-", 9, 0, 0, 0, 0, NONE},
    {"--1", 9, 0, 0, 0, 0, NONE},
    {"+7", 9, 0, 0, 0, 0, NONE},
    {" 7", 9, 0, 0, 0, 0, NONE},
    {"x1", 9, 0, 0, 0, 0, NONE},
    {"1x", 9, 1, 1, 1, 1000, NONE},
    {"1e3", 9, 1, 1, 1, 1000, NONE},
    {"1.0", 9, 1, 1, 3, 1000, NONE},
    {"12s", 99, 2, 12, 2, 12000, NONE},
    {"0.5", 9, 1, 0, 3, 500, NONE},
    {".5", 9, 0, 0, 2, 500, NONE},
    {"5.", 9, 1, 5, 2, 5000, NONE},
    {".", 9, 0, 0, 0, 0, NONE},
    {"1.5.2", 9, 1, 1, 3, 1500, NONE},
    {"1.234", 9, 1, 1, 5, 1234, NONE},
    {"1.2345", 9, 1, 1, 0, 0, NONE},
    {"1.0000", 9, 1, 1, 0, 0, NONE},
    {"1.00000000000000000000000001", 9, 1, 1, 0, 0, NONE},
    {"9223372036854775807", INT64_MAX, 19, INT64_MAX, 0, 0, INT64_MAX},
    {"9223372036854775808", INT64_MAX, 0, 0, 0, 0, NONE},
    {"99999999999999999999", INT64_MAX, 0, 0, 0, 0, NONE},
    {"-9223372036854775807", INT64_MAX, 0, 0, 0, 0, -INT64_MAX},
};

TEST_EACH(numbers_at_the_beginning, ROWS(TEXTS))
{
    const int64_t untouched = -1;
    const char *const text = TEXTS[_i].text;
    int64_t number = untouched;
    ck_assert_uint_eq(number_digits(text, NUMBER_TO_NUL, TEXTS[_i].most, &number), TEXTS[_i].digits);
    ck_assert_int_eq(number, TEXTS[_i].digits > 0 ? TEXTS[_i].number : untouched);
    number = untouched;
    ck_assert_uint_eq(number_thousandths(text, NUMBER_TO_NUL, TEXTS[_i].most, &number), TEXTS[_i].bytes);
    ck_assert_int_eq(number, TEXTS[_i].bytes > 0 ? TEXTS[_i].thousandths : untouched);
    number = untouched;
    ck_assert_int_eq(word_number((Word){text, strlen(text)}, INT64_MIN, TEXTS[_i].most, &number),
                     TEXTS[_i].whole != NONE);
    ck_assert_int_eq(number, TEXTS[_i].whole != NONE ? TEXTS[_i].whole : untouched);
    /* What lies behind the length does not count, and is not read. */
    for (size_t length = 0; length <= strlen(text); length++) {
        char *const copy = malloc(length + 1);
        char *const exact = malloc(length == 0 ? 1 : length);
        ck_assert(copy != NULL && exact != NULL);
        memcpy(copy, text, length);
        copy[length] = '\0';
        memcpy(exact, text, length);
        int64_t a = untouched;
        int64_t b = untouched;
        ck_assert_uint_eq(number_digits(exact, length, TEXTS[_i].most, &a),
                          number_digits(copy, NUMBER_TO_NUL, TEXTS[_i].most, &b));
        ck_assert_int_eq(a, b);
        ck_assert_uint_eq(number_thousandths(exact, length, TEXTS[_i].most, &a),
                          number_thousandths(copy, NUMBER_TO_NUL, TEXTS[_i].most, &b));
        ck_assert_int_eq(a, b);
        free(exact);
        free(copy);
    }
}

/* Numbers from -100 to 100; NAN: the text is refused. */
static const struct {
    const char *text;
    double number;
} DECIMALS[] = {{"1e-4", 1e-4}, {"-12", -12},    {"+.5", .5},    {"100", 100}, {"-100", -100}, {"2.", 2},
                {"0", 0},       {"", NAN},       {" 1", NAN},    {"1 ", NAN},  {"nan", NAN},   {"inf", NAN},
                {"0x10", NAN},  {"1.5.2", NAN},  {"e", NAN},     {"1e9", NAN}, {"101", NAN},   {"-", NAN},
                {"1e", NAN},    {"-100.5", NAN}, {"1e999", NAN}, {",", NAN}};

TEST_EACH(decimal_numbers, ROWS(DECIMALS))
{
    const bool taken = !isnan(DECIMALS[_i].number);
    double number = 1;
    ck_assert(number_decimal(DECIMALS[_i].text, -100, 100, &number) == taken);
    ck_assert_double_eq(number, taken ? DECIMALS[_i].number : 1);
}

TEST(random_numbers_below_a_limit)
{
    enum { LIMIT = 7, DRAWS = 7000 };
    uint64_t state = 3;
    int seen[LIMIT] = {0};
    for (int i = 0; i < DRAWS; i++) {
        const size_t n = random_below(&state, LIMIT);
        ck_assert_uint_lt(n, LIMIT);
        seen[n]++;
    }
    for (int n = 0; n < LIMIT; n++) {
        ck_assert_int_gt(seen[n], DRAWS / LIMIT * 8 / 10);
        ck_assert_int_lt(seen[n], DRAWS / LIMIT * 12 / 10);
    }
    ck_assert_uint_ne(random_pair(1, 2), random_pair(2, 1));
    ck_assert_uint_ne(random_seed(), random_seed());
}

TEST(the_clock_goes_forward)
{
    enum { SLEPT_MS = 20 };
    const Nanoseconds begun = clock_now();
    const int64_t us = clock_us();
    const int64_t ms = clock_ms();
    const Nanoseconds used = clock_thread_cpu();
    clock_sleep(SLEPT_MS * NS_PER_MS);
    ck_assert_int_lt(clock_thread_cpu() - used, SLEPT_MS * NS_PER_MS); /* sleeping uses no processor time */
    ck_assert_int_ge(clock_now() - begun, SLEPT_MS * NS_PER_MS);
    ck_assert_int_ge(clock_us() - us, SLEPT_MS * US_PER_MS - 1);
    ck_assert_int_ge(clock_ms() - ms, SLEPT_MS - 1);
}

TEST(the_date_has_its_form)
{
    char date[CLOCK_DATE_SIZE];
    int64_t year = 0, month = 0, day = 0;
    clock_date(date);
    ck_assert_uint_eq(strlen(date), CLOCK_DATE_SIZE - 1);
    ck_assert_uint_eq(number_digits(date, NUMBER_TO_NUL, 9999, &year), 4);
    ck_assert_uint_eq(number_digits(date + 5, NUMBER_TO_NUL, 12, &month), 2);
    ck_assert_uint_eq(number_digits(date + 8, NUMBER_TO_NUL, 31, &day), 2);
    ck_assert(date[4] == '.' && date[7] == '.' && year >= 1970 && month >= 1 && day >= 1);
}
