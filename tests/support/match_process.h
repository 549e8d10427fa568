/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs the match runner with test engines in the directory of a test (WITH_PLACE), and looks at what it leaves behind.
 * In arguments and commands every '@' stands for the directory. */
#ifndef BUSHKA_SUPPORT_MATCH_PROCESS_H
#define BUSHKA_SUPPORT_MATCH_PROCESS_H

#include <sys/types.h>

#include "support/place.h"

#ifndef MATCH_BINARY
#define MATCH_BINARY "build/bushka-match"
#endif
#ifndef FAKE_ENGINE
#define FAKE_ENGINE "build/tests/fake-engine"
#endif

/* Engines of the tests, for the command line: ENGINE_A "args=--info". */
#define ENGINE_A "-engine cmd=" FAKE_ENGINE " name=A "
#define ENGINE_B "-engine cmd=" FAKE_ENGINE " name=B "
#define ENGINE_C "-engine cmd=" FAKE_ENGINE " name=C "

/* Runs the runner with these arguments (shell words), its standard output in @/out and its error output in @/err. Fails
 * the test unless it ends with that exit code; -1: by a signal. */
void match_ends(int code, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Starts it in the same way without waiting; returns its process. */
pid_t match_start(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Runs a command of the shell, in which "%%" is the runner. Fails the test unless it ends with that exit code. */
void match_shell(int code, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Sends it a signal and waits for its end; the exit code, or -1. */
int match_signal(pid_t pid, int signal);

/* The content of a file of the directory, "" when there is none; the caller frees it. */
char *match_read(const char *name);

/* How often the text occurs in that file; and fails the test unless it does so often. */
int match_count(const char *name, const char *text);
void match_has(int times, const char *name, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* What a run must leave behind: that text so often in that file. */
typedef struct MatchTrace {
    int times;
    const char *name, *text;
} MatchTrace;

enum { MATCH_TRACES = 4, MATCH_SOME = -1 /* times: one or more */ };

/* A run of the runner, and what comes of it. */
typedef struct MatchRun {
    const char *arguments;
    int code;
    MatchTrace traces[MATCH_TRACES]; /* those without a name are none */
} MatchRun;

/* Fails the test unless the run ends with its code and leaves its traces. */
void match_check(const MatchRun *run);

/* Fails the test unless the error output is one line of the runner, which holds that text. */
void match_says(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Fails the test unless the faults that the summary @/json counts of two engines are those of engine B, so many of that
 * kind ("crashes"); NULL: there are none. */
void match_faults(const char *kind, int faults);

#endif
