/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The monotonic clock, units of time, and the date. */
#ifndef BUSHKA_SYSTEM_CLOCK_H
#define BUSHKA_SYSTEM_CLOCK_H

#include <stdint.h>
#include <time.h>

/* A moment of the monotonic clock, or a duration, in nanoseconds. */
typedef int64_t Nanoseconds;

/* Later than any moment, longer than any duration. */
#define NS_NEVER INT64_MAX

#define NS_PER_US INT64_C(1000)
#define NS_PER_MS INT64_C(1000000)
#define NS_PER_S INT64_C(1000000000)
enum { US_PER_MS = 1000, US_PER_S = 1000000, MS_PER_S = 1000 };

/* Now, in nanoseconds, microseconds or milliseconds. Safe in signal handlers, and between fork and exec. */
Nanoseconds clock_now(void);
int64_t clock_us(void);
int64_t clock_ms(void);

/* The CPU time that the calling thread has used. */
Nanoseconds clock_thread_cpu(void);

/* A moment or duration, at least 0, as a struct timespec. */
struct timespec clock_timespec(Nanoseconds time);

/* Sleeps for that long, or until the thread handles a signal. */
void clock_sleep(Nanoseconds time);

/* Bytes of a date, with the NUL. */
enum { CLOCK_DATE_SIZE = sizeof "9999.12.31" };

/* Writes today's local date as game files have it, "2024.02.29". */
void clock_date(char date[CLOCK_DATE_SIZE]);

#endif
