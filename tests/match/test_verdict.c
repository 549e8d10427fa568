/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the engines of a match report, how that ends games, and which positions they are sent. */
#include <stdio.h>
#include <string.h>

#include "core/notation.h"
#include "match/verdict.h"
#include "support/positions.h"
#include "support/test.h"

enum { MOVES = 8 };

/* The game that a test plays: freed after it. */
static MatchGame game;

static void tear_down(void)
{
    match_game_free(&game);
}

SUITE(.tear_down = tear_down);

/* Begins it from that position (NULL: the start position), with those limits for both engines. */
static void begin(MatchConfig config, Limits limits, const char *fen)
{
    static MatchConfig kept;
    static EngineConfig engines[COLOR_COUNT];
    static char program[] = "engine";
    const Opening opening = {.start = position_of(variant_at(0), fen)};
    const Fixture fixture = {.white = 0, .black = 1};
    for (int i = 0; i < COLOR_COUNT; i++) {
        engines[i] = (EngineConfig){.limits = limits, .arguments = {program}, .margin_ms = 10, .grace_ms = 2000};
    }
    kept = config;
    kept.engines = engines;
    kept.variant = variant_at(0);
    kept.event = "test";
    ck_assert_int_eq(match_game_begin(&game, &kept, &fixture, &opening, NULL), ERROR_NONE);
}

/* The engine to move sends that info line, then plays its first legal move. */
static void say(const char *info)
{
    char move[NOTATION_SIZE];
    MoveList list;
    legal_moves(game_position(&game.record.game), &list);
    ck_assert_int_gt(list.count, 0);
    notation_print(game_position(&game.record.game), list.moves[0], NOTATION_COORDINATE, move);
    move_list_free(&list);
    match_game_command(&game, 0);
    match_game_info(&game, words_of(info, strlen(info)));
    verdict_move(&game, word_of(move), 0);
}

/* Info lines of one search, and what is kept of them. */
static const struct {
    const char *lines[2];
    int depth, score;
    bool mate;
    int64_t time_ms, pvs, illegal; /* the time; numbers of searches with a line, and with an illegal one */
} INFOS[] = {
    {{"depth 5 seldepth 9 score cp 12 nodes 7 time 8 pv f4f5 c6c5"}, 5, 12, false, 8, 1, 0},
    {{"depth 5 score cp 12", "depth 6 score mate -3 time 0"}, 6, -3, true, 0, 0, 0},
    {{"depth 5 score cp 12 lowerbound nodes 7"}, 5, 12, false, 0, 0, 0},
    /* Not an iteration that has only begun, nor a line that is not the best. */
    {{"depth 5 score cp 12", "depth 6 currmove f4f5 currmovenumber 1"}, 5, 12, false, 0, 0, 0},
    {{"depth 5 multipv 1 score cp 12 pv f4f5", "depth 5 multipv 2 score cp 99 pv f3f5"}, 5, 12, false, 0, 1, 0},
    {{"depth 5 score cp 12", "string depth 9 score cp 99 time 7 pv e1e1"}, 5, 12, false, 0, 0, 0},
    /* All lines must be legal; each search counts once. */
    {{"depth 5 score cp 12 pv f4f5 e1e1", "depth 5 score cp 12 pv e1e1"}, 5, 12, false, 0, 1, 1},
    {{"depth 5 score cp 12", "depth 5 multipv 2 score cp 99 pv e1e1"}, 5, 12, false, 0, 1, 1},
    /* What has no meaning is ignored. */
    {{"depth 5 score cp 12 time 8", "depth -1 score cp x time 9999999999 pv"}, 5, 12, false, 8, 0, 0},
    {{"", "score"}, 0, 0, false, 0, 0, 0},
};

