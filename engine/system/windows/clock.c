/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "system/clock.h"

#include <stdio.h>
#include <string.h>

#include <windows.h>

enum { FILETIME_NS = 100, WORD_BITS = 32 };

Nanoseconds clock_now(void)
{
    LARGE_INTEGER frequency, count;
    QueryPerformanceFrequency(&frequency);
    QueryPerformanceCounter(&count);
    const int64_t seconds = count.QuadPart / frequency.QuadPart;
    return seconds * NS_PER_S + count.QuadPart % frequency.QuadPart * NS_PER_S / frequency.QuadPart;
}

static Nanoseconds time_of(FILETIME t)
{
    return (Nanoseconds)((uint64_t)t.dwHighDateTime << WORD_BITS | t.dwLowDateTime) * FILETIME_NS;
}

Nanoseconds clock_thread(void)
{
    FILETIME begun, ended, kernel, user;
    if (!GetThreadTimes(GetCurrentThread(), &begun, &ended, &kernel, &user)) {
        return 0;
    }
    return time_of(kernel) + time_of(user);
}

int64_t clock_us(void)
{
    return clock_now() / NS_PER_US;
}

int64_t clock_ms(void)
{
    return clock_now() / NS_PER_MS;
}

void clock_sleep(Nanoseconds time)
{
    Sleep((DWORD)((time + NS_PER_MS - 1) / NS_PER_MS));
}

void clock_date(char date[CLOCK_DATE_SIZE])
{
    SYSTEMTIME now;
    GetLocalTime(&now);
    const int length = snprintf(date, CLOCK_DATE_SIZE, "%04u.%02u.%02u", now.wYear, now.wMonth, now.wDay);
    if (length >= CLOCK_DATE_SIZE) {
        memcpy(date, "????.??.??", CLOCK_DATE_SIZE);
    }
}
