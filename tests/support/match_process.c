/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/match_process.h"

#include <check.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/shell.h"
#include "support/tool_process.h"

enum { COMMAND_SIZE = 8192 };

/* Prints the format and the arguments after it into text[COMMAND_SIZE]. */
#define PRINT(text, format)                                                                                            \
    do {                                                                                                               \
        va_list arguments;                                                                                             \
        va_start(arguments, format);                                                                                   \
        ck_assert_int_lt(vsnprintf(text, sizeof(text), format, arguments), COMMAND_SIZE);                              \
        va_end(arguments);                                                                                             \
    } while (false)

static pid_t start(const char *arguments)
{
    char command[COMMAND_SIZE];
    ck_assert_int_lt(snprintf(command, sizeof command, "exec " MATCH_BINARY " %s", arguments), COMMAND_SIZE);
    return tool_start(&place, command);
}

pid_t match_start(const char *format, ...)
{
    char text[COMMAND_SIZE];
    PRINT(text, format);
    return start(text);
}

void match_ends(int code, const char *format, ...)
{
    char text[COMMAND_SIZE];
    PRINT(text, format);
    const int ended = shell_wait(start(text));
    if (ended != code) {
        ck_abort_msg("exit code %d instead of %d of %s: %s", ended, code, text, match_read("err"));
    }
}

void match_shell(int code, const char *format, ...)
{
    char text[COMMAND_SIZE];
    char command[COMMAND_SIZE];
    PRINT(text, format);
    place_command(&place, MATCH_BINARY, text, command, sizeof command);
    const int ended = shell_run(command);
    ck_assert_msg(ended == code, "exit code %d instead of %d of %s", ended, code, command);
}

int match_signal(pid_t pid, int signal)
{
    kill(pid, signal);
    return shell_wait(pid);
}

char *match_read(const char *name)
{
    const FilePath path = in(&place, name);
    size_t size;
    if (access(path.text, F_OK) != 0) {
        char *const none = calloc(1, 1);
        ck_assert_ptr_nonnull(none);
        return none;
    }
    return (char *)content(path.text, &size);
}

int match_count(const char *name, const char *text)
{
    char *const all = match_read(name);
    int count = 0;
    for (const char *at = strstr(all, text); at != NULL; at = strstr(at + 1, text)) {
        count++;
    }
    free(all);
    return count;
}

void match_has(int times, const char *name, const char *format, ...)
{
    char text[COMMAND_SIZE];
    PRINT(text, format);
    const int count = match_count(name, text);
    if (times == MATCH_SOME ? count == 0 : count != times) {
        ck_abort_msg("%d times instead of %d in %s: %s\n%s", count, times, name, text, match_read("err"));
    }
}

void match_check(const MatchRun *run)
{
    match_ends(run->code, "%s", run->arguments);
    for (int i = 0; i < MATCH_TRACES && run->traces[i].name != NULL; i++) {
        match_has(run->traces[i].times, run->traces[i].name, "%s", run->traces[i].text);
    }
}

void match_says(const char *format, ...)
{
    char text[COMMAND_SIZE];
    PRINT(text, format);
    tool_expect_error("bushka-match: *");
    expect_part(in(&place, "err").text, text);
}

void match_faults(const char *kind, int faults)
{
    static const char *const KINDS[] = {"crashes",       "stalls",          "time_losses",
                                        "illegal_moves", "protocol_errors", "illegal_lines"};
    for (size_t i = 0; i < sizeof KINDS / sizeof KINDS[0]; i++) {
        const bool wanted = kind != NULL && strcmp(KINDS[i], kind) == 0;
        match_has(wanted ? 1 : 2, "json", "\"%s\": 0", KINDS[i]);
        match_has(wanted ? 1 : 0, "json", "\"%s\": %d,", KINDS[i], wanted ? faults : -1);
        if (wanted) {
            char *const json = match_read("json");
            const char *const engine = strstr(json, "\"name\": \"B\"");
            char count[COMMAND_SIZE];
            snprintf(count, sizeof count, "\"%s\": %d,", kind, faults);
            ck_assert_msg(engine != NULL && strstr(engine, count) != NULL, "not those of B: %s", json);
            free(json);
        }
    }
}
