/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "system/mapped_file.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "system/regular_file.h"

static ErrorCode map(MappedFile *f, const char *path, int descriptor, Error *e)
{
    struct stat info;
    if (fstat(descriptor, &info) != 0) {
        return error_set(e, ERROR_SYNTAX, "%s: %s", path, strerror(errno));
    }
    if (info.st_size == 0) {
        return error_clear(e);
    }
    void *const bytes = mmap(NULL, (size_t)info.st_size, PROT_READ, MAP_PRIVATE, descriptor, 0);
    if (bytes == MAP_FAILED) {
        return error_set(e, errno == ENOMEM ? ERROR_MEMORY : ERROR_SYNTAX, "%s: %s", path, strerror(errno));
    }
    *f = (MappedFile){.bytes = bytes, .size = (size_t)info.st_size, .mapping = bytes};
    return error_clear(e);
}

ErrorCode mapped_file_open(MappedFile *f, const char *path, Error *e)
{
    *f = (MappedFile){.bytes = NULL};
    const int descriptor = regular_file_open(path, e);
    if (descriptor < 0) {
        return e->code;
    }
    const ErrorCode code = map(f, path, descriptor, e);
    close(descriptor); /* the mapping stays */
    return code;
}

void mapped_file_close(MappedFile *f)
{
    if (f->mapping != NULL) {
        munmap(f->mapping, f->size);
    }
    *f = (MappedFile){.bytes = NULL};
}
