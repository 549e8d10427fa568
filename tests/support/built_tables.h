/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tablebases for tests: those of up to three pieces on both boards, built once for a suite. What cannot be built,
 * copied or opened fails the test. */
#ifndef BUSHKA_SUPPORT_BUILT_TABLES_H
#define BUSHKA_SUPPORT_BUILT_TABLES_H

#include "support/place.h"
#include "tables/tablebase.h"

/* The settings of a suite that uses them. */
#define BUILT_TABLES .begin = built_tables_make, .finish = built_tables_remove

/* The directory that holds them. */
extern Place built;

void built_tables_make(void);
void built_tables_remove(void);

/* Copies the tables of one board, with 2 or with up to 3 pieces, into a directory, which need not exist. */
void built_tables_copy(const Variant *v, int pieces, const char *directory);

/* Opens the tables of a folder, none of which may be refused, or for NULL those built into the program. The caller
 * frees them with tablebase_free(). */
Tablebase *tables_of(const char *folder);

#endif
