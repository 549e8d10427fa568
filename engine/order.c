#include "order.h"

#include "movegen.h"

enum {
    RATE_TABLE = 1 << 24,
    RATE_KILLER = 1 << 20,
    RATE_CAPTURE = 1 << 16, /* for each piece taken */
    BONUS_MAX = 1600,
    BONUS_PER_PLY = 32
};

static int rate(const Worker *w, const Position *p, int ply, PackedMove table_move, Move m)
{
    const PackedMove packed = tt_pack(m);
    if (packed == table_move) {
        return RATE_TABLE;
    }
    if (move_is_capture(m)) {
        const Bitboard kings = p->kings[other(p->side)] & m.taken;
        return RATE_CAPTURE * (popcount(m.taken) + 2 * popcount(kings));
    }
    for (int i = 0; i < KILLERS; i++) {
        if (packed == w->stack[ply].killers[i]) {
            return RATE_KILLER - i;
        }
    }
    return w->history[p->side][m.from][m.to];
}

void picker_init(Picker *picker, const Worker *w, const Position *p, int ply, PackedMove table_move)
{
    move_list_init(&picker->list);
    movegen_legal(p, &picker->list);
    picker->next = 0;
    const int rated = picker->list.count < MOVE_LIST_LOCAL ? picker->list.count : MOVE_LIST_LOCAL;
    for (int i = 0; i < rated; i++) {
        picker->scores[i] = rate(w, p, ply, table_move, picker->list.moves[i]);
    }
}

bool picker_next(Picker *picker, Move *m)
{
    const int n = picker->next;
    if (n >= picker->list.count) {
        return false;
    }
    /* Selection sort, one step at a time, since a cut-off often makes the rest needless. Moves beyond the
     * rated ones, in positions with hundreds of them, come last as they were generated. */
    int best = n;
    for (int i = n + 1; i < picker->list.count && i < MOVE_LIST_LOCAL; i++) {
        if (picker->scores[i] > picker->scores[best]) {
            best = i;
        }
    }
    *m = picker->list.moves[best];
    if (best != n) {
        picker->list.moves[best] = picker->list.moves[n];
        picker->list.moves[n] = *m;
        picker->scores[best] = picker->scores[n];
    }
    picker->next++;
    return true;
}

void picker_free(Picker *picker)
{
    move_list_free(&picker->list);
}

/* Moves a history value towards its bound, the less the nearer it is. */
static void nudge(int16_t *value, int bonus)
{
    const int size = bonus < 0 ? -bonus : bonus;
    *value = (int16_t)(*value + bonus - *value * size / HISTORY_MAX);
}

void order_update(Worker *w, const Position *p, int ply, Move best, const Move *tried, int tried_count, int depth)
{
    const PackedMove packed = tt_pack(best);
    const int bonus = depth * depth * BONUS_PER_PLY < BONUS_MAX ? depth * depth * BONUS_PER_PLY : BONUS_MAX;
    if (w->stack[ply].killers[0] != packed) {
        w->stack[ply].killers[1] = w->stack[ply].killers[0];
        w->stack[ply].killers[0] = packed;
    }
    nudge(&w->history[p->side][best.from][best.to], bonus);
    for (int i = 0; i < tried_count; i++) {
        nudge(&w->history[p->side][tried[i].from][tried[i].to], -bonus);
    }
}
