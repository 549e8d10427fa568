/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "endings/verify.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/fen.h"
#include "core/movegen.h"
#include "system/random.h"
#include "tables/numbering.h"

enum {
    READER_BLOCKS = 1 << 18, /* 64 MiB: random positions visit blocks all over */
    STOP_EVERY = 256         /* positions between two looks at the flag */
};

/* A check under way. */
typedef struct Verify {
    const VerifyPlan *plan;
    const atomic_bool *stop;
    TablebaseCache *reader;
    uint64_t random;
    Error refused; /* the first file that was ignored */
} Verify;

/* What the moves looked at so far come to. Of plies -1 is the unknown. */
typedef struct Best {
    bool win, draw, unknown;
    int win_plies, loss_plies;
} Best;

static void add_child(Best *b, TablebaseValue child)
{
    if (child.result == WDL_LOSS) {
        const int plies = child.plies < 0 ? -1 : child.plies + 1;
        b->win_plies = !b->win || plies < b->win_plies ? plies : b->win_plies;
        b->win = true;
    } else if (child.result == WDL_WIN) {
        const int plies = child.plies < 0 ? -1 : child.plies + 1;
        b->loss_plies = b->loss_plies < 0 || plies < 0 ? -1 : plies > b->loss_plies ? plies : b->loss_plies;
    } else {
        b->draw = b->draw || child.result == WDL_DRAW;
        b->unknown = b->unknown || child.result == WDL_NONE;
    }
}

TablebaseValue verify_by_moves(TablebaseCache *r, const Position *p)
{
    MoveList moves;
    move_list_init(&moves);
    movegen_legal(p, &moves);
    Best b = {.unknown = moves.failed};
    for (int i = 0; i < moves.count; i++) {
        const Position next = position_after_keyed(p, moves.moves[i], 0);
        add_child(&b, tablebase_probe(r, &next));
    }
    move_list_free(&moves);
    return b.unknown ? (TablebaseValue){WDL_NONE, -1}
           : b.win   ? (TablebaseValue){WDL_WIN, b.win_plies}
           : b.draw  ? (TablebaseValue){WDL_DRAW, 0}
                     : (TablebaseValue){WDL_LOSS, b.loss_plies};
}

static void note_refused(void *context, const char *why)
{
    Error *const e = context;
    if (e->code == ERROR_NONE) {
        error_set(e, ERROR_SYNTAX, "%s", why);
    }
}

/* Compares the value of a position with its moves. Plies that only one of both knows are not compared: values of other
 * classes may lack them. */
static ErrorCode check_position(const Verify *v, const Position *p, Error *e)
{
    const TablebaseValue value = tablebase_probe(v->reader, p);
    const TablebaseValue moves = verify_by_moves(v->reader, p);
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

/* Checks random positions of a class, among which the side to move has none that it must capture in. */
static ErrorCode check_class(Verify *v, const NumberingBoard *b, TableClass c, Error *e)
{
    Numbering n;
    if (numbering_init(&n, b, c, e) != ERROR_NONE) {
        return e->code;
    }
    uint64_t checked = 0;
    ErrorCode code = error_clear(e);
    NumberingCursor cursor = {.begun = false};
    while (checked < v->plan->positions && code == ERROR_NONE) {
        TablePieces pieces;
        if (!numbering_pieces(&n, random_next(&v->random) % n.count, &cursor, &pieces)) {
            continue;
        }
        const Position p = table_position(b->variant, pieces);
        if (movegen_can_capture(&p, WHITE)) {
            continue;
        }
        code = check_position(v, &p, e);
        checked++;
        if (checked % STOP_EVERY == 0 && v->stop != NULL && atomic_load(v->stop)) {
            code = error_set(e, ERROR_INTERRUPTED, "interrupted");
        }
    }
    numbering_free(&n);
    char name[TABLE_NAME_SIZE];
    table_class_name(c, name);
    if (code == ERROR_NONE) {
        printf("%s %s: %" PRIu64 " positions agree with their moves\n", b->variant->name, name, checked);
    }
    return code;
}

static ErrorCode check_board(Verify *v, const Tablebase *tables, const Variant *variant, Error *e)
{
    NumberingBoard b;
    TableClass classes[TABLE_CLASSES_MOST];
    const int count = table_class_list(TABLE_PIECES_LEAST, TABLE_PIECES_MOST, classes);
    numbering_board_init(&b, variant);
    ErrorCode code = error_clear(e);
    for (int i = 0; i < 2 * count && code == ERROR_NONE; i++) {
        const TableClass swapped = table_class_swapped(classes[i / 2]);
        const TableClass c = i % 2 == 0 ? classes[i / 2] : swapped;
        const bool again = i % 2 != 0 && table_class_equal(c, classes[i / 2]);
        if (!again && tablebase_has(tables, variant, c, BLOCK_RESULTS)) {
            code = check_class(v, &b, c, e);
        }
    }
    return code;
}

static ErrorCode check_all(Verify *v, const Tablebase *tables, Error *e)
{
    int found = 0;
    for (int i = 0; i < VARIANT_COUNT; i++) {
        const Variant *const variant = variant_at(i);
        if (v->plan->variant == NULL || v->plan->variant == variant) {
            found += tablebase_count(tables, variant);
            if (check_board(v, tables, variant, e) != ERROR_NONE) {
                return e->code;
            }
        }
    }
    if (found == 0) {
        return error_set(e, ERROR_SYNTAX, "there is no table of endings in %s", v->plan->folders);
    }
    if (v->refused.code != ERROR_NONE) {
        *e = v->refused;
        return e->code;
    }
    return error_clear(e);
}

ErrorCode verify_tables(const VerifyPlan *plan, const atomic_bool *stop, Error *e)
{
    Verify v = {.plan = plan, .stop = stop, .random = plan->seed};
    Tablebase *tables;
    if (tablebase_open(plan->folders, note_refused, &v.refused, &tables, e) != ERROR_NONE) {
        return e->code;
    }
    v.reader = tablebase_cache_new(tables, READER_BLOCKS);
    const ErrorCode code = v.reader == NULL ? error_set(e, ERROR_MEMORY, "there is no memory for the blocks of tables")
                                            : check_all(&v, tables, e);
    tablebase_cache_free(v.reader);
    tablebase_free(tables);
    return code;
}
