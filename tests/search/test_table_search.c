/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The search with tables of endings: what is won is won, what is drawn is not lost, and what is searched without tables
 * does not change. */
#include <stdio.h>
#include <string.h>

#include "core/fen.h"
#include "core/movegen.h"
#include "support/engine_process.h"
#include "support/heard_search.h"
#include "support/place.h"
#include "support/random_play.h"
#include "support/shell.h"
#include "support/test.h"

enum {
    SEED = 17,
    GAMES = SANITIZED ? 4 : 40,
    NODES = 200,
    DRAWN_PLIES = 60,
    REPETITIONS = SANITIZED ? 1 : 3,
    DELAY = 20, /* plies that a win may take longer where nobody knows how long it takes */
    BLOCKS = 256,
    COMMAND_SIZE = 512
};

/* Tables of up to three pieces, and a searcher that has them. */
typedef struct Fixture {
    Place place;
    Tablebase *tables;
    TablebaseCache *reader;
    Search *search;
} Fixture;

static void fixture_make(Fixture *f, const Variant *v)
{
    Error e;
    char command[COMMAND_SIZE], text[COMMAND_SIZE];
    f->place = place_make();
    snprintf(text, sizeof text, "%% build -pieces 3 -variant %s -dir @ >/dev/null 2>&1", v->name);
    place_command(&f->place, BUILD_DIR "/bushka-endings", text, command, sizeof command);
    ck_assert_int_eq(shell_run(command), 0);
    ck_assert_int_eq(tablebase_open(f->place.path, NULL, NULL, &f->tables, &e), ERROR_NONE);
    f->reader = tablebase_cache_new(f->tables, BLOCKS);
    f->search = heard_searcher();
    ck_assert(f->reader != NULL && f->search != NULL);
    ck_assert_int_eq(search_set_tables(f->search, f->tables, &e), ERROR_NONE);
}

static void fixture_free(Fixture *f)
{
    search_free(f->search);
    tablebase_cache_free(f->reader);
    tablebase_free(f->tables);
    place_remove(&f->place);
}

/* A position of two or three pieces with that result for the side to move; captures may be pending. */
static Position position_with(Fixture *f, RandomPlay *r, const Variant *v, Wdl wanted)
{
    for (;;) {
        Position p = random_play_scatter(r, v, 2, 2);
        const int own = popcount(position_pieces(&p, p.side)), enemy = popcount(position_pieces(&p, other(p.side)));
        if (own > 0 && enemy > 0 && own + enemy <= 3 && movegen_any(&p) &&
            tablebase_probe_wdl(f->reader, &p) == wanted) {
            return p;
        }
    }
}

/* The defender's move: the best that the tables know, the longest loss. */
static Move best_reply(Fixture *f, const Position *p)
{
    MoveList moves;
    move_list_init(&moves);
    movegen_legal(p, &moves);
    Move best = moves.moves[0];
    int most = -1000;
    for (int i = 0; i < moves.count; i++) {
        const Position next = position_after(p, moves.moves[i]);
        const TablebaseValue v = tablebase_probe(f->reader, &next);
        const int rank = v.result == WDL_LOSS ? 1000 - v.plies : v.result == WDL_WIN ? v.plies - 1000 : 0;
        if (rank > most) {
            most = rank;
            best = moves.moves[i];
        }
    }
    move_list_free(&moves);
    return best;
}

/* What the searcher says of a position. */
static Score told_score(Fixture *f, const Game *g)
{
    Heard h;
    h = heard_run(f->search, g, (SearchLimits){.nodes = NODES});
    return h.result.score;
}

/* Plays on, the searcher for the side to move and the tables against it. Returns the plies played. */
static int play(Fixture *f, Game *g, int most)
{
    int plies = 0;
    while (plies < most && game_result(g) == GAME_ONGOING) {
        Heard h;
        Move m;
        if (plies % 2 == 0) {
            h = heard_run(f->search, g, (SearchLimits){.nodes = NODES});
            m = h.result.best;
        } else {
            m = best_reply(f, game_position(g));
        }
        ck_assert_int_eq(game_play(g, m), ERROR_NONE);
        plies++;
    }
    return plies;
}

