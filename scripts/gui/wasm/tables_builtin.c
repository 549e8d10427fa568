/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tablebases are files beside the engine, which the host hands over when the built-in ones are opened: at the start
 * of the engine or, in a page, by TablesPath. */
#include "tables/tables_builtin.h"

#include <stdlib.h>

#include "system/wasm/import.h"

/* Reads the file for a board, by its number (variant_at()). Returns its size in bytes; 0 if it is not there. */
IMPORT("tables_size") extern size_t host_tables_size(int board);

/* Copies the file that was read, which the host drops then. */
IMPORT("tables_take") extern void host_tables_take(uint8_t *to);

const uint8_t *tables_builtin(const Variant *v, size_t *size)
{
    /* They stay as long as the memory, in which there is one engine. */
    static struct {
        uint8_t *bytes;
        size_t size;
    } taken[VARIANT_COUNT];
    const int board = variant_index(v);
    if (taken[board].bytes == NULL) {
        const size_t wanted = host_tables_size(board);
        taken[board].bytes = wanted > 0 ? malloc(wanted) : NULL;
        if (taken[board].bytes != NULL) {
            taken[board].size = wanted;
            host_tables_take(taken[board].bytes);
        }
    }
    *size = taken[board].size;
    return taken[board].bytes;
}
