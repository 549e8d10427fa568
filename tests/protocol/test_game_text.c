/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Games as text: what the engine writes and reads, and the board that a player sees. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/fen.h"
#include "core/movegen.h"
#include "core/notation.h"
#include "match/pdn.h"
#include "protocol/board_picture.h"
#include "protocol/game_text.h"
#include "support/random_play.h"
#include "support/test.h"

/* With the start position written down. */
static const char WITH_FEN[] =
    "[Variant \"bushka\"]"
    "[FEN \"W:Wd2,e1,e2,e3,f2,f3,f4,g3,g4,g5,h4,h5,h6,i5,i6:Ba5,a6,b5,b6,b7,c6,c7,c8,d7,d8,d9,e8,e9,e0,f9\"]"
    "g5f5 {never {mind} d8d6 f4e4 1-0";

enum { GAMES = 200, PLIES = 120, DAMAGES = 5000 };

static const GameTextNames NAMES = {.player = {"a \"person\"", "b\\c"}, .date = "2025.11.21"};

/* A random game on that board, from a scattered position now and then. */
static void random_game(RandomPlay *r, const Variant *v, Game *g)
{
    Position start = position_start(v);
    while (random_play_below(r, 3) == 0 || !movegen_any(&start)) {
        start = random_play_scatter(r, v, 3, 8);
    }
    ck_assert_int_eq(game_init(g, &start), ERROR_NONE);
    for (int i = random_play_below(r, PLIES); i > 0 && game_result(g) == GAME_ONGOING; i--) {
        MoveList list;
        move_list_init(&list);
        movegen_legal(game_position(g), &list);
        ck_assert_int_eq(game_play(g, list.moves[random_play_below(r, list.count)]), ERROR_NONE);
        move_list_free(&list);
    }
}

static void expect_same(const Game *a, const Game *b)
{
    ck_assert_uint_eq(a->plies, b->plies);
    for (size_t i = 0; i <= a->plies; i++) {
        ck_assert(position_equal(&a->positions[i], &b->positions[i]));
    }
}

/* Reads the first game of a text. */
static ErrorCode read_text(const char *text, Game *g, Error *e)
{
    GameTextFound found;
    return game_text_read("t", text, strlen(text), 1, g, &found, e);
}

TEST(test_written_games_are_read)
{
    RandomPlay r = {.state = 1};
    for (int i = 0; i < GAMES; i++) {
        Game g, back;
        PdnGame pdn;
        Text t;
        Error e;
        text_init(&t);
        random_game(&r, variant_at(i % VARIANT_COUNT), &g);
        ck_assert_int_eq(game_text_write(&t, &g, &NAMES, &e), ERROR_NONE);
        ck_assert(strncmp(t.data, GAME_TEXT_BEGINS, strlen(GAME_TEXT_BEGINS)) == 0);
        ck_assert_msg(read_text(t.data, &back, &e) == ERROR_NONE, "%s", e.text);
        expect_same(&g, &back);
        /* And by the match runner. */
        FILE *const file = fmemopen(t.data, t.length, "rb");
        PdnReader *const reader = pdn_reader_stream(file, "t", &e);
        ck_assert_msg(pdn_reader_next(reader, &pdn, &e) == PDN_READ_GAME, "%s", e.text);
        expect_same(&g, &pdn.game);
        ck_assert_int_eq(pdn.result, game_result(&g));
        ck_assert_str_eq(pdn.tag[PDN_WHITE], NAMES.player[WHITE]);
        ck_assert_str_eq(pdn.tag[PDN_BLACK], NAMES.player[BLACK]);
        pdn_reader_close(reader);
        fclose(file);
        pdn_game_free(&pdn);
        game_free(&back);
        game_free(&g);
        text_free(&t);
    }
}

/* What people write by hand. */
TEST(test_lenient_reading)
{
    static const char *const texts[] = {
        "1. g5-f5 d8-d6 2. f4e4 *",
        "g5f5 d8d6 f4e4 *",
        "[Event \"x\"]\n[Unknown \"tag\"]\n\n1.g5-f5 {a comment; with } d8d6 $1 ; 2. nonsense\n2. fe4!? *",
        "\r\n[Result \"*\"]\r\n\r\n1. gf5 1... d86 2. f4e4\r\n*\r\n",
        WITH_FEN,
    };
    const Position start = position_start(variant_at(0));
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        Game g;
        Error e;
        ck_assert_msg(read_text(texts[i], &g, &e) == ERROR_NONE, "%s", e.text);
        ck_assert_uint_eq(g.plies, 3);
        ck_assert(position_equal(&g.positions[0], &start));
        game_free(&g);
    }
}

typedef struct Wrong {
    const char *text;
    const char *why;
} Wrong;

static const Wrong WRONG[] = {
    {"", "t: there is no game in it"},
    {" \n {only a comment} ", "t: there is no game in it"},
    {"1. g5-f5", "t:1: the result of the game is missing: 1-0, 0-1, 1/2-1/2 or *"},
    {"1. g5-f5\n[Event \"x\"]\n*", "t:2: the result of the game is missing: 1-0, 0-1, 1/2-1/2 or *"},
    {"\n1. g5-f5 f2f3 *", "t:2: f2f3: no own piece on f2, and Black is to move"},
    {"{open\n\n", "t:1: the comment has no closing brace"},
    {"[Event x]\n*", "t:1: a tag has the form [Name \"value\"]"},
    {"[Event \"x]\n*", "t:1: a tag has the form [Name \"value\"]"},
    {"[Variant \"chess\"]\n*", "t:1: the tag Variant names no board: bushka or bushka9x11"},
    {"[FEN \"W:Wf2\"]\n*", "t:1: the FEN ends too early: expected ':' and the pieces of the other side"},
    {"[FEN \"W:Wd5:B\"]\n[FEN \"W:Wd5:B\"]\n*", "t:2: a tag that stands there already"},
    {"[Result \"1-0\"]\n0-1", "t:2: the result after the moves is not that of the tag Result"},
    {"[FEN \"B:Wd5:B\"]\n0-1", "t:2: the result is not the one that the moves lead to"},
    {"[FEN \"B:Wd5:B\"]\nd5d6 *", "t:2: a move after the end of the game"},
};

