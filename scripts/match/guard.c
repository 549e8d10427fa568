/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* pipe2() */
#include "match/guard.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "system/clock.h"
#include "system/process.h"

enum {
    WORD_DIRECTORY = 1, /* the words of the command line */
    WORD_PROGRAM,
    READ_END = 0,
    WRITE_END = 1,
    EXIT_NOT_STARTED = 127,
    LOOK_MS = 10,     /* between two looks at what is to be killed */
    LIST_SIZE = 4096, /* of the list of children that is read at once */
    DECIMAL = 10
};

const char GUARD_NAME[] = "bushka-guard";

/* What the guard watches over. */
typedef struct Guard {
    pid_t engine;     /* 0: it has been waited for */
    sigset_t waiting; /* signals blocked while it waits: all but that of a child's end */
} Guard;

bool guard_called(int count, char *const *words)
{
    return count > WORD_PROGRAM && strcmp(words[0], GUARD_NAME) == 0;
}

/* The signal of a child's end ends the waiting, and needs nothing else. */
static void wake(int signal_number)
{
    (void)signal_number;
}

static void report(GuardEvent event, int value)
{
    const GuardMessage message = {.event = (int32_t)event, .value = (int32_t)value};
    /* A runner that is gone needs no report. */
    (void)!send(GUARD_CONTROL, &message, sizeof message, MSG_NOSIGNAL);
}

/* The engine's process between fork and exec: writes its errno when it cannot continue. */
static void become(char *const *words, int failure)
{
    sigset_t none;
    setpgid(0, 0);
    process_end_with_parent(); /* a killed guard leaves no engine behind */
    signal(SIGPIPE, SIG_DFL);
    signal(SIGXFSZ, SIG_DFL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    if (words[WORD_DIRECTORY][0] == '\0' || chdir(words[WORD_DIRECTORY]) == 0) {
        execvp(words[WORD_PROGRAM], words + WORD_PROGRAM);
    }
    const int why = errno;
    (void)!write(failure, &why, sizeof why);
    _exit(EXIT_NOT_STARTED);
}

/* Starts the engine and waits for its exec; returns 0 or the errno. */
static int start(Guard *g, char *const *words)
{
    int pipe_ends[2];
    int why = 0;
    ssize_t n;
    if (pipe2(pipe_ends, O_CLOEXEC) != 0) {
        return errno;
    }
    g->engine = fork();
    if (g->engine < 0) {
        return errno;
    }
    if (g->engine == 0) {
        become(words, pipe_ends[WRITE_END]);
    }
    setpgid(g->engine, g->engine); /* here too: whichever comes first */
    close(pipe_ends[WRITE_END]);
    do {
        n = read(pipe_ends[READ_END], &why, sizeof why);
    } while (n < 0 && errno == EINTR);
    close(pipe_ends[READ_END]);
    return n == (ssize_t)sizeof why ? why : 0;
}

/* Gives the engine's pipes up, so that their other ends notice when the engine closes its own. */
static void leave_pipes(void)
{
    const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
        if (nothing < 0) {
            close(fd);
        } else {
            dup2(nothing, fd);
        }
    }
}

/* Takes the ends of processes below that are there, without waiting. Returns true when the engine's is among them: its
 * group is killed then, as long as nobody else can have its number. */
static bool reap(Guard *g, int *status)
{
    bool found = false;
    siginfo_t info = {.si_pid = 0};
    while (waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid != 0) {
        int how;
        if (info.si_pid == g->engine) {
            kill(-g->engine, SIGKILL);
        }
        if (waitpid(info.si_pid, &how, 0) == info.si_pid && info.si_pid == g->engine) {
            *status = how;
            g->engine = 0;
            found = true;
        }
        info.si_pid = 0;
    }
    return found;
}

/* Waits until a child ends, the control can be read (where `control` is true), or so much time has passed. Returns true
 * when the control can be read. */
