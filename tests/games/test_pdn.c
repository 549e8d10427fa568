/* SPDX-License-Identifier: GPL-3.0-or-later */
/* PDN files: games that are written and read back, damaged files, and what each kind of reader refuses. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/movegen.h"
#include "games/pdn_read.h"
#include "games/pdn_write.h"
#include "support/positions.h"
#include "support/random_play.h"
#include "support/talk.h"
#include "support/test.h"

enum { GAMES = 60, PLIES = 90, DAMAGES = 2000, MS = 100000 };

/* The outcome of reading a text. */
typedef struct Outcome {
    PdnReadStatus read;
    bool truncated;
    Error error;
} Outcome;

/* Reads the first game of a text as a file named "t". The copy ends with the text, so that sanitizers notice a read
 * beyond it. */
static Outcome read_first(const char *text, size_t length, PdnForm form, PdnGame *g)
{
    Outcome outcome;
    char *const copy = malloc(length > 0 ? length : 1);
    ck_assert_ptr_nonnull(copy);
    memcpy(copy, text, length);
    FILE *const file = length > 0 ? fmemopen(copy, length, "rb") : fopen("/dev/null", "rb");
    ck_assert_ptr_nonnull(file);
    PdnReader *const r = pdn_reader_stream(file, "t", form, &outcome.error);
    ck_assert_ptr_nonnull(r);
    outcome.read = pdn_reader_next(r, g, &outcome.error);
    outcome.truncated = pdn_reader_truncated(r);
    pdn_reader_close(r);
    fclose(file);
    free(copy);
    return outcome;
}

static PdnMoveInfo random_info(RandomPlay *r)
{
    PdnMoveInfo info = {.book = random_play_below(r, 6) == 0};
    if (!info.book && random_play_below(r, 3) != 0) {
        info.has_score = true;
        info.mate = random_play_below(r, 4) == 0;
        info.score =
            info.mate ? random_play_below(r, 41) - 20 : random_play_below(r, 2 * PDN_SCORE_MAX + 1) - PDN_SCORE_MAX;
        info.depth = random_play_below(r, PDN_DEPTH_MAX + 1);
    }
    if (!info.book && random_play_below(r, 2) == 0) {
        info.has_time = true;
        info.time_ms = random_play_below(r, MS);
    }
    return info;
}

/* A random game on that board, half the time from a random position, with comments of all sorts. */
static void random_game(RandomPlay *r, const Variant *v, PdnGame *g)
{
    Position start = position_start(v);
    for (int i = random_play_below(r, 2); i > 0 || !movegen_has_move(&start); i = 0) {
        start = random_play_scatter(r, v, 3, 8);
    }
    ck_assert_int_eq(pdn_game_init(g, &start), ERROR_NONE);
    for (int i = random_play_below(r, PLIES); i > 0 && game_result(&g->game) == GAME_ONGOING; i--) {
        const PdnMoveInfo info = random_info(r);
        ck_assert_int_eq(pdn_game_play(g, random_play_move(r, game_position(&g->game)), &info), ERROR_NONE);
    }
    g->result = game_result(&g->game);
    g->termination = PDN_NORMAL;
    if (g->result == GAME_ONGOING) {
        const int t = random_play_below(r, PDN_TERMINATION_COUNT);
        g->termination = t == PDN_NORMAL ? PDN_CRASH : (PdnTermination)t;
        g->result = g->termination == PDN_UNTERMINATED ? GAME_ONGOING : (GameResult)(1 + random_play_below(r, 3));
    }
    pdn_set_tag(g, PDN_EVENT, "a \"quoted\" \\ event]{");
    pdn_set_tag(g, PDN_ROUND, "3.1");
    pdn_set_tag(g, PDN_WHITE, random_play_below(r, 2) == 0 ? "base" : "");
    pdn_set_tag(g, PDN_OPENING, random_play_below(r, 2) == 0 ? "17" : "");
    pdn_set_remark(g, random_play_below(r, 2) == 0 ? "no {answer} within 10 s" : "");
}

