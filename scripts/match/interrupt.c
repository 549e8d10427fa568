/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "match/interrupt.h"

#include <signal.h>

bool interrupt_pending(void)
{
    sigset_t pending;
    return sigpending(&pending) == 0 && (sigismember(&pending, SIGINT) == 1 || sigismember(&pending, SIGTERM) == 1 ||
                                         sigismember(&pending, SIGHUP) == 1);
}
