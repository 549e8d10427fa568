/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "match/merge.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "games/pdn_read.h"
#include "games/pdn_write.h"
#include "match/game_tags.h"
#include "match/report.h"
#include "system/file.h"
#include "system/text.h"

/* Above the number of any pair. */
#define PAIRS_MAX INT64_C(999999999999999)

/* One file, and its next game. */
typedef struct MergeSource {
    const char *path;
    PdnReader *reader;
    PdnGame game;
    bool has_game;
    uint64_t pair; /* from the game's round */
    int number;    /* 0 or 1 in its pair */
} MergeSource;

/* The match as its games describe it. */
typedef struct Merge {
    const MatchConfig *config;
    const atomic_bool *stop;
    MergeSource *sources; /* owned, config->merge_count */
    EngineTags engines[CONFIG_ENGINES_MAX];
    int engine_count;
    bool repeat;   /* each opening is played twice */
    bool gauntlet; /* the first engine plays in all games */
    bool timed;    /* a game records times */
    MatchTags match;
    char opening[PDN_TEXT_SIZE]; /* of the last game */
    uint64_t games;
    uint64_t pair; /* of the last game; before the first UINT64_MAX, so that the next is 0 */
    int number;
    uint64_t single; /* the first pair with one game only; UINT64_MAX: none so far */
} Merge;

/* Puts file and round before an error about the game of a source. */
static ErrorCode at_round(const MergeSource *s, Error *e)
{
    return error_set(e, e->code, "%s: round %s: %s", s->path, s->game.tag[PDN_ROUND], e->text);
}

/* Reads "PAIR.GAME" of a round's tag. */
static ErrorCode read_round(MergeSource *s, Error *e)
{
    int64_t n = 0;
    const char *const c = s->game.tag[PDN_ROUND] + number_digits(s->game.tag[PDN_ROUND], NUMBER_TO_NUL, PAIRS_MAX, &n);
    if (n == 0 || c[0] != '.' || (c[1] != '1' && c[1] != '2') || c[2] != '\0') {
        return error_set(e, ERROR_SYNTAX, "that is not the round of a match");
    }
    s->pair = (uint64_t)n - 1;
    s->number = c[1] - '1';
    return error_clear(e);
}

/* Reads the next game of a source. */
static ErrorCode advance(MergeSource *s, Error *e)
{
    if (s->has_game) {
        pdn_game_free(&s->game);
        s->has_game = false;
    }
    const PdnReadStatus read = pdn_reader_next(s->reader, &s->game, e);
    if (read != PDN_READ_GAME) {
        return read == PDN_READ_END ? ERROR_NONE : e->code;
    }
    s->has_game = true;
    if (read_round(s, e) == ERROR_NONE && s->game.result == GAME_ONGOING) {
        error_set(e, ERROR_SYNTAX, "it is not finished");
    }
    return e->code == ERROR_NONE ? ERROR_NONE : at_round(s, e);
}

static void close_sources(Merge *m)
{
    for (int i = 0; m->sources != NULL && i < m->config->merge_count; i++) {
        MergeSource *const s = &m->sources[i];
        if (s->has_game) {
            pdn_game_free(&s->game);
        }
        pdn_reader_close(s->reader);
    }
    free(m->sources);
    m->sources = NULL;
}

static ErrorCode open_sources(Merge *m, Error *e)
{
    const int count = m->config->merge_count;
    m->sources = calloc((size_t)count, sizeof *m->sources);
    if (m->sources == NULL) {
        return error_set(e, ERROR_MEMORY, "not enough memory");
    }
    for (int i = 0; i < count; i++) {
        MergeSource *const s = &m->sources[i];
        s->path = m->config->merge[i];
        s->reader = pdn_reader_open(s->path, PDN_STRICT, e);
        if (s->reader == NULL || advance(s, e) != ERROR_NONE) {
            return e->code;
        }
    }
    return error_clear(e);
}

/* The source whose game comes first, or NULL at the end. */
static MergeSource *first_source(const Merge *m)
{
    MergeSource *first = NULL;
    for (int i = 0; i < m->config->merge_count; i++) {
        MergeSource *const s = &m->sources[i];
        if (s->has_game &&
            (first == NULL || s->pair < first->pair || (s->pair == first->pair && s->number < first->number))) {
            first = s;
        }
    }
    return first;
}