static void assert_same_moves(const Game *a, const Game *b)
{
    ck_assert_uint_eq(a->plies, b->plies);
    for (size_t i = 0; i <= a->plies; i++) {
        ck_assert(position_equal(&a->positions[i], &b->positions[i]));
        ck_assert(i == a->plies || move_equal(a->moves[i], b->moves[i]));
    }
}

static void assert_equal(const PdnGame *a, const PdnGame *b)
{
    for (int tag = 0; tag < PDN_TAG_TEXTS; tag++) {
        ck_assert_str_eq(a->tag[tag], b->tag[tag]);
    }
    ck_assert_int_eq(a->result, b->result);
    ck_assert_int_eq(a->termination, b->termination);
    ck_assert_str_eq(a->remark, b->remark);
    assert_same_moves(&a->game, &b->game);
    for (size_t i = 0; i < a->game.plies; i++) {
        const PdnMoveInfo *const x = &a->infos[i];
        const PdnMoveInfo *const y = &b->infos[i];
        ck_assert(x->book == y->book && x->has_score == y->has_score && x->has_time == y->has_time);
        ck_assert(x->mate == y->mate && x->score == y->score && x->depth == y->depth);
        ck_assert(x->time_ms == y->time_ms);
    }
}

/* The record made of a game passes the strict check. */
static void check_record(const Game *game)
{
    PdnGame record;
    Error e;
    ck_assert_msg(pdn_game_of(&record, game, &e) == ERROR_NONE, "%s", e.text);
    ck_assert_int_eq(record.result, game_result(game));
    ck_assert_msg(pdn_check(&record, &e) == ERROR_NONE, "%s", e.text);
    assert_same_moves(&record.game, game);
    pdn_game_free(&record);
}

TEST_EACH(written_games_read_back_equal, VARIANT_COUNT)
{
    RandomPlay r = {1 + (uint64_t)_i};
    Text all;
    text_init(&all);
    PdnGame games[GAMES];
    size_t ends[GAMES];
    for (int i = 0; i < GAMES; i++) {
        random_game(&r, variant_at(_i), &games[i]);
        ck_assert_int_eq(pdn_write(&games[i], &all), ERROR_NONE);
        ends[i] = all.length;
        check_record(&games[i].game);
    }
    Error e;
    FILE *const file = fmemopen(all.data, all.length, "rb");
    PdnReader *const reader = pdn_reader_stream(file, "t", PDN_STRICT, &e);
    Text again;
    text_init(&again);
    for (int i = 0; i < GAMES; i++) {
        PdnGame g;
        ck_assert_msg(pdn_reader_next(reader, &g, &e) == PDN_READ_GAME, "%s", e.text);
        assert_equal(&games[i], &g);
        ck_assert_uint_eq(pdn_reader_offset(reader), ends[i]);
        ck_assert_int_eq(pdn_write(&g, &again), ERROR_NONE);
        pdn_game_free(&g);
    }
    PdnGame none;
    ck_assert_int_eq(pdn_reader_next(reader, &none, &e), PDN_READ_END);
    ck_assert_uint_eq(all.length, again.length);
    ck_assert_mem_eq(all.data, again.data, all.length);
    pdn_reader_close(reader);
    text_free(&again);
    /* A lenient reader gets the same moves; every other game is skipped. */
    rewind(file);
    PdnReader *const lenient = pdn_reader_stream(file, "t", PDN_LENIENT, &e);
    for (int i = 0; i < GAMES; i++) {
        PdnGame g;
        ck_assert_msg(pdn_reader_next(lenient, i % 2 == 0 ? &g : NULL, &e) == PDN_READ_GAME, "%s", e.text);
        if (i % 2 == 0) {
            assert_same_moves(&games[i].game, &g.game);
            ck_assert_int_eq(games[i].result, g.result);
            pdn_game_free(&g);
        }
        pdn_game_free(&games[i]);
    }
    ck_assert_int_eq(pdn_reader_next(lenient, NULL, &e), PDN_READ_END);
    pdn_reader_close(lenient);
    fclose(file);
    text_free(&all);
}

