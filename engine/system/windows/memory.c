/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "system/memory.h"

#include <malloc.h>
#include <stdbool.h>

#include <windows.h>

/* Asks for the right to large pages, which users have to be given ("Lock pages in memory"). */
static bool may_lock_pages(void)
{
    HANDLE token;
    TOKEN_PRIVILEGES wanted = {.PrivilegeCount = 1, .Privileges = {{.Attributes = SE_PRIVILEGE_ENABLED}}};
    if (!OpenProcessToken(GetCurrentProcess(), TOKEN_ADJUST_PRIVILEGES | TOKEN_QUERY, &token)) {
        return false;
    }
    const bool granted = LookupPrivilegeValueW(NULL, L"SeLockMemoryPrivilege", &wanted.Privileges[0].Luid) &&
                         AdjustTokenPrivileges(token, FALSE, &wanted, 0, NULL, NULL) &&
                         GetLastError() == ERROR_SUCCESS; /* it succeeds without granting anything too */
    CloseHandle(token);
    return granted;
}

void *memory_new(size_t bytes)
{
    const size_t page = GetLargePageMinimum();
    void *memory = NULL;
    if (page != 0 && bytes >= page && bytes <= SIZE_MAX - page && may_lock_pages()) {
        const size_t whole = (bytes + page - 1) / page * page;
        memory = VirtualAlloc(NULL, whole, MEM_RESERVE | MEM_COMMIT | MEM_LARGE_PAGES, PAGE_READWRITE);
    }
    return memory != NULL ? memory : VirtualAlloc(NULL, bytes, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
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

/* Free memory, and no more than the system can still promise, which it does not do twice. */
uint64_t memory_available(void)
{
    MEMORYSTATUSEX status = {.dwLength = sizeof status};
    GlobalMemoryStatusEx(&status);
    return status.ullAvailPhys < status.ullAvailPageFile ? status.ullAvailPhys : status.ullAvailPageFile;
}
