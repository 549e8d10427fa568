/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "terminal/opponent.h"

#include <stdio.h>
#include <stdlib.h>

#include "protocol/display.h"
#include "protocol/options.h"
#include "system/clock.h"

enum { POINTS_PER_MAN = 100, SCORE_SIZE = 32, LINE_SIZE = 48 };

void opponent_say_sides(Session *s)
{
    if (s->plays[WHITE] && s->plays[BLACK]) {
        session_say(s, "The engine plays both sides. Ctrl-C or play off ends that.");
    } else if (s->plays[WHITE] || s->plays[BLACK]) {
        const Color engine = s->plays[WHITE] ? WHITE : BLACK;
        session_say(s, "The engine plays %s, you play %s.", display_side(engine), display_side(other(engine)));
    } else {
        session_say(s, "The engine plays neither side; play white, black or both changes that.");
    }
}

static void say_result(Session *s)
{
    const GameResult result = game_result(&s->engine->game);
    if (result != GAME_ONGOING) {
        session_say(s, "The game is over: %s. new begins another game, undo takes a move back.",
                    display_result(result));
    }
}

void opponent_board(Session *s)
{
    session_board(s);
    say_result(s);
}

/* True when the engine is to make the next move. */
static bool is_to_move(const Session *s)
{
    const Game *const g = &s->engine->game;
    return s->plays[game_position(g)->side] && game_result(g) == GAME_ONGOING;
}

void opponent_changed(Session *s)
{
    s->shows_boards = true;
    if (!is_to_move(s)) {
        opponent_board(s);
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
    char line[LINE_SIZE] = "go"; /* a weaker level sets its limits itself, and does not pause without a time */
    if (s->think_ms > 0 || !is_weakened(s)) {
        snprintf(line, sizeof line, "go movetime %d", s->think_ms);
    }
    if (!session_search(s, SEARCH_PLAYS, line)) {
        s->plays[WHITE] = s->plays[BLACK] = false;
        session_say(s, "The search could not be started; the engine now plays neither side.");
    }
}

void opponent_hint(Session *s)
{
    s->hint_ends = clock_ms() + s->think_ms;
    if (!session_search(s, SEARCH_HINTS, "go infinite")) { /* never weakened, unlike other searches */
        s->hint_ends = 0;
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

/* Which side is better, and by how much, in words. */
static void describe_score(Score score, Color mover, char *text, size_t size)
{
    const char *const name = display_side(score > 0 ? mover : other(mover));
    const int points = abs(score);
    if (score == SCORE_NONE) {
        snprintf(text, size, "no score");
    } else if (score_is_mate(score)) {
        snprintf(text, size, "%s wins in %d", name, abs(score_mate_moves(score)));
    } else if (points == 0) {
        snprintf(text, size, "even");
    } else {
        snprintf(text, size, "%s +%d.%02d", name, points / POINTS_PER_MAN, points % POINTS_PER_MAN);
    }
}

static void play_found(Session *s, const SearchResult *found)
{
    const Position *const p = game_position(&s->engine->game);
    char typed[NOTATION_SIZE];
    char shown[NOTATION_SIZE];
    char score[SCORE_SIZE];
    notation_print(p, found->best, NOTATION_COORDINATE, typed);
    notation_print(p, found->best, session_style(s), shown);
    describe_score(found->score, p->side, score, sizeof score);
    if (session_command(s, "move %s", typed)) {
        session_board(s);
        session_say(s, "The engine plays %s (%s).", shown, score);
        say_result(s);
    } else {
        s->plays[WHITE] = s->plays[BLACK] = false;
    }
}

static void say_hint(Session *s, const SearchResult *found)
{
    const Position *const p = game_position(&s->engine->game);
    char move[NOTATION_SIZE];
    char reply[NOTATION_SIZE] = "";
    char score[SCORE_SIZE];
    notation_print(p, found->best, session_style(s), move);
    describe_score(found->score, p->side, score, sizeof score);
    if (found->ponder.kind != MOVE_NONE) {
        const Position next = position_after(p, found->best);
        notation_print(&next, found->ponder, session_style(s), reply);
    }
    session_say(s, "Hint: %s (%s)%s%s", move, score, reply[0] != '\0' ? ", with the answer " : "", reply);
}

void opponent_continue(Session *s)
{
    SearchResult found;
    const SearchPurpose purpose = session_take_result(s, &found);
    if (purpose != SEARCH_ASKED) {
        s->hint_ends = 0;
    }
    if (purpose == SEARCH_PLAYS) {
        play_found(s, &found);
    } else if (purpose == SEARCH_HINTS) {
        say_hint(s, &found);
    } else if (s->hint_ends > 0 && clock_ms() >= s->hint_ends) {
        s->hint_ends = 0;
        queue_stop(&s->engine->queue);
    }
    if (s->purpose == SEARCH_ASKED && !queue_is_closed(&s->engine->queue) && queue_wait(&s->engine->queue, 0) &&
        is_to_move(s)) {
        think(s);
    }
}

int opponent_timeout(const Session *s)
{
    const int64_t left = s->hint_ends - clock_ms();
    return s->hint_ends == 0 ? -1 : left > 0 ? (int)left : 0;
}

/* Lets the engine play no more, since it was stopped. */
static void end_playing(Session *s)
{
    s->plays[WHITE] = s->plays[BLACK] = false;
    session_say(s, "Stopped. The engine plays neither side now; play white, black or both lets it play again.");
}

bool opponent_interrupt(Session *s)
{
    const SearchPurpose purpose = s->purpose;
    if (purpose == SEARCH_PLAYS) {
        session_drop_search(s);
        end_playing(s);
        return true;
    }
    if (session_is_idle(s) && purpose == SEARCH_ASKED) { /* what has been stopped already does not count */
        return false;
    }
    queue_stop(&s->engine->queue);
    return true;
}

const char *opponent_prompt(Session *s)
{
    static const char *const names[COLOR_COUNT] = {"White> ", "Black> "};
    if (!queue_wait(&s->engine->queue, 0) && !editor_edits(s->editor)) {
        return NULL;
    }
    if (s->purpose != SEARCH_ASKED) {
        return "(thinking) ";
    }
    if (!session_is_quiet(s)) {
        return "> ";
    }
    const Game *const g = &s->engine->game;
    const Color side = game_position(g)->side;
    return s->plays[other(side)] && !s->plays[side] && game_result(g) == GAME_ONGOING ? names[side] : "> ";
}