/* A game that was played on after its end, or is too long, has no record: that could not be read back. */
TEST(games_without_a_record)
{
    Error e;
    Game g = game_of(variant_at(0), "W:WKe1:BKf9");
    PdnGame record;
    game_play_words(&g, "e1e2 f9f8 e2e1 f8f9 e1e2 f9f8 e2e1 f8f9 e1e2");
    ck_assert_int_eq(pdn_game_of(&record, &g, &e), ERROR_GAME_OVER);
    game_undo(&g);
    ck_assert_int_eq(pdn_game_of(&record, &g, &e), ERROR_NONE);
    ck_assert(record.result == GAME_DRAW && record.termination == PDN_NORMAL);
    pdn_game_free(&record);
    while (g.plies <= PDN_PLIES_MAX) {
        ck_assert_int_eq(game_play(&g, g.moves[g.plies % 4]), ERROR_NONE);
    }
    ck_assert_int_eq(pdn_game_of(&record, &g, &e), ERROR_GAME_OVER);
    ck_assert_str_eq(e.text, "the game is longer than 20000 plies");
    game_free(&g);
}

/* The text of a random game. */
static void random_text(RandomPlay *r, const Variant *v, Text *text)
{
    PdnGame g;
    text_init(text);
    random_game(r, v, &g);
    ck_assert_int_eq(pdn_write(&g, text), ERROR_NONE);
    pdn_game_free(&g);
}

/* Wherever the file is cut off, the game is refused as truncated, and never read as a shorter one. */
TEST_EACH(no_beginning_of_a_game_is_a_game, VARIANT_COUNT)
{
    RandomPlay r = {7};
    Text b;
    PdnGame g;
    random_text(&r, variant_at(_i), &b);
    for (size_t length = 1; length < b.length; length++) {
        const Outcome outcome = read_first(b.data, length, PDN_STRICT, &g);
        ck_assert_int_eq(outcome.read, PDN_READ_ERROR);
        ck_assert_msg(outcome.truncated, "%zu bytes: %s", length, outcome.error.text);
    }
    text_free(&b);
}

/* Whatever bytes are changed, the reader refuses the file or reads a consistent game. */
TEST_EACH(damage_never_gives_an_illegal_game, 2 * VARIANT_COUNT)
{
    const PdnForm form = _i % 2 == 0 ? PDN_STRICT : PDN_LENIENT;
    RandomPlay r = {11 + (uint64_t)_i};
    int refused = 0;
    Text b;
    PdnGame g;
    random_text(&r, variant_at(_i / 2), &b);
    for (int i = 0; i < DAMAGES; i++) {
        char *const damaged = malloc(b.length);
        ck_assert_ptr_nonnull(damaged);
        memcpy(damaged, b.data, b.length);
        for (int n = random_play_below(&r, 3); n >= 0; n--) {
            damaged[random_play_below(&r, (int)b.length)] = (char)random_play_below(&r, 256);
        }
        const bool cut = random_play_below(&r, 4) == 0;
        const size_t length = cut ? (size_t)random_play_below(&r, (int)b.length) : b.length;
        const Outcome outcome = read_first(damaged, length, form, &g);
        if (outcome.read == PDN_READ_GAME) {
            const GameResult board = game_result(&g.game);
            Error e;
            ck_assert_int_eq(form == PDN_STRICT ? pdn_check(&g, &e) : ERROR_NONE, ERROR_NONE);
            ck_assert(board == GAME_ONGOING || board == g.result);
            pdn_game_free(&g);
        } else if (outcome.read == PDN_READ_ERROR) {
            ck_assert(strncmp(outcome.error.text, "t:", 2) == 0);
            refused++;
        } else {
            ck_assert_msg(length < 8, "%zu bytes are not a game", length);
        }
        free(damaged);
    }
    ck_assert_int_gt(refused, 0);
    text_free(&b);
}

