/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The routes of piece captures, and how they are read. */
#include <string.h>

#include "core/notation.h"
#include "core/notation_parse.h"
#include "core/piece_capture.h"
#include "core/square.h"
#include "support/positions.h"
#include "support/random_play.h"
#include "support/test.h"

/* Fails unless the squares of a route are read in every spelling as this capture or, if that is NULL, refused because
 * another capture takes more. */
static void check_route(const Position *p, const Square *route, int count, const Move *whole)
{
    /* before squares 1, 3, ..., before squares 2, 4, ..., and at the end; the first square is square 0 */
    static const char *const SIGNS[][3] = {
        {"", "", ""}, {"x", "x", "x"}, {"-", "-", ""}, {"x", "-", "x"}, {"-", "", ""}};
    for (int i = 0; i < ROWS(SIGNS); i++) {
        char text[NOTATION_SIZE + 1] = "", name[SQUARE_NAME_SIZE];
        for (int k = 0; k < count; k++) {
            square_name(route[k], name);
            strcat(strcat(text, k == 0 ? "" : SIGNS[i][(k + 1) % 2]), name);
        }
        strcat(text, SIGNS[i][2]);
        Move m = {.kind = MOVE_NONE};
        Error e;
        const ErrorCode code = notation_parse(p, text, strlen(text), &m, &e);
        if (whole != NULL) {
            ck_assert_msg(code == ERROR_NONE && move_equal(m, *whole), "%s: %s", text, e.text);
        } else {
            ck_assert_msg(code == ERROR_ILLEGAL, "%s", text);
            ck_assert_msg(strstr(e.text, "another capture takes more pieces") != NULL, "%s", e.text);
        }
    }
}

/* In random positions every piece capture has routes, each listed once, which take exactly what the move takes, one
 * piece a step, and are accepted; their beginnings are not. Other moves have none. */
TEST_EACH(routes_take_what_the_move_takes, VARIANT_COUNT)
{
    enum { SCATTERED = 2000 };
    RandomPlay r = {.state = (uint64_t)_i};
    int captures = 0, several = 0, refused = 0;
    for (int n = 0; n < SCATTERED; n++) {
        const Position p = random_scatter(&r, variant_at(_i), (Scatter)(n % SCATTER_COUNT));
        MoveList legal;
        legal_moves(&p, &legal);
        for (int i = 0; i < legal.count; i++) {
            const Move m = legal.moves[i];
            PieceCaptureRoutes routes;
            piece_capture_routes(&p, m, &routes);
            ck_assert_int_eq(routes.count > 0, move_is_piece_capture(m));
            if (!move_is_piece_capture(m)) {
                continue;
            }
            const int length = routes.length;
            ck_assert_int_eq(length, popcount(m.taken) + 1);
            captures++;
            several += routes.count > 1 ? 1 : 0;
            for (int k = 0; k < routes.count; k++) {
                const Square *const route = routes.route[k];
                ck_assert(route[0] == m.from && route[length - 1] == m.to &&
                          piece_capture_follow(&p, route, length) == m.taken);
                for (int other = 0; other < k; other++) {
                    ck_assert_mem_ne(route, routes.route[other], (size_t)length * sizeof(Square));
                }
                check_route(&p, route, length, &m);
                /* Two squares alone could also be the start and end of a longer capture. */
                for (int count = 3; count < length; count++) {
                    check_route(&p, route, count, NULL);
                    refused++;
                }
            }
        }
        move_list_free(&legal);
    }
    ck_assert_int_gt(captures, SCATTERED / 2);
    ck_assert_int_gt(several, 0);
    ck_assert_int_gt(refused, 0);
}

/* A capture that can return to its start either way round has both routes, in the order of Direction. */
TEST(both_ways_round)
{
    const Position p = position_of(&VARIANT_10X10, "W:We5:Bc5,e4,e7,f5");
    PieceCaptureRoutes routes;
    piece_capture_routes(&p, move_of(&p, "e5x"), &routes);
    ck_assert_int_ge(routes.count, 2);
    ck_assert_uint_eq(routes.route[0][1], square_parse(p.variant, "d5"));
}

/* A capture to a square that it does not reach has no route, and a step that is not a capture takes nothing. */
TEST(no_route)
{
    const Position p = position_of(&VARIANT_10X10, "W:WKe2:Be7");
    const Move m = move_of(&p, "e2e6");
    const Move other_end = {.taken = m.taken, .from = m.from, .to = m.from, .kind = m.kind};
    const Square back[] = {m.from, m.to, m.from};
    const Square vacant[] = {square_parse(p.variant, "e5"), square_parse(p.variant, "e6")};
    PieceCaptureRoutes routes;
    piece_capture_routes(&p, other_end, &routes);
    ck_assert_int_eq(routes.count, 0);
    ck_assert_uint_eq(piece_capture_follow(&p, back, 1), 0);
    ck_assert_uint_eq(piece_capture_follow(&p, back, 3), 0);
    ck_assert_uint_eq(piece_capture_follow(&p, vacant, 2), 0);
}
