/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "match/child.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <unistd.h>

enum {
    READ_END = 0,
    WRITE_END = 1,
    FAILURE = STDERR_FILENO + 1, /* the pipe on which a child reports why exec failed */
    PIPES,
    EXIT_NOT_STARTED = 127,
    CHECK_MS = 1 /* interval between checks of children that are ending */
};

typedef int Pipe[2];

/* Held from opening the pipes until the fork: a child started meanwhile by another thread would inherit them. */
static pthread_mutex_t starting = PTHREAD_MUTEX_INITIALIZER;

static void close_end(int *fd)
{
    if (*fd >= 0) {
        close(*fd);
        *fd = -1;
    }
}

/* Opens the pipes, all of them close-on-exec; the runner's ends of the child's streams are non-blocking. */
static bool open_pipes(Pipe pipes[PIPES])
{
    for (int i = 0; i < PIPES; i++) {
        const int own = i == STDIN_FILENO ? WRITE_END : READ_END;
        if (pipe(pipes[i]) != 0 || fcntl(pipes[i][READ_END], F_SETFD, FD_CLOEXEC) != 0 ||
            fcntl(pipes[i][WRITE_END], F_SETFD, FD_CLOEXEC) != 0 ||
            (i != FAILURE && fcntl(pipes[i][own], F_SETFL, O_NONBLOCK) != 0)) {
            return false;
        }
    }
    return true;
}

static void close_pipes(Pipe pipes[PIPES])
{
    for (int i = 0; i < PIPES; i++) {
        close_end(&pipes[i][READ_END]);
        close_end(&pipes[i][WRITE_END]);
    }
}

/* Turns the forked process into the engine. Between fork and exec only async-signal-safe functions may be called. */
static void become_engine(Pipe pipes[PIPES], char *const *arguments, const char *directory, pid_t runner)
{
    sigset_t none;
    setpgid(0, 0); /* signals of the terminal go to the runner alone */
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* it is killed when the thread that started it ends */
#endif
    if (getppid() != runner) {
        _exit(EXIT_NOT_STARTED); /* the runner ended before prctl() could take effect */
    }
    signal(SIGPIPE, SIG_DFL);
    signal(SIGXFSZ, SIG_DFL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    if (dup2(pipes[STDIN_FILENO][READ_END], STDIN_FILENO) >= 0 &&
        dup2(pipes[STDOUT_FILENO][WRITE_END], STDOUT_FILENO) >= 0 &&
        dup2(pipes[STDERR_FILENO][WRITE_END], STDERR_FILENO) >= 0 && (directory == NULL || chdir(directory) == 0)) {
        execvp(arguments[0], arguments);
    }
    const int why = errno;
    (void)!write(pipes[FAILURE][WRITE_END], &why, sizeof why);
    _exit(EXIT_NOT_STARTED);
}

/* Waits until the forked process has executed the engine. Returns 0, or the errno of the failure. */
static int wait_for_exec(int failure)
{
    int why = 0;
    ssize_t n;
    do {
        n = read(failure, &why, sizeof why);
    } while (n < 0 && errno == EINTR);
    return n == (ssize_t)sizeof why ? why : 0;
}

/* Makes the child of that process; it takes over the runner's ends of the pipes. */
static Child new_child(pid_t pid, Pipe pipes[PIPES])
{
    const Child child = {.pid = pid,
                         .input = pipes[STDIN_FILENO][WRITE_END],
                         .output = pipes[STDOUT_FILENO][READ_END],
                         .errors = pipes[STDERR_FILENO][READ_END]};
    pipes[STDIN_FILENO][WRITE_END] = pipes[STDOUT_FILENO][READ_END] = pipes[STDERR_FILENO][READ_END] = -1;
    return child;
}

Child *child_start(char *const *arguments, const char *directory, Error *e)
{
    Pipe pipes[PIPES] = {{-1, -1}, {-1, -1}, {-1, -1}, {-1, -1}};
    const pid_t runner = getpid();
    Child *const c = malloc(sizeof *c);
    pthread_mutex_lock(&starting);
    const pid_t pid = c != NULL && open_pipes(pipes) ? fork() : -1;
    if (pid == 0) {
        become_engine(pipes, arguments, directory, runner);
    }
    int why = c == NULL ? ENOMEM : pid < 0 ? errno : 0;
    pthread_mutex_unlock(&starting);
    if (pid > 0) {
        close_end(&pipes[FAILURE][WRITE_END]);
        why = wait_for_exec(pipes[FAILURE][READ_END]);
    }
    if (why == 0) {
        *c = new_child(pid, pipes);
        close_pipes(pipes);
        return c;
    }
    if (pid > 0) {
        waitpid(pid, NULL, 0);
    }
    close_pipes(pipes);
    free(c);
    error_set(e, ERROR_SYNTAX, "cannot start %s%s%s: %s", arguments[0], directory != NULL ? " in " : "",
              directory != NULL ? directory : "", strerror(why));
    return NULL;
}

bool child_ended(Child *c)
{
    siginfo_t info = {.si_pid = 0};
    if (!c->ended && (waitid(P_PID, (id_t)c->pid, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid != 0)) {
        kill(-c->pid, SIGKILL); /* before the process id can be reused */
        waitpid(c->pid, &c->status, 0);
        c->ended = true;
    }
    return c->ended;
}

void child_status_text(Child *c, char text[CHILD_STATUS_SIZE])
{
    if (!child_ended(c)) {
        snprintf(text, CHILD_STATUS_SIZE, "it closed its output");
    } else if (WIFSIGNALED(c->status)) {
        snprintf(text, CHILD_STATUS_SIZE, "signal %d", WTERMSIG(c->status));
    } else {
        snprintf(text, CHILD_STATUS_SIZE, "exit code %d", WEXITSTATUS(c->status));
    }
}

/* Kills the process group, and the engine itself in case it has left the group. */
static void kill_group(const Child *c)
{
    kill(-c->pid, SIGKILL);
    kill(c->pid, SIGKILL);
}

static void close_all(Child *c)
{
    close_end(&c->input);
    close_end(&c->output);
    close_end(&c->errors);
}

void child_dismiss(ChildReaper *r, Child *c, bool patiently)
{
    if (c != NULL) {
        c->kill_at = clock_now() + (patiently ? CHILD_QUIT_MS * NS_PER_MS : 0);
        c->next = r->first;
        r->first = c;
        close_end(&c->input);
        if (!patiently) {
            close_all(c);
        }
    }
    child_reap(r);
}

void child_reap(ChildReaper *r)
{
    for (Child **at = &r->first; *at != NULL;) {
        Child *const c = *at;
        if (child_ended(c)) {
            *at = c->next;
            close_all(c);
            free(c);
        } else {
            if (clock_now() >= c->kill_at) {
                kill_group(c);
            }
            at = &c->next;
        }
    }
}

void child_reap_all(ChildReaper *r)
{
    const Nanoseconds end = clock_now() + (CHILD_QUIT_MS + CHILD_KILL_MS) * NS_PER_MS;
    for (child_reap(r); r->first != NULL && clock_now() < end; child_reap(r)) {
        clock_sleep(CHECK_MS * NS_PER_MS);
    }
    while (r->first != NULL) {
        Child *const c = r->first;
        r->first = c->next;
        close_all(c);
        free(c);
    }
}
