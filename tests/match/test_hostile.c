/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The match runner among engines and circumstances that are against it: what an engine does wrong costs its own game
 * only, and what happens to the runner costs no engine anything. */
#include <dirent.h>
#include <errno.h>
#include <pwd.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/engine_process.h"
#include "support/match_process.h"
#include "support/shell.h"
#include "support/test.h"
#include "system/clock.h"

#define ENGINE "-engine cmd=" FAKE_ENGINE " name="

enum {
    ARGUMENTS_SIZE = 2048,
    LOOK_MS = 2,
    PATIENCE_MS = 20000, /* for what must happen at all, on a busy machine too */
    KILLED_MS = 2000,    /* for what was killed to be gone */
    PIDS_MAX = 64,
    GAMES = 8,
    /* An innocent engine takes 20 ms and may take this on a busy machine: less than the runner once waited for
     * another's end. Under a sanitizer processes take long to start, and keep the others waiting. */
    INNOCENT_MS = SANITIZED ? 1000 : 150,
    INNOCENT_LIMIT_MS = 100,
    USER_FIRST = 20000, /* of the numbers among which a user is looked for who has no process */
    USER_COUNT = 40000,
    DECIMAL = 10,
    LINE_SIZE = 256
};

static const int CONCURRENCIES[] = {1, 4, 8};

enum { CONCURRENCY_COUNT = (int)(sizeof CONCURRENCIES / sizeof CONCURRENCIES[0]) };

static Place place;

static void set_up(void)
{
    place = place_make();
}

static void tear_down(void)
{
    place_remove(&place);
}

/* Fails the test unless the counter stands that often with that value in the summary. */
static void expect_counter(const char *counter, int value, int times)
{
    char text[ARGUMENTS_SIZE];
    snprintf(text, sizeof text, "\"%s\": %d", counter, value);
    char *const said = match_read(&place, "err");
    ck_assert_msg(match_count(&place, "json", text) == times, "not %d times %s: %s", times, text, said);
    free(said);
}

/* Fails the test unless the only faults of the match are that many of one kind, by one of the engines. */
static void expect_only(const char *counter, int value, int engines)
{
    const char *const all[] = {"crashes", "stalls", "time_losses", "illegal_moves", "protocol_errors", "illegal_lines"};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        const bool wanted = value > 0 && strcmp(all[i], counter) == 0;
        expect_counter(all[i], 0, wanted ? engines - 1 : engines);
    }
    if (value > 0) {
        expect_counter(counter, value, 1);
    }
}

/* An engine that breaks the protocol after its move, as its opponent thinks that long, and the one name of that. */
static const struct {
    const char *fault, *what;
    int opponent_ms;
} BREACHES[] = {
    {"again", "protocol error: bestmove without a search", 0},
    {"again", "protocol error: bestmove without a search", 20},
    {"again", "protocol error: bestmove without a search", 120},
    {"twomoves", "protocol error: bestmove without a search", 0},
    {"twomoves", "protocol error: bestmove without a search", 120},
    {"babble", "protocol error: a line without an end", 0},
    {"babble", "protocol error: a line without an end", 120},
};

enum { BREACH_COUNT = (int)(sizeof BREACHES / sizeof BREACHES[0]) };

/* Whenever it comes, it loses that game and no other, under that name, and harms nobody. */
TEST_EACH(test_breach, BREACH_COUNT *CONCURRENCY_COUNT)
{
    char text[ARGUMENTS_SIZE];
    const int concurrency = CONCURRENCIES[_i / BREACH_COUNT];
    const char *const what = BREACHES[_i % BREACH_COUNT].what;
    snprintf(text, sizeof text,
             ENGINE "A args='--info --delay %d' " ENGINE "B args='--fault %s --at 2' -each nodes=1 -rounds %d "
                    "-concurrency %d -json @/json -pdnout @/games -incidents @/incidents",
             BREACHES[_i % BREACH_COUNT].opponent_ms, BREACHES[_i % BREACH_COUNT].fault, GAMES / 2, concurrency);
    ck_assert_int_eq(match_run(&place, text), 0);
    expect_only("protocol_errors", GAMES, 2);
    ck_assert_int_eq(match_count(&place, "json", "\"wins\": 8"), 1);
    snprintf(text, sizeof text, "engine B: %s; see", what);
    ck_assert_int_eq(match_count(&place, "err", text), GAMES);
    ck_assert_int_eq(match_files(&place, "incidents"), GAMES);
}

