/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a process asks of the system about its parent, where the system can do that (Linux); elsewhere nothing happens.
 * Safe between fork and exec. */
#ifndef BUSHKA_SYSTEM_PROCESS_H
#define BUSHKA_SYSTEM_PROCESS_H

/* The process is killed when its parent ends. Stays across exec. */
void process_end_with_parent(void);

#endif
