/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The line protocol; protocol.md describes it. */
#ifndef BUSHKA_PROTOCOL_PROTOCOL_H
#define BUSHKA_PROTOCOL_PROTOCOL_H

#include "protocol/engine.h"
#include "system/input.h"

/* How a session ended. */
typedef enum ProtocolEnd {
    PROTOCOL_ENDED = 0, /* in good order */
    PROTOCOL_FAILED,    /* in good order, but a command was refused or failed (of protocol_run_arguments() alone) */
    PROTOCOL_NO_MEMORY, /* before it began: there was no memory for what is read */
    PROTOCOL_STUCK,     /* what was asked to stop takes too long: the process should end without cleaning up */
    PROTOCOL_UNREAD     /* nobody reads the answers any more; likewise */
} ProtocolEnd;

/* Where the lines of a session come from. Both functions are called by the thread of the session alone, wait at most
 * that many milliseconds (or INPUT_FOREVER), and return INPUT_WOKEN when engine_wake() can be read from. */
typedef struct ProtocolLines {
    /* Like input_next(). */
    InputStatus (*next)(void *context, int milliseconds, const char **line, size_t *length);
    /* Like input_pause(): takes no line. */
    InputStatus (*pause)(void *context, int milliseconds);
    void *context;
} ProtocolLines;

/* Executes the lines until `quit`, INPUT_END or INPUT_GONE. At the end, what runs and waits is finished if it has a
 * limit; unless the session is hasty, or its lines have come to INPUT_GONE. */
ProtocolEnd protocol_run_lines(Engine *e, const ProtocolLines *lines, bool hasty);

/* Executes the lines from the descriptor until `quit` or the end of input, or until the reader of `watched` (the
 * descriptor that answers go to) is gone. At the end, what runs and waits is finished if it has a limit; unless the
 * input is a terminal, or nobody reads the answers. */
ProtocolEnd protocol_run(Engine *e, int input, int watched);

/* Executes the words of a command line as one command and waits for its end, or until the reader of `watched` is
 * gone. */
ProtocolEnd protocol_run_arguments(Engine *e, int count, char **words, int watched);

#endif
