/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Instructions that a processor may have and the build does not require. A hot function has its body in an INLINE_HOT
 * function with several callers, a plain one and others marked with what they use; cpu_has_popcnt() and the like choose
 * between them at run time. On processors other than x86-64 all are the same. */
#ifndef BUSHKA_CORE_CPU_H
#define BUSHKA_CORE_CPU_H

#include <stdbool.h>

/* A function that must be inlined, to be compiled for its caller's instruction set; except in code optimised for size
 * (-Oz), such as the parts of the page whose speed does not matter. */
#ifdef __OPTIMIZE_SIZE__
#define INLINE_HOT static inline
#else
#define INLINE_HOT static inline __attribute__((always_inline))
#endif

/* Unrolls the loop that follows completely, up to ten iterations, so that the arrays it indexes stay in registers. Only
 * where speed matters: with sanitizers, clang takes many minutes over it. */
#if !defined(NDEBUG) || defined(__OPTIMIZE_SIZE__)
#define UNROLLED
#elif defined(__clang__)
#define UNROLLED _Pragma("clang loop unroll(full)")
#else
#define UNROLLED _Pragma("GCC unroll 10")
#endif

/* Marks functions that count bits in one instruction; that use the 256-bit vectors of AVX2, and the instructions for
 * bits that come with them; that use the 512-bit vectors of AVX-512, which compilers do only on request, and VNNI,
 * which multiplies and adds in one instruction. */
#ifdef __x86_64__
#define USES_POPCNT __attribute__((target("popcnt")))
#define USES_AVX2 __attribute__((target("avx2,popcnt,bmi,bmi2,lzcnt")))
#ifdef __clang__
#define USES_AVX512 __attribute__((target("avx512bw,avx512vl,avx512vnni,popcnt,bmi,bmi2,lzcnt"), min_vector_width(512)))
#else
#define USES_AVX512                                                                                                    \
    __attribute__((target("avx512bw,avx512vl,avx512vnni,popcnt,bmi,bmi2,lzcnt,prefer-vector-width=512")))
#endif
#define CPU_SUPPORTS(instructions) (__builtin_cpu_supports(instructions) != 0)
#else
#define USES_POPCNT
#define USES_AVX2
#define USES_AVX512
#define CPU_SUPPORTS(instructions) true
#endif

/* True when functions with these marks can run. */
static inline bool cpu_has_popcnt(void)
{
    return CPU_SUPPORTS("popcnt");
}

static inline bool cpu_has_avx2(void)
{
    return CPU_SUPPORTS("avx2") && CPU_SUPPORTS("bmi2");
}

static inline bool cpu_has_avx512(void)
{
    return CPU_SUPPORTS("avx512bw") && CPU_SUPPORTS("avx512vl") && CPU_SUPPORTS("avx512vnni") && cpu_has_avx2();
}

#endif
