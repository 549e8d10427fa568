/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of weights: written and read again, and refused with a clear line where they are not what they should be. */
#include "evaluation/eval_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/place.h"
#include "support/test.h"

enum { FILE_ROOM = 1 << 14 };

/* A good file, every weight a different number, and its text. */
static EvalWeightSet good_file(const char *path, char text[FILE_ROOM])
{
    EvalWeightSet set;
    size_t length;
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
    unsigned char *const written = content(path, &length);
    ck_assert_uint_lt(length, FILE_ROOM);
    memcpy(text, written, length + 1);
    free(written);
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

TEST(round_trip)
{
    const Place place = place_make();
    const FilePath path = in(&place, "weights");
    char text[FILE_ROOM];
    EvalWeightSet read = EVAL_WEIGHTS_BUILTIN;
    Error e;
    const EvalWeightSet set = good_file(path.text, text);
    ck_assert_int_eq(eval_file_read(path.text, &read, &e), ERROR_NONE);
    ck_assert_int_eq(memcmp(&set, &read, sizeof set), 0);
    place_remove(&place);
}

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

TEST_EACH(damaged, ROWS(DAMAGES))
{
    const Damage d = DAMAGES[_i];
    const Place place = place_make();
    const FilePath path = in(&place, "weights");
    char text[FILE_ROOM];
    char changed[FILE_ROOM];
    good_file(path.text, text);
    const char *const at = strstr(text, d.from);
    ck_assert_ptr_nonnull(at);
    snprintf(changed, sizeof changed, "%.*s%s%s", (int)(at - text), text, d.to, at + strlen(d.from));
    set_text(path.text, changed);
    expect_refused(path.text, d.message);
    place_remove(&place);
}

/* A file that was cut off anywhere is refused; only the newline at the end may be missing. */
TEST(cut_off)
{
    enum { STEP = 7 };
    const Place place = place_make();
    const FilePath path = in(&place, "weights");
    char text[FILE_ROOM];
    good_file(path.text, text);
    const size_t length = strlen(text);
    for (size_t kept = 0; kept + 1 < length; kept += kept + STEP + 1 < length ? STEP : 1) {
        set_content(path.text, (const unsigned char *)text, kept);
        expect_refused(path.text, path.text);
    }
    set_content(path.text, (const unsigned char *)text, length - 1);
    EvalWeightSet set;
    ck_assert_int_eq(eval_file_read(path.text, &set, NULL), ERROR_NONE);
    place_remove(&place);
}

/* What no editor of weights writes: other ends of lines are fine, anything else is not. */
TEST(strange)
{
    static const char noise[] = "Bushka\0evaluation 1\n";
    const Place place = place_make();
    const FilePath path = in(&place, "weights");
    char text[FILE_ROOM];
    char changed[2 * FILE_ROOM] = "";
    size_t length = 0;
    good_file(path.text, text);
    for (const char *c = text; *c != '\0'; c++) {
        if (*c == '\n') {
            changed[length++] = '\r';
        }
        changed[length++] = *c;
    }
    EvalWeightSet set;
    set_content(path.text, (const unsigned char *)changed, length);
    ck_assert_int_eq(eval_file_read(path.text, &set, NULL), ERROR_NONE);
    snprintf(changed, sizeof changed, "%s\nmore", text);
    set_text(path.text, changed);
    expect_refused(path.text, "nothing may follow the line \"checksum\"");
    memset(changed, 'x', sizeof changed);
    set_content(path.text, (const unsigned char *)changed, sizeof changed);
    expect_refused(path.text, ":1: the line is too long; expected Bushka evaluation 1");
    set_content(path.text, (const unsigned char *)noise, sizeof noise - 1);
    expect_refused(path.text, "not a file of weights for this engine");
    place_remove(&place);
}

/* What could be read for ever is not read at all. */
TEST(unfit_files)
{
    const Place place = place_make();
    const FilePath path = in(&place, "weights");
    char text[FILE_ROOM];
    ck_assert_int_eq(mkfifo(path.text, S_IRUSR | S_IWUSR), 0);
    expect_refused(path.text, " is a FIFO, not a regular file");
    ck_assert_int_eq(unlink(path.text), 0);
    expect_refused(place.path, " is a directory, not a regular file");
    expect_refused("/dev/zero", "/dev/zero is a character device, not a regular file");
    good_file(path.text, text);
    ck_assert_int_eq(truncate(path.text, (off_t)1 << 40), 0);
    expect_refused(path.text, ": too large for a file of weights: 1099511627776 bytes, at most 1048576 are read");
    place_remove(&place);
}

/* Nothing but weights is replaced by weights. */
TEST(foreign_file)
{
    static const char letter[] = "Dear aunt\n";
    const Place place = place_make();
    const FilePath path = in(&place, "weights");
    char text[FILE_ROOM] = "";
    Error e;
    set_text(path.text, letter);
    ck_assert_int_eq(eval_file_write(path.text, &EVAL_WEIGHTS_BUILTIN, &e), ERROR_SYNTAX);
    ck_assert_ptr_nonnull(strstr(e.text, "holds something else and is not replaced"));
    expect_text(path.text, letter);
    ck_assert_int_eq(unlink(path.text), 0);
    good_file(path.text, text);
    ck_assert_int_eq(eval_file_write(path.text, &EVAL_WEIGHTS_BUILTIN, &e), ERROR_NONE);
    place_remove(&place);
}

TEST(no_file)
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
