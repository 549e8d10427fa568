/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tables/best_play.h"

#include <stdlib.h>
#include <string.h>

#include "core/movegen.h"

/* Moves are ordered by result, then by plies, which are fewer than RANK_STEP. */
enum { RANK_STEP = 1000 };

/* The longest way to known plies that is searched for, and more plies than any line has: BLOCK_PLIES counts to 253. */
enum { SEARCH_PLIES_MAX = 64, LINE_PLIES_MAX = 512 };

/* A search for a position whose plies are known. */
typedef struct PliesSearch {
    TablebaseCache *cache;
    int effort; /* positions that may still be searched */
    bool failed;
} PliesSearch;

static int rank_of(TablebaseValue v)
{
    const bool known = v.plies >= 0;
    return v.result == WDL_WIN    ? known ? 3 * RANK_STEP - v.plies : RANK_STEP
           : v.result == WDL_DRAW ? 0
           : v.result == WDL_LOSS ? known ? v.plies - 2 * RANK_STEP : -RANK_STEP
                                  : -3 * RANK_STEP;
}

/* The value of a move, given the value of the position after it for the other side. */
static TablebaseValue value_before(TablebaseValue after)
{
    static const Wdl BEFORE[] = {
        [WDL_DRAW] = WDL_DRAW, [WDL_WIN] = WDL_LOSS, [WDL_LOSS] = WDL_WIN, [WDL_NONE] = WDL_NONE};
    const bool counted = after.plies >= 0 && after.result != WDL_DRAW;
    return (TablebaseValue){BEFORE[after.result], counted ? after.plies + 1 : after.plies};
}

static ErrorCode no_memory(Error *e)
{
    return error_set(e, ERROR_MEMORY, "not enough memory to list the legal moves");
}

ErrorCode best_play_moves(TablebaseCache *cache, const Position *p, BestPlayMoves *moves, Error *e)
{
    MoveList list;
    move_list_init(&list);
    movegen_legal(p, &list);
    *moves = (BestPlayMoves){.moves = malloc(((size_t)list.count + 1) * sizeof *moves->moves), .count = 0};
    if (list.failed || moves->moves == NULL) {
        move_list_free(&list);
        best_play_moves_free(moves);
        return no_memory(e);
    }
    for (int i = 0; i < list.count; i++) {
        const Position next = position_after(p, list.moves[i]);
        const BestPlayMove made = {list.moves[i], value_before(tablebase_probe(cache, &next))};
        int place = moves->count++;
        for (; place > 0 && rank_of(moves->moves[place - 1].value) < rank_of(made.value); place--) {
            moves->moves[place] = moves->moves[place - 1];
        }
        moves->moves[place] = made;
    }
    move_list_free(&list);
    return error_clear(e);
}

void best_play_moves_free(BestPlayMoves *moves)
{
    free(moves->moves);
    *moves = (BestPlayMoves){NULL, 0};
}

static int search_plies(PliesSearch *j, const Position *p, bool winning, int depth, Move *line);

/* What search_plies() finds by way of the move m. */
static int search_plies_after(PliesSearch *j, const Position *p, Move m, bool winning, int depth, Move *line)
{
    const Position next = position_after(p, m);
    if (winning && tablebase_probe_wdl(j->cache, &next) != WDL_LOSS) {
        return -1;
    }
    const int plies = search_plies(j, &next, !winning, depth - 1, line + 1);
    line[0] = m;
    return plies < 0 ? -1 : plies + 1;
}

/* A way to known plies within `depth`: the first one for the winner, the longest for the loser. Returns its plies, or
 * -1 when the loser can avoid it. */
static int search_plies(PliesSearch *j, const Position *p, bool winning, int depth, Move *line)
{
    if (tablebase_probe(j->cache, p).plies >= 0 || !movegen_has_move(p)) {
        return 0;
    }
    if (depth == 0 || j->effort == 0) {
        return -1;
    }
    j->effort--;
    Move tried[SEARCH_PLIES_MAX];
    MoveList list;
    move_list_init(&list);
    movegen_legal(p, &list);
    j->failed = j->failed || list.failed;
    int best = -1;
    bool more = !list.failed;
    for (int i = 0; i < list.count && more; i++) {
        const int plies = search_plies_after(j, p, list.moves[i], winning, depth, tried);
        if (plies > best) {
            best = plies;
            memcpy(line, tried, (size_t)plies * sizeof *line);
        }
        more = winning ? plies < 0 : plies >= 0;
        best = !winning && plies < 0 ? -1 : best;
    }
    move_list_free(&list);
    return best;
}

/* Adds a move to the line and plays it. */
static void add_move(BestPlayLine *line, Position *p, Move m)
{
    move_list_add(&line->moves, m);
    *p = position_after(p, m);
}

/* Plays on to the end where all plies are known. */
static ErrorCode play_out(TablebaseCache *cache, Position *p, BestPlayLine *line, Error *e)
{
    ErrorCode code = ERROR_NONE;
    for (bool more = true; more;) {
        BestPlayMoves moves;
        code = best_play_moves(cache, p, &moves, e); /* none on error */
        more = moves.count > 0 && moves.moves[0].value.plies >= 0 && line->moves.count < LINE_PLIES_MAX;
        if (more) {
            add_move(line, p, moves.moves[0].move);
        } else if (moves.count > 0) {
            line->end = BEST_PLAY_NONE;
        }
        more = more && !line->moves.failed;
        best_play_moves_free(&moves);
    }
    return code == ERROR_NONE && line->moves.failed ? no_memory(e) : code;
}

ErrorCode best_play_line(TablebaseCache *cache, const Position *p, int effort, BestPlayLine *line, Error *e)
{
    const TablebaseValue value = tablebase_probe(cache, p);
    PliesSearch j = {.cache = cache, .effort = effort};
    Move way[SEARCH_PLIES_MAX];
    Position now = *p;
    int plies = value.plies >= 0 ? 0 : -1;
    move_list_init(&line->moves);
    line->end = BEST_PLAY_NONE;
    if (value.result != WDL_WIN && value.result != WDL_LOSS) {
        return error_clear(e);
    }
    for (int depth = 1; plies < 0 && depth <= SEARCH_PLIES_MAX && j.effort > 0 && !j.failed; depth++) {
        plies = search_plies(&j, p, value.result == WDL_WIN, depth, way);
    }
    for (int i = 0; i < plies; i++) {
        add_move(line, &now, way[i]);
    }
    ErrorCode code = j.failed ? no_memory(e) : error_clear(e);
    if (plies >= 0 && code == ERROR_NONE) {
        line->end = value.plies >= 0 ? BEST_PLAY_WHOLE : BEST_PLAY_JOINED;
        code = play_out(cache, &now, line, e);
    }
    if (code != ERROR_NONE) {
        best_play_line_free(line);
    }
    return code;
}

void best_play_line_free(BestPlayLine *line)
{
    move_list_free(&line->moves);
}
