/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "system/wake.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

enum { WAKE_READ = 0, WAKE_WRITE = 1 };

bool wake_init(Wake *w)
{
    if (pipe(w->ends) != 0) {
        return false;
    }
    for (int i = 0; i < 2; i++) {
        fcntl(w->ends[i], F_SETFL, O_NONBLOCK);
        fcntl(w->ends[i], F_SETFD, FD_CLOEXEC);
    }
    return true;
}

void wake_free(Wake *w)
{
    close(w->ends[WAKE_READ]);
    close(w->ends[WAKE_WRITE]);
}

void wake_ring(const Wake *w)
{
    while (write(w->ends[WAKE_WRITE], "", 1) < 0 && errno == EINTR) {
    }
}

void wake_clear(const Wake *w)
{
    char bytes[2];
    while (read(w->ends[WAKE_READ], bytes, sizeof bytes) > 0) {
    }
}

int wake_descriptor(const Wake *w)
{
    return w->ends[WAKE_READ];
}
