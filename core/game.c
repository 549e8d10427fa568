/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/game.h"

#include <stdint.h>
#include <stdlib.h>

#include "core/movegen.h"

enum {
    PLIES_FIRST = 128, /* plies that fit at first; more than most games last */
    GROWTH = 2
};

/* Makes room for `capacity` plies and the position after the last. On failure g is as before. */
static bool reserve(Game *g, size_t capacity)
{
    if (capacity >= SIZE_MAX / sizeof(Position)) {
        return false;
    }
    Position *const positions = realloc(g->positions, (capacity + 1) * sizeof(Position));
    if (positions == NULL) {
        return false;
    }
    g->positions = positions;
    Move *const moves = realloc(g->moves, capacity * sizeof(Move));
    if (moves == NULL) {
        return false;
    }
    g->moves = moves;
    g->capacity = capacity;
    return true;
}

ErrorCode game_init(Game *g, const Position *start)
{
    *g = (Game){.positions = NULL, .moves = NULL, .plies = 0, .capacity = 0};
    if (!reserve(g, PLIES_FIRST)) {
        game_free(g);
        return ERROR_MEMORY;
    }
    g->positions[0] = *start;
    return ERROR_NONE;
}

void game_free(Game *g)
{
    free(g->positions);
    free(g->moves);
    *g = (Game){.positions = NULL, .moves = NULL, .plies = 0, .capacity = 0};
}

ErrorCode game_play(Game *g, Move m)
{
    if (g->plies == g->capacity && !reserve(g, g->capacity * GROWTH)) {
        return ERROR_MEMORY;
    }
    g->positions[g->plies + 1] = position_after(&g->positions[g->plies], m);
    g->moves[g->plies] = m;
    g->plies++;
    return ERROR_NONE;
}

bool game_undo(Game *g)
{
    if (g->plies == 0) {
        return false;
    }
    g->plies--;
    return true;
}

size_t game_irreversible_plies(const Game *g)
{
    size_t plies = g->plies;
    while (plies > 0 && g->moves[plies - 1].kind == MOVE_KING) {
        plies--;
    }
    return plies;
}

int game_occurrences(const Game *g)
{
    const Position *const current = game_position(g);
    int count = 0;
    for (size_t i = game_irreversible_plies(g); i <= g->plies; i++) {
        count += position_equal(current, &g->positions[i]);
    }
    return count;
}

GameResult game_result(const Game *g)
{
    const Position *const current = game_position(g);
    if (!movegen_has_move(current)) {
        return current->side == WHITE ? GAME_BLACK_WINS : GAME_WHITE_WINS;
    }
    return game_occurrences(g) >= GAME_DRAW_OCCURRENCES ? GAME_DRAW : GAME_ONGOING;
}

const char *game_result_text(GameResult r)
{
    static const char *const TEXTS[] = {
        [GAME_ONGOING] = "*", [GAME_WHITE_WINS] = "1-0", [GAME_BLACK_WINS] = "0-1", [GAME_DRAW] = "1/2-1/2"};
    return TEXTS[r];
}