/* A search of few positions, without tables, that is broken off anywhere: what it tells to be won or lost is so. */
TEST_EACH(told_ends_are_forced, VARIANT_COUNT)
{
    enum { SEARCHES = SANITIZED ? 500 : 20000, LEAST_NODES = 20, MORE_NODES = 600 };
    const Variant *const v = variant_at(_i);
    RandomPlay r = {SEED};
    Tablebase *tables;
    Error e;
    int told[2] = {0};
    ck_assert_int_eq(tablebase_open("", NULL, NULL, &tables, &e), ERROR_NONE);
    ck_assert_msg(tablebase_add_builtin(tables, &e) == ERROR_NONE, "%s", e.text);
    TablebaseCache *const reader = tablebase_cache_new(tables, BLOCKS);
    Search *const s = heard_searcher();
    for (int i = 0; i < SEARCHES; i++) {
        Game g;
        Heard h;
        const Position p = random_play_scatter(&r, v, 2, 2);
        const Wdl known = tablebase_probe_wdl(reader, &p);
        if (known == WDL_NONE || !movegen_any(&p)) {
            continue;
        }
        ck_assert_int_eq(game_init(&g, &p), ERROR_NONE);
        search_clear(s);
        h = heard_run(s, &g, (SearchLimits){.nodes = (uint64_t)(LEAST_NODES + random_play_below(&r, MORE_NODES))});
        if (score_is_mate(h.result.score)) {
            char fen[FEN_SIZE];
            fen_print(&p, fen);
            ck_assert_msg(known == (h.result.score > 0 ? WDL_WIN : WDL_LOSS), "%s: %d", fen, h.result.score);
            told[h.result.score > 0]++;
        }
        game_free(&g);
    }
    ck_assert_int_gt(told[0], SEARCHES / 100);
    ck_assert_int_gt(told[1], SEARCHES / 100);
    search_free(s);
    tablebase_cache_free(reader);
    tablebase_free(tables);
}

TEST_EACH(won_positions_are_won_in_time, VARIANT_COUNT)
{
    Fixture f;
    RandomPlay r = {SEED};
    fixture_make(&f, variant_at(_i));
    int longest = 0;
    for (int i = 0; i < GAMES; i++) {
        Game g;
        const Position p = position_with(&f, &r, variant_at(_i), WDL_WIN);
        const TablebaseValue v = tablebase_probe(f.reader, &p);
        ck_assert_int_eq(game_init(&g, &p), ERROR_NONE);
        ck_assert_int_eq(told_score(&f, &g), SCORE_WIN - v.plies);
        ck_assert_int_eq(play(&f, &g, v.plies + 2), v.plies);
        ck_assert_int_eq(game_result(&g), p.side == WHITE ? GAME_WHITE_WINS : GAME_BLACK_WINS);
        longest = v.plies > longest ? v.plies : longest;
        game_free(&g);
    }
    ck_assert_int_gt(longest, 4);
    fixture_free(&f);
}

TEST_EACH(drawn_positions_are_not_lost, VARIANT_COUNT)
{
    Fixture f;
    RandomPlay r = {SEED};
    fixture_make(&f, variant_at(_i));
    for (int i = 0; i < GAMES; i++) {
        Game g;
        const Position p = position_with(&f, &r, variant_at(_i), WDL_DRAW);
        ck_assert_int_eq(game_init(&g, &p), ERROR_NONE);
        ck_assert_int_eq(told_score(&f, &g), SCORE_DRAW);
        play(&f, &g, DRAWN_PLIES);
        ck_assert_int_ne(game_result(&g), p.side == WHITE ? GAME_BLACK_WINS : GAME_WHITE_WINS);
        game_free(&g);
    }
    fixture_free(&f);
}

/* A lost position holds out as long as it can. */
TEST_EACH(lost_positions_resist, VARIANT_COUNT)
{
    Fixture f;
    RandomPlay r = {SEED};
    fixture_make(&f, variant_at(_i));
    for (int i = 0; i < GAMES; i++) {
        Game g;
        const Position p = position_with(&f, &r, variant_at(_i), WDL_LOSS);
        const TablebaseValue v = tablebase_probe(f.reader, &p);
        ck_assert_int_eq(game_init(&g, &p), ERROR_NONE);
        ck_assert_int_eq(told_score(&f, &g), v.plies - SCORE_WIN);
        ck_assert_int_eq(play(&f, &g, v.plies + 2), v.plies);
        game_free(&g);
    }
    fixture_free(&f);
}

/* The searcher gets the tables without the plies of three pieces; the fixture's own keep them. */
static Tablebase *take_plies(Fixture *f)
{
    Error e;
    Tablebase *tables;
    char command[COMMAND_SIZE];
    const FilePath bare = in(&f->place, "bare");
    place_command(&f->place, NULL, "mkdir @/bare && cp @/*.results @/*-[KM]-[KM].plies @/bare", command,
                  sizeof command);
    ck_assert_int_eq(shell_run(command), 0);
    ck_assert_int_eq(tablebase_open(bare.text, NULL, NULL, &tables, &e), ERROR_NONE);
    ck_assert_int_eq(search_set_tables(f->search, tables, &e), ERROR_NONE);
    return tables;
}

