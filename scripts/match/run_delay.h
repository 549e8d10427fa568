/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How long threads have waited for a processor, as Linux counts it; 0 on other systems. */
#ifndef BUSHKA_MATCH_RUN_DELAY_H
#define BUSHKA_MATCH_RUN_DELAY_H

#include <sys/types.h>

#include "system/clock.h"

/* The time that the calling thread has waited so far. */
Nanoseconds run_delay_thread(void);

/* The time that the threads of a process have waited so far, added up. Threads that have ended are not counted. */
Nanoseconds run_delay_process(pid_t pid);

#endif
