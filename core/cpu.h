/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Instructions that a processor may have and the build does not require. A hot function has its body in an INLINE_HOT
 * function with two callers, a plain one and one marked USES_POPCNT; cpu_has_popcnt() chooses between them at run time.
 * Where the build may use the instruction anyway (-march=native), and on other processors, both are the same. */
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

#if defined(__x86_64__) && !defined(__POPCNT__)
#define USES_POPCNT __attribute__((target("popcnt")))
/* True when the processor counts bits in one instruction. */
static inline bool cpu_has_popcnt(void)
{
    return __builtin_cpu_supports("popcnt") != 0;
}
#else
#define USES_POPCNT
/* True when the processor counts bits in one instruction, or when there is no choice. */
static inline bool cpu_has_popcnt(void)
{
    return true;
}
#endif

/* The same for the 256-bit vectors of AVX2 and the bit-counting instructions that come with them. */
#if defined(__x86_64__) && !defined(__AVX2__)
#define USES_AVX2 __attribute__((target("avx2,popcnt,bmi,bmi2,lzcnt")))
/* True when the processor has them. */
static inline bool cpu_has_avx2(void)
{
    return __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("bmi2") != 0;
}
#else
#define USES_AVX2
/* True when the processor has them, or when there is no choice. */
static inline bool cpu_has_avx2(void)
{
    return true;
}
#endif

/* The same for the 512-bit vectors of AVX-512, which compilers use only on request, and for VNNI, which multiplies and
 * adds in one instruction. */
#if defined(__x86_64__) && !defined(__AVX512BW__)
#ifdef __clang__
#define USES_AVX512 __attribute__((target("avx512bw,avx512vl,avx512vnni,popcnt,bmi,bmi2,lzcnt"), min_vector_width(512)))
#else
#define USES_AVX512                                                                                                    \
    __attribute__((target("avx512bw,avx512vl,avx512vnni,popcnt,bmi,bmi2,lzcnt,prefer-vector-width=512")))
#endif
/* True when the processor has them. */
static inline bool cpu_has_avx512(void)
{
    return __builtin_cpu_supports("avx512bw") != 0 && __builtin_cpu_supports("avx512vl") != 0 &&
           __builtin_cpu_supports("avx512vnni") != 0 && cpu_has_avx2();
}
#else
#define USES_AVX512
/* True when the processor has them, or when there is no choice. */
static inline bool cpu_has_avx512(void)
{
    return true;
}
#endif

#endif
