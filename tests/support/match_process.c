/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/match_process.h"

#include <check.h>
#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/shell.h"

enum { COMMAND_SIZE = 8192 };

pid_t match_start_after(const Place *place, const char *words, const char *arguments)
{
    char text[COMMAND_SIZE];
    char command[COMMAND_SIZE];
    snprintf(text, sizeof text, "%s %% %s >@/out 2>@/err </dev/null", words, arguments);
    place_command(place, MATCH_BINARY, text, command, sizeof command);
    return shell_start(command, SHELL_INHERIT);
}

pid_t match_start(const Place *place, const char *arguments)
{
    return match_start_after(place, "exec", arguments);
}

int match_shell(const Place *place, const char *command)
{
    char text[COMMAND_SIZE];
    place_command(place, MATCH_BINARY, command, text, sizeof text);
    return shell_run(text);
}

int match_signal(pid_t pid, int signal)
{
    kill(pid, signal);
    return shell_wait(pid);
}

int match_run(const Place *place, const char *arguments)
{
    return shell_wait(match_start(place, arguments));
}

char *match_read(const Place *place, const char *name)
{
    const FilePath path = in(place, name);
    size_t size;
    if (access(path.text, F_OK) != 0) {
        char *const none = calloc(1, 1);
        ck_assert_ptr_nonnull(none);
        return none;
    }
    return (char *)content(path.text, &size);
}

void match_write(const Place *place, const char *name, const char *text)
{
    set_text(in(place, name).text, text);
}

void match_copy(const Place *place, const char *from, const char *to, size_t dropped)
{
    size_t size;
    unsigned char *const text = content(in(place, from).text, &size);
    ck_assert_uint_gt(size, dropped);
    set_content(in(place, to).text, text, size - dropped);
    free(text);
}

void match_rename(const Place *place, const char *from, const char *to)
{
    ck_assert_int_eq(rename(in(place, from).text, in(place, to).text), 0);
}

int match_count(const Place *place, const char *name, const char *text)
{
    char *const all = match_read(place, name);
    int count = 0;
    for (const char *at = strstr(all, text); at != NULL; at = strstr(at + 1, text)) {
        count++;
    }
    free(all);
    return count;
}

void match_same(const Place *place, const char *first, const char *second)
{
    char *const a = match_read(place, first);
    char *const b = match_read(place, second);
    ck_assert_str_ne(a, "");
    ck_assert_msg(strcmp(a, b) == 0, "%s and %s differ", first, second);
    free(a);
    free(b);
}

int match_files(const Place *place, const char *name)
{
    int count = 0;
    DIR *const directory = opendir(in(place, name).text);
    while (directory != NULL && readdir(directory) != NULL) {
        count++;
    }
    if (directory != NULL) {
        closedir(directory);
    }
    return count > 0 ? count - 2 : 0; /* without . and .. */
}
