/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The writer of game files. What it writes is read back as an equal record, which is written as the same bytes. */
#ifndef BUSHKA_GAMES_PDN_WRITE_H
#define BUSHKA_GAMES_PDN_WRITE_H

#include "games/pdn.h"
#include "system/text.h"

/* How every game begins in the output of pdn_write(). */
#define PDN_BEGIN "[Event \""

/* Appends a line with a tag, with quotes and backslashes escaped. */
void pdn_write_tag(Text *t, PdnTag tag, const char *value);

/* Appends the game. Returns ERROR_MEMORY when memory runs out. The record is written as it is: pdn_check() says whether
 * it would be read back. */
ErrorCode pdn_write(const PdnGame *g, Text *text);

#endif
