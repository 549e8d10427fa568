/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "protocol.h"

#include <string.h>
#include <unistd.h>

#include "input.h"

/* How long an end of input waits for a search to end in good order, ms. */
enum { QUIT_PATIENCE = 12 };

bool protocol_run(Engine *e, int input, int watched)
{
    Input in;
    InputStatus status = INPUT_LINE;
    input_init(&in, input, watched);
    e->watched = watched;
    while (status != INPUT_END && !engine_quitting(e)) {
        const char *line = NULL;
        size_t length = 0;
        status = input_next(&in, &line, &length);
        if (status == INPUT_LINE) {
            engine_execute(e, line, length);
        } else if (status == INPUT_TOO_LONG) {
            Error error;
            error_set(&error, ERROR_SYNTAX, "the line is too long; at most %zu bytes are read", INPUT_LINE_MAX);
            engine_refuse(e, &error);
        }
    }
    input_free(&in);
    /* A script ends long before its perft; a person at a terminal who quits means it. */
    if (!isatty(input)) {
        engine_finish_work(e);
    }
    engine_stop(e);
    return engine_wait(e, QUIT_PATIENCE);
}

bool protocol_run_arguments(Engine *e, int count, char **words)
{
    Text line;
    text_init(&line);
    for (int i = 0; i < count; i++) {
        text_add(&line, "%s%s", i == 0 ? "" : " ", words[i]);
    }
    bool done = false;
    if (line.failed) {
        output_line(e->output, "info string error: not enough memory for the command");
    } else {
        done = engine_execute(e, line.data, line.length);
    }
    text_free(&line);
    engine_wait(e, ACTIVITY_FOREVER);
    return done && !engine_failed(e);
}
