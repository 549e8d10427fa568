/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options of several keys: openings, the sequential test, adjudication. */
#include <string.h>

#include "match/config_words.h"

static const double SPRT_ERROR_DEFAULT = 0.05;

static ErrorCode read_opening_key(MatchConfig *c, const OptionWords *w, const KeyValue *kv, Error *e)
{
    OpeningsConfig *const o = &c->openings;
    int64_t n = 0;
    ErrorCode code = ERROR_NONE;
    if (strcmp(kv->key, "file") == 0 && kv->value[0] != '\0') {
        o->file = kv->value;
    } else if (strcmp(kv->key, "format") == 0) {
        /* "random" is no format of a file: it stands for openings made at random. */
        if (strcmp(kv->value, "random") != 0 && !openings_format_by_name(kv->value, &o->format)) {
            return error_set(e, ERROR_SYNTAX, "format= takes epd, pdn or random, not \"%.*s\"",
                             error_excerpt(strlen(kv->value)), kv->value);
        }
    } else if (strcmp(kv->key, "order") == 0) {
        if (!openings_order_by_name(kv->value, &o->order)) {
            return error_set(e, ERROR_SYNTAX, "order= takes sequential or random, not \"%.*s\"",
                             error_excerpt(strlen(kv->value)), kv->value);
        }
    } else if (strcmp(kv->key, "plies") == 0) {
        code = config_number("plies=", kv->value, 0, OPENINGS_PLIES_MAX, &n, e);
        o->plies = (int)n;
    } else if (strcmp(kv->key, "seed") == 0) {
        code = config_number("seed=", kv->value, 0, INT64_MAX, &n, e);
        o->seed = (uint64_t)n;
        o->seeded = true;
    } else if (strcmp(kv->key, "start") == 0) {
        code = config_number("start=", kv->value, 1, OPENINGS_COUNT_MAX, &n, e);
        o->start = (uint64_t)n;
    } else {
        return config_unknown_key(w->option, kv->key[0] != '\0' ? kv->key : kv->value,
                                  "file=, format=epd|pdn|random, order=, plies=, seed=, start=", e);
    }
    return code;
}

ErrorCode config_openings(MatchConfig *c, const OptionWords *w, Error *e)
{
    bool random = false;
    c->openings.plies = -1;
    for (int i = 0; i < w->count; i++) {
        KeyValue kv;
        ErrorCode code = config_key(w->option, w->values[i], &kv, e);
        if (code == ERROR_NONE) {
            code = read_opening_key(c, w, &kv, e);
        }
        if (code != ERROR_NONE) {
            return code;
        }
        random = random || strcmp(w->values[i], "format=random") == 0;
    }
    if (random == (c->openings.file != NULL)) {
        return error_set(e, ERROR_SYNTAX, "%s takes either file=FILE or format=random", w->option);
    }
    if (c->openings.plies < 0) {
        c->openings.plies = random ? OPENINGS_PLIES_DEFAULT : 0;
    }
    return ERROR_NONE;
}

static ErrorCode read_sprt_key(MatchConfig *c, const OptionWords *w, const KeyValue *kv, Error *e)
{
    static const double ERROR_MAX = 0.5;
    StatsSprt *const s = &c->sprt;
    if (strcmp(kv->key, "elo0") == 0) {
        return config_decimal("elo0=", kv->value, -STATS_SPRT_ELO_MAX, STATS_SPRT_ELO_MAX, &s->elo0, e);
    }
    if (strcmp(kv->key, "elo1") == 0) {
        return config_decimal("elo1=", kv->value, -STATS_SPRT_ELO_MAX, STATS_SPRT_ELO_MAX, &s->elo1, e);
    }
    if (strcmp(kv->key, "alpha") == 0) {
        return config_decimal("alpha=", kv->value, 0, ERROR_MAX, &s->alpha, e);
    }
    if (strcmp(kv->key, "beta") == 0) {
        return config_decimal("beta=", kv->value, 0, ERROR_MAX, &s->beta, e);
    }
    if (strcmp(kv->key, "model") == 0) {
        return stats_model_by_name(kv->value, &s->model)
                   ? ERROR_NONE
                   : error_set(e, ERROR_SYNTAX, "model= takes logistic or normalized, not \"%.*s\"",
                               error_excerpt(strlen(kv->value)), kv->value);
    }
    return config_unknown_key(w->option, kv->key[0] != '\0' ? kv->key : kv->value,
                              "elo0=, elo1=, alpha=, beta=, model=", e);
}

ErrorCode config_sprt(MatchConfig *c, const OptionWords *w, Error *e)
{
    bool elo0 = false;
    bool elo1 = false;
    c->has_sprt = true;
    c->sprt = (StatsSprt){.alpha = SPRT_ERROR_DEFAULT, .beta = SPRT_ERROR_DEFAULT, .model = STATS_LOGISTIC};
    for (int i = 0; i < w->count; i++) {
        KeyValue kv;
        ErrorCode code = config_key(w->option, w->values[i], &kv, e);
        if (code == ERROR_NONE) {
            code = read_sprt_key(c, w, &kv, e);
        }
        if (code != ERROR_NONE) {
            return code;
        }
        elo0 = elo0 || strcmp(kv.key, "elo0") == 0;
        elo1 = elo1 || strcmp(kv.key, "elo1") == 0;
    }
    if (!elo0 || !elo1) {
        return error_set(e, ERROR_SYNTAX, "%s needs elo0= and elo1=", w->option);
    }
    const char *const wrong = stats_sprt_invalid(&c->sprt);
    return wrong == NULL ? ERROR_NONE : error_set(e, ERROR_SYNTAX, "%s: %s", w->option, wrong);
}

/* Reads movecount=, score= and, where it is asked for, movenumber=. */
static ErrorCode read_adjudication(Adjudication *a, bool has_first, const OptionWords *w, Error *e)
{
    bool moves = false;
    bool score = false;
    for (int i = 0; i < w->count; i++) {
        KeyValue kv;
        int64_t n = 0;
        ErrorCode code = config_key(w->option, w->values[i], &kv, e);
        if (code != ERROR_NONE) {
            return code;
        }
        if (strcmp(kv.key, "movecount") == 0) {
            code = config_number("movecount=", kv.value, 1, CONFIG_MOVES_MAX, &n, e);
            a->moves = (int)n;
            moves = true;
        } else if (strcmp(kv.key, "score") == 0) {
            code = config_number("score=", kv.value, 0, CONFIG_SCORE_MAX, &n, e);
            a->score = (int)n;
            score = true;
        } else if (has_first && strcmp(kv.key, "movenumber") == 0) {
            code = config_number("movenumber=", kv.value, 0, CONFIG_MOVES_MAX, &n, e);
            a->first_move = (int)n;
        } else {
            code = config_unknown_key(w->option, kv.key[0] != '\0' ? kv.key : kv.value,
                                      has_first ? "movenumber=, movecount=, score=" : "movecount=, score=", e);
        }
        if (code != ERROR_NONE) {
            return code;
        }
    }
    return moves && score ? ERROR_NONE : error_set(e, ERROR_SYNTAX, "%s needs movecount= and score=", w->option);
}

ErrorCode config_resign(MatchConfig *c, const OptionWords *w, Error *e)
{
    return read_adjudication(&c->resign, false, w, e);
}

ErrorCode config_draw(MatchConfig *c, const OptionWords *w, Error *e)
{
    return read_adjudication(&c->draw, true, w, e);
}
