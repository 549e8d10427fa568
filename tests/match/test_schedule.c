/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The schedule of a match, the sum of its games, the limits and arguments of its engines, and the tails of output kept
 * for incident files. */
#include <stdlib.h>
#include <string.h>

#include "match/engine_config.h"
#include "match/player.h"
#include "match/standing.h"
#include "support/test.h"

enum { ENGINES_TRIED = 5 };

/* Each engine meets each other equally often, with colours as even as can be, overall and against each opponent. */
TEST(fair_schedule)
{
    for (int engines = 2; engines <= ENGINES_TRIED; engines++) {
        for (uint64_t rounds = 1; rounds <= 4; rounds++) {
            const Schedule s = {.engines = engines, .rounds = rounds, .games = 1, .repeat = true, .shard = {1, 1}};
            int met[ENGINES_TRIED][ENGINES_TRIED] = {{0}};
            ck_assert_uint_eq(schedule_count(&s), rounds * (uint64_t)(engines * (engines - 1) / 2));
            ck_assert_int_eq(schedule_at(&s, 0).white, 0); /* the first engine begins with White */
            for (uint64_t i = 0; i < schedule_count(&s); i++) {
                const Fixture f = schedule_at(&s, i);
                ck_assert_int_ne(f.white, f.black);
                ck_assert_uint_lt(f.opening, schedule_openings(&s));
                met[f.white][f.black]++;
            }
            for (int a = 0; a < engines; a++) {
                int more_white = 0;
                for (int b = 0; b < engines; b++) {
                    ck_assert_int_eq(met[a][b] + met[b][a], a == b ? 0 : (int)rounds);
                    ck_assert_int_le(abs(met[a][b] - met[b][a]), 1);
                    more_white += met[a][b] - met[b][a];
                }
                ck_assert_int_le(abs(more_white), 1);
            }
        }
    }
}

/* Two games of one pair: counts are added, and of the worst differences of times the greater one is kept. */
TEST(standing)
{
    const Schedule schedule = {.engines = 2, .rounds = 1, .games = 2, .repeat = true, .shard = {1, 1}};
    const Tally first = {.moves = 10, .timed = 8, .measured_ms = 100, .worst_ms = 5},
                second = {.moves = 3, .worst_ms = 4};
    Standing s;
    ck_assert_int_eq(standing_init(&s, &schedule), ERROR_NONE);
    for (uint64_t i = 0; i < schedule_count(&schedule); i++) {
        const GameOutcome game = {.fixture = schedule_at(&schedule, i),
                                  .result = GAME_WHITE_WINS,
                                  .plies = 20,
                                  .tallies = {[WHITE] = first, [BLACK] = second}};
        standing_add(&s, &game);
    }
    for (int engine = 0; engine < 2; engine++) {
        ck_assert_int_eq(s.tallies[engine].moves, 13);
        ck_assert_int_eq(s.tallies[engine].timed, 8);
        ck_assert_int_eq(s.tallies[engine].measured_ms, 100);
        ck_assert_int_eq(s.tallies[engine].worst_ms, 5);
    }
    ck_assert(s.games == 2 && s.plies == 40 && s.white.wins == 2);
    ck_assert(s.pairings[0].wins == 1 && s.pairings[0].losses == 1 && s.pairings[0].pairs[2] == 1);
    standing_free(&s);
}

/* The limits of an engine on the command line, and as they are printed; NULL: refused. */
static const struct {
    const char *words[2], *printed;
} LIMITS[] = {
    {{"tc=10+0.1"}, "10+0.1"},
    {{"tc=40/60"}, "40/60"},
    {{"tc=1:30+1"}, "90+1"},
    {{"tc=0.25"}, "0.25"},
    {{"tc=40/1:00+0.5"}, "40/60+0.5"},
    {{"tc=0+1"}, "0+1"},
    {{"tc=100"}, "100"},
    {{"tc=604800+0.001"}, "604800+0.001"},
    {{"st=0.05"}, "st=0.05"},
    {{"tc=10", "st=604799.999"}, "10 st=604799.999"},
    {{"depth=7", "nodes=1000000000000000"}, "depth=7 nodes=1000000000000000"},
    {{"tc="}, NULL},
    {{"tc=+"}, NULL},
    {{"tc=10+"}, NULL},
    {{"tc=0"}, NULL},
    {{"tc=0+0"}, NULL},
    {{"tc=/60"}, NULL},
    {{"tc=0/60"}, NULL},
    {{"tc=40/"}, NULL},
    {{"tc=10+x"}, NULL},
    {{"tc=10 "}, NULL},
    {{"tc=-1"}, NULL},
    {{"tc=1.0001"}, NULL},
    {{"tc=1:60"}, NULL},
    {{"tc=inf"}, NULL},
    {{"tc=9999999999"}, NULL},
    {{"tc=1e3"}, NULL},
    {{"tc=10++1"}, NULL},
    {{"tc=2000/10"}, NULL},
    {{"nodes=1000000000000001"}, NULL},
    {{"timemargin=5"}, NULL},
};

