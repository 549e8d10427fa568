/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rules of the library: games through texts, compared with core/, and what is refused. */
#include <string.h>

#include "core/fen.h"
#include "core/notation.h"
#include "core/notation_parse.h"
#include "library/bushka.h"
#include "protocol/move_details.h"
#include "support/engine_process.h"
#include "support/positions.h"
#include "support/random_play.h"
#include "support/test.h"

static BushkaGame *new_game(const char *board, const char *fen)
{
    BushkaGame *const g = bushka_game_new(board);
    ck_assert_ptr_nonnull(g);
    ck_assert_msg(bushka_game_set(g, fen) == BUSHKA_OK, "%s", bushka_game_error(g));
    return g;
}

/* Checks the texts for a position, which they must not change, against the rules, and picks one of the moves. Returns
 * false when there is none. */
static bool compare(BushkaGame *g, const Position *p, RandomPlay *random, char chosen[NOTATION_SIZE])
{
    char fen[FEN_SIZE];
    MoveList legal;
    fen_print(p, fen);
    ck_assert_str_eq(bushka_game_fen(g), fen);
    const char *at = bushka_game_moves(g);
    ck_assert_ptr_nonnull(at);
    legal_moves(p, &legal);
    const int pick = legal.count > 0 ? random_play_below(random, legal.count) : 0;
    for (int i = 0; i < legal.count; i++) {
        char move[NOTATION_SIZE];
        const int length = notation_print(p, legal.moves[i], NOTATION_COORDINATE, move);
        ck_assert(strncmp(at, move, (size_t)length) == 0);
        at += length;
        ck_assert_int_eq(*at, i + 1 < legal.count ? ' ' : '\0');
        at += *at == ' ';
        if (i == pick) {
            notation_print(p, legal.moves[i], (NotationStyle)random_play_below(random, NOTATION_STYLE_COUNT), chosen);
        }
    }
    const bool any = legal.count > 0;
    if (any) {
        const char *line = NULL;
        Text text;
        ck_assert_int_eq(bushka_game_describe(g, chosen, &line), BUSHKA_OK);
        text_init(&text);
        move_details_line(&text, p, legal.moves[pick]);
        ck_assert_str_eq(line, text.data);
        text_free(&text);
    }
    ck_assert_str_eq(bushka_game_fen(g), fen);
    move_list_free(&legal);
    return any;
}

/* Random games, with moves in all notations: every text is that of the rules, and moves can be taken back. */
TEST(games)
{
    enum { GAMES = 20, PLIES = 150 };
    const char *const boards[] = {"bushka", "bushka9x11", NULL};
    RandomPlay random = {.state = 17};
    int finished = 0;
    for (int i = 0; i < GAMES; i++) {
        const char *const board = boards[i % 3];
        BushkaGame *const g = new_game(board, NULL);
        Game game = game_of(board != NULL ? variant_by_name(board) : variant_at(0), NULL);
        char move[NOTATION_SIZE];
        const char *line;
        for (int ply = 0; ply < PLIES && game_result(&game) == GAME_ONGOING; ply++) {
            ck_assert(compare(g, game_position(&game), &random, move));
            game_play_words(&game, move);
            ck_assert_int_eq(bushka_game_play(g, move), BUSHKA_OK);
            ck_assert_str_eq(bushka_game_error(g), "");
            ck_assert_str_eq(bushka_game_result(g), game_result_text(game_result(&game)));
        }
        if (game_result(&game) != GAME_ONGOING) {
            finished++;
            ck_assert_str_eq(bushka_game_moves(g), "");
            ck_assert_int_eq(bushka_game_play(g, move), BUSHKA_ERROR_GAME_OVER);
            ck_assert(matches("*the game is over: *", bushka_game_error(g)));
            ck_assert_int_eq(bushka_game_describe(g, move, &line), BUSHKA_ERROR_GAME_OVER);
        }
        while (game_undo(&game)) {
            ck_assert_int_eq(bushka_game_undo(g), BUSHKA_OK);
        }
        ck_assert_int_eq(bushka_game_undo(g), BUSHKA_ERROR_ILLEGAL);
        compare(g, game_position(&game), &random, move);
        game_free(&game);
        bushka_game_free(g);
    }
    ck_assert_int_gt(finished, 3);
}

typedef struct Refusal {
    const char *text;
    int code;
    const char *reason;
} Refusal;

