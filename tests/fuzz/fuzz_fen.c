/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libFuzzer target: any bytes as a FEN. An accepted one is printed and read back as the same position, and its moves
 * can be counted. */
#include <stdlib.h>
#include <string.h>

#include "core/count.h"
#include "core/fen.h"
#include "core/movegen.h"

enum { TEXT_MAX = 400 };

static void check(const Variant *v, const char *text)
{
    Position p, again;
    Error e;
    char printed[FEN_SIZE];
    if (fen_parse(v, text, &p, &e) != ERROR_NONE) {
        if (e.code == ERROR_NONE || e.text[0] == '\0' || strchr(e.text, '\n') != NULL) {
            abort();
        }
        return;
    }
    fen_print(&p, printed);
    if (p.key != position_compute_key(&p) || fen_parse(v, printed, &again, &e) != ERROR_NONE ||
        !position_equal(&p, &again)) {
        abort();
    }
    if ((count_one_ply(&p) > 0) != movegen_has_move(&p)) {
        abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char text[TEXT_MAX + 1];
    const size_t length = size < TEXT_MAX ? size : TEXT_MAX;
    if (length > 0) {
        memcpy(text, data, length);
    }
    text[length] = '\0';
    for (int i = 0; i < VARIANT_COUNT; i++) {
        check(variant_at(i), text);
    }
    return 0;
}
