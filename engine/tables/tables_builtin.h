/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tablebases that are part of the program: the results of all positions of up to four pieces. */
#ifndef BUSHKA_TABLES_TABLES_BUILTIN_H
#define BUSHKA_TABLES_TABLES_BUILTIN_H

#include <stddef.h>
#include <stdint.h>

#include "core/variant.h"

/* The files of a board (table_file.h), one after the other; *size is 0 where the program has none. */
const uint8_t *tables_builtin(const Variant *v, size_t *size);

#endif
