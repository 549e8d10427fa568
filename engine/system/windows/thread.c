/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "system/thread.h"

#include <stdatomic.h>

#include <windows.h>

/* Search threads placed so far by the process, among whose processors they are dealt out. */
static atomic_uint placed_threads;

/* A process begins in one group of up to 64 processors, and older systems leave its threads there. Where there are
 * several groups, threads fill them one after the other, and begin again with the first. */
void thread_place(pthread_t thread)
{
    const WORD groups = GetActiveProcessorGroupCount();
    const DWORD all = groups > 1 ? GetActiveProcessorCount(ALL_PROCESSOR_GROUPS) : 0;
    if (all == 0) {
        return;
    }
    DWORD number = atomic_fetch_add(&placed_threads, 1) % all;
    for (WORD g = 0; g < groups; g++) {
        const DWORD here = GetActiveProcessorCount(g);
        if (number < here) {
            const KAFFINITY every = here < 8 * sizeof every ? ((KAFFINITY)1 << here) - 1 : ~(KAFFINITY)0;
            const GROUP_AFFINITY affinity = {.Mask = every, .Group = g};
            SetThreadGroupAffinity(pthread_gethandle(thread), &affinity, NULL);
            return;
        }
        number -= here;
    }
}

int thread_processors(void)
{
    const DWORD processors = GetActiveProcessorCount(ALL_PROCESSOR_GROUPS);
    return processors > 0 ? (int)processors : 1;
}
