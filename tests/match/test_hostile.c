/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The match runner among hostile engines and circumstances: a fault costs an engine only its own game, and what happens
 * to the runner costs no engine anything. */
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "support/engine_process.h"
#include "support/match_process.h"
#include "support/test.h"
#include "system/clock.h"

enum {
    CHECK_MS = 2,
    PATIENCE_MS = 20000, /* for what must happen at all, on a busy machine too */
    KILLED_MS = 2000,    /* for what was killed to be gone */
    GAMES = 8,
    /* An uninvolved engine takes 20 ms and may take this long on a busy machine: less than it would lose if the runner
       waited for another engine to end. Under a sanitizer processes take long to start, and keep the others waiting. */
    UNINVOLVED_MS = SANITIZED ? 1000 : 150,
    UNINVOLVED_LIMIT_MS = 100
};

static const int CONCURRENCIES[] = {1, 4, 8};

enum { CONCURRENCY_COUNT = ROWS(CONCURRENCIES) };

SUITE(.with = {&WITH_PLACE});

/* Faults of an engine: it breaks the protocol after its move, or ends as if killed by another process, while its
 * opponent thinks that long; and the one name for that. */
#define UNASKED "protocol error: bestmove without a search"
#define ENDLESS "protocol error: an unterminated line"
static const struct {
    const char *fault, *counter, *what;
    int opponent_ms, concurrency;
} HARMS[] = {
    {"again", "protocol_errors", UNASKED, 0, 1},
    {"again", "protocol_errors", UNASKED, 20, 1},
    {"again", "protocol_errors", UNASKED, 120, 1},
    {"again", "protocol_errors", UNASKED, 0, 8},
    {"again", "protocol_errors", UNASKED, 20, 4},
    {"again", "protocol_errors", UNASKED, 120, 8},
    {"twomoves", "protocol_errors", UNASKED, 0, 1},
    {"twomoves", "protocol_errors", UNASKED, 0, 8},
    {"twomoves", "protocol_errors", UNASKED, 120, 4},
    {"babble", "protocol_errors", ENDLESS, 0, 1},
    {"babble", "protocol_errors", ENDLESS, 0, 8},
    {"babble", "protocol_errors", ENDLESS, 120, 4},
    {"term", "crashes", "crash in its search: signal 15", 0, 8},
    {"int", "crashes", "crash in its search: signal 2", 0, 8},
    {"hup", "crashes", "crash in its search: signal 1", 0, 8},
    {"kill", "crashes", "crash in its search: signal 9", 0, 8},
    {"shellterm", "crashes", "crash in its search: exit code 143", 0, 8},
};

/* Whenever the fault comes, it loses that game and no other, under that name, and harms no other engine: the opponent
 * is started at most once for each concurrent game, so that none of its searches was interrupted. */
TEST_EACH(harm, ROWS(HARMS))
{
    match_ends(0,
               ENGINE_A "args='--info --delay %d --pids @/pids' " ENGINE_B
                        "args='--fault %s --at 2' -each nodes=1 -rounds %d "
                        "-concurrency %d -json @/json -pdnout @/games -incidents @/incidents",
               HARMS[_i].opponent_ms, HARMS[_i].fault, GAMES / 2, HARMS[_i].concurrency);
    match_faults(HARMS[_i].counter, GAMES);
    match_has(1, "json", "\"wins\": 8");
    match_has(GAMES, "err", "engine B: %s; see", HARMS[_i].what);
    ck_assert_int_le(match_count("pids", "\n"), HARMS[_i].concurrency); /* fewer where one plays for another */
    match_shell(0, "test $(ls @/incidents | wc -l) = %d", GAMES);
}

/* A breach after the last move of a game counts in the next game, under the same name. */
TEST_EACH(breach_between_games, CONCURRENCY_COUNT)
{
    match_ends(0,
               ENGINE_A ENGINE_B "args='--fault again --at 2' -each nodes=1 -rounds %d -maxmoves 6 -concurrency %d "
                                 "-json @/json -incidents @/incidents",
               GAMES, CONCURRENCIES[_i]);
    const int lost = match_count("err", "engine B: " UNASKED "; see");
    ck_assert_int_ge(lost, 1);
    match_faults("protocol_errors", lost);
}

