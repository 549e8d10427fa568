/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memory limits of the test's own process. Emulators of other processors do not enforce them, and sanitizers need
 * memory themselves. */
#ifndef BUSHKA_SUPPORT_ADDRESS_SPACE_H
#define BUSHKA_SUPPORT_ADDRESS_SPACE_H

#include <stdbool.h>
#include <stddef.h>

/* Limits the address space to that many bytes, including those in use: with 0, only memory that was freed before can be
 * allocated. */
void address_space_limit(size_t bytes);

/* Removes the limit. */
void address_space_free(void);

/* Allocates and keeps all memory that the process can still get, down to small blocks that were freed before. */
void address_space_use_up(void);

/* Leaves the process without memory. Returns false, leaving as much as before, where the system enforces no limit. */
bool address_space_exhaust(void);

#endif
