/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The engine's name and version, and what a program prints for -version. */
#ifndef BUSHKA_SYSTEM_VERSION_H
#define BUSHKA_SYSTEM_VERSION_H

#include "system/text.h"

/* For `uci` and the greeting. */
#define BUSHKA_NAME "Bushka Engine"
#define BUSHKA_AUTHOR "the Bushka Engine developers"

#ifndef BUSHKA_VERSION
#define BUSHKA_VERSION "1.0.0"
#endif

/* Appends two lines. The first, for scripts, is stable: "bushka-match (Bushka Engine) 1.0.0". The second names the
 * compiler, the processor and system it compiled for, and the instruction set that core/cpu.h chooses on this
 * processor. */
void version_describe(Text *t, const char *program);

/* Prints the same on standard output, without flushing it. */
void version_print(const char *program);

#endif