/* Reads an engine with these words; the last one may be missing. Returns false when they are refused. */
static bool read_engine(EngineConfig *engine, const char *word, const char *last)
{
    char *words[] = {"cmd=x", (char *)word, (char *)last};
    const OptionValues own = {.option = "-engine", .values = words, .count = last != NULL ? 3 : 2};
    const OptionValues each = {.count = 0};
    return engine_config_read(engine, &each, &own, NULL) == ERROR_NONE;
}

TEST_EACH(limits, ROWS(LIMITS))
{
    EngineConfig engine;
    const bool good = read_engine(&engine, LIMITS[_i].words[0], LIMITS[_i].words[1]);
    ck_assert_msg(good == (LIMITS[_i].printed != NULL), "%s", LIMITS[_i].words[0]);
    ck_assert_str_eq(engine.limits_text, good ? LIMITS[_i].printed : "");
    engine_config_free(&engine);
}

/* The arguments of a program, as written and as the program gets them; none: refused. */
enum { ARGUMENTS_TRIED = 5 };
static const struct {
    const char *text, *words[ARGUMENTS_TRIED];
} ARGUMENTS[] = {
    {"args=a", {"a"}},
    {"args= a\t b ", {"a", "b"}},
    {"args='a b' \"c d\"", {"a b", "c d"}},
    {"args=a'b c'd\"e f\"", {"ab cde f"}},
    {"args=\"it's\" '\"' ''", {"it's", "\"", ""}},
    {"args=a 'b", {NULL}},
    {"args=\"", {NULL}},
};

TEST_EACH(arguments, ROWS(ARGUMENTS))
{
    EngineConfig engine;
    const bool good = read_engine(&engine, "nodes=1", ARGUMENTS[_i].text);
    ck_assert_int_eq(good, ARGUMENTS[_i].words[0] != NULL);
    for (int i = 0; good && i < ARGUMENTS_TRIED; i++) {
        ck_assert_pstr_eq(engine.arguments[i + 1], ARGUMENTS[_i].words[i]);
        if (engine.arguments[i + 1] == NULL) {
            break;
        }
    }
    engine_config_free(&engine);
}

/* The tail holds the last bytes in order, in whichever parts they come. */
TEST(tail)
{
    static PlayerTail tail;
    static char all[5 * PLAYER_TAIL_SIZE];
    static const size_t STEPS[] = {
        1, 999, PLAYER_TAIL_SIZE - 1, PLAYER_TAIL_SIZE, 7, PLAYER_TAIL_SIZE / 2, PLAYER_TAIL_SIZE + 5, 3};
    size_t length = 0;
    for (size_t i = 0; i < sizeof all; i++) {
        all[i] = (char)(i * 31 % 251);
    }
    for (int i = 0; i < ROWS(STEPS); i++) {
        const char *bytes;
        player_tail_add(&tail, all + length, STEPS[i]);
        length += STEPS[i];
        const size_t kept = length < PLAYER_TAIL_SIZE ? length : PLAYER_TAIL_SIZE;
        ck_assert_uint_eq(player_tail_last(&tail, PLAYER_TAIL_SIZE, &bytes), kept);
        ck_assert_uint_eq(tail.total, length);
        ck_assert_mem_eq(bytes, all + length - kept, kept);
        ck_assert_uint_eq(player_tail_last(&tail, 1, &bytes), 1);
        ck_assert_int_eq(*bytes, all[length - 1]);
    }
}