/* A game with all tags, which are lines 1 to 10; line 12 has the moves. */
#define TAGS                                                                                                           \
    "[Event \"e\"]\n[Date \"2025.01.02\"]\n[Round \"1\"]\n[White \"w\"]\n[Black \"b\"]\n[TimeControl \"1+0\"]\n"       \
    "[Variant \"bushka\"]\n"
#define TEXT(result, plies, end, moves)                                                                                \
    TAGS "[Result \"" result "\"]\n[PlyCount \"" plies "\"]\n[Termination \"" end "\"]\n\n" moves

typedef struct Refusal {
    const char *text;
    const char *message; /* a pattern; NULL: there is no game, which is not an error */
} Refusal;

/* What a strict reader refuses. */
static const Refusal STRICT_REFUSALS[] = {
    {TEXT("*", "2", "unterminated", "1. f4-f5 c6-c5 2. f3-f2 *\n\n"), "t:12: ply 3: f3-f2: f2 is occupied*"},
    {TEXT("*", "2", "unterminated", "1. g4-g5 c6-c5 *\n\n"), "t:12: ply 1*"},
    {TEXT("*", "3", "unterminated", "1. f4-f5 c6-c5 *\n\n"), "t:1: PlyCount is \"3\", but 2 plies*"},
    {TEXT("*", "x", "unterminated", "1. f4-f5 c6-c5 *\n\n"), "t:1: PlyCount is \"x\"*"},
    {TEXT("*", "2", "unterminated", "1. f4-f5 1... c6-c5 2... *\n\n"), "t:12:*move number 2.*"},
    {TEXT("*", "2", "unterminated", "3. f4-f5 c6-c5 *\n\n"), "t:12:*move number 1.*"},
    {TEXT("*", "2", "unterminated", "1 f4-f5 c6-c5 *\n\n"), "t:12: \"1\" where*move number 1.*"},
    {TEXT("*", "2", "unterminated", "1. f4-f5 1. c6-c5 *\n\n"), "t:12: \"1.\" where*move number 1...*"},
    {TEXT("1-0", "2", "unterminated", "1. f4-f5 c6-c5 1-0\n\n"), "t:1:*contradict*"},
    {TEXT("*", "2", "abandoned", "1. f4-f5 c6-c5 *\n\n"), "t:1:*contradict*"},
    {TEXT("1-0", "2", "abandoned", "1. f4-f5 c6-c5 0-1\n\n"), "t:12:*Result says 1-0*"},
    {TEXT("1-0", "2", "normal", "1. f4-f5 c6-c5 1-0\n\n"), "t:1:*the game is not over*"},
    {TEXT("1-0", "2", "won", "1. f4-f5 c6-c5 1-0\n\n"), "t:1:*unknown termination*"},
    {TEXT("2-0", "2", "normal", "1. f4-f5 c6-c5 2-0\n\n"), "t:1:*unknown result*"},
    {TEXT("*", "2", "unterminated", "1. f4-f5 {+0.1/3} c6-c5 *\n\n"), "t:12:*not of the form*"},
    {TEXT("*", "2", "unterminated", "1. f4-f5 {+0.10/3 0.1s} c6-c5 *\n\n"), "t:12:*not of the form*"},
    {TEXT("*", "2", "unterminated", "1. f4-f5 {+400.10/3} c6-c5 *\n\n"), "t:12:*not of the form*"},
    {TEXT("*", "2", "unterminated", "1. f4-f5 {} {late} c6-c5 *\n\n"), "t:12:*after the closing remark*"},
    {TEXT("*", "2", "unterminated", "1. f4-f5 {} {a} {b} c6-c5 *\n\n"), "t:12:*too many*"},
    {TEXT("*", "2", "unterminated", "1. f4-f5\n{book c6-c5 *\n\n"), "t:13:*before the comment's closing brace*"},
    {TEXT("*", "2", "unterminated", "1. f4-f5 {book {0.001s} c6-c5 *\n\n"), "t:12:*no closing brace*"},
    {TEXT("*", "2", "unterminated", "1. f4-f5 c6-c5\n[Event \"f\"]\n"), "t:13:*the result is missing*"},
    {TEXT("*", "2", "unterminated", "1. f4-f5 (1. f2-f3) c6-c5 *\n\n"), "t:12: ply 2: (1.: *"},
    {TEXT("*", "2", "unterminated", "1. f4-f5 c6-c5 * [Event \"f\"]\n"), "t:12:*empty line must follow*"},
    {TEXT("*", "2", "unterminated", "1. f4-f5 c6-c5 *\n[Event \"f\"]\n"), "t:13:*empty line must follow*"},
    {TEXT("*", "2", "unterminated", "1. f4-f5 c6-c5\001 *\n\n"), "t:12:*byte 1*"},
    {TAGS "\n1. f4-f5 *\n\n", "t:1: tag Result is missing*"},
    {"[Event \"e\"]\n\n1. f4-f5 *\n\n", "t:1: tag Date is missing*"},
    {"1. f4-f5 *\n\n", "t:1: tag Event is missing*"},
    {TAGS "[Event \"e\"]\n", "t:8: tag Event is given twice*"},
    {TAGS "[Result \"1-0\"]\n[Result \"1-0\"]\n", "t:9: tag Result is given twice*"},
    {"[Event e]\n\n", "t:1:*form*"},
    {"[Event \"e]\n\n", "t:1:*no closing quote*"},
    {"[Event \"e\"\n\n*", "t:1:*no closing bracket*"},
    {TEXT("*", "0", "unterminated\"]\n[FEN \"W:Wf2", "*\n\n"), "t:1: FEN:*"},
    {TEXT("*", "0", "unterminated\"]\n[SetUp \"1", "*\n\n"), "t:1: SetUp*"},
    {TEXT("0-1", "0", "normal\"]\n[FEN \"B:Wf2:B", "0-1\n\n"), "t:1:*the game ended 1-0*"},
    {TEXT("1-0", "0", "abandoned\"]\n[FEN \"B:Wf2:B", "1-0\n\n"), "t:1:*ended by the rules*"},
    {TEXT("1-0", "1", "normal\"]\n[FEN \"B:Wf2:B", "1... f2-f3 1-0\n\n"), "t:13: ply 1: f2-f3: the game ended*"},
    {TEXT("*", "8", "unterminated\"]\n[FEN \"W:WKf2:BKc8",
          "1. f2-f3 c8-c7 2. f3-f2 c7-c8 3. f2-f3 c8-c7 4. f3-f2 c7-c8 5. f2-f3 *\n\n"),
     "t:13: ply 9: f2-f3: the game ended before it, 1/2-1/2*"},
};