/* Finds the number of the engine with that colour, adding a new one. */
static ErrorCode find_engine(Merge *m, const PdnGame *g, Color side, int *number, Error *e)
{
    const EngineTags engine = game_tags_engine(g, side);
    char text[ERROR_TEXT];
    int i = 0;
    while (i < m->engine_count && strcmp(m->engines[i].name, engine.name) != 0) {
        i++;
    }
    if (i == CONFIG_ENGINES_MAX) {
        return error_set(e, ERROR_SYNTAX, "there are more than %d engines", CONFIG_ENGINES_MAX);
    }
    if (i == m->engine_count) {
        m->engines[m->engine_count++] = engine;
    } else if (game_tags_engine_differs(&m->engines[i], &engine, text)) {
        return error_set(e, ERROR_SYNTAX, "it belongs to another match: %s", text);
    }
    *number = i;
    return error_clear(e);
}

/* Checks that the game has the settings of those before. */
static ErrorCode check_match(Merge *m, const PdnGame *g, Error *e)
{
    const MatchTags match = game_tags_match(g);
    char text[ERROR_TEXT];
    if (m->games == 0) {
        m->match = match;
    }
    return game_tags_match_differs(&m->match, &match, text)
               ? error_set(e, ERROR_SYNTAX, "it belongs to another match: %s", text)
               : error_clear(e);
}

/* Checks that the game is the next of the match. */
static ErrorCode check_place(Merge *m, const MergeSource *s, Error *e)
{
    if (s->pair == m->pair && s->number == m->number) {
        return error_set(e, ERROR_SYNTAX, "it occurs twice");
    }
    if (s->number == 0 && s->pair == m->pair + 1) {
        if (m->number == 0 && m->pair < m->single) {
            m->single = m->pair;
        }
        return error_clear(e);
    }
    const bool second = s->pair == m->pair && s->number == 1;
    if (second && m->pair < m->single) {
        return error_clear(e);
    }
    if (!second && s->pair < m->pair + 1) {
        return error_set(e, ERROR_SYNTAX, "it is not in its place");
    }
    return error_set(e, ERROR_SYNTAX, "before it round %" PRIu64 ".%d is missing: a shard is incomplete",
                     (second ? m->single : m->pair + 1) + 1, second ? 2 : 1);
}

/* Finds the pairing of a round, numbered as by schedule_pairing(), and refuses engines that are not its two. */
static ErrorCode find_pairing(const Merge *m, const Schedule *schedule, Fixture *f, Error *e)
{
    f->pairing = (int)(f->pair % (uint64_t)schedule_pairings(schedule));
    const Pairing p = schedule_pairing(schedule, f->pairing);
    const bool plays = (p.first == f->white && p.second == f->black) || (p.first == f->black && p.second == f->white);
    return plays ? error_clear(e)
                 : error_set(e, ERROR_SYNTAX, "it belongs to another match: %s and %s do not play this round",
                             m->engines[f->white].name, m->engines[f->black].name);
}

static ErrorCode write_game(const Merge *m, const PdnGame *g, FILE *file, Error *e)
{
    Text text;
    text_init(&text);
    ErrorCode code = pdn_write(g, &text);
    if (code != ERROR_NONE) {
        error_set(e, code, "not enough memory");
    } else if (fwrite(text.data, 1, text.length, file) != text.length) {
        code = error_set(e, ERROR_SYNTAX, "%s: %s", m->config->pdn_file, strerror(errno));
    }
    text_free(&text);
    return code;
}

/* Adds the next game to what is known of the match, and to the standing and the file unless they are NULL. */
static ErrorCode take(Merge *m, const MergeSource *s, Standing *standing, FILE *file, Error *e)
{
    const PdnGame *const g = &s->game;
    Fixture f = {.pair = s->pair, .game = s->number};
    GameOutcome outcome;
    if (check_match(m, g, e) != ERROR_NONE || check_place(m, s, e) != ERROR_NONE ||
        find_engine(m, g, WHITE, &f.white, e) != ERROR_NONE || find_engine(m, g, BLACK, &f.black, e) != ERROR_NONE ||
        game_tags_outcome(g, &f, &outcome, e) != ERROR_NONE) {
        return at_round(s, e);
    }
    if (f.white == f.black) {
        error_set(e, ERROR_SYNTAX, "%s plays against itself", g->tag[PDN_WHITE]);
        return at_round(s, e);
    }
    if (standing != NULL && find_pairing(m, &standing->schedule, &outcome.fixture, e) != ERROR_NONE) {
        return at_round(s, e);
    }
    m->gauntlet = m->gauntlet && (f.white == 0 || f.black == 0);
    m->repeat = m->repeat && (s->number == 0 || strcmp(m->opening, g->tag[PDN_OPENING]) == 0);
    memcpy(m->opening, g->tag[PDN_OPENING], sizeof m->opening);
    m->timed = m->timed || outcome.timed;
    m->pair = s->pair;
    m->number = s->number;
    m->games++;
    if (standing != NULL) {
        standing_add(standing, &outcome);
    }
    return file != NULL ? write_game(m, g, file, e) : ERROR_NONE;
}

