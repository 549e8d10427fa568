/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "train/workplace.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

Place place;

void workplace_make(void)
{
    place = place_make();
}

void workplace_remove(void)
{
    place_remove(&place);
}

void must_run(const char *command)
{
    ck_assert_msg(tool_run(&place, command) == 0, "%s", command);
}

void expect_same(const char *a, const char *b)
{
    ck_assert_msg(same_content(in(&place, a).text, in(&place, b).text), "%s and %s differ", a, b);
}

void expect_part(const char *name, const char *part)
{
    size_t size;
    unsigned char *const text = content(in(&place, name).text, &size);
    ck_assert_msg(strstr((const char *)text, part) != NULL, "no \"%s\" in \"%s\"", part, (const char *)text);
    free(text);
}
