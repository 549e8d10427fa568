/* SPDX-License-Identifier: GPL-3.0-or-later */
/* WebAssembly has one thread. */
#include "system/thread.h"

int thread_processors(void)
{
    return 1;
}
