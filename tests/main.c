/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs the check suites: all of them but those apart, or those named as arguments. */
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "suites.h"

typedef struct Entry {
    const char *name;
    Suite *(*make)(void);
    bool apart;
} Entry;

#define SUITE_ENTRY(name) {#name, name##_suite, false},
#define APART_ENTRY(name) {#name, name##_suite, true},
static const Entry ENTRIES[] = {SUITES(SUITE_ENTRY) SUITES_APART(APART_ENTRY)};

/* Programs under test inherit what is ignored, as a job in the background or under nohup ignores these, and would not
 * end when a test wants them to. */
static void heed_signals(void)
{
    static const int signals[] = {SIGINT, SIGQUIT, SIGTERM, SIGHUP};
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) {
        signal(signals[i], SIG_DFL);
    }
}

int main(int argc, char **argv)
{
    heed_signals();
    SRunner *const runner = srunner_create(NULL);
    int added = 0;
    for (size_t i = 0; i < sizeof ENTRIES / sizeof ENTRIES[0]; i++) {
        bool wanted = argc == 1 && !ENTRIES[i].apart;
        for (int a = 1; a < argc; a++) {
            wanted = wanted || strcmp(argv[a], ENTRIES[i].name) == 0;
        }
        if (wanted) {
            srunner_add_suite(runner, ENTRIES[i].make());
            added++;
        }
    }
    if (added == 0) {
        fprintf(stderr, "no suite of that name\n");
        srunner_free(runner);
        return EXIT_FAILURE;
    }
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
