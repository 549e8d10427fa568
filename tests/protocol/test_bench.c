/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The signature of the search: what bench finds is the same on every machine and with every compiler.
 *
 * A change that is meant to leave the search and the evaluation alone leaves these numbers alone. One that is meant to
 * change them, and has shown in matches that it loses nothing, puts in what `build/bushka bench` and
 * `build/bushka bench depth 6` print at their ends, and its commit says so: "Bench: NODES". */
#include <stdio.h>

#include "suites.h"
#include "support/engine_process.h"

enum { TIMEOUT_SECONDS = 30, COMMAND_SIZE = 64, FULL_PATIENCE = 4 * PATIENCE };

/* What a command prints. */
typedef struct Pin {
    const char *command;
    const char *announced;
    const char *hash;
    const char *nodes;
} Pin;

static const Pin QUICK = {"bench depth 6", "info string bench depth 6 threads 1 hash 16", "29b469811f78ef79", "419506"};
static const Pin FULL = {"bench", "info string bench depth 9 threads 1 hash 16", "67e0a7935c1397dc", "2389744"};

static void expect_signature(const Pin *pin)
{
    static const char *const names[] = {"Bench hash      : %s", "Nodes searched  : %s"};
    const char *const values[] = {pin->hash, pin->nodes};
    char command[COMMAND_SIZE], expected[COMMAND_SIZE];
    EngineProcess p;
    process_start(&p, NULL, 0);
    snprintf(command, sizeof command, "%s\n", pin->command);
    ck_assert(process_send(&p, command));
    process_expect_next(&p, pin->announced);
    const char *line = process_line(&p, FULL_PATIENCE);
    while (line != NULL && !matches("Total time*", line)) {
        line = process_line(&p, FULL_PATIENCE);
    }
    for (int i = 0; i < 2; i++) {
        line = process_line(&p, PATIENCE);
        ck_assert_ptr_nonnull(line);
        snprintf(expected, sizeof expected, names[i], values[i]);
        ck_assert_msg(matches(expected, line), "%s gives \"%s\", not \"%s\"", pin->command, line, expected);
    }
    process_quit(&p);
}

START_TEST(test_quick)
{
    expect_signature(&QUICK);
}
END_TEST

START_TEST(test_full)
{
    expect_signature(&FULL);
}
END_TEST

Suite *bench_suite(void)
{
    Suite *const suite = suite_create("bench");
    TCase *const t = tcase_create("signature");
    tcase_set_timeout(t, TIMEOUT_SECONDS);
    tcase_add_test(t, test_quick);
    if (!SANITIZED) {
        tcase_add_test(t, test_full); /* ten times as long under a sanitizer */
    }
    suite_add_tcase(suite, t);
    return suite;
}
