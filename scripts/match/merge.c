/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "match/merge.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "games/pdn_read.h"
#include "games/pdn_write.h"
#include "match/game_file.h"
#include "match/game_tags.h"
#include "match/report.h"
#include "system/file.h"
#include "system/text.h"

enum { PAIR_GAMES = 2 };

/* Above the number of any pair. */
#define PAIRS_MAX INT64_C(999999999999999)

/* One file, and its next game. */
typedef struct MergeSource {
    const char *path;
    PdnReader *reader;
    PdnGame game;
    bool has_game;
    uint64_t pair; /* from the game's round */
    int number;
} MergeSource;

/* What is learnt about the match from its games. */
typedef struct Merge {
    const MatchConfig *config;
    const atomic_bool *stop;
    MergeSource *sources; /* owned, config->merge_count */
    EngineTags engines[CONFIG_ENGINES_MAX];
    int engine_count;
    bool repeat;
    bool timed; /* a game records times */
    MatchTags match;
    char opening[PDN_TEXT_SIZE]; /* of the last game */
    uint64_t unrecorded;         /* games that do not record their settings and counts */
    uint64_t games;
    uint64_t pair; /* of the last game; before the first: all bits set, so that the next is 0 */
    int number;
    bool singles;    /* the pairs have one game only by now */
    uint64_t single; /* the first pair of one game */
} Merge;

/* Reads "PAIR.GAME" of a round's tag. */
static bool parse_round(const char *text, uint64_t *pair, int *number)
{
    int64_t n = 0;
    const char *const c = text + number_digits(text, NUMBER_TO_NUL, PAIRS_MAX, &n);
    if (n == 0 || c[0] != '.' || (c[1] != '1' && c[1] != '2') || c[2] != '\0') {
        return false;
    }
    *pair = (uint64_t)n - 1;
    *number = c[1] - '1';
    return true;
}

