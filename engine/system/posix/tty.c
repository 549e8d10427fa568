/* SPDX-License-Identifier: GPL-3.0-or-later */
/* TIOCGWINSZ and struct winsize are newer than the edition of POSIX that the rest is compiled for. */
#define _DEFAULT_SOURCE

#include "system/tty.h"

#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "system/input.h"

enum {
    ENDED_BY_SIGNAL = 128, /* exit code, with the signal's number added */
    EXIT_TIMEOUT = 8,      /* s from the signal to the exit of a process that does not end by itself */
    READ_END = 0,
    WRITE_END = 1
};

/* The handled signals, and what each is recorded as. */
static const struct {
    int number;
    TtySignal kept;
} SIGNALS[] = {
    {SIGINT, TTY_INTERRUPT}, {SIGTSTP, TTY_STOP}, {SIGCONT, TTY_CONTINUE}, {SIGWINCH, TTY_RESIZE},
    {SIGHUP, TTY_END},       {SIGTERM, TTY_END},  {SIGQUIT, TTY_END},
};
enum { SIGNAL_COUNT = sizeof SIGNALS / sizeof SIGNALS[0] };

/* Signal handlers take no context. */
static struct {
    int wake[2];             /* a non-blocking pipe, which becomes readable with tty_wake() */
    struct termios terminal; /* its initial settings */
    atomic_bool came[TTY_SIGNAL_COUNT];
    atomic_int ending; /* the first signal recorded as TTY_END; 0: none */
    struct sigaction before[SIGNAL_COUNT];
    struct sigaction alarm_before;
} state;

/* Restores the terminal's settings, unless a shell has put this process into the background: the terminal is the
 * shell's then. */
static void restore_terminal(void)
{
    if (tcgetpgrp(STDIN_FILENO) == getpgrp()) {
        tcsetattr(STDIN_FILENO, TCSANOW, &state.terminal);
    }
}

/* Exits at once, with the exit code of a process ended by that signal. Async-signal-safe, like record_signal(). */
static void end_at_once(int number)
{
    restore_terminal();
    _exit(ENDED_BY_SIGNAL + number);
}

/* The process has not ended in time. */
static void end_late(int number)
{
    (void)number;
    end_at_once(state.ending);
}

static void record_signal(int number)
{
    const int error = errno;
    int none = 0;
    for (int i = 0; i < SIGNAL_COUNT; i++) {
        if (SIGNALS[i].number != number) {
            continue;
        }
        if (SIGNALS[i].kept == TTY_END && atomic_compare_exchange_strong(&state.ending, &none, number)) {
            alarm(EXIT_TIMEOUT);
        }
        if (atomic_exchange(&state.came[SIGNALS[i].kept], true) && number == SIGINT) {
            end_at_once(number);
        }
    }
    tty_wake();
    errno = error;
}

/* Handles a signal, unless the process was started with it ignored (nohup). */
static void handle(int number, void (*handler)(int), struct sigaction *before)
{
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(number, NULL, before);
    if (before->sa_handler != SIG_IGN) {
        sigaction(number, &action, NULL);
    }
}

bool tty_begin(void)
{
    if (pipe(state.wake) != 0) {
        return false;
    }
    for (int i = 0; i < 2; i++) {
        fcntl(state.wake[i], F_SETFL, O_NONBLOCK);
        fcntl(state.wake[i], F_SETFD, FD_CLOEXEC);
    }
    setlocale(LC_CTYPE, "");
    tcgetattr(STDIN_FILENO, &state.terminal);
    handle(SIGALRM, end_late, &state.alarm_before);
    for (int i = 0; i < SIGNAL_COUNT; i++) {
        handle(SIGNALS[i].number, record_signal, &state.before[i]);
    }
    return true;
}

void tty_end(void)
{
    for (int i = 0; i < SIGNAL_COUNT; i++) {
        sigaction(SIGNALS[i].number, &state.before[i], NULL);
    }
    alarm(0);
    sigaction(SIGALRM, &state.alarm_before, NULL);
    close(state.wake[READ_END]);
    close(state.wake[WRITE_END]);
}

const char *tty_name(void)
{
    return getenv("TERM");
}

void tty_keep_output(void)
{
    struct termios terminal;
    if (tcgetattr(STDIN_FILENO, &terminal) == 0) {
        terminal.c_lflag |= NOFLSH;
        tcsetattr(STDIN_FILENO, TCSANOW, &terminal);
    }
}

void tty_discard_input(void)
{
    tcflush(STDIN_FILENO, TCIFLUSH);
}

bool tty_shows_symbols(void)
{
    return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

int tty_columns(void)
{
    struct winsize size;
    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

bool tty_has_input(void)
{
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN, .revents = 0};
    return poll(&input, 1, 0) > 0;
}

bool tty_wait(bool keys, int milliseconds)
{
    enum { KEYS, WAKE, COUNT };
    struct pollfd watched[COUNT] = {
        [KEYS] = {.fd = keys ? STDIN_FILENO : -1, .events = POLLIN, .revents = 0},
        [WAKE] = {.fd = state.wake[READ_END], .events = POLLIN, .revents = 0},
    };
    const bool typed = poll(watched, COUNT, milliseconds) > 0 && watched[KEYS].revents != 0;
    char bytes[64];
    while (read(state.wake[READ_END], bytes, sizeof bytes) > 0) {
    }
    return typed;
}

void tty_wake(void)
{
    while (write(state.wake[WRITE_END], "", 1) < 0 && errno == EINTR) {
    }
}

int tty_read(char *bytes, size_t size)
{
    return input_read(&(Input){.fd = STDIN_FILENO}, bytes, size);
}

bool tty_take_signal(TtySignal s)
{
    return atomic_exchange(&state.came[s], false);
}

void tty_end_process(void)
{
    raise(state.ending);
}

void tty_suspend(void)
{
    struct sigaction before;
    struct sigaction usual = {.sa_handler = SIG_DFL};
    sigemptyset(&usual.sa_mask);
    sigaction(SIGTSTP, &usual, &before);
    raise(SIGTSTP);
    sigaction(SIGTSTP, &before, NULL);
}
