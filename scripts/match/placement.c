/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* sched_setaffinity() */
#include "match/placement.h"

#include <stddef.h>

#ifdef __linux__

#include <dirent.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>

enum { PATH_SIZE = 64, DECIMAL = 10 };

struct Placement {
    cpu_set_t all; /* as the process was started */
    cpu_set_t one;
    int processor; /* -1: the one the thread is on when it begins to share */
    bool shared;
};

/* The n-th processor of the set. */
static int nth(const cpu_set_t *set, int n)
{
    for (size_t i = 0; i < CPU_SETSIZE; i++) {
        if (CPU_ISSET(i, set) && n-- == 0) {
            return (int)i;
        }
    }
    return -1;
}

Placement *placement_new(int worker, int workers)
{
    Placement *const p = calloc(1, sizeof *p);
    if (p == NULL || sched_getaffinity(0, sizeof p->all, &p->all) != 0 || CPU_COUNT(&p->all) < 2) {
        free(p);
        return NULL;
    }
    p->processor = workers == 1 ? -1 : nth(&p->all, worker % CPU_COUNT(&p->all));
    return p;
}

void placement_free(Placement *p)
{
    free(p);
}

void placement_share(Placement *p)
{
    const int processor = p == NULL ? -1 : p->processor >= 0 ? p->processor : sched_getcpu();
    if (processor < 0) {
        return;
    }
    CPU_ZERO(&p->one);
    CPU_SET((size_t)processor, &p->one);
    p->shared = sched_setaffinity(0, sizeof p->one, &p->one) == 0;
}

/* Calls for each thread of a process; returns their number. Without a set nothing is changed. */
static int for_threads(pid_t engine, const cpu_set_t *set)
{
    char path[PATH_SIZE];
    int count = 0;
    snprintf(path, sizeof path, "/proc/%ld/task", (long)engine);
    DIR *const directory = opendir(path);
    if (directory == NULL) {
        return 0;
    }
    for (const struct dirent *entry; (entry = readdir(directory)) != NULL;) {
        const long thread = strtol(entry->d_name, NULL, DECIMAL);
        if (thread > 0) {
            count++;
            if (set != NULL) {
                sched_setaffinity((pid_t)thread, sizeof *set, set);
            }
        }
    }
    closedir(directory);
    return count;
}

void placement_move(const Placement *p, pid_t engine)
{
    if (placement_shared(p) && for_threads(engine, NULL) == 1) {
        sched_setaffinity(engine, sizeof p->one, &p->one);
    }
}

void placement_release(Placement *p)
{
    if (placement_shared(p)) {
        sched_setaffinity(0, sizeof p->all, &p->all);
        p->shared = false;
    }
}

void placement_release_engine(const Placement *p, pid_t engine)
{
    if (p != NULL) {
        for_threads(engine, &p->all);
    }
}

bool placement_shared(const Placement *p)
{
    return p != NULL && p->shared;
}

#else

Placement *placement_new(int worker, int workers)
{
    (void)worker;
    (void)workers;
    return NULL;
}

void placement_free(Placement *p)
{
    (void)p;
}

void placement_share(Placement *p)
{
    (void)p;
}

void placement_move(const Placement *p, pid_t engine)
{
    (void)p;
    (void)engine;
}

void placement_release(Placement *p)
{
    (void)p;
}

void placement_release_engine(const Placement *p, pid_t engine)
{
    (void)p;
    (void)engine;
}

bool placement_shared(const Placement *p)
{
    (void)p;
    return false;
}

#endif
