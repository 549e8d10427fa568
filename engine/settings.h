/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The options of the engine: what they are and what setting them does. */
#ifndef BUSHKA_ENGINE_SETTINGS_H
#define BUSHKA_ENGINE_SETTINGS_H

#include "engine.h"

/* The registry of all options of this engine; NULL when memory runs out. Setting one acts upon the engine. */
Options *settings_new(Engine *e);

/* The playing strength asked for, in hundredths of a level (strength.h): UCI_Elo when UCI_LimitStrength is true, else
 * Skill Level. */
int settings_strength(const Engine *e);

#endif
