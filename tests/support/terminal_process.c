/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _XOPEN_SOURCE 700 /* pseudo-terminals */
#define _DEFAULT_SOURCE   /* their size */
#include "support/terminal_process.h"

#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

enum {
    ROWS = 24,
    COLUMNS = 200,
    READ_SIZE = 4096,
    LINE_SIZE = 1024,
    COLUMNS_OF_GREETING = 80, /* narrower terminals show only its beginning in one line */
    SIGNALLED = 128,
    NOT_STARTED = 127,
    IDLE_PART = 10, /* an idle program uses less than this part of the time */
    SLICE = 20,     /* ms between two looks at a process that may have ended */
    THINK_MS = 300  /* in which the engine has thought a little */
};

static void set_size(int terminal, int rows, int columns)
{
    const struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)columns};
    ck_assert_int_eq(ioctl(terminal, TIOCSWINSZ, &size), 0);
}

static void set_variable(const char *name, const char *value)
{
    if (value != NULL) {
        setenv(name, value, 1);
    } else {
        unsetenv(name);
    }
}

/* Turns the child process into the program, at the terminal of that name. */
static void become_program(const char *terminal, const TerminalSetup *setup)
{
    setsid();
    const int fd = open(terminal, O_RDWR); /* which makes it the controlling one */
    if (fd < 0 || dup2(fd, STDIN_FILENO) < 0 || dup2(fd, STDOUT_FILENO) < 0 || dup2(fd, STDERR_FILENO) < 0) {
        _exit(NOT_STARTED);
    }
    for (int other = STDERR_FILENO + 1; other <= fd + 2; other++) {
        close(other);
    }
    set_variable("TERM", setup->name != NULL ? setup->name : "xterm");
    set_variable("LC_ALL", setup->locale != NULL ? setup->locale : "C");
    set_variable("NO_COLOR", setup->colours ? NULL : "1");
    set_variable("COLORTERM", NULL);
    set_variable("INPUTRC", "/dev/null");
    set_variable("XDG_STATE_HOME", setup->home != NULL ? NULL : setup->state != NULL ? setup->state : "/dev/null/none");
    set_variable("HOME", setup->home != NULL ? setup->home : getenv("HOME"));
    set_variable("PS1", "$ ");
    set_variable("ENV", NULL);
    setenv("TSAN_OPTIONS", "report_thread_leaks=0", 0);
    /* As a shell at a terminal starts programs, however the tests were started. */
    static const int signals[] = {SIGPIPE, SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGTSTP, SIGTTIN, SIGTTOU};
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) {
        signal(signals[i], SIG_DFL);
    }
    if (setup->shell != NULL) {
        execl("/bin/sh", "sh", "-i", (char *)NULL);
    } else {
        execl(BUSHKA_BINARY, BUSHKA_BINARY, (char *)NULL);
    }
    _exit(NOT_STARTED);
}

bool terminal_is_possible(void)
{
    const int master = posix_openpt(O_RDWR | O_NOCTTY);
    const bool possible = master >= 0 && grantpt(master) == 0 && unlockpt(master) == 0;
    if (master >= 0) {
        close(master);
    }
    return possible;
}

void terminal_start(TerminalProcess *t, const TerminalSetup *setup)
{
    static const TerminalSetup usual = {.name = NULL};
    const TerminalSetup *const s = setup != NULL ? setup : &usual;
    const int columns = s->columns > 0 ? s->columns : COLUMNS;
    memset(t, 0, sizeof *t);
    t->dumb = s->name != NULL && strcmp(s->name, "dumb") == 0;
    t->plain = !TERMINAL_EDITS || t->dumb;
    t->master = posix_openpt(O_RDWR | O_NOCTTY);
    ck_assert_int_ge(t->master, 0);
    ck_assert_int_eq(grantpt(t->master), 0);
    ck_assert_int_eq(unlockpt(t->master), 0);
    set_size(t->master, ROWS, columns);
    screen_init(&t->screen, ROWS, columns);
    char *const name = ptsname(t->master);
    ck_assert_ptr_nonnull(name);
    t->pid = fork();
    ck_assert_int_ge(t->pid, 0);
    if (t->pid == 0) {
        become_program(name, s);
    }
    if (s->shell != NULL) {
        terminal_expect_prompt(t, "$*");
        terminal_type(t, s->shell);
        terminal_type(t, KEY_ENTER);
    }
}

void terminal_end(TerminalProcess *t)
{
    if (t->pid > 0) {
        kill(t->pid, SIGKILL);
        waitpid(t->pid, NULL, 0);
    }
    ck_assert(!t->dumb || t->log == NULL || memchr(t->log, '\033', t->log_length) == NULL);
    close(t->master);
    screen_free(&t->screen);
    free(t->log);
    memset(t, 0, sizeof *t);
    t->pid = t->master = -1;
}

