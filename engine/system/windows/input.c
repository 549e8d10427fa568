/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "system/input.h"

#include <io.h>

#include "system/windows/byte_reader.h"

#include <winternl.h>

enum {
    CHECK_MS = 100,        /* between two checks that the reader of the output is still there */
    PIPE_INFORMATION = 24, /* FilePipeLocalInformation, which the headers leave out */
    PIPE_CONNECTED = 3     /* FILE_PIPE_CONNECTED_STATE */
};

/* FILE_PIPE_LOCAL_INFORMATION. */
typedef struct PipeInformation {
    ULONG type, configuration, instances_max, instances, quota_in, available, quota_out, quota_left;
    ULONG state, end;
} PipeInformation;

/* True for a pipe whose other end is still open. While a write to it blocks, the system does not answer. */
static bool is_connected(int fd)
{
    IO_STATUS_BLOCK status;
    PipeInformation info = {.state = 0};
    const HANDLE pipe = (HANDLE)_get_osfhandle(fd);
    return GetFileType(pipe) == FILE_TYPE_PIPE &&
           NT_SUCCESS(
               NtQueryInformationFile(pipe, &status, &info, sizeof info, (FILE_INFORMATION_CLASS)PIPE_INFORMATION)) &&
           info.state == PIPE_CONNECTED;
}

/* Only pipes whose state the system reports are watched; with anything else the next write notices that the reader has
 * gone. */
bool input_attach(Input *in)
{
    if (in->watched >= 0 && !is_connected(in->watched)) {
        in->watched = -1;
    }
    in->reader = in->fd >= 0 ? byte_reader_new(in->fd) : NULL;
    return in->fd < 0 || in->reader != NULL;
}

void input_detach(Input *in)
{
    byte_reader_free(in->reader);
}

bool input_wait(const Input *in)
{
    while (WaitForSingleObject(byte_reader_event(in->reader), CHECK_MS) == WAIT_TIMEOUT) {
        if (input_reader_gone(in)) {
            return false;
        }
    }
    return true;
}

int input_read(const Input *in, char *bytes, size_t size)
{
    return byte_reader_take(in->reader, bytes, size);
}

bool input_reader_gone(const Input *in)
{
    return in->watched >= 0 && !is_connected(in->watched);
}
