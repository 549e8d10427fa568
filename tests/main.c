/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs the check suites, up to the first that fails: all but those apart, or those named as arguments; -list prints
 * their names. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/test.h"
#include "system/clock.h"

/* What make was called with for this build. */
#ifndef MAKE_COMMAND
#define MAKE_COMMAND "make"
#endif

enum { TESTS_MAX = 1000, SUITES_MAX = 200, NAME_WIDTH = 20 };

typedef struct RegisteredTest {
    const TTest *test;
    int count;
} RegisteredTest;

/* Filled by constructors, before main(). */
static struct {
    RegisteredTest tests[TESTS_MAX];
    int test_count;
    SuiteSettings suites[SUITES_MAX];
    int suite_count;
} registry;

static void full(const char *file)
{
    fprintf(stderr, "%s: too many tests or suites for tests/main.c\n", file);
    exit(EXIT_FAILURE);
}

void test_register(const TTest *test, int count)
{
    if (registry.test_count == TESTS_MAX) {
        full(test->file);
    }
    registry.tests[registry.test_count++] = (RegisteredTest){.test = test, .count = count};
}

/* NAME of tests/ROOM/test_NAME.c; it is never freed. */
static const char *name_of_file(const char *file)
{
    const char *const prefix = "/test_";
    const char *const begin = strstr(file, prefix);
    if (begin == NULL) {
        fprintf(stderr, "%s: a file of tests is named test_NAME.c\n", file);
        exit(EXIT_FAILURE);
    }
    return strndup(begin + strlen(prefix), strlen(begin) - strlen(prefix) - strlen(".c"));
}

void suite_register(const SuiteSettings *settings)
{
    if (registry.suite_count == SUITES_MAX) {
        full(settings->file);
    }
    SuiteSettings *const suite = &registry.suites[registry.suite_count++];
    *suite = *settings;
    suite->name = suite->name != NULL ? suite->name : name_of_file(suite->file);
}

/* By file and line. */
static int compare_tests(const void *a, const void *b)
{
    const TTest *const x = ((const RegisteredTest *)a)->test, *const y = ((const RegisteredTest *)b)->test;
    const int files = strcmp(x->file, y->file);
    return files != 0 ? files : x->line - y->line;
}

static int compare_suites(const void *a, const void *b)
{
    return strcmp(((const SuiteSettings *)a)->file, ((const SuiteSettings *)b)->file);
}

/* Files without settings get the usual ones. */
static void complete_suites(void)
{
    const int given = registry.suite_count;
    for (int i = 0; i < registry.test_count; i++) {
        const char *const file = registry.tests[i].test->file;
        bool has_own = i > 0 && strcmp(registry.tests[i - 1].test->file, file) == 0;
        for (int s = 0; s < given; s++) {
            has_own = has_own || strcmp(registry.suites[s].file, file) == 0;
        }
        if (!has_own) {
            suite_register(&(SuiteSettings){.file = file});
        }
    }
}

static Suite *make_suite(const SuiteSettings *settings)
{
    Suite *const suite = suite_create(settings->name);
    TCase *const tests = tcase_create(settings->name);
    tcase_set_timeout(tests, settings->timeout > 0 ? settings->timeout : TEST_TIMEOUT);
    tcase_add_checked_fixture(tests, settings->set_up, settings->tear_down);
    tcase_add_unchecked_fixture(tests, settings->begin, settings->finish);
    for (int i = 0; i < registry.test_count; i++) {
        if (strcmp(registry.tests[i].test->file, settings->file) == 0 && registry.tests[i].count > 0) {
            tcase_add_loop_test(tests, registry.tests[i].test, 0, registry.tests[i].count);
        }
    }
    suite_add_tcase(suite, tests);
    return suite;
}

static bool is_known(const char *name)
{
    for (int i = 0; i < registry.suite_count; i++) {
        if (strcmp(registry.suites[i].name, name) == 0) {
            return true;
        }
    }
    return false;
}

static bool is_wanted(int index, int argc, char **argv)
{
    for (int a = 1; a < argc; a++) {
        if (strcmp(argv[a], registry.suites[index].name) == 0) {
            return true;
        }
    }
    return argc == 1 && !registry.suites[index].apart;
}

static void list_suites(FILE *out, const char *between)
{
    for (int i = 0; i < registry.suite_count; i++) {
        fprintf(out, "%s%s", i > 0 ? between : "", registry.suites[i].name);
    }
    fputc('\n', out);
}

/* Runs the suite, and says on one line what came of it and how long it took; what failed, on lines before the closing
 * one. Adds its checks to *checks and returns whether it passed. */
static bool run_suite(int index, int *checks)
{
    const SuiteSettings *const settings = &registry.suites[index];
    const char *const name = settings->name;
    if (settings->possible != NULL && !settings->possible()) {
        printf("%-*s skipped, not possible here\n", NAME_WIDTH, name);
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

/* Programs under test inherit what is ignored, as a job in the background or under nohup ignores these, and would not
 * end when a test wants them to. */
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
    qsort(registry.tests, (size_t)registry.test_count, sizeof registry.tests[0], compare_tests);
    complete_suites();
    qsort(registry.suites, (size_t)registry.suite_count, sizeof registry.suites[0], compare_suites);
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
    for (int i = 0; i < registry.suite_count; i++) {
        if (is_wanted(i, argc, argv) && !run_suite(i, &checks)) {
            return EXIT_FAILURE;
        }
    }
    /* as check itself closes a run, for those who read it */
    printf("100%%: Checks: %d, Failures: 0, Errors: 0\n", checks);
    return EXIT_SUCCESS;
}
