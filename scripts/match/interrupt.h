/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The signals that end a match in order: SIGINT, SIGTERM and SIGHUP. */
#ifndef BUSHKA_MATCH_INTERRUPT_H
#define BUSHKA_MATCH_INTERRUPT_H

#include <stdbool.h>

/* True when the user wants to end: one of the signals, which must be blocked, is pending. Any thread may ask. */
bool interrupt_pending(void);

#endif
