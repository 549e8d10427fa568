/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A thread that notices when nobody reads from a pipe any more, without anything being written to it. */
#ifndef BUSHKA_SYSTEM_WINDOWS_PIPE_WATCH_H
#define BUSHKA_SYSTEM_WINDOWS_PIPE_WATCH_H

#include <windows.h>

typedef struct PipeWatch PipeWatch;

/* Begins to watch a descriptor. NULL when it is no pipe whose state the system tells, or a thread is not to be had: its
 * loss is noticed with the next writing then. */
PipeWatch *pipe_watch_new(int fd);

/* An event that is set once nobody reads. */
HANDLE pipe_watch_event(const PipeWatch *w);

/* Ends that. NULL is allowed. */
void pipe_watch_free(PipeWatch *w);

#endif
