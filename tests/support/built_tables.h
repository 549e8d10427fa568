/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tablebases for tests: those of up to three pieces of both boards, built once for a suite, and tables opened. What
 * cannot be built, copied or opened fails the test. */
#ifndef BUSHKA_SUPPORT_BUILT_TABLES_H
#define BUSHKA_SUPPORT_BUILT_TABLES_H

#include "support/place.h"
#include "tables/tablebase.h"

/* The settings of a suite that has them. */
#define BUILT_TABLES .begin = built_tables_make, .finish = built_tables_remove

/* Where they are. */
extern Place built;

void built_tables_make(void);
void built_tables_remove(void);

/* Copies those of a board with 2 or with up to 3 pieces into a directory, which need not exist. */
void built_tables_copy(const Variant *v, int pieces, const char *directory);

/* The tables of a folder, none of which is to be refused, or those that are part of the program when it is NULL; for
 * tablebase_free(). */
Tablebase *tables_of(const char *folder);

#endif