/* Where nobody knows the plies a win is told as one all the same, never let go, and converted. */
TEST_EACH(wins_without_plies_are_converted, VARIANT_COUNT)
{
    Fixture f;
    RandomPlay r = {SEED};
    fixture_make(&f, variant_at(_i));
    Tablebase *const bare = take_plies(&f);
    int converted = 0;
    for (int i = 0; i < GAMES; i++) {
        Game g;
        const Position p = position_with(&f, &r, variant_at(_i), WDL_WIN);
        const TablebaseValue v = tablebase_probe(f.reader, &p);
        ck_assert_int_eq(game_init(&g, &p), ERROR_NONE);
        ck_assert_int_ge(told_score(&f, &g), SCORE_TABLE - SEARCH_PLY_MAX);
        play(&f, &g, v.plies + DELAY);
        ck_assert_int_eq(game_result(&g), p.side == WHITE ? GAME_WHITE_WINS : GAME_BLACK_WINS);
        converted += popcount(position_occupied(&p)) == 3 && v.plies > 4;
        game_free(&g);
    }
    ck_assert_int_gt(converted, 0);
    for (int i = 0; i < GAMES; i++) {
        Game g;
        const Position p = position_with(&f, &r, variant_at(_i), WDL_LOSS);
        ck_assert_int_eq(game_init(&g, &p), ERROR_NONE);
        ck_assert_int_le(told_score(&f, &g), SEARCH_PLY_MAX - SCORE_TABLE);
        game_free(&g);
    }
    search_free(f.search);
    f.search = NULL;
    tablebase_free(bare);
    fixture_free(&f);
}

/* Plays a king's move that takes nothing. Returns false when it is not legal. */
static bool play_king(Game *g, Square from, Square to)
{
    MoveList moves;
    move_list_init(&moves);
    movegen_legal(game_position(g), &moves);
    bool played = false;
    for (int i = 0; i < moves.count && !played; i++) {
        const Move m = moves.moves[i];
        played = m.kind == MOVE_KING && m.from == from && m.to == to && game_play(g, m) == ERROR_NONE;
    }
    move_list_free(&moves);
    return played;
}

/* Begins a game where p stands after the move m, and leads it by moves to and fro to p. Returns false when the kings
 * cannot go that way. */
static bool lead_back(Game *g, const Position *p, Move m)
{
    const Position after = position_after(p, m);
    MoveList replies;
    move_list_init(&replies);
    movegen_legal(&after, &replies);
    bool led = false;
    for (int i = 0; i < replies.count && m.kind == MOVE_KING && !led; i++) {
        const Move reply = replies.moves[i];
        ck_assert_int_eq(game_init(g, &after), ERROR_NONE);
        led = play_king(g, reply.from, reply.to) && play_king(g, m.to, m.from) && play_king(g, reply.to, reply.from);
        if (!led) {
            game_free(g);
        }
    }
    move_list_free(&replies);
    return led;
}

static int winning_moves(Fixture *f, const Position *p)
{
    MoveList moves;
    move_list_init(&moves);
    movegen_legal(p, &moves);
    int count = 0;
    for (int i = 0; i < moves.count; i++) {
        const Position next = position_after(p, moves.moves[i]);
        count += tablebase_probe_wdl(f->reader, &next) == WDL_LOSS;
    }
    move_list_free(&moves);
    return count;
}

/* A move that wins is not played when the position after it stood on the board before, as long as there is another. */
TEST(wins_do_not_repeat)
{
    Fixture f;
    RandomPlay r = {SEED};
    fixture_make(&f, variant_at(0));
    Tablebase *const bare = take_plies(&f);
    for (int found = 0; found < REPETITIONS;) {
        Heard h;
        Game g;
        const Position p = position_with(&f, &r, variant_at(0), WDL_WIN);
        if (popcount(position_occupied(&p)) != 3 || p.kings[other(p.side)] == 0 || movegen_can_capture(&p, p.side) ||
            winning_moves(&f, &p) < 2) {
            continue;
        }
        ck_assert_int_eq(game_init(&g, &p), ERROR_NONE);
        h = heard_run(f.search, &g, (SearchLimits){.nodes = NODES});
        const Move first = h.result.best;
        game_free(&g);
        if (lead_back(&g, &p, first)) {
            h = heard_run(f.search, &g, (SearchLimits){.nodes = NODES});
            ck_assert(!move_equal(h.result.best, first));
            const Position next = position_after(&p, h.result.best);
            ck_assert_int_eq(tablebase_probe_wdl(f.reader, &next), WDL_LOSS);
            found++;
            game_free(&g);
        }
    }
    search_free(f.search);
    f.search = NULL;
    tablebase_free(bare);
    fixture_free(&f);
}

