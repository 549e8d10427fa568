/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/shell.h"

#include <check.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

enum { NOT_STARTED = 127 };

pid_t shell_start(const char *command, int output)
{
    /* A signal that comes before the shell runs must end it alone: check's handlers, which the new process inherits,
     * would pass the signal on to the test. */
    sigset_t all, before;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, &before);
    const pid_t pid = fork();
    if (pid == 0) {
        signal(SIGINT, SIG_DFL);
        signal(SIGTERM, SIG_DFL);
        sigprocmask(SIG_SETMASK, &before, NULL);
        if (output != SHELL_INHERIT) {
            dup2(output, STDOUT_FILENO);
            close(output);
        }
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
        _exit(NOT_STARTED);
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
    ck_assert_int_ge(pid, 0);
    return pid;
}

int shell_wait(pid_t pid)
{
    int status;
    ck_assert_int_eq(waitpid(pid, &status, 0), pid);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int shell_run(const char *command)
{
    return shell_wait(shell_start(command, SHELL_INHERIT));
}

void shell_remove(const char *directory)
{
    const pid_t pid = fork();
    ck_assert_int_ge(pid, 0);
    if (pid == 0) {
        execlp("rm", "rm", "-rf", "--", directory, (char *)NULL);
        _exit(NOT_STARTED);
    }
    ck_assert_int_eq(shell_wait(pid), 0);
}
