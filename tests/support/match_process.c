/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/match_process.h"

#include <check.h>
#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "support/shell.h"

enum { COMMAND_SIZE = 8192 };

void match_place_make(MatchPlace *place)
{
    *place = place_make();
}

/* Copies the text with the directory for '@' and the runner for '%'. */
static void fill_in(const MatchPlace *place, const char *text, char command[COMMAND_SIZE])
{
    size_t n = 0;
    for (const char *c = text; *c != '\0'; c++) {
        const char *const part = *c == '@' ? place->path : *c == '%' ? MATCH_BINARY : c;
        const size_t length = part == c ? 1 : strlen(part);
        ck_assert_uint_lt(n + length, COMMAND_SIZE);
        memcpy(command + n, part, length);
        n += length;
    }
    command[n] = '\0';
}

pid_t match_start_after(const MatchPlace *place, const char *words, const char *arguments)
{
    char text[COMMAND_SIZE];
    char command[COMMAND_SIZE];
    snprintf(text, sizeof text, "%s %% %s >@/out 2>@/err </dev/null", words, arguments);
    fill_in(place, text, command);
    return shell_start(command, SHELL_INHERIT);
}

pid_t match_start(const MatchPlace *place, const char *arguments)
{
    return match_start_after(place, "exec", arguments);
}

int match_shell(const MatchPlace *place, const char *command)
{
    char text[COMMAND_SIZE];
    fill_in(place, command, text);
    return shell_run(text);
}

int match_signal(pid_t pid, int signal)
{
    kill(pid, signal);
    return shell_wait(pid);
}

void match_place_remove(const MatchPlace *place)
{
    place_remove(place);
}

int match_run(const MatchPlace *place, const char *arguments)
{
    return shell_wait(match_start(place, arguments));
}

char *match_read(const MatchPlace *place, const char *name)
{
    char path[2 * MATCH_PATH_SIZE];
    struct stat info;
    snprintf(path, sizeof path, "%s/%s", place->path, name);
    FILE *const file = fopen(path, "rb");
    const size_t size = file != NULL && stat(path, &info) == 0 ? (size_t)info.st_size : 0;
    char *const text = malloc(size + 1);
    ck_assert_ptr_nonnull(text);
    const size_t length = file != NULL ? fread(text, 1, size, file) : 0;
    text[length] = '\0';
    if (file != NULL) {
        fclose(file);
    }
    return text;
}

/* The path of a file of the directory. */
static void make_path(const MatchPlace *place, const char *name, char path[2 * MATCH_PATH_SIZE])
{
    snprintf(path, (size_t)(2 * MATCH_PATH_SIZE), "%s/%s", place->path, name);
}

void match_write(const MatchPlace *place, const char *name, const char *text)
{
    char path[2 * MATCH_PATH_SIZE];
    make_path(place, name, path);
    FILE *const file = fopen(path, "wb");
    ck_assert_ptr_nonnull(file);
    ck_assert_int_ge(fputs(text, file), 0);
    ck_assert_int_eq(fclose(file), 0);
}

void match_copy(const MatchPlace *place, const char *from, const char *to, size_t dropped)
{
    char path[2 * MATCH_PATH_SIZE];
    char *const text = match_read(place, from);
    const size_t length = strlen(text);
    make_path(place, to, path);
    FILE *const file = fopen(path, "wb");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_gt(length, dropped);
    ck_assert_uint_eq(fwrite(text, 1, length - dropped, file), length - dropped);
    fclose(file);
    free(text);
}

void match_rename(const MatchPlace *place, const char *from, const char *to)
{
    char old[2 * MATCH_PATH_SIZE];
    char new[2 * MATCH_PATH_SIZE];
    make_path(place, from, old);
    make_path(place, to, new);
    ck_assert_int_eq(rename(old, new), 0);
}

int match_count(const MatchPlace *place, const char *name, const char *text)
{
    char *const all = match_read(place, name);
    int count = 0;
    for (const char *at = strstr(all, text); at != NULL; at = strstr(at + 1, text)) {
        count++;
    }
    free(all);
    return count;
}

void match_same(const MatchPlace *place, const char *first, const char *second)
{
    char *const a = match_read(place, first);
    char *const b = match_read(place, second);
    ck_assert_str_ne(a, "");
    ck_assert_msg(strcmp(a, b) == 0, "%s and %s differ", first, second);
    free(a);
    free(b);
}

int match_files(const MatchPlace *place, const char *name)
{
    char path[2 * MATCH_PATH_SIZE];
    int count = 0;
    snprintf(path, sizeof path, "%s/%s", place->path, name);
    DIR *const directory = opendir(path);
    while (directory != NULL && readdir(directory) != NULL) {
        count++;
    }
    if (directory != NULL) {
        closedir(directory);
    }
    return count > 0 ? count - 2 : 0; /* without . and .. */
}
