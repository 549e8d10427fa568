/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A slot plays one game after another, with two engines that are kept from game to game. */
#ifndef BUSHKA_MATCH_SLOT_H
#define BUSHKA_MATCH_SLOT_H

#include "match/collector.h"
#include "match/verdict.h"

enum { SLOT_PLAYERS = 2 };

typedef enum SlotState {
    SLOT_FREE = 0,  /* no game */
    SLOT_PREPARING, /* the engines get ready for the game */
    SLOT_PLAYING    /* the engine to move thinks */
} SlotState;

/* One slot. It is big: allocate it, do not copy it. A game lives from slot_begin() until the slot is free again, and
 * only its player to move can end it: what an idle engine says or does counts when its turn comes. */
typedef struct Slot {
    const MatchConfig *config;
    const Openings *openings;
    Collector *collector;
    ChildReaper *reaper;   /* of the thread that runs the slot */
    TablebaseCache *cache; /* of that thread, too; NULL: no tablebases adjudicate games */
    SlotState state;
    uint64_t index;             /* of the game in the schedule */
    MatchGame game;             /* valid unless the slot is free */
    int player_of[COLOR_COUNT]; /* which player has which colour */
    Player players[SLOT_PLAYERS];
} Slot;

/* Initialises a free slot without engines. */
void slot_init(Slot *s, const MatchConfig *c, const Openings *o, Collector *collector, ChildReaper *reaper,
               TablebaseCache *cache);

/* Begins that game of the schedule: starts engines where needed and announces the new game. */
void slot_begin(Slot *s, uint64_t index);

/* Handles what was read from a player, which arrived at `now`. */
void slot_handle(Slot *s, int player, Nanoseconds now);

/* Checks whether the processes of its players have ended, and handles that. */
void slot_check_processes(Slot *s, Nanoseconds now);

/* The earliest deadline of its players; NS_NEVER when there is none. */
Nanoseconds slot_deadline(const Slot *s);

/* Handles the deadlines that have passed by `now`. Output that engines have written but that was not read yet counts as
 * arrived at `arrived`. */
void slot_check_deadlines(Slot *s, Nanoseconds now, Nanoseconds arrived);

/* Makes up for a delay: the thread did not poll between the two moments, and for `time` of that it was held up. For
 * that long the clocks stand still. That of a search begun in between starts at the second moment, since its engine may
 * have got its command late. */
void slot_add_delay(Slot *s, Nanoseconds from, Nanoseconds to, Nanoseconds time);

/* Tells the engines to quit, without waiting. A game under way is dropped. */
void slot_end(Slot *s);

#endif
