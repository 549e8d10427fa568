/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* pipe2(): a pipe that no other thread's child can inherit */
#include "match/child.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "match/config.h"
#include "match/guard.h"

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

/* True for an errno that tells of a want of the system, and not of the program that was to be started. */
static bool is_want(int why)
{
    return why == EMFILE || why == ENFILE || why == EAGAIN || why == ENOMEM || why == ENOBUFS;
}

/* The forked process becomes the guard: only what is safe between fork and exec. ends[i] is what becomes descriptor
 * i. Where the program cannot be executed anew, the guard runs as it is. */
static void become_guard(const int ends[PIPES], int control, char *const *words)
{
    bool wired = true;
    for (int i = 0; i < PIPES; i++) {
        wired = wired && dup2(ends[i], i) >= 0;
    }
    wired = wired && (control == GUARD_CONTROL ? fcntl(control, F_SETFD, 0) == 0 : dup2(control, GUARD_CONTROL) >= 0);
    if (!wired) {
        _exit(1); /* the runner hears that the guard is lost */
    }
    execv(SELF, words);
    if (is_want(errno)) {
        const GuardMessage message = {.news = GUARD_FAILED, .value = errno};
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
static void take_news(Child *c, const GuardMessage *m)
{
    if (m->news == GUARD_STARTED) {
        c->state = CHILD_RUNNING;
        c->pid = (pid_t)m->value;
    } else {
        c->state = m->news == GUARD_FAILED ? CHILD_FAILED : CHILD_ENDED;
        c->detail = m->value;
    }
}

void child_listen(Child *c)
{
    GuardMessage m;
    while (c->control >= 0) {
        const ssize_t n = recv(c->control, &m, sizeof m, MSG_DONTWAIT);
        if (n == (ssize_t)sizeof m) {
            take_news(c, &m);
        } else if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
            return;
        } else if (n >= 0 || errno != EINTR) {
            /* A guard that never told of its engine was itself not to be had. */
            close_end(&c->control);
            c->detail = c->state == CHILD_STARTING ? EAGAIN : c->detail;
            c->state = c->state == CHILD_STARTING ? CHILD_FAILED : c->state == CHILD_RUNNING ? CHILD_LOST : c->state;
        }
    }
}

ErrorCode child_failure(const Child *c, char *const *arguments, const char *directory, Error *e)
{
    if (is_want(c->detail)) {
        return error_set(e, ERROR_MEMORY, "cannot start a process: %s", strerror(c->detail));
    }
    return error_set(e, ERROR_SYNTAX, "cannot start %s%s%s: %s", arguments[0], directory != NULL ? " in " : "",
                     directory != NULL ? directory : "", strerror(c->detail));
}

void child_close_input(Child *c)
{
    close_end(&c->input);
}

void child_dismiss(Child *c, bool patiently)
{
    const char order = patiently ? GUARD_QUIT : GUARD_KILL;
    close_end(&c->input);
    if (!patiently) {
        close_end(&c->output);
        close_end(&c->errors);
    }
    if (c->control >= 0) {
        /* A guard that does not hear it any more has ended. */
        (void)!send(c->control, &order, sizeof order, MSG_NOSIGNAL | MSG_DONTWAIT);
    }
}

bool child_gone(Child *c)
{
    child_listen(c);
    if (c->control >= 0) {
        return false;
    }
    child_close(c);
    return true;
}

void child_close(Child *c)
{
    close_end(&c->control);
    close_end(&c->input);
    close_end(&c->output);
    close_end(&c->errors);
    c->state = CHILD_NONE;
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
