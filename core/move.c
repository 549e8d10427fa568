/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/move.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

bool move_list_grow(MoveList *list)
{
    const bool local = list->moves == list->local;
    Move *grown = NULL;
    if (list->capacity <= INT_MAX / 2) {
        grown = realloc(local ? NULL : list->moves, (size_t)list->capacity * 2 * sizeof(Move));
    }
    if (grown == NULL) {
        list->failed = true;
        return false;
    }
    if (local) {
        memcpy(grown, list->local, sizeof list->local);
    }
    list->moves = grown;
    list->capacity *= 2;
    return true;
}

void move_list_free(MoveList *list)
{
    if (list->moves != list->local) {
        free(list->moves);
    }
    move_list_init(list);
}
