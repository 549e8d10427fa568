/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "system/windows/byte_reader.h"

#include <io.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum {
    ROOM = 64 << 10,
    UNITS = 4096,   /* wide characters read at once from a console... */
    UNIT_BYTES = 3, /* ...each of which becomes at most that many bytes */
    STACK = 256 << 10,
    ABORTED_MS = 10,   /* pause after a key such as Ctrl-C has aborted a read from a console */
    CANCEL_TRIES = 20, /* attempts to end the thread... */
    CANCEL_MS = 1      /* ...with so much time between them */
};

/* What a console reads at the beginning of a line for the end of input (Ctrl-Z). */
static const wchar_t END_KEY = 0x1A;

/* The bytes belong to the reading thread until `full` is set, and then to the other one until it has taken them all. */
struct ByteReader {
    HANDLE input, thread;
    HANDLE full;  /* there are bytes, or the end of input */
    HANDLE empty; /* the thread may go on reading */
    bool console;
    bool ended;
    atomic_bool over; /* the thread is to end */
    size_t begin, end;
    wchar_t half; /* the first half of a surrogate pair; 0: none */
    char bytes[ROOM];
};

/* Reads a line of a console, or a part of it. Returns false at the end. */
static bool read_console(ByteReader *r)
{
    wchar_t wide[UNITS + 1];
    DWORD count = 0;
    const DWORD kept = r->half != 0 ? 1 : 0;
    wide[0] = r->half;
    SetLastError(ERROR_SUCCESS);
    if (!ReadConsoleW(r->input, wide + kept, UNITS - 1, &count, NULL)) {
        return false;
    }
    if (count == 0) {
        Sleep(ABORTED_MS);
        return GetLastError() != ERROR_SUCCESS;
    }
    if (wide[kept] == END_KEY) {
        return false;
    }
    const wchar_t last = wide[kept + count - 1];
    r->half = IS_HIGH_SURROGATE(last) ? last : 0;
    const int whole = (int)(kept + count) - (r->half != 0 ? 1 : 0);
    if (whole > 0) {
        r->end = (size_t)WideCharToMultiByte(CP_UTF8, 0, wide, whole, r->bytes, UNITS * UNIT_BYTES, NULL, NULL);
    }
    return true;
}

/* Tells an empty write to a pipe from the end of a file: both read as 0 bytes. */
static bool has_writer(const ByteReader *r)
{
    return GetFileType(r->input) == FILE_TYPE_PIPE && PeekNamedPipe(r->input, NULL, 0, NULL, NULL, NULL);
}

/* Reads bytes. Returns false at the end. */
static bool read_bytes(ByteReader *r)
{
    DWORD count = 0;
    if (!ReadFile(r->input, r->bytes, ROOM, &count, NULL)) {
        return GetLastError() == ERROR_OPERATION_ABORTED;
    }
    r->end = count;
    return count > 0 || has_writer(r);
}

static DWORD WINAPI work(void *argument)
{
    ByteReader *const r = argument;
    while (!r->ended && !atomic_load(&r->over)) {
        r->begin = r->end = 0;
        r->ended = !(r->console ? read_console(r) : read_bytes(r));
        if (r->end > 0 || r->ended) {
            SetEvent(r->full);
            WaitForSingleObject(r->empty, INFINITE);
        }
    }
    return 0;
}

static void destroy(ByteReader *r)
{
    if (r->full != NULL) {
        CloseHandle(r->full);
    }
    if (r->empty != NULL) {
        CloseHandle(r->empty);
    }
    free(r);
}

ByteReader *byte_reader_new(int fd)
{
    DWORD mode;
    ByteReader *const r = calloc(1, sizeof *r);
    if (r == NULL) {
        return NULL;
    }
    r->input = (HANDLE)_get_osfhandle(fd);
    r->console = GetConsoleMode(r->input, &mode);
    r->full = CreateEventW(NULL, TRUE, FALSE, NULL);
    r->empty = CreateEventW(NULL, FALSE, FALSE, NULL);
    if (r->full != NULL && r->empty != NULL) {
        r->thread = CreateThread(NULL, STACK, work, r, STACK_SIZE_PARAM_IS_A_RESERVATION, NULL);
    }
    if (r->thread == NULL) {
        destroy(r);
        return NULL;
    }
    return r;
}

HANDLE byte_reader_event(const ByteReader *r)
{
    return r->full;
}

int byte_reader_take(ByteReader *r, char *bytes, size_t size)
{
    if (WaitForSingleObject(r->full, 0) != WAIT_OBJECT_0) {
        return -1;
    }
    const size_t left = r->end - r->begin;
    const size_t count = left < size ? left : size;
    memcpy(bytes, r->bytes + r->begin, count);
    r->begin += count;
    if (r->begin == r->end && !r->ended) {
        ResetEvent(r->full);
        SetEvent(r->empty);
    }
    return (int)count;
}

void byte_reader_free(ByteReader *r)
{
    if (r == NULL) {
        return;
    }
    bool ended = false;
    atomic_store(&r->over, true);
    SetEvent(r->empty);
    for (int i = 0; i < CANCEL_TRIES && !ended; i++) {
        CancelSynchronousIo(r->thread); /* finds nothing before the thread has begun to wait */
        ended = WaitForSingleObject(r->thread, CANCEL_MS) == WAIT_OBJECT_0;
    }
    CloseHandle(r->thread);
    if (ended) {
        destroy(r);
    }
}
