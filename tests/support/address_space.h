/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Limits of the memory of the test's own process. Emulators of other processors do not know them, and sanitizers need
 * memory themselves. */
#ifndef BUSHKA_SUPPORT_ADDRESS_SPACE_H
#define BUSHKA_SUPPORT_ADDRESS_SPACE_H

#include <stdbool.h>
#include <stddef.h>

/* Lets the process have so many bytes of addresses, those in use among them: with 0 only what was freed can be
 * allocated. */
void address_space_limit(size_t bytes);

/* Takes that away again. */
void address_space_free(void);

/* Allocates what the process can still have, down to small pieces that were freed before, and keeps it. */
void address_space_use_up(void);

/* Leaves the process without memory. Returns false, with as much as before, where the system knows no limit. */
bool address_space_exhaust(void);

#endif