/* A refused move changes nothing, and the reason given is that of the rules. */
static const Refusal MOVES[] = {{"", BUSHKA_ERROR_SYNTAX, "a move is missing; *"},
                                {"hello", BUSHKA_ERROR_SYNTAX, "hello: *"},
                                {"f2f3\n", BUSHKA_ERROR_SYNTAX, "f2f3?: *"},
                                {"a1a2", BUSHKA_ERROR_SQUARE, "a1a2: a1 is not a square of the board bushka"},
                                {"d4d5", BUSHKA_ERROR_ILLEGAL, "d4d5: *"},
                                {"g5xf5", BUSHKA_ERROR_ILLEGAL, "g5xf5: *"},
                                {"a5b5", BUSHKA_ERROR_ILLEGAL, "a5b5: *"}};

TEST_EACH(refused_moves, ROWS(MOVES))
{
    BushkaGame *const g = new_game(NULL, NULL);
    const Position start = position_start(variant_at(0));
    const char *const move = MOVES[_i].text, *line = "kept";
    Move m;
    Error e;
    ck_assert_int_eq(bushka_game_play(g, move), MOVES[_i].code);
    ck_assert_msg(matches(MOVES[_i].reason, bushka_game_error(g)), "%s", bushka_game_error(g));
    ck_assert_int_ne(notation_parse(&start, move, strlen(move), &m, &e), ERROR_NONE);
    ck_assert_str_eq(bushka_game_error(g), e.text);
    ck_assert_int_eq(bushka_game_describe(g, move, &line), MOVES[_i].code);
    ck_assert_str_eq(bushka_game_error(g), e.text);
    ck_assert_str_eq(line, "kept");
    ck_assert_str_eq(bushka_game_fen(g), START_FEN);
    bushka_game_free(g);
}

#define K100 "KKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKK"

/* A refused position changes nothing either; the last one is longer than any. */
static const Refusal POSITIONS[] = {{"", BUSHKA_ERROR_SYNTAX, "the FEN ends too early: *"},
                                    {"W:We3:Bf4 ", BUSHKA_ERROR_SYNTAX, "FEN character 10: *"},
                                    {"W:We3:Ba1", BUSHKA_ERROR_SQUARE, "a1 is not a square of the board bushka"},
                                    {"W:We3:Be3", BUSHKA_ERROR_DUPLICATE, "e3 is named twice*"},
                                    {"W:We0:Be3", BUSHKA_ERROR_PROMOTION, "*"},
                                    {K100 K100 K100 K100 K100 K100 K100 K100 K100 K100, BUSHKA_ERROR_SYNTAX, "*"}};

TEST_EACH(refused_positions, ROWS(POSITIONS))
{
    BushkaGame *const g = new_game(NULL, NULL);
    ck_assert_int_eq(bushka_game_play(g, "g5f5"), BUSHKA_OK);
    ck_assert_int_eq(bushka_game_set(g, POSITIONS[_i].text), POSITIONS[_i].code);
    ck_assert_msg(matches(POSITIONS[_i].reason, bushka_game_error(g)), "%s", bushka_game_error(g));
    ck_assert_int_eq(bushka_game_undo(g), BUSHKA_OK);
    ck_assert_str_eq(bushka_game_error(g), "");
    ck_assert_str_eq(bushka_game_fen(g), START_FEN);
    bushka_game_free(g);
}

/* Setting a position begins the game again, on the same board, and clears the last error. */
static const char *const FENS[] = {NULL, "B:WKe1:Bc6"};

TEST_EACH(begin_again, ROWS(FENS))
{
    BushkaGame *const g = new_game("bushka9x11", NULL);
    const Position start = position_start(&VARIANT_9X11);
    char first[FEN_SIZE];
    fen_print(&start, first);
    ck_assert_int_eq(bushka_game_play(g, "g5f5"), BUSHKA_OK);
    ck_assert_int_eq(bushka_game_play(g, "g5f5"), BUSHKA_ERROR_ILLEGAL);
    ck_assert_int_eq(bushka_game_set(g, FENS[_i]), BUSHKA_OK);
    ck_assert_str_eq(bushka_game_error(g), "");
    ck_assert_str_eq(bushka_game_fen(g), FENS[_i] != NULL ? FENS[_i] : first);
    ck_assert_int_eq(bushka_game_undo(g), BUSHKA_ERROR_ILLEGAL);
    ck_assert_int_eq(bushka_game_set(g, "W:Wh6:Be2,f6,f7,f9,g8,h8"), BUSHKA_OK);
    ck_assert_int_eq(bushka_game_play(g, "h6g7x"), BUSHKA_ERROR_AMBIGUOUS);
    bushka_game_free(g);
}

