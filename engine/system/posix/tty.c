/* SPDX-License-Identifier: GPL-3.0-or-later */
/* TIOCGWINSZ and struct winsize came to POSIX after the edition that the rest is compiled for. */
#define _DEFAULT_SOURCE
#define _DARWIN_C_SOURCE
#define __BSD_VISIBLE 1

#include "system/tty.h"

#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <limits.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

enum { ENDED_BY_SIGNAL = 128 /* exit code, with the signal's number added */, READ_END = 0, WRITE_END = 1 };

static const int KEPT[TTY_SIGNAL_COUNT] = {
    [TTY_INTERRUPT] = SIGINT, [TTY_STOP] = SIGTSTP,  [TTY_CONTINUE] = SIGCONT,
    [TTY_RESIZE] = SIGWINCH,  [TTY_HANGUP] = SIGHUP,
};
static const int FATAL[] = {SIGTERM, SIGQUIT};
enum { FATAL_COUNT = sizeof FATAL / sizeof FATAL[0] };

/* Handlers take no context. */
static struct {
    int wake[2];             /* the ends of a pipe that does not block: it can be read from after tty_wake() */
    struct termios terminal; /* as it was at first */
    bool has_terminal;
    atomic_bool came[TTY_SIGNAL_COUNT];
    struct sigaction before[TTY_SIGNAL_COUNT];
    struct sigaction fatal_before[FATAL_COUNT];
} state;

bool tty_is_there(void)
{
    return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
}

/* Gives the terminal back, if it is this process's at all and not a shell's that has put it into the background. */
static void restore_terminal(void)
{
    if (state.has_terminal && tcgetpgrp(STDIN_FILENO) == getpgrp()) {
        tcsetattr(STDIN_FILENO, TCSANOW, &state.terminal);
    }
}

/* Only what is allowed in a handler. */
static void keep(int number)
{
    const int error = errno;
    for (int i = 0; i < TTY_SIGNAL_COUNT; i++) {
        if (KEPT[i] == number && atomic_exchange(&state.came[i], true) && (number == SIGINT || number == SIGHUP)) {
            restore_terminal();
            _exit(ENDED_BY_SIGNAL + number);
        }
    }
    tty_wake();
    errno = error;
}

static void end_process(int number)
{
    restore_terminal();
    signal(number, SIG_DFL);
    raise(number);
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
    state.has_terminal = tcgetattr(STDIN_FILENO, &state.terminal) == 0;
    for (int i = 0; i < TTY_SIGNAL_COUNT; i++) {
        handle(KEPT[i], keep, &state.before[i]);
    }
    for (int i = 0; i < FATAL_COUNT; i++) {
        handle(FATAL[i], end_process, &state.fatal_before[i]);
    }
    return true;
}

void tty_end(void)
{
    for (int i = 0; i < TTY_SIGNAL_COUNT; i++) {
        sigaction(KEPT[i], &state.before[i], NULL);
    }
    for (int i = 0; i < FATAL_COUNT; i++) {
        sigaction(FATAL[i], &state.fatal_before[i], NULL);
    }
    close(state.wake[READ_END]);
    close(state.wake[WRITE_END]);
}

const char *tty_name(void)
{
    return getenv("TERM");
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

bool tty_has_typed(void)
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
    const ssize_t count = read(STDIN_FILENO, bytes, size < INT_MAX ? size : INT_MAX);
    if (count >= 0) {
        return (int)count;
    }
    return errno == EINTR || errno == EAGAIN || errno == EWOULDBLOCK ? -1 : 0;
}

bool tty_take(TtySignal s)
{
    return atomic_exchange(&state.came[s], false);
}

void tty_hang_up(void)
{
    raise(SIGHUP);
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
