/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "protocol/output.h"

#include <errno.h>
#include <stdarg.h>

#include "system/descriptor.h"

void output_init(Output *o, int fd, void (*on_failure)(void))
{
    *o = (Output){.fd = fd, .on_failure = on_failure};
    pthread_mutex_init(&o->lock, NULL);
}

void output_redirect(Output *o, OutputWrite write, void *context)
{
    pthread_mutex_lock(&o->lock);
    o->write = write;
    o->context = context;
    pthread_mutex_unlock(&o->lock);
}

void output_free(Output *o)
{
    pthread_mutex_destroy(&o->lock);
}

static void write_bytes(Output *o, const char *data, size_t length)
{
    pthread_mutex_lock(&o->lock);
    bool failed = false;
    if (o->write != NULL) {
        o->write(o->context, data, length);
    } else if (o->fd != OUTPUT_NOWHERE) {
        failed = !descriptor_write(o->fd, data, length);
        o->fd = failed ? OUTPUT_NOWHERE : o->fd;
        atomic_fetch_add(&o->written, failed ? 0 : length);
    }
    const int reason = errno;
    pthread_mutex_unlock(&o->lock);
    if (failed && o->on_failure != NULL) {
        errno = reason;
        o->on_failure();
    }
}

void output_line(Output *o, const char *format, ...)
{
    Text t;
    va_list arguments;
    text_init(&t);
    va_start(arguments, format);
    text_add_va_list(&t, format, arguments);
    va_end(arguments);
    text_add(&t, "\n");
    output_text(o, &t);
}

void output_text(Output *o, Text *t)
{
    if (t->failed) {
        output_line(o, "info string error: not enough memory for the answer");
    } else {
        write_bytes(o, t->data, t->length);
    }
    text_free(t);
}
