/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "system/process.h"

#ifdef __linux__

#include <signal.h>
#include <sys/prctl.h>

void process_end_with_parent(void)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
}

void process_adopt(void)
{
    prctl(PR_SET_CHILD_SUBREAPER, 1);
}

void process_name(const char *name)
{
    prctl(PR_SET_NAME, name);
}

#else

void process_end_with_parent(void)
{
}

void process_adopt(void)
{
}

void process_name(const char *name)
{
    (void)name;
}

#endif
