/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "train/selfplay.h"

#include <math.h>
#include <stdlib.h>

#include "core/game.h"
#include "core/movegen.h"
#include "evaluation/solved_ending.h"
#include "system/random.h"

enum {
    OPENING_MIN = 6, /* random plies at the beginning of a game */
    OPENING_MAX = 14,
    OPENING_TRIES = 10000,
    OPENING_SCORE = 150,   /* points beyond which an opening is not balanced */
    DECIDED_SCORE = 1000,  /* points beyond which a side has won... */
    DECIDED_PLIES = 6,     /* ...if the score stays there for this many plies */
    DRAWN_SCORE = 100,     /* points within which a solved ending is drawn */
    REVERSIBLE_PLIES = 60, /* king moves in a row after which the game is a draw */
    KEPT_BITS = 32         /* bits of `kept` that enter the digest */
};

uint64_t selfplay_digest(const SelfplayRules *rules)
{
    const uint64_t numbers[] = {OPENING_MIN,
                                OPENING_MAX,
                                OPENING_SCORE,
                                DECIDED_SCORE,
                                DECIDED_PLIES,
                                DRAWN_SCORE,
                                REVERSIBLE_PLIES,
                                (uint64_t)rules->plies_max,
                                (uint64_t)ldexp(rules->kept, KEPT_BITS)};
    uint64_t sum = 0;
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        sum = random_pair(sum, numbers[i]);
    }
    return sum;
}

/* A game under way. */
typedef struct Play {
    const SelfplayRules *rules;
    Search *search;
    TablebaseCache *cache; /* NULL without tables */
    SelfplayStop stop;
    void *context; /* of stop() */
    uint64_t random;
    Game game;
    int reversible_plies; /* consecutive king moves without a capture */
    int decided;          /* plies for which White (above 0) or Black (below 0) has been winning */
} Play;

/* Plays random legal moves. Returns false if the game ends on the way or (with *failed set) memory runs out. */
static bool play_random(Play *p, int plies, bool *failed)
{
    bool played = true;
    for (int ply = 0; ply < plies && played; ply++) {
        MoveList list;
        move_list_init(&list);
        movegen_legal(game_position(&p->game), &list);
        played = list.count > 0 && !list.failed;
        if (played) {
            *failed = game_play(&p->game, list.moves[random_below(&p->random, (size_t)list.count)]) != ERROR_NONE;
        }
        *failed = *failed || list.failed;
        played = played && !*failed;
        move_list_free(&list);
    }
    return played && movegen_has_move(game_position(&p->game));
}

/* Ends the search under way if the game is to be abandoned. */
static void poll_stop(void *context, int milliseconds)
{
    Play *const p = context;
    (void)milliseconds;
    if (p->stop(p->context)) {
        search_stop(p->search);
    }
}

/* Searches the position; a search that was stopped has no result. */
static ErrorCode think(Play *p, SearchResult *result, Error *e)
{
    const SearchLimits limits = {.nodes = p->rules->nodes};
    const SearchListener listener = {.context = p};
    const ErrorCode code = search_prepare(p->search, &p->game, &limits, &listener, e);
    if (code != ERROR_NONE) {
        return code;
    }
    *result = search_run(p->search, poll_stop);
    return p->stop(p->context) ? error_set(e, ERROR_INTERRUPTED, "interrupted") : error_clear(e);
}

/* Plays random moves from the start position until they lead to a balanced one. */
static ErrorCode play_opening(Play *p, Error *e)
{
    const size_t lengths = OPENING_MAX - OPENING_MIN + 1;
    const Position start = position_start(p->rules->variant);
    for (int tries = 0; tries < OPENING_TRIES; tries++) {
        const int plies = OPENING_MIN + (int)random_below(&p->random, lengths);
        bool failed = false;
        game_free(&p->game);
        if (game_init(&p->game, &start) != ERROR_NONE) {
            return error_set(e, ERROR_MEMORY, "not enough memory for a game");
        }
        if (play_random(p, plies, &failed)) {
            SearchResult result;
            const ErrorCode code = think(p, &result, e);
            if (code != ERROR_NONE || abs(result.score) <= OPENING_SCORE) {
                return code;
            }
        }
        if (failed) {
            return error_set(e, ERROR_MEMORY, "not enough memory for a game");
        }
    }
    return error_set(e, ERROR_SYNTAX, "found no balanced opening of %d to %d random plies", OPENING_MIN, OPENING_MAX);
}