/* Written after the last move of a game it counts in the next, under the same name. */
TEST_EACH(test_breach_between_games, CONCURRENCY_COUNT)
{
    char text[ARGUMENTS_SIZE];
    snprintf(text, sizeof text,
             ENGINE "A " ENGINE "B args='--fault again --at 2' -each nodes=1 -rounds %d -maxmoves 6 -concurrency %d "
                    "-json @/json -incidents @/incidents",
             GAMES, CONCURRENCIES[_i]);
    ck_assert_int_eq(match_run(&place, text), 0);
    const int lost = match_count(&place, "err", "engine B: protocol error: bestmove without a search; see");
    ck_assert_int_ge(lost, 1);
    expect_only("protocol_errors", lost, 2);
}

/* An engine that plays its last move once more is not one that speaks twice. */
TEST(test_stuck)
{
    ck_assert_int_eq(match_run(&place, ENGINE "A " ENGINE "B args='--fault stuck' -each nodes=1 grace=100 -rounds 2 "
                                              "-concurrency 2 -json @/json -incidents @/incidents"),
                     0);
    expect_only("illegal_moves", 4, 2);
}

/* Blanks around lines mean nothing. */
TEST(test_blanks)
{
    static const char REST[] = " -each nodes=1 option.Seed=4 -rounds 3 -pdnout @/";
    char text[ARGUMENTS_SIZE];
    snprintf(text, sizeof text, ENGINE "A args=--info " ENGINE "B args=--info %splain", REST);
    ck_assert_int_eq(match_run(&place, text), 0);
    snprintf(text, sizeof text, ENGINE "A args='--info --blanks' " ENGINE "B args='--blanks --info' %sblanks", REST);
    ck_assert_int_eq(match_run(&place, text), 0);
    ck_assert_int_eq(match_count(&place, "err", "has no option"), 0);
    /* The games, without the tags that tell of the arguments. */
    ck_assert_int_eq(match_shell(&place, "for f in plain blanks; do grep -v 'Engine' @/$f >@/$f.games; done"), 0);
    match_same(&place, "plain.games", "blanks.games");
}

/* How an engine ends in a match of innocent ones. */
static const char *const NUISANCES[] = {"--deaf", "--fault crash --at 2", "--fault close --at 1",
                                        "--deaf --fault illegal --at 2", "--fault again --at 2"};

enum { NUISANCE_COUNT = (int)(sizeof NUISANCES / sizeof NUISANCES[0]) };

/* The others do not pay for it with time, though several games are played by one thread. */
TEST_EACH(test_innocent, NUISANCE_COUNT *CONCURRENCY_COUNT)
{
    static const char INNOCENT[] = "args='--delay 20'";
    char text[ARGUMENTS_SIZE];
    const int concurrency = CONCURRENCIES[_i / NUISANCE_COUNT];
    const int rounds = concurrency == 1 ? 1 : 4;
    snprintf(text, sizeof text,
             ENGINE "A %s " ENGINE "B %s " ENGINE "C args='%s' -each st=0.1 timemargin=%d -rounds %d -maxmoves 6 "
                    "-concurrency %d -json @/json -incidents @/incidents",
             INNOCENT, INNOCENT, NUISANCES[_i % NUISANCE_COUNT], INNOCENT_MS - INNOCENT_LIMIT_MS, rounds, concurrency);
    ck_assert_int_eq(match_run(&place, text), 0);
    expect_counter("games", 6 * rounds, 1);
    expect_counter("time_losses", 0, 3);
    ck_assert_int_eq(match_count(&place, "err", "engine A"), 0);
    ck_assert_int_eq(match_count(&place, "err", "engine B"), 0);
}

/* Writes the words of a match that must not be falsified by what happens to the runner. */
static void write_match(char words[ARGUMENTS_SIZE], int concurrency, const char *rest)
{
    snprintf(words, ARGUMENTS_SIZE,
             ENGINE "A args='--delay 4 --pids @/pids' " ENGINE "B args='--delay 3 --seed 5 --pids @/pids' "
                    "-each nodes=1 -maxmoves 25 -incidents @/incidents -rounds %d -concurrency %d -pdnout %s",
             concurrency + 2, concurrency, rest);
}

