/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/tool_process.h"

#include <check.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/shell.h"

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
    ck_assert_int_eq(kill(pid, number), 0);
    ck_assert_int_eq(shell_wait(pid), TOOL_INTERRUPTED);
    ck_assert_int_lt(clock_us() - begin, TOOL_END_US);
}

void tool_fill_pipe(void)
{
    static const char full[4096];
    const FilePath path = in(&place, "pipe");
    ck_assert_int_eq(mkfifo(path.text, S_IRUSR | S_IWUSR), 0);
    const int pipe = open(path.text, O_RDWR | O_NONBLOCK | O_CLOEXEC);
    ck_assert_int_ge(pipe, 0);
    while (write(pipe, full, sizeof full) > 0) {
    }
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
