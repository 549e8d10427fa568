/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "match/json.h"
#include "match/match_report.h"
#include "system/regular_file.h"

static void put_counts(Json *j, const StatsCounts *c)
{
    json_count(j, "games", stats_games(c));
    json_count(j, "wins", c->wins);
    json_count(j, "losses", c->losses);
    json_count(j, "draws", c->draws);
    json_open(j, "pairs", '[');
    for (int i = 0; i < STATS_PAIR_KINDS; i++) {
        json_count(j, NULL, c->pairs[i]);
    }
    json_close(j, ']');
    const StatsSummary m = stats_summary(c);
    json_number(j, "score", m.score);
    json_number(j, "score_error", m.score_error);
    json_number(j, "elo", m.elo);
    json_number(j, "elo_error", m.elo_error);
    json_number(j, "nelo", m.nelo);
    json_number(j, "nelo_error", m.nelo_error);
    json_number(j, "los", m.los);
    json_number(j, "draw_ratio", m.draw_ratio);
    json_number(j, "pair_draw_ratio", m.pair_draw_ratio);
}

static void put_sprt(Json *j, const StatsSprt *t, const StatsCounts *c)
{
    static const char *const DECISIONS[] = {[STATS_CONTINUE] = "continue", [STATS_H0] = "H0", [STATS_H1] = "H1"};
    const StatsSprtState s = stats_sprt(t, c);
    json_open(j, "sprt", '{');
    json_text(j, "model", stats_model_name(t->model));
    json_number(j, "elo0", t->elo0);
    json_number(j, "elo1", t->elo1);
    json_number(j, "alpha", t->alpha);
    json_number(j, "beta", t->beta);
    json_number(j, "llr", s.llr);
    json_number(j, "lower", s.lower);
    json_number(j, "upper", s.upper);
    json_text(j, "decision", DECISIONS[s.decision]);
    json_close(j, '}');
}

static void put_engine(Json *j, const ReportHead *h, const Standing *s, int engine)
{
    static const char *const KEYS[FAULT_COUNT] = {[FAULT_CRASH] = "crashes",
                                                  [FAULT_STALL] = "stalls",
                                                  [FAULT_TIME] = "time_losses",
                                                  [FAULT_ILLEGAL] = "illegal_moves",
                                                  [FAULT_PROTOCOL] = "protocol_errors"};
    const Tally *const t = &s->tallies[engine];
    json_open(j, NULL, '{');
    json_text(j, "name", h->names[engine]);
    json_text(j, "limits", h->limits[engine]);
    for (int f = FAULT_NONE + 1; f < FAULT_COUNT; f++) {
        json_count(j, KEYS[f], t->faults[f]);
    }
    json_count(j, "moves", t->moves);
    json_count(j, "lines", t->lines);
    json_count(j, "illegal_lines", t->illegal_lines);
    if (h->timed) {
        json_count(j, "timed_moves", t->timed);
        json_count(j, "measured_ms", (uint64_t)t->measured_ms);
        json_count(j, "reported_ms", (uint64_t)t->reported_ms);
        json_count(j, "worst_ms", (uint64_t)t->worst_ms);
    }
    json_close(j, '}');
}

/* The score of the first move. */
static void put_white(Json *j, const StatsCounts *c)
{
    const StatsSummary m = stats_summary(c);
    json_open(j, "white", '{');
    json_count(j, "wins", c->wins);
    json_count(j, "losses", c->losses);
    json_count(j, "draws", c->draws);
    json_number(j, "score", m.score);
    json_number(j, "score_error", m.score_error);
    json_number(j, "draw_ratio", m.draw_ratio);
    json_close(j, '}');
}

static void put_summary(Json *j, const ReportHead *h, const Standing *s, const char *state)
{
    json_open(j, NULL, '{');
    json_text(j, "state", state);
    json_text(j, "variant", h->variant);
    json_count(j, "games", s->games);
    json_count(j, "games_planned", h->total);
    json_count(j, "plies", s->plies);
    put_white(j, &s->white);
    json_open(j, "engines", '[');
    for (int i = 0; i < s->schedule.engines; i++) {
        put_engine(j, h, s, i);
    }
    json_close(j, ']');
    json_open(j, "pairings", '[');
    for (int i = 0; i < schedule_pairings(&s->schedule); i++) {
        int first, second;
        schedule_pairing(&s->schedule, i, &first, &second);
        json_open(j, NULL, '{');
        json_text(j, "first", h->names[first]);
        json_text(j, "second", h->names[second]);
        put_counts(j, &s->pairings[i]);
        if (h->sprt != NULL) {
            put_sprt(j, h->sprt, &s->pairings[i]);
        }
        json_close(j, '}');
    }
    json_close(j, ']');
    json_close(j, '}');
}

ErrorCode report_json(const char *path, const ReportHead *h, const Standing *s, const char *state, Error *e)
{
    AtomicFile file;
    Json j;
    if (report_json_begin(&file, path, e) != ERROR_NONE) {
        return e->code;
    }
    json_begin(&j, file.stream);
    put_summary(&j, h, s, state);
    return atomic_file_commit(&file, e);
}

/* True when the file is empty or begins as a summary does. */
static bool is_summary(FILE *file)
{
    static const char BEGIN[] = "{\n  \"state\": ";
    char begin[sizeof BEGIN];
    const size_t length = fread(begin, 1, sizeof BEGIN - 1, file);
    return length == 0 || (length == sizeof BEGIN - 1 && memcmp(begin, BEGIN, length) == 0);
}

ErrorCode report_json_begin(AtomicFile *f, const char *path, Error *e)
{
    if (atomic_file_begin(f, path, NULL, e) != ERROR_NONE) {
        return e->code;
    }
    Error none;
    FILE *const old = regular_file_stream(path, &none);
    const bool replaceable = old == NULL || is_summary(old);
    if (old != NULL) {
        fclose(old);
    }
    if (!replaceable) {
        atomic_file_abort(f);
        return error_set(e, ERROR_SYNTAX, "%s is no summary of a match, and is not replaced: choose another name",
                         path);
    }
    return error_clear(e);
}
