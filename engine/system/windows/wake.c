/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An event of the system, which stays set from the first ring on. */
#include "system/wake.h"

#include "system/windows/handle.h"

enum { EVENT = 0 /* the one of the two numbers that is used */ };

bool wake_init(Wake *w)
{
    const HANDLE event = CreateEventW(NULL, TRUE, FALSE, NULL);
    *w = (Wake){.ends = {handle_number(event), -1}};
    return event != NULL;
}

void wake_free(Wake *w)
{
    CloseHandle(handle_of(w->ends[EVENT]));
}

void wake_ring(const Wake *w)
{
    SetEvent(handle_of(w->ends[EVENT]));
}

void wake_clear(const Wake *w)
{
    ResetEvent(handle_of(w->ends[EVENT]));
}

int wake_descriptor(const Wake *w)
{
    return w->ends[EVENT];
}
