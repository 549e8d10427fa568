/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "system/memory_limit.h"

#include <windows.h>

/* What programs can still get: free memory, and no more than the system can promise yet, which it does not do twice. */
MemoryLimit memory_limit(const char *root)
{
    MEMORYSTATUSEX status = {.dwLength = sizeof status};
    (void)root;
    GlobalMemoryStatusEx(&status);
    const uint64_t left = status.ullAvailPhys < status.ullAvailPageFile ? status.ullAvailPhys : status.ullAvailPageFile;
    return (MemoryLimit){left, "the machine's memory"};
}
