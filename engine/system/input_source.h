/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bytes from a file descriptor, waited for together with other things that may happen. */
#ifndef BUSHKA_SYSTEM_INPUT_SOURCE_H
#define BUSHKA_SYSTEM_INPUT_SOURCE_H

#include <stdbool.h>
#include <stddef.h>

/* What waiting ended with. */
typedef enum InputStatus {
    INPUT_LINE,     /* a line; for the source: bytes, or their end */
    INPUT_TOO_LONG, /* a line of more than INPUT_LINE_MAX bytes, or than memory holds; it was skipped */
    INPUT_WOKEN,    /* nothing, but the third descriptor can be read from, or there may be more soon */
    INPUT_LATE,     /* nothing in the time given */
    INPUT_END,      /* no more lines */
    INPUT_GONE      /* nobody reads the answers any more */
} InputStatus;

/* Where bytes come from. It owns none of the descriptors. */
typedef struct InputSource {
    int fd;       /* -1: there is none */
    int watched;  /* output descriptor whose reader may be gone. -1: none */
    int wake;     /* descriptor that ends the waiting when it can be read from. -1: none */
    void *helper; /* what waiting takes where descriptors alone do not do; NULL elsewhere */
} InputSource;

/* A source of the bytes of fd. Returns false, with nothing to be freed, when memory or threads for it are not to be
 * had; never for an fd of -1. */
bool input_source_init(InputSource *s, int fd, int watched, int wake);

/* Ends it. What has not been read may be lost. */
void input_source_free(InputSource *s);

/* Waits until there are bytes or their end (only with `read`), which is INPUT_LINE; for at most so many milliseconds
 * (negative: without a limit), or until INPUT_WOKEN or INPUT_GONE. */
InputStatus input_source_wait(const InputSource *s, bool read, int milliseconds);

/* Takes up to so many bytes, after INPUT_LINE. Returns their number; 0 at the end of input; -1 when there are none
 * after all. */
int input_source_read(const InputSource *s, char *bytes, size_t size);

#endif