/* Spaces and tabs around lines mean nothing. */
TEST(spaces_around_lines)
{
    static const char REST[] = "-each nodes=1 option.Seed=4 -rounds 3 -pdnout @/";
    match_ends(0, ENGINE_A ENGINE_B "args=--info %splain", REST);
    match_ends(0, ENGINE_A "-engine cmd=sh name=B args='-c \"" FAKE_ENGINE " --info | %s\"' %sspaced",
               "sed -u s/.*/\\ \\\\t\\&\\ \\\\t/", REST);
    match_has(0, "err", "has no option");
    /* The games, without the tags that name the arguments. */
    match_shell(0, "for f in plain spaced; do grep -v 'Engine' @/$f >@/$f.games; done");
    expect_same_files("plain.games", "spaced.games");
}

/* How an engine ends in a match with two uninvolved ones. */
static const struct {
    const char *arguments;
    int concurrency;
} NUISANCES[] = {
    {"--deaf", 1},
    {"--deaf", 8},
    {"--fault crash --at 2", 4},
    {"--fault close --at 1", 8},
    {"--deaf --fault illegal --at 2", 1},
    {"--deaf --fault illegal --at 2", 8},
    {"--fault again --at 2", 4},
};

/* The others lose no time by it, although one thread plays several games. */
TEST_EACH(others_lose_no_time, ROWS(NUISANCES))
{
    static const char UNINVOLVED[] = "args='--delay 20'";
    const int concurrency = NUISANCES[_i].concurrency;
    const int rounds = concurrency == 1 ? 1 : 4;
    match_ends(0,
               ENGINE_A "%s " ENGINE_B "%s " ENGINE_C "args='%s' -each st=0.1 timemargin=%d -rounds %d -maxmoves 6 "
                        "-concurrency %d -json @/json -incidents @/incidents",
               UNINVOLVED, UNINVOLVED, NUISANCES[_i].arguments, UNINVOLVED_MS - UNINVOLVED_LIMIT_MS, rounds,
               concurrency);
    match_has(1, "json", "\"games\": %d", 6 * rounds);
    match_has(3, "json", "\"time_losses\": 0");
    match_has(0, "err", "engine A");
    match_has(0, "err", "engine B");
}

/* A match of that many rounds and concurrent games, whose games must not depend on what happens to the runner. */
#define UNDISTURBED                                                                                                    \
    ENGINE_A "args='--delay 4 --pids @/pids' " ENGINE_B "args='--delay 3 --seed 5 --pids @/pids' -each nodes=1 "       \
             "-maxmoves 25 -incidents @/incidents -rounds %d -concurrency %d "

/* The match, resumed, has the games of an undisturbed one. */
static void expect_resumed(int concurrency)
{
    match_has(0, "games", "abandoned");
    match_has(0, "games", "stalled");
    match_ends(0, UNDISTURBED "-pdnout @/games -resume", concurrency / 2 + 2, concurrency);
    match_ends(0, UNDISTURBED "-pdnout @/whole", concurrency / 2 + 2, concurrency);
    expect_same_files("games", "whole");
}

/* Without file descriptors the match ends and says why. */
TEST_EACH(lack_of_descriptors, CONCURRENCY_COUNT)
{
    static const int LIMITS[CONCURRENCY_COUNT] = {12, 16, 16};
    const int concurrency = CONCURRENCIES[_i];
    match_shell(1, "exec prlimit --nofile=%d " MATCH_BINARY " " UNDISTURBED "-pdnout @/games >@/out 2>@/err </dev/null",
                LIMITS[_i], concurrency / 2 + 2, concurrency);
    match_has(1, "err", "bushka-match: cannot start " FAKE_ENGINE ": %s; -resume", strerror(EMFILE));
    match_has(0, "err", "engine ");
    expect_resumed(concurrency);
}

/* So it does without processes. The limit does not bind root, who therefore becomes another user; any other user
 * already has enough processes. */
