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
    SCREEN_ROWS = 24,
    COLUMNS = 200,
    READ_SIZE = 4096,
    LINE_SIZE = 1024,
    COLUMNS_OF_GREETING = 80, /* narrower terminals show only its beginning in one line */
    SIGNALLED = 128,
    NOT_STARTED = 127,
    SLICE = 20,    /* ms between two looks at a process that may have ended */
    THINK_MS = 300 /* in which the engine has thought a little */
};

TerminalProcess terminal;

static void set_size(int rows, int columns)
{
    const struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)columns};
    ck_assert_int_eq(ioctl(terminal.master, TIOCSWINSZ, &size), 0);
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
static void become_program(const char *name, const TerminalSetup *setup)
{
    setsid();
    const int fd = open(name, O_RDWR); /* which makes it the controlling one */
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

void terminal_start(const TerminalSetup *setup)
{
    static const TerminalSetup usual = {.name = NULL};
    const TerminalSetup *const s = setup != NULL ? setup : &usual;
    const int columns = s->columns > 0 ? s->columns : COLUMNS;
    memset(&terminal, 0, sizeof terminal);
    terminal.dumb = s->name != NULL && strcmp(s->name, "dumb") == 0;
    terminal.plain = !TERMINAL_EDITS || terminal.dumb;
    terminal.master = posix_openpt(O_RDWR | O_NOCTTY);
    ck_assert_int_ge(terminal.master, 0);
    ck_assert_int_eq(grantpt(terminal.master), 0);
    ck_assert_int_eq(unlockpt(terminal.master), 0);
    set_size(SCREEN_ROWS, columns);
    screen_init(&terminal.screen, SCREEN_ROWS, columns);
    char *const name = ptsname(terminal.master);
    ck_assert_ptr_nonnull(name);
    terminal.pid = fork();
    ck_assert_int_ge(terminal.pid, 0);
    if (terminal.pid == 0) {
        become_program(name, s);
    }
    if (s->shell != NULL) {
        terminal.shell = true;
        terminal_expect_prompt("$*");
        terminal_type(s->shell);
        terminal_type(KEY_ENTER);
    }
}

/* Reads what has come, waiting at most that long. Returns false when nothing came. */
static bool take_some(int milliseconds)
{
    char data[READ_SIZE];
    struct pollfd ready = {.fd = terminal.master, .events = POLLIN, .revents = 0};
    if (terminal.hung_up || poll(&ready, 1, milliseconds) <= 0) {
        return false;
    }
    const ssize_t count = read(terminal.master, data, sizeof data);
    if (count <= 0) {
        terminal.hung_up = true;
        return false;
    }
    screen_write(&terminal.screen, data, (size_t)count);
    char *const log = realloc(terminal.log, terminal.log_length + (size_t)count + 1);
    ck_assert_ptr_nonnull(log);
    memcpy(log + terminal.log_length, data, (size_t)count);
    terminal.log = log;
    terminal.log_length += (size_t)count;
    terminal.log[terminal.log_length] = '\0';
    return true;
}

void terminal_type(const char *keys)
{
    size_t left = strlen(keys);
    while (left > 0) {
        const ssize_t written = write(terminal.master, keys, left);
        ck_assert_int_gt(written, 0);
        keys += written;
        left -= (size_t)written;
        take_some(0);
    }
}

/* The first line from `from` on that matches, or -1. Without line editing, a line typed before its prompt has its
 * answer after that prompt. */
static int find(int from, const char *pattern, char text[SCREEN_COLUMNS_MAX + 1])
{
    static const char prompt[] = "> ";
    const size_t length = strlen(prompt);
    for (int line = from; line < terminal.screen.count; line++) {
        screen_line(&terminal.screen, line, text);
        if (matches(pattern, text) ||
            (terminal.plain && strncmp(text, prompt, length) == 0 && matches(pattern, text + length))) {
            return line;
        }
    }
    return -1;
}

/* Prints the screen and fails the test. */
static void give_up(const char *pattern)
{
    char text[SCREEN_COLUMNS_MAX + 1];
    for (int line = terminal.screen.top; line < terminal.screen.count; line++) {
        fprintf(stderr, "%4d | %s\n", line, screen_line(&terminal.screen, line, text));
    }
    ck_abort_msg("nothing matches \"%s\" from line %d on", pattern, terminal.mark);
}

/* Reads more, for which the pattern waits; gives up at the deadline (clock_ms()) or where nothing can come. */
static void take_more(int64_t deadline, const char *pattern)
{
    const int64_t left = deadline - clock_ms();
    if (left <= 0 || (!take_some((int)left) && terminal.hung_up)) {
        give_up(pattern);
    }
}

const char *terminal_expect(const char *pattern)
{
    static char text[SCREEN_COLUMNS_MAX + 1];
    const int64_t deadline = clock_ms() + PATIENCE;
    int line;
    while ((line = find(terminal.mark, pattern, text)) < 0) {
        take_more(deadline, pattern);
    }
    terminal.mark = line + 1;
    return text;
}

void terminal_expect_prompt(const char *pattern)
{
    char text[SCREEN_COLUMNS_MAX + 1];
    const int64_t deadline = clock_ms() + PATIENCE;
    while (terminal.screen.line < terminal.mark ||
           !matches(pattern, screen_line(&terminal.screen, terminal.screen.line, text))) {
        take_more(deadline, pattern);
    }
    terminal.mark = terminal.screen.line;
}

void terminal_begin(const TerminalSetup *setup)
{
    terminal_start(setup);
    terminal_expect(terminal.screen.columns < COLUMNS_OF_GREETING ? "Bushka Engine *" : "Bushka Engine * - type help*");
    if (!terminal.shell) {
        terminal_expect_prompt(">");
    }
}

void terminal_start_fast(const TerminalSetup *setup)
{
    terminal_begin(setup);
    terminal_step("setoption name Seed value 3", NULL, ">");
    terminal_step("time 0", "The engine thinks for 0 s about each of its moves.", ">");
}

const char *terminal_step(const char *typed, const char *shown, const char *prompt)
{
    const bool keys = typed != NULL && typed[0] == KEYS[0];
    const bool thinks = prompt != NULL && strcmp(prompt, THINKING_PROMPT) == 0;
    const char *line = NULL;
    if (typed != NULL && shown == NULL && prompt != NULL && !keys && !thinks) {
        terminal_expect_prompt(prompt);
        terminal.mark = terminal.screen.line + 1;
    }
    if (typed != NULL) {
        char text[LINE_SIZE];
        place_text(&place, keys ? typed + 1 : typed, text, sizeof text);
        terminal_type(text);
        terminal_type(keys ? "" : KEY_ENTER);
    }
    if (shown != NULL) {
        line = terminal_expect(shown);
    }
    if (prompt != NULL && !(thinks && terminal.plain)) {
        terminal_expect_prompt(prompt);
    }
    if (thinks && (terminal.plain || typed == NULL)) {
        terminal_pause(THINK_MS);
    }
    return line;
}

void terminal_steps(const TerminalStep *steps, int count)
{
    for (int i = 0; i < count; i++) {
        terminal_step(steps[i].typed, steps[i].shown, steps[i].prompt);
    }
}

void terminal_play(const TerminalScript *script)
{
    if (script->fast) {
        terminal_start_fast(&script->setup);
    } else {
        terminal_begin(&script->setup);
    }
    terminal_steps(script->steps, script->count);
    for (size_t i = 0; i < sizeof script->never / sizeof script->never[0]; i++) {
        if (script->never[i] != NULL) {
            terminal_never(script->never[i]);
        }
    }
    terminal_quit();
}

void terminal_never(const char *pattern)
{
    char text[SCREEN_COLUMNS_MAX + 1];
    ck_assert_msg(find(0, pattern, text) < 0, "\"%s\" has been shown", text);
}

void terminal_pause(int milliseconds)
{
    const int64_t end = clock_us() + (int64_t)milliseconds * US_PER_MS;
    for (int64_t left = milliseconds; left > 0 && !terminal.hung_up; left = (end - clock_us()) / US_PER_MS) {
        take_some((int)left);
    }
}

void terminal_resize(int rows, int columns)
{
    screen_resize(&terminal.screen, rows, columns);
    set_size(rows, columns); /* which sends the program SIGWINCH */
}

/* How the terminal treats lines and keys. */
static tcflag_t local_modes(void)
{
    struct termios settings;
    ck_assert_int_eq(tcgetattr(terminal.master, &settings), 0);
    return settings.c_lflag;
}

bool terminal_keeps_output(void)
{
    return (local_modes() & NOFLSH) != 0;
}

/* Waits for the program to end; returns the exit code, 128 + n for signal n, or -1 after PATIENCE. */
static int wait_for_end(void)
{
    const int64_t deadline = clock_us() + (int64_t)PATIENCE * US_PER_MS;
    while (clock_us() < deadline) {
        int status = 0;
        if (waitpid(terminal.pid, &status, WNOHANG) == terminal.pid) {
            terminal.pid = -1;
            take_some(0);
            return WIFEXITED(status) ? WEXITSTATUS(status) : SIGNALLED + WTERMSIG(status);
        }
        take_some(SLICE);
    }
    return -1;
}

static void free_all(void)
{
    ck_assert(!terminal.dumb || terminal.log == NULL || memchr(terminal.log, '\033', terminal.log_length) == NULL);
    screen_free(&terminal.screen);
    free(terminal.log);
}

void terminal_hang_up(void)
{
    close(terminal.master);
    terminal.hung_up = true;
    const int code = wait_for_end();
    ck_assert_msg(code == SIGNALLED + SIGHUP || code == 0, "exit code %d", code);
    free_all();
}

void terminal_expect_end(int code)
{
    ck_assert_int_eq(wait_for_end(), code);
    /* As a shell needs it: the system edits and echoes lines, and Ctrl-C drops them. */
    ck_assert((local_modes() & (ICANON | ECHO | NOFLSH)) == (ICANON | ECHO));
    close(terminal.master);
    free_all();
}

void terminal_quit(void)
{
    terminal_type(terminal.shell ? "exit" KEY_ENTER : "quit" KEY_ENTER);
    terminal_expect_end(0);
}

void terminal_tear_down(void)
{
    if (terminal.pid > 0) {
        terminal_quit();
    }
}