/* Reads all games in order: first to learn about the match (standing NULL), then to merge them. */
static ErrorCode pass(Merge *m, Standing *standing, FILE *file, Error *e)
{
    MergeSource *s;
    m->games = 0;
    m->pair = m->single = UINT64_MAX;
    m->number = 0;
    ErrorCode code = open_sources(m, e);
    while (code == ERROR_NONE && (s = first_source(m)) != NULL) {
        code = atomic_load(m->stop) ? error_set(e, ERROR_INTERRUPTED, "interrupted") : take(m, s, standing, file, e);
        if (code == ERROR_NONE) {
            code = advance(s, e);
        }
    }
    close_sources(m);
    if (code == ERROR_NONE && m->games == 0) {
        return error_set(e, ERROR_SYNTAX, "the files hold no games");
    }
    return code;
}

static ReportHead make_head(const Merge *m)
{
    const MatchConfig *const c = m->config;
    ReportHead h = {
        .variant = m->match.variant->name, .sprt = c->has_sprt ? &c->sprt : NULL, .total = m->games, .timed = m->timed};
    for (int i = 0; i < m->engine_count; i++) {
        h.names[i] = m->engines[i].name;
        h.limits[i] = m->engines[i].limits;
    }
    return h;
}

/* Merges the games, into a file if one is wanted. */
static ErrorCode write_games(Merge *m, Standing *standing, Error *e)
{
    AtomicFile file;
    if (m->config->pdn_file == NULL) {
        return pass(m, standing, NULL, e);
    }
    if (atomic_file_begin(&file, m->config->pdn_file, NULL, e) != ERROR_NONE) {
        return e->code;
    }
    ErrorCode code = pass(m, standing, file.stream, e);
    code = code == ERROR_NONE ? atomic_file_commit(&file, e) : code;
    atomic_file_abort(&file); /* no effect after a commit */
    return code;
}

static ErrorCode write_all(Merge *m, Standing *standing, Error *e)
{
    const MatchConfig *const c = m->config;
    ErrorCode code = write_games(m, standing, e);
    if (code == ERROR_NONE) {
        const ReportHead head = make_head(m);
        if (!c->quiet) {
            report_begin(&head);
        }
        report_end(&head, standing);
        if (c->json_file != NULL) {
            code = report_json(c->json_file, &head, standing, "merged", e);
        }
    }
    return code;
}

ErrorCode merge_run(const MatchConfig *c, const atomic_bool *stop, Error *e)
{
    Merge m = {.config = c,
               .stop = stop,
               .repeat = true,
               .gauntlet = true,
               .match.variant = c->variant}; /* until the first game */
    Standing standing;
    /* Everything is checked first, so that nothing is written if the files do not belong together. */
    ErrorCode code = pass(&m, NULL, NULL, e);
    if (code != ERROR_NONE) {
        return code;
    }
    if (m.engine_count > 2 && c->has_sprt) {
        return error_set(e, ERROR_SYNTAX, "-sprt is for two engines, not %d", m.engine_count);
    }
    const Schedule schedule = {.engines = m.engine_count,
                               .kind = m.gauntlet ? TOURNAMENT_GAUNTLET : TOURNAMENT_ROUND_ROBIN,
                               .repeat = m.repeat,
                               .shard = {1, 1}};
    const uint64_t pairings = (uint64_t)schedule_pairings(&schedule);
    /* A match has at most one single game for each pairing. */
    if (m.single != UINT64_MAX && (m.single % pairings != 0 || m.pair - m.single >= pairings)) {
        return error_set(e, ERROR_SYNTAX, "round %" PRIu64 ".2 is missing: a shard is incomplete", m.single + 1);
    }
    if (standing_init(&standing, &schedule) != ERROR_NONE) {
        return error_set(e, ERROR_MEMORY, "not enough memory");
    }
    code = write_all(&m, &standing, e);
    standing_free(&standing);
    return code;
}
