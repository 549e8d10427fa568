/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a program says about itself when it is asked for its version. */
#ifndef BUSHKA_SYSTEM_PROGRAM_VERSION_H
#define BUSHKA_SYSTEM_PROGRAM_VERSION_H

#include "system/text.h"

/* Appends two lines. The first, for scripts, stays as it is: "bushka-match (Bushka Engine) 0.1". The second names the
 * compiler, what it compiled for, and the instruction set of the code that core/cpu.h chooses on this processor. */
void program_version(Text *t, const char *program);

/* Prints the same on standard output, which the caller ends. */
void program_version_print(const char *program);

#endif
