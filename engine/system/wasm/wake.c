/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where there is one thread nobody else rings: what is waited for has come already. */
#include "system/wake.h"

bool wake_init(Wake *w)
{
    w->ends[0] = w->ends[1] = -1;
    return true;
}

void wake_free(Wake *w)
{
    (void)w;
}

void wake_ring(const Wake *w)
{
    (void)w;
}

void wake_clear(const Wake *w)
{
    (void)w;
}

bool wake_wait(const Wake *w, int milliseconds)
{
    (void)w;
    (void)milliseconds;
    return true;
}

int wake_descriptor(const Wake *w)
{
    return w->ends[0];
}