/* Reads the next game of a source. */
static ErrorCode advance(MergeSource *s, Error *e)
{
    if (s->has_game) {
        pdn_game_free(&s->game);
        s->has_game = false;
    }
    const PdnRead read = pdn_reader_next(s->reader, &s->game, e);
    if (read != PDN_READ_GAME) {
        return read == PDN_READ_END ? ERROR_NONE : e->code;
    }
    s->has_game = true;
    if (!parse_round(s->game.tag[PDN_ROUND], &s->pair, &s->number)) {
        return error_set(e, ERROR_SYNTAX, "%s: the round \"%s\" is not that of a match", s->path,
                         s->game.tag[PDN_ROUND]);
    }
    return s->game.result != GAME_ONGOING
               ? ERROR_NONE
               : error_set(e, ERROR_SYNTAX, "%s: round %s is not finished", s->path, s->game.tag[PDN_ROUND]);
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

/* The number of an engine; new ones are added. -1 with *e filled when there are too many, or when it played under other
 * settings before. */
static int engine_number(Merge *m, const EngineTags *engine, Error *e)
{
    char text[ERROR_TEXT];
    int i = 0;
    while (i < m->engine_count && strcmp(m->engines[i].name, engine->name) != 0) {
        i++;
    }
    if (i == CONFIG_ENGINES_MAX) {
        error_set(e, ERROR_SYNTAX, "there are more than %d engines", CONFIG_ENGINES_MAX);
        return -1;
    }
    const bool known = i < m->engine_count;
    if (known && game_tags_engine_differs(&m->engines[i], engine, text)) {
        error_set(e, ERROR_SYNTAX, "it is of another match: %s", text);
        return -1;
    }
    if (!known || m->engines[i].settings[0] == '\0') {
        m->engines[i] = *engine;
    }
    m->engine_count += known ? 0 : 1;
    return i;
}

/* Compares the settings of the match with those of the games before. */
static ErrorCode check_match(Merge *m, const PdnGame *g, Error *e)
{
    MatchTags match;
    char text[ERROR_TEXT];
    game_tags_match(g, &match);
    if (m->games > 0 && game_tags_match_differs(&m->match, &match, text)) {
        return error_set(e, ERROR_SYNTAX, "it is of another match: %s", text);
    }
    if (m->games == 0 || match.openings[0] != '\0') {
        m->match = match;
    }
    return error_clear(e);
}

/* Checks that the game is the next of one and the same match. */
static ErrorCode check_next(Merge *m, const MergeSource *s, Error *e)
{
    const char *const round = s->game.tag[PDN_ROUND];
    Error why;
    if (check_match(m, &s->game, &why) != ERROR_NONE) {
        return error_set(e, ERROR_SYNTAX, "%s: round %s: %s", s->path, round, why.text);
    }
    if (m->games > 0 && s->pair == m->pair && s->number == m->number) {
        return error_set(e, ERROR_SYNTAX, "%s: round %s occurs twice", s->path, round);
    }
    const bool second = s->number == 1;
    const bool same_pair = m->games > 0 && s->pair == m->pair;
    if (!second && s->pair == m->pair + 1) {
        if (m->games > 0 && m->number == 0 && !m->singles) {
            m->singles = true;
            m->single = m->pair;
        }
        return ERROR_NONE;
    }
    if (second && same_pair && !m->singles) {
        return ERROR_NONE;
    }
    if (m->games > 0 && s->pair <= m->pair && !(second && same_pair)) {
        return error_set(e, ERROR_SYNTAX, "%s: round %s is not in its place", s->path, round);
    }
    return error_set(e, ERROR_SYNTAX, "%s: round %s comes, but round %" PRIu64 ".%d is missing: a shard is incomplete",
                     s->path, round, (second && same_pair ? m->single : m->pair + 1) + 1, second && same_pair ? 2 : 1);
}

/* Takes the game into what is known of the match. Fills in the players. */
static ErrorCode learn(Merge *m, const MergeSource *s, Fixture *f, Error *e)
{
    const PdnGame *const g = &s->game;
    int engines[COLOR_COUNT];
    Error why;
    for (int side = 0; side < COLOR_COUNT; side++) {
        EngineTags engine;
        game_tags_engine(g, (Color)side, &engine);
        engines[side] = engine_number(m, &engine, &why);
        if (engines[side] < 0) {
            return error_set(e, ERROR_SYNTAX, "%s: round %s: %s", s->path, g->tag[PDN_ROUND], why.text);
        }
    }
    if (engines[WHITE] == engines[BLACK]) {
        return error_set(e, ERROR_SYNTAX, "%s: round %s: %s plays against itself", s->path, g->tag[PDN_ROUND],
                         g->tag[PDN_WHITE]);
    }
    *f = (Fixture){.pair = s->pair, .game = s->number, .white = engines[WHITE], .black = engines[BLACK]};
    m->repeat = m->repeat && (s->number == 0 || strcmp(m->opening, g->tag[PDN_OPENING]) == 0);
    snprintf(m->opening, sizeof m->opening, "%s", g->tag[PDN_OPENING]);
    m->unrecorded += game_tags_recorded(g) ? 0 : 1;
    m->pair = s->pair;
    m->number = s->number;
    m->games++;
    return ERROR_NONE;
}

/* The number of the pairing of two engines, as schedule_pairing() counts. */
static int pairing_of(const Schedule *schedule, int a, int b)
{
    int first, second;
    for (int i = 0; i < schedule_pairings(schedule); i++) {
        schedule_pairing(schedule, i, &first, &second);
        if ((first == a && second == b) || (first == b && second == a)) {
            return i;
        }
    }
    return 0;
}

/* Adds the game to the standing and to the file, if there is one. */
static ErrorCode put(Merge *m, const MergeSource *s, const Fixture *f, Standing *standing, FILE *file, Error *e)
{
    GameOutcome outcome;
    Error why;
    if (game_file_outcome(&s->game, f, &outcome, &why) != ERROR_NONE) {
        return error_set(e, ERROR_SYNTAX, "%s: round %s: %s", s->path, s->game.tag[PDN_ROUND], why.text);
    }
    standing_add(standing, &outcome);
    m->timed = m->timed || outcome.timed;
    if (file == NULL) {
        return ERROR_NONE;
    }
    Text text;
    text_init(&text);
    ErrorCode code = pdn_write(&s->game, &text);
    if (code != ERROR_NONE) {
        error_set(e, code, "not enough memory");
    } else if (fwrite(text.data, 1, text.length, file) != text.length) {
        code = error_set(e, ERROR_SYNTAX, "%s: %s", m->config->pdn_file, strerror(errno));
    }
    text_free(&text);
    return code;
}

/* Goes through all games in order: to learn about the match (standing NULL), or to put them together. */
static ErrorCode pass(Merge *m, Standing *standing, FILE *file, Error *e)
{
    MergeSource *s;
    Fixture f = {.pair = 0};
    m->games = m->unrecorded = 0;
    m->pair = UINT64_MAX;
    m->number = 0;
    m->singles = false;
    ErrorCode code = open_sources(m, e);
    while (code == ERROR_NONE && (s = first_source(m)) != NULL) {
        code = atomic_load(m->stop) ? error_set(e, ERROR_INTERRUPTED, "interrupted") : check_next(m, s, e);
        if (code == ERROR_NONE) {
            code = learn(m, s, &f, e);
        }
        if (code == ERROR_NONE && standing != NULL) {
            f.pairing = pairing_of(&standing->schedule, f.white, f.black);
            code = put(m, s, &f, standing, file, e);
        }
        if (code == ERROR_NONE) {
            code = advance(s, e);
        }
    }
    close_sources(m);
    if (code == ERROR_NONE && m->games == 0) {
        return error_set(e, ERROR_SYNTAX, "there is no game in the files");
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
        snprintf(h.limits[i], sizeof h.limits[i], "%.*s", LIMITS_TEXT - 1, m->engines[i].limits);
    }
    return h;
}

/* Puts the games together, in a file if one is wanted. */
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
    if (code == ERROR_NONE) {
        code = atomic_file_commit(&file, e);
    } else {
        atomic_file_abort(&file);
    }
    return code;
}

