/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "system/clock.h"

static Nanoseconds read_clock(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (Nanoseconds)t.tv_sec * NS_PER_S + t.tv_nsec;
}

Nanoseconds clock_now(void)
{
    return read_clock(CLOCK_MONOTONIC);
}

Nanoseconds clock_thread_cpu(void)
{
    return read_clock(CLOCK_THREAD_CPUTIME_ID);
}

int64_t clock_us(void)
{
    return clock_now() / NS_PER_US;
}

int64_t clock_ms(void)
{
    return clock_now() / NS_PER_MS;
}

struct timespec clock_timespec(Nanoseconds time)
{
    return (struct timespec){.tv_sec = (time_t)(time / NS_PER_S), .tv_nsec = (long)(time % NS_PER_S)};
}

void clock_sleep(Nanoseconds time)
{
    const struct timespec t = clock_timespec(time);
    nanosleep(&t, NULL);
}

void clock_date(char date[CLOCK_DATE_SIZE])
{
    const time_t now = time(NULL);
    struct tm parts;
    localtime_r(&now, &parts);
    strftime(date, CLOCK_DATE_SIZE, "%Y.%m.%d", &parts);
}