/* Tables are asked where pieces were taken; without tables, or with them taken away, the search is as it was. */
TEST(tables_are_asked)
{
    Fixture f;
    Error e;
    Heard with, without, after;
    fixture_make(&f, variant_at(0));
    Search *const plain = heard_searcher();
    Game g = heard_game(variant_at(0), "W:WKe1,f3,g4:Bc7,d8");
    with = heard_run(f.search, &g, (SearchLimits){.depth = 10});
    ck_assert(with.tables);
    ck_assert_uint_gt(with.table_hits, 0);
    without = heard_run(plain, &g, (SearchLimits){.depth = 10});
    ck_assert(!without.tables);
    ck_assert_uint_eq(without.table_hits, 0);
    ck_assert_int_eq(search_set_tables(f.search, NULL, &e), ERROR_NONE);
    after = heard_run(f.search, &g, (SearchLimits){.depth = 10});
    ck_assert_uint_eq(after.result.nodes, without.result.nodes);
    ck_assert_uint_eq(after.table_hits, 0);
    ck_assert_int_eq(search_set_threads(f.search, 2, &e), ERROR_NONE);
    ck_assert_int_eq(search_set_tables(f.search, f.tables, &e), ERROR_NONE);
    ck_assert_int_eq(search_set_threads(f.search, 3, &e), ERROR_NONE);
    with = heard_run(f.search, &g, (SearchLimits){.depth = 10});
    ck_assert_uint_gt(with.table_hits, 0);
    game_free(&g);
    search_free(plain);
    fixture_free(&f);
}

TEST(option_names_what_was_found)
{
    Fixture f;
    EngineProcess p;
    char command[COMMAND_SIZE], line[COMMAND_SIZE];
    fixture_make(&f, variant_at(0));
    const FilePath foreign = in(&f.place, "bushka-K-K.results");
    set_text(foreign.text, "a letter");
    process_start(&p, NULL, 0);
    snprintf(command, sizeof command, "setoption name TablesPath value %s\n", f.place.path);
    ck_assert(process_send(&p, command));
    snprintf(line, sizeof line, "info string ignored: %s is not a tablebase", foreign.text);
    process_expect_next(&p, line);
    process_expect_next(&p, "info string tables bushka count 15 pieces 3");
    process_expect_next(&p, "info string tables bushka9x11 count 0 pieces 0");
    ck_assert(process_send(&p, "setoption name TablesPath value /nowhere\n"));
    process_expect_next(&p, "info string error: /nowhere is not a folder that can be read");
    ck_assert(process_send(&p, "go depth 4\n"));
    bool told = false;
    const char *answer;
    do {
        answer = process_line(&p, PATIENCE);
        ck_assert_ptr_nonnull(answer);
        told = told || strstr(answer, " tbhits ") != NULL;
    } while (strncmp(answer, "bestmove", strlen("bestmove")) != 0);
    ck_assert(told);
    ck_assert(process_send(&p, "setoption name TablesPath value <empty>\ngo depth 4\n"));
    do {
        answer = process_line(&p, PATIENCE);
        ck_assert_ptr_nonnull(answer);
        ck_assert_ptr_null(strstr(answer, "tbhits"));
    } while (strncmp(answer, "bestmove", strlen("bestmove")) != 0);
    process_quit(&p);
    fixture_free(&f);
}

/* Positions of three to five pieces that the built-in tables call drawn, or all lines of which they do: the move that
 * wins a man or a king and leaves the opponent the harder draw. */
TEST(draws_keep_chances)
{
    static const char *const cases[][2] = {{"B:WKf4:Bg5,i6", "bestmove i6i5"},
                                           {"B:WKd3:Bf4,f6", "bestmove f6f5"},
                                           {"W:WKb6,Kc8:BKa6,Kb5", "bestmove c8c5"},
                                           {"W:Wa5,e4,g7:Bf3,f5", "bestmove a5a6"}};
    EngineProcess p;
    process_start(&p, NULL, 0);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char command[COMMAND_SIZE];
        const char *answer;
        snprintf(command, sizeof command, "ucinewgame\nposition fen %s\ngo nodes 200000\n", cases[i][0]);
        ck_assert(process_send(&p, command));
        do {
            answer = process_line(&p, PATIENCE);
            ck_assert_ptr_nonnull(answer);
        } while (strncmp(answer, "bestmove", strlen("bestmove")) != 0);
        ck_assert_int_eq(strncmp(answer, cases[i][1], strlen(cases[i][1])), 0);
    }
    process_quit(&p);
}

SUITE(.timeout = 120);