/* What a person may write and a strict reader accepts: any order of tags, unknown tags, other notations, line ends of
 * Windows. */
TEST(lenient_where_nothing_is_lost)
{
    static const char TEXT_BY_HAND[] = "\r\n[Site \"?\"]\r\n" TEXT(
        "*", "3", "unterminated", "1.f45\r\nc6c5 {book}\r\n2. f3-f4! {+M3/4} {good} *\r\n\r\n");
    PdnGame g;
    const Outcome outcome = read_first(TEXT_BY_HAND, strlen(TEXT_BY_HAND), PDN_STRICT, &g);
    ck_assert_msg(outcome.read == PDN_READ_GAME, "%s", outcome.error.text);
    ck_assert_uint_eq(g.game.plies, 3);
    ck_assert(g.infos[1].book && !g.infos[0].book);
    ck_assert(g.infos[2].mate && g.infos[2].score == 3 && g.infos[2].depth == 4);
    ck_assert_str_eq(g.remark, "good");
    ck_assert_str_eq(g.tag[PDN_WHITE], "w");
    pdn_game_free(&g);
}

/* A value longer than that of a tag that matters may be. */
#define TEN "what I saw"
#define HUNDRED TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN
#define LONG HUNDRED HUNDRED HUNDRED

/* What only a lenient reader accepts: three moves each from the start position, and the result. */
static const struct {
    const char *text;
    GameResult result;
} LENIENT[] = {
    {"1. g5-f5 d8-d6 2. f4e4 *", GAME_ONGOING},
    {"g5f5 d8d6 f4e4 1-0", GAME_WHITE_WINS},
    {"[Event \"x\"]\n[Unknown-tag \"value\"] {here too}\n\n1.g5-f5 {a comment; with } d8d6 $1 ; 2. nonsense\n2. fe4!? "
     "*",
     GAME_ONGOING},
    {"g5f5 (1. f2f5 (or {:)} g3g6 ;)\n) {(} d8d6) d8d6(nothing)f4e4 ({deep}) 1-0", GAME_WHITE_WINS},
    {"\xEF\xBB\xBF[Annotator \"" LONG "\"]\n1. g5-f5 d8-d6 2. f4e4 *", GAME_ONGOING},
    {"; first\n\n1 gf5 1. ... d86 2. f4e4\n*\n", GAME_ONGOING},
    {"; first\n\r\n[Result \"*\"]\r\n\r\n7. gf5 1... d86 2. f4e4\r\n*\r\n", GAME_ONGOING},
    {"[Variant \"bushka\"][FEN \"" START_FEN "\"]g5f5 {never {mind} d8d6 {\001\x80} f4e4;\n0-1;", GAME_BLACK_WINS},
    {"[SetUp \"0\"][PlyCount \"7\"][Termination \"tired\"]g5f5{}d8d6 {} {} f4e4 1/2-1/2[Event \"next\"]", GAME_DRAW},
};

