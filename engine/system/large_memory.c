/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MAP_ANONYMOUS and madvise() are beyond POSIX. */
#define _DEFAULT_SOURCE

#include "system/large_memory.h"

#include <string.h>
#include <sys/mman.h>

#include "system/thread.h"

enum { PARTS_MAX = 16 /* threads that clear */ };

void *large_memory_new(size_t bytes)
{
    void *const memory =
        bytes != 0 ? mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) : MAP_FAILED;
    if (memory == MAP_FAILED) {
        return NULL;
    }
#ifdef MADV_HUGEPAGE
    (void)madvise(memory, bytes, MADV_HUGEPAGE);
#endif
    return memory;
}

void large_memory_free(void *memory, size_t bytes)
{
    munmap(memory, bytes);
}

/* What one thread clears. */
typedef struct Part {
    unsigned char *memory;
    size_t bytes;
    pthread_t thread;
    bool started;
} Part;

static void *clear_part(void *argument)
{
    const Part *const part = argument;
    memset(part->memory, 0, part->bytes);
    return NULL;
}

void large_memory_clear(void *memory, size_t bytes)
{
    const size_t processors = (size_t)thread_processors();
    const size_t most = processors < PARTS_MAX ? processors : PARTS_MAX;
    const size_t wanted = bytes / LARGE_MEMORY_PART;
    const size_t count = wanted < 1 ? 1 : wanted < most ? wanted : most;
    Part parts[PARTS_MAX];
    for (size_t i = 0; i < count; i++) {
        const size_t begin = bytes / count * i;
        const size_t end = i + 1 < count ? bytes / count * (i + 1) : bytes;
        parts[i] = (Part){.memory = (unsigned char *)memory + begin, .bytes = end - begin};
        parts[i].started = i > 0 && thread_start(&parts[i].thread, clear_part, &parts[i]);
    }
    for (size_t i = 0; i < count; i++) {
        if (!parts[i].started) {
            clear_part(&parts[i]);
        }
    }
    for (size_t i = 0; i < count; i++) {
        if (parts[i].started) {
            pthread_join(parts[i].thread, NULL);
        }
    }
}
