/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/engine_process.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* WRITE_SIZE is what a pipe that is ready takes without blocking (PIPE_BUF on Linux). */
enum { READ_SIZE = 65536, WRITE_SIZE = 4096, ARGUMENTS_MAX = 16, TALK_SIZE = 4096, SIGNALLED = 128 };

EngineProcess running;

int64_t process_used_us(pid_t pid)
{
    clockid_t clock;
    struct timespec t;
    ck_assert_int_eq(clock_getcpuclockid(pid, &clock), 0);
    ck_assert_int_eq(clock_gettime(clock, &t), 0);
    return (int64_t)t.tv_sec * US_PER_S + t.tv_nsec / NS_PER_US;
}

/* Turns the child process into the program. */
static void become_program(const char *const *arguments, int input, int output, uint64_t memory)
{
    char *argv[ARGUMENTS_MAX + 2] = {(char *)BUSHKA_BINARY};
    for (int i = 0; arguments != NULL && arguments[i] != NULL && i < ARGUMENTS_MAX; i++) {
        argv[i + 1] = (char *)arguments[i];
    }
    if (memory > 0) {
        const struct rlimit limit = {.rlim_cur = memory, .rlim_max = memory};
        setrlimit(RLIMIT_AS, &limit);
        dup2(output, STDERR_FILENO);
    }
    /* A program that has to exit at once does not join its threads. */
    setenv("TSAN_OPTIONS", "report_thread_leaks=0", 0);
    dup2(input, STDIN_FILENO);
    dup2(output, STDOUT_FILENO);
    for (int fd = STDERR_FILENO + 1; fd <= (input > output ? input : output) + 2; fd++) {
        close(fd);
    }
    execv(BUSHKA_BINARY, argv);
    _exit(SIGNALLED - 1);
}

void process_start(EngineProcess *p, const char *const *arguments, uint64_t memory)
{
    int to[2], from[2];
    signal(SIGPIPE, SIG_IGN);
    ck_assert_int_eq(pipe(to), 0);
    ck_assert_int_eq(pipe(from), 0);
    memset(p, 0, sizeof *p);
    p->pid = fork();
    ck_assert_int_ge(p->pid, 0);
    if (p->pid == 0) {
        become_program(arguments, to[0], from[1], memory);
    }
    close(to[0]);
    close(from[1]);
    p->input = to[1];
    p->output = from[0];
}

/* Reads what has come, waiting until the deadline (clock_us()) at most. Returns false when nothing came. */
static bool read_some(EngineProcess *p, int64_t deadline)
{
    const int64_t left = (deadline - clock_us() + US_PER_MS - 1) / US_PER_MS;
    struct pollfd ready = {.fd = p->output, .events = POLLIN, .revents = 0};
    if (p->output < 0 || poll(&ready, 1, left > 0 ? (int)left : 0) <= 0) {
        return false;
    }
    if (p->capacity - p->length < READ_SIZE) {
        p->capacity = p->capacity * 2 + READ_SIZE;
        p->data = realloc(p->data, p->capacity);
        ck_assert_ptr_nonnull(p->data);
    }
    const ssize_t count = read(p->output, p->data + p->length, p->capacity - p->length);
    if (count <= 0) {
        return false;
    }
    p->length += (size_t)count;
    return true;
}

bool process_send_bytes(EngineProcess *p, const char *bytes, size_t length)
{
    while (length > 0) {
        /* Its answers are read meanwhile, or both sides could wait for each other. */
        struct pollfd room[2] = {{.fd = p->input, .events = POLLOUT, .revents = 0},
                                 {.fd = p->output, .events = POLLIN, .revents = 0}};
        if (poll(room, 2, PATIENCE) <= 0) {
            return false;
        }
        if ((room[1].revents & POLLIN) != 0) {
            read_some(p, clock_us());
        }
        if (room[0].revents != 0) {
            const size_t part = length < WRITE_SIZE ? length : WRITE_SIZE;
            const ssize_t written = write(p->input, bytes, part);
            if (written < 0 && errno != EINTR) {
                return false;
            }
            if (written > 0) {
                bytes += written;
                length -= (size_t)written;
            }
        }
    }
    return true;
}

