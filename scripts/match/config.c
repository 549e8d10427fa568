/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "match/config.h"

#include <stdlib.h>
#include <string.h>

#include "system/text.h"

#define SPRT_ERROR_MAX 0.5 /* excluded */

static ErrorCode keep_engine(void *into, const OptionValues *w, Error *e)
{
    MatchConfig *const c = into;
    if (c->engine_values_count == CONFIG_ENGINES_MAX) {
        return error_set(e, ERROR_SYNTAX, "there are more than %d engines", CONFIG_ENGINES_MAX);
    }
    c->engine_values[c->engine_values_count++] = *w;
    return ERROR_NONE;
}

static ErrorCode keep_each(void *into, const OptionValues *w, Error *e)
{
    (void)e;
    *(OptionValues *)into = *w;
    return ERROR_NONE;
}

static ErrorCode read_repeat(void *into, const OptionValues *w, Error *e)
{
    int64_t n = 2;
    const ErrorCode code = w->count == 0 ? ERROR_NONE : word_number_of(w->option, word_of(w->values[0]), 1, 2, &n, e);
    *(bool *)into = n == 2;
    return code;
}

static ErrorCode read_merge(void *into, const OptionValues *w, Error *e)
{
    MatchConfig *const c = into;
    (void)e;
    c->merge = (const char *const *)w->values;
    c->merge_count = w->count;
    return ERROR_NONE;
}

/* Reads a value that is written alone or with that key before it. */
static ErrorCode read_place(const char **into, const char *key, const OptionValues *w, Error *e)
{
    const char *const text = w->values[0];
    *into = text + (strncmp(text, key, strlen(key)) == 0 ? strlen(key) : 0);
    return (*into)[0] != '\0' ? ERROR_NONE : error_set(e, ERROR_SYNTAX, "%s needs %sNAME", w->option, key);
}

static ErrorCode read_file(void *into, const OptionValues *w, Error *e)
{
    return read_place(into, "file=", w, e);
}

static ErrorCode read_directory(void *into, const OptionValues *w, Error *e)
{
    return read_place(into, "dir=", w, e);
}

/* Read by a function from that many values. */
#define READ(function, from, to) .kind = OPTION_READ, .read = (function), .values_min = (from), .values_max = (to)
/* Read as a whole number. */
#define WHOLE(from, to) .kind = OPTION_WHOLE, .min = (from), .max = (to)

#define STORED(member) OPTION_STORED(OpeningsConfig, member)

static const OptionRow OPENINGS_KEYS[] = {
    {"file", "FILE", "read openings from this file", OPTION_TEXT, STORED(file)},
    {"format", "NAME", "epd (default), pdn, or random: play random legal moves, without a file", OPTION_CHOICE,
     STORED(format), .choices = (const char *const[]){"epd", "pdn", "random", NULL}},
    {"order", "NAME", "order of the openings in a file: sequential or random", OPTION_CHOICE, STORED(order),
     .initial = "sequential", .choices = (const char *const[]){"sequential", "random", NULL}},
    {"plies", "N", "number of random plies, or most plies taken from a file (8; epd: all)",
     WHOLE(0, OPENINGS_PLIES_MAX), STORED(plies)},
    {"start", "N", "begin with the N-th opening", WHOLE(1, OPENINGS_COUNT_MAX), STORED(start), .initial = "1"},
    {"seed", "N", "seed of their choice and order (that of -seed)", WHOLE(0, INT64_MAX), STORED(seed)},
    {.name = NULL},
};
#undef STORED

static ErrorCode check_openings(void *into, const char *option, Error *e)
{
    const OpeningsConfig *const o = into;
    if ((o->format == OPENINGS_MADE) == (o->file != NULL)) {
        return error_set(e, ERROR_SYNTAX, "%s takes either file=FILE or format=random", option);
    }
    return o->file != NULL && o->plies == 0
               ? error_set(e, ERROR_SYNTAX, "%s: plies=0 takes nothing from the file", option)
               : ERROR_NONE;
}

#define STORED(member) OPTION_STORED(MatchConfig, member)

static const OptionRow SPRT_KEYS[] = {
    {"elo0", "E", "Elo difference under H0", OPTION_DECIMAL, STORED(sprt.elo0), .low = -STATS_SPRT_ELO_MAX,
     .high = STATS_SPRT_ELO_MAX, .required = true},
    {"elo1", "E", "Elo difference under H1, greater than elo0", OPTION_DECIMAL, STORED(sprt.elo1),
     .low = -STATS_SPRT_ELO_MAX, .high = STATS_SPRT_ELO_MAX, .required = true},
    {"alpha", "P", "probability of accepting H1 when H0 is true", OPTION_DECIMAL, STORED(sprt.alpha), .initial = "0.05",
     .high = SPRT_ERROR_MAX},
    {"beta", "P", "probability of accepting H0 when H1 is true", OPTION_DECIMAL, STORED(sprt.beta), .initial = "0.05",
     .high = SPRT_ERROR_MAX},
    {"model", "NAME", "kind of Elo of elo0 and elo1: logistic or normalized", OPTION_CHOICE, STORED(sprt.model),
     .initial = "logistic", .choices = STATS_MODEL_NAMES},
    {.name = NULL},
};