/* What is left of the match is played as if nothing had been. */
static void expect_resumed(int concurrency)
{
    char text[ARGUMENTS_SIZE];
    ck_assert_int_eq(match_count(&place, "games", "abandoned"), 0);
    ck_assert_int_eq(match_count(&place, "games", "stalled"), 0);
    write_match(text, concurrency, "@/games -resume");
    ck_assert_int_eq(match_run(&place, text), 0);
    write_match(text, concurrency, "@/whole");
    ck_assert_int_eq(match_run(&place, text), 0);
    match_same(&place, "games", "whole");
}

/* Without descriptors the match ends, with the reason. */
TEST_EACH(test_want_of_descriptors, CONCURRENCY_COUNT)
{
    static const int LIMITS[CONCURRENCY_COUNT] = {12, 22, 22};
    char words[ARGUMENTS_SIZE];
    char text[ARGUMENTS_SIZE];
    write_match(text, CONCURRENCIES[_i], "@/games");
    snprintf(words, sizeof words, "exec prlimit --nofile=%d", LIMITS[_i]);
    ck_assert_int_eq(shell_wait(match_start_after(&place, words, text)), 1);
    snprintf(text, sizeof text, "bushka-match: cannot start a process: %s; -resume", strerror(EMFILE));
    ck_assert_int_eq(match_count(&place, "err", text), 1);
    ck_assert_int_eq(match_count(&place, "err", "engine "), 0);
    expect_resumed(CONCURRENCIES[_i]);
}

/* True when the user has a process. */
static bool is_busy(uid_t user)
{
    bool busy = false;
    DIR *const processes = opendir("/proc");
    ck_assert_ptr_nonnull(processes);
    for (const struct dirent *entry; !busy && (entry = readdir(processes)) != NULL;) {
        char path[LINE_SIZE];
        struct stat info;
        snprintf(path, sizeof path, "/proc/%.32s", entry->d_name);
        busy = strspn(entry->d_name, "0123456789") > 0 && stat(path, &info) == 0 && info.st_uid == user;
    }
    closedir(processes);
    return busy;
}

/* A user who has neither a name nor a process, another one for each process that asks: other runs of this test on the
 * machine must not use up what is allowed to this one. */
static uid_t unused_user(void)
{
    const uid_t first = (uid_t)getpid() % USER_COUNT;
    for (uid_t i = 0; i < USER_COUNT; i++) {
        const uid_t user = USER_FIRST + (first + i) % USER_COUNT;
        if (getpwuid(user) == NULL && !is_busy(user)) {
            return user;
        }
    }
    ck_abort_msg("every user from %d on has processes", (int)USER_FIRST);
}

/* Nor without processes. The limit does not bind root, who becomes somebody else for it; another user has processes
 * enough already. */
TEST_EACH(test_want_of_processes, CONCURRENCY_COUNT)
{
    static const int LIMITS[CONCURRENCY_COUNT] = {3, 5, 10};
    static const char MATCH[] = "./bushka-match -engine cmd=./fake-engine name=A -engine cmd=./fake-engine name=B "
                                "-each nodes=1 -rounds 20 -incidents incidents";
    const bool root = geteuid() == 0;
    char text[ARGUMENTS_SIZE];
    char user[ARGUMENTS_SIZE / 2] = "";
    if (root) {
        const unsigned long number = (unsigned long)unused_user();
        snprintf(user, sizeof user, "setpriv --reuid=%lu --regid=%lu --clear-groups", number, number);
    }
    snprintf(text, sizeof text, "cp %s %s %s/ && chmod 777 %s", MATCH_BINARY, FAKE_ENGINE, place.path, place.path);
    ck_assert_int_eq(shell_run(text), 0);
    snprintf(text, sizeof text,
             "cd %s && exec prlimit --nproc=%d %s %s -concurrency %d -pdnout games >out 2>err </dev/null", place.path,
             root ? LIMITS[_i] : 1, user, MATCH, root ? CONCURRENCIES[_i] : 1);
    ck_assert_int_eq(shell_run(text), 1);
    ck_assert_int_eq(
        match_count(&place, "err", "bushka-match: cannot start a process: Resource temporarily unavailable"), 1);
    ck_assert_int_eq(match_count(&place, "err", "engine "), 0);
    ck_assert_int_eq(match_count(&place, "games", "abandoned"), 0);
    snprintf(text, sizeof text, "cd %s && %s -pdnout games -resume >out 2>err && %s -pdnout whole >out 2>err",
             place.path, MATCH, MATCH);
    ck_assert_int_eq(shell_run(text), 0);
    match_same(&place, "games", "whole");
}

