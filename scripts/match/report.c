/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "match/report.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "system/file.h"
#include "system/text.h"

enum { TEXT_SIZE = 64, MINUTE = 60, HOUR = 3600, DAY = 86400 };

/* Durations from which on the next greater unit is used. */
enum { HOURS_FROM = 90 * MINUTE, DAYS_FROM = 48 * HOUR };

static const double PERCENT = 100;

/* A part of a line. */
typedef struct ReportText {
    char text[TEXT_SIZE];
} ReportText;

ReportHead report_head(const MatchConfig *c, uint64_t total)
{
    ReportHead h = {.variant = c->variant->name, .sprt = c->has_sprt ? &c->sprt : NULL, .total = total};
    for (int i = 0; i < c->schedule.engines; i++) {
        h.names[i] = c->engines[i].name;
        h.limits[i] = c->engines[i].limits_text;
    }
    h.timed = !c->repeatable;
    return h;
}

void report_begin(const ReportHead *h)
{
    printf("Match on %s, %" PRIu64 " games:", h->variant, h->total);
    for (int i = 0; i < CONFIG_ENGINES_MAX && h->names[i] != NULL; i++) {
        printf("%s %s (%s)", i > 0 ? "," : "", h->names[i], h->limits[i]);
    }
    printf("\n");
}

/* "about 3 hours" */
static ReportText about(double seconds)
{
    ReportText t;
    const int unit = seconds < HOURS_FROM ? MINUTE : seconds < DAYS_FROM ? HOUR : DAY;
    const double units = round(seconds / unit);
    const char *const name = unit == MINUTE ? "minute" : unit == HOUR ? "hour" : "day";
    if (units < 1) {
        snprintf(t.text, sizeof t.text, "less than a minute");
    } else {
        snprintf(t.text, sizeof t.text, "about %.0f %s%s", units, name, text_plural((uint64_t)units));
    }
    return t;
}

void report_duration(const ReportHead *h, double seconds)
{
    if (seconds >= HOUR) {
        printf("This will take %s%s\n", about(seconds).text, h->sprt != NULL ? ", or less if the test ends it" : "");
    }
}

void report_left(const ReportHead *h, const Standing *s, double seconds)
{
    printf("%" PRIu64 " of %" PRIu64 " games, %s left\n", s->games, h->total, about(seconds).text);
}

/* "+12.34 +- 5.60", "+12.34 +- n/a" where the interval has no end, "n/a" where the figure itself is infinite. */
static ReportText with_error(double elo, double error)
{
    ReportText t;
    if (!isfinite(elo)) {
        snprintf(t.text, sizeof t.text, "n/a");
    } else if (!isfinite(error)) {
        snprintf(t.text, sizeof t.text, "%+.2f +- n/a", elo);
    } else {
        snprintf(t.text, sizeof t.text, "%+.2f +- %.2f", elo, error);
    }
    return t;
}

void report_game(const ReportHead *h, const Standing *s, const GameOutcome *game, const char *remark)
{
    const Fixture *const f = &game->fixture;
    const StatsCounts *const c = &s->pairings[f->pairing];
    const StatsSummary summary = stats_summary(c);
    printf("Game %" PRIu64 " of %" PRIu64 " (%" PRIu64 ".%d) %s vs %s: %s {%s%s%s} %s: +%" PRIu64 " -%" PRIu64
           " =%" PRIu64 ", Elo %s",
           s->games, h->total, f->pair + 1, f->game + 1, h->names[f->white], h->names[f->black],
           game_result_text(game->result), PDN_TERMINATIONS[game->termination], remark[0] != '\0' ? ": " : "", remark,
           h->names[schedule_pairing(&s->schedule, f->pairing).first], c->wins, c->losses, c->draws,
           with_error(summary.elo, summary.elo_error).text);
    if (h->sprt != NULL) {
        const StatsSprtState sprt = stats_sprt(h->sprt, c);
        printf(", LLR %.2f (%.2f, %.2f)", sprt.llr, sprt.lower, sprt.upper);
    }
    printf("\n");
}

static const char *decision_text(StatsDecision d)
{
    return d == STATS_H0 ? "H0 accepted" : d == STATS_H1 ? "H1 accepted" : "undecided";
}

