/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "match/watch.h"

#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "system/clock.h"

enum {
    STACK_BYTES = 256 << 10 /* of the thread, which calls next to nothing */
};

struct Watch {
    const char *program;
    int exit_code;
    sigset_t signals;
    bool watching;        /* there is a thread; else signals do what they do by default, until they are left alone */
    pthread_mutex_t lock; /* of what follows */
    bool left;
    char *file; /* owned */
};

/* Tells the user, unless that could last: nobody may read what goes to the error output. */
static void say_interrupted(const char *program)
{
    struct pollfd errors = {.fd = STDERR_FILENO, .events = POLLOUT};
    if (poll(&errors, 1, 0) == 1 && (errors.revents & POLLOUT) != 0) {
        dprintf(STDERR_FILENO, "%s: interrupted\n", program);
    }
}

static void *wait_for_signal(void *context)
{
    Watch *const w = context;
    int number = 0;
    while (sigwait(&w->signals, &number) != 0) {
    }
    /* Whoever asks whether a signal is pending shall still find it. */
    kill(getpid(), number);
    pthread_mutex_lock(&w->lock);
    if (w->left) {
        pthread_mutex_unlock(&w->lock);
        clock_sleep(WATCH_GRACE_MS * NS_PER_MS);
        pthread_mutex_lock(&w->lock);
    }
    if (w->file != NULL) {
        unlink(w->file);
    }
    say_interrupted(w->program);
    /* Not exit(): the other threads may be anywhere. */
    _exit(w->exit_code);
}

Watch *watch_start(const char *program, int exit_code, Error *e)
{
    Watch *const w = calloc(1, sizeof *w);
    struct sigaction hang_up;
    pthread_attr_t attributes;
    pthread_t thread;
    if (w == NULL) {
        error_set(e, ERROR_MEMORY, "out of memory");
        return NULL;
    }
    w->program = program;
    w->exit_code = exit_code;
    pthread_mutex_init(&w->lock, NULL);
    sigemptyset(&w->signals);
    sigaddset(&w->signals, SIGINT);
    sigaddset(&w->signals, SIGTERM);
    if (sigaction(SIGHUP, NULL, &hang_up) != 0 || hang_up.sa_handler != SIG_IGN) {
        sigaddset(&w->signals, SIGHUP);
    }
    sigprocmask(SIG_BLOCK, &w->signals, NULL);
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    w->watching = pthread_create(&thread, &attributes, wait_for_signal, w) == 0;
    pthread_attr_destroy(&attributes);
    if (w->watching) {
        pthread_detach(thread);
    } else {
        sigprocmask(SIG_UNBLOCK, &w->signals, NULL);
    }
    return w;
}

void watch_leave(Watch *w)
{
    pthread_mutex_lock(&w->lock);
    w->left = true;
    pthread_mutex_unlock(&w->lock);
    if (!w->watching) {
        sigprocmask(SIG_BLOCK, &w->signals, NULL);
    }
}

void watch_file(Watch *w, const char *path)
{
    char *const copy = path != NULL ? strdup(path) : NULL;
    pthread_mutex_lock(&w->lock);
    free(w->file);
    w->file = copy;
    pthread_mutex_unlock(&w->lock);
}

bool watch_interrupted(void)
{
    sigset_t pending;
    return sigpending(&pending) == 0 && (sigismember(&pending, SIGINT) == 1 || sigismember(&pending, SIGTERM) == 1 ||
                                         sigismember(&pending, SIGHUP) == 1);
}