TEST(test_refused_texts)
{
    for (size_t i = 0; i < sizeof WRONG / sizeof WRONG[0]; i++) {
        Game g;
        Error e;
        ck_assert_msg(read_text(WRONG[i].text, &g, &e) != ERROR_NONE, "%s is accepted", WRONG[i].text);
        ck_assert_str_eq(e.text, WRONG[i].why);
    }
}

/* A game cannot be written if it could not be read. */
TEST(test_played_on)
{
    static const char *const moves[] = {"e1e2", "f9f8", "e2e1", "f8f9", "e1e2", "f9f8", "e2e1", "f8f9", "e1e2"};
    Position start;
    Error e;
    Game g;
    Text t;
    text_init(&t);
    ck_assert_int_eq(fen_parse(variant_at(0), "W:WKe1:BKf9", &start, &e), ERROR_NONE);
    ck_assert_int_eq(game_init(&g, &start), ERROR_NONE);
    for (size_t i = 0; i < sizeof moves / sizeof moves[0]; i++) {
        Move m;
        ck_assert_int_eq(notation_parse(game_position(&g), moves[i], strlen(moves[i]), &m, &e), ERROR_NONE);
        ck_assert_int_eq(game_play(&g, m), ERROR_NONE);
    }
    ck_assert_int_eq(game_text_write(&t, &g, &NAMES, &e), ERROR_GAME_OVER);
    ck_assert_uint_eq(t.length, 0);
    game_undo(&g);
    ck_assert_int_eq(game_text_write(&t, &g, &NAMES, &e), ERROR_NONE);
    ck_assert_ptr_nonnull(strstr(t.data, " 1/2-1/2\n"));
    text_free(&t);
    game_free(&g);
}

/* Damaged texts are read or refused, and nothing else happens. */
TEST(test_damaged_texts)
{
    RandomPlay r = {.state = 7};
    for (int i = 0; i < DAMAGES; i++) {
        Game g, back;
        Text t;
        Error e;
        GameTextFound found;
        text_init(&t);
        random_game(&r, variant_at(i % VARIANT_COUNT), &g);
        ck_assert_int_eq(game_text_write(&t, &g, &NAMES, &e), ERROR_NONE);
        game_free(&g);
        for (int n = 1 + random_play_below(&r, 4); n > 0; n--) {
            t.data[random_play_below(&r, (int)t.length)] = (char)random_play_below(&r, 256);
        }
        const size_t length =
            (size_t)random_play_below(&r, 2) == 0 ? t.length : (size_t)random_play_below(&r, (int)t.length);
        char *const exact = malloc(length + 1); /* so that a byte too far is noticed */
        ck_assert_ptr_nonnull(exact);
        memcpy(exact, t.data, length);
        if (game_text_read("t", exact, length, 1 + random_play_below(&r, 2), &back, &found, &e) == ERROR_NONE) {
            game_free(&back);
        } else {
            ck_assert(strncmp(e.text, "t:", 2) == 0);
        }
        free(exact);
        text_free(&t);
    }
}

TEST(test_picture)
{
    static const BoardLook plain = {.colours = BOARD_PLAIN, .symbols = true};
    static const BoardLook turned = {.turned = true};
    static const BoardLook narrow = {.narrow = true};
    static const char above[] = "     xa6     xb7     xc8     xd9     xe0  x Black: 15 men, to move\n";
    static const char middle[] = "     .c4     .d5     .e6     .f7     .g8  1. g5-f5\n";
    static const char right[] = "     .d3     .e4    *of5     .g6     .h7\n od2     oe3     of4    -.g5     oh6    \n";
    static const char below[] = " oe1     of2     og3     oh4     oi5      o White: 15 men\n";
    const Position start = position_start(variant_at(0));
    Game g;
    Move m;
    Error e;
    Text t;
    text_init(&t);
    ck_assert_int_eq(game_init(&g, &start), ERROR_NONE);
    ck_assert_int_eq(notation_parse(&start, "g5f5", 4, &m, &e), ERROR_NONE);
    ck_assert_int_eq(game_play(&g, m), ERROR_NONE);
    board_picture(&t, &g, NOTATION_FORMAL, &plain);
    ck_assert_ptr_eq(strstr(t.data, above), t.data);
    ck_assert_ptr_nonnull(strstr(t.data, middle));
    ck_assert_ptr_nonnull(strstr(t.data, right));
    ck_assert_ptr_nonnull(strstr(t.data, below));
    text_free(&t);
    text_init(&t);
    board_picture(&t, &g, NOTATION_FORMAL, &turned);
    ck_assert_ptr_eq(strstr(t.data, "     oi5     oh4     og3     of2     oe1  o White: 15 men\n"), t.data);
    ck_assert_ptr_nonnull(strstr(t.data, " oh6    -.g5     of4"));
    text_free(&t);
    text_init(&t);
    board_picture(&t, &g, NOTATION_SHORT, &narrow);
    ck_assert_ptr_eq(strstr(t.data, "     xa6     xb7     xc8     xd9     xe0\n"), t.data);
    ck_assert_ptr_nonnull(strstr(t.data, "oi5    \n  x Black: 15 men, to move\n  1. gf5\n  o White: 15 men\n"));
    text_free(&t);
    game_free(&g);
}
