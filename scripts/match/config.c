/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "match/config.h"

#include <stdlib.h>
#include <string.h>

#include "match/config_words.h"

/* Reads the values of one option into the match. */
typedef ErrorCode (*OptionReader)(MatchConfig *c, const OptionWords *words, Error *e);

/* What the table says about an option. */
typedef struct OptionRow {
    const char *name; /* without dashes */
    int min, max;     /* values */
    OptionReader read;
} OptionRow;

enum { MANY = 1 << 20, SEED_DEFAULT = 1 };

static ErrorCode read_variant(MatchConfig *c, const OptionWords *w, Error *e)
{
    c->variant = variant_by_name(w->values[0]);
    return c->variant != NULL
               ? ERROR_NONE
               : error_set(e, ERROR_SYNTAX, "%s takes %s or %s, not \"%.*s\"", w->option, VARIANT_10X10.name,
                           VARIANT_9X11.name, error_excerpt(strlen(w->values[0])), w->values[0]);
}

/* Reads the only value as a whole number. */
static ErrorCode read_number(const OptionWords *w, int64_t min, int64_t max, int64_t *n, Error *e)
{
    return config_number(w->option, w->values[0], min, max, n, e);
}

static ErrorCode read_rounds(MatchConfig *c, const OptionWords *w, Error *e)
{
    int64_t n = 1;
    const ErrorCode code = read_number(w, 1, SCHEDULE_ROUNDS_MAX, &n, e);
    c->schedule.rounds = (uint64_t)n;
    return code;
}

static ErrorCode read_games(MatchConfig *c, const OptionWords *w, Error *e)
{
    int64_t n = 1;
    const ErrorCode code = read_number(w, 1, SCHEDULE_GAMES_MAX, &n, e);
    c->schedule.games = (uint64_t)n;
    return code;
}

static ErrorCode read_repeat(MatchConfig *c, const OptionWords *w, Error *e)
{
    int64_t n = 2;
    const ErrorCode code = w->count == 0 ? ERROR_NONE : read_number(w, 1, 2, &n, e);
    c->schedule.repeat = n == 2;
    return code;
}

static ErrorCode read_norepeat(MatchConfig *c, const OptionWords *w, Error *e)
{
    (void)w;
    (void)e;
    c->schedule.repeat = false;
    return ERROR_NONE;
}

static ErrorCode read_concurrency(MatchConfig *c, const OptionWords *w, Error *e)
{
    int64_t n = 1;
    const ErrorCode code = read_number(w, 1, CONFIG_CONCURRENCY_MAX, &n, e);
    c->concurrency = (int)n;
    return code;
}

static ErrorCode read_maxmoves(MatchConfig *c, const OptionWords *w, Error *e)
{
    int64_t n = 0;
    const ErrorCode code = read_number(w, 0, CONFIG_MOVES_MAX, &n, e);
    c->moves_max = (int)n;
    return code;
}

/* Reads file=FILE (or another key), or FILE alone. */
static ErrorCode read_path(const OptionWords *w, const char *key, const char **path, Error *e)
{
    const size_t length = strlen(key);
    const char *const word = w->values[0];
    *path = strncmp(word, key, length) == 0 ? word + length : word;
    return (*path)[0] != '\0' ? ERROR_NONE : error_set(e, ERROR_SYNTAX, "%s needs %sNAME", w->option, key);
}

static ErrorCode read_pdnout(MatchConfig *c, const OptionWords *w, Error *e)
{
    return read_path(w, "file=", &c->pdn_file, e);
}

static ErrorCode read_json(MatchConfig *c, const OptionWords *w, Error *e)
{
    return read_path(w, "file=", &c->json_file, e);
}

static ErrorCode read_incidents(MatchConfig *c, const OptionWords *w, Error *e)
{
    return read_path(w, "dir=", &c->incidents, e);
}

static ErrorCode read_event(MatchConfig *c, const OptionWords *w, Error *e)
{
    (void)e;
    c->event = w->values[0];
    return ERROR_NONE;
}

static ErrorCode read_tournament(MatchConfig *c, const OptionWords *w, Error *e)
{
    if (strcmp(w->values[0], "round-robin") == 0) {
        c->schedule.kind = TOURNAMENT_ROUND_ROBIN;
    } else if (strcmp(w->values[0], "gauntlet") == 0) {
        c->schedule.kind = TOURNAMENT_GAUNTLET;
    } else {
        return error_set(e, ERROR_SYNTAX, "%s takes round-robin or gauntlet, not \"%.*s\"", w->option,
                         error_excerpt(strlen(w->values[0])), w->values[0]);
    }
    return ERROR_NONE;
}

static ErrorCode read_seed(MatchConfig *c, const OptionWords *w, Error *e)
{
    int64_t n = 0;
    const ErrorCode code = read_number(w, 0, INT64_MAX, &n, e);
    c->seed = (uint64_t)n;
    return code;
}

