/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "system/input.h"

#include <io.h>
#include <stdlib.h>

#include "system/windows/byte_reader.h"

#include <winternl.h>

enum {
    LOOK_MS = 100, /* between two looks */
    STACK = 64 << 10,
    END_MS = 1000,         /* a look takes no longer, unless a write to the same pipe is stuck */
    PIPE_INFORMATION = 24, /* FilePipeLocalInformation, which the headers leave out */
    PIPE_CONNECTED = 3     /* FILE_PIPE_CONNECTED_STATE */
};

/* FILE_PIPE_LOCAL_INFORMATION. */
typedef struct PipeInformation {
    ULONG type, configuration, instances_most, instances, quota_in, available, quota_out, quota_left;
    ULONG state, end;
} PipeInformation;

/* A thread that notices when the reader of a pipe has gone, without anything being written to it. */
typedef struct PipeWatch {
    HANDLE pipe, thread;
    HANDLE gone, over; /* events */
} PipeWatch;

/* The state of the pipe; 0 where the system does not say. */
static ULONG state_of(HANDLE pipe)
{
    IO_STATUS_BLOCK status;
    PipeInformation info = {.state = 0};
    const NTSTATUS result =
        NtQueryInformationFile(pipe, &status, &info, sizeof info, (FILE_INFORMATION_CLASS)PIPE_INFORMATION);
    return NT_SUCCESS(result) ? info.state : 0;
}

static DWORD WINAPI work(void *argument)
{
    const PipeWatch *const w = argument;
    while (WaitForSingleObject(w->over, LOOK_MS) == WAIT_TIMEOUT) {
        if (state_of(w->pipe) != PIPE_CONNECTED) {
            SetEvent(w->gone);
            break;
        }
    }
    return 0;
}

static void destroy(PipeWatch *w)
{
    if (w->gone != NULL) {
        CloseHandle(w->gone);
    }
    if (w->over != NULL) {
        CloseHandle(w->over);
    }
    free(w);
}

/* Begins to watch a descriptor. NULL when it is not a pipe whose state the system reports, or a thread is lacking: its
 * loss is noticed with the next writing then. */
static PipeWatch *pipe_watch_new(int fd)
{
    const HANDLE pipe = (HANDLE)_get_osfhandle(fd);
    if (GetFileType(pipe) != FILE_TYPE_PIPE || state_of(pipe) != PIPE_CONNECTED) {
        return NULL;
    }
    PipeWatch *const w = calloc(1, sizeof *w);
    if (w == NULL) {
        return NULL;
    }
    w->pipe = pipe;
    w->gone = CreateEventW(NULL, TRUE, FALSE, NULL);
    w->over = CreateEventW(NULL, TRUE, FALSE, NULL);
    if (w->gone != NULL && w->over != NULL) {
        w->thread = CreateThread(NULL, STACK, work, w, STACK_SIZE_PARAM_IS_A_RESERVATION, NULL);
    }
    if (w->thread == NULL) {
        destroy(w);
        return NULL;
    }
    return w;
}

static void pipe_watch_free(PipeWatch *w)
{
    if (w == NULL) {
        return;
    }
    SetEvent(w->over);
    const bool ended = WaitForSingleObject(w->thread, END_MS) == WAIT_OBJECT_0;
    CloseHandle(w->thread);
    if (ended) {
        destroy(w); /* else it stays until the process ends */
    }
}

/* What descriptors are waited for with. */
typedef struct Helper {
    ByteReader *reader; /* NULL: nothing is read */
    PipeWatch *watch;   /* NULL: none is watched */
} Helper;

bool input_attach(Input *in)
{
    Helper *const h = calloc(1, sizeof *h);
    if (h == NULL) {
        return in->fd < 0;
    }
    h->reader = in->fd >= 0 ? byte_reader_new(in->fd) : NULL;
    if (in->fd >= 0 && h->reader == NULL) {
        free(h);
        return false;
    }
    h->watch = in->watched >= 0 ? pipe_watch_new(in->watched) : NULL;
    in->helper = h;
    return true;
}

void input_detach(Input *in)
{
    Helper *const h = in->helper;
    if (h != NULL) {
        byte_reader_free(h->reader);
        pipe_watch_free(h->watch);
        free(h);
    }
}

bool input_wait(const Input *in)
{
    const Helper *const h = in->helper;
    const HANDLE events[] = {byte_reader_event(h->reader), h->watch != NULL ? h->watch->gone : NULL};
    return WaitForMultipleObjects(h->watch != NULL ? 2 : 1, events, FALSE, INFINITE) != WAIT_OBJECT_0 + 1;
}

int input_read(const Input *in, char *bytes, size_t size)
{
    const Helper *const h = in->helper;
    return byte_reader_take(h->reader, bytes, size);
}

bool input_gone(const Input *in)
{
    const Helper *const h = in->helper;
    return h != NULL && h->watch != NULL && WaitForSingleObject(h->watch->gone, 0) == WAIT_OBJECT_0;
}
