/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The engine as the opponent: the sides that it plays, the moves that it makes by itself, hints, and games that end by
 * a resignation or an agreed draw. */
#ifndef BUSHKA_TERMINAL_OPPONENT_H
#define BUSHKA_TERMINAL_OPPONENT_H

#include "terminal/session.h"

enum {
    OPPONENT_THINK_DEFAULT = 1000, /* ms for each move */
    OPPONENT_THINK_MAX = 3600000
};

/* Says which sides the engine plays. */
void opponent_print_sides(Session *s);

/* The result of the game, by the rules or by its players. */
GameResult opponent_result(const Session *s);

/* Why the game is over, for the end of a sentence. */
const char *opponent_result_text(const Session *s);

/* Shows how the game has ended, if it has. */
void opponent_print_result(Session *s);

/* Resigns for the person: for the side that the engine does not play, or the side to move when it plays neither.
 * Refusals are shown. */
void opponent_resign(Session *s);

/* Offers a draw, which the engine accepts or declines, or which is agreed at once when it plays neither side. Refusals
 * are shown. */
void opponent_offer_draw(Session *s);

/* Ends the game by its players, in the current position. */
void opponent_end(Session *s, GameResult result);

/* Says that the engine is thinking about its move. */
void opponent_print_thinking(Session *s);

/* Shows the board, and how the game has ended if it has. */
void opponent_show_board(Session *s);

/* The same after a change of the game, unless the engine moves next: then the board is shown after its move. */
void opponent_changed(Session *s);

/* Lets the engine make the next move, for either side. Refusals are shown. */
void opponent_go(Session *s);

/* Lets the engine play neither side if it plays both: the game does not go on by itself after a person has changed it.
 */
void opponent_stop_playing_both(Session *s);

/* Shows the move of the opening book (OwnBook), or starts a search for a hint. */
void opponent_hint(Session *s);

/* The plies that `undo` takes back: one or, against the engine, as many as lead back to the person's last move. 0:
 * there is no such move. */
size_t opponent_plies_to_undo(const Session *s);

/* Does what is due: plays the move that the engine has found, shows a hint, starts the engine's search. Call it
 * whenever something has happened. */
void opponent_continue(Session *s);

/* Milliseconds until opponent_continue() is due without an event; -1: never. */
int opponent_timeout(const Session *s);

/* Ctrl-C: stops the run; the engine then plays neither side. Returns false when there is no run. */
bool opponent_interrupt(Session *s);

/* The prompt for the next line; NULL when there must be none, since the lines of a run would mix with it. */
const char *opponent_prompt(Session *s);

#endif