TEST(draw)
{
    static const char *const shuffle[] = {"e1e2", "b7b6", "e2e1", "b6b7"};
    uint64_t count = 0;
    BushkaGame *const g = new_game("bushka", "W:WKe1,h4:Ba6,Kb7");
    for (int ply = 0; ply < 8; ply++) {
        ck_assert_str_eq(bushka_game_result(g), "*");
        ck_assert_int_eq(bushka_game_play(g, shuffle[ply % 4]), BUSHKA_OK);
    }
    ck_assert_str_eq(bushka_game_result(g), "1/2-1/2");
    ck_assert_str_eq(bushka_game_moves(g), "");
    ck_assert_int_eq(bushka_game_play(g, shuffle[0]), BUSHKA_ERROR_GAME_OVER);
    /* Perft does not count repetitions as ends, nor the one that has led here. */
    ck_assert_int_eq(bushka_game_perft(g, 1, &count), BUSHKA_OK);
    ck_assert_uint_gt(count, 1);
    ck_assert_int_eq(bushka_game_undo(g), BUSHKA_OK);
    ck_assert_str_eq(bushka_game_result(g), "*");
    ck_assert_int_eq(bushka_game_set(g, "B:We3:B"), BUSHKA_OK);
    ck_assert_str_eq(bushka_game_result(g), "1-0");
    bushka_game_free(g);
}

TEST(perft)
{
    uint64_t count = 0;
    BushkaGame *const g = new_game(NULL, NULL);
    ck_assert_int_eq(bushka_game_perft(g, 0, &count), BUSHKA_OK);
    ck_assert_uint_eq(count, 1);
    ck_assert_int_eq(bushka_game_perft(g, 4, &count), BUSHKA_OK);
    ck_assert_uint_eq(count, 312334);
    ck_assert_int_eq(bushka_game_perft(g, -1, &count), BUSHKA_ERROR_ARGUMENT);
    ck_assert_str_eq(bushka_game_error(g), "perft takes a depth of 0 to 64");
    ck_assert_int_eq(bushka_game_perft(g, 65, &count), BUSHKA_ERROR_ARGUMENT);
    ck_assert_int_eq(bushka_game_perft(g, 1, NULL), BUSHKA_ERROR_ARGUMENT);
    ck_assert_str_ne(bushka_game_error(g), "perft takes a depth of 0 to 64");
    ck_assert_uint_eq(count, 312334);
    ck_assert_int_eq(bushka_game_set(g, "B:We3:B"), BUSHKA_OK);
    ck_assert_int_eq(bushka_game_perft(g, 65, &count), BUSHKA_ERROR_ARGUMENT);
    ck_assert_int_eq(bushka_game_perft(g, 64, &count), BUSHKA_OK);
    ck_assert_str_eq(bushka_game_error(g), "");
    ck_assert_uint_eq(count, 0);
    bushka_game_free(g);
}

TEST(misuse)
{
    uint64_t count;
    const char *line;
    ck_assert_ptr_null(bushka_game_new("chess"));
    ck_assert_ptr_null(bushka_game_new(""));
    bushka_game_free(NULL);
    ck_assert_int_eq(bushka_game_set(NULL, NULL), BUSHKA_ERROR_ARGUMENT);
    ck_assert_int_eq(bushka_game_play(NULL, "g5f5"), BUSHKA_ERROR_ARGUMENT);
    ck_assert_int_eq(bushka_game_undo(NULL), BUSHKA_ERROR_ARGUMENT);
    ck_assert_int_eq(bushka_game_describe(NULL, "g5f5", &line), BUSHKA_ERROR_ARGUMENT);
    ck_assert_int_eq(bushka_game_perft(NULL, 1, &count), BUSHKA_ERROR_ARGUMENT);
    ck_assert_ptr_null(bushka_game_fen(NULL));
    ck_assert_ptr_null(bushka_game_moves(NULL));
    ck_assert_ptr_null(bushka_game_result(NULL));
    ck_assert_str_eq(bushka_game_error(NULL), "");
    BushkaGame *const g = new_game(NULL, NULL);
    ck_assert_int_eq(bushka_game_play(g, NULL), BUSHKA_ERROR_ARGUMENT);
    ck_assert_str_ne(bushka_game_error(g), "");
    ck_assert_int_eq(bushka_game_describe(g, NULL, &line), BUSHKA_ERROR_ARGUMENT);
    ck_assert_int_eq(bushka_game_describe(g, "g5f5", NULL), BUSHKA_ERROR_ARGUMENT);
    ck_assert_str_ne(bushka_game_error(g), "");
    ck_assert_str_eq(bushka_game_fen(g), START_FEN);
    bushka_game_free(g);
}
