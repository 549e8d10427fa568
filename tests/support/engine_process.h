/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Drives the engine program over pipes, with a deadline for everything. */
#ifndef BUSHKA_SUPPORT_ENGINE_PROCESS_H
#define BUSHKA_SUPPORT_ENGINE_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "support/place.h"
#include "support/sanitizers.h"
#include "support/talk.h"
#include "system/clock.h"

/* The program under test. */
#ifndef BUSHKA_BINARY
#define BUSHKA_BINARY "build/bushka"
#endif

/* How long to wait for something that must come, ms. */
enum { PATIENCE = SANITIZED ? 60000 : 45000 };

/* A running program. Start it with process_start() and end it with process_end(). */
typedef struct EngineProcess {
    pid_t pid; /* -1 when it has been waited for */
    int input; /* its standard input; -1 when closed */
    int output;
    char *data; /* what was read */
    size_t length, capacity;
    size_t next; /* start of the next line */
} EngineProcess;

/* Starts the program with these arguments (NULL at the end; NULL for none). A `memory` above 0 limits its address space
 * to that many bytes and sends its standard error to its standard output. Fails the test when it cannot be started. */
void process_start(EngineProcess *p, const char *const *arguments, uint64_t memory);

/* Writes the text or bytes to its standard input. Returns false when it does not read them. */
bool process_send(EngineProcess *p, const char *text);
bool process_send_bytes(EngineProcess *p, const char *bytes, size_t length);

/* The next line, without its newline, valid until the next call; NULL at the deadline or at the end of output. */
const char *process_line(EngineProcess *p, int milliseconds);

/* Skips lines up to one that matches the pattern, in which '*' stands for any text, and returns it. Fails the test
 * when none comes within PATIENCE. */
const char *process_expect(EngineProcess *p, const char *pattern);

/* Talks with the program (talk()); each '@' stands for the test's directory (WITH_PLACE). */
void process_talk(EngineProcess *p, const char *text);

/* Starts a program, talks with it and closes its input: it must print nothing more and exit with 0. */
void process_talk_alone(const char *text);

/* Defines a test that has each of these talks with process_talk_alone(). */
#define TEST_TALKS(talks)                                                                                              \
    TEST_EACH(test_talks, ROWS(talks))                                                                                 \
    {                                                                                                                  \
        process_talk_alone((talks)[_i]);                                                                               \
    }

/* Closes its standard input. */
void process_close_input(EngineProcess *p);

/* Waits until everything sent so far has been executed (isready); no other line may come. */
void process_sync(EngineProcess *p);

/* Sends a command that must be executed without output. */
void process_expect_silence(EngineProcess *p, const char *command);

/* Sends quit, expects exit code 0, and frees everything. */
void process_quit(EngineProcess *p);

/* For a suite in which each test has a `running` program, which is started before it and quits after it, unless the
 * test has waited for its end. */
extern const TestFixture RUNNING_ENGINE;
extern EngineProcess running;

/* Waits for it to end. Returns the exit code, 128 + n for signal n, or -1 at the deadline. */
int process_wait(EngineProcess *p, int milliseconds);

/* Kills it if it still runs, and frees everything. */
void process_end(EngineProcess *p);

/* Microseconds of processor time that a process has used. */
int64_t process_used_us(pid_t pid);

#endif
