/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "system/numbers.h"

#include <stdlib.h>
#include <string.h>

enum { BASE = 10, DECIMALS = 3, THOUSAND = 1000 };

size_t number_digits(const char *text, size_t length, int64_t max, int64_t *number)
{
    int64_t n = 0;
    size_t count = 0;
    for (; count < length && text[count] >= '0' && text[count] <= '9'; count++) {
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

static bool has_digit(const char *text, size_t length, size_t at)
{
    return at < length && text[at] >= '0' && text[at] <= '9';
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
