/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "system/signal_watch.h"

#include <stdio.h>
#include <unistd.h>

#include "system/thread.h"

enum { WAKE = SIGUSR1 /* sent to the thread itself, so that it ends */ };

static const struct timespec GRACE = {.tv_sec = SIGNAL_WATCH_GRACE / MS_PER_S,
                                      .tv_nsec = (long)(SIGNAL_WATCH_GRACE % MS_PER_S * NS_PER_MS)};

static void *watch(void *argument)
{
    SignalWatch *const w = argument;
    int signal;
    while (sigwait(&w->signals, &signal) != 0 || (signal == WAKE && !atomic_load(&w->over))) {
    }
    if (atomic_load(&w->over)) {
        return NULL;
    }
    atomic_store(&w->requested, true);
    /* Until the work has ended or has lasted too long. Signals often come twice: from the terminal, and from the script
     * that started the program. */
    sigset_t wake;
    sigemptyset(&wake);
    sigaddset(&wake, WAKE);
    (void)sigtimedwait(&wake, NULL, &GRACE);
    if (!atomic_load(&w->over)) {
        char line[128];
        const int length = snprintf(line, sizeof line, "%s: interrupted\n", w->program);
        (void)!write(STDERR_FILENO, line, length < (int)sizeof line ? (size_t)length : sizeof line - 1);
        _exit(SIGNAL_WATCH_EXIT_CODE);
    }
    return NULL;
}

void signal_watch_begin(SignalWatch *w, const char *program)
{
    static const int ending[] = {SIGINT, SIGTERM, SIGHUP};
    *w = (SignalWatch){.program = program};
    sigemptyset(&w->signals);
    sigaddset(&w->signals, WAKE);
    for (size_t i = 0; i < sizeof ending / sizeof ending[0]; i++) {
        struct sigaction now;
        if (sigaction(ending[i], NULL, &now) == 0 && now.sa_handler != SIG_IGN) {
            sigaddset(&w->signals, ending[i]);
        }
    }
    pthread_sigmask(SIG_BLOCK, &w->signals, NULL);
    w->watching = thread_start_small(&w->thread, watch, w);
    if (!w->watching) {
        pthread_sigmask(SIG_UNBLOCK, &w->signals, NULL);
    }
}

void signal_watch_end(SignalWatch *w)
{
    atomic_store(&w->over, true);
    if (w->watching) {
        pthread_kill(w->thread, WAKE);
        pthread_join(w->thread, NULL);
    }
}
