/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/move_sets.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "core/count.h"
#include "core/fen.h"
#include "core/movegen.h"
#include "core/square.h"
#include "support/test.h"

enum { TEXT_SIZE = 4096 };

/* Skips blanks; returns false at the end of the text. */
static bool next_word(const char **text)
{
    while (isspace((unsigned char)**text)) {
        ++*text;
    }
    return **text != '\0';
}

/* Reads the name of a square and moves on behind it. */
static Square read_square(const Variant *v, const char **text)
{
    const Square s = square_parse(v, *text);
    ck_assert_msg(s != SQUARE_NONE, "no square of %s: %s", v->name, *text);
    *text += 2;
    return s;
}

static void put_pieces(Position *p, Color c, const char *text)
{
    while (next_word(&text)) {
        const bool king = *text == 'K';
        text += king ? 1 : 0;
        const char *const word = text;
        const Square s = read_square(p->variant, &text);
        ck_assert_msg((position_occupied(p) & bit(s)) == 0, "occupied: %s", word);
        position_put(p, c, king, s);
    }
}

Position set_up(const Variant *v, Color side, const char *white, const char *black)
{
    Position p = position_empty(v);
    put_pieces(&p, WHITE, white);
    put_pieces(&p, BLACK, black);
    position_set_side(&p, side);
    return p;
}

static Move read_move(const Variant *v, const char **text)
{
    Move m = {.taken = 0, .kind = MOVE_NONE};
    m.from = read_square(v, text);
    const bool capture = **text == 'x';
    ck_assert(capture || **text == '-');
    ++*text;
    m.to = read_square(v, text);
    if (capture) {
        ck_assert_int_eq(**text, '(');
        while (**text != ')') {
            ++*text;
            m.taken |= bit(read_square(v, text));
        }
        ++*text;
    }
    return m;
}

/* Appends the words of read_move() for the list to text. */
static void write_moves(const MoveList *list, char text[TEXT_SIZE])
{
    char name[SQUARE_NAME_SIZE];
    text[0] = '\0';
    for (int i = 0; i < list->count && strlen(text) + FEN_SIZE < TEXT_SIZE; i++) {
        const Move m = list->moves[i];
        square_name(m.from, name);
        strcat(strcat(text, i == 0 ? "" : " "), name);
        square_name(m.to, name);
        strcat(strcat(text, m.taken == 0 ? "-" : "x"), name);
        for (Bitboard taken = m.taken; taken != 0;) {
            const char *const before = taken == m.taken ? "(" : ",";
            square_name(pop_lowest(&taken), name);
            strcat(strcat(text, before), name);
        }
        strcat(text, m.taken == 0 ? "" : ")");
    }
}

static int compare_moves(const void *a, const void *b)
{
    const Move *const x = a;
    const Move *const y = b;
    if (x->from != y->from) {
        return x->from < y->from ? -1 : 1;
    }
    if (x->to != y->to) {
        return x->to < y->to ? -1 : 1;
    }
    return (x->taken > y->taken) - (x->taken < y->taken);
}

void sort_moves(MoveList *list)
{
    qsort(list->moves, (size_t)list->count, sizeof(Move), compare_moves);
}

bool same_moves(MoveList *a, MoveList *b)
{
    bool same = a->count == b->count;
    sort_moves(a);
    sort_moves(b);
    for (int i = 0; i < a->count && same; i++) {
        same = move_equal(a->moves[i], b->moves[i]);
    }
    return same;
}

/* True when the squares from m.from to m.to lie on one line with the men of a moving line between them; returns
 * false for a step of one. */
static bool hops_over_own_men(const Position *p, Move m)
{
    for (int d = 0; d < DIRECTION_COUNT; d++) {
        Bitboard at = step(bit(m.from), (Direction)d);
        int men = 0;
        for (; (at & p->men[p->side]) != 0; at = step(at, (Direction)d)) {
            men++;
        }
        if (at == bit(m.to)) {
            return men >= 1;
        }
    }
    return false;
}

