/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "system/input_source.h"

#include <stdlib.h>

#include "system/windows/byte_reader.h"
#include "system/windows/handle.h"
#include "system/windows/pipe_watch.h"

/* What descriptors are waited for with. */
typedef struct Helper {
    ByteReader *reader; /* NULL: nothing is read */
    PipeWatch *watch;   /* NULL: nobody is watched */
} Helper;

bool input_source_init(InputSource *s, int fd, int watched, int wake)
{
    *s = (InputSource){.fd = fd, .watched = watched, .wake = wake};
    Helper *const h = calloc(1, sizeof *h);
    if (h == NULL) {
        return fd < 0;
    }
    h->reader = fd >= 0 ? byte_reader_new(fd) : NULL;
    if (fd >= 0 && h->reader == NULL) {
        free(h);
        return false;
    }
    h->watch = watched >= 0 ? pipe_watch_new(watched) : NULL;
    s->helper = h;
    return true;
}

void input_source_free(InputSource *s)
{
    Helper *const h = s->helper;
    if (h != NULL) {
        byte_reader_free(h->reader);
        pipe_watch_free(h->watch);
        free(h);
    }
    s->helper = NULL;
}

InputStatus input_source_wait(const InputSource *s, bool read, int milliseconds)
{
    enum { MOST = 3 };
    const Helper *const h = s->helper;
    HANDLE events[MOST];
    InputStatus meanings[MOST];
    DWORD count = 0;
    if (h != NULL && h->watch != NULL) {
        events[count] = pipe_watch_event(h->watch);
        meanings[count++] = INPUT_GONE;
    }
    if (s->wake != -1) {
        events[count] = handle_of(s->wake);
        meanings[count++] = INPUT_WOKEN;
    }
    if (read && h != NULL && h->reader != NULL) {
        events[count] = byte_reader_event(h->reader);
        meanings[count++] = INPUT_LINE;
    }
    if (count == 0) {
        Sleep(handle_time(milliseconds));
        return INPUT_LATE;
    }
    const DWORD which = WaitForMultipleObjects(count, events, FALSE, handle_time(milliseconds));
    return which < WAIT_OBJECT_0 + count ? meanings[which - WAIT_OBJECT_0] : INPUT_LATE;
}

int input_source_read(const InputSource *s, char *bytes, size_t size)
{
    const Helper *const h = s->helper;
    return byte_reader_take(h->reader, bytes, size);
}
