/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* pipe2(): a pipe that no other thread's child can inherit */
#include "match/child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "match/config.h"
#include "match/guard.h"
#include "system/clock.h"

enum {
    READ_END = 0,
    WRITE_END = 1,
    PIPES = STDERR_FILENO + 1,
    GUARD_WORDS = CONFIG_ARGUMENTS_MAX + 3, /* its name, the directory, NULL */
    DESCRIPTORS_MAX = 65536                 /* closed one by one where no other way remains */
};

/* This program, also when its file was replaced since. */
static const char SELF[] = "/proc/self/exe";

Child child_none(void)
{
    const Child none = {.state = CHILD_NONE, .control = -1, .input = -1, .output = -1, .errors = -1};
    return none;
}

static void close_end(int *fd)
{
    if (*fd >= 0) {
        close(*fd);
        *fd = -1;
    }
}

/* True for an errno that means a shortage of the system, and not a fault of the program that was to be started. */
static bool is_shortage(int why)
{
    return why == EMFILE || why == ENFILE || why == EAGAIN || why == ENOMEM || why == ENOBUFS;
}

/* The forked process becomes the guard: only what is safe between fork and exec. ends[i] is what becomes descriptor
 * i. Where the program cannot be executed again, the guard runs as it is. */
static void become_guard(const int ends[PIPES], int control, char *const *words)
{
    bool wired = true;
    for (int i = 0; i < PIPES; i++) {
        wired = wired && dup2(ends[i], i) >= 0;
    }
    wired = wired && (control == GUARD_CONTROL ? fcntl(control, F_SETFD, 0) == 0 : dup2(control, GUARD_CONTROL) >= 0);
    if (!wired) {
        _exit(1); /* the runner notices that the guard is lost */
    }
    execv(SELF, words);
    if (is_shortage(errno)) {
        const GuardMessage message = {.event = GUARD_FAILED, .value = errno};
        (void)!send(GUARD_CONTROL, &message, sizeof message, MSG_NOSIGNAL);
        _exit(1);
    }
    for (int fd = GUARD_CONTROL + 1; fd < DESCRIPTORS_MAX; fd++) {
        close(fd);
    }
    _exit(guard_run(words));
}

static bool unblock(int fd)
{
    const int flags = fcntl(fd, F_GETFL);
    return flags >= 0 && fcntl(fd, F_SETFL, flags | O_NONBLOCK) == 0;
}

static void close_pair(int pair[2])
{
    close_end(&pair[READ_END]);
    close_end(&pair[WRITE_END]);
}

/* The words of a guard's command line. */
static void make_words(char *const *arguments, const char *directory, const char *words[GUARD_WORDS])
{
    int n = 0;
    words[n++] = GUARD_NAME;
    words[n++] = directory != NULL ? directory : "";
    for (int i = 0; arguments[i] != NULL; i++) {
        words[n++] = arguments[i];
    }
    words[n] = NULL;
}

ErrorCode child_start(Child *c, char *const *arguments, const char *directory, Error *e)
{
    int pipes[PIPES][2] = {{-1, -1}, {-1, -1}, {-1, -1}};
    int sockets[2] = {-1, -1};
    const char *words[GUARD_WORDS];
    *c = child_none();
    make_words(arguments, directory, words);
    bool good = socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sockets) == 0;
    for (int i = 0; i < PIPES; i++) {
        good = good && pipe2(pipes[i], O_CLOEXEC) == 0 && unblock(pipes[i][i == STDIN_FILENO ? WRITE_END : READ_END]);
    }
    const pid_t pid = good ? fork() : -1;
    if (pid < 0) {
        const int why = errno;
        close_pair(sockets);
        for (int i = 0; i < PIPES; i++) {
            close_pair(pipes[i]);
        }
        return error_set(e, ERROR_MEMORY, "cannot start a process: %s", strerror(why));
    }
    if (pid == 0) {
        const int ends[PIPES] = {pipes[STDIN_FILENO][READ_END], pipes[STDOUT_FILENO][WRITE_END],
                                 pipes[STDERR_FILENO][WRITE_END]};
        become_guard(ends, sockets[WRITE_END], (char *const *)words);
    }
    c->state = CHILD_STARTING;
    c->control = sockets[READ_END];
    c->input = pipes[STDIN_FILENO][WRITE_END];
    c->output = pipes[STDOUT_FILENO][READ_END];
    c->errors = pipes[STDERR_FILENO][READ_END];
    close(sockets[WRITE_END]);
    close(pipes[STDIN_FILENO][READ_END]);
    close(pipes[STDOUT_FILENO][WRITE_END]);
    close(pipes[STDERR_FILENO][WRITE_END]);
    return error_clear(e);
}

