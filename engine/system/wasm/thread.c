/* SPDX-License-Identifier: GPL-3.0-or-later */
/* WebAssembly has one thread. */
#include "system/thread.h"

void thread_place(pthread_t thread)
{
    (void)thread;
}

int thread_processors(void)
{
    return 1;
}
