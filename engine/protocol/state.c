/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "protocol/state.h"

bool state_init(State *s, Output *output)
{
    Error error;
    *s = (State){.output = output};
    queue_init(&s->queue);
    s->evaluation.kind = EVALUATION_LEARNED;
    s->search = search_new();
    const Position start = position_start(variant_at(0));
    return game_init(&s->game, &start) == ERROR_NONE && s->search != NULL &&
           tablebase_open("", NULL, NULL, &s->tablebase, &error) == ERROR_NONE &&
           tablebase_add_builtin(s->tablebase, &error) == ERROR_NONE &&
           search_set_tables(s->search, s->tablebase, &error) == ERROR_NONE;
}

void state_free(State *s)
{
    search_free(s->search);
    tablebase_free(s->tablebase);
    evaluation_choice_free(&s->evaluation);
    game_free(&s->game);
    queue_free(&s->queue);
}

void state_refuse(State *s, const Error *error)
{
    s->refused = true;
    s->refusal = *error;
    if (s->listener.refused == NULL || !s->listener.refused(s->listener.context, error)) {
        output_error(s->output, error);
    }
}

void state_take_game(State *s, Game *game)
{
    game_free(&s->game);
    s->game = *game;
}

ErrorCode state_new_game(State *s, const Variant *v, Error *error)
{
    Game game;
    const Position start = position_start(v);
    if (game_init(&game, &start) != ERROR_NONE) {
        game_free(&game);
        return error_set(error, ERROR_MEMORY, "not enough memory for a game");
    }
    state_take_game(s, &game);
    return error_clear(error);
}

const Variant *state_variant(const State *s)
{
    return game_position(&s->game)->variant;
}
