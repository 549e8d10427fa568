/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests that register themselves: a file test_NAME.c is the suite NAME, and TEST() defines a test of it. */
#ifndef BUSHKA_SUPPORT_TEST_H
#define BUSHKA_SUPPORT_TEST_H

#include <check.h>
#include <stdbool.h>

/* Elements of an array. */
#define ROWS(table) ((int)(sizeof(table) / sizeof(table)[0]))

/* Defines a test: TEST(name) { ... } */
#define TEST(name) TEST_EACH(name, 1)

/* Defines a test that runs once for each `_i` from 0 to times - 1, each time in a new process; for 0 times it is left
 * out. */
#define TEST_EACH(name, times)                                                                                         \
    static void name##_run(int _i CK_ATTRIBUTE_UNUSED);                                                                \
    static const TTest name##_test = {#name, name##_run, __FILE__, __LINE__};                                          \
    __attribute__((constructor)) static void name##_register(void)                                                     \
    {                                                                                                                  \
        static RegisteredTest registered = {.test = &name##_test};                                                     \
        registered.count = (times);                                                                                    \
        test_register(&registered);                                                                                    \
    }                                                                                                                  \
    static void name##_run(int _i CK_ATTRIBUTE_UNUSED)

/* A test, and how often it runs. */
typedef struct RegisteredTest {
    const TTest *test;
    int count;
    struct RegisteredTest *next;
} RegisteredTest;

/* What is made before a test or a suite, and removed after it. */
typedef struct TestFixture {
    void (*set_up)(void), (*tear_down)(void);
} TestFixture;

/* How a suite differs from the default. */
typedef struct SuiteSettings {
    const char *file;
    const char *name;                         /* NULL: the file's */
    bool apart;                               /* it runs only when it is named */
    bool (*possible)(void);                   /* false: this system cannot run it; NULL: every system can */
    int timeout;                              /* seconds a test; 0: TEST_TIMEOUT */
    const TestFixture *once;                  /* for the suite */
    const TestFixture *with[2];               /* for each test, in its process, the first one first */
    void (*set_up)(void), (*tear_down)(void); /* after and before those */
    struct SuiteSettings *next;
} SuiteSettings;

enum { TEST_TIMEOUT = 60 /* seconds */ };

/* Settings of the file's suite, for example SUITE(.set_up = set_up); at most one for each name. Further names are
 * further suites of the same tests. */
#define SUITE(...) SUITE_SETTINGS_(__COUNTER__, __VA_ARGS__)
#define SUITE_SETTINGS_(id, ...) SUITE_SETTINGS__(id, __VA_ARGS__)
#define SUITE_SETTINGS__(id, ...)                                                                                      \
    static SuiteSettings suite_settings_##id = {.file = __FILE__, __VA_ARGS__};                                        \
    __attribute__((constructor)) static void suite_register_##id(void)                                                 \
    {                                                                                                                  \
        suite_register(&suite_settings_##id);                                                                          \
    }                                                                                                                  \
    extern const int suite_takes_a_semicolon

/* Called by the macros before main(). */
void test_register(RegisteredTest *test);
void suite_register(SuiteSettings *suite);

#endif
