/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "match/match_game.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "core/fen.h"
#include "core/notation.h"
#include "match/game_tags.h"
#include "system/words.h"

enum { PLIES_PER_MOVE = 2 };

Color match_game_side(const MatchGame *g)
{
    return game_position(&g->record.game)->side;
}

int match_game_engine(const MatchGame *g, Color side)
{
    return side == WHITE ? g->fixture.white : g->fixture.black;
}

static const EngineConfig *engine_of(const MatchGame *g, Color side)
{
    return &g->config->engines[match_game_engine(g, side)];
}

/* Makes the command's position that on the board, with no moves. */
static void set_position(MatchGame *g)
{
    static const char STARTPOS[] = "position startpos";
    static const char FEN[] = "position fen ";
    const Game *const game = &g->record.game;
    const Position *const p = game_position(game);
    const Position usual = position_start(p->variant);
    g->command.length = 0;
    g->has_moves = false;
    if (game->plies == 0 && position_equal(p, &usual)) {
        text_add_bytes(&g->command, STARTPOS, strlen(STARTPOS));
    } else {
        char fen[FEN_SIZE];
        const int length = fen_print(p, fen);
        text_add_bytes(&g->command, FEN, strlen(FEN));
        text_add_bytes(&g->command, fen, (size_t)length);
    }
    g->position_length = g->command.length;
}

/* Adds a king's move, which can be undone, to the command's position, so that the engine sees repetitions. */
static void add_to_position(MatchGame *g, const Position *before, Move m)
{
    static const char MOVES[] = " moves";
    char move[NOTATION_SIZE + 1];
    g->command.length = g->position_length;
    if (!g->has_moves) {
        text_add_bytes(&g->command, MOVES, strlen(MOVES));
        g->has_moves = true;
    }
    move[0] = ' ';
    const int length = notation_print(before, m, NOTATION_COORDINATE, move + 1);
    text_add_bytes(&g->command, move, (size_t)length + 1);
    g->position_length = g->command.length;
}

/* Plays a legal move in the record and in the command. */
static bool play(MatchGame *g, Move m, const PdnMoveInfo *info)
{
    const Game *const game = &g->record.game;
    if (pdn_game_play(&g->record, m, info) != ERROR_NONE) {
        g->failed = true;
        return false;
    }
    if (m.kind == MOVE_KING) {
        add_to_position(g, &game->positions[game->plies - 1], m);
    } else {
        set_position(g);
    }
    g->failed = g->failed || g->command.failed;
    return !g->failed;
}

ErrorCode match_game_begin(MatchGame *g, const MatchConfig *config, const Fixture *fixture, const Opening *opening,
                           TablebaseCache *reader)
{
    static const PdnMoveInfo BOOK = {.book = true};
    g->config = config;
    g->fixture = *fixture;
    g->reader = reader;
    g->over = g->failed = false;
    g->fault = FAULT_NONE;
    g->fault_text[0] = g->first_illegal_line[0] = '\0';
    g->draw_run = 0;
    g->went = 0;
    g->said = (MatchSaid){0};
    if (pdn_game_init(&g->record, &opening->start) != ERROR_NONE) {
        return ERROR_MEMORY;
    }
    text_init(&g->command);
    set_position(g);
    for (int side = 0; side < COLOR_COUNT; side++) {
        const Limits *const limits = &engine_of(g, (Color)side)->limits;
        g->clocks[side] = (MatchClock){.left = limits->base_ms * NS_PER_MS, .moves_to_go = limits->moves};
        g->tallies[side] = (Tally){.moves = 0};
        g->winning_run[side] = 0;
    }
    for (int i = 0; i < opening->plies; i++) {
        play(g, opening->moves[i], &BOOK);
    }
    if (game_tags_begin(&g->record, config, fixture, opening) != ERROR_NONE || g->failed) {
        match_game_free(g);
        return ERROR_MEMORY;
    }
    return ERROR_NONE;
}

void match_game_free(MatchGame *g)
{
    pdn_game_free(&g->record);
    text_free(&g->command);
}

