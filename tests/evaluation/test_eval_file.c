/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of weights: written and read again, and refused with a clear line where they are not what they should be. */
#include "evaluation/eval_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "suites.h"

enum { FILE_ROOM = 1 << 14, PATH_ROOM = 64 };

/* A path for a file of this test's own. */
static void make_path(char path[PATH_ROOM])
{
    snprintf(path, PATH_ROOM, "/tmp/bushka-weights-%ld.txt", (long)getpid());
}

static void write_file(const char *path, const char *text, size_t length)
{
    FILE *const file = fopen(path, "wb");
    ck_assert_ptr_nonnull(file);
    ck_assert_int_eq((int)fwrite(text, 1, length, file), (int)length);
    ck_assert_int_eq(fclose(file), 0);
}

/* The text of a good file, every weight a different number. */
static EvalWeightSet good_file(const char *path, char text[FILE_ROOM])
{
    EvalWeightSet set;
    Error e;
    for (int f = 0; f < EVAL_FEATURE_COUNT; f++) {
        for (int i = 0; i < VARIANT_COUNT * EVAL_PHASES; i++) {
            const int value = f % 2 == 0 ? 10 * f + i + 1000 : -10 * f - i - 1000;
            set.board[i / EVAL_PHASES].value[f][i % EVAL_PHASES] = (int16_t)value;
        }
    }
    set.board[1].value[0][0] = INT16_MAX;
    set.board[0].value[1][1] = INT16_MIN;
    ck_assert_int_eq(eval_file_write(path, &set, &e), ERROR_NONE);
    FILE *const file = fopen(path, "rb");
    ck_assert_ptr_nonnull(file);
    const size_t length = fread(text, 1, FILE_ROOM - 1, file);
    text[length] = '\0';
    fclose(file);
    return set;
}

static void expect_refused(const char *path, const char *message)
{
    EvalWeightSet set = EVAL_WEIGHTS_BUILTIN;
    Error e;
    ck_assert_int_ne(eval_file_read(path, &set, &e), ERROR_NONE);
    if (strstr(e.text, message) == NULL || strchr(e.text, '\n') != NULL) {
        ck_abort_msg("\"%s\" instead of \"%s\"", e.text, message);
    }
    ck_assert_int_eq(memcmp(&set, &EVAL_WEIGHTS_BUILTIN, sizeof set), 0);
}

START_TEST(round_trip)
{
    char path[PATH_ROOM];
    char text[FILE_ROOM];
    EvalWeightSet read = EVAL_WEIGHTS_BUILTIN;
    Error e;
    make_path(path);
    const EvalWeightSet set = good_file(path, text);
    ck_assert_int_eq(eval_file_read(path, &read, &e), ERROR_NONE);
    ck_assert_int_eq(memcmp(&set, &read, sizeof set), 0);
    unlink(path);
}
END_TEST

/* A good file with the first occurrence of one text replaced by another. */
typedef struct Damage {
    const char *from, *to;
    const char *message;
} Damage;

static const Damage DAMAGES[] = {
    {"Bushka", "bushka", "not a file of weights for this engine: line 1 should be \"Bushka evaluation 1\""},
    {"evaluation 1", "evaluation 2", "line 1 should be \"Bushka evaluation 1\""},
    {"evaluation 1", "evaluation 1 1", "line 1 should be \"Bushka evaluation 1\""},
    {"features ", "feature ", ":2: expected \"features "},
    {"features ", "features x", ":2: expected \"features "},
    {"features ", "features 1", "but this engine has"},
    {"\nmen ", "\nwomen ", ":3: expected the weights of men, found \"women\""},
    {"\nmen ", "\n\nmen ", ":3: expected the weights of men, found \"\""},
    {"\nmen 1000", "\nmen 40000", "men takes 4 whole numbers from -32768 to 32767, not \"40000\""},
    {"\nmen 1000", "\nmen 1.5", "men takes 4 whole numbers from -32768 to 32767, not \"1.5\""},
    {"\nmen 1000", "\nmen", "men takes 4 whole numbers from -32768 to 32767, not \"\""},
    {"\nmen 1000", "\nmen 1000 1000", "men takes 4 numbers, found"},
    {"\nmen 1000", "\nmen 1001", "the file is damaged: its checksum is"},
    {"checksum", "sum", "expected \"checksum H\""},
    {"checksum ", "checksum 0", "the file is damaged: its checksum is"},
};

START_TEST(damaged)
{
    const Damage d = DAMAGES[_i];
    char path[PATH_ROOM];
    char text[FILE_ROOM];
    char changed[FILE_ROOM];
    make_path(path);
    good_file(path, text);
    const char *const at = strstr(text, d.from);
    ck_assert_ptr_nonnull(at);
    snprintf(changed, sizeof changed, "%.*s%s%s", (int)(at - text), text, d.to, at + strlen(d.from));
    write_file(path, changed, strlen(changed));
    expect_refused(path, d.message);
    unlink(path);
}
END_TEST

