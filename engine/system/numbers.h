/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers at the beginning of a text: digits alone, without the signs, spaces and other spellings that the C library
 * takes, and the same in every locale. */
#ifndef BUSHKA_SYSTEM_NUMBERS_H
#define BUSHKA_SYSTEM_NUMBERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* For a length: the text ends with a NUL. */
#define NUMBER_TO_NUL SIZE_MAX

/* Reads the digits that the text begins with. Returns their count; 0, with *number unchanged, when there are none or
 * the number is greater than `max`. */
size_t number_digits(const char *text, size_t length, int64_t max, int64_t *number);

/* Reads a number with up to three decimals, such as "10", "0.5" or ".5", in thousandths. Returns the count of the bytes
 * read; 0, with *number unchanged, when there is no digit, there are more decimals, or the part before the point is
 * greater than `max`. */
size_t number_thousandths(const char *text, size_t length, int64_t max, int64_t *number);

/* Reads a NUL-terminated text that is a decimal number and nothing else: "-12", "0.5", "1e-4". Returns false, with
 * *number unchanged, when it is not one or lies outside min to max. */
bool number_decimal(const char *text, double min, double max, double *number);

#endif
