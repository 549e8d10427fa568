/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The options of the engine: what they are and what setting them does. */
#ifndef BUSHKA_PROTOCOL_ENGINE_OPTIONS_H
#define BUSHKA_PROTOCOL_ENGINE_OPTIONS_H

#include "protocol/engine.h"

/* The registry of all options of this engine; NULL when memory runs out. Setting one acts upon the engine. */
Options *engine_options_new(Engine *e);

/* Fills in how the search is to play: level, variety and the seed of both, for the game as it stands. */
void engine_options_play(const Engine *e, SearchLimits *limits);

#endif
