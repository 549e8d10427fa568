/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plays matches between engines, and merges the game files of shards. */
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>

#include "match/collector.h"
#include "match/game_file.h"
#include "match/merge.h"
#include "match/outputs.h"
#include "match/runner.h"
#include "match/slot.h"
#include "system/clock.h"
#include "tools/program.h"

enum {
    GRACE_MS = 900,             /* time the runner has to end a match in order */
    DESCRIPTORS_PER_PLAYER = 6, /* three for its child, three for the one before that is ending */
    DESCRIPTORS_BESIDES = 64
};

static const char PROGRAM[] = "bushka-match";

/* Raises the limit of open descriptors to what the games or the files to merge need, as far as the system permits. */
static void allow_descriptors(const MatchConfig *c)
{
    const int needed = c->merge_count + c->concurrency * SLOT_PLAYERS * DESCRIPTORS_PER_PLAYER + DESCRIPTORS_BESIDES;
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < (rlim_t)needed) {
        limit.rlim_cur = (rlim_t)needed < limit.rlim_max ? (rlim_t)needed : limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
}

/* Repeatable output has no date: question marks, as PDN writes it. */
static void set_date(MatchConfig *c)
{
    if (c->repeatable) {
        snprintf(c->date, sizeof c->date, "????.??.??");
    } else {
        clock_date(c->date);
    }
}

static Openings *make_openings(const MatchConfig *c, Error *e)
{
    const OpeningsConfig *const oc = &c->openings;
    const uint64_t wanted = schedule_openings(&c->schedule) + (uint64_t)oc->start - 1;
    const int count = wanted < OPENINGS_COUNT_MAX ? (int)wanted : OPENINGS_COUNT_MAX;
    Openings *const o = oc->file != NULL ? openings_read(c->variant, oc->file, oc->format, oc->plies, e)
                                         : openings_random(c->variant, count, oc->plies, (uint64_t)oc->seed, e);
    if (o == NULL) {
        return NULL;
    }
    const size_t found = openings_count(o);
    if (oc->start > found) {
        error_set(e, ERROR_SYNTAX, "-openings start=%" PRIu64 ": there are only %zu", oc->start, found);
        openings_free(o);
        return NULL;
    }
    if (c->untimed && wanted > found) {
        fprintf(stderr, "%s: warning: with limits of depth or nodes the games repeat after %zu openings\n", PROGRAM,
                found);
    }
    if (oc->file != NULL && oc->order == OPENINGS_RANDOM) {
        openings_shuffle(o, (uint64_t)oc->seed);
    }
    return o;
}

/* Plays the match with that game file, or without one (NULL). */
static ErrorCode play(MatchConfig *c, SignalWatch *w, FILE *file, Error *e)
{
    set_date(c);
    Openings *const o = make_openings(c, e);
    Collector *const collector = o != NULL ? collector_new(c, o, file, e) : NULL;
    if (collector == NULL) {
        openings_free(o);
        return e->code;
    }
    atomic_store(&w->grace, GRACE_MS);
    runner_play(c, o, collector);
    const MatchEnd end = collector_finish(collector, e);
    collector_free(collector);
    openings_free(o);
    if (end == MATCH_INTERRUPTED) {
        return error_set(e, ERROR_INTERRUPTED, "interrupted%s",
                         c->pdn_file != NULL ? "; -resume continues the match" : "");
    }
    return end == MATCH_ABORTED  ? error_set(e, ERROR_SYNTAX, "the match ends with this fault, by -norecover")
           : end == MATCH_FAILED ? e->code
                                 : ERROR_NONE;
}

static void report_refused(void *context, const char *why)
{
    (void)context;
    fprintf(stderr, "%s: ignored: %s\n", PROGRAM, why);
}

/* Opens the tablebases that adjudicate games; there must be some for the board. */
static ErrorCode open_tablebase(MatchConfig *c, Error *e)
{
    const ErrorCode code = tablebase_open(c->folders, c->variant, report_refused, NULL, &c->tablebase, e);
    return code == ERROR_NONE ? code : error_set(e, code, "-tables: %s", e->text);
}

/* Reports tables that turned out to be damaged during the match: some games went on that they should have ended. */
static void report_damaged(const MatchConfig *c)
{
    const TableFile *file;
    while (c->tablebase != NULL && (file = tablebase_next_damaged(c->tablebase, c->variant)) != NULL) {
        fprintf(stderr,
                "%s: -tables: the table of %s for %s is damaged: games went on where it would have ended them\n",
                PROGRAM, table_class_name(file->numbering.class).text, c->variant->name);
    }
}

static ErrorCode check(void *settings, const Operands *files, Error *e)
{
    (void)files;
    return config_complete(settings, e);
}

/* Checks the outputs before anything that takes time. */
static ErrorCode run(void *settings, const Operands *files, SignalWatch *w, Error *e)
{
    MatchConfig *const c = settings;
    (void)files;
    allow_descriptors(c);
    if (outputs_check(c, e) != ERROR_NONE) {
        return e->code;
    }
    if (c->merge != NULL) {
        return merge_run(c, &w->requested, e);
    }
    if (c->folders != NULL && open_tablebase(c, e) != ERROR_NONE) {
        return e->code;
    }
    FILE *const file = c->pdn_file != NULL ? game_file_open(c, e) : NULL;
    if (c->pdn_file != NULL && file == NULL) {
        return e->code;
    }
    const ErrorCode code = play(c, w, file, e);
    report_damaged(c);
    if (file != NULL) {
        fclose(file);
    }
    return code;
}

int main(int argc, char **argv)
{
    MatchConfig config = CONFIG_INITIAL;
    const Program program = {
        .name = PROGRAM,
        .usage = "Plays engine against engine over the line protocol and checks every move against the rules.\n\n"
                 "bushka-match -engine KEY=VALUE... -engine KEY=VALUE... [-each KEY=VALUE...] [OPTION...]\n"
                 "bushka-match -merge FILE... [-pdnout file=NAME] [-json file=NAME] [-sprt KEY=VALUE...] [-quiet]\n\n"
                 "Only regular files are read and written, and only files that this program wrote are replaced;\n"
                 "incident files are added to their folder.\n",
        .options = CONFIG_OPTIONS,
        .settings = &config,
        .options_only = true,
        .check = check,
        .run = run,
        .always = true};
    signal(SIGCHLD, SIG_DFL); /* so that child.c can wait for engines that have ended */
    const int code = program_run(&program, argc, argv);
    config_free(&config);
    return code;
}
