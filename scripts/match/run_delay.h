/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How long the system has kept threads waiting for a processor. Linux counts it; elsewhere it is always 0. */
#ifndef BUSHKA_MATCH_RUN_DELAY_H
#define BUSHKA_MATCH_RUN_DELAY_H

#include <sys/types.h>

#include "system/clock.h"

/* What the calling thread has waited so far. */
Nanoseconds run_delay_thread(void);

/* What the threads of a process have waited so far, all together. */
Nanoseconds run_delay_process(pid_t pid);

#endif
