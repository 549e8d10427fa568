/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plays matches between engines, and puts the game files of shards together. */
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
#include "system/descriptor.h"
#include "system/signal_watch.h"
#include "system/version.h"

enum { EXIT_FINISHED = 0, EXIT_FAILED = 1, EXIT_COMMAND_LINE = 2, EXIT_INTERRUPTED = SIGNAL_WATCH_EXIT_CODE };

/* Milliseconds that the runner has to end a match in order; reading and making openings end at once. */
enum { GRACE_MS = 900 };

enum {
    DESCRIPTORS_PER_PLAYER = 6, /* those of its child, and of the one before that is ending */
    DESCRIPTORS_BESIDES = 64
};

static const char PROGRAM[] = "bushka-match";

static int fail(const Error *e, int code)
{
    fprintf(stderr, "%s: %s\n", PROGRAM, e->text);
    return code;
}

/* Allows as many descriptors as the games or the files to merge need, as far as the system lets the process. */
static void allow_descriptors(const MatchConfig *c)
{
    const int needed = c->merge_count + c->concurrency * SLOT_PLAYERS * DESCRIPTORS_PER_PLAYER + DESCRIPTORS_BESIDES;
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < (rlim_t)needed) {
        limit.rlim_cur = (rlim_t)needed < limit.rlim_max ? (rlim_t)needed : limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
}

/* Repeatable output has no date, as the standard of game files writes it. */
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
                                         : openings_random(c->variant, count, oc->plies, oc->seed, e);
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
    if (oc->file != NULL) {
        openings_arrange(o, oc->order, oc->seed);
    }
    return o;
}

/* Plays the match with that game file, or without one (NULL). */
static int play(MatchConfig *c, SignalWatch *w, FILE *file)
{
    Error e;
    set_date(c);
    Openings *const o = make_openings(c, &e);
    Collector *const collector = o != NULL ? collector_new(c, o, file, &e) : NULL;
    if (collector == NULL) {
        openings_free(o);
        return fail(&e, EXIT_FAILED);
    }
    signal_watch_grace(w, GRACE_MS);
    runner_play(c, o, collector);
    const MatchEnd end = collector_finish(collector, &e);
    collector_free(collector);
    openings_free(o);
    if (end == MATCH_INTERRUPTED) {
        fprintf(stderr, "%s: interrupted%s\n", PROGRAM, c->pdn_file != NULL ? "; -resume continues the match" : "");
        return EXIT_INTERRUPTED;
    }
    return end == MATCH_FAILED ? fail(&e, EXIT_FAILED) : end == MATCH_BROKEN_OFF ? EXIT_FAILED : EXIT_FINISHED;
}

static void report_refused(void *context, const char *why)
{
    (void)context;
    fprintf(stderr, "%s: ignored: %s\n", PROGRAM, why);
}

/* Opens the tablebases that end games, of which the board must have some. */
static ErrorCode open_tablebase(MatchConfig *c, Error *e)
{
    const ErrorCode code = tablebase_open(c->folders, c->variant, report_refused, NULL, &c->tablebase, e);
    return code == ERROR_NONE ? code : error_set(e, code, "-tables: %s", e->text);
}

/* Says so where a table turned out to be damaged during the match: not every game ended by it that should have. */
static void report_damaged(const MatchConfig *c)
{
    const TableFile *const file = c->tablebase != NULL ? tablebase_damaged(c->tablebase, c->variant) : NULL;
    if (file != NULL) {
        char name[TABLE_NAME_SIZE];
        table_class_name(file->numbering.class, name);
        fprintf(stderr,
                "%s: -tables: the table of %s for %s is damaged: games went on where it would have ended them\n",
                PROGRAM, name, c->variant->name);
    }
}

/* Everything but help. Outputs are looked at before anything takes time. */
static int run(MatchConfig *c, SignalWatch *w)
{
    Error e;
    allow_descriptors(c);
    if (outputs_check(c, &e) != ERROR_NONE) {
        return fail(&e, EXIT_FAILED);
    }
    if (c->merge != NULL) {
        signal_watch_grace(w, SIGNAL_WATCH_GRACE);
        const ErrorCode code = merge_run(c, &w->requested, &e);
        return code == ERROR_NONE ? EXIT_FINISHED
                                  : fail(&e, code == ERROR_INTERRUPTED ? EXIT_INTERRUPTED : EXIT_FAILED);
    }
    if (c->folders != NULL && open_tablebase(c, &e) != ERROR_NONE) {
        return fail(&e, EXIT_FAILED);
    }
    FILE *const file = c->pdn_file != NULL ? game_file_open(c, &e) : NULL;
    if (c->pdn_file != NULL && file == NULL) {
        return fail(&e, EXIT_FAILED);
    }
    const int code = play(c, w, file);
    report_damaged(c);
    if (file != NULL) {
        fclose(file);
    }
    return code;
}

int main(int argc, char **argv)
{
    MatchConfig config;
    OptionRequest request;
    SignalWatch watch;
    Error e;
    int code = EXIT_FINISHED;
    if (descriptor_begin(&e) != ERROR_NONE) {
        return fail(&e, EXIT_FAILED);
    }
    signal_watch_begin(&watch, PROGRAM, 0, true);
    signal(SIGCHLD, SIG_DFL); /* engines that have ended are waited for */
    if (config_parse(&config, argc - 1, argv + 1, &request, &e) != ERROR_NONE) {
        code = fail(&e, EXIT_COMMAND_LINE);
    } else if (request == OPTION_REQUEST_HELP) {
        config_help(stdout);
    } else if (request == OPTION_REQUEST_VERSION) {
        version_print(PROGRAM);
    } else {
        code = run(&config, &watch);
    }
    config_free(&config);
    if (descriptor_end(&e) != ERROR_NONE && code == EXIT_FINISHED) {
        code = fail(&e, EXIT_FAILED);
    }
    signal_watch_end(&watch);
    return code;
}