TEST_EACH(info_lines, ROWS(INFOS))
{
    begin((MatchConfig){.repeatable = true, .recover = true}, (Limits){.nodes = 5}, NULL);
    match_game_command(&game, 0);
    for (int i = 0; i < ROWS(INFOS[_i].lines) && INFOS[_i].lines[i] != NULL; i++) {
        match_game_info(&game, words_of(INFOS[_i].lines[i], strlen(INFOS[_i].lines[i])));
    }
    ck_assert_int_eq(game.search_info.info.depth, INFOS[_i].depth);
    ck_assert_int_eq(game.search_info.info.score, INFOS[_i].score);
    ck_assert_int_eq(game.search_info.info.mate, INFOS[_i].mate);
    ck_assert_int_eq(game.search_info.info.time_ms, INFOS[_i].time_ms);
    ck_assert_int_eq(game.tallies[WHITE].lines, INFOS[_i].pvs);
    ck_assert_int_eq(game.tallies[WHITE].illegal_lines, INFOS[_i].illegal);
    ck_assert_int_eq(game.illegal_line[0] != '\0', INFOS[_i].illegal > 0);
}

/* The scores that the engines send, and after how many plies the game ends so; 0: it does not. */
#define RESIGN {.moves = 2, .score = 300}, {.moves = 0}, 0
#define DRAW {.moves = 0}, {.moves = 1, .score = 10, .first_move = 2}, 0
#define UP_TO                                                                                                          \
    {.moves = 0},                                                                                                      \
    {                                                                                                                  \
        .moves = 0                                                                                                     \
    }
static const struct {
    Adjudication resign, draw;
    int moves_max;
    const char *said[MOVES];
    size_t plies;
    PdnTermination termination;
    GameResult result;
} ENDS[] = {
    /* Scores are those of the mover; both engines must agree, for as many moves as is asked for. */
    {RESIGN, {"cp 300", "cp -300", "cp 900", "cp -900"}, 4, PDN_ADJUDICATED_WIN, GAME_WHITE_WINS},
    {RESIGN, {"cp -300", "cp 300", "cp -900", "cp 900"}, 4, PDN_ADJUDICATED_WIN, GAME_BLACK_WINS},
    {RESIGN, {"cp 0", "cp 300", "cp -300", "cp 300", "cp -300"}, 5, PDN_ADJUDICATED_WIN, GAME_BLACK_WINS},
    {RESIGN, {"cp 300", "cp -299", "cp 300", "cp -299"}, 0, PDN_NORMAL, GAME_ONGOING},
    {RESIGN, {"cp 299", "cp -300", "cp 299", "cp -300"}, 0, PDN_NORMAL, GAME_ONGOING},
    {RESIGN, {"cp 300", "cp 300", "cp 300", "cp 300"}, 0, PDN_NORMAL, GAME_ONGOING},
    {RESIGN, {"cp 300", "cp -300", "cp 0", "cp -300", "cp 300"}, 0, PDN_NORMAL, GAME_ONGOING},
    {RESIGN, {"cp 300", "cp -300", "", "cp -300", "cp 300"}, 0, PDN_NORMAL, GAME_ONGOING},
    /* A mate is worth more than any score. */
    {RESIGN, {"mate 5", "mate -5", "mate 4", "mate -4"}, 4, PDN_ADJUDICATED_WIN, GAME_WHITE_WINS},
    {RESIGN, {"mate -5", "mate 5", "mate -4", "mate 4"}, 4, PDN_ADJUDICATED_WIN, GAME_BLACK_WINS},
    /* A draw needs scores near 0 from both sides, from a certain move of the game on. */
    {DRAW, {"cp 10", "cp -10", "cp 10", "cp -10"}, 4, PDN_ADJUDICATED_DRAW, GAME_DRAW},
    {DRAW, {"cp 99", "cp -99", "cp 0", "cp 0"}, 4, PDN_ADJUDICATED_DRAW, GAME_DRAW},
    {DRAW, {"cp 11", "cp 0", "cp 11", "cp 0", "cp 11"}, 0, PDN_NORMAL, GAME_ONGOING},
    {DRAW, {"cp 0", "cp -11", "cp 0", "cp -11", "cp 0", "cp -11"}, 0, PDN_NORMAL, GAME_ONGOING},
    {DRAW, {"mate 1", "mate -1", "mate 1", "mate -1"}, 0, PDN_NORMAL, GAME_ONGOING},
    {DRAW, {"cp 0", "", "cp 0", "", "cp 0", ""}, 0, PDN_NORMAL, GAME_ONGOING},
    /* The length of a game counts the moves of both sides. */
    {UP_TO, 2, {"", "", "", ""}, 4, PDN_ADJUDICATED_LIMIT, GAME_DRAW},
    {UP_TO, 0, {"", "", "", ""}, 0, PDN_NORMAL, GAME_ONGOING},
};

