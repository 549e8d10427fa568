/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "system/version.h"

#include <stdio.h>

#include "core/cpu.h"

#define WORD(number) WORD_OF(number)
#define WORD_OF(number) #number

#if defined(__clang__)
#define COMPILER "clang " WORD(__clang_major__) "." WORD(__clang_minor__) "." WORD(__clang_patchlevel__)
#elif defined(__GNUC__)
#define COMPILER "gcc " WORD(__GNUC__) "." WORD(__GNUC_MINOR__) "." WORD(__GNUC_PATCHLEVEL__)
#else
#define COMPILER "another compiler"
#endif

#if defined(__x86_64__)
#define PROCESSOR "x86-64"
#elif defined(__aarch64__)
#define PROCESSOR "64-bit Arm"
#else
#define PROCESSOR "another processor"
#endif

#if defined(_WIN32)
#define SYSTEM "Windows"
#elif defined(__linux__)
#define SYSTEM "Linux"
#elif defined(__APPLE__)
#define SYSTEM "macOS"
#else
#define SYSTEM "POSIX"
#endif

/* The instruction set of the code that runs. Every x86-64 processor has SSE2; wider vectors are chosen at run time, or
 * were required at compile time (ARCH=native). */
static const char *instructions(void)
{
#if defined(__x86_64__)
    return cpu_has_avx512() ? "AVX-512" : cpu_has_avx2() ? "AVX2" : cpu_has_popcnt() ? "SSE2 and POPCNT" : "SSE2";
#elif defined(__ARM_FEATURE_SVE)
    return "SVE";
#elif defined(__ARM_NEON)
    return "NEON";
#else
    return "plain C";
#endif
}

void version_describe(Text *t, const char *program)
{
    text_add(t, "%s (%s) %s\ncompiled by %s for %s, %s; runs with %s\n", program, BUSHKA_NAME, BUSHKA_VERSION, COMPILER,
             PROCESSOR, SYSTEM, instructions());
}

void version_print(const char *program)
{
    Text t;
    text_init(&t);
    version_describe(&t, program);
    fputs(t.data, stdout);
    text_free(&t);
}
