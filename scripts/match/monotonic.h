/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The clock by which engines are measured. */
#ifndef BUSHKA_MATCH_MONOTONIC_H
#define BUSHKA_MATCH_MONOTONIC_H

#include <stdint.h>

/* A moment of the monotonic clock, or a time, in nanoseconds. */
typedef int64_t Nanoseconds;

#define NS_PER_MILLISECOND INT64_C(1000000)
#define NS_PER_SECOND INT64_C(1000000000)

/* Later than any moment. */
#define NS_NEVER INT64_MAX

/* The moment that it is now. Safe between fork and exec. */
Nanoseconds monotonic_now(void);

#endif
