/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs the match runner with test engines in a place, and reads what it leaves behind. */
#ifndef BUSHKA_SUPPORT_MATCH_PROCESS_H
#define BUSHKA_SUPPORT_MATCH_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "support/place.h"

#ifndef MATCH_BINARY
#define MATCH_BINARY "build/bushka-match"
#endif
#ifndef FAKE_ENGINE
#define FAKE_ENGINE "build/tests/fake-engine"
#endif

/* Runs the runner with these arguments (shell words; every '@' stands for the directory), its standard output in
 * @/out and its error output in @/err. Returns the exit code; -1 when a signal ended it. */
int match_run(const Place *place, const char *arguments);

/* Starts it in the same way without waiting; returns its process. */
pid_t match_start(const Place *place, const char *arguments);

/* Starts it so, after these words of the shell, such as "exec prlimit --nofile=22"; '@' as above. */
pid_t match_start_after(const Place *place, const char *words, const char *arguments);

/* Runs a command of the shell, '@' as above and '%' for the runner; its exit code, or -1. */
int match_shell(const Place *place, const char *command);

/* Sends it a signal and waits for its end; the exit code, or -1. */
int match_signal(pid_t pid, int signal);

/* The content of a file of the directory, "" when there is none; the caller frees it. */
char *match_read(const Place *place, const char *name);

/* Writes a file of the directory anew. */
void match_write(const Place *place, const char *name, const char *text);

/* How often the text occurs in that file. */
int match_count(const Place *place, const char *name, const char *text);

/* Fails the test unless both files exist and are equal. */
void match_same(const Place *place, const char *first, const char *second);

/* Copies a file without its last bytes; and renames one. */
void match_copy(const Place *place, const char *from, const char *to, size_t dropped);
void match_rename(const Place *place, const char *from, const char *to);

/* Number of files in a directory of the directory. */
int match_files(const Place *place, const char *name);

#endif
