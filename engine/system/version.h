/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The engine's name and version, and what a program says about itself when it is asked for its version. */
#ifndef BUSHKA_SYSTEM_VERSION_H
#define BUSHKA_SYSTEM_VERSION_H

#include "system/text.h"

/* What `uci` and the greeting say. */
#define BUSHKA_NAME "Bushka Engine"
#define BUSHKA_AUTHOR "the Bushka Engine developers"

#ifndef BUSHKA_VERSION
#define BUSHKA_VERSION "1.0.0"
#endif

/* Appends two lines. The first, for scripts, stays as it is: "bushka-match (Bushka Engine) 1.0.0". The second names the
 * compiler, what it compiled for, and the instruction set of the code that core/cpu.h chooses on this processor. */
void version_describe(Text *t, const char *program);

/* Prints the same on standard output, which the caller ends. */
void version_print(const char *program);

#endif
