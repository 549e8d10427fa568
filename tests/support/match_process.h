/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs the match runner with test engines in the test's directory (WITH_PLACE), and checks what it writes. In arguments
 * and commands each '@' stands for the directory. */
#ifndef BUSHKA_SUPPORT_MATCH_PROCESS_H
#define BUSHKA_SUPPORT_MATCH_PROCESS_H

#include "support/tool_process.h"

#ifndef MATCH_BINARY
#define MATCH_BINARY "build/bushka-match"
#endif
#ifndef FAKE_ENGINE
#define FAKE_ENGINE "build/tests/fake-engine"
#endif

/* Test engines for the command line, which words for the engine may follow: ENGINE_A "args=--info". */
#define ENGINE_A "-engine cmd=" FAKE_ENGINE " name=A "
#define ENGINE_B "-engine cmd=" FAKE_ENGINE " name=B "
#define ENGINE_C "-engine cmd=" FAKE_ENGINE " name=C "

/* Runs the runner with these arguments (shell words), its standard output in @/out and its standard error in @/err.
 * Fails the test unless it ends with that exit code; -1: by a signal. */
void match_ends(int code, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Starts it in the same way without waiting; returns its process ID. */
pid_t match_start(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Runs a shell command. Fails the test unless it ends with that exit code. */
void match_shell(int code, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* How often the text occurs in that file; match_has() fails the test unless that is `times`. */
int match_count(const char *name, const char *text);
void match_has(int times, const char *name, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* What a run must write: the text, that many times in that file. */
typedef struct MatchTrace {
    int times;
    const char *name, *text;
} MatchTrace;

enum { MATCH_TRACES = 4, MATCH_SOME = -1 /* times: one or more */ };

/* A run of the match runner and its results. */
typedef struct MatchRun {
    const char *arguments;
    MatchTrace traces[MATCH_TRACES]; /* up to the first without a name */
} MatchRun;

/* Runs it; fails the test unless it ends with that exit code and leaves its traces. */
void match_check(int code, const MatchRun *run);

/* Fails the test unless standard error is one line of the runner that contains the text. */
void match_says(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Fails the test unless the summary @/json counts, of both engines, just that many faults of that kind ("crashes"), all
 * of them of engine B; NULL: no faults. */
void match_faults(const char *kind, int faults);

#endif
