/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* pipe2(): a pipe that no other thread's child can inherit */
#include "child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

enum { READ_END = 0, WRITE_END = 1, EXIT_NOT_STARTED = 127, PIPES = 4, NS_PER_MS = 1000000 };

/* The pipes of a child by their use; the last tells the errno of a failed start. */
typedef enum PipeUse { PIPE_INPUT = 0, PIPE_OUTPUT, PIPE_ERRORS, PIPE_START } PipeUse;

Child child_none(void)
{
    const Child none = {.pid = 0, .input = -1, .output = -1, .errors = -1};
    return none;
}

static void close_end(int *fd)
{
    if (*fd >= 0) {
        close(*fd);
        *fd = -1;
    }
}

static void close_pipes(int pipes[PIPES][2])
{
    for (int i = 0; i < PIPES; i++) {
        close_end(&pipes[i][READ_END]);
        close_end(&pipes[i][WRITE_END]);
    }
}

/* The child between fork and exec: only what is safe there. */
static void become(int pipes[PIPES][2], char *const *arguments, const char *directory)
{
    sigset_t none;
    setpgid(0, 0);
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* a killed runner leaves no engine behind */
#endif
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    signal(SIGPIPE, SIG_DFL);
    const bool wired = dup2(pipes[PIPE_INPUT][READ_END], STDIN_FILENO) >= 0 &&
                       dup2(pipes[PIPE_OUTPUT][WRITE_END], STDOUT_FILENO) >= 0 &&
                       dup2(pipes[PIPE_ERRORS][WRITE_END], STDERR_FILENO) >= 0;
    if (wired && (directory == NULL || chdir(directory) == 0)) {
        execvp(arguments[0], arguments);
    }
    const int why = errno;
    if (write(pipes[PIPE_START][WRITE_END], &why, sizeof why) < 0) {
        _exit(EXIT_NOT_STARTED);
    }
    _exit(EXIT_NOT_STARTED);
}

static bool unblock(int fd)
{
    const int flags = fcntl(fd, F_GETFL);
    return flags >= 0 && fcntl(fd, F_SETFL, flags | O_NONBLOCK) == 0;
}

/* Reads the errno of a failed start; 0 when the program runs. */
static int start_failure(int fd)
{
    int why = 0;
    ssize_t n;
    do {
        n = read(fd, &why, sizeof why);
    } while (n < 0 && errno == EINTR);
    return n == (ssize_t)sizeof why ? why : 0;
}

ErrorCode child_start(Child *c, char *const *arguments, const char *directory, Error *e)
{
    int pipes[PIPES][2] = {{-1, -1}, {-1, -1}, {-1, -1}, {-1, -1}};
    *c = child_none();
    bool good = true;
    for (int i = 0; i < PIPES; i++) {
        good = good && pipe2(pipes[i], O_CLOEXEC) == 0;
    }
    const pid_t pid = good ? fork() : -1;
    if (pid < 0) {
        const int why = errno;
        close_pipes(pipes);
        return error_set(e, ERROR_MEMORY, "cannot start a process: %s", strerror(why));
    }
    if (pid == 0) {
        become(pipes, arguments, directory);
    }
    setpgid(pid, pid); /* here too: whichever comes first */
    c->pid = pid;
    c->input = pipes[PIPE_INPUT][WRITE_END];
    c->output = pipes[PIPE_OUTPUT][READ_END];
    c->errors = pipes[PIPE_ERRORS][READ_END];
    pipes[PIPE_INPUT][WRITE_END] = pipes[PIPE_OUTPUT][READ_END] = pipes[PIPE_ERRORS][READ_END] = -1;
    close_end(&pipes[PIPE_START][WRITE_END]);
    const int why = start_failure(pipes[PIPE_START][READ_END]);
    close_pipes(pipes);
    if (why != 0) {
        child_kill(c);
        return error_set(e, ERROR_SYNTAX, "cannot start %s%s%s: %s", arguments[0], directory != NULL ? " in " : "",
                         directory != NULL ? directory : "", strerror(why));
    }
    if (!unblock(c->input) || !unblock(c->output) || !unblock(c->errors)) {
        child_kill(c);
        return error_set(e, ERROR_MEMORY, "cannot set up the pipes of %s", arguments[0]);
    }
    return error_clear(e);
}

bool child_has_ended(Child *c)
{
    if (c->pid != 0 && !c->ended) {
        c->ended = waitpid(c->pid, &c->status, WNOHANG) == c->pid;
    }
    return c->pid == 0 || c->ended;
}

void child_close_input(Child *c)
{
    close_end(&c->input);
}

bool child_wait(Child *c, int milliseconds)
{
    const struct timespec pause = {.tv_sec = 0, .tv_nsec = NS_PER_MS};
    for (int i = 0; i < milliseconds && !child_has_ended(c); i++) {
        nanosleep(&pause, NULL);
    }
    return child_has_ended(c);
}

void child_kill(Child *c)
{
    if (c->pid == 0) {
        return;
    }
    /* The group may outlive its leader, whose number nobody else can get before it is waited for. */
    kill(-c->pid, SIGKILL);
    if (!c->ended) {
        kill(c->pid, SIGKILL);
        while (waitpid(c->pid, &c->status, 0) < 0 && errno == EINTR) {
        }
        c->ended = true;
    }
    close_end(&c->input);
    close_end(&c->output);
    close_end(&c->errors);
    c->pid = 0;
}

void child_status_text(const Child *c, char text[CHILD_STATUS_SIZE])
{
    if (!c->ended) {
        snprintf(text, CHILD_STATUS_SIZE, "still running");
    } else if (WIFSIGNALED(c->status)) {
        snprintf(text, CHILD_STATUS_SIZE, "signal %d", WTERMSIG(c->status));
    } else {
        snprintf(text, CHILD_STATUS_SIZE, "exit code %d", WEXITSTATUS(c->status));
    }
}
