/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The engine as the opponent: the sides that it plays, the moves that it answers by itself, hints, and games that end
 * by a resignation or an agreed draw. */
#ifndef BUSHKA_TERMINAL_OPPONENT_H
#define BUSHKA_TERMINAL_OPPONENT_H

#include "terminal/session.h"

enum {
    OPPONENT_THINK_DEFAULT = 1000, /* ms for a move of the engine's */
    OPPONENT_THINK_MAX = 3600000
};

/* Says which sides the engine plays. */
void opponent_say_sides(Session *s);

/* How the game has ended, by the rules or by the players. */
GameResult opponent_result(const Session *s);

/* Why the game is over, for the end of a sentence. */
const char *opponent_result_text(const Session *s);

/* Says how the game has ended, if it has. */
void opponent_say_result(Session *s);

/* Lets the person resign: the side that the engine does not play, or the side to move where it plays neither. Refusals
 * are shown. */
void opponent_resign(Session *s);

/* Offers a draw, which the engine answers, or which is agreed at once where it plays neither side. Refusals are shown.
 */
void opponent_offer_draw(Session *s);

/* The players have ended the game where it stands. */
void opponent_end(Session *s, GameResult result);

/* Says that the person has to wait for the engine's move. */
void opponent_say_thinking(Session *s);

/* Shows the board, and says how the game has ended if it has. */
void opponent_board(Session *s);

/* The same after a change of the game, unless the engine moves next and the board is drawn after that. */
void opponent_changed(Session *s);

/* Lets the engine make the next move, whichever side it plays. Refusals are shown. */
void opponent_go(Session *s);

/* Lets the engine play neither side where it plays both: a game does not go on by itself after the person changed it.
 */
void opponent_leave_both(Session *s);

/* Shows what the opening book would play (OwnBook), or lets the engine search for a hint. */
void opponent_hint(Session *s);

/* How many plies `undo` takes back: one, or against the engine as many as lead to the player's last move. 0: there is
 * no such move. */
size_t opponent_plies_to_undo(const Session *s);

/* Does what is due: plays the move that the engine has found, shows a hint, lets the engine think. To be called when
 * something has happened. */
void opponent_continue(Session *s);

/* Milliseconds until opponent_continue() is due by itself; -1: never. */
int opponent_timeout(const Session *s);

/* Ctrl-C: stops what runs and lets the engine play no more. Returns false when nothing runs. */
bool opponent_interrupt(Session *s);

/* The prompt for the next line; NULL where none is wanted, since something runs and its lines could not be kept apart
 * from it. */
const char *opponent_prompt(Session *s);

#endif
