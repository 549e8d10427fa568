/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The match runner with endgame tablebases: games end where these have the result, and with it. */
#include "games/pdn_read.h"
#include "support/built_tables.h"
#include "support/match_process.h"
#include "support/test.h"

#define MATCH ENGINE_A ENGINE_B "args='--seed 5' -each nodes=5 -quiet -openings file=@/openings "

enum { PIECES = 3, GAMES = 8 };

/* Makes a copy of the tables of one board, and openings that soon come to three pieces; in the last two the only legal
 * move takes a piece, and then White wins in the first of them, and Black in the second. */
static void set_up(void)
{
    built_tables_copy(&VARIANT_10X10, PIECES, in(&place, "tables").text);
    set_text(in(&place, "openings").text, "W:We1,f3,Kd4:Bd9,Kf9\nW:We2,g4,Kh5:Bc7,Kb5\n"
                                          "W:WKe0,Kb6:Bf5,Ke4\nW:Wg7:BKg5,d3,Kd4\n");
}

SUITE(.timeout = 120, .with = {&WITH_PLACE}, .set_up = set_up, .once = &BUILT_TABLES);

/* The result that the board's tables have for a position, as that of a game. */
static GameResult known(TablebaseCache *r, const Position *p)
{
    const Wdl result = popcount(position_occupied(p)) <= PIECES ? tablebase_probe_wdl(r, p) : WDL_NONE;
    return result == WDL_NONE                          ? GAME_ONGOING
           : result == WDL_DRAW                        ? GAME_DRAW
           : (result == WDL_WIN) == (p->side == WHITE) ? GAME_WHITE_WINS
                                                       : GAME_BLACK_WINS;
}

/* Checks that each game ends with the first position that the tables have, unless it was over before. Returns how many
 * do. */
static int check_games(const char *name)
{
    PdnGame game;
    Tablebase *const tables = tables_of(in(&place, "tables").text);
    int ended = 0, games = 0;
    TablebaseCache *const r = tablebase_cache_new(tables, 1);
    PdnReader *const reader = pdn_reader_open(in(&place, name).text, PDN_STRICT, NULL);
    while (pdn_reader_next(reader, &game, NULL) == PDN_READ_GAME) {
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
    match_ends(0, MATCH "-rounds 4 -pdnout @/games -tables @/tables");
    const int ended = check_games("games");
    ck_assert_int_gt(ended, GAMES / 2);
    match_has(ended, "games", "[Termination \"adjudication: tables\"]");
    match_has(GAMES, "games", "; tables=3/16\"]");
    /* Off by default. */
    match_ends(0, MATCH "-pdnout @/plain");
    match_has(0, "plain", "tables");
}

/* A match with tables that would end games otherwise is another one. */
TEST(tables_belong_to_the_match)
{
    match_ends(0, MATCH "-pdnout @/games -tables @/tables");
    match_shell(0, "mv @/tables @/elsewhere");
    match_ends(0, MATCH "-pdnout @/games -tables @/elsewhere -resume");
    match_ends(1, MATCH "-pdnout @/games -resume");
    match_has(1, "err", "tables");
    match_shell(0, "rm @/elsewhere/bushka-MM-K.*");
    match_ends(1, MATCH "-pdnout @/games -tables @/elsewhere -resume");
    match_has(1, "err", "tables was 3/16, is 3/15");
}

/* With the code of all blocks damaged, whose length is at byte 48, games go on, and the match says so at its end. */
TEST(damaged_tables_are_named)
{
    match_shell(0, "for file in @/tables/*.results; do code=$(od -An -tu4 -j48 -N4 $file); "
                   "dd if=/dev/zero of=$file bs=1 seek=$(($(wc -c <$file) - code)) count=$((code)) "
                   "conv=notrunc status=none || exit; done");
    match_ends(0, MATCH "-pdnout @/games -tables @/tables");
    match_has(1, "err", " for bushka is damaged: games went on where it would have ended them\n");
}

static const struct {
    int code;
    MatchRun run;
} REFUSED[] = {
    {1, {MATCH "-tables @/nowhere", {{1, "err", "-tables: "}}}},
    {1, {MATCH "-tables @", {{1, "err", "there is no tablebase of bushka in "}}}},
    {0, {MATCH "-tables @/tables", {{1, "err", "is not a tablebase"}}}},
};

TEST_EACH(what_is_not_a_tablebase_is_refused, ROWS(REFUSED))
{
    set_text(in(&place, "tables/bushka-K-K.results").text, "a letter");
    match_check(REFUSED[_i].code, &REFUSED[_i].run);
}
