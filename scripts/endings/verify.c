/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "endings/verify.h"

#include <inttypes.h>
#include <stdio.h>

#include "core/fen.h"
#include "core/movegen.h"
#include "system/random.h"
#include "tables/best_play.h"

enum { CACHE_BLOCKS = 1 << 18 /* 64 MiB: random positions are spread over all blocks */ };

/* A check under way. */
typedef struct Verify {
    const VerifyPlan *plan;
    const atomic_bool *stop;
    const Tablebase *tables;
    TablebaseCache *cache;
    uint64_t random;
} Verify;

/* The value of a position according to those after its moves: WDL_NONE unless the results of all moves are known, plies
 * -1 unless those of all moves are. */
static ErrorCode value_by_moves(const Verify *v, const Position *p, TablebaseValue *value, Error *e)
{
    BestPlayMoves moves;
    if (best_play_moves(v->cache, p, &moves, e) != ERROR_NONE) {
        return e->code;
    }
    *value = moves.count > 0 ? moves.moves[0].value : (TablebaseValue){WDL_LOSS, 0};
    for (int i = 0; i < moves.count; i++) {
        const TablebaseValue one = moves.moves[i].value;
        value->plies = one.plies < 0 ? -1 : value->plies;
        value->result = one.result == WDL_NONE ? WDL_NONE : value->result;
    }
    best_play_moves_free(&moves);
    return error_clear(e);
}

/* Compares the value of a position with that by its moves. Plies are compared only if both have them: tables of other
 * classes may lack them. */
static ErrorCode check_position(const Verify *v, const Position *p, Error *e)
{
    const TablebaseValue value = tablebase_probe(v->cache, p);
    TablebaseValue moves = {WDL_NONE, -1};
    if (value_by_moves(v, p, &moves, e) != ERROR_NONE) {
        return e->code;
    }
    char fen[FEN_SIZE];
    fen_print(p, fen);
    if (value.result == WDL_NONE || moves.result == WDL_NONE) {
        return error_set(e, ERROR_SYNTAX, "%s %s: a table that it needs is missing or damaged", p->variant->name, fen);
    }
    const bool same_plies = value.plies < 0 || moves.plies < 0 || value.plies == moves.plies;
    if (value.result != moves.result || !same_plies) {
        static const char *const NAMES[] = {"draw", "win", "loss"};
        return error_set(e, ERROR_SYNTAX, "%s %s: the table says %s in %d, its moves %s in %d", p->variant->name, fen,
                         NAMES[value.result], value.plies, NAMES[moves.result], moves.plies);
    }
    return error_clear(e);
}

/* Checks random positions of a class in which the side to move has no capture. */
static ErrorCode check_class(Verify *v, const Numbering *n, Error *e)
{
    uint64_t checked = 0;
    NumberingCursor cursor = {.begun = false};
    while (checked < v->plan->positions) {
        TablePieces pieces;
        if (!numbering_pieces(n, random_next(&v->random) % n->count, &cursor, &pieces)) {
            continue;
        }
        Position p = table_position(n->board->variant, pieces);
        if (movegen_can_capture(&p, WHITE)) {
            continue;
        }
        if (check_position(v, &p, e) != ERROR_NONE) {
            return e->code;
        }
        checked++;
        if (atomic_load(v->stop)) {
            return error_set(e, ERROR_INTERRUPTED, "interrupted");
        }
    }
    printf("%s %s: %" PRIu64 " positions agree with their moves\n", n->board->variant->name,
           table_class_name(n->class).text, checked);
    return error_clear(e);
}

static ErrorCode check_all(Verify *v, Error *e)
{
    TableClass classes[TABLE_CLASSES_MAX];
    const int count = table_class_list(TABLE_PIECES_MAX, classes);
    int found = 0;
    for (int i = 0; i < VARIANT_COUNT * count; i++) {
        const Variant *const variant = variant_at(i / count);
        const TableFile *const file = tablebase_file(v->tables, variant, classes[i % count], BLOCK_RESULTS);
        if (file != NULL) {
            found++;
            if (check_class(v, &file->numbering, e) != ERROR_NONE) {
                return e->code;
            }
        }
    }
    return found > 0 ? error_clear(e) : error_set(e, ERROR_SYNTAX, "there is no tablebase in %s", v->plan->folders);
}

ErrorCode verify_tables(const VerifyPlan *plan, const atomic_bool *stop, Error *e)
{
    Tablebase *tables;
    if (tablebase_open(plan->folders, plan->variant, NULL, NULL, &tables, e) != ERROR_NONE) {
        return e->code;
    }
    Verify v = {.plan = plan,
                .stop = stop,
                .tables = tables,
                .cache = tablebase_cache_new(tables, CACHE_BLOCKS),
                .random = plan->seed};
    const ErrorCode code =
        v.cache == NULL ? error_set(e, ERROR_MEMORY, "not enough memory for the tablebases") : check_all(&v, e);
    tablebase_cache_free(v.cache);
    tablebase_free(tables);
    return code;
}
