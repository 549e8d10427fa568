/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a match is: everything said on the command line, checked. */
#ifndef BUSHKA_MATCH_CONFIG_H
#define BUSHKA_MATCH_CONFIG_H

#include "match/match_limits.h"
#include "match/openings.h"
#include "match/schedule.h"
#include "match/stats.h"

enum {
    CONFIG_NAME_SIZE = 64, /* room for the name of an engine or of an option, and a NUL */
    CONFIG_DATE_SIZE = 16, /* room for "2025.11.21" and a NUL */
    CONFIG_ENGINES_MAX = 64,
    CONFIG_OPTIONS_MAX = 64,   /* options of one engine */
    CONFIG_ARGUMENTS_MAX = 64, /* words of one engine's command */
    CONFIG_CONCURRENCY_MAX = 256,
    CONFIG_SCORE_MAX = 30000,        /* of an adjudication, in hundredths of a man */
    CONFIG_MOVES_MAX = 10000,        /* longest game that can be asked for, in moves */
    CONFIG_MOVES_DEFAULT = 250,      /* moves after which a game is a draw when nothing else is said */
    CONFIG_MARGIN_DEFAULT = 10,      /* ms by which a clock may be overstepped */
    CONFIG_GRACE_DEFAULT = 2000,     /* ms after which a late engine is killed */
    CONFIG_PATIENCE_DEFAULT = 60000, /* ms for answers that no clock limits */
    CONFIG_INTERVAL_DEFAULT = 10     /* games between two ratings */
};

/* One option= of an engine. */
typedef struct EngineOption {
    char name[CONFIG_NAME_SIZE];
    const char *value;
} EngineOption;

/* One player. */
typedef struct EngineConfig {
    char name[CONFIG_NAME_SIZE];               /* unique in the match */
    const char *directory;                     /* to start it in; NULL: the runner's own */
    char *arguments[CONFIG_ARGUMENTS_MAX + 1]; /* program and arguments, NULL at the end */
    char *argument_text;                       /* owned: what `arguments` points into after the program */
    EngineOption options[CONFIG_OPTIONS_MAX];
    int option_count;
    Limits limits;
    int64_t margin_ms;   /* how late an answer may come unpunished */
    int64_t grace_ms;    /* how much later than that the engine is killed */
    int64_t patience_ms; /* how long an answer without a clock may take, the first one too */
} EngineConfig;

/* Adjudication by both scores; score 0 with moves 0 means off. */
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
    int plies;      /* 0 with a file: all, or OPENINGS_PLIES_DEFAULT of a game */
    uint64_t seed;  /* that of the match unless given */
    uint64_t start; /* the first one that is used, from 1 */
    bool seeded;    /* seed was given */
} OpeningsConfig;

/* A match, or with `merge` the files to put together. Pointers without a word on ownership point into the
 * command line. */
typedef struct MatchConfig {
    EngineConfig *engines; /* owned */
    int engine_count;
    const Variant *variant;
    Schedule schedule;
    int concurrency;
    OpeningsConfig openings;
    bool has_sprt;
    StatsSprt sprt;
    Adjudication resign, draw;
    int moves_max; /* moves after which a game is a draw; 0: off */
    uint64_t seed;
    const char *event;
    const char *pdn_file;  /* NULL: none */
    const char *json_file; /* NULL: none */
    const char *incidents; /* directory, made when needed */
    bool recover;          /* continue after a crash or a stall */
    bool resume;
    bool dated;      /* write date and times even where output could be repeatable */
    bool repeatable; /* output depends on the command line alone */
    bool quiet;
    int rating_interval;      /* games; 0: never */
    const char *const *merge; /* the files; NULL: play */
    int merge_count;
    bool help, version;
    char date[CONFIG_DATE_SIZE]; /* for the game file; set by the program, not the command line */
} MatchConfig;

/* Reads a command line. On error *e says what is wrong and what would be right. Call config_free() in either
 * case. */
ErrorCode config_parse(MatchConfig *c, int count, char **words, Error *e);

/* Frees what the configuration owns. */
void config_free(MatchConfig *c);

/* The help text. */
const char *config_help(void);

#endif
