/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "match/verdict.h"

#include <stdarg.h>
#include <stdio.h>

#include "core/notation_parse.h"
#include "match/game_tags.h"

enum { PLIES_PER_MOVE = 2 };

static void end(MatchGame *g, GameResult result, PdnTermination termination)
{
    g->record.result = result;
    g->record.termination = termination;
    if (game_tags_end(&g->record, g->tallies, !g->config->repeatable) != ERROR_NONE) {
        g->failed = true;
    }
}

static GameResult win_for(Color side)
{
    return side == WHITE ? GAME_WHITE_WINS : GAME_BLACK_WINS;
}

/* Ends the game as lost by that side, by that fault; the text describes it, with arguments as for printf(). */
__attribute__((format(printf, 4, 5))) static void forfeit(MatchGame *g, Color side, Fault fault, const char *text, ...)
{
    char remark[PDN_TEXT_SIZE];
    va_list arguments;
    va_start(arguments, text);
    vsnprintf(g->fault_text, sizeof g->fault_text, text, arguments);
    va_end(arguments);
    g->fault = fault;
    end(g, win_for(other(side)), STANDING_FAULTS[fault].termination);
    snprintf(remark, sizeof remark, "%s, %s", side == WHITE ? "White" : "Black", g->fault_text);
    pdn_set_remark(&g->record, remark);
}

void verdict_crash(MatchGame *g, Color side, const Player *p)
{
    static const char *const WHEN[] = {[PLAYER_GREETING] = "after uci",
                                       [PLAYER_SETTLING] = "after isready",
                                       [PLAYER_READY] = "before its move",
                                       [PLAYER_THINKING] = "in its search",
                                       [PLAYER_DOUBTED] = "in its search"};
    char status[CHILD_STATUS_SIZE];
    child_status_text(p->child, status);
    forfeit(g, side, FAULT_CRASH, "crash %s: %s", WHEN[p->died_in], status);
}

void verdict_stall(MatchGame *g, Color side, const Player *p)
{
    static const char *const AWAITED[] = {
        [PLAYER_GREETING] = "uciok", [PLAYER_SETTLING] = "readyok", [PLAYER_THINKING] = "bestmove"};
    forfeit(g, side, FAULT_STALL, "stall: no %s%s", AWAITED[p->state],
            p->input_length > p->input_start ? ", but an unterminated line" : "");
}

void verdict_breach(MatchGame *g, Color side, const Player *p)
{
    forfeit(g, side, FAULT_PROTOCOL, "%s: %s", STANDING_FAULTS[FAULT_PROTOCOL].name, p->breach);
}

/* The time that the mover has spent. A move may arrive before its search began as far as the runner knows: then 0. */
static Nanoseconds spent_until(const MatchGame *g, Nanoseconds now)
{
    return now > g->go_sent ? now - g->go_sent : 0;
}

/* Counts the move, and how far the engine's own time agrees with the measured one. */
static void count_move(MatchGame *g, Color side, int64_t spent_ms)
{
    Tally *const tally = &g->tallies[side];
    tally->moves++;
    if (g->search_info.info.has_time) {
        const int64_t reported_ms = g->search_info.info.time_ms;
        const int64_t apart = spent_ms > reported_ms ? spent_ms - reported_ms : reported_ms - spent_ms;
        tally->timed++;
        tally->measured_ms += spent_ms;
        tally->reported_ms += reported_ms;
        tally->worst_ms = apart > tally->worst_ms ? apart : tally->worst_ms;
    }
}

/* Updates the runs of scores by which games are adjudicated. */
static void judge_score(MatchGame *g, Color side)
{
    const MatchConfig *const c = g->config;
    const PdnMoveInfo *const s = &g->search_info.info;
    const int value = !s->mate ? s->score : s->score > 0 ? CONFIG_SCORE_MAX : -CONFIG_SCORE_MAX;
    const bool up = s->has_score && value >= c->resign.score;
    const bool down = s->has_score && value <= -c->resign.score;
    const bool level = s->has_score && value <= c->draw.score && value >= -c->draw.score;
    g->winning_run[side] = up ? g->winning_run[side] + 1 : 0;
    g->winning_run[other(side)] = down ? g->winning_run[other(side)] + 1 : 0;
    g->draw_run = level ? g->draw_run + 1 : 0;
}

