/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "system/thread.h"

#include <windows.h>

int thread_processors(void)
{
    const DWORD processors = GetActiveProcessorCount(ALL_PROCESSOR_GROUPS);
    return processors > 0 ? (int)processors : 1;
}