/* Reads what has come, waiting at most that long. Returns false when nothing came. */
static bool take_some(TerminalProcess *t, int milliseconds)
{
    char data[READ_SIZE];
    struct pollfd ready = {.fd = t->master, .events = POLLIN, .revents = 0};
    if (t->hung_up || poll(&ready, 1, milliseconds) <= 0) {
        return false;
    }
    const ssize_t count = read(t->master, data, sizeof data);
    if (count <= 0) {
        t->hung_up = true;
        return false;
    }
    screen_write(&t->screen, data, (size_t)count);
    char *const log = realloc(t->log, t->log_length + (size_t)count + 1);
    ck_assert_ptr_nonnull(log);
    memcpy(log + t->log_length, data, (size_t)count);
    t->log = log;
    t->log_length += (size_t)count;
    t->log[t->log_length] = '\0';
    return true;
}

void terminal_type(TerminalProcess *t, const char *keys)
{
    size_t left = strlen(keys);
    while (left > 0) {
        const ssize_t written = write(t->master, keys, left);
        ck_assert_int_gt(written, 0);
        keys += written;
        left -= (size_t)written;
        take_some(t, 0);
    }
}

/* True when the line matches. Without line editing, a line typed before its prompt has its answer after that prompt. */
static bool line_matches(const TerminalProcess *t, const char *pattern, const char *text)
{
    static const char prompt[] = "> ";
    return matches(pattern, text) ||
           (t->plain && strncmp(text, prompt, strlen(prompt)) == 0 && matches(pattern, text + strlen(prompt)));
}

/* The first line from `from` on that matches, or -1. */
static int find(const TerminalProcess *t, int from, const char *pattern, char text[SCREEN_COLUMNS_MAX + 1])
{
    for (int line = from; line < t->screen.count; line++) {
        if (line_matches(t, pattern, screen_line(&t->screen, line, text))) {
            return line;
        }
    }
    return -1;
}

/* Prints the screen and fails the test. */
static void give_up(const TerminalProcess *t, const char *pattern)
{
    char text[SCREEN_COLUMNS_MAX + 1];
    for (int line = t->screen.top; line < t->screen.count; line++) {
        fprintf(stderr, "%4d | %s\n", line, screen_line(&t->screen, line, text));
    }
    ck_abort_msg("nothing matches \"%s\" from line %d on", pattern, t->mark);
}

/* Reads more, for which the pattern waits; gives up at the deadline (clock_ms()) or where nothing can come. */
static void take_more(TerminalProcess *t, int64_t deadline, const char *pattern)
{
    const int64_t left = deadline - clock_ms();
    if (left <= 0 || (!take_some(t, (int)left) && t->hung_up)) {
        give_up(t, pattern);
    }
}

const char *terminal_expect(TerminalProcess *t, const char *pattern)
{
    static char text[SCREEN_COLUMNS_MAX + 1];
    const int64_t deadline = clock_ms() + PATIENCE;
    int line;
    while ((line = find(t, t->mark, pattern, text)) < 0) {
        take_more(t, deadline, pattern);
    }
    t->mark = line + 1;
    return text;
}

void terminal_expect_prompt(TerminalProcess *t, const char *pattern)
{
    char text[SCREEN_COLUMNS_MAX + 1];
    const int64_t deadline = clock_ms() + PATIENCE;
    while (t->screen.line < t->mark || !matches(pattern, screen_line(&t->screen, t->screen.line, text))) {
        take_more(t, deadline, pattern);
    }
    t->mark = t->screen.line;
}

const char *terminal_ask(TerminalProcess *t, const char *line, const char *pattern)
{
    terminal_type(t, line);
    terminal_type(t, KEY_ENTER);
    return terminal_expect(t, pattern);
}

void terminal_tell(TerminalProcess *t, const char *prompt, const char *line)
{
    terminal_expect_prompt(t, prompt);
    t->mark = t->screen.line + 1;
    terminal_type(t, line);
    terminal_type(t, KEY_ENTER);
    terminal_expect_prompt(t, prompt);
}

void terminal_begin(TerminalProcess *t, const TerminalSetup *setup)
{
    terminal_start(t, setup);
    terminal_expect(t, t->screen.columns < COLUMNS_OF_GREETING ? "Bushka Engine *" : "Bushka Engine * - type help*");
    terminal_expect_prompt(t, ">");
}