/* Prints the rating of a pairing, which has games. */
static void print_pairing(const ReportHead *h, const Standing *s, int pairing)
{
    const StatsCounts *const c = &s->pairings[pairing];
    const StatsSummary m = stats_summary(c);
    const Pairing p = schedule_pairing(&s->schedule, pairing);
    printf("%s against %s: %" PRIu64 " games, +%" PRIu64 " -%" PRIu64 " =%" PRIu64 ", score %.2f %%\n",
           h->names[p.first], h->names[p.second], stats_games(c), c->wins, c->losses, c->draws, PERCENT * m.score);
    printf("  Elo %s (95 %%), nElo %s, LOS %.1f %%, draws %.1f %%\n", with_error(m.elo, m.elo_error).text,
           with_error(m.nelo, m.nelo_error).text, PERCENT * m.los, PERCENT * m.draw_ratio);
    printf("  pairs %" PRIu64 ": LL %" PRIu64 ", LD %" PRIu64 ", DD+WL %" PRIu64 ", WD %" PRIu64 ", WW %" PRIu64
           "; drawn %.1f %%\n",
           stats_pairs(c), c->pairs[0], c->pairs[1], c->pairs[2], c->pairs[3], c->pairs[4],
           PERCENT * m.pair_draw_ratio);
    if (h->sprt != NULL) {
        const StatsSprtState sprt = stats_sprt(h->sprt, c);
        printf("  SPRT [%.2f, %.2f] %s, alpha %.3g, beta %.3g: LLR %.2f (%.2f, %.2f), %s\n", h->sprt->elo0,
               h->sprt->elo1, STATS_MODEL_NAMES[h->sprt->model], h->sprt->alpha, h->sprt->beta, sprt.llr, sprt.lower,
               sprt.upper, decision_text(sprt.decision));
    }
}

void report_rating(const ReportHead *h, const Standing *s)
{
    const int pairings = schedule_pairings(&s->schedule);
    for (int i = 0; i < pairings; i++) {
        if (stats_games(&s->pairings[i]) > 0) {
            print_pairing(h, s, i);
        }
    }
    for (int i = 0; s->schedule.engines > 2 && i < s->schedule.engines; i++) {
        const StatsCounts c = standing_of(s, i);
        const StatsSummary m = stats_summary(&c);
        printf("%s against all: %" PRIu64 " games, +%" PRIu64 " -%" PRIu64 " =%" PRIu64 ", Elo %s\n", h->names[i],
               stats_games(&c), c.wins, c.losses, c.draws, with_error(m.elo, m.elo_error).text);
    }
}

/* Prints in one line what an engine did wrong, and how far its times agree with the measured ones. */
static void print_anomalies(const ReportHead *h, const Standing *s, int engine)
{
    const Tally *const t = &s->tallies[engine];
    printf("%s:", h->names[engine]);
    for (int f = FAULT_NONE + 1; f < FAULT_COUNT; f++) {
        printf(" %s %" PRIu64 ",", STANDING_FAULTS[f].name, t->faults[f]);
    }
    printf(" illegal lines in %" PRId64 " of %" PRId64 " searches", t->illegal_lines, t->lines);
    if (h->timed && t->timed > 0) {
        printf("; time per move %.1f ms measured, %.1f ms reported, at most %" PRId64 " ms apart",
               (double)t->measured_ms / (double)t->timed, (double)t->reported_ms / (double)t->timed, t->worst_ms);
    }
    printf("\n");
    if (t->kept_waiting > 0) {
        printf("  %" PRId64 " of its %" PRIu64 " time losses are due to waiting for a processor\n", t->kept_waiting,
               t->faults[FAULT_TIME]);
    }
}

/* Prints the score of White, which says what the first move is worth. */
static void print_white(const Standing *s)
{
    const StatsCounts *const c = &s->white;
    const StatsSummary m = stats_summary(c);
    printf("White: +%" PRIu64 " -%" PRIu64 " =%" PRIu64 ", score %.2f %% +- %.2f (95 %%), draws %.1f %%\n", c->wins,
           c->losses, c->draws, PERCENT * m.score, PERCENT * m.score_error, PERCENT * m.draw_ratio);
}

/* Prints the whole match in one line. */
static void print_result_line(const ReportHead *h, const Standing *s)
{
    const StatsCounts *const c = &s->pairings[0];
    const StatsSummary m = stats_summary(c);
    const bool same = strcmp(h->limits[0], h->limits[1]) == 0;
    printf("Result: %s vs %s, %s, %s%s%s: Elo %s (95 %%), LOS %.1f %%", h->names[0], h->names[1], h->variant,
           h->limits[0], same ? "" : " vs ", same ? "" : h->limits[1], with_error(m.elo, m.elo_error).text,
           PERCENT * m.los);
    if (h->sprt != NULL) {
        const StatsSprtState sprt = stats_sprt(h->sprt, c);
        printf(", LLR %.2f (%.2f, %.2f) [%.2f, %.2f] %s", sprt.llr, sprt.lower, sprt.upper, h->sprt->elo0,
               h->sprt->elo1, decision_text(sprt.decision));
    }
    printf(", games %" PRIu64 " W %" PRIu64 " L %" PRIu64 " D %" PRIu64 ", pairs [%" PRIu64 ", %" PRIu64 ", %" PRIu64
           ", %" PRIu64 ", %" PRIu64 "]\n",
           stats_games(c), c->wins, c->losses, c->draws, c->pairs[0], c->pairs[1], c->pairs[2], c->pairs[3],
           c->pairs[4]);
}