static ErrorCode read_shard(MatchConfig *c, const OptionWords *w, Error *e)
{
    const char *const slash = strchr(w->values[0], '/');
    KeyValue first = {.value = NULL};
    int64_t shard = 0;
    int64_t shards = 0;
    Error why;
    if (slash == NULL || slash - w->values[0] >= CONFIG_KEY_SIZE) {
        return error_set(e, ERROR_SYNTAX, "%s takes I/N, such as 1/4", w->option);
    }
    memcpy(first.key, w->values[0], (size_t)(slash - w->values[0]));
    first.key[slash - w->values[0]] = '\0';
    if (config_number("", slash + 1, 1, SCHEDULE_SHARDS_MAX, &shards, &why) != ERROR_NONE ||
        config_number("", first.key, 1, shards, &shard, &why) != ERROR_NONE) {
        return error_set(e, ERROR_SYNTAX, "%s takes I/N with I from 1 to N and N up to %d, not \"%.*s\"", w->option,
                         (int)SCHEDULE_SHARDS_MAX, error_excerpt(strlen(w->values[0])), w->values[0]);
    }
    c->schedule.shard = (uint64_t)shard;
    c->schedule.shards = (uint64_t)shards;
    return ERROR_NONE;
}

static ErrorCode read_merge(MatchConfig *c, const OptionWords *w, Error *e)
{
    (void)e;
    c->merge = (const char *const *)w->values;
    c->merge_count = w->count;
    return ERROR_NONE;
}

static ErrorCode read_interval(MatchConfig *c, const OptionWords *w, Error *e)
{
    int64_t n = 0;
    const ErrorCode code = read_number(w, 0, SCHEDULE_ROUNDS_MAX, &n, e);
    c->rating_interval = (int)n;
    return code;
}

static ErrorCode read_flag(MatchConfig *c, const OptionWords *w, Error *e)
{
    const char *const name = w->option + strspn(w->option, "-");
    (void)e;
    if (strcmp(name, "resume") == 0) {
        c->resume = true;
    } else if (strcmp(name, "date") == 0) {
        c->dated = true;
    } else if (strcmp(name, "quiet") == 0) {
        c->quiet = true;
    } else if (strcmp(name, "help") == 0 || strcmp(name, "h") == 0) {
        c->help = true;
    } else if (strcmp(name, "version") == 0) {
        c->version = true;
    } else {
        c->recover = strcmp(name, "recover") == 0;
    }
    return ERROR_NONE;
}

static const OptionRow ROWS[] = {
    {"engine", 1, MANY, NULL}, /* those without a reader are read together at the end */
    {"each", 1, MANY, NULL},
    {"variant", 1, 1, read_variant},
    {"rounds", 1, 1, read_rounds},
    {"games", 1, 1, read_games},
    {"repeat", 0, 1, read_repeat},
    {"norepeat", 0, 0, read_norepeat},
    {"concurrency", 1, 1, read_concurrency},
    {"openings", 1, MANY, config_openings},
    {"sprt", 1, MANY, config_sprt},
    {"resign", 1, MANY, config_resign},
    {"draw", 1, MANY, config_draw},
    {"maxmoves", 1, 1, read_maxmoves},
    {"pdnout", 1, 1, read_pdnout},
    {"json", 1, 1, read_json},
    {"incidents", 1, 1, read_incidents},
    {"event", 1, 1, read_event},
    {"tournament", 1, 1, read_tournament},
    {"seed", 1, 1, read_seed},
    {"srand", 1, 1, read_seed},
    {"shard", 1, 1, read_shard},
    {"merge", 1, MANY, read_merge},
    {"ratinginterval", 1, 1, read_interval},
    {"recover", 0, 0, read_flag},
    {"norecover", 0, 0, read_flag},
    {"resume", 0, 0, read_flag},
    {"date", 0, 0, read_flag},
    {"quiet", 0, 0, read_flag},
    {"help", 0, 0, read_flag},
    {"h", 0, 0, read_flag},
    {"version", 0, 0, read_flag},
};

enum { ROW_COUNT = sizeof ROWS / sizeof ROWS[0], ROW_ENGINE = 0, ROW_EACH = 1 };

/* The command line cut into options. */
typedef struct Reading {
    OptionWords engines[CONFIG_ENGINES_MAX];
    int engine_count;
    OptionWords each;
    bool seen[ROW_COUNT];
} Reading;

/* The row of an option written with one dash or two, or ROW_COUNT. */
static int find_row(const char *word)
{
    const size_t dashes = strspn(word, "-");
    int i = 0;
    while (i < ROW_COUNT && (dashes < 1 || dashes > 2 || strcmp(word + dashes, ROWS[i].name) != 0)) {
        i++;
    }
    return i;
}

