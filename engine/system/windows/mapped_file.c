/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Here a file cannot be replaced while it is mapped: whoever tries is refused, and what is mapped stays. */
#include "system/mapped_file.h"

#include <errno.h>
#include <io.h>
#include <string.h>

#include "system/regular_file.h"
#include "system/windows/wide.h"

#include <windows.h>

static ErrorCode fail(const char *path, Error *e)
{
    const int reason = wide_errno(GetLastError());
    return error_set(e, reason == ENOMEM ? ERROR_MEMORY : ERROR_SYNTAX, "%s: %s", path, strerror(reason));
}

static ErrorCode map(MappedFile *f, const char *path, HANDLE file, Error *e)
{
    LARGE_INTEGER size;
    if (!GetFileSizeEx(file, &size)) {
        return fail(path, e);
    }
    if (size.QuadPart == 0) {
        return error_clear(e);
    }
    const HANDLE mapping = CreateFileMappingW(file, NULL, PAGE_READONLY, 0, 0, NULL);
    if (mapping == NULL) {
        return fail(path, e);
    }
    void *const bytes = MapViewOfFile(mapping, FILE_MAP_READ, 0, 0, 0);
    const ErrorCode code = bytes != NULL ? error_clear(e) : fail(path, e);
    CloseHandle(mapping); /* the view stays */
    if (bytes != NULL) {
        *f = (MappedFile){.bytes = bytes, .size = (size_t)size.QuadPart, .mapping = bytes};
    }
    return code;
}

ErrorCode mapped_file_open(MappedFile *f, const char *path, Error *e)
{
    *f = (MappedFile){.bytes = NULL};
    const int descriptor = regular_file_open(path, e);
    if (descriptor < 0) {
        return e->code;
    }
    const ErrorCode code = map(f, path, (HANDLE)_get_osfhandle(descriptor), e);
    _close(descriptor);
    return code;
}

void mapped_file_close(MappedFile *f)
{
    if (f->mapping != NULL) {
        UnmapViewOfFile(f->mapping);
    }
    *f = (MappedFile){.bytes = NULL};
}