void report_end(const ReportHead *h, const Standing *s)
{
    if (s->games == 0) {
        printf("No game was played\n");
        return;
    }
    report_rating(h, s);
    for (int i = 0; i < s->schedule.engines; i++) {
        print_anomalies(h, s, i);
    }
    print_white(s);
    printf("%" PRIu64 " games, %" PRIu64 " plies\n", s->games, s->plies);
    if (s->schedule.engines == 2) {
        print_result_line(h, s);
    }
}

/* A JSON document being written. */
typedef struct Json {
    FILE *file;
    int depth;
    bool first; /* nothing has been written at this depth yet */
} Json;

enum { INDENT = 2 };

static void put_string(const Json *j, const char *text)
{
    fputc('"', j->file);
    for (const char *c = text; *c != '\0'; c++) {
        if (*c == '"' || *c == '\\') {
            fprintf(j->file, "\\%c", *c);
        } else if ((unsigned char)*c < ' ') {
            fprintf(j->file, "\\u%04x", (unsigned)*c);
        } else {
            fputc(*c, j->file);
        }
    }
    fputc('"', j->file);
}

static void new_line(const Json *j)
{
    fprintf(j->file, "\n%*s", INDENT * j->depth, "");
}

/* Writes what comes before a value: comma, new line, key. */
static void put_key(Json *j, const char *key)
{
    if (!j->first) {
        fputc(',', j->file);
    }
    if (j->depth > 0) {
        new_line(j);
    }
    if (key != NULL) {
        put_string(j, key);
        fprintf(j->file, ": ");
    }
    j->first = false;
}

static void json_open(Json *j, const char *key, char bracket)
{
    put_key(j, key);
    fputc(bracket, j->file);
    j->depth++;
    j->first = true;
}

/* Closes an array or object that is not empty. */
static void json_close(Json *j, char bracket)
{
    j->depth--;
    new_line(j);
    fputc(bracket, j->file);
    j->first = false;
    if (j->depth == 0) {
        fputc('\n', j->file);
    }
}

static void json_text(Json *j, const char *key, const char *text)
{
    put_key(j, key);
    put_string(j, text);
}

static void json_number(Json *j, const char *key, double number)
{
    put_key(j, key);
    if (isfinite(number)) {
        fprintf(j->file, "%.6g", number);
    } else {
        fprintf(j->file, "null");
    }
}

static void json_count(Json *j, const char *key, uint64_t count)
{
    put_key(j, key);
    fprintf(j->file, "%" PRIu64, count);
}

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
    json_text(j, "model", STATS_MODEL_NAMES[t->model]);
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
    const Tally *const t = &s->tallies[engine];
    json_open(j, NULL, '{');
    json_text(j, "name", h->names[engine]);
    json_text(j, "limits", h->limits[engine]);
    for (int f = FAULT_NONE + 1; f < FAULT_COUNT; f++) {
        json_count(j, STANDING_FAULTS[f].key, t->faults[f]);
    }
    json_count(j, "moves", (uint64_t)t->moves);
    json_count(j, "lines", (uint64_t)t->lines);
    json_count(j, "illegal_lines", (uint64_t)t->illegal_lines);
    if (h->timed) {
        json_count(j, "timed_moves", (uint64_t)t->timed);
        json_count(j, "measured_ms", (uint64_t)t->measured_ms);
        json_count(j, "reported_ms", (uint64_t)t->reported_ms);
        json_count(j, "worst_ms", (uint64_t)t->worst_ms);
    }
    if (t->kept_waiting > 0) {
        json_count(j, "time_losses_waiting", (uint64_t)t->kept_waiting);
    }
    json_close(j, '}');
}

/* Writes the score of White. */
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
        const Pairing p = schedule_pairing(&s->schedule, i);
        json_open(j, NULL, '{');
        json_text(j, "first", h->names[p.first]);
        json_text(j, "second", h->names[p.second]);
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
    if (atomic_file_begin(&file, path, REPORT_JSON_BEGIN, e) != ERROR_NONE) {
        return e->code;
    }
    Json j = {.file = file.stream, .first = true};
    put_summary(&j, h, s, state);
    return atomic_file_commit(&file, e);
}