void terminal_start_fast(TerminalProcess *t, const TerminalSetup *setup)
{
    terminal_begin(t, setup);
    terminal_tell(t, ">", "setoption name Seed value 3");
    terminal_ask(t, "time 0", "The engine thinks for 0 s about each of its moves.");
    terminal_expect_prompt(t, ">");
}

static void do_step(TerminalProcess *t, const TerminalStep *step)
{
    const bool keys = step->typed != NULL && step->typed[0] == KEYS[0];
    const bool thinks = step->prompt != NULL && strcmp(step->prompt, THINKING_PROMPT) == 0;
    if (step->typed != NULL && step->shown == NULL && step->prompt != NULL && !keys && !thinks) {
        terminal_tell(t, step->prompt, step->typed);
        return;
    }
    if (step->typed != NULL) {
        terminal_type(t, keys ? step->typed + 1 : step->typed);
        terminal_type(t, keys ? "" : KEY_ENTER);
    }
    if (step->shown != NULL) {
        terminal_expect(t, step->shown);
    }
    if (step->prompt != NULL && !(thinks && t->plain)) {
        terminal_expect_prompt(t, step->prompt);
    }
    if (thinks && (t->plain || step->typed == NULL)) {
        terminal_pause(t, THINK_MS);
    }
}

void terminal_steps(TerminalProcess *t, const TerminalStep *steps, int count)
{
    for (int i = 0; i < count; i++) {
        char typed[LINE_SIZE];
        TerminalStep step = steps[i];
        if (place.path[0] != '\0' && step.typed != NULL) {
            place_text(&place, step.typed, typed, sizeof typed);
            step.typed = typed;
        }
        do_step(t, &step);
    }
}

void terminal_play(const TerminalScript *script)
{
    TerminalProcess t;
    if (script->fast) {
        terminal_start_fast(&t, &script->setup);
    } else {
        terminal_begin(&t, &script->setup);
    }
    terminal_steps(&t, script->steps, script->count);
    for (size_t i = 0; i < sizeof script->never / sizeof script->never[0]; i++) {
        if (script->never[i] != NULL) {
            terminal_never(&t, script->never[i]);
        }
    }
    terminal_quit(&t);
}

void terminal_never(TerminalProcess *t, const char *pattern)
{
    char text[SCREEN_COLUMNS_MAX + 1];
    ck_assert_msg(find(t, 0, pattern, text) < 0, "\"%s\" has been shown", text);
}

void terminal_pause(TerminalProcess *t, int milliseconds)
{
    const int64_t end = clock_us() + (int64_t)milliseconds * US_PER_MS;
    for (int64_t left = milliseconds; left > 0 && !t->hung_up; left = (end - clock_us()) / US_PER_MS) {
        take_some(t, (int)left);
    }
}

void terminal_expect_idle(TerminalProcess *t, int milliseconds)
{
    const int64_t before = process_used_us(t->pid);
    terminal_pause(t, milliseconds);
    ck_assert_int_lt(process_used_us(t->pid) - before, (int64_t)milliseconds * US_PER_MS / IDLE_PART);
}

void terminal_resize(TerminalProcess *t, int rows, int columns)
{
    screen_resize(&t->screen, rows, columns);
    set_size(t->master, rows, columns); /* which sends the program SIGWINCH */
}

/* How the terminal treats lines and keys. */
static tcflag_t local_modes(const TerminalProcess *t)
{
    struct termios settings;
    ck_assert_int_eq(tcgetattr(t->master, &settings), 0);
    return settings.c_lflag;
}

bool terminal_is_usual(const TerminalProcess *t)
{
    return (local_modes(t) & (ICANON | ECHO | NOFLSH)) == (ICANON | ECHO);
}

bool terminal_keeps_output(const TerminalProcess *t)
{
    return (local_modes(t) & NOFLSH) != 0;
}

void terminal_hang_up(TerminalProcess *t)
{
    close(t->master);
    t->master = -1;
    t->hung_up = true;
}

int terminal_wait(TerminalProcess *t)
{
    const int64_t deadline = clock_us() + (int64_t)PATIENCE * US_PER_MS;
    while (clock_us() < deadline) {
        int status = 0;
        if (waitpid(t->pid, &status, WNOHANG) == t->pid) {
            t->pid = -1;
            take_some(t, 0);
            return WIFEXITED(status) ? WEXITSTATUS(status) : SIGNALLED + WTERMSIG(status);
        }
        take_some(t, SLICE);
    }
    return -1;
}

void terminal_quit(TerminalProcess *t)
{
    terminal_type(t, "quit" KEY_ENTER);
    ck_assert_int_eq(terminal_wait(t), 0);
    ck_assert(terminal_is_usual(t));
    terminal_end(t);
}
