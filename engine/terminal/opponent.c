/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "terminal/opponent.h"

#include <stdio.h>
#include <stdlib.h>

#include "protocol/book_command.h"
#include "protocol/display.h"
#include "protocol/options.h"
#include "system/clock.h"
#include "tables/tablebase.h"

enum { POINTS_PER_MAN = 100, SCORE_SIZE = 32, LINE_SIZE = 48 };

/* The engine accepts a draw when it scored its last DRAW_MOVES moves within DRAW_POINTS of zero and the game is late:
 * it has at least DRAW_PLIES plies, or at most DRAW_PIECES pieces. */
enum { DRAW_POINTS = 20, DRAW_MOVES = 5, DRAW_PLIES = 60, DRAW_PIECES = 8 };

void opponent_print_sides(Session *s)
{
    if (s->plays[WHITE] && s->plays[BLACK]) {
        session_print(s, "The engine plays both sides. Ctrl-C or play off ends that.");
    } else if (s->plays[WHITE] || s->plays[BLACK]) {
        const Color engine = s->plays[WHITE] ? WHITE : BLACK;
        session_print(s, "The engine plays %s, you play %s.", display_side(engine), display_side(other(engine)));
    } else {
        session_print(s, "The engine plays neither side; play white, black or both changes that.");
    }
}

void opponent_print_thinking(Session *s)
{
    session_print(s, "It is the engine's turn, and it is thinking; stop lets it move at once.");
}

GameResult opponent_result(const Session *s)
{
    const Game *const g = &s->engine->game;
    const GameResult result = game_result(g);
    return result == GAME_ONGOING && s->end.plies == g->plies && s->end.key == game_position(g)->key ? s->end.result
                                                                                                     : result;
}

const char *opponent_result_text(const Session *s)
{
    static const char *const BY_PLAYERS[] = {[GAME_WHITE_WINS] = "Black has resigned and has lost",
                                             [GAME_BLACK_WINS] = "White has resigned and has lost",
                                             [GAME_DRAW] = "draw, the players have agreed to it"};
    const GameResult result = opponent_result(s);
    return result != game_result(&s->engine->game) ? BY_PLAYERS[result] : display_result(result);
}

void opponent_print_result(Session *s)
{
    const Game *const game = &s->engine->game;
    if (opponent_result(s) != GAME_ONGOING) {
        session_print(s, "The game is over: %s. new begins another game%s.", opponent_result_text(s),
                      game_result(game) == GAME_ONGOING ? ", undo takes that back"
                      : game->plies > 0                 ? ", undo takes a move back"
                                                        : "");
    }
}

void opponent_show_board(Session *s)
{
    session_show_board(s);
    opponent_print_result(s);
}

/* True when the engine has to make the next move. */
static bool is_to_move(const Session *s)
{
    const Game *const g = &s->engine->game;
    return s->plays[game_position(g)->side] && opponent_result(s) == GAME_ONGOING;
}

void opponent_changed(Session *s)
{
    s->shows_boards = true;
    if (!is_to_move(s)) {
        opponent_show_board(s);
    }
}

/* True when the engine plays one of the weaker levels. */
static bool is_weakened(const Session *s)
{
    return options_number(s->engine, "UCI_LimitStrength") != 0 ||
           options_number(s->engine, "Skill Level") < STRENGTH_LEVEL_FULL;
}

static void think(Session *s)
{
    char line[LINE_SIZE] = "go"; /* a weaker level sets its own limits, and pauses only when it has a time */
    if (s->think_ms > 0 || !is_weakened(s)) {
        snprintf(line, sizeof line, "go movetime %d", s->think_ms);
    }
    if (!session_search(s, SEARCH_TO_PLAY, line)) {
        s->plays[WHITE] = s->plays[BLACK] = false;
        session_print(s, "The search could not be started; the engine now plays neither side.");
    }
}

void opponent_go(Session *s)
{
    if (s->purpose == SEARCH_TO_PLAY) {
        opponent_print_thinking(s);
    } else if (session_make_idle(s, "go")) {
        if (opponent_result(s) != GAME_ONGOING) {
            session_print(s, "go is not possible: the game is over.");
        } else {
            think(s);
        }
    }
}