TEST_EACH(scores_and_length_end_games, ROWS(ENDS))
{
    begin(
        (MatchConfig){
            .repeatable = true, .resign = ENDS[_i].resign, .draw = ENDS[_i].draw, .moves_max = ENDS[_i].moves_max},
        (Limits){.nodes = 5}, NULL);
    size_t plies = 0;
    for (; plies < MOVES && ENDS[_i].said[plies] != NULL && game.record.result == GAME_ONGOING; plies++) {
        char info[PDN_TEXT_SIZE];
        snprintf(info, sizeof info, "depth 3%s%s", ENDS[_i].said[plies][0] != '\0' ? " score " : "",
                 ENDS[_i].said[plies]);
        say(info);
    }
    ck_assert_int_eq(game.record.result, ENDS[_i].result);
    if (ENDS[_i].plies > 0) {
        ck_assert_uint_eq(plies, ENDS[_i].plies);
        ck_assert_int_eq(game.record.termination, ENDS[_i].termination);
    }
}

/* Moves from a position, and the position that the next engine is sent: that after the last irreversible move, with the
 * moves since then, so that it sees repetitions. */
static const struct {
    const char *fen, *moves, *command;
} COMMANDS[] = {
    {NULL, "", "position startpos"},
    {"W:WKe2,f2:BKc8", "", "position fen W:WKe2,f2:BKc8"},
    {"W:WKe2,f2:BKc8", "e2e1 c8c7", "position fen W:WKe2,f2:BKc8 moves e2e1 c8c7"},
    {"W:WKe2,f2:BKc8", "e2e1 c8c7 f2f3", "position fen B:WKe1,f3:BKc7"},
    {"W:WKe2,f2:BKc8", "e2e1 c8c7 f2f3 c7c8", "position fen B:WKe1,f3:BKc7 moves c7c8"},
};

TEST_EACH(engines_are_sent_the_position, ROWS(COMMANDS))
{
    char command[PDN_TEXT_SIZE];
    Words moves = words_of(COMMANDS[_i].moves, strlen(COMMANDS[_i].moves));
    begin((MatchConfig){.repeatable = true, .recover = true}, (Limits){.nodes = 5}, COMMANDS[_i].fen);
    for (Word word; words_next(&moves, &word);) {
        match_game_command(&game, 0);
        verdict_move(&game, word, 0);
        ck_assert_int_eq(game.record.result, GAME_ONGOING);
    }
    snprintf(command, sizeof command, "%s\ngo nodes 5\n", COMMANDS[_i].command);
    ck_assert_str_eq(match_game_command(&game, 0), command);
}

/* A move that may take 200 ms, and 10 more: the ms that it took, those for which its engine waited for a processor, the
 * text for that, and whether the waiting explains the loss. */
static const struct {
    int64_t spent_ms, waited_ms;
    const char *text;
    int64_t explained;
} LATE[] = {
    {1211, 0, "time loss: 1.211 s used of 0.200 s", 0},
    {1211, 1000, "time loss: 1.211 s used of 0.200 s, 1.000 s of it waiting for a processor", 0},
    {1211, 1001, "time loss: 1.211 s used of 0.200 s, 1.001 s of it waiting for a processor", 1},
    {211, 15000, "time loss: 0.211 s used of 0.200 s, 0.211 s of it waiting for a processor", 1},
};

TEST_EACH(late_moves_say_how_long_their_engine_waited, ROWS(LATE))
{
    begin((MatchConfig){.recover = false}, (Limits){.movetime_ms = 200}, NULL);
    const Nanoseconds now = game.go_sent + LATE[_i].spent_ms * NS_PER_MS;
    ck_assert(verdict_late(&game, now));
    game.waited = LATE[_i].waited_ms * NS_PER_MS;
    verdict_move(&game, (Word){.text = "f2f3", .length = 4}, now);
    ck_assert_int_eq(game.fault, FAULT_TIME);
    ck_assert_str_eq(game.fault_text, LATE[_i].text);
    ck_assert_int_eq(game.tallies[WHITE].kept_waiting, LATE[_i].explained);
}
