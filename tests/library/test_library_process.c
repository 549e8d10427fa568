/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Engines of the library leave alone the output, the descriptors and the signals of the process; and what they do
 * without memory. */
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <unistd.h>

#include "library/bushka.h"
#include "support/address_space.h"
#include "support/engine_process.h"
#include "support/heard_lines.h"
#include "support/place.h"
#include "support/test.h"

static int descriptors(void)
{
    int count = 0;
    for (int fd = 0; fd < FD_SETSIZE; fd++) {
        count += fcntl(fd, F_GETFD) >= 0;
    }
    return count;
}

/* An engine has few descriptors, and leaves none behind. */
TEST(no_descriptors_are_left)
{
    const int before = descriptors();
    for (int i = 0; i < 5; i++) {
        HeardLines h;
        heard_engine(&h);
        heard_send(&h, "go nodes 1000");
        ck_assert_int_eq(bushka_wait(h.engine, PATIENCE), BUSHKA_OK);
        ck_assert_int_le(descriptors(), before + 4);
        heard_end(&h);
        ck_assert_int_eq(descriptors(), before);
    }
}

/* Nothing that an engine does shows on the process's own output. */
TEST(silence)
{
    const FilePath path = in(&place, "output");
    HeardLines h;
    const int file = open(path.text, O_WRONLY | O_CREAT, 0600);
    const int output = dup(STDOUT_FILENO), errors = dup(STDERR_FILENO);
    ck_assert(file >= 0 && output >= 0 && errors >= 0);
    dup2(file, STDOUT_FILENO);
    dup2(file, STDERR_FILENO);
    heard_engine(&h);
    heard_talk(&h, "> uci\n> d\n> xyzzy\n> go depth 5\n> perft 4\n> bench depth 2\n> eval");
    const int waited = bushka_wait(h.engine, PATIENCE);
    dup2(output, STDOUT_FILENO);
    dup2(errors, STDERR_FILENO);
    close(file);
    ck_assert_int_eq(waited, BUSHKA_OK);
    ck_assert_int_eq(heard_count(&h, "bestmove *"), 1);
    expect_text(path.text, "");
    heard_end(&h);
}

/* Without memory no engine and no game can be made, and a game stays as it is. */
TEST_EACH(lack_of_memory, SANITIZED ? 0 : 1)
{
    enum { LARGE = 1 << 20 };
    BushkaGame *const g = bushka_game_new(NULL);
    BushkaGame *other = NULL;
    BushkaEngine *few = NULL, *none = NULL;
    HeardLines h;
    uint64_t count = 17;
    int set = BUSHKA_ERROR_MEMORY, counted = BUSHKA_ERROR_MEMORY, commanded = BUSHKA_ERROR_MEMORY;
    heard_engine(&h);
    ck_assert_ptr_nonnull(g);
    ck_assert_int_eq(bushka_game_play(g, "g5f5"), BUSHKA_OK);
    address_space_limit(0);
    void *const large = malloc(LARGE);
    if (large == NULL) {
        few = bushka_new(heard_line, NULL); /* there are still small blocks */
        address_space_use_up();
        none = bushka_new(heard_line, NULL);
        other = bushka_game_new(NULL);
        counted = bushka_game_perft(g, 3, &count);
        commanded = bushka_command(h.engine, "isready");
        set = bushka_game_set(g, "W:We3:Be5");
    }
    address_space_free();
    free(large);
    ck_assert(few == NULL && none == NULL && other == NULL);
    ck_assert_int_eq(counted, BUSHKA_ERROR_MEMORY);
    ck_assert_uint_eq(count, 17);
    ck_assert_int_eq(commanded, BUSHKA_ERROR_MEMORY);
    ck_assert_int_eq(set, BUSHKA_ERROR_MEMORY);
    ck_assert_str_eq(bushka_game_error(g), large == NULL ? "not enough memory for the game" : "");
    ck_assert_int_eq(bushka_game_undo(g), BUSHKA_OK);
    bushka_game_free(g);
    heard_talk(&h, "> isready\nreadyok");
    heard_end(&h);
}

static volatile sig_atomic_t caught_elsewhere;
static pthread_t first_thread;

static void catch (int signal)
{
    (void)signal;
    if (pthread_equal(pthread_self(), first_thread) == 0) {
        caught_elsewhere = 1;
    }
}

/* Called on a thread of the engine: counts the signals that are wrongly blocked or not blocked there. */
static void look_at_signals(HeardLines *h, const char *line)
{
    static const struct {
        int signal, blocked;
    } expected[] = {{SIGSEGV, 0}, {SIGBUS, 0},  {SIGFPE, 0}, {SIGILL, 0}, {SIGABRT, 0}, {SIGTRAP, 0},
                    {SIGSYS, 0},  {SIGTERM, 1}, {SIGINT, 1}, {SIGHUP, 1}, {SIGALRM, 1}, {SIGCHLD, 1}};
    sigset_t blocked;
    (void)line;
    pthread_sigmask(SIG_SETMASK, NULL, &blocked);
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        h->number += sigismember(&blocked, expected[i].signal) != expected[i].blocked;
    }
}

/* Signals to the process come to its own threads alone, on which no more of them are blocked than before. */
TEST(signals)
{
    const struct sigaction action = {.sa_handler = catch};
    sigset_t held, before;
    HeardLines h;
    first_thread = pthread_self();
    sigaction(SIGUSR1, &action, NULL);
    heard_engine(&h);
    pthread_sigmask(SIG_SETMASK, NULL, &held);
    ck_assert_int_eq(sigismember(&held, SIGUSR1), 0);
    h.then = look_at_signals;
    heard_talk(&h, "> setoption name Threads value 2\n> go infinite\ninfo *");
    /* While this thread blocks it, no other one may take it. */
    sigemptyset(&held);
    sigaddset(&held, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &held, &before);
    kill(getpid(), SIGUSR1);
    heard_pause();
    sigset_t pending;
    sigpending(&pending);
    ck_assert_int_eq(sigismember(&pending, SIGUSR1), 1);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    ck_assert_int_eq(caught_elsewhere, 0);
    heard_end(&h);
    ck_assert_int_eq(h.number, 0);
}

SUITE(.with = {&WITH_PLACE});
