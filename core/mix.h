/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The constants of SplitMix64 (Steele, Lea, Flood 2014), which mixes a number until every bit depends on every other.
 * They are macros, so that tables of such numbers are constant expressions. The generator is in
 * engine/system/random.h. */
#ifndef BUSHKA_CORE_MIX_H
#define BUSHKA_CORE_MIX_H

#include <stdint.h>

/* 2^64 divided by the golden ratio, and odd: its multiples are spread evenly over 64 bits. The step of the generator; a
 * product with it is a hash whose upper bits are good (Knuth, multiplicative hashing). */
#define MIX_STEP UINT64_C(0x9E3779B97F4A7C15)

/* Turns a state of the generator into its number. The argument, a uint64_t, is evaluated several times. */
#define MIX_FINISH(z) MIX_3_(MIX_2_(MIX_1_(z)))
#define MIX_1_(z) (((z) ^ ((z) >> 30)) * UINT64_C(0xBF58476D1CE4E5B9))
#define MIX_2_(z) (((z) ^ ((z) >> 27)) * UINT64_C(0x94D049BB133111EB))
#define MIX_3_(z) ((z) ^ ((z) >> 31))

#endif
