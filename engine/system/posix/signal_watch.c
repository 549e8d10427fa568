/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "system/signal_watch.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "system/clock.h"
#include "system/thread.h"

enum {
    WAKE = SIGUSR1, /* sent to the thread to end it */
    CHECK_MS = 2    /* between two checks whether the work has ended */
};

static const int ENDING[] = {SIGINT, SIGTERM, SIGHUP};
enum { ENDING_COUNT = sizeof ENDING / sizeof ENDING[0] };

/* The signals that are waited for. */
static sigset_t signals_of(const SignalWatch *w)
{
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, WAKE);
    for (int i = 0; i < ENDING_COUNT; i++) {
        if ((w->handled >> i & 1) != 0) {
            sigaddset(&signals, ENDING[i]);
        }
    }
    return signals;
}

/* Prints the message, unless that could block: standard error may be a full pipe. */
static void print_interrupted(const char *program)
{
    struct pollfd errors = {.fd = STDERR_FILENO, .events = POLLOUT};
    if (poll(&errors, 1, 0) == 1 && (errors.revents & POLLOUT) != 0) {
        dprintf(STDERR_FILENO, "%s: interrupted\n", program);
    }
}

/* Waits until the work has ended or its time is over. A second signal changes nothing, since signals often come twice:
 * from the terminal, and from the script that started the program. */
static void wait_for_end(const SignalWatch *w)
{
    const Nanoseconds end = clock_now() + atomic_load(&w->grace) * NS_PER_MS;
    while (!atomic_load(&w->over) && clock_now() < end) {
        clock_sleep(CHECK_MS * NS_PER_MS);
    }
}

static void *watch(void *argument)
{
    SignalWatch *const w = argument;
    const sigset_t signals = signals_of(w);
    int number;
    while (sigwait(&signals, &number) != 0 || (number == WAKE && !atomic_load(&w->over))) {
    }
    if (atomic_load(&w->over)) {
        return NULL;
    }
    atomic_store(&w->requested, true);
    kill(getpid(), number); /* so that signal_watch_pending() still finds it */
    wait_for_end(w);
    if (atomic_load(&w->over)) {
        return NULL;
    }
    print_interrupted(w->program);
    /* Not exit(): the other threads may be anywhere. */
    _exit(SIGNAL_WATCH_EXIT_CODE);
}

void signal_watch_begin(SignalWatch *w, const char *program, bool always)
{
    *w = (SignalWatch){.program = program};
    atomic_init(&w->grace, SIGNAL_WATCH_GRACE);
    struct sigaction now;
    for (int i = 0; i < ENDING_COUNT; i++) {
        if ((always && ENDING[i] != SIGHUP) || (sigaction(ENDING[i], NULL, &now) == 0 && now.sa_handler != SIG_IGN)) {
            w->handled |= 1U << i;
        }
    }
    const sigset_t signals = signals_of(w);
    pthread_sigmask(SIG_BLOCK, &signals, NULL);
    w->watching = thread_start(&w->thread, watch, w);
    if (!w->watching) {
        pthread_sigmask(SIG_UNBLOCK, &signals, NULL);
    }
}

bool signal_watch_pending(void)
{
    sigset_t pending;
    bool any = false;
    if (sigpending(&pending) == 0) {
        for (int i = 0; i < ENDING_COUNT; i++) {
            any = any || sigismember(&pending, ENDING[i]) == 1;
        }
    }
    return any;
}

void signal_watch_end(SignalWatch *w)
{
    atomic_store(&w->over, true);
    if (w->watching) {
        pthread_kill(w->thread, WAKE);
        pthread_join(w->thread, NULL);
    }
}
