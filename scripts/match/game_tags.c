/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "match/game_tags.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "match/tag_list.h"

enum { NUMBER_SIZE = 64 /* room for a round, a seed, an opening's number */ };

/* Greatest count in one game: sums over many games do not overflow. */
#define COUNT_MAX INT64_C(10000000000000)

static const PdnTag LIMITS_TAGS[COLOR_COUNT] = {[WHITE] = PDN_WHITE_TIME_CONTROL, [BLACK] = PDN_BLACK_TIME_CONTROL};
static const PdnTag ENGINE_TAGS[COLOR_COUNT] = {[WHITE] = PDN_WHITE_ENGINE, [BLACK] = PDN_BLACK_ENGINE};
static const PdnTag COUNTS_TAGS[COLOR_COUNT] = {[WHITE] = PDN_WHITE_COUNTS, [BLACK] = PDN_BLACK_COUNTS};

/* The settings of the openings; for a file defaults are left out. */
static bool set_openings(PdnGame *g, const OpeningsConfig *o)
{
    Text text;
    Text *const list = &text;
    text_init(list);
    if (o->file == NULL) {
        tag_list_add(list, "format", "random");
        tag_list_add_number(list, "plies", o->plies);
    } else {
        tag_list_add(list, "file", engine_config_base_name(o->file));
        if (o->format == OPENINGS_PDN) {
            tag_list_add(list, "format", "pdn");
        }
        if (o->plies > 0) {
            tag_list_add_number(list, "plies", o->plies);
        }
    }
    if (o->order == OPENINGS_RANDOM) {
        tag_list_add(list, "order", "random");
    }
    if (o->file == NULL || o->order == OPENINGS_RANDOM) {
        tag_list_add_number(list, "seed", o->seed);
    }
    if (o->start > 1) {
        tag_list_add_number(list, "start", (int64_t)o->start);
    }
    return tag_list_value(list, g->tag[PDN_OPENING_SET]);
}

/* The tablebases that adjudicate games: the most pieces, and the number of tables. Their folders do not matter. */
static void add_tablebase(Text *list, const MatchConfig *c)
{
    char value[NUMBER_SIZE];
    if (c->tablebase != NULL) {
        snprintf(value, sizeof value, "%d/%d", tablebase_pieces(c->tablebase, c->variant),
                 tablebase_count(c->tablebase, c->variant));
        tag_list_add(list, "tables", value);
    }
}

/* What ends games besides the rules. */
static bool set_adjudication(PdnGame *g, const MatchConfig *c)
{
    Text list;
    text_init(&list);
    tag_list_add_number(&list, "maxmoves", c->moves_max);
    if (c->resign.moves > 0) {
        tag_list_add_number(&list, "resign movecount", c->resign.moves);
        tag_list_add_number(&list, "resign score", c->resign.score);
    }
    if (c->draw.moves > 0) {
        tag_list_add_number(&list, "draw movenumber", c->draw.first_move);
        tag_list_add_number(&list, "draw movecount", c->draw.moves);
        tag_list_add_number(&list, "draw score", c->draw.score);
    }
    add_tablebase(&list, c);
    return tag_list_value(&list, g->tag[PDN_ADJUDICATION]);
}

/* Adds one word of a command line, in quotes if it would not stay one word without. */
static void add_argument(Text *all, const char *word)
{
    const bool plain = word[0] != '\0' && strpbrk(word, " \t\"'") == NULL;
    const char *const quote = plain ? "" : strchr(word, '\'') == NULL ? "'" : "\"";
    text_add(all, "%s%s%s%s", all->length > 0 ? " " : "", quote, word, quote);
}

static int compare_names(const void *a, const void *b)
{
    const EngineOption *const *const x = a;
    const EngineOption *const *const y = b;
    return strcmp((*x)->name, (*y)->name);
}

/* Adds the options sorted by name: their order on the command line does not matter. */
static void add_options(Text *list, const EngineConfig *engine)
{
    const EngineOption *options[ENGINE_CONFIG_OPTIONS_MAX] = {NULL};
    char key[ENGINE_CONFIG_NAME_SIZE + NUMBER_SIZE];
    for (int i = 0; i < engine->option_count; i++) {
        options[i] = &engine->options[i];
    }
    qsort(options, (size_t)engine->option_count, sizeof options[0], compare_names);
    for (int i = 0; i < engine->option_count; i++) {
        snprintf(key, sizeof key, "option.%s", options[i]->name);
        tag_list_add(list, key, options[i]->value);
    }
}

