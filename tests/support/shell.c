/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/shell.h"

#include <check.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/engine_process.h"
#include "system/clock.h"

enum {
    NOT_STARTED = 127,
    LINE_SIZE = 256,
    HEXADECIMAL = 16,
    POLL_US = 5000,
    WAITED_US = SANITIZED ? 200000 : 60000 /* for a program that handles signals to be in the middle of its work */
};

pid_t shell_start(const char *command)
{
    /* A signal that comes before the shell runs must end the new process alone: it inherits check's handlers, which
     * would pass the signal on to the test. */
    sigset_t all, before;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, &before);
    const pid_t pid = fork();
    if (pid == 0) {
        signal(SIGINT, SIG_DFL);
        signal(SIGTERM, SIG_DFL);
        sigprocmask(SIG_SETMASK, &before, NULL);
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
        _exit(NOT_STARTED);
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
    ck_assert_int_ge(pid, 0);
    return pid;
}

/* True when the process, by its /proc status, blocks SIGTERM for the thread that waits for it (system/signal_watch.h);
 * and not every signal, as it does before exec. */
static bool watches_signals(pid_t pid)
{
    static const char field[] = "SigBlk:";
    char path[LINE_SIZE], line[LINE_SIZE];
    unsigned long long blocked = 0;
    snprintf(path, sizeof path, "/proc/%ld/status", (long)pid);
    FILE *const file = fopen(path, "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        if (strncmp(line, field, strlen(field)) == 0) {
            blocked = strtoull(line + strlen(field), NULL, HEXADECIMAL);
        }
    }
    if (file != NULL) {
        fclose(file);
    }
    return (blocked >> (SIGTERM - 1) & 1) != 0 && (blocked >> (SIGQUIT - 1) & 1) == 0;
}

void shell_wait_for_work(pid_t pid)
{
    const int64_t deadline = clock_us() + (int64_t)PATIENCE * 1000;
    while (!watches_signals(pid)) {
        ck_assert_int_lt(clock_us(), deadline);
        clock_sleep(POLL_US * NS_PER_US);
    }
    clock_sleep(WAITED_US * NS_PER_US);
}

int shell_wait(pid_t pid)
{
    int status;
    ck_assert_int_eq(waitpid(pid, &status, 0), pid);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int shell_run(const char *command)
{
    return shell_wait(shell_start(command));
}
