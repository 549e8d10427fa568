/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/match_process.h"

#include <stdlib.h>
#include <string.h>

enum { COMMAND_SIZE = 8192 };

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
        ck_abort_msg("exit code %d instead of %d of %s: %s", ended, code, text, text_of("err"));
    }
}

void match_shell(int code, const char *format, ...)
{
    char text[COMMAND_SIZE];
    char command[COMMAND_SIZE];
    PRINT(text, format);
    place_text(&place, text, command, sizeof command);
    const int ended = shell_run(command);
    ck_assert_msg(ended == code, "exit code %d instead of %d of %s", ended, code, command);
}

int match_count(const char *name, const char *text)
{
    char *const all = text_of(name);
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
        ck_abort_msg("%d times instead of %d in %s: %s\n%s", count, times, name, text, text_of("err"));
    }
}

void match_check(int code, const MatchRun *run)
{
    match_ends(code, "%s", run->arguments);
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
        match_has(kind != NULL && strcmp(KINDS[i], kind) == 0 ? 1 : 2, "json", "\"%s\": 0", KINDS[i]);
    }
    if (kind != NULL) {
        match_shell(0, "sed '1,/\"name\": \"B\"/d' @/json | grep -q '\"%s\": %d,'", kind, faults);
    }
}