static ErrorCode write_all(Merge *m, Standing *standing, Error *e)
{
    const MatchConfig *const c = m->config;
    ErrorCode code = write_games(m, standing, e);
    if (code == ERROR_NONE) {
        const ReportHead head = make_head(m);
        if (m->unrecorded > 0) {
            fprintf(stderr, "%" PRIu64 " games of an earlier version do not record their settings and counts\n",
                    m->unrecorded);
        }
        report_begin(stdout, &head);
        report_end(stdout, &head, standing);
        if (c->json_file != NULL) {
            code = report_json(c->json_file, &head, standing, "merged", e);
        }
    }
    return code;
}

ErrorCode merge_run(const MatchConfig *c, const atomic_bool *stop, Error *e)
{
    Merge m = {.config = c, .stop = stop, .repeat = true};
    Standing standing;
    /* First everything is checked, so that nothing is written of files that do not belong together. */
    ErrorCode code = pass(&m, NULL, NULL, e);
    if (code != ERROR_NONE) {
        return code;
    }
    if (m.engine_count > 2 && c->has_sprt) {
        return error_set(e, ERROR_SYNTAX, "-sprt is for two engines, not %d", m.engine_count);
    }
    const Schedule schedule = {
        .engines = m.engine_count, .kind = TOURNAMENT_ROUND_ROBIN, .repeat = m.repeat, .shard = {1, 1}};
    if (standing_init(&standing, &schedule) != ERROR_NONE) {
        return error_set(e, ERROR_MEMORY, "not enough memory");
    }
    code = write_all(&m, &standing, e);
    standing_free(&standing);
    return code;
}