/* Waits until the file names that many processes, and reads them. */
static int read_pids(const char *name, int wanted, pid_t pids[PIDS_MAX])
{
    int count = 0;
    for (int ms = 0; count < wanted; ms += LOOK_MS) {
        char *const text = match_read(&place, name);
        count = 0;
        for (char *line = text; *line != '\0' && strchr(line, '\n') != NULL && count < PIDS_MAX; count++) {
            pids[count] = (pid_t)strtol(line, NULL, DECIMAL);
            line = strchr(line, '\n') + 1;
        }
        free(text);
        ck_assert_msg(ms < PATIENCE_MS, "%d of %d processes in %s", count, wanted, name);
        clock_sleep(LOOK_MS * NS_PER_MS);
    }
    return count;
}

/* True when the process runs. One that has ended but was not waited for does not. */
static bool runs(pid_t pid)
{
    char path[LINE_SIZE];
    char line[LINE_SIZE] = "";
    snprintf(path, sizeof path, "/proc/%ld/stat", (long)pid);
    FILE *const file = fopen(path, "r");
    if (file == NULL) {
        return false;
    }
    const bool read = fgets(line, sizeof line, file) != NULL;
    fclose(file);
    const char *const state = strrchr(line, ')');
    return read && state != NULL && strncmp(state, ") Z", 3) != 0 && strncmp(state, ") X", 3) != 0;
}

static int count_running(const pid_t *pids, int count)
{
    int running = 0;
    for (int i = 0; i < count; i++) {
        running += runs(pids[i]) ? 1 : 0;
    }
    return running;
}

static void signal_all(const pid_t *pids, int count, int number)
{
    for (int i = 0; i < count; i++) {
        kill(pids[i], number);
    }
}

static const int END_SIGNALS[] = {SIGTERM, SIGINT, SIGHUP, SIGKILL};

enum { END_SIGNAL_COUNT = (int)(sizeof END_SIGNALS / sizeof END_SIGNALS[0]) };

/* Where engines and runner are asked to end, the engines may die first: those games are played again. */
TEST_EACH(test_ended_with_the_engines, END_SIGNAL_COUNT *CONCURRENCY_COUNT)
{
    char text[ARGUMENTS_SIZE];
    pid_t pids[PIDS_MAX];
    const int concurrency = CONCURRENCIES[_i / END_SIGNAL_COUNT];
    const int number = END_SIGNALS[_i % END_SIGNAL_COUNT];
    write_match(text, concurrency, "@/games");
    const pid_t runner = match_start(&place, text);
    const int count = read_pids("pids", 2 * concurrency, pids);
    clock_sleep(50 * NS_PER_MS);
    signal_all(pids, count, number);
    clock_sleep(50 * NS_PER_MS);
    ck_assert_int_eq(match_signal(runner, number), number == SIGKILL ? -1 : 3);
    ck_assert_int_eq(match_count(&place, "err", "engine "), 0);
    expect_resumed(concurrency);
}

/* How an engine may end as if by somebody else, and what is said of it when the runner lives on. */
static const struct {
    const char *fault, *what;
} ENDS[] = {
    {"term", "crash in its search: signal 15"},
    {"int", "crash in its search: signal 2"},
    {"hup", "crash in its search: signal 1"},
    {"kill", "crash in its search: signal 9"},
    {"shellterm", "crash in its search: exit code 143"},
};

TEST_EACH(test_ended_alone, ROWS(ENDS))
{
    char text[ARGUMENTS_SIZE];
    snprintf(text, sizeof text,
             ENGINE "A " ENGINE "B args='--fault %s' -each nodes=1 -rounds 4 -concurrency 8 -json @/json "
                    "-incidents @/incidents",
             ENDS[_i].fault);
    ck_assert_int_eq(match_run(&place, text), 0);
    expect_only("crashes", GAMES, 2);
    ck_assert_int_eq(match_count(&place, "err", ENDS[_i].what), GAMES);
}

