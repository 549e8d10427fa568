/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "endings/store.h"

#include <stdlib.h>

#include "core/movegen.h"
#include "system/memory.h"

size_t store_class_bytes(uint64_t count, bool plies)
{
    return (size_t)(plies ? count : (count + WDL_PER_BYTE - 1) / WDL_PER_BYTE);
}

StoreClass *store_add(Store *s, TableClass c, bool plies)
{
    StoreClass *const added = calloc(1, sizeof *added);
    if (added == NULL || numbering_init(&added->numbering, s->board, c, NULL) != ERROR_NONE) {
        free(added);
        return NULL;
    }
    added->plies = plies;
    added->bytes = store_class_bytes(added->numbering.count, plies);
    added->values = memory_new(added->bytes);
    s->classes[table_class_id(c)] = added;
    if (added->values == NULL) {
        store_remove(s, c);
        return NULL;
    }
    return added;
}

void store_remove(Store *s, TableClass c)
{
    StoreClass **const place = &s->classes[table_class_id(c)];
    if (*place != NULL) {
        memory_free((*place)->values, (*place)->bytes);
        numbering_free(&(*place)->numbering);
        free(*place);
        *place = NULL;
    }
}

void store_free(Store *s)
{
    for (int i = 0; i < TABLE_CLASS_IDS; i++) {
        if (s->classes[i] != NULL) {
            store_remove(s, s->classes[i]->numbering.class);
        }
    }
}

uint64_t store_bytes(const Store *s)
{
    uint64_t bytes = 0;
    for (int i = 0; i < TABLE_CLASS_IDS; i++) {
        bytes += s->classes[i] != NULL ? s->classes[i]->bytes : 0;
    }
    return bytes;
}

/* The best value that the legal moves, all of them captures, lead to. */
static int best_capture(const Store *s, const Position *p)
{
    MoveList moves;
    move_list_init(&moves);
    movegen_legal(p, &moves);
    BestValue best = {.unknown = moves.failed};
    for (int i = 0; i < moves.count; i++) {
        const Position after = position_after_keyed(p, moves.moves[i], 0);
        best_value_add(&best, store_value(s, &after));
    }
    move_list_free(&moves);
    return best_value(&best);
}

int store_value(const Store *s, const Position *p)
{
    if (position_pieces(p, p->side) == 0) {
        return VALUE_LOSS;
    }
    if (movegen_can_capture(p, p->side)) {
        return best_capture(s, p);
    }
    const TablePieces pieces = table_pieces_of(p);
    const StoreClass *const c = s->classes[table_class_id(table_class_of(pieces))];
    return store_get(c, numbering_number(&c->numbering, pieces, NULL));
}
