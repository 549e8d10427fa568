/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The configuration of a match: the command line, read and checked. */
#ifndef BUSHKA_MATCH_CONFIG_H
#define BUSHKA_MATCH_CONFIG_H

#include "match/engine_config.h"
#include "match/openings.h"
#include "match/schedule.h"
#include "match/stats.h"
#include "system/clock.h"
#include "tables/tablebase.h"

enum {
    CONFIG_NOT_GIVEN = -1,
    CONFIG_ENGINES_MAX = 64,
    CONFIG_CONCURRENCY_MAX = 256,
    CONFIG_SCORE_MAX = 30000, /* of an adjudication, in hundredths of a man */
    CONFIG_MOVES_MAX = 10000  /* greatest number of moves in an option */
};

/* Adjudication by the scores of both engines. */
typedef struct Adjudication {
    int moves;      /* consecutive moves of each side; 0: off */
    int score;      /* hundredths of a man */
    int first_move; /* draws only: not before this move of the game */
} Adjudication;

/* Where the openings come from. */
typedef struct OpeningsConfig {
    const char *file; /* NULL: made at random */
    OpeningsFormat format;
    OpeningsOrder order;
    int plies;      /* 0: all of an EPD line, or OPENINGS_PLIES_DEFAULT of a PDN game */
    int64_t seed;   /* that of the match unless given */
    uint64_t start; /* number of the first opening used, from 1 */
} OpeningsConfig;

/* A match to play or, with `merge`, game files to merge. Pointers not marked as owned point into the command line. */
typedef struct MatchConfig {
    OptionValues engine_values[CONFIG_ENGINES_MAX]; /* those of each -engine; config_complete() reads them */
    int engine_values_count;
    OptionValues each;
    EngineConfig *engines; /* owned; schedule.engines of them */
    int board;             /* variant_at() */
    const Variant *variant;
    Schedule schedule;
    int concurrency;
    OpeningsConfig openings;
    bool has_sprt;
    StatsSprt sprt;
    Adjudication resign, draw;
    int moves_max;        /* moves after which a game is a draw; 0: off */
    const char *folders;  /* of the tablebases that adjudicate games; NULL: none */
    Tablebase *tablebase; /* opened from `folders` by main(); owned, NULL: none */
    uint64_t seed;
    const char *event;
    const char *pdn_file;  /* NULL: none */
    const char *json_file; /* NULL: none */
    const char *incidents; /* directory, created when needed */
    bool recover;          /* continue after a crash or a stall */
    bool resume;
    bool dated;      /* write date and times even where output could be repeatable */
    bool untimed;    /* all limits are depths or nodes, so that the same search gives the same move */
    bool repeatable; /* output depends on the command line alone */
    bool quiet;
    int rating_interval;      /* games; 0: never */
    const char *const *merge; /* the files; NULL: play */
    int merge_count;
    char date[CLOCK_DATE_SIZE]; /* for the game file; set by main() */
} MatchConfig;

/* The options, and the configuration to read them into. */
extern const OptionRow CONFIG_OPTIONS[];
extern const MatchConfig CONFIG_INITIAL;

/* Completes and checks the configuration after all options were read. On error *e says what is wrong and what is
 * expected; call config_free() in either case. */
ErrorCode config_complete(MatchConfig *c, Error *e);

/* Frees what the configuration owns. */
void config_free(MatchConfig *c);

#endif