/* The program of a player and how it is started. */
static bool set_engine(PdnGame *g, PdnTag tag, const EngineConfig *engine)
{
    Text list, words;
    text_init(&list);
    text_init(&words);
    tag_list_add(&list, "cmd", engine_config_base_name(engine->arguments[0]));
    for (int i = 1; engine->arguments[i] != NULL; i++) {
        add_argument(&words, engine->arguments[i]);
    }
    if (words.length > 0) {
        tag_list_add(&list, "args", words.data);
    }
    add_options(&list, engine);
    if (engine->margin_ms != ENGINE_CONFIG_MARGIN_DEFAULT) {
        tag_list_add_number(&list, "timemargin", engine->margin_ms);
    }
    list.failed = list.failed || words.failed;
    text_free(&words);
    return tag_list_value(&list, g->tag[tag]);
}

ErrorCode game_tags_begin(PdnGame *g, const MatchConfig *c, const Fixture *f, const Opening *opening)
{
    const EngineConfig *const engines[COLOR_COUNT] = {[WHITE] = &c->engines[f->white], [BLACK] = &c->engines[f->black]};
    char text[NUMBER_SIZE];
    const bool same = strcmp(engines[WHITE]->limits_text, engines[BLACK]->limits_text) == 0;
    pdn_set_tag(g, PDN_EVENT, c->event);
    pdn_set_tag(g, PDN_DATE, c->date);
    snprintf(text, sizeof text, "%" PRIu64 ".%d", f->pair + 1, f->game + 1);
    pdn_set_tag(g, PDN_ROUND, text);
    pdn_set_tag(g, PDN_WHITE, engines[WHITE]->name);
    pdn_set_tag(g, PDN_BLACK, engines[BLACK]->name);
    pdn_set_tag(g, PDN_TIME_CONTROL, same ? engines[WHITE]->limits_text : "");
    snprintf(text, sizeof text, "%s:%u", c->openings.file != NULL ? "file" : "random", opening->number);
    pdn_set_tag(g, PDN_OPENING, text);
    snprintf(text, sizeof text, "%" PRIu64, c->seed);
    pdn_set_tag(g, PDN_SEED, text);
    bool good = set_openings(g, &c->openings) && set_adjudication(g, c);
    for (int side = 0; side < COLOR_COUNT; side++) {
        pdn_set_tag(g, LIMITS_TAGS[side], same ? "" : engines[side]->limits_text);
        good = good && set_engine(g, ENGINE_TAGS[side], engines[side]);
    }
    return good ? ERROR_NONE : ERROR_MEMORY;
}

MatchTags game_tags_match(const PdnGame *g)
{
    MatchTags t = {.variant = g->game.positions[0].variant};
    memcpy(t.event, g->tag[PDN_EVENT], sizeof t.event);
    memcpy(t.seed, g->tag[PDN_SEED], sizeof t.seed);
    memcpy(t.openings, g->tag[PDN_OPENING_SET], sizeof t.openings);
    memcpy(t.adjudication, g->tag[PDN_ADJUDICATION], sizeof t.adjudication);
    return t;
}

EngineTags game_tags_engine(const PdnGame *g, Color side)
{
    const bool own = g->tag[LIMITS_TAGS[side]][0] != '\0';
    EngineTags t;
    memcpy(t.name, g->tag[side == WHITE ? PDN_WHITE : PDN_BLACK], sizeof t.name);
    memcpy(t.limits, g->tag[own ? LIMITS_TAGS[side] : PDN_TIME_CONTROL], sizeof t.limits);
    memcpy(t.settings, g->tag[ENGINE_TAGS[side]], sizeof t.settings);
    return t;
}

/* Compares single values. */
static bool value_differs(const char *name, const char *was, const char *is, char text[ERROR_TEXT])
{
    if (strcmp(was, is) == 0) {
        return false;
    }
    snprintf(text, ERROR_TEXT, "%s was %.200s, is %.200s", name, was, is);
    return true;
}

