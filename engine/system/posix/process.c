/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "system/process.h"

#ifdef __linux__

#include <signal.h>
#include <sys/prctl.h>

void process_end_with_parent(void)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
}

#else

void process_end_with_parent(void)
{
}

#endif
