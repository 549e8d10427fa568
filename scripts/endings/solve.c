/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "endings/solve.h"

#include <stdlib.h>

#include "core/movegen.h"

/* Retrograde analysis. The values of a class are bytes: 0 for a draw, else the plies to the end plus one, so that even
 * bytes are wins and odd ones losses. Each pair of classes is solved once all classes are that its captures and
 * promotions lead to. Every position is looked at once with its moves; then the plies are visited upwards: a
 * position whose value is certain is passed on to those from which a move leads to it. */

enum { LOST_AT_ONCE = 1, BYTE_MOST = UINT8_MAX };

/* A mark in place of the count of moves not known to lose: no move stays in the class, or there is no such position. */
enum { SETTLED = UINT8_MAX };

enum { SIZES = ENDING_SIDE_MOST + 1 };

struct Endings {
    const atomic_bool *stop; /* or NULL */
    EndingIndex index;
    int pieces;
    uint8_t *values[SIZES][SIZES][SIZES][SIZES]; /* by kings, men, enemy kings, enemy men; NULL when not solved */
};

/* One of a pair of classes while it is solved. */
typedef struct Half {
    const EndingIndex *index;
    EndingClass class;
    size_t size;
    uint8_t *values;     /* until the end a loss is what it comes to if the moves of `open` lose too */
    uint8_t *open;       /* moves not known to lose, or SETTLED */
    struct Half *before; /* the class that leads to this one by moves that change no pieces */
    int *greatest;       /* byte of the pair */
} Half;

bool endings_stopped(const Endings *endings)
{
    return endings->stop != NULL && atomic_load_explicit(endings->stop, memory_order_relaxed);
}

static uint8_t **table_of(Endings *s, EndingClass c)
{
    return &s->values[c.kings][c.men][c.enemy_kings][c.enemy_men];
}

static uint8_t byte_of(const Endings *s, const Position *p)
{
    if (position_pieces(p, p->side) == 0) {
        return LOST_AT_ONCE;
    }
    const EndingClass c = ending_class_of(p);
    return s->values[c.kings][c.men][c.enemy_kings][c.enemy_men][ending_number(&s->index, c, p)];
}

static bool is_win(int byte)
{
    return byte != 0 && byte % 2 == 0;
}

static bool is_loss(int byte)
{
    return byte % 2 != 0;
}

/* Writes a value; one that no byte holds is noticed by the greatest one. */
static void set_value(const Half *h, size_t number, int byte)
{
    h->values[number] = (uint8_t)byte;
    if (byte > *h->greatest) {
        *h->greatest = byte;
    }
}

/* Begins with a position: what captures and promotions come to, and how many other moves there are. */
static bool begin_position(const Endings *s, const Half *h, size_t number)
{
    Position p;
    h->open[number] = SETTLED;
    if (!ending_position(&s->index, h->class, number, &p)) {
        return true;
    }
    MoveList moves;
    move_list_init(&moves);
    movegen_legal(&p, &moves);
    int win = 0, loss = LOST_AT_ONCE, open = 0;
    for (int i = 0; i < moves.count; i++) {
        const Move m = moves.moves[i];
        const Position next = position_after(&p, m);
        if (!move_is_capture(m) && popcount(next.men[WHITE]) == h->class.men) {
            open++;
            continue;
        }
        const int child = byte_of(s, &next);
        if (is_loss(child)) {
            win = win == 0 || child + 1 < win ? child + 1 : win;
        } else if (is_win(child)) {
            loss = child + 1 > loss ? child + 1 : loss;
        } else {
            open++; /* for good */
        }
    }
    const bool captures = moves.count > 0 && move_is_capture(moves.moves[0]);
    const bool failed = moves.failed;
    move_list_free(&moves);
    if (!captures) {
        h->open[number] = (uint8_t)open;
    }
    if (win != 0) {
        set_value(h, number, win);
    } else if (!captures || open == 0) {
        set_value(h, number, loss);
    }
    return !failed;
}

