/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The search with tablebases: it keeps the results that they know, and without them it is unchanged. */
#include <string.h>

#include "core/count.h"
#include "core/fen.h"
#include "core/movegen.h"
#include "support/built_tables.h"
#include "support/heard_search.h"
#include "support/random_play.h"
#include "support/test.h"
#include "support/tool_process.h"
#include "tables/best_play.h"

enum {
    SEED = 17,
    GAMES = SANITIZED ? 4 : 40,
    NODES = 200,
    DRAWN_PLIES = 60,
    DELAY = 20, /* more plies that a win may take where they are not known */
    BLOCKS = 16384,
    COMMAND_SIZE = 512
};

/* Opened: all tables, and those without the plies of three pieces. */
static Tablebase *tables, *bare;
static TablebaseCache *reader;

static void set_up(void)
{
    must_run("mkdir @/bare && cp %s/*.results %s/*-[KM]-[KM].plies @/bare", built.path, built.path);
    tables = tables_of(built.path);
    bare = tables_of(in(&place, "bare").text);
    reader = tablebase_cache_new(tables, BLOCKS);
}

static void tear_down(void)
{
    tablebase_cache_free(reader);
    tablebase_free(bare);
    tablebase_free(tables);
}

/* A position of two or three pieces with that result for the side to move; captures may be pending. */
static Position position_with(RandomPlay *r, const Variant *v, Wdl wanted)
{
    for (;;) {
        Position p = random_play_scatter(r, v, 2, 2);
        const int own = popcount(position_pieces(&p, p.side)), enemy = popcount(position_pieces(&p, other(p.side)));
        if (own > 0 && enemy > 0 && own + enemy <= 3 && movegen_has_move(&p) &&
            tablebase_probe_wdl(reader, &p) == wanted) {
            return p;
        }
    }
}

/* The defender's best move, by the tables: the longest loss. */
static Move best_reply(const Position *p)
{
    BestPlayMoves moves;
    ck_assert_int_eq(best_play_moves(reader, p, &moves, NULL), ERROR_NONE);
    const Move best = moves.moves[0].move;
    best_play_moves_free(&moves);
    return best;
}

/* Plays on, the searcher for the side to move and the tables for the other. Returns the plies played. */
static int play(Game *g, int most)
{
    int plies = 0;
    while (plies < most && game_result(g) == GAME_ONGOING) {
        const Move m = plies % 2 == 0 ? heard_run(searcher, g, (SearchLimits){.nodes = NODES}).result.best
                                      : best_reply(game_position(g));
        ck_assert_int_eq(game_play(g, m), ERROR_NONE);
        plies++;
    }
    return plies;
}

/* Short searches without tables, interrupted anywhere: what they report as won or lost is so. */
TEST_EACH(mate_scores_are_true, VARIANT_COUNT)
{
    enum { SEARCHES = SANITIZED ? 500 : 8000, LEAST_NODES = 20, MORE_NODES = 600 };
    const Variant *const v = variant_at(_i);
    RandomPlay r = {SEED};
    int reported[2] = {0};
    Tablebase *const builtin = tables_of(NULL);
    TablebaseCache *const right = tablebase_cache_new(builtin, BLOCKS);
    for (int i = 0; i < SEARCHES; i++) {
        const Position p = random_play_scatter(&r, v, 2, 2);
        const Wdl known = tablebase_probe_wdl(right, &p);
        if (known == WDL_NONE || !movegen_has_move(&p)) {
            continue;
        }
        Game g = game_from(&p);
        search_clear(searcher);
        const Heard h = heard_run(searcher, &g,
                                  (SearchLimits){.nodes = (uint64_t)(LEAST_NODES + random_play_below(&r, MORE_NODES))});
        if (score_is_mate(h.result.score)) {
            char fen[FEN_SIZE];
            fen_print(&p, fen);
            ck_assert_msg(known == (h.result.score > 0 ? WDL_WIN : WDL_LOSS), "%s: %d", fen, h.result.score);
            reported[h.result.score > 0]++;
        }
        game_free(&g);
    }
    ck_assert_int_gt(reported[0], SEARCHES / 100);
    ck_assert_int_gt(reported[1], SEARCHES / 100);
    tablebase_cache_free(right);
    tablebase_free(builtin);
}

