/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Handles of Windows where the engine passes descriptors around as numbers: only 32 bits of a handle count, so that it
 * fits in an int. */
#ifndef BUSHKA_SYSTEM_WINDOWS_HANDLE_H
#define BUSHKA_SYSTEM_WINDOWS_HANDLE_H

#include <stdint.h>

#include <windows.h>

static inline int handle_number(HANDLE h)
{
    return (int)(intptr_t)h;
}

static inline HANDLE handle_of(int number)
{
    return (HANDLE)(intptr_t)number;
}

/* Milliseconds as the system's waiting functions take them; negative: without a limit. */
static inline DWORD handle_time(int milliseconds)
{
    return milliseconds < 0 ? INFINITE : (DWORD)milliseconds;
}

#endif
