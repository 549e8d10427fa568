/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The networks are files of the page, one copy for all builds of the engine, which the host hands over whenever an
 * evaluation is made. */
#include "evaluation/network_builtin.h"

#include <stdlib.h>
#include <string.h>

#include "evaluation/network_file.h"
#include "system/wasm/import.h"

/* Size in bytes of the file for a board, by its number (variant_at()). */
IMPORT("network_size") extern size_t host_network_size(int board);

/* Copies that file. */
IMPORT("network_take") extern void host_network_take(int board, unsigned char *to);

/* Ends the engine: the page shows the reason. */
IMPORT("give_up") extern _Noreturn void host_give_up(const char *reason, size_t length);

Network *network_builtin(const Variant *v)
{
    const int board = variant_index(v);
    const size_t size = host_network_size(board);
    unsigned char *const bytes = malloc(size);
    if (bytes == NULL) {
        return NULL;
    }
    Error e;
    host_network_take(board, bytes);
    Network *const n = network_file_parse("the network of the page", bytes, size, &e);
    free(bytes);
    if (n == NULL && e.code != ERROR_MEMORY) {
        host_give_up(e.text, strlen(e.text)); /* there is no other network: what came is damaged */
    }
    return n;
}