/* Ends the game if the tablebases know its result; returns whether they do. */
static bool probe_tablebase(MatchGame *g)
{
    const Position *const p = game_position(&g->record.game);
    const Wdl result = g->cache != NULL ? tablebase_probe_wdl(g->cache, p) : WDL_NONE;
    if (result != WDL_NONE) {
        end(g, result == WDL_DRAW ? GAME_DRAW : win_for(result == WDL_WIN ? p->side : other(p->side)),
            PDN_ADJUDICATED_TABLE);
    }
    return result != WDL_NONE;
}

/* Ends the game if the rules, the tablebases, the scores or its length say so. */
static void adjudicate(MatchGame *g)
{
    const MatchConfig *const c = g->config;
    const size_t plies = g->record.game.plies;
    const GameResult result = game_result(&g->record.game);
    if (result != GAME_ONGOING) {
        end(g, result, PDN_NORMAL);
        return;
    }
    if (probe_tablebase(g)) {
        return;
    }
    for (int side = 0; side < COLOR_COUNT; side++) {
        if (c->resign.moves > 0 && g->winning_run[side] >= PLIES_PER_MOVE * c->resign.moves) {
            end(g, win_for((Color)side), PDN_ADJUDICATED_WIN);
            return;
        }
    }
    if (c->draw.moves > 0 && g->draw_run >= PLIES_PER_MOVE * c->draw.moves &&
        plies >= (size_t)(PLIES_PER_MOVE * c->draw.first_move)) {
        end(g, GAME_DRAW, PDN_ADJUDICATED_DRAW);
        return;
    }
    /* Without a limit, that of game files applies. */
    const size_t limit = c->moves_max > 0 ? (size_t)(PLIES_PER_MOVE * c->moves_max) : (size_t)PDN_PLIES_MAX;
    if (plies >= limit) {
        end(g, GAME_DRAW, PDN_ADJUDICATED_LIMIT);
    }
}

bool verdict_late(const MatchGame *g, Nanoseconds now)
{
    return !match_clock_in_time(&g->clocks[match_game_side(g)], spent_until(g, now));
}

bool verdict_refuses(const MatchGame *g, Word move, Nanoseconds now)
{
    Error e;
    Move m;
    return !verdict_late(g, now) &&
           notation_parse(game_position(&g->record.game), move.text, move.length, &m, &e) != ERROR_NONE;
}

/* Whole milliseconds as seconds. */
static double in_seconds(Nanoseconds time)
{
    const int64_t ms = time / NS_PER_MS;
    return (double)ms / MS_PER_S;
}

/* Ends the game as lost by a move that took too long. */
static void lose_on_time(MatchGame *g, Color side, Nanoseconds spent)
{
    const MatchClock *const clock = &g->clocks[side];
    /* Several threads may have waited at the same time. */
    const Nanoseconds waited = g->waited < spent ? g->waited : spent;
    char wait[MATCH_GAME_REMARK_SIZE] = "";
    if (waited >= NS_PER_MS) {
        snprintf(wait, sizeof wait, ", %.3f s of it waiting for a processor", in_seconds(waited));
    }
    g->tallies[side].kept_waiting += match_clock_in_time(clock, spent - waited) ? 1 : 0;
    forfeit(g, side, FAULT_TIME, "time loss: %.3f s used of %.3f s%s", in_seconds(spent),
            in_seconds(match_clock_allowed(clock)), wait);
}

void verdict_move(MatchGame *g, Word move, Nanoseconds now)
{
    const Color side = match_game_side(g);
    const Nanoseconds spent = spent_until(g, now);
    const int64_t spent_ms = spent / NS_PER_MS;
    Error e;
    Move m;
    count_move(g, side, spent_ms);
    if (!match_clock_spend(&g->clocks[side], spent)) {
        lose_on_time(g, side, spent);
        return;
    }
    const ErrorCode code = notation_parse(game_position(&g->record.game), move.text, move.length, &m, &e);
    if (code == ERROR_MEMORY) {
        g->failed = true;
        return;
    }
    if (code != ERROR_NONE) {
        const bool illegal = code == ERROR_ILLEGAL || code == ERROR_AMBIGUOUS || code == ERROR_SQUARE;
        const Fault fault = illegal ? FAULT_ILLEGAL : FAULT_PROTOCOL;
        forfeit(g, side, fault, "%s: %.200s", STANDING_FAULTS[fault].name, e.text);
        return;
    }
    PdnMoveInfo info = g->search_info.info;
    info.has_time = !g->config->repeatable;
    info.time_ms = spent_ms;
    judge_score(g, side);
    if (match_game_play(g, m, &info)) {
        adjudicate(g);
    }
}
