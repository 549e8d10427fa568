/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "protocol/move_details.h"

#include "core/fen.h"
#include "core/movegen.h"
#include "core/notation.h"
#include "core/piece_capture.h"
#include "core/square.h"
#include "protocol/display.h"
#include "protocol/play.h"

/* What a line calls the kinds of moves. */
static const char *const KIND_NAMES[] = {
    [MOVE_MAN] = "man",
    [MOVE_LINE] = "line",
    [MOVE_KING] = "king",
    [MOVE_LINEAR_CAPTURE] = "linear-capture",
    [MOVE_MAN_CAPTURE] = "man-capture",
    [MOVE_KING_CAPTURE] = "king-capture",
};

static void add_square(Text *t, const char *before, Square s)
{
    char name[SQUARE_NAME_SIZE];
    square_name(s, name);
    text_add(t, "%s%s", before, name);
}

/* The direction from a to b, which are on one line. */
static Direction direction_to(const Variant *v, Square a, Square b)
{
    int d = 0;
    while (d < DIRECTION_COUNT - 1 && (v->ray[d][a] & bit(b)) == 0) {
        d++;
    }
    return (Direction)d;
}

/* The moving men, from the head of the line to the last. */
static void add_line(Text *t, const Variant *v, Move m)
{
    const Direction back = direction_to(v, m.to, m.from);
    Square s = m.to;
    text_add(t, " line ");
    for (const char *before = ""; s != m.from; before = ",") {
        s = lowest(step(bit(s), back));
        add_square(t, before, s);
    }
}

/* The pieces taken, in the order of the squares. */
static void add_taken(Text *t, Bitboard taken)
{
    text_add(t, " taken ");
    for (const char *before = ""; taken != 0; before = ",") {
        add_square(t, before, pop_lowest(&taken));
    }
}

/* The steps of each route: the square, and the piece taken from there. */
static void add_routes(Text *t, const Position *p, Move m)
{
    PieceCaptureRoutes routes;
    piece_capture_routes(p, m, &routes);
    for (int r = 0; r < routes.count; r++) {
        const Square *const route = routes.route[r];
        text_add(t, " route ");
        for (int i = 1; i < routes.length; i++) {
            const Direction d = direction_to(p->variant, route[i - 1], route[i]);
            add_square(t, i > 1 ? "," : "", route[i]);
            add_square(t, ":", lowest(step(bit(route[i]), d)));
        }
    }
}

void move_details_line(Text *t, const Position *p, Move m)
{
    char coordinate[NOTATION_SIZE], formal[NOTATION_SIZE], brief[NOTATION_SIZE];
    notation_print(p, m, NOTATION_COORDINATE, coordinate);
    notation_print(p, m, NOTATION_FORMAL, formal);
    notation_print(p, m, NOTATION_SHORT, brief);
    text_add(t, "move %s formal %s short %s kind %s", coordinate, formal, brief, KIND_NAMES[m.kind]);
    add_square(t, " from ", m.from);
    add_square(t, " to ", m.to);
    if (m.kind == MOVE_LINE || m.kind == MOVE_LINEAR_CAPTURE) {
        add_line(t, p->variant, m);
    }
    if (move_is_capture(m)) {
        add_taken(t, m.taken);
    }
    if (m.kind == MOVE_MAN_CAPTURE || m.kind == MOVE_KING_CAPTURE) {
        add_routes(t, p, m);
    }
    const Position after = position_after(p, m);
    if ((p->men[p->side] & bit(m.from)) != 0 && (after.kings[p->side] & bit(m.to)) != 0) {
        text_add(t, " promotes");
    }
}

/* Fills the list with the moves that the words name. */
static ErrorCode read_moves(const Game *g, Words *words, MoveList *list, Error *e)
{
    Word word;
    for (int number = 1; words_next(words, &word); number++) {
        Move m;
        const ErrorCode code = play_read_move(g, word, &m, e);
        if (code != ERROR_NONE) {
            return error_set(e, code, "move %d: %s", number, e->text);
        }
        move_list_add(list, m);
    }
    return error_clear(e);
}

ErrorCode move_details(Text *t, const Game *g, Words *words, Error *e)
{
    const Position *const p = game_position(g);
    const GameResult result = game_result(g);
    char fen[FEN_SIZE];
    Word word;
    MoveList list;
    ErrorCode code = error_clear(e);
    move_list_init(&list);
    if (words_peek(words, &word)) {
        code = read_moves(g, words, &list, e);
    } else if (result == GAME_ONGOING) {
        movegen_legal(p, &list);
    }
    if (code == ERROR_NONE) {
        fen_print(p, fen);
        text_add(t, "Fen: %s\n", fen);
        if (result != GAME_ONGOING) {
            text_add(t, "Result: %s (%s)\n", game_result_text(result), display_result(result));
        }
        text_add(t, "Legal moves (%d):\n", list.count);
        for (int i = 0; i < list.count; i++) {
            move_details_line(t, p, list.moves[i]);
            text_add(t, "\n");
        }
        t->failed = t->failed || list.failed;
    }
    move_list_free(&list);
    return code;
}
