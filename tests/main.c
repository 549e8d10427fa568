/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs the check suites named as arguments, or without arguments all except those set apart, up to the first that
 * fails. -list prints their names. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/test.h"
#include "system/clock.h"

/* The make command of this build, for the advice on how to repeat a failure. */
#ifndef MAKE_COMMAND
#define MAKE_COMMAND "make"
#endif

enum { NAME_WIDTH = 20 };

/* Sorted by file, tests also by line; filled by constructors, before main(). */
static RegisteredTest *tests;
static SuiteSettings *suites;

void test_register(RegisteredTest *test)
{
    RegisteredTest **at = &tests;
    for (; *at != NULL; at = &(*at)->next) {
        const int files = strcmp((*at)->test->file, test->test->file);
        if (files > 0 || (files == 0 && (*at)->test->line > test->test->line)) {
            break;
        }
    }
    test->next = *at;
    *at = test;
}

/* The NAME in tests/FOLDER/test_NAME.c; never freed. */
static const char *name_of_file(const char *file)
{
    const char *const prefix = "/test_";
    const char *const begin = strstr(file, prefix);
    if (begin == NULL) {
        fprintf(stderr, "%s: a test file must be named test_NAME.c\n", file);
        exit(EXIT_FAILURE);
    }
    return strndup(begin + strlen(prefix), strlen(begin) - strlen(prefix) - strlen(".c"));
}

void suite_register(SuiteSettings *suite)
{
    SuiteSettings **at = &suites;
    while (*at != NULL && strcmp((*at)->file, suite->file) <= 0) {
        at = &(*at)->next;
    }
    suite->name = suite->name != NULL ? suite->name : name_of_file(suite->file);
    suite->next = *at;
    *at = suite;
}

/* Gives test files without SUITE() the default settings, which are never freed. */
static void complete_suites(void)
{
    for (const RegisteredTest *t = tests; t != NULL; t = t->next) {
        const SuiteSettings *own = suites;
        while (own != NULL && strcmp(own->file, t->test->file) != 0) {
            own = own->next;
        }
        if (own == NULL) {
            SuiteSettings *const usual = calloc(1, sizeof *usual);
            usual->file = t->test->file;
            suite_register(usual);
        }
    }
}

static Suite *make_suite(const SuiteSettings *settings)
{
    Suite *const suite = suite_create(settings->name);
    TCase *const test_case = tcase_create(settings->name);
    tcase_set_timeout(test_case, settings->timeout > 0 ? settings->timeout : TEST_TIMEOUT);
    if (settings->once != NULL) {
        tcase_add_unchecked_fixture(test_case, settings->once->set_up, settings->once->tear_down);
    }
    for (int i = 0; i < ROWS(settings->with) && settings->with[i] != NULL; i++) {
        tcase_add_checked_fixture(test_case, settings->with[i]->set_up, settings->with[i]->tear_down);
    }
    tcase_add_checked_fixture(test_case, settings->set_up, settings->tear_down);
    for (const RegisteredTest *t = tests; t != NULL; t = t->next) {
        if (strcmp(t->test->file, settings->file) == 0 && t->count > 0) {
            tcase_add_loop_test(test_case, t->test, 0, t->count);
        }
    }
    suite_add_tcase(suite, test_case);
    return suite;
}

static bool is_known(const char *name)
{
    const SuiteSettings *suite = suites;
    while (suite != NULL && strcmp(suite->name, name) != 0) {
        suite = suite->next;
    }
    return suite != NULL;
}

static bool is_wanted(const SuiteSettings *suite, int argc, char **argv)
{
    for (int a = 1; a < argc; a++) {
        if (strcmp(argv[a], suite->name) == 0) {
            return true;
        }
    }
    return argc == 1 && !suite->apart;
}

static void list_suites(FILE *out, const char *between)
{
    for (const SuiteSettings *s = suites; s != NULL; s = s->next) {
        fprintf(out, "%s%s", s->name, s->next != NULL ? between : "\n");
    }
}

/* Runs the suite and prints its result and time in one line; after a failure also what failed and how to repeat it.
 * Adds its number of checks to *checks and returns whether it passed. */
static bool run_suite(const SuiteSettings *settings, int *checks)
{
    const char *const name = settings->name;
    if (settings->possible != NULL && !settings->possible()) {
        printf("%-*s skipped: not possible on this system\n", NAME_WIDTH, name);
        return true;
    }
    printf("%-*s ", NAME_WIDTH, name);
    fflush(stdout);
    SRunner *const runner = srunner_create(make_suite(settings));
    const int64_t begin = clock_us();
    srunner_run_all(runner, CK_SILENT);
    const int failed = srunner_ntests_failed(runner), run = srunner_ntests_run(runner);
    printf("%6d checks %7.1f s%s\n", run, (double)(clock_us() - begin) / US_PER_S, failed > 0 ? "  failed" : "");
    if (failed > 0) {
        srunner_print(runner, CK_NORMAL);
        printf("To repeat it: " MAKE_COMMAND " check-suites SUITES=%s\n", name);
    }
    fflush(stdout);
    srunner_free(runner);
    *checks += run;
    return failed == 0;
}

/* A background job, or one under nohup, ignores these signals. Programs under test would inherit that, and not end when
 * a test wants them to. */
static void heed_signals(void)
{
    static const int signals[] = {SIGINT, SIGQUIT, SIGTERM, SIGHUP};
    for (int i = 0; i < ROWS(signals); i++) {
        signal(signals[i], SIG_DFL);
    }
}

int main(int argc, char **argv)
{
    heed_signals();
    complete_suites();
    if (argc == 2 && strcmp(argv[1], "-list") == 0) {
        list_suites(stdout, "\n");
        return EXIT_SUCCESS;
    }
    for (int a = 1; a < argc; a++) {
        if (!is_known(argv[a])) {
            fprintf(stderr, "there is no suite '%s'; the suites are: ", argv[a]);
            list_suites(stderr, " ");
            return EXIT_FAILURE;
        }
    }
    int checks = 0;
    for (const SuiteSettings *s = suites; s != NULL; s = s->next) {
        if (is_wanted(s, argc, argv) && !run_suite(s, &checks)) {
            return EXIT_FAILURE;
        }
    }
    /* as check itself ends a run, for scripts that look for this line */
    printf("100%%: Checks: %d, Failures: 0, Errors: 0\n", checks);
    return EXIT_SUCCESS;
}