static ErrorCode take_option(MatchConfig *c, Reading *r, const OptionWords *w, Error *e)
{
    const int row = find_row(w->option);
    if (row == ROW_COUNT) {
        return error_set(e, ERROR_SYNTAX, "unknown option \"%.*s\"; -help lists the options",
                         error_excerpt(strlen(w->option)), w->option);
    }
    if (w->count < ROWS[row].min || w->count > ROWS[row].max) {
        return error_set(e, ERROR_SYNTAX, "%s takes %s, not %d", w->option,
                         ROWS[row].max == 0   ? "no value"
                         : ROWS[row].min == 0 ? "one value at most"
                         : ROWS[row].max == 1 ? "one value"
                                              : "one value or several",
                         w->count);
    }
    if (row == ROW_ENGINE) {
        if (r->engine_count == CONFIG_ENGINES_MAX) {
            return error_set(e, ERROR_SYNTAX, "there are more than %d engines", CONFIG_ENGINES_MAX);
        }
        r->engines[r->engine_count++] = *w;
        return ERROR_NONE;
    }
    if (r->seen[row]) {
        return error_set(e, ERROR_SYNTAX, "%s is given twice", w->option);
    }
    r->seen[row] = true;
    if (row == ROW_EACH) {
        r->each = *w;
        return ERROR_NONE;
    }
    return ROWS[row].read(c, w, e);
}

static ErrorCode cut_options(MatchConfig *c, Reading *r, int count, char **words, Error *e)
{
    for (int i = 0; i < count;) {
        OptionWords w = {.option = words[i], .values = words + i + 1, .count = 0};
        if (words[i][0] != '-') {
            return error_set(e, ERROR_SYNTAX, "\"%.*s\" stands where an option is expected; -help lists the options",
                             error_excerpt(strlen(words[i])), words[i]);
        }
        for (i++; i < count && words[i][0] != '-'; i++) {
            w.count++;
        }
        const ErrorCode code = take_option(c, r, &w, e);
        if (code != ERROR_NONE) {
            return code;
        }
    }
    return ERROR_NONE;
}

static ErrorCode read_engines(MatchConfig *c, const Reading *r, Error *e)
{
    c->engines = calloc((size_t)r->engine_count + 1, sizeof *c->engines);
    if (c->engines == NULL) {
        return error_set(e, ERROR_MEMORY, "out of memory");
    }
    c->repeatable = !c->dated;
    for (int i = 0; i < r->engine_count; i++) {
        c->engine_count = i + 1;
        const ErrorCode code = config_engine(&c->engines[i], &r->each, &r->engines[i], e);
        if (code != ERROR_NONE) {
            return code;
        }
        c->repeatable = c->repeatable && limits_repeatable(&c->engines[i].limits);
    }
    c->schedule.engines = c->engine_count;
    return config_engine_names(c->engines, c->engine_count, e);
}

/* What can be judged only when everything has been read. */
static ErrorCode check_whole(const MatchConfig *c, const Reading *r, Error *e)
{
    if (c->merge != NULL) {
        return r->engine_count == 0 && !c->resume
                   ? ERROR_NONE
                   : error_set(e, ERROR_SYNTAX, "-merge puts files together: it goes without -engine and -resume");
    }
    if (r->engine_count < 2) {
        return error_set(e, ERROR_SYNTAX, "a match needs two engines: -engine cmd=A -engine cmd=B -each tc=10+0.1");
    }
    if (c->has_sprt && r->engine_count > 2) {
        return error_set(e, ERROR_SYNTAX, "-sprt is for two engines, not %d", r->engine_count);
    }
    if (c->has_sprt && c->schedule.shards > 1) {
        return error_set(e, ERROR_SYNTAX, "-sprt cannot stop a shard: give it to -merge");
    }
    if (c->resume && c->pdn_file == NULL) {
        return error_set(e, ERROR_SYNTAX, "-resume needs -pdnout file=FILE, the games played so far");
    }
    return ERROR_NONE;
}

ErrorCode config_parse(MatchConfig *c, int count, char **words, Error *e)
{
    *c = (MatchConfig){
        .variant = variant_at(0),
        .schedule = {.kind = TOURNAMENT_ROUND_ROBIN, .rounds = 1, .games = 2, .repeat = true, .shard = 1, .shards = 1},
        .concurrency = 1,
        .openings = {.order = OPENINGS_SEQUENTIAL, .plies = OPENINGS_PLIES_DEFAULT, .start = 1},
        .moves_max = CONFIG_MOVES_DEFAULT,
        .seed = SEED_DEFAULT,
        .event = "Bushka match",
        .incidents = "incidents",
        .recover = true,
        .rating_interval = CONFIG_INTERVAL_DEFAULT,
    };
    Reading reading = {.engine_count = 0, .each = {.count = 0}};
    ErrorCode code = cut_options(c, &reading, count, words, e);
    if (code != ERROR_NONE || c->help || c->version) {
        return code;
    }
    if (!c->openings.seeded) {
        c->openings.seed = c->seed;
    }
    code = check_whole(c, &reading, e);
    return code == ERROR_NONE ? read_engines(c, &reading, e) : code;
}

void config_free(MatchConfig *c)
{
    for (int i = 0; i < c->engine_count; i++) {
        free(c->engines[i].argument_text);
    }
    free(c->engines);
    c->engines = NULL;
    c->engine_count = 0;
}
