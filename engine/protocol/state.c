/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "protocol/state.h"

const Variant *state_variant(const Engine *e)
{
    return game_position(&e->game)->variant;
}

void state_refuse(Engine *e, const Error *error)
{
    e->refusal = *error;
    output_line(e->output, "info string error: %s", error->text);
}

void state_report_ignored(void *engine, const char *why)
{
    const Engine *const e = engine;
    output_line(e->output, "info string ignored: %s", why);
}

void state_set_game(Engine *e, Game *game)
{
    game_free(&e->game);
    e->game = *game;
    e->position_refused = false;
}