TEST_EACH(lenient_reading, ROWS(LENIENT))
{
    const char *const text = LENIENT[_i].text;
    const Position start = position_start(variant_at(0));
    PdnGame g;
    Outcome outcome = read_first(text, strlen(text), PDN_LENIENT, &g);
    ck_assert_msg(outcome.read == PDN_READ_GAME, "%s", outcome.error.text);
    ck_assert_uint_eq(g.game.plies, 3);
    ck_assert(position_equal(&g.game.positions[0], &start));
    ck_assert_int_eq(g.result, LENIENT[_i].result);
    pdn_game_free(&g);
    outcome = read_first(text, strlen(text), PDN_STRICT, &g);
    ck_assert_int_eq(outcome.read, PDN_READ_ERROR);
}

/* What a lenient reader refuses too. */
static const Refusal LENIENT_REFUSALS[] = {
    {"", NULL},
    {" \n {only a comment} ; and\n another",
     "t:3: ply 1: another: it is not a move; a move looks like f2f5, f2-f5, f25, hxe4, d6xe6xe5 or d6e5x"},
    {" \n {only a comment} ", NULL},
    {"1. g5-f5", "t:1: the file ends before the result of a game: 1-0, 0-1, 1/2-1/2 or *"},
    {"1. g5-f5\n[Event \"x\"]\n*", "t:2: unexpected '[' in the moves; the result is missing"},
    {"\n1. g5-f5 f2f3 *", "t:2: ply 2: f2f3: Black is to move and has no piece on f2"},
    {"1. g5-f5 $1d8d6 *", "t:1: ply 2: $1d8d6: it contains a character that no move has; *"},
    {"1. g5-f5 $ *", "t:1: ply 2: $: it contains a character that no move has; *"},
    {"{open\n\n", "t:1: the file ends before the comment's closing brace"},
    {"g5f5\n(d8d6 ()", "t:2: the file ends before the variation's closing parenthesis"},
    {"[Event x]\n*", "t:1: a tag has the form [Name \"value\"]"},
    {"[Event \"x]\n*", "t:1: the tag's value has no closing quote"},
    {"[Event \"\001\"]\n*", "t:1: a control character in a tag"},
    {"[Event \"" LONG "\"]\n*", "t:1: the tag's value is too long"},
    {"[Variant \"chess\"]\n*", "t:1: unknown variant \"chess\""},
    {"[FEN \"W:Wf2\"]\n*", "t:1: FEN: the FEN ends too early: expected ':' and the pieces of the other side"},
    {"[FEN \"W:Wd5:B\"]\n[FEN \"W:Wd5:B\"]\n*", "t:2: tag FEN is given twice"},
    {"[Result \"1-0\"]\n0-1", "t:2: the moves end with 0-1, but the tag Result says 1-0"},
    {"[FEN \"B:Wd5:B\"]\n0-1", "t:2: the moves end with 0-1, but they lead to 1-0"},
    {"[FEN \"B:Wd5:B\"]\nd5d6 *", "t:2: ply 1: d5d6: the game ended before it, 1-0"},
};