/* True when the kind of m fits the piece that moves and what it takes. */
static bool kind_fits(const Position *p, Move m)
{
    const bool man = (p->men[p->side] & bit(m.from)) != 0;
    const bool king = (p->kings[p->side] & bit(m.from)) != 0;
    const bool capture = m.taken != 0;
    const bool to_is_vacant = (position_vacant(p) & bit(m.to)) != 0 || (capture && m.to == m.from);
    const bool takes_enemies = (m.taken & ~position_pieces(p, other(p->side))) == 0;
    if (!to_is_vacant || !takes_enemies || move_is_capture(m) != capture) {
        return false;
    }
    switch ((MoveKind)m.kind) {
    case MOVE_MAN:
        return man && !hops_over_own_men(p, m);
    case MOVE_LINE:
    case MOVE_LINEAR_CAPTURE:
        return man && hops_over_own_men(p, m);
    case MOVE_MAN_CAPTURE:
        return man && (bit(m.to) & p->variant->promotion[p->side]) == 0;
    case MOVE_KING:
    case MOVE_KING_CAPTURE:
        return king;
    default:
        return false;
    }
}

void expect_consistent(const Position *p, const MoveList *legal)
{
    char fen[FEN_SIZE];
    fen_print(p, fen);
    ck_assert_msg(!legal->failed, "%s %s: no memory", p->variant->name, fen);
    const bool captures = legal->count > 0 && legal->moves[0].taken != 0;
    const uint64_t count = count_one_ply(p);
    if (count != (uint64_t)legal->count) {
        ck_abort_msg("%s %s: %d moves, counted %llu", p->variant->name, fen, legal->count, (unsigned long long)count);
    }
    if (movegen_any(p) != (legal->count > 0)) {
        ck_abort_msg("%s %s: %d moves, any is wrong", p->variant->name, fen, legal->count);
    }
    if (movegen_can_capture(p, p->side) != captures) {
        ck_abort_msg("%s %s: can_capture is wrong", p->variant->name, fen);
    }
    for (int i = 0; i < legal->count; i++) {
        if ((legal->moves[i].taken != 0) != captures || !kind_fits(p, legal->moves[i])) {
            ck_abort_msg("%s %s: move %d has a wrong kind", p->variant->name, fen, i);
        }
    }
}

void expect_moves(const Position *p, const char *expected)
{
    char got_text[TEXT_SIZE];
    MoveList got;
    MoveList wanted;
    move_list_init(&got);
    move_list_init(&wanted);
    movegen_legal(p, &got);
    expect_consistent(p, &got);
    while (next_word(&expected)) {
        move_list_add(&wanted, read_move(p->variant, &expected));
    }
    const bool same = same_moves(&got, &wanted);
    write_moves(&got, got_text);
    move_list_free(&got);
    move_list_free(&wanted);
    ck_assert_msg(same, "the moves are %s", got_text);
}

void expect_after(const Position *p, const char *move, const char *white, const char *black)
{
    const Position wanted = set_up(p->variant, other(p->side), white, black);
    const char *text = move;
    const Square from = read_square(p->variant, &text);
    const Square to = read_square(p->variant, &text);
    MoveList list;
    int found = 0;
    move_list_init(&list);
    movegen_legal(p, &list);
    for (int i = 0; i < list.count; i++) {
        if (list.moves[i].from == from && list.moves[i].to == to) {
            const Position after = position_after(p, list.moves[i]);
            ck_assert_msg(position_equal(&after, &wanted), "other pieces after %s", move);
            ck_assert_uint_eq(after.key, wanted.key);
            found++;
        }
    }
    move_list_free(&list);
    ck_assert_msg(found == 1, "%d moves %s", found, move);
}

void expect_case(const MoveCase *c)
{
    const Position p = set_up(c->variant, c->side, c->white, c->black);
    if (c->moves != NULL) {
        expect_moves(&p, c->moves);
    }
    for (int i = 0; i < ROWS(c->after) && c->after[i].move != NULL; i++) {
        expect_after(&p, c->after[i].move, c->after[i].white, c->after[i].black);
    }
}