/* Records for a position that one of its moves leads to a value that is certain. */
static inline void tell(const Half *h, size_t number, int child)
{
    if (h->open[number] == SETTLED) {
        return; /* it must capture */
    }
    const int value = h->values[number];
    if (is_loss(child)) {
        if (!is_win(value) || value > child + 1) {
            set_value(h, number, child + 1);
        }
        return;
    }
    h->open[number]--;
    if (is_loss(value) && value < child + 1) {
        set_value(h, number, child + 1);
    }
}

/* Visits all positions from which a move that changes no pieces leads to this one. Such moves, taken back, are moves of
 * the other colour: kings slide either way, a man goes back alone or over an unbroken row of its own men. */
static void tell_before(const Half *h, size_t number)
{
    const EndingIndex *const x = h->index;
    Position p;
    ending_position(x, h->class, number, &p);
    /* As the side sees it that has moved: it is White, but to go back its pieces are made black ones. */
    const Bitboard men = variant_turn(x->variant, p.men[BLACK]);
    const Bitboard kings = variant_turn(x->variant, p.kings[BLACK]);
    const Bitboard enemy_men = variant_turn(x->variant, p.men[WHITE]);
    const Bitboard enemy_kings = variant_turn(x->variant, p.kings[WHITE]);
    const Position back = {
        .men = {enemy_men, men}, .kings = {enemy_kings, kings}, .variant = x->variant, .side = BLACK};
    MoveList moves;
    move_list_init(&moves);
    movegen_quiet(&back, &moves);
    const EndingClass c = h->before->class;
    const size_t men_rank = ending_set_rank(x, men);
    const size_t kings_rank = ending_set_rank(x, kings);
    const size_t enemy_rank =
        (size_t)ending_set_rank(x, enemy_kings) * x->count[c.enemy_men] + ending_set_rank(x, enemy_men);
    const size_t enemy_count = (size_t)x->count[c.enemy_kings] * x->count[c.enemy_men];
    for (int i = 0; i < moves.count; i++) {
        const Bitboard change = bit(moves.moves[i].from) | bit(moves.moves[i].to);
        const bool king = (kings & change) != 0;
        const size_t k = king ? ending_set_rank(x, kings ^ change) : kings_rank;
        const size_t m = king ? men_rank : ending_set_rank(x, men ^ change);
        tell(h->before, (k * x->count[c.men] + m) * enemy_count + enemy_rank, h->values[number]);
    }
    move_list_free(&moves);
}

/* True when no move is left that could change the value. */
static bool is_certain(const Half *h, size_t number)
{
    return is_win(h->values[number]) || h->open[number] == 0 || h->open[number] == SETTLED;
}

/* Visits the values upwards. A win that is still only a possible one has a greater value than those passed on. Ends
 * early when the endings are stopped. */
static void spread(const Endings *s, const Half *halves, int count)
{
    for (int byte = LOST_AT_ONCE; byte <= *halves[0].greatest && byte <= BYTE_MOST; byte++) {
        for (int i = 0; i < count; i++) {
            const Half *const h = &halves[i];
            for (size_t number = 0; number < h->size && !endings_stopped(s); number++) {
                if (h->values[number] == byte && is_certain(h, number)) {
                    tell_before(h, number);
                }
            }
        }
    }
}

/* Gets the memory of one half; the values belong to the endings from then on. */
static bool half_make(Endings *s, Half *h, EndingClass c)
{
    const size_t size = ending_class_size(&s->index, c);
    h->index = &s->index;
    h->class = c;
    h->size = size;
    h->values = calloc(size, 1);
    h->open = calloc(size, 1);
    *table_of(s, c) = h->values;
    return h->values != NULL && h->open != NULL;
}