/* Engines that heed no sign to end; the first match has them behind a shell that waits for them, and they leave
 * processes behind. */
static const struct {
    const char *engines;
    int signal, processes; /* of a game */
} STICKY[] = {
    {"-engine cmd=sh name=A args='-c \"" FAKE_ENGINE " --deaf --delay 20 --pids @/pids --leave @/pids; true\"' " ENGINE
     "B args='--deaf --delay 20 --pids @/pids --leave @/pids'",
     SIGTERM, 4},
    {ENGINE "A args='--deaf --delay 20 --pids @/pids' " ENGINE "B args='--deaf --delay 20 --pids @/pids'", SIGKILL, 2},
};

/* No engine outlives the runner, however that ends, nor what it started in its process group where the runner is not
 * killed. */
TEST_EACH(test_nothing_outlives, ROWS(STICKY) * CONCURRENCY_COUNT)
{
    char text[ARGUMENTS_SIZE];
    pid_t pids[PIDS_MAX];
    const int concurrency = CONCURRENCIES[_i / ROWS(STICKY)];
    const int number = STICKY[_i % ROWS(STICKY)].signal;
    snprintf(text, sizeof text, "%s -each nodes=1 -rounds 100 -incidents @/incidents -concurrency %d",
             STICKY[_i % ROWS(STICKY)].engines, concurrency);
    const pid_t runner = match_start(&place, text);
    const int count = read_pids("pids", STICKY[_i % ROWS(STICKY)].processes * concurrency, pids);
    ck_assert_int_eq(count_running(pids, count), count);
    ck_assert_int_eq(match_signal(runner, number), number == SIGKILL ? -1 : 3);
    for (int ms = 0; ms < KILLED_MS && count_running(pids, count) > 0; ms += LOOK_MS) {
        clock_sleep(LOOK_MS * NS_PER_MS);
    }
    const int left = count_running(pids, count);
    signal_all(pids, left > 0 ? count : 0, SIGKILL);
    ck_assert_int_eq(left, 0);
}

/* Nor does what an engine left behind outlive the engine. */
TEST(test_nothing_outlives_its_engine)
{
    pid_t pids[PIDS_MAX];
    const pid_t runner = match_start(&place, ENGINE "A args='--delay 20 --pids @/engines' " ENGINE
                                                    "B args='--fault crash --at 2 --leave @/pids' -each nodes=1 "
                                                    "-rounds 100 -incidents @/incidents");
    read_pids("pids", 2, pids);
    const bool gone = !runs(pids[0]);
    ck_assert_int_eq(match_signal(runner, SIGTERM), 3);
    ck_assert(gone);
}

/* Time in which the runner was stopped, with its engines or without them, is on nobody's clock. */
TEST_EACH(test_stopped, 2 * CONCURRENCY_COUNT)
{
    static const int STOPPED_MS[] = {500, 1500};
    char text[ARGUMENTS_SIZE];
    pid_t pids[PIDS_MAX];
    const int concurrency = CONCURRENCIES[_i / 2];
    snprintf(text, sizeof text,
             ENGINE "A args='--delay 50 --pids @/pids' " ENGINE
                    "B args='--delay 50 --pids @/pids' -each st=0.3 grace=100 "
                    "timemargin=50 -rounds %d -maxmoves 5 -concurrency %d -json @/json -incidents @/incidents",
             concurrency, concurrency);
    const pid_t runner = match_start(&place, text);
    const int count = read_pids("pids", 2 * concurrency, pids);
    clock_sleep(70 * NS_PER_MS);
    kill(runner, SIGSTOP);
    signal_all(pids, _i % 2 == 1 ? count : 0, SIGSTOP);
    clock_sleep(STOPPED_MS[_i % 2] * NS_PER_MS);
    signal_all(pids, count, SIGCONT);
    kill(runner, SIGCONT);
    ck_assert_int_eq(shell_wait(runner), 0);
    expect_only("", 0, 2);
}

SUITE(.set_up = set_up, .tear_down = tear_down);
