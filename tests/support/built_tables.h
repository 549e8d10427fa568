/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tablebases for tests: those of up to three pieces on both boards, built once for a suite. What cannot be built,
 * copied or opened fails the test. */
#ifndef BUSHKA_SUPPORT_BUILT_TABLES_H
#define BUSHKA_SUPPORT_BUILT_TABLES_H

#include "support/place.h"
#include "tables/tablebase.h"

/* For a suite that uses them; the directory that holds them. */
extern const TestFixture BUILT_TABLES;
extern Place built;

/* Copies the tables of one board, with 2 or with up to 3 pieces, into a directory, which need not exist. */
void built_tables_copy(const Variant *v, int pieces, const char *directory);

/* Opens the tables of a folder, none of which may be refused, or for NULL those built into the program. The caller
 * frees them with tablebase_free(). */
Tablebase *tables_of(const char *folder);

#endif
