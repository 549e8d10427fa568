/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MAP_ANONYMOUS and madvise() are beyond POSIX. */
#define _DEFAULT_SOURCE

#include "system/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { LINE_SIZE = 256, KIB_SHIFT = 10 };

void *memory_new(size_t bytes)
{
    void *const memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) {
        return NULL;
    }
#ifdef MADV_HUGEPAGE
    (void)madvise(memory, bytes, MADV_HUGEPAGE);
#endif
    return memory;
}

void memory_free(void *memory, size_t bytes)
{
    if (memory != NULL) {
        munmap(memory, bytes);
    }
}

void *memory_aligned_new(size_t bytes)
{
    void *memory;
    return posix_memalign(&memory, MEMORY_ALIGNMENT, bytes) == 0 ? memory : NULL;
}

void memory_aligned_free(void *memory)
{
    free(memory);
}

/* Linux has it in a file. */
uint64_t memory_available(void)
{
    static const char WANTED[] = "MemAvailable:";
    char line[LINE_SIZE];
    uint64_t kib = 0;
    FILE *const file = fopen("/proc/meminfo", "r");
    while (file != NULL && kib == 0 && fgets(line, sizeof line, file) != NULL) {
        if (strncmp(line, WANTED, sizeof WANTED - 1) == 0) {
            kib = strtoull(line + sizeof WANTED - 1, NULL, 10);
        }
    }
    if (file != NULL) {
        fclose(file);
    }
    return kib != 0 ? kib << KIB_SHIFT : (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
}
