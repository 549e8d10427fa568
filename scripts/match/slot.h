/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A place where one game after the other is played, with two engines that stay from game to game. */
#ifndef BUSHKA_MATCH_SLOT_H
#define BUSHKA_MATCH_SLOT_H

#include "collector.h"
#include "incident.h"
#include "match_game.h"
#include "player.h"

enum { SLOT_PLAYERS = 2 };

typedef enum SlotState {
    SLOT_FREE = 0,  /* no game */
    SLOT_PREPARING, /* the engines get ready for the game */
    SLOT_PLAYING    /* the engine to move thinks */
} SlotState;

/* One place. Big: allocate it, do not copy it. */
typedef struct Slot {
    const MatchConfig *config;
    const Openings *openings;
    Collector *collector;
    SlotState state;
    uint64_t index; /* of the game in the schedule */
    MatchGame game;
    int seat[COLOR_COUNT];  /* which player has which colour */
    bool illegal_line_seen; /* its incident is written */
    Player players[SLOT_PLAYERS];
} Slot;

/* Makes a free slot without engines. */
void slot_init(Slot *s, const MatchConfig *c, const Openings *o, Collector *collector);

/* Begins that game of the schedule: starts engines where needed and tells them of the new game. */
void slot_begin(Slot *s, uint64_t index);

/* Handles what a player wrote: one read and all its lines. */
void slot_read(Slot *s, int player);

/* Handles a passed deadline, and with `look` a process that ended without closing its output. */
void slot_check(Slot *s, Nanoseconds now, bool look);

/* The earliest deadline of an awaited answer; NS_NEVER when none is awaited. */
Nanoseconds slot_deadline(const Slot *s);

/* Ends the engines: first all are asked, then each is waited for. A game under way is dropped. */
void slot_ask_to_quit(Slot *s);
void slot_end(Slot *s);

#endif
