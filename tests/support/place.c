/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/place.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/engine_process.h"
#include "support/tool_process.h"
#include "system/file.h"

enum { COMMAND_SIZE = 1024 };

Place place;

Place place_make(void)
{
    Place p;
    snprintf(p.path, sizeof p.path, "/tmp/bushka-test-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(p.path));
    return p;
}

void place_remove(const Place *p)
{
    char command[COMMAND_SIZE];
    snprintf(command, sizeof command, "exec rm -rf %s", p->path);
    ck_assert_int_eq(shell_run(command), 0);
}

static void set_up(void)
{
    place = place_make();
}

static void tear_down(void)
{
    place_remove(&place);
}

const TestFixture WITH_PLACE = {set_up, tear_down};

FilePath in(const Place *p, const char *name)
{
    FilePath path;
    snprintf(path.text, sizeof path.text, "%s/%s", p->path, name);
    return path;
}

void place_text(const Place *p, const char *text, char *copy, size_t size)
{
    size_t n = 0;
    for (const char *c = text; *c != '\0'; c++) {
        const char *const part = *c == '@' ? p->path : c;
        const size_t length = part == c ? 1 : strlen(part);
        ck_assert_uint_lt(n + length, size);
        memcpy(copy + n, part, length);
        n += length;
    }
    copy[n] = '\0';
}

void expect_files(const char *names)
{
    char command[COMMAND_SIZE];
    snprintf(command, sizeof command, "test \"$(ls -A %s | tr '\\n' ' ')\" = '%s' || { ls -lA %s; false; }", place.path,
             names, place.path);
    ck_assert_int_eq(shell_run(command), 0);
}

void wait_for_file(const char *name)
{
    const FilePath path = in(&place, name);
    for (const int64_t end = clock_ms() + PATIENCE; file_size(path.text) <= 0;) {
        ck_assert_msg(clock_ms() < end, "nothing in %s", name);
        clock_sleep(NS_PER_MS);
    }
}

unsigned char *content(const char *path, size_t *size)
{
    FILE *const file = fopen(path, "rb");
    ck_assert_ptr_nonnull(file);
    ck_assert_int_eq(fseek(file, 0, SEEK_END), 0);
    *size = (size_t)ftell(file);
    rewind(file);
    unsigned char *const data = malloc(*size + 1);
    ck_assert_ptr_nonnull(data);
    ck_assert_uint_eq(fread(data, 1, *size, file), *size);
    data[*size] = '\0';
    fclose(file);
    return data;
}

char *text_of(const char *name)
{
    const FilePath path = in(&place, name);
    size_t size;
    return file_exists(path.text) ? (char *)content(path.text, &size) : strdup("");
}

void set_content(const char *path, const unsigned char *data, size_t size)
{
    FILE *const file = fopen(path, "wb");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(data, 1, size, file), size);
    ck_assert_int_eq(fclose(file), 0);
}

void set_text(const char *path, const char *text)
{
    set_content(path, (const unsigned char *)text, strlen(text));
}

void expect_same_files(const char *a, const char *b)
{
    size_t size_a, size_b;
    unsigned char *const x = content(in(&place, a).text, &size_a);
    unsigned char *const y = content(in(&place, b).text, &size_b);
    ck_assert_msg(size_a == size_b && memcmp(x, y, size_a) == 0, "%s and %s differ", a, b);
    ck_assert_msg(size_a > 0, "%s is empty", a);
    free(x);
    free(y);
}

void expect_text(const char *path, const char *text)
{
    size_t size;
    unsigned char *const found = content(path, &size);
    ck_assert_str_eq((const char *)found, text);
    free(found);
}

void expect_part(const char *path, const char *part)
{
    size_t size;
    unsigned char *const text = content(path, &size);
    ck_assert_msg(strstr((const char *)text, part) != NULL, "no \"%s\" in \"%s\"", part, (const char *)text);
    free(text);
}
