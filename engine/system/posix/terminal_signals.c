/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "system/terminal_signals.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <termios.h>
#include <unistd.h>

enum { ENDED_BY_SIGNAL = 128 /* exit code, with the signal's number added */ };

static const int KEPT[TERMINAL_SIGNAL_COUNT] = {
    [TERMINAL_INTERRUPT] = SIGINT,
    [TERMINAL_STOP] = SIGTSTP,
    [TERMINAL_CONTINUE] = SIGCONT,
    [TERMINAL_RESIZE] = SIGWINCH,
};
static const int FATAL[] = {SIGTERM, SIGHUP, SIGQUIT};
enum { FATAL_COUNT = sizeof FATAL / sizeof FATAL[0] };

/* Handlers take no context. */
static struct {
    int read_end, write_end; /* of a pipe that does not block */
    struct termios terminal; /* as it was at first */
    bool has_terminal;
    atomic_bool came[TERMINAL_SIGNAL_COUNT];
    struct sigaction before[TERMINAL_SIGNAL_COUNT];
    struct sigaction fatal_before[FATAL_COUNT];
} state = {.read_end = -1, .write_end = -1};

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
    for (int i = 0; i < TERMINAL_SIGNAL_COUNT; i++) {
        if (KEPT[i] == number && atomic_exchange(&state.came[i], true) && number == SIGINT) {
            restore_terminal();
            _exit(ENDED_BY_SIGNAL + number);
        }
    }
    terminal_signals_wake();
    errno = error;
}

static void end_process(int number)
{
    restore_terminal();
    signal(number, SIG_DFL);
    raise(number);
}

/* Handles a signal, unless whoever started the process has it ignored (nohup). */
static void handle(int number, void (*handler)(int), struct sigaction *before)
{
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(number, NULL, before);
    if (before->sa_handler != SIG_IGN) {
        sigaction(number, &action, NULL);
    }
}

static void close_pipe(void)
{
    close(state.read_end);
    close(state.write_end);
    state.read_end = state.write_end = -1;
}

/* Makes a descriptor one that neither blocks nor reaches other programs. */
static bool make_private(int fd)
{
    return fcntl(fd, F_SETFL, O_NONBLOCK) == 0 && fcntl(fd, F_SETFD, FD_CLOEXEC) == 0;
}

bool terminal_signals_begin(void)
{
    int ends[2];
    if (pipe(ends) != 0) {
        return false;
    }
    state.read_end = ends[0];
    state.write_end = ends[1];
    if (!make_private(ends[0]) || !make_private(ends[1])) {
        close_pipe();
        return false;
    }
    state.has_terminal = tcgetattr(STDIN_FILENO, &state.terminal) == 0;
    for (int i = 0; i < TERMINAL_SIGNAL_COUNT; i++) {
        handle(KEPT[i], keep, &state.before[i]);
    }
    for (int i = 0; i < FATAL_COUNT; i++) {
        handle(FATAL[i], end_process, &state.fatal_before[i]);
    }
    return true;
}

void terminal_signals_end(void)
{
    for (int i = 0; i < TERMINAL_SIGNAL_COUNT; i++) {
        sigaction(KEPT[i], &state.before[i], NULL);
    }
    for (int i = 0; i < FATAL_COUNT; i++) {
        sigaction(FATAL[i], &state.fatal_before[i], NULL);
    }
    close_pipe();
}

int terminal_signals_descriptor(void)
{
    return state.read_end;
}

void terminal_signals_wake(void)
{
    /* A full pipe is readable already. */
    const ssize_t written = write(state.write_end, "", 1);
    (void)written;
}

void terminal_signals_clear(void)
{
    char data[64];
    while (read(state.read_end, data, sizeof data) > 0) {
    }
}

bool terminal_signals_take(TerminalSignal s)
{
    return atomic_exchange(&state.came[s], false);
}

void terminal_signals_suspend(void)
{
    struct sigaction before;
    struct sigaction usual = {.sa_handler = SIG_DFL};
    sigemptyset(&usual.sa_mask);
    sigaction(SIGTSTP, &usual, &before);
    raise(SIGTSTP);
    sigaction(SIGTSTP, &before, NULL);
}