static ErrorCode check_sprt(void *into, const char *option, Error *e)
{
    MatchConfig *const c = into;
    const StatsSprt *const t = &c->sprt;
    c->has_sprt = true;
    if (t->elo0 >= t->elo1) {
        return error_set(e, ERROR_SYNTAX, "%s: elo0 must be less than elo1", option);
    }
    if (t->alpha <= 0 || t->alpha >= SPRT_ERROR_MAX || t->beta <= 0 || t->beta >= SPRT_ERROR_MAX) {
        return error_set(e, ERROR_SYNTAX, "%s: alpha and beta must lie between 0 and 0.5", option);
    }
    return ERROR_NONE;
}
#undef STORED

#define STORED(member) OPTION_STORED(Adjudication, member)

static const OptionRow RESIGN_KEYS[] = {
    {"movecount", "N", "for this many moves of each side in a row", WHOLE(1, CONFIG_MOVES_MAX), STORED(moves),
     .required = true},
    {"score", "S", "score of at least S, in hundredths of a man", WHOLE(1, CONFIG_SCORE_MAX), STORED(score),
     .required = true},
    {.name = NULL},
};

static const OptionRow DRAW_KEYS[] = {
    {"movenumber", "M", "only from this move of the game on", WHOLE(0, CONFIG_MOVES_MAX), STORED(first_move)},
    {"movecount", "N", "for this many moves of each side in a row", WHOLE(1, CONFIG_MOVES_MAX), STORED(moves),
     .required = true},
    {"score", "S", "score between -S and S, in hundredths of a man", WHOLE(0, CONFIG_SCORE_MAX), STORED(score),
     .required = true},
    {.name = NULL},
};
#undef STORED

#define STORED(member) OPTION_STORED(MatchConfig, member)
#define KEYS(table) .kind = OPTION_KEYS, .keys = (table)

const MatchConfig CONFIG_INITIAL = {
    .schedule.repeat = true, .openings = {.plies = CONFIG_NOT_GIVEN, .seed = CONFIG_NOT_GIVEN}, .recover = true};

const OptionRow CONFIG_OPTIONS[] = {
    {"engine", "KEY=VALUE...", "add an engine; a match needs at least two", READ(keep_engine, 1, OPTION_VALUES_MANY),
     .keys = ENGINE_KEYS, .repeated = true},
    {"each", "KEY=VALUE...",
     "set these for all engines; an engine's own values take precedence, any limit of its own over all limits here",
     READ(keep_each, 1, OPTION_VALUES_MANY), STORED(each)},
    {"variant", "NAME", "play on this board: bushka or bushka9x11", OPTION_CHOICE, STORED(board),
     .choices = VARIANT_NAMES, .initial = "bushka"},
    {"tournament", "KIND", "play round-robin, or gauntlet: the first engine against all others", OPTION_CHOICE,
     STORED(schedule.kind), .choices = (const char *const[]){"round-robin", "gauntlet", NULL},
     .initial = "round-robin"},
    {"rounds", "N", "play N rounds of each pairing", WHOLE(1, SCHEDULE_ROUNDS_MAX), STORED(schedule.rounds),
     .initial = "1"},
    {"games", "N", "play N games of each pairing in a round", WHOLE(1, SCHEDULE_GAMES_MAX), STORED(schedule.games),
     .initial = "2"},
    {"repeat", "[2]", "play each opening twice with colours swapped (default)", READ(read_repeat, 0, 1),
     STORED(schedule.repeat)},
    {"norepeat", NULL, "play each opening once", OPTION_OFF, STORED(schedule.repeat)},
    {"concurrency", "N", "play N games at a time", WHOLE(1, CONFIG_CONCURRENCY_MAX), STORED(concurrency),
     .initial = "1"},
    {"openings", "KEY=VALUE...", "begin games with these positions (random ones of 8 plies)", KEYS(OPENINGS_KEYS),
     STORED(openings), .check = check_openings},
    {"sprt", "KEY=VALUE...", "end the match as soon as this test is decided", KEYS(SPRT_KEYS), .offset = 0,
     .check = check_sprt},
    {"resign", "KEY=VALUE...", "end a game as won when both engines agree", KEYS(RESIGN_KEYS), STORED(resign)},
    {"draw", "KEY=VALUE...", "end a game as drawn when both engines agree", KEYS(DRAW_KEYS), STORED(draw)},
    {"maxmoves", "N", "end a game as drawn after N moves; 0: never", WHOLE(0, CONFIG_MOVES_MAX), STORED(moves_max),
     .initial = "250"},
    {"tables", "FOLDERS", "adjudicate games by the tablebases in these folders, separated by ':'", OPTION_TEXT,
     STORED(folders)},
    {"seed", "N", "seed of the openings and their order; also -srand", WHOLE(0, INT64_MAX), STORED(seed),
     .initial = "1"},
    {"srand", "N", NULL, WHOLE(0, INT64_MAX), STORED(seed)},
    {"pdnout", "file=NAME", "write each game to this file as it ends", READ(read_file, 1, 1), STORED(pdn_file)},
    {"resume", NULL, "continue an interrupted match from its game file, under the same settings", OPTION_ON,
     STORED(resume)},
    {"shard", "I/N", "play only the pairs of games I, I + N, ...; -merge joins the files", OPTION_SHARD,
     STORED(schedule.shard), .max = SCHEDULE_SHARDS_MAX, .initial = "1/1"},
    {"merge", "FILE...", "join the game files of shards", READ(read_merge, 1, OPTION_VALUES_MANY), .offset = 0,
     .allowed_with = (const char *const[]){"pdnout", "json", "sprt", "quiet", NULL}},
    {"json", "file=NAME", "write a summary as JSON", READ(read_file, 1, 1), STORED(json_file)},
    {"incidents", "dir=NAME", "write a file about each fault to this folder", READ(read_directory, 1, 1),
     STORED(incidents), .initial = "incidents"},
    {"recover", NULL, "restart an engine after a crash or a stall and continue (default)", OPTION_ON, STORED(recover)},
    {"norecover", NULL, "end the match after a crash or a stall", OPTION_OFF, STORED(recover)},
    {"event", "NAME", "name of the event in the game file", OPTION_TEXT, STORED(event), .initial = "Bushka match"},
    {"date", NULL, "write dates and times even where limits of depth or nodes make the output repeatable", OPTION_ON,
     STORED(dated)},
    {"ratinginterval", "N", "print ratings every N games; 0: never", WHOLE(0, SCHEDULE_ROUNDS_MAX),
     STORED(rating_interval), .initial = "10"},
    {"quiet", NULL, "print the final result only", OPTION_ON, STORED(quiet)},
    {.name = NULL},
};