TEST_EACH(lack_of_processes, CONCURRENCY_COUNT)
{
    static const int LIMITS[CONCURRENCY_COUNT] = {3, 6, 10}; /* threads of the runner included */
    /* Long enough not to be over before the runner gives up. */
    static const char MATCH[] = "./bushka-match -engine cmd=./fake-engine name=A args='--delay 10' "
                                "-engine cmd=./fake-engine name=B args='--delay 10' -each nodes=1 -maxmoves 15 "
                                "-rounds 10 -incidents incidents";
    /* A user ID without a name and without processes, another one for each shell that asks: other runs of this test on
     * the machine must not use up the limit of this one. */
    static const char FIND_USER[] = "u=$((20000 + $$)); while grep -q \":$u:\" /etc/passwd || "
                                    "find /proc -maxdepth 1 -user $u | grep -q .; do u=$((u + 1)); done; ";
    const bool root = geteuid() == 0;
    match_shell(0, "cp " MATCH_BINARY " " FAKE_ENGINE " @/ && chmod 777 @");
    match_shell(1, "%s cd @ && exec prlimit --nproc=%d %s %s -concurrency %d -pdnout games >out 2>err </dev/null",
                root ? FIND_USER : "", root ? LIMITS[_i] : 1,
                root ? "setpriv --reuid=$u --regid=$u --clear-groups" : "", MATCH, root ? CONCURRENCIES[_i] : 1);
    match_has(1, "err", "bushka-match: cannot start ./fake-engine: Resource temporarily unavailable");
    match_has(0, "err", "engine ");
    match_has(0, "games", "abandoned");
    match_shell(
        0, "cd @ && %s -concurrency 8 -pdnout games -resume >out 2>err && %s -concurrency 8 -pdnout whole >out 2>err",
        MATCH, MATCH);
    expect_same_files("games", "whole");
}

/* A program that is gone when it is to be started again, such as one that is being rebuilt, ends the match; it does not
 * lose the games. */
TEST(lack_of_a_program)
{
    static const char MAKE[] =
        "printf '#!/bin/sh\\nrm \"$0\"\\nexec " FAKE_ENGINE " --seed 7\\n' >@/c && chmod 755 @/c";
    match_shell(0, "%s", MAKE);
    match_ends(1, ENGINE_A ENGINE_B "args='--seed 5' -engine cmd=@/c name=C -each nodes=1 -maxmoves 5 -rounds 4 "
                                    "-pdnout @/games -incidents @/incidents");
    match_has(1, "err", "bushka-match: cannot start ");
    match_has(1, "err", "/c: No such file or directory; -resume continues the match\n");
    match_has(0, "games", "abandoned");
}

/* Waits until @/pids names that many processes. */
static void wait_for_pids(int wanted)
{
    for (const int64_t end = clock_ms() + PATIENCE_MS; match_count("pids", "\n") < wanted;) {
        ck_assert_msg(clock_ms() < end, "%d of %d processes", match_count("pids", "\n"), wanted);
        clock_sleep(CHECK_MS * NS_PER_MS);
    }
}

/* Sends these processes a signal, as far as they run. */
static void signal_all(int number)
{
    match_shell(0, "kill -%d $(cat @/pids) 2>/dev/null; true", number);
}

/* Fails the test, and kills them all, unless within that time just `alive` of the first processes in @/pids run, which
 * zombies do not. */
static void expect_running(int alive, int first, int milliseconds)
{
    match_shell(
        0,
        "i=0; until test $(cat $(sed 's|.*|/proc/&/stat|; %dq' @/pids) 2>/dev/null | sed 's/.*) //' | "
        "grep -c '^[^ZX]') = %d; do test $((i += 10)) -lt %d || { kill -9 $(cat @/pids); exit 1; }; sleep 0.01; "
        "done",
        first, alive, milliseconds);
}

static const struct {
    int signal, concurrency;
} END_SIGNALS[] = {{SIGTERM, 1}, {SIGTERM, 8}, {SIGINT, 4}, {SIGHUP, 4}, {SIGKILL, 1}, {SIGKILL, 8}};

/* When engines and runner all get a signal to end, the engines may die first: those games are played again. */
TEST_EACH(ended_with_the_engines, ROWS(END_SIGNALS))
{
    const int concurrency = END_SIGNALS[_i].concurrency;
    const int number = END_SIGNALS[_i].signal;
    const pid_t runner = match_start(UNDISTURBED "-pdnout @/games", concurrency / 2 + 2, concurrency);
    wait_for_pids(2 * concurrency);
    clock_sleep(50 * NS_PER_MS);
    signal_all(number);
    clock_sleep(50 * NS_PER_MS); /* so that the runner notices that first */
    ck_assert_int_eq(shell_end(runner, number), number == SIGKILL ? -1 : 3);
    match_has(0, "err", "engine ");
    expect_resumed(concurrency);
}

