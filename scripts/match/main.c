/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plays matches between engines, and puts the game files of shards together. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "collector.h"
#include "guard.h"
#include "merge.h"
#include "runner.h"

enum { EXIT_FINISHED = 0, EXIT_FAILED = 1, EXIT_COMMAND_LINE = 2, EXIT_INTERRUPTED = 3 };

static const char PROGRAM[] = "bushka-match";

static int fail(const Error *e, int code)
{
    fflush(stdout);
    fprintf(stderr, "%s: %s\n", PROGRAM, e->text);
    return code;
}

/* Keeps the numbers 0 to 2 from becoming pipes, and lets signals wait for the poll loops. */
static void set_up_process(void)
{
    int fd;
    do {
        fd = open("/dev/null", O_RDWR);
    } while (fd >= 0 && fd <= STDERR_FILENO);
    if (fd >= 0) {
        close(fd);
    }
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    sigset_t waiting;
    sigaction(SIGPIPE, &ignore, NULL);
    sigaction(SIGCHLD, &ignore, NULL); /* guards of engines tell of their ends by other means */
    sigemptyset(&waiting);
    sigaddset(&waiting, SIGINT);
    sigaddset(&waiting, SIGTERM);
    sigaddset(&waiting, SIGHUP);
    sigprocmask(SIG_BLOCK, &waiting, NULL);
}

/* Repeatable output has no date, as the standard of game files writes it. */
static void set_date(MatchConfig *c)
{
    const time_t now = time(NULL);
    struct tm parts;
    snprintf(c->date, sizeof c->date, "????.??.??");
    if (!c->repeatable && localtime_r(&now, &parts) != NULL) {
        strftime(c->date, sizeof c->date, "%Y.%m.%d", &parts);
    }
}

static Openings *make_openings(const MatchConfig *c, Error *e)
{
    const OpeningsConfig *const oc = &c->openings;
    const uint64_t wanted = schedule_openings(&c->schedule);
    const int count = wanted < OPENINGS_COUNT_MAX ? (int)wanted : OPENINGS_COUNT_MAX;
    Openings *const o = oc->file != NULL ? openings_read(c->variant, oc->file, oc->format, oc->plies, e)
                                         : openings_random(c->variant, count, oc->plies, oc->seed, e);
    if (o != NULL && oc->file != NULL) {
        openings_arrange(o, oc->order, oc->seed);
    }
    return o;
}

static int play(MatchConfig *c)
{
    Error e;
    set_date(c);
    Openings *const o = make_openings(c, &e);
    Collector *const collector = o != NULL ? collector_new(c, o, &e) : NULL;
    if (collector == NULL) {
        openings_free(o);
        return fail(&e, EXIT_FAILED);
    }
    runner_play(c, o, collector);
    const MatchEnd end = collector_finish(collector, &e);
    collector_free(collector);
    openings_free(o);
    if (end == MATCH_INTERRUPTED) {
        fprintf(stderr, "%s: interrupted%s\n", PROGRAM, c->pdn_file != NULL ? "; -resume goes on" : "");
        return EXIT_INTERRUPTED;
    }
    return end == MATCH_FAILED ? fail(&e, EXIT_FAILED) : end == MATCH_BROKEN_OFF ? EXIT_FAILED : EXIT_FINISHED;
}

int main(int argc, char **argv)
{
    MatchConfig config;
    Error e;
    int code = EXIT_FINISHED;
    if (guard_called(argc, argv)) {
        return guard_run(argv);
    }
    set_up_process();
    if (config_parse(&config, argc - 1, argv + 1, &e) != ERROR_NONE) {
        code = fail(&e, EXIT_COMMAND_LINE);
    } else if (config.help) {
        fputs(config_help(), stdout);
    } else if (config.merge != NULL) {
        code = merge_run(&config, &e) == ERROR_NONE ? EXIT_FINISHED : fail(&e, EXIT_FAILED);
    } else {
        code = play(&config);
    }
    config_free(&config);
    return code;
}