_Static_assert(sizeof CONFIG_OPTIONS / sizeof CONFIG_OPTIONS[0] <= OPTION_ROWS_MAX,
               "there is room to note every option");

static ErrorCode read_engines(MatchConfig *c, Error *e)
{
    c->engines = calloc((size_t)c->engine_values_count + 1, sizeof *c->engines);
    if (c->engines == NULL) {
        return error_set(e, ERROR_MEMORY, "not enough memory");
    }
    c->schedule.engines = c->engine_values_count;
    c->untimed = true;
    for (int i = 0; i < c->schedule.engines; i++) {
        const ErrorCode code = engine_config_read(&c->engines[i], &c->each, &c->engine_values[i], e);
        if (code != ERROR_NONE) {
            return code;
        }
        const Limits *const l = &c->engines[i].limits;
        c->untimed = c->untimed && !l->has_clock && l->movetime_ms == 0;
    }
    c->repeatable = c->untimed && !c->dated;
    return engine_config_assign_names(c->engines, c->schedule.engines, e);
}

/* Checks what can be judged only when all options have been read. */
static ErrorCode check_whole(const MatchConfig *c, Error *e)
{
    if (c->merge != NULL) {
        return ERROR_NONE;
    }
    if (c->engine_values_count < 2) {
        return error_set(e, ERROR_SYNTAX, "a match needs two engines: -engine cmd=A -engine cmd=B -each tc=10+0.1");
    }
    if (c->has_sprt && c->engine_values_count > 2) {
        return error_set(e, ERROR_SYNTAX, "-sprt is for two engines, not %d", c->engine_values_count);
    }
    if (c->has_sprt && c->schedule.shard.parts > 1) {
        return error_set(e, ERROR_SYNTAX, "-sprt cannot stop a shard: give it to -merge");
    }
    if (c->resume && c->pdn_file == NULL) {
        return error_set(e, ERROR_SYNTAX, "-resume needs -pdnout file=FILE, the games played so far");
    }
    return ERROR_NONE;
}

ErrorCode config_complete(MatchConfig *c, Error *e)
{
    c->variant = variant_at(c->board);
    if (c->openings.plies == CONFIG_NOT_GIVEN) {
        c->openings.plies = c->openings.file == NULL ? OPENINGS_PLIES_DEFAULT : 0;
    }
    if (c->openings.seed == CONFIG_NOT_GIVEN) {
        c->openings.seed = (int64_t)c->seed;
    }
    return check_whole(c, e) == ERROR_NONE ? read_engines(c, e) : e->code;
}

void config_free(MatchConfig *c)
{
    for (int i = 0; i < c->schedule.engines; i++) {
        engine_config_free(&c->engines[i]);
    }
    free(c->engines);
    tablebase_free(c->tablebase);
}
