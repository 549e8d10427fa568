/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The writer of game files. What it writes reads back to an equal record, and writes again to the same bytes. */
#ifndef BUSHKA_GAMES_PDN_WRITE_H
#define BUSHKA_GAMES_PDN_WRITE_H

#include "games/pdn.h"
#include "system/text.h"

/* How every game begins that pdn_write() wrote. */
#define PDN_BEGIN "[Event \""

/* Appends a tag on a line, with quotes and backslashes escaped. */
void pdn_write_tag(Text *t, PdnTag tag, const char *value);

/* Appends the game to the text. Returns ERROR_MEMORY when memory runs out. The record is written as it is: pdn_check()
 * says whether it would be read back. */
ErrorCode pdn_write(const PdnGame *g, Text *text);

#endif
