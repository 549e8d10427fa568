/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "system/descriptor.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static ErrorCode refuse(int reason, Error *e)
{
    if (reason == EBADF) {
        return error_set(e, ERROR_SYNTAX, "standard output is not open for writing");
    }
    return error_set(e, ERROR_SYNTAX, "standard output: %s",
                     reason != 0 ? strerror(reason) : "not everything could be written");
}

ErrorCode descriptor_begin(Error *e)
{
    return descriptor_prepare() ? error_clear(e) : refuse(EBADF, e);
}

ErrorCode descriptor_flush(Error *e)
{
    errno = 0;
    if (fflush(stdout) != 0 || ferror(stdout) != 0) {
        return refuse(errno, e);
    }
    return error_clear(e);
}

ErrorCode descriptor_end(Error *e)
{
    const ErrorCode code = descriptor_flush(e);
    errno = 0;
    if (fclose(stdout) != 0 && code == ERROR_NONE) {
        return refuse(errno, e);
    }
    return code;
}
