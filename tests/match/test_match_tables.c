/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The match runner with tables of endings: games end where these know the result, and with it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "endings/build.h"
#include "games/pdn_read.h"
#include "support/match_process.h"
#include "support/test.h"
#include "tables/tablebase.h"

#define MATCH                                                                                                          \
    "-engine cmd=" FAKE_ENGINE " name=A -engine cmd=" FAKE_ENGINE " name=B args='--seed 5' -each nodes=5 -quiet "      \
    "-openings file=@/openings -rounds 2 "

enum { PIECES = 3, GAMES = 4 };

static Place place;

/* Tables of one board, and openings that come to so few pieces soon. */
static void set_up(void)
{
    Error e;
    place = place_make();
    ThreadPool *const pool = thread_pool_new(1, NULL);
    const BuildPlan plan = {
        .variant = variant_at(0), .folder = in(&place, "tables").text, .pieces = PIECES, .memory = UINT64_C(1) << 30};
    ck_assert_int_eq(build_tables(&plan, pool, &e), ERROR_NONE);
    thread_pool_free(pool);
    match_write(&place, "openings", "W:We1,f3,Kd4:Bd9,Kf9\nW:We2,g4,Kh5:Bc7,Kb5\n");
}

static void tear_down(void)
{
    place_remove(&place);
}

/* What stands in the board's tables about a position: the result in the words of a game. */
static GameResult known(TablebaseCache *r, const Position *p)
{
    const Wdl result = popcount(position_occupied(p)) <= PIECES ? tablebase_probe_wdl(r, p) : WDL_NONE;
    return result == WDL_NONE                          ? GAME_ONGOING
           : result == WDL_DRAW                        ? GAME_DRAW
           : (result == WDL_WIN) == (p->side == WHITE) ? GAME_WHITE_WINS
                                                       : GAME_BLACK_WINS;
}

/* Each game ends with the first position that the tables know, unless it was over before. Returns how many do. */
static int check_games(const char *name)
{
    Error e;
    PdnGame game;
    Tablebase *tables;
    int ended = 0, games = 0;
    ck_assert_int_eq(tablebase_open(in(&place, "tables").text, NULL, NULL, &tables, &e), ERROR_NONE);
    TablebaseCache *const r = tablebase_cache_new(tables, 1);
    PdnReader *const reader = pdn_reader_open(in(&place, name).text, PDN_STRICT, &e);
    ck_assert_ptr_nonnull(reader);
    while (pdn_reader_next(reader, &game, &e) == PDN_READ_GAME) {
        games++;
        for (size_t i = 0; i < game.game.plies; i++) {
            ck_assert_int_eq(known(r, &game.game.positions[i]), GAME_ONGOING);
        }
        const GameResult last = known(r, game_position(&game.game));
        if (game.termination == PDN_ADJUDICATED_TABLE) {
            ck_assert_int_eq(game.result, last);
            ended++;
        } else {
            ck_assert(last == GAME_ONGOING || game.termination == PDN_NORMAL);
        }
        pdn_game_free(&game);
    }
    pdn_reader_close(reader);
    tablebase_cache_free(r);
    tablebase_free(tables);
    ck_assert_int_eq(games, GAMES);
    return ended;
}

TEST(games_end_where_tables_know_them)
{
    ck_assert_int_eq(match_run(&place, MATCH "-pdnout @/games -tables @/tables"), 0);
    const int ended = check_games("games");
    ck_assert_int_gt(ended, 0);
    ck_assert_int_eq(match_count(&place, "games", "[Termination \"adjudication: tables\"]"), ended);
    ck_assert_int_eq(match_count(&place, "games", "; tables=3/16\"]"), GAMES);
    /* Off by default. */
    ck_assert_int_eq(match_run(&place, MATCH "-pdnout @/plain"), 0);
    ck_assert_int_eq(match_count(&place, "plain", "tables"), 0);
}

/* Games that other tables would end otherwise are another match. */
TEST(tables_belong_to_the_match)
{
    ck_assert_int_eq(match_run(&place, MATCH "-pdnout @/games -tables @/tables"), 0);
    ck_assert_int_eq(match_shell(&place, "mv @/tables @/elsewhere"), 0);
    ck_assert_int_eq(match_run(&place, MATCH "-pdnout @/games -tables @/elsewhere -resume"), 0);
    ck_assert_int_eq(match_run(&place, MATCH "-pdnout @/games -resume"), 1);
    ck_assert_int_eq(match_count(&place, "err", "tables"), 1);
    ck_assert_int_eq(match_shell(&place, "rm @/elsewhere/bushka-MM-K.*"), 0);
    ck_assert_int_eq(match_run(&place, MATCH "-pdnout @/games -tables @/elsewhere -resume"), 1);
    ck_assert_int_eq(match_count(&place, "err", "tables was 3/16, is 3/15"), 1);
}

TEST(tables_that_are_none_are_refused)
{
    ck_assert_int_eq(match_run(&place, MATCH "-tables @/nowhere"), 1);
    ck_assert_int_eq(match_count(&place, "err", "-tables: "), 1);
    ck_assert_int_eq(match_run(&place, MATCH "-tables @"), 1);
    ck_assert_int_eq(match_count(&place, "err", "there is no tablebase of bushka in "), 1);
    match_write(&place, "tables/bushka-K-K.results", "a letter");
    ck_assert_int_eq(match_run(&place, MATCH "-tables @/tables"), 0);
    ck_assert_int_eq(match_count(&place, "err", "is not a tablebase"), 1);
}

SUITE(.timeout = 120, .set_up = set_up, .tear_down = tear_down);