/* Makes the engine @/leaving, which leaves a process without a parent behind in its group, and adds that to @/pids. */
static void make_leaving(void)
{
    match_shell(0, "printf '#!/bin/sh\n(trap \"\" TERM; sleep 100 <&- >&- 2>&- & echo $! >>@/pids)\n"
                   "exec " FAKE_ENGINE " $*\n' >@/leaving && chmod 755 @/leaving");
}

/* Engines that ignore every request to end. Those of the first match leave processes behind, and a shell that waits for
 * its engine runs one of them. */
#define STUBBORN "--deaf --delay 20 --pids @/pids"
#define LEAVING                                                                                                        \
    "-engine cmd=sh name=A args='-c \"@/leaving " STUBBORN "; true\"' -engine cmd=@/leaving name=B args='" STUBBORN "'"
static const struct {
    const char *engines;
    int signal, processes; /* of a game */
    int concurrency;
} STICKY[] = {
    {LEAVING, SIGTERM, 4, 1},
    {LEAVING, SIGTERM, 4, 8},
    {ENGINE_A "args='" STUBBORN "' " ENGINE_B "args='" STUBBORN "'", SIGKILL, 2, 1},
    {ENGINE_A "args='" STUBBORN "' " ENGINE_B "args='" STUBBORN "'", SIGKILL, 2, 8},
};

/* No engine outlives the runner, however that ends; and unless the runner is killed, nor does anything that an engine
 * has started in its process group. */
TEST_EACH(nothing_outlives, ROWS(STICKY))
{
    const int number = STICKY[_i].signal, processes = STICKY[_i].processes * STICKY[_i].concurrency;
    make_leaving();
    const pid_t runner = match_start("%s -each nodes=1 -rounds 100 -incidents @/incidents -concurrency %d",
                                     STICKY[_i].engines, STICKY[_i].concurrency);
    wait_for_pids(processes);
    expect_running(processes, processes, 0);
    ck_assert_int_eq(shell_end(runner, number), number == SIGKILL ? -1 : 3);
    expect_running(0, processes, KILLED_MS);
}

/* Nor does what an engine has left behind outlive the engine. */
TEST(nothing_outlives_its_engine)
{
    make_leaving();
    const pid_t runner = match_start(ENGINE_A "args='--delay 20' -engine cmd=@/leaving args='--fault crash --at 2' "
                                              "-each nodes=1 -rounds 100 -incidents @/incidents");
    wait_for_pids(2);
    expect_running(0, 1, PATIENCE_MS);
    ck_assert_int_eq(shell_end(runner, SIGTERM), 3);
}

/* For how long the runner was stopped, with its engines or without them. */
static const struct {
    int concurrency, stopped_ms;
    bool with_engines;
} STOPS[] = {{1, 500, false}, {8, 500, false}, {1, 1500, true}, {8, 1500, true}};

/* That time is on no engine's clock. */
TEST_EACH(stopped, ROWS(STOPS))
{
    const int concurrency = STOPS[_i].concurrency;
    const pid_t runner =
        match_start(ENGINE_A "args='--delay 50 --pids @/pids' " ENGINE_B "args='--delay 50 --pids @/pids' -each st=0.3 "
                             "grace=100 timemargin=50 -rounds %d -maxmoves 5 -concurrency %d -json @/json "
                             "-incidents @/incidents",
                    concurrency, concurrency);
    wait_for_pids(2 * concurrency);
    clock_sleep(70 * NS_PER_MS);
    kill(runner, SIGSTOP);
    if (STOPS[_i].with_engines) {
        signal_all(SIGSTOP);
    }
    clock_sleep(STOPS[_i].stopped_ms * NS_PER_MS);
    signal_all(SIGCONT);
    kill(runner, SIGCONT);
    ck_assert_int_eq(shell_wait(runner), 0);
    match_faults(NULL, 0);
}