void opponent_stop_playing_both(Session *s)
{
    if (s->plays[WHITE] && s->plays[BLACK]) {
        s->plays[WHITE] = s->plays[BLACK] = false;
        opponent_print_sides(s);
    }
}

size_t opponent_plies_to_undo(const Session *s)
{
    const Game *const g = &s->engine->game;
    const bool against = s->plays[WHITE] != s->plays[BLACK];
    const Color player = s->plays[WHITE] ? BLACK : WHITE;
    size_t plies = 1;
    while (against && plies <= g->plies && g->positions[g->plies - plies].side != player) {
        plies++;
    }
    return plies <= g->plies ? plies : 0;
}

/* Describes which side is better, and by how much. */
static void describe_score(Score score, Color mover, char text[SCORE_SIZE])
{
    const char *const name = display_side(score > 0 ? mover : other(mover));
    const int points = abs(score);
    if (score_is_mate(score)) {
        snprintf(text, SCORE_SIZE, "%s wins in %d", name, abs(score_mate_moves(score)));
    } else if (score_is_solved(score)) {
        snprintf(text, SCORE_SIZE, "%s wins", name);
    } else if (points == 0) {
        snprintf(text, SCORE_SIZE, "even");
    } else {
        snprintf(text, SCORE_SIZE, "%s +%d.%02d", name, points / POINTS_PER_MAN, points % POINTS_PER_MAN);
    }
}

/* Counts the engine's moves in a row that it scored near zero, each two plies after the one before, up to the one that
 * it is about to play. */
static void count_even(Session *s, const SearchResult *found)
{
    const Game *const g = &s->engine->game;
    const bool follows = g->plies > 0 && g->positions[g->plies - 1].key == s->even_key;
    const bool even = abs(found->score) <= DRAW_POINTS;
    s->even_moves = even ? (follows ? s->even_moves : 0) + 1 : 0;
    s->even_key = position_after(game_position(g), found->best).key;
}

static void play_found(Session *s, const SearchResult *found)
{
    const Position *const p = game_position(&s->engine->game);
    char typed[NOTATION_SIZE];
    char shown[NOTATION_SIZE];
    char score[SCORE_SIZE];
    notation_print(p, found->best, NOTATION_COORDINATE, typed);
    notation_print(p, found->best, session_style(s), shown);
    describe_score(found->score, p->side, score);
    count_even(s, found);
    if (session_command(s, "move %s", typed)) {
        s->unsaved = s->moved;
        session_show_board(s);
        session_print(s, "The engine plays %s (%s).", shown, score);
        opponent_print_result(s);
    } else {
        s->plays[WHITE] = s->plays[BLACK] = false;
    }
}

static void print_hint(Session *s, const SearchResult *found)
{
    const Position *const p = game_position(&s->engine->game);
    char move[NOTATION_SIZE];
    char reply[NOTATION_SIZE] = "";
    char score[SCORE_SIZE];
    notation_print(p, found->best, session_style(s), move);
    describe_score(found->score, p->side, score);
    if (found->ponder.kind != MOVE_NONE) {
        const Position next = position_after(p, found->best);
        notation_print(&next, found->ponder, session_style(s), reply);
    }
    session_print(s, "Hint: %s (%s)%s%s", move, score, reply[0] != '\0' ? ", with the answer " : "", reply);
}

void opponent_hint(Session *s)
{
    const SearchLimits limits = {.level = NULL}; /* at full strength, like the search */
    BookPick pick;
    Text report;
    text_init(&report);
    if (book_pick(s->engine, &limits, &pick, &report)) {
        print_hint(s, &pick.found);
    } else {
        s->hint_due = clock_ms() + s->think_ms;
        session_search(s, SEARCH_FOR_HINT, "go infinite");
    }
    text_free(&report);
}

void opponent_continue(Session *s)
{
    SearchResult found;
    const SearchPurpose purpose = session_take_result(s, &found);
    if (purpose == SEARCH_TO_PLAY) {
        play_found(s, &found);
    } else if (purpose == SEARCH_FOR_HINT) {
        print_hint(s, &found);
    } else if (s->hint_due > 0 && clock_ms() >= s->hint_due) {
        s->hint_due = 0;
        queue_stop(&s->engine->queue);
    }
    if (s->purpose == SEARCH_TYPED && !queue_is_closed(&s->engine->queue) && queue_wait(&s->engine->queue, 0)) {
        if (opponent_result(s) == GAME_ONGOING) {
            s->end.result = GAME_ONGOING; /* the game has gone on; the position may occur again */
        }
        if (is_to_move(s)) {
            think(s);
        }
    }
}