static void expect_refused(const Refusal *refusal, PdnForm form)
{
    PdnGame g;
    const Outcome outcome = read_first(refusal->text, strlen(refusal->text), form, &g);
    const char *const message = refusal->message != NULL ? refusal->message : "";
    ck_assert_int_eq(outcome.read, refusal->message != NULL ? PDN_READ_ERROR : PDN_READ_END);
    ck_assert_int_eq(outcome.error.code != ERROR_NONE, refusal->message != NULL);
    ck_assert_msg(matches(message, outcome.error.text), "\"%s\" instead of \"%s\"", outcome.error.text, message);
}

TEST(refused_with_place_and_reason)
{
    for (int i = 0; i < ROWS(STRICT_REFUSALS); i++) {
        expect_refused(&STRICT_REFUSALS[i], PDN_STRICT);
    }
    for (int i = 0; i < ROWS(LENIENT_REFUSALS); i++) {
        expect_refused(&LENIENT_REFUSALS[i], PDN_LENIENT);
    }
}

TEST(exact_text)
{
    static const char EXPECTED[] = "[Event \"e\"]\n[Date \"?\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n"
                                   "[Result \"1-0\"]\n[Variant \"bushka\"]\n[SetUp \"1\"]\n[FEN \"B:WKf2:Bc8\"]\n"
                                   "[TimeControl \"10+0.1\"]\n[PlyCount \"2\"]\n[Termination \"time forfeit\"]\n\n"
                                   "1... c8-c7 {-M0/3 12.345s} 2. f2-f3 {-0.05/7} {late (x)} 1-0\n\n";
    const Position p = position_of(&VARIANT_10X10, "B:WKf2:Bc8");
    PdnGame g;
    ck_assert_int_eq(pdn_game_init(&g, &p), ERROR_NONE);
    const PdnMoveInfo first = {.has_score = true, .mate = true, .depth = 3, .has_time = true, .time_ms = 12345};
    ck_assert_int_eq(pdn_game_play(&g, move_of(game_position(&g.game), "c8c7"), &first), ERROR_NONE);
    const PdnMoveInfo second = {.has_score = true, .score = -5, .depth = 7, .time_ms = 99};
    ck_assert_int_eq(pdn_game_play(&g, move_of(game_position(&g.game), "f2f3"), &second), ERROR_NONE);
    g.result = GAME_WHITE_WINS;
    g.termination = PDN_TIME_FORFEIT;
    pdn_set_tag(&g, PDN_EVENT, "e");
    pdn_set_tag(&g, PDN_TIME_CONTROL, "10+0.1");
    pdn_set_remark(&g, "late {x}");
    Text b;
    text_init(&b);
    ck_assert_int_eq(pdn_write(&g, &b), ERROR_NONE);
    ck_assert_uint_eq(b.length, strlen(EXPECTED));
    ck_assert_mem_eq(b.data, EXPECTED, b.length);
    text_free(&b);
    pdn_game_free(&g);
}
