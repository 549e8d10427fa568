/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/tool_process.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    NOT_STARTED = 127,
    LINE_SIZE = 256,
    HEXADECIMAL = 16,
    POLL_US = 5000,
    WAITED_US = SANITIZED ? 200000 : 60000 /* for a program that handles signals to be in the middle of its work */
};

/* Starts the command; returns its process ID. */
static pid_t shell_start(const char *command)
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

int shell_end(pid_t pid, int signal)
{
    ck_assert_int_eq(kill(pid, signal), 0);
    return shell_wait(pid);
}

int shell_run(const char *command)
{
    return shell_wait(shell_start(command));
}

pid_t tool_start(const Place *p, const char *command)
{
    static const char begin[] = "exec >@/out 2>@/err </dev/null; ";
    char text[sizeof begin + TOOL_COMMAND_SIZE], whole[TOOL_COMMAND_SIZE];
    snprintf(text, sizeof text, "%s%s", begin, command);
    place_text(p, text, whole, sizeof whole);
    return shell_start(whole);
}

int tool_run(const Place *p, const char *command)
{
    return shell_wait(tool_start(p, command));
}

void tool_interrupt(pid_t pid, int number)
{
    const int64_t begin = clock_us();
    ck_assert_int_eq(shell_end(pid, number), TOOL_INTERRUPTED);
    ck_assert_int_lt(clock_us() - begin, TOOL_END_US);
}

void must_run(const char *format, ...)
{
    char command[TOOL_COMMAND_SIZE];
    PRINT(command, format);
    ck_assert_msg(tool_run(&place, command) == 0, "%s", command);
}

void tool_expect_output(const char *part)
{
    expect_part(in(&place, "out").text, part);
}

void tool_expect_error(const char *pattern)
{
    char *const text = text_of("err");
    ck_assert_msg(matches(pattern, text), "\"%s\" instead of \"%s\"", text, pattern);
    const char *const end = strchr(text, '\n');
    ck_assert_msg(end != NULL && end[1] == '\0', "more than one line: \"%s\"", text);
    free(text);
}

void tool_expect_failure(const char *command, int code, const char *pattern)
{
    const int found = tool_run(&place, command);
    tool_expect_error(pattern); /* first, since it shows what was printed instead */
    ck_assert_int_eq(found, code);
}