/* A win by the tablebases is reported and won, a draw is not lost, and a loss is delayed: to the very ply where the
 * plies are known; otherwise a win may take some plies longer. */
static const struct {
    Wdl result;
    bool with_plies;
} KEPT[] = {{WDL_WIN, true}, {WDL_DRAW, true}, {WDL_LOSS, true}, {WDL_WIN, false}, {WDL_LOSS, false}};

TEST_EACH(results_are_kept, ROWS(KEPT) * VARIANT_COUNT)
{
    const Wdl result = KEPT[_i / VARIANT_COUNT].result;
    const bool with_plies = KEPT[_i / VARIANT_COUNT].with_plies;
    const int sign = result == WDL_WIN ? 1 : result == WDL_LOSS ? -1 : 0;
    RandomPlay r = {SEED};
    int long_ones = 0;
    ck_assert_int_eq(search_set_tables(searcher, with_plies ? tables : bare, NULL), ERROR_NONE);
    for (int i = 0; i < GAMES; i++) {
        const Position p = position_with(&r, variant_at(_i % VARIANT_COUNT), result);
        const TablebaseValue v = tablebase_probe(reader, &p);
        const GameResult won = p.side == WHITE ? GAME_WHITE_WINS : GAME_BLACK_WINS;
        Game g = game_from(&p);
        const Score score = heard_run(searcher, &g, (SearchLimits){.nodes = NODES}).result.score;
        if (with_plies || sign == 0) {
            ck_assert_int_eq(score, sign * (SCORE_WIN - v.plies));
        } else {
            ck_assert_int_ge(sign * score, SCORE_SOLVED);
        }
        const int plies = play(&g, sign == 0 ? DRAWN_PLIES : with_plies ? v.plies + 2 : v.plies + DELAY);
        ck_assert(sign == 0 || !with_plies || plies == v.plies);
        ck_assert(sign <= 0 || game_result(&g) == won);
        ck_assert(sign < 0 || game_result(&g) == won || game_result(&g) == GAME_DRAW ||
                  game_result(&g) == GAME_ONGOING);
        long_ones += popcount(position_occupied(&p)) == 3 && v.plies > 4;
        game_free(&g);
    }
    ck_assert(result != WDL_WIN || long_ones > 0);
}

/* A win by the tables has its score at the root too, whether it is known there or found below, so that the search goes
 * on to look for a nearer one; and a search that may not use the tables does not learn of it from the transposition
 * table. */
static const char *const WON[] = {"W:WKe2,Kg5,Kd6:BKc8", "W:WKe2,Kg5,Kd6,e3:BKc8,b7,a6"};

TEST_EACH(wins_of_tables_reach_the_root, ROWS(WON))
{
    enum { ENOUGH = 100000 };
    const SearchLimits weak = {.depth = 6, .level = strength_level(15)};
    Tablebase *const builtin = tables_of(NULL);
    game = game_of(variant_at(0), WON[_i]);
    ck_assert_int_eq(search_set_tables(searcher, builtin, NULL), ERROR_NONE);
    ck_assert_int_ge(heard_run(searcher, &game, (SearchLimits){.nodes = ENOUGH}).result.score, SCORE_SOLVED);
    const Score found = heard_run(searcher, &game, weak).result.score;
    ck_assert(!score_is_solved(found) || score_is_mate(found));
    tablebase_free(builtin);
}