bool game_tags_match_differs(const MatchTags *was, const MatchTags *is, char text[ERROR_TEXT])
{
    char difference[ERROR_TEXT];
    if (value_differs("Variant", was->variant->name, is->variant->name, text)) {
        return true;
    }
    if (tag_list_differ(was->openings, is->openings, difference)) {
        snprintf(text, ERROR_TEXT, "openings: %.480s", difference);
        return true;
    }
    return value_differs("Event", was->event, is->event, text) || value_differs("Seed", was->seed, is->seed, text) ||
           tag_list_differ(was->adjudication, is->adjudication, text);
}

bool game_tags_engine_differs(const EngineTags *was, const EngineTags *is, char text[ERROR_TEXT])
{
    char difference[ERROR_TEXT];
    const bool differs = value_differs("limit", was->limits, is->limits, difference) ||
                         tag_list_differ(was->settings, is->settings, difference);
    if (differs) {
        snprintf(text, ERROR_TEXT, "engine %.63s: %.430s", is->name, difference);
    }
    return differs;
}

ErrorCode game_tags_end(PdnGame *g, const Tally tallies[COLOR_COUNT], bool timed)
{
    for (int side = 0; side < COLOR_COUNT; side++) {
        const Tally *const t = &tallies[side];
        Text list;
        text_init(&list);
        tag_list_add_number(&list, "moves", t->moves);
        tag_list_add_number(&list, "lines", t->lines);
        tag_list_add_number(&list, "illegal", t->illegal_lines);
        if (timed) {
            tag_list_add_number(&list, "timed", t->timed);
            tag_list_add_number(&list, "measured", t->measured_ms);
            tag_list_add_number(&list, "reported", t->reported_ms);
            tag_list_add_number(&list, "worst", t->worst_ms);
        }
        if (t->kept_waiting > 0) {
            tag_list_add_number(&list, "waiting", t->kept_waiting);
        }
        if (!tag_list_value(&list, g->tag[COUNTS_TAGS[side]])) {
            return ERROR_MEMORY;
        }
    }
    return ERROR_NONE;
}

/* Reads the counts of one side; sets *timed if they include times. */
static bool read_counts(const char *value, Tally *t, bool *timed)
{
    const bool has_times = strstr(value, "timed=") != NULL;
    const bool has_waiting = strstr(value, "waiting=") != NULL;
    *timed = *timed || has_times;
    return tag_list_number(value, "moves", 0, COUNT_MAX, &t->moves) &&
           tag_list_number(value, "lines", 0, COUNT_MAX, &t->lines) &&
           tag_list_number(value, "illegal", 0, t->lines, &t->illegal_lines) &&
           (!has_waiting || tag_list_number(value, "waiting", 0, 1, &t->kept_waiting)) &&
           (!has_times || (tag_list_number(value, "timed", 0, t->moves, &t->timed) &&
                           tag_list_number(value, "measured", 0, COUNT_MAX, &t->measured_ms) &&
                           tag_list_number(value, "reported", 0, COUNT_MAX, &t->reported_ms) &&
                           tag_list_number(value, "worst", 0, COUNT_MAX, &t->worst_ms)));
}

ErrorCode game_tags_outcome(const PdnGame *g, const Fixture *f, GameOutcome *outcome, Error *e)
{
    const Fault fault = standing_fault_of(g->termination);
    *outcome = (GameOutcome){.fixture = *f, .result = g->result, .termination = g->termination, .plies = g->game.plies};
    for (int side = 0; side < COLOR_COUNT; side++) {
        const char *const value = g->tag[COUNTS_TAGS[side]];
        if (!read_counts(value, &outcome->tallies[side], &outcome->timed)) {
            return error_set(e, ERROR_SYNTAX,
                             "its %s is \"%s\"; expected for example \"moves=37; lines=36; illegal=0\"",
                             PDN_TAG_NAMES[COUNTS_TAGS[side]], value);
        }
    }
    if (fault != FAULT_NONE) {
        outcome->tallies[g->result == GAME_WHITE_WINS ? BLACK : WHITE].faults[fault]++;
    }
    return error_clear(e);
}
