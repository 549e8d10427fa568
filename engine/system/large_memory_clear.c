/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "system/large_memory.h"

#include <string.h>

#include "system/thread.h"

enum { PARTS_MAX = 16 /* threads that clear */ };

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
