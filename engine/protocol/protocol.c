/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "protocol/protocol.h"

#include "system/descriptor.h"

/* How long the end waits for the last line of what was asked to stop, ms: much more than a search needs for it, even
 * with many more threads than processors. Longer only where nobody reads what has been written. */
enum { QUIT_PATIENCE = 5000 };

/* Lines and what they are executed on. */
typedef struct Session {
    Engine *engine;
    const ProtocolLines *lines;
    bool hasty; /* the end does not wait for what runs */
    bool ended; /* no more lines are wanted */
    bool gone;  /* nobody reads the answers */
    bool last;  /* only what runs and waits is waited for */
} Session;

/* After the last line: stops what would not end by itself. */
static void wind_up(const Session *s)
{
    Engine *const e = s->engine;
    if (s->hasty || s->gone) {
        engine_abandon(e);
    } else if (activity_endless(&e->activity)) {
        activity_stop(&e->activity);
    }
}

/* Executes lines that waited, and the next one, when there is one in time. What is asked to stop at the end is given
 * `patience` ms for it. */
static InputStatus attend(Session *s, int milliseconds, int patience)
{
    Engine *const e = s->engine;
    const char *line = NULL;
    size_t length = 0;
    InputStatus status = INPUT_WOKEN;
    engine_resume(e);
    if (s->ended) {
        wind_up(s);
    }
    if ((s->ended || s->last) && !engine_busy(e)) {
        return status; /* it has ended by now, and nothing would end the waiting */
    }
    if (s->ended) {
        status = s->lines->pause(s->lines->context, activity_stopped(&e->activity) ? patience : milliseconds);
    } else if (!engine_has_room(e)) {
        status = s->lines->pause(s->lines->context, milliseconds);
    } else {
        status = s->lines->next(s->lines->context, milliseconds, &line, &length);
    }
    if (status == INPUT_LINE) {
        engine_execute(e, line, length);
    } else if (status == INPUT_TOO_LONG) {
        Error error;
        error_set(&error, ERROR_SYNTAX, "the line is too long; at most %zu bytes are read", INPUT_LINE_MAX);
        engine_refuse(e, &error);
    }
    s->gone = s->gone || status == INPUT_GONE;
    s->ended = s->ended || s->gone || status == INPUT_END || engine_quitting(e);
    return status;
}

/* While a search runs on this thread: commands are still read, so that it can be stopped. */
static void attend_meanwhile(void *context, int milliseconds)
{
    attend(context, milliseconds, 0);
}

/* Waits for the end of what runs and waits. */
static ProtocolEnd finish(Session *s)
{
    InputStatus status = INPUT_WOKEN;
    s->last = true;
    while (engine_busy(s->engine) && !s->gone && status != INPUT_LATE) {
        status = attend(s, ACTIVITY_FOREVER, QUIT_PATIENCE);
    }
    s->engine->activity.attend = NULL;
    return s->gone ? PROTOCOL_UNREAD : status == INPUT_LATE ? PROTOCOL_STUCK : PROTOCOL_ENDED;
}

ProtocolEnd protocol_run_lines(Engine *e, const ProtocolLines *lines, bool hasty)
{
    Session s = {.engine = e, .lines = lines, .hasty = hasty};
    e->activity.attend = attend_meanwhile;
    e->activity.context = &s;
    while (!s.ended) {
        attend(&s, ACTIVITY_FOREVER, ACTIVITY_FOREVER);
    }
    return finish(&s);
}

static InputStatus next_of_input(void *context, int milliseconds, const char **line, size_t *length)
{
    return input_next(context, milliseconds, line, length);
}

static InputStatus pause_of_input(void *context, int milliseconds)
{
    return input_pause(context, milliseconds);
}

/* Lines from a descriptor. */
static ProtocolLines lines_of(Input *in)
{
    return (ProtocolLines){.next = next_of_input, .pause = pause_of_input, .context = in};
}

ProtocolEnd protocol_run(Engine *e, int input, int watched)
{
    Input in;
    if (!input_init(&in, input, watched, engine_wake(e))) {
        return PROTOCOL_NO_MEMORY;
    }
    const ProtocolLines lines = lines_of(&in);
    const ProtocolEnd end = protocol_run_lines(e, &lines, descriptor_is_terminal(input));
    input_free(&in);
    return end;
}

ProtocolEnd protocol_run_arguments(Engine *e, int count, char **words, int watched)
{
    Input none;
    const ProtocolLines lines = lines_of(&none);
    Session s = {.engine = e, .lines = &lines};
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
    (void)input_init(&none, -1, watched, engine_wake(e)); /* needs no memory */
    const ProtocolEnd end = finish(&s);
    input_free(&none);
    return end == PROTOCOL_ENDED && (!done || engine_failed(e)) ? PROTOCOL_FAILED : end;
}