/* Solves halves whose memory is there. */
static bool solve_halves(const Endings *s, const Half *halves, int count)
{
    bool done = true;
    for (int i = 0; i < count; i++) {
        for (size_t number = 0; number < halves[i].size && !endings_stopped(s); number++) {
            done = begin_position(s, &halves[i], number) && done;
        }
    }
    spread(s, halves, count);
    for (int i = 0; i < count; i++) {
        const Half *const h = &halves[i];
        for (size_t number = 0; number < h->size; number++) {
            if (!is_certain(h, number)) {
                h->values[number] = 0;
            }
        }
    }
    return done;
}

static ErrorCode solve_pair(Endings *s, EndingClass c, Error *e)
{
    const EndingClass swapped = ending_class_swapped(c);
    const int count = ending_class_equal(c, swapped) ? 1 : 2;
    int greatest = 0;
    Half halves[2] = {{.greatest = &greatest, .before = &halves[count - 1]},
                      {.greatest = &greatest, .before = &halves[0]}};
    const bool done = half_make(s, &halves[0], c) && (count == 1 || half_make(s, &halves[1], swapped)) &&
                      solve_halves(s, halves, count);
    free(halves[0].open);
    free(halves[1].open);
    char name[ENDING_NAME_SIZE];
    ending_class_name(c, name);
    if (endings_stopped(s)) {
        return error_set(e, ERROR_INTERRUPTED, "interrupted");
    }
    if (!done) {
        return error_set(e, ERROR_MEMORY, "there is no memory for %s on the board %s", name, s->index.variant->name);
    }
    if (greatest > BYTE_MOST) {
        return error_set(e, ERROR_SYNTAX, "%s on the board %s: a win takes more than %d plies", name,
                         s->index.variant->name, BYTE_MOST - 1);
    }
    return ERROR_NONE;
}

ErrorCode endings_solve(const Variant *v, int pieces, const atomic_bool *stop, Endings **endings, Error *e)
{
    *endings = NULL;
    if (pieces < ENDING_PIECES_LEAST || pieces > ENDING_PIECES_MOST) {
        return error_set(e, ERROR_SYNTAX, "endings of %d to %d pieces can be solved, not of %d", ENDING_PIECES_LEAST,
                         ENDING_PIECES_MOST, pieces);
    }
    Endings *const s = calloc(1, sizeof *s);
    if (s == NULL) {
        return error_set(e, ERROR_MEMORY, "there is no memory for the endings");
    }
    ending_index_init(&s->index, v);
    s->stop = stop;
    s->pieces = pieces;
    EndingClass classes[ENDING_PAIRS_MOST];
    const int count = ending_class_list(pieces, classes);
    ErrorCode code = error_clear(e);
    for (int i = 0; i < count && code == ERROR_NONE; i++) {
        code = solve_pair(s, classes[i], e);
    }
    if (code != ERROR_NONE) {
        endings_free(s);
        return code;
    }
    *endings = s;
    return ERROR_NONE;
}

void endings_free(Endings *endings)
{
    if (endings == NULL) {
        return;
    }
    EndingClass classes[ENDING_PAIRS_MOST];
    const int count = ending_class_list(endings->pieces, classes);
    for (int i = 0; i < count; i++) {
        const EndingClass swapped = ending_class_swapped(classes[i]);
        free(*table_of(endings, classes[i]));
        if (!ending_class_equal(classes[i], swapped)) {
            free(*table_of(endings, swapped));
        }
    }
    free(endings);
}

int endings_pieces(const Endings *endings)
{
    return endings->pieces;
}

const EndingIndex *endings_index(const Endings *endings)
{
    return &endings->index;
}

static EndingValue value_of(int byte)
{
    if (byte == 0) {
        return (EndingValue){ENDING_DRAW, 0};
    }
    return (EndingValue){is_win(byte) ? ENDING_WIN : ENDING_LOSS, byte - 1};
}

EndingValue endings_value(const Endings *endings, const Position *p)
{
    return value_of(byte_of(endings, p));
}

EndingValue endings_value_at(const Endings *endings, EndingClass c, size_t number)
{
    return value_of(endings->values[c.kings][c.men][c.enemy_kings][c.enemy_men][number]);
}