/* True if the game is over by the score of the search, in a solved ending or by a limit; *result is then filled, from
 * White's point of view. */
static bool is_over(Play *p, Score score, int8_t *result)
{
    if (score_is_mate(score)) {
        *result = score > 0 ? 1 : -1;
        return true;
    }
    const int winner = score >= DECIDED_SCORE ? 1 : score <= -DECIDED_SCORE ? -1 : 0;
    if (solved_ending_covers(game_position(&p->game)) && abs(score) <= DRAWN_SCORE) {
        *result = 0;
        return true;
    }
    p->decided = winner == 0 || winner * p->decided < 0 ? winner : p->decided + winner;
    *result = (int8_t)(abs(p->decided) >= DECIDED_PLIES ? winner : 0);
    return *result != 0 || p->reversible_plies >= REVERSIBLE_PLIES || (int)p->game.plies >= p->rules->plies_max;
}

/* True if the tablebases know the position; *result is then filled, for White. */
static bool is_in_tables(const Play *p, int8_t *result)
{
    const Position *const now = game_position(&p->game);
    const Wdl found = p->cache != NULL ? tablebase_probe_wdl(p->cache, now) : WDL_NONE;
    if (found != WDL_NONE) {
        *result = (int8_t)(found == WDL_DRAW ? 0 : (found == WDL_WIN) == (now->side == WHITE) ? 1 : -1);
    }
    return found != WDL_NONE;
}

static bool is_known(const RecordsGame *game, const RecordsPosition *r)
{
    for (uint32_t i = 0; i < game->count; i++) {
        const RecordsPosition *const k = &game->positions[i];
        if (k->men[WHITE] == r->men[WHITE] && k->men[BLACK] == r->men[BLACK] && k->kings[WHITE] == r->kings[WHITE] &&
            k->kings[BLACK] == r->kings[BLACK] && k->side == r->side) {
            return true;
        }
    }
    return false;
}

/* Keeps the position on the board if chance wants it and it is of the kind that the evaluation is for: quiet, new in
 * this game, not solved and without a mate score. */
static void keep_position(Play *p, Score score, RecordsGame *game)
{
    const Position *const now = game_position(&p->game);
    const RecordsPosition r = records_make(now, score, (int)p->game.plies);
    const bool wanted = ldexp((double)random_next(&p->random), -64) < p->rules->kept;
    if (wanted && !score_is_mate(score) && !solved_ending_covers(now) && game->count < RECORDS_POSITIONS_MAX &&
        movegen_is_quiet(now) && !is_known(game, &r)) {
        game->positions[game->count++] = r;
    }
}

/* Plays on to the end of the game. */
static ErrorCode play_moves(Play *p, RecordsGame *game, Error *e)
{
    for (;;) {
        const GameResult by_rules = game_result(&p->game);
        SearchResult found;
        if (by_rules != GAME_ONGOING) {
            game->result = (int8_t)(by_rules == GAME_DRAW ? 0 : by_rules == GAME_WHITE_WINS ? 1 : -1);
            return ERROR_NONE;
        }
        ErrorCode code = think(p, &found, e);
        if (code != ERROR_NONE) {
            return code;
        }
        const Score score = game_position(&p->game)->side == WHITE ? found.score : -found.score; /* for White */
        if (is_in_tables(p, &game->result)) {
            keep_position(p, score, game);
            return ERROR_NONE;
        }
        if (is_over(p, score, &game->result)) {
            return ERROR_NONE;
        }
        keep_position(p, score, game);
        p->reversible_plies = found.best.kind == MOVE_KING ? p->reversible_plies + 1 : 0;
        if (game_play(&p->game, found.best) != ERROR_NONE) {
            return error_set(e, ERROR_MEMORY, "not enough memory for a game");
        }
    }
}

ErrorCode selfplay_game(Search *s, TablebaseCache *cache, const SelfplayRules *rules, RecordsGame *game,
                        SelfplayStop stop, void *context, Error *e)
{
    Play p = {.rules = rules,
              .search = s,
              .cache = cache,
              .stop = stop,
              .context = context,
              .random = random_pair(rules->seed, game->number)};
    game->count = 0;
    game->result = 0;
    search_clear(s);
    ErrorCode code = play_opening(&p, e);
    if (code == ERROR_NONE) {
        search_clear(s);
        code = play_moves(&p, game, e);
    }
    game->plies = (uint16_t)p.game.plies;
    for (uint32_t i = 0; i < game->count; i++) {
        game->positions[i].result = game->result;
    }
    game_free(&p.game);
    return code;
}
