/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/built_tables.h"

#include <stdio.h>

#include "support/tool_process.h"

enum { COMMAND_SIZE = 1024 };

Place built;

static void set_up(void)
{
    built = place_make();
    ck_assert_int_eq(tool_run(&built, TOOL_ENDINGS " build -pieces 3 -threads 1 -dir @"), 0);
}

static void tear_down(void)
{
    place_remove(&built);
}

const TestFixture BUILT_TABLES = {set_up, tear_down};

void built_tables_copy(const Variant *v, int pieces, const char *directory)
{
    char command[COMMAND_SIZE];
    snprintf(command, sizeof command, "mkdir -p %s && cp %s/%s-%s %s", directory, built.path, v->name,
             pieces == 2 ? "[KM]-[KM].*" : "*", directory);
    ck_assert_int_eq(shell_run(command), 0);
}

static void fail_refused(void *context, const char *why)
{
    (void)context;
    ck_abort_msg("%s", why);
}

Tablebase *tables_of(const char *folder)
{
    Tablebase *tables;
    Error e;
    const ErrorCode opened = tablebase_open(folder, NULL, fail_refused, NULL, &tables, &e);
    ck_assert_msg(opened == ERROR_NONE, "%s", e.text);
    return tables;
}