static bool wait_for(const Guard *g, bool control, Nanoseconds time)
{
    const struct timespec limit = {.tv_sec = (time_t)(time / NS_PER_S), .tv_nsec = (long)(time % NS_PER_S)};
    fd_set readable;
    FD_ZERO(&readable);
    if (control) {
        FD_SET(GUARD_CONTROL, &readable);
    }
    return pselect(GUARD_CONTROL + 1, &readable, NULL, NULL, time == NS_NEVER ? NULL : &limit, &g->waiting) > 0;
}

/* Kills the processes whose parent the guard is, its adopted ones included. Where the system does not list them, the
 * engine's process group must do. */
static void kill_children(const Guard *g)
{
    char list[LIST_SIZE];
    if (g->engine != 0) {
        kill(-g->engine, SIGKILL);
        kill(g->engine, SIGKILL);
    }
    const int file = open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
    const ssize_t length = file >= 0 ? read(file, list, sizeof list) : 0;
    pid_t pid = 0;
    for (ssize_t i = 0; i < length; i++) {
        if (list[i] >= '0' && list[i] <= '9') {
            pid = pid * DECIMAL + (list[i] - '0');
        } else {
            /* Each number is followed by a blank; one that is cut off is seen in the next look. */
            if (pid > 1) {
                kill(pid, SIGKILL);
            }
            pid = 0;
        }
    }
    if (file >= 0) {
        close(file);
    }
}

/* Kills all processes below: those that are killed leave theirs to the guard, until none is left. */
static void kill_all(Guard *g)
{
    const Nanoseconds end = clock_now() + GUARD_KILL_MS * NS_PER_MS;
    int status;
    siginfo_t info;
    while (clock_now() < end) {
        kill_children(g);
        reap(g, &status);
        if (waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) < 0 && errno == ECHILD) {
            return;
        }
        wait_for(g, false, LOOK_MS * NS_PER_MS);
    }
}

/* Waits for the engine's end, or for the moment when it must be ended. Returns true with its status when it has ended
 * by itself. */
static bool watch_over(Guard *g, int *status)
{
    Nanoseconds end = NS_NEVER;
    for (;;) {
        if (reap(g, status)) {
            return true;
        }
        const Nanoseconds left = end == NS_NEVER ? NS_NEVER : end - clock_now();
        if (left <= 0) {
            return false;
        }
        char order = GUARD_KILL;
        if (!wait_for(g, true, left)) {
            continue;
        }
        const ssize_t n = recv(GUARD_CONTROL, &order, sizeof order, MSG_DONTWAIT);
        if (n < 0 && (errno == EAGAIN || errno == EINTR)) {
            continue;
        }
        if (n <= 0 || order == GUARD_KILL) {
            return false;
        }
        end = clock_now() + GUARD_QUIT_MS * NS_PER_MS;
    }
}

/* Makes the process one that adopts what loses its parent below it, in a group of its own: what a terminal sends to
 * the runner's does not reach it. Signals that can wait do so. */
static void set_up(Guard *g)
{
    struct sigaction ended = {.sa_handler = wake};
    sigset_t all;
    setpgid(0, 0);
    process_name(GUARD_NAME);
    process_adopt();
    fcntl(GUARD_CONTROL, F_SETFD, FD_CLOEXEC);
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, NULL);
    sigaction(SIGCHLD, &ended, NULL);
    g->waiting = all;
    sigdelset(&g->waiting, SIGCHLD);
}

int guard_run(char *const *words)
{
    Guard g = {.engine = 0};
    int status;
    set_up(&g);
    const int why = start(&g, words);
    leave_pipes();
    if (why != 0) {
        report(GUARD_FAILED, why);
        return EXIT_FAILURE;
    }
    report(GUARD_STARTED, (int)g.engine);
    if (watch_over(&g, &status)) {
        report(GUARD_ENDED, status);
    }
    kill_all(&g);
    return EXIT_SUCCESS;
}