/* With one line, only moves that keep the result are searched; with several, every move can have its line. */
TEST(several_lines_show_all_moves)
{
    enum { ALL = SEARCH_MULTIPV_MAX };
    RandomPlay r = {SEED};
    ck_assert_int_eq(search_set_tables(searcher, tables, NULL), ERROR_NONE);
    for (int i = 0; i < GAMES; i++) {
        const Position p = position_with(&r, variant_at(i % VARIANT_COUNT), WDL_WIN);
        Game g = game_from(&p);
        ck_assert_int_eq(heard_run(searcher, &g, (SearchLimits){.depth = 2, .multipv = ALL}).lines,
                         (int)count_one_ply(&p));
        game_free(&g);
    }
}

/* A winning move is not played where it repeats a position, as long as there is another: each game begins with the
 * position after the move that the search would otherwise play, and goes back and forth. */
static const char *const REPEATED[][2] = {{"W:WKi6:BKh4,Kh6", "i6i5 h6h7 i5i6"},
                                          {"B:WKb4,Kb6:BKa6", "a6a5 b6b7 a5a6"},
                                          {"W:WKi5:BKh5,Kh7", "i5i6 h5h4 i6i5"}};

TEST_EACH(wins_do_not_repeat, ROWS(REPEATED))
{
    ck_assert_int_eq(search_set_tables(searcher, bare, NULL), ERROR_NONE);
    game = game_of(variant_at(0), REPEATED[_i][0]);
    game_play_words(&game, REPEATED[_i][1]);
    const Position *const p = game_position(&game);
    Game fresh = game_from(p);
    const Move first = heard_run(searcher, &fresh, (SearchLimits){.nodes = NODES}).result.best;
    const Move again = heard_run(searcher, &game, (SearchLimits){.nodes = NODES}).result.best;
    const Position repeated = position_after(p, first), next = position_after(p, again);
    ck_assert(position_equal(&repeated, &game.positions[0]));
    ck_assert(!move_equal(again, first));
    ck_assert_int_eq(tablebase_probe_wdl(reader, &next), WDL_LOSS);
    game_free(&fresh);
}

/* The rule of repetition comes before the tables: the fastest win, f6f5, is not played where it would end the game as a
 * draw, and a lost position is saved by repeating it. */
TEST(third_repetition_comes_first)
{
    static const char TALK[] =
        "> setoption name TablesPath value @\ninfo string tables * pieces 4\ninfo string tables *\n"
        "> position fen B:WKe6,Kf5,Kg7:BKd4 moves d4c4 f5f6 c4d4 f6f5 d4c4 f5f6 c4d4\n> go depth 8\n...\n"
        "info depth 8 * score mate 5 *\nbestmove g7e7*\n"
        "> position fen W:WKb4,Kd6,Ke2:BKf3 moves e2e3 f3f2 e3e2 f2f3 e2e3 f3f2 e3e2\n> go depth 8\n...\n"
        "info depth 8 * score cp 0 *\nbestmove f2f3";
    built_tables_copy(variant_at(0), 3, place.path);
    must_run(TOOL_ENDINGS " build -class KKK-K -variant bushka -dir @");
    process_talk_alone(TALK);
}

/* Tablebases are probed after captures; without them, also when they have been removed, the search is unchanged. */
TEST(tables_are_probed)
{
    const SearchLimits limits = {.depth = 10};
    ck_assert_int_eq(search_set_tables(searcher, tables, NULL), ERROR_NONE);
    Search *const plain = heard_searcher();
    game = game_of(variant_at(0), "W:WKe1,f3,g4:Bc7,d8");
    const Heard with = heard_run(searcher, &game, limits);
    ck_assert(with.tables);
    ck_assert_uint_gt(with.tablebase_hits, 0);
    const SearchLimits mate = {.depth = 10, .mate = 20}, weak = {.depth = 10, .level = strength_level(15)};
    ck_assert_uint_eq(heard_run(searcher, &game, mate).tablebase_hits,
                      0); /* a win by the tables is not the mate wanted */
    ck_assert_uint_eq(heard_run(searcher, &game, weak).tablebase_hits, 0); /* it would know more than it can search */
    const Heard without = heard_run(plain, &game, limits);
    ck_assert(!without.tables);
    ck_assert_uint_eq(without.tablebase_hits, 0);
    ck_assert_int_eq(search_set_tables(searcher, NULL, NULL), ERROR_NONE);
    const Heard after = heard_run(searcher, &game, limits);
    ck_assert_uint_eq(after.result.nodes, without.result.nodes);
    ck_assert_uint_eq(after.tablebase_hits, 0);
    ck_assert_int_eq(search_set_threads(searcher, 2, NULL), ERROR_NONE);
    ck_assert_int_eq(search_set_tables(searcher, tables, NULL), ERROR_NONE);
    ck_assert_int_eq(search_set_threads(searcher, 3, NULL), ERROR_NONE);
    ck_assert_uint_gt(heard_run(searcher, &game, limits).tablebase_hits, 0);
    search_free(plain);
}