/* A file that was cut off anywhere is refused; only the newline at the end may be missing. */
START_TEST(cut_off)
{
    enum { STEP = 7 };
    char path[PATH_ROOM];
    char text[FILE_ROOM];
    make_path(path);
    good_file(path, text);
    const size_t length = strlen(text);
    for (size_t kept = 0; kept + 1 < length; kept += kept + STEP + 1 < length ? STEP : 1) {
        write_file(path, text, kept);
        expect_refused(path, path);
    }
    write_file(path, text, length - 1);
    EvalWeightSet set;
    ck_assert_int_eq(eval_file_read(path, &set, NULL), ERROR_NONE);
    unlink(path);
}
END_TEST

/* What no editor of weights writes: other ends of lines are fine, anything else is not. */
START_TEST(strange)
{
    static const char noise[] = "Bushka\0evaluation 1\n";
    char path[PATH_ROOM];
    char text[FILE_ROOM];
    char changed[2 * FILE_ROOM] = "";
    size_t length = 0;
    make_path(path);
    good_file(path, text);
    for (const char *c = text; *c != '\0'; c++) {
        if (*c == '\n') {
            changed[length++] = '\r';
        }
        changed[length++] = *c;
    }
    EvalWeightSet set;
    write_file(path, changed, length);
    ck_assert_int_eq(eval_file_read(path, &set, NULL), ERROR_NONE);
    snprintf(changed, sizeof changed, "%s\nmore", text);
    write_file(path, changed, strlen(changed));
    expect_refused(path, "nothing may follow the line \"checksum\"");
    memset(changed, 'x', sizeof changed);
    write_file(path, changed, sizeof changed);
    expect_refused(path, ":1: the line is too long; expected Bushka evaluation 1");
    write_file(path, noise, sizeof noise - 1);
    expect_refused(path, "not a file of weights for this engine");
    unlink(path);
}
END_TEST

/* What could be read for ever is not read at all. */
START_TEST(unfit_files)
{
    char path[PATH_ROOM];
    char text[FILE_ROOM];
    make_path(path);
    ck_assert_int_eq(mkfifo(path, S_IRUSR | S_IWUSR), 0);
    expect_refused(path, " is a FIFO, not a regular file");
    unlink(path);
    expect_refused("/tmp", "/tmp is a directory, not a regular file");
    expect_refused("/dev/zero", "/dev/zero is a character device, not a regular file");
    good_file(path, text);
    ck_assert_int_eq(truncate(path, (off_t)1 << 40), 0);
    expect_refused(path, ": too large for a file of weights: 1099511627776 bytes, at most 1048576 are read");
    unlink(path);
}
END_TEST

/* Nothing but weights is replaced by weights. */
START_TEST(foreign_file)
{
    static const char letter[] = "Dear aunt\n";
    char path[PATH_ROOM];
    char text[FILE_ROOM] = "";
    Error e;
    make_path(path);
    write_file(path, letter, strlen(letter));
    ck_assert_int_eq(eval_file_write(path, &EVAL_WEIGHTS_BUILTIN, &e), ERROR_SYNTAX);
    ck_assert_ptr_nonnull(strstr(e.text, "holds something else and is not replaced"));
    FILE *const file = fopen(path, "rb");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fread(text, 1, sizeof text, file), strlen(letter));
    fclose(file);
    ck_assert_str_eq(text, letter);
    unlink(path);
    good_file(path, text);
    ck_assert_int_eq(eval_file_write(path, &EVAL_WEIGHTS_BUILTIN, &e), ERROR_NONE);
    unlink(path);
}
END_TEST

START_TEST(no_file)
{
    static const EvalWeightSet set;
    Error e;
    expect_refused("/nowhere/weights.txt", "/nowhere/weights.txt: ");
    ck_assert_int_ne(eval_file_write("/nowhere/weights.txt", &set, &e), ERROR_NONE);
    ck_assert_ptr_nonnull(strstr(e.text, "/nowhere/weights.txt: "));
    if (access("/dev/full", W_OK) == 0) {
        ck_assert_int_ne(eval_file_write("/dev/full", &set, &e), ERROR_NONE);
    }
}
END_TEST

Suite *eval_file_suite(void)
{
    Suite *const suite = suite_create("eval_file");
    TCase *const tests = tcase_create("eval_file");
    tcase_add_test(tests, round_trip);
    tcase_add_loop_test(tests, damaged, 0, (int)(sizeof DAMAGES / sizeof DAMAGES[0]));
    tcase_add_test(tests, cut_off);
    tcase_add_test(tests, strange);
    tcase_add_test(tests, unfit_files);
    tcase_add_test(tests, foreign_file);
    tcase_add_test(tests, no_file);
    suite_add_tcase(suite, tests);
    return suite;
}