/* What one message of the guard changes. */
static void take_message(Child *c, const GuardMessage *m)
{
    if (m->event == GUARD_STARTED) {
        c->state = CHILD_RUNNING;
        c->pid = (pid_t)m->value;
    } else {
        c->state = m->event == GUARD_FAILED ? CHILD_FAILED : CHILD_ENDED;
        c->detail = m->value;
    }
}

void child_listen(Child *c)
{
    GuardMessage m;
    while (c->control >= 0) {
        const ssize_t n = recv(c->control, &m, sizeof m, MSG_DONTWAIT);
        if (n == (ssize_t)sizeof m) {
            take_message(c, &m);
        } else if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
            return;
        } else if (n >= 0 || errno != EINTR) {
            /* A guard that never reported its engine could itself not be started. */
            close_end(&c->control);
            c->detail = c->state == CHILD_STARTING ? EAGAIN : c->detail;
            c->state = c->state == CHILD_STARTING ? CHILD_FAILED : c->state == CHILD_RUNNING ? CHILD_LOST : c->state;
        }
    }
}

ErrorCode child_failure(const Child *c, char *const *arguments, const char *directory, Error *e)
{
    if (is_shortage(c->detail)) {
        return error_set(e, ERROR_MEMORY, "cannot start a process: %s", strerror(c->detail));
    }
    return error_set(e, ERROR_SYNTAX, "cannot start %s%s%s: %s", arguments[0], directory != NULL ? " in " : "",
                     directory != NULL ? directory : "", strerror(c->detail));
}

void child_status_text(const Child *c, char text[CHILD_STATUS_SIZE])
{
    if (c->state == CHILD_LOST) {
        snprintf(text, CHILD_STATUS_SIZE, "its guard was killed");
    } else if (c->state != CHILD_ENDED) {
        snprintf(text, CHILD_STATUS_SIZE, "still running");
    } else if (WIFSIGNALED(c->detail)) {
        snprintf(text, CHILD_STATUS_SIZE, "signal %d", WTERMSIG(c->detail));
    } else {
        snprintf(text, CHILD_STATUS_SIZE, "exit code %d", WEXITSTATUS(c->detail));
    }
}

/* Room for so many at first. */
enum { CAPACITY_FIRST = 8 };

/* Closes what is open, whatever is left; a guard that still runs kills at once. */
static void close_all(Child *c)
{
    close_end(&c->control);
    close_end(&c->input);
    close_end(&c->output);
    close_end(&c->errors);
    c->state = CHILD_NONE;
}

/* Has the child killed, with all its descendants, at once or, `patiently`, when it does not end by itself within
 * GUARD_QUIT_MS. It is gone when is_gone() says so. */
static void dismiss(Child *c, bool patiently)
{
    const char order = patiently ? GUARD_QUIT : GUARD_KILL;
    close_end(&c->input);
    if (!patiently) {
        close_end(&c->output);
        close_end(&c->errors);
    }
    if (c->control >= 0) {
        /* A guard that can no longer be reached has ended. */
        (void)!send(c->control, &order, sizeof order, MSG_NOSIGNAL | MSG_DONTWAIT);
    }
}

/* True when nothing of the child is left, or it is CHILD_NONE. All descriptors are closed then. */
static bool is_gone(Child *c)
{
    child_listen(c);
    if (c->control >= 0) {
        return false;
    }
    close_all(c);
    return true;
}

/* Makes room for one more; false without memory. */
static bool grow(Reaper *r)
{
    if (r->count < r->capacity) {
        return true;
    }
    const int capacity = r->capacity > 0 ? 2 * r->capacity : CAPACITY_FIRST;
    Child *const grown = realloc(r->children, (size_t)capacity * sizeof *grown);
    if (grown == NULL) {
        return false;
    }
    r->children = grown;
    r->capacity = capacity;
    return true;
}

void reaper_take(Reaper *r, Child *c, bool patiently)
{
    reaper_sweep(r);
    if (c->state != CHILD_NONE && grow(r)) {
        dismiss(c, patiently);
        r->children[r->count++] = *c;
    } else {
        close_all(c);
    }
    *c = child_none();
}

void reaper_sweep(Reaper *r)
{
    int left = 0;
    for (int i = 0; i < r->count; i++) {
        if (!is_gone(&r->children[i])) {
            r->children[left++] = r->children[i];
        }
    }
    r->count = left;
}

void reaper_finish(Reaper *r)
{
    const Nanoseconds end = clock_now() + (GUARD_QUIT_MS + GUARD_KILL_MS) * NS_PER_MS;
    for (reaper_sweep(r); r->count > 0; reaper_sweep(r)) {
        const Nanoseconds left = end - clock_now();
        if (left <= 0) {
            break;
        }
        struct pollfd guard = {.fd = r->children[0].control, .events = POLLIN};
        poll(&guard, 1, (int)(left / NS_PER_MS) + 1);
    }
    for (int i = 0; i < r->count; i++) {
        close_all(&r->children[i]);
    }
    free(r->children);
    *r = (Reaper){.count = 0};
}