/* Where a table is missing, at the root or below, the search does without it. */
static const char *const GAPS[] = {"W:WKe1,e3:Bf8", "W:We9,f2:Bd6"};

TEST_EACH(missing_tables_are_done_without, ROWS(GAPS))
{
    must_run("mkdir @/gaps && cp %s/*.results @/gaps && rm @/gaps/*-KM-M.* @/gaps/*-M-KM.*", built.path);
    Tablebase *const gaps = tables_of(in(&place, "gaps").text);
    game = game_of(variant_at(0), GAPS[_i]);
    ck_assert_int_eq(search_set_tables(searcher, tables, NULL), ERROR_NONE);
    const Heard with = heard_run(searcher, &game, (SearchLimits){.depth = 2});
    ck_assert_int_eq(search_set_tables(searcher, gaps, NULL), ERROR_NONE);
    const Heard without = heard_run(searcher, &game, (SearchLimits){.depth = 2});
    ck_assert(score_is_mate(with.result.score) && !score_is_mate(without.result.score));
    tablebase_free(gaps);
}

/* Plies without their results do not count; a folder that cannot be read changes nothing; and a search that has only
 * the built-in tables, and probes none, prints no tbhits. */
TEST(option_names_what_was_found)
{
    static const char TALK[] =
        "> setoption name TablesPath value @\n"
        "info string tables bushka count 4 pieces 2\n"
        "info string tables bushka9x11 count 0 pieces 0\n"
        "> setoption name TablesPath value /nowhere\n" ERROR_LINE "/nowhere is not a folder that can be read\n"
        "> go depth 1\ninfo depth 1 * tbhits *\nbestmove *\n"
        "> setoption name TablesPath value <empty>\n> go depth 1";
    EngineProcess p;
    must_run("cp %s/bushka-[KM]-[KM].results %s/bushka-*.plies @", built.path, built.path);
    process_start(&p, NULL, 0);
    process_talk(&p, TALK);
    ck_assert_ptr_null(strstr(process_expect(&p, "info depth 1 *"), "tbhits"));
    process_expect(&p, "bestmove *");
    process_quit(&p);
}

/* Positions of three to five pieces that are drawn by the built-in tables, at the root or in all lines: the engine wins
 * a man or a king and leaves the opponent the harder draw. */
TEST(draws_keep_chances)
{
    process_talk_alone("> position fen B:WKf4:Bg5,i6\n> go nodes 200000\n...\nbestmove i6i5*\n"
                       "> ucinewgame\n> position fen B:WKd3:Bf4,f6\n> go nodes 200000\n...\nbestmove f6f5*\n"
                       "> ucinewgame\n> position fen W:WKb6,Kc8:BKa6,Kb5\n> go nodes 200000\n...\nbestmove c8c5*\n"
                       "> ucinewgame\n> position fen W:Wa5,e4,g7:Bf3,f5\n> go nodes 200000\n...\nbestmove a5a6*");
}

SUITE(.timeout = 120, .once = &BUILT_TABLES, .with = {&WITH_PLACE, &HEARD_SEARCH}, .set_up = set_up,
      .tear_down = tear_down);