static void end(MatchGame *g, GameResult result, PdnTermination termination)
{
    g->over = true;
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

void match_game_forfeit(MatchGame *g, Color side, Fault fault, const char *text)
{
    char remark[PDN_TEXT_SIZE];
    g->fault = fault;
    g->fault_side = side;
    snprintf(g->fault_text, sizeof g->fault_text, "%s", text);
    g->tallies[side].faults[fault]++;
    end(g, win_for(other(side)), fault_termination(fault));
    snprintf(remark, sizeof remark, "%s, %s", side == WHITE ? "White" : "Black", g->fault_text);
    pdn_set_remark(&g->record, remark);
}

/* Appends the words of the clocks. A side without a clock is shown the mover's. */
static void add_clocks(MatchGame *g, Color side)
{
    const Color shown[COLOR_COUNT] = {engine_of(g, WHITE)->limits.has_clock ? WHITE : side,
                                      engine_of(g, BLACK)->limits.has_clock ? BLACK : side};
    int64_t left[COLOR_COUNT];
    for (int c = 0; c < COLOR_COUNT; c++) {
        const int64_t ms = g->clocks[shown[c]].left / NS_PER_MS;
        left[c] = ms > 0 ? ms : 1;
    }
    text_add(&g->command, " wtime %" PRId64 " btime %" PRId64 " winc %" PRId64 " binc %" PRId64, left[WHITE],
             left[BLACK], engine_of(g, shown[WHITE])->limits.increment_ms,
             engine_of(g, shown[BLACK])->limits.increment_ms);
    if (g->clocks[side].moves_to_go > 0) {
        text_add(&g->command, " movestogo %d", g->clocks[side].moves_to_go);
    }
}

/* The time that the side to move has; NS_NEVER without a clock. */
static Nanoseconds allowed(const MatchGame *g, Color side)
{
    const Limits *const l = &engine_of(g, side)->limits;
    Nanoseconds time = l->has_clock ? g->clocks[side].left : NS_NEVER;
    const Nanoseconds for_move = l->movetime_ms > 0 ? l->movetime_ms * NS_PER_MS : NS_NEVER;
    return for_move < time ? for_move : time;
}

const char *match_game_command(MatchGame *g, Nanoseconds now, size_t *length, Nanoseconds *deadline)
{
    const Color side = match_game_side(g);
    const EngineConfig *const engine = engine_of(g, side);
    const Limits *const l = &engine->limits;
    g->command.length = g->position_length;
    text_add_bytes(&g->command, "\ngo", strlen("\ngo"));
    if (l->has_clock) {
        add_clocks(g, side);
    }
    if (l->movetime_ms > 0) {
        text_add(&g->command, " movetime %" PRId64, l->movetime_ms);
    }
    if (l->depth > 0) {
        text_add(&g->command, " depth %d", l->depth);
    }
    if (l->nodes > 0) {
        text_add(&g->command, " nodes %" PRId64, l->nodes);
    }
    text_add_bytes(&g->command, "\n", 1);
    g->failed = g->failed || g->command.failed;
    g->said = (MatchSaid){0};
    g->went = now;
    const Nanoseconds time = allowed(g, side);
    *deadline = now + (time == NS_NEVER ? engine->patience_ms * NS_PER_MS
                                        : time + (engine->margin_ms + engine->grace_ms) * NS_PER_MS);
    *length = g->command.length;
    return g->command.data;
}

const char *match_game_go(const MatchGame *g, size_t *length)
{
    if (g->command.length <= g->position_length) {
        *length = 0;
        return "";
    }
    *length = g->command.length - g->position_length - 2; /* without both ends of line */
    return g->command.data + g->position_length + 1;
}

/* What the mover has spent. A move may arrive before its search began as far as the runner knows: then nothing. */
static Nanoseconds spent_until(const MatchGame *g, Nanoseconds now)
{
    return now > g->went ? now - g->went : 0;
}

/* True when the mover may have spent that much. */
static bool in_time(const MatchGame *g, Color side, Nanoseconds spent)
{
    const Nanoseconds time = allowed(g, side);
    return time == NS_NEVER || spent <= time + engine_of(g, side)->margin_ms * NS_PER_MS;
}

/* Takes the time from the mover's clock. Returns false when it had run out. */
static bool run_clock(MatchGame *g, Color side, Nanoseconds spent)
{
    const EngineConfig *const engine = engine_of(g, side);
    MatchClock *const clock = &g->clocks[side];
    if (!in_time(g, side, spent)) {
        return false;
    }
    if (engine->limits.has_clock) {
        clock->left = clock->left > spent ? clock->left - spent : 0;
        clock->left += engine->limits.increment_ms * NS_PER_MS;
        if (clock->moves_to_go > 0 && --clock->moves_to_go == 0) {
            clock->moves_to_go = engine->limits.moves;
            clock->left += engine->limits.base_ms * NS_PER_MS;
        }
    }
    return true;
}

/* Counts the move, and how the engine's own time agrees with the measured. */
static void count_move(MatchGame *g, Color side, int64_t spent_ms)
{
    Tally *const tally = &g->tallies[side];
    tally->moves++;
    if (g->said.has_time) {
        const int64_t apart = spent_ms > g->said.time_ms ? spent_ms - g->said.time_ms : g->said.time_ms - spent_ms;
        tally->timed++;
        tally->measured_ms += spent_ms;
        tally->reported_ms += g->said.time_ms;
        tally->worst_ms = apart > tally->worst_ms ? apart : tally->worst_ms;
    }
}

/* Notes what the mover's score says about the end of the game. */
static void judge_score(MatchGame *g, Color side)
{
    const MatchConfig *const c = g->config;
    const MatchSaid *const s = &g->said;
    const int value = !s->forced ? s->score : s->score > 0 ? CONFIG_SCORE_MAX : -CONFIG_SCORE_MAX;
    const bool up = s->has_score && value >= c->resign.score;
    const bool down = s->has_score && value <= -c->resign.score;
    const bool level = s->has_score && value <= c->draw.score && value >= -c->draw.score;
    g->winning_run[side] = up ? g->winning_run[side] + 1 : 0;
    g->winning_run[other(side)] = down ? g->winning_run[other(side)] + 1 : 0;
    g->draw_run = level ? g->draw_run + 1 : 0;
}

/* Ends the game where the tables know what it comes to. Returns false when they do not. */
static bool ask_tables(MatchGame *g)
{
    const Position *const p = game_position(&g->record.game);
    const Wdl result = g->reader != NULL ? tablebase_probe_wdl(g->reader, p) : WDL_NONE;
    if (result != WDL_NONE) {
        end(g, result == WDL_DRAW ? GAME_DRAW : win_for(result == WDL_WIN ? p->side : other(p->side)),
            PDN_ADJUDICATED_TABLE);
    }
    return result != WDL_NONE;
}

/* Ends the game where the rules, the tables or the scores say so. */
static void adjudicate(MatchGame *g)
{
    const MatchConfig *const c = g->config;
    const size_t plies = g->record.game.plies;
    const GameResult result = game_result(&g->record.game);
    if (result != GAME_ONGOING) {
        end(g, result, PDN_NORMAL);
        return;
    }
    if (ask_tables(g)) {
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
    /* Without a limit the game file's sets one. */
    const size_t limit = c->moves_max > 0 ? (size_t)(PLIES_PER_MOVE * c->moves_max) : (size_t)PDN_PLIES_MAX;
    if (plies >= limit) {
        end(g, GAME_DRAW, PDN_ADJUDICATED_LIMIT);
    }
}

bool match_game_refuses(const MatchGame *g, const char *text, size_t length, Nanoseconds now)
{
    Error e;
    Move m;
    return in_time(g, match_game_side(g), spent_until(g, now)) &&
           notation_parse(game_position(&g->record.game), text, length, &m, &e) != ERROR_NONE;
}

void match_game_move(MatchGame *g, const char *text, size_t length, Nanoseconds now)
{
    const Color side = match_game_side(g);
    const Nanoseconds spent = spent_until(g, now);
    const int64_t spent_ms = spent / NS_PER_MS;
    char why[MATCH_GAME_REMARK_SIZE];
    Error e;
    Move m;
    count_move(g, side, spent_ms);
    const Nanoseconds time = allowed(g, side);
    if (!run_clock(g, side, spent)) {
        snprintf(why, sizeof why, "time loss: %" PRId64 ".%03d s used of %" PRId64 ".%03d s", spent_ms / MS_PER_S,
                 (int)(spent_ms % MS_PER_S), time / NS_PER_S, (int)(time / NS_PER_MS % MS_PER_S));
        match_game_forfeit(g, side, FAULT_TIME, why);
        return;
    }
    const ErrorCode code = notation_parse(game_position(&g->record.game), text, length, &m, &e);
    if (code == ERROR_MEMORY) {
        g->failed = true;
        return;
    }
    if (code != ERROR_NONE) {
        const bool illegal = code == ERROR_ILLEGAL || code == ERROR_AMBIGUOUS || code == ERROR_SQUARE;
        const Fault fault = illegal ? FAULT_ILLEGAL : FAULT_PROTOCOL;
        snprintf(why, sizeof why, "%s: %.200s", fault_name(fault), e.text);
        match_game_forfeit(g, side, fault, why);
        return;
    }
    const PdnMoveInfo info = {.has_score = g->said.has_score,
                              .mate = g->said.forced,
                              .score = g->said.score,
                              .depth = g->said.depth,
                              .has_time = !g->config->repeatable,
                              .time_ms = spent_ms};
    judge_score(g, side);
    if (play(g, m, &info)) {
        adjudicate(g);
    }
}

enum { SCORE_LIMIT = 1000000, TIME_LIMIT = 1000000000 };

/* Takes the next word as a number; false when it is none. */
static bool take_number(Words *words, int64_t limit, int64_t *n)
{
    Word word;
    return words_next(words, &word) && word_number(word, -limit, limit, n);
}

static void take_score(MatchGame *g, Words *words)
{
    Word kind;
    int64_t n;
    if (!words_next(words, &kind)) {
        return;
    }
    const bool forced = word_is(kind, "mate");
    if ((forced || word_is(kind, "cp")) && take_number(words, SCORE_LIMIT, &n)) {
        g->said.has_score = true;
        g->said.forced = forced;
        g->said.score = (int)n;
    }
}

/* Replays the rest of the words as moves. */
static void take_line_of_play(MatchGame *g, Words *words)
{
    const Color side = match_game_side(g);
    Tally *const tally = &g->tallies[side];
    Position p = *game_position(&g->record.game);
    Word word;
    Error e;
    int ply = 0;
    for (; words_next(words, &word); ply++) {
        Move m;
        const ErrorCode code = notation_parse(&p, word.text, word.length, &m, &e);
        if (code == ERROR_MEMORY) {
            g->failed = true;
            return;
        }
        if (code != ERROR_NONE) {
            tally->illegal_lines += g->said.has_illegal_line ? 0 : 1;
            g->said.has_illegal_line = true;
            if (g->first_illegal_line[0] == '\0') {
                snprintf(g->first_illegal_line, sizeof g->first_illegal_line, "illegal line, ply %d: %.180s", ply + 1,
                         e.text);
                g->illegal_line_side = side;
            }
            break;
        }
        p = position_after(&p, m);
    }
    if (!g->said.has_line && (ply > 0 || word.length > 0)) {
        g->said.has_line = true;
        tally->lines++;
    }
}

void match_game_info(MatchGame *g, const char *text, size_t length)
{
    Words words = words_of(text, length);
    const int depth = g->said.depth;
    Word word;
    int64_t n;
    while (words_next(&words, &word)) {
        if (word_is(word, "string")) {
            return;
        }
        if (word_is(word, "currmove")) {
            g->said.depth = depth; /* that of an iteration without a score yet */
            return;
        }
        if (word_is(word, "multipv")) {
            if (take_number(&words, SCORE_LIMIT, &n) && n != 1) {
                /* Only the best line counts as the engine's opinion; the others must be legal too. */
                while (words_next(&words, &word) && !word_is(word, "pv")) {
                }
                take_line_of_play(g, &words);
                return;
            }
        } else if (word_is(word, "depth")) {
            if (take_number(&words, PDN_DEPTH_MAX, &n)) {
                g->said.depth = (int)n;
            }
        } else if (word_is(word, "score")) {
            take_score(g, &words);
        } else if (word_is(word, "time")) {
            if (take_number(&words, TIME_LIMIT, &n)) {
                g->said.time_ms = n;
                g->said.has_time = true;
            }
        } else if (word_is(word, "pv")) {
            take_line_of_play(g, &words);
            return;
        }
    }
}