bool process_send(EngineProcess *p, const char *text)
{
    return process_send_bytes(p, text, strlen(text));
}

const char *process_line(EngineProcess *p, int milliseconds)
{
    const int64_t deadline = clock_us() + (int64_t)milliseconds * US_PER_MS;
    for (;;) {
        char *const line = p->next < p->length ? p->data + p->next : NULL;
        char *const newline = line != NULL ? memchr(line, '\n', p->length - p->next) : NULL;
        if (newline != NULL) {
            *newline = '\0';
            p->next = (size_t)(newline - p->data) + 1;
            return line;
        }
        if (p->next > 0 && p->data != NULL) {
            memmove(p->data, p->data + p->next, p->length - p->next);
            p->length -= p->next;
            p->next = 0;
        }
        if (!read_some(p, deadline)) {
            return NULL;
        }
    }
}

const char *process_expect(EngineProcess *p, const char *pattern)
{
    for (;;) {
        const char *const line = process_line(p, PATIENCE);
        ck_assert_msg(line != NULL, "no line matches \"%s\"", pattern);
        if (matches(pattern, line)) {
            return line;
        }
    }
}

static bool send_line(void *context, const char *line)
{
    return process_send(context, line) && process_send(context, "\n");
}

static const char *next_line(void *context, int milliseconds)
{
    return process_line(context, milliseconds);
}

void process_talk(EngineProcess *p, const char *text)
{
    const TalkPartner partner = {.send = send_line, .next = next_line, .context = p};
    char whole[TALK_SIZE];
    place_text(&place, text, whole, sizeof whole);
    talk(&partner, whole);
}

void process_talk_alone(const char *text)
{
    EngineProcess p;
    process_start(&p, NULL, 0);
    process_talk(&p, text);
    process_close_input(&p);
    const char *const more = process_line(&p, PATIENCE);
    ck_assert_msg(more == NULL, "%s", more);
    ck_assert_int_eq(process_wait(&p, PATIENCE), 0);
    process_end(&p);
}

void process_sync(EngineProcess *p)
{
    process_talk(p, "> isready\nreadyok");
}

void process_expect_silence(EngineProcess *p, const char *command)
{
    ck_assert(process_send(p, command));
    ck_assert(process_send(p, "\n"));
    process_sync(p);
}

void process_quit(EngineProcess *p)
{
    process_send(p, "quit\n");
    ck_assert_int_eq(process_wait(p, PATIENCE), 0);
    process_end(p);
}

static void set_up(void)
{
    process_start(&running, NULL, 0);
}

static void tear_down(void)
{
    if (running.pid > 0) {
        process_quit(&running);
    } else {
        process_end(&running);
    }
}

const TestFixture RUNNING_ENGINE = {set_up, tear_down};

void process_close_input(EngineProcess *p)
{
    close(p->input);
    p->input = -1;
}

int process_wait(EngineProcess *p, int milliseconds)
{
    enum { LOOK_US = 100 };
    const int64_t deadline = clock_us() + (int64_t)milliseconds * US_PER_MS;
    for (;;) {
        int status = 0;
        if (waitpid(p->pid, &status, WNOHANG) == p->pid) {
            p->pid = -1;
            return WIFEXITED(status) ? WEXITSTATUS(status) : SIGNALLED + WTERMSIG(status);
        }
        if (clock_us() >= deadline) {
            return -1;
        }
        clock_sleep(LOOK_US * NS_PER_US);
    }
}

void process_end(EngineProcess *p)
{
    if (p->pid > 0) {
        kill(p->pid, SIGKILL);
        waitpid(p->pid, NULL, 0);
    }
    if (p->input >= 0) {
        close(p->input);
    }
    if (p->output >= 0) {
        close(p->output);
    }
    free(p->data);
    memset(p, 0, sizeof *p);
    p->pid = p->input = p->output = -1;
}
