/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "system/standard_output.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "system/descriptor.h"

static ErrorCode refuse(int reason, Error *e)
{
    if (reason == EBADF) {
        return error_set(e, ERROR_SYNTAX, "standard output is not open for writing");
    }
    return error_set(e, ERROR_SYNTAX, "standard output: %s",
                     reason != 0 ? strerror(reason) : "not everything could be written");
}

ErrorCode standard_output_begin(Error *e)
{
    return descriptor_begin() ? error_clear(e) : refuse(EBADF, e);
}

ErrorCode standard_output_flush(Error *e)
{
    errno = 0;
    if (fflush(stdout) != 0 || ferror(stdout) != 0) {
        return refuse(errno, e);
    }
    return error_clear(e);
}

ErrorCode standard_output_end(Error *e)
{
    const ErrorCode code = standard_output_flush(e);
    errno = 0;
    if (fclose(stdout) != 0 && code == ERROR_NONE) {
        return refuse(errno, e);
    }
    return code;
}
