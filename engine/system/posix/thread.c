/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "system/thread.h"

#include <unistd.h>

int thread_processors(void)
{
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    return processors > 0 ? (int)processors : 1;
}
