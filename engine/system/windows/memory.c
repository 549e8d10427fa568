/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "system/memory.h"

#include <malloc.h>

#include <windows.h>

void *memory_new(size_t bytes)
{
    return VirtualAlloc(NULL, bytes, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
}

void memory_free(void *memory, size_t bytes)
{
    (void)bytes;
    VirtualFree(memory, 0, MEM_RELEASE); /* NULL is refused */
}

/* The C library lacks aligned_alloc(). */
void *memory_aligned_new(size_t bytes)
{
    return _aligned_malloc(bytes, MEMORY_ALIGNMENT);
}

void memory_aligned_free(void *memory)
{
    _aligned_free(memory);
}

/* Free memory, but no more than the system can still commit: Windows does not promise more than it has. */
uint64_t memory_available(void)
{
    MEMORYSTATUSEX status = {.dwLength = sizeof status};
    GlobalMemoryStatusEx(&status);
    return status.ullAvailPhys < status.ullAvailPageFile ? status.ullAvailPhys : status.ullAvailPageFile;
}