int opponent_timeout(const Session *s)
{
    const int64_t left = s->hint_due - clock_ms();
    return s->hint_due == 0 ? -1 : left > 0 ? (int)left : 0;
}

/* True when the players may end the game now, and the command need not wait. */
static bool can_end(Session *s, const char *command)
{
    if (!session_allows(s, command)) {
        return false;
    }
    const char *const why = opponent_result(s) != GAME_ONGOING   ? "the game is over"
                            : s->engine->game.plies == 0         ? "no move has been played"
                            : s->plays[WHITE] && s->plays[BLACK] ? "the engine plays both sides"
                                                                 : NULL;
    if (why != NULL) {
        session_print(s, "%s is not possible: %s.", command, why);
    }
    return why == NULL;
}

void opponent_end(Session *s, GameResult result)
{
    const Game *const g = &s->engine->game;
    s->end = (SessionEnd){.result = result, .plies = g->plies, .key = game_position(g)->key};
}

void opponent_resign(Session *s)
{
    if (can_end(s, "resign") && session_make_idle(s, "resign")) {
        const Color side = s->plays[WHITE] ? BLACK : s->plays[BLACK] ? WHITE : game_position(&s->engine->game)->side;
        opponent_end(s, side == WHITE ? GAME_BLACK_WINS : GAME_WHITE_WINS);
        opponent_show_board(s);
    }
}

/* True when the tablebases say that the position is a draw. */
static bool is_table_draw(const Session *s)
{
    TablebaseCache *const cache = tablebase_cache_new(s->engine->tablebase, 1);
    const bool draw = cache != NULL && tablebase_probe_wdl(cache, game_position(&s->engine->game)) == WDL_DRAW;
    tablebase_cache_free(cache);
    return draw;
}

/* True when the engine agrees to a draw in the position after its move. */
static bool accepts_draw(const Session *s)
{
    const Game *const g = &s->engine->game;
    const Position *const p = game_position(g);
    const bool late = g->plies >= DRAW_PLIES || popcount(position_occupied(p)) <= DRAW_PIECES;
    return (late && s->even_moves >= DRAW_MOVES && s->even_key == p->key) || is_table_draw(s);
}

void opponent_offer_draw(Session *s)
{
    if (s->purpose == SEARCH_TO_PLAY) {
        opponent_print_thinking(s);
    } else if (can_end(s, "draw") && session_make_idle(s, "draw")) {
        const bool against = s->plays[WHITE] || s->plays[BLACK];
        if (against && !accepts_draw(s)) {
            session_print(s, "The engine declines the draw and plays on.");
        } else {
            opponent_end(s, GAME_DRAW);
            opponent_show_board(s);
        }
    }
}

bool opponent_interrupt(Session *s)
{
    if (s->purpose == SEARCH_TYPED && session_is_idle(s)) { /* a run that is stopping already does not count */
        return false;
    }
    queue_stop(&s->engine->queue); /* this may also be a line typed during the engine's search, which runs now */
    if (s->purpose == SEARCH_TO_PLAY) {
        session_drop_search(s);
        for (int c = WHITE; c <= BLACK; c++) {
            s->stopped[c] = s->stopped[c] || s->plays[c]; /* after a Ctrl-C only `go` lets it think */
            s->plays[c] = false;
        }
        session_print(s, "Stopped. The engine plays neither side now; play white, black or both lets it play again.");
    }
    return true;
}

const char *opponent_prompt(Session *s)
{
    static const char *const names[COLOR_COUNT] = {"White> ", "Black> "};
    if (!queue_wait(&s->engine->queue, 0) && s->editor->editing == NULL) {
        return NULL;
    }
    if (s->purpose != SEARCH_TYPED) {
        return "(thinking) ";
    }
    if (!session_is_stable(s)) {
        return "> ";
    }
    const Game *const g = &s->engine->game;
    const Color side = game_position(g)->side;
    return s->plays[other(side)] && !s->plays[side] && opponent_result(s) == GAME_ONGOING ? names[side] : "> ";
}
