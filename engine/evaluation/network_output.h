/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sum at the end of a network, over which most of the time of an evaluation goes. Compilers make vector
 * instructions of the plain loop, but not the one of WebAssembly that multiplies and adds pairs, and without it the sum
 * takes twice as long there. Private to network.c. */
#ifndef BUSHKA_EVALUATION_NETWORK_OUTPUT_H
#define BUSHKA_EVALUATION_NETWORK_OUTPUT_H

#include <stdint.h>

#include "core/cpu.h"
#include "evaluation/network.h"

#ifdef __wasm_simd128__
#include <wasm_simd128.h>

/* Some of the neurons, as many as fit a vector: the squares of their sums times their steps, cut to 0 to NETWORK_ONE,
 * times the weights. */
INLINE_HOT v128_t network_output_part(v128_t sum, const int16_t *step, const int16_t *weights)
{
    const v128_t whole = wasm_i16x8_mul(sum, wasm_v128_load(step));
    const v128_t value = wasm_i16x8_min(wasm_i16x8_max(whole, wasm_i16x8_splat(0)), wasm_i16x8_splat(NETWORK_ONE));
    return wasm_i32x4_dot_i16x8(wasm_i16x8_mul(value, wasm_v128_load(weights)), value);
}

INLINE_HOT int32_t network_output_total(v128_t t)
{
    return wasm_i32x4_extract_lane(t, 0) + wasm_i32x4_extract_lane(t, 1) + wasm_i32x4_extract_lane(t, 2) +
           wasm_i32x4_extract_lane(t, 3);
}

enum { NETWORK_OUTPUT_LANES = 8 };

INLINE_HOT int32_t network_output(int half, const uint16_t *pair, const int16_t *high, const int16_t *step,
                                  const int16_t *weights)
{
    v128_t total = wasm_i32x4_splat(0);
    for (int i = 0; i < half; i += NETWORK_OUTPUT_LANES) {
        const v128_t second = wasm_v128_load(high + i);
        const v128_t first = wasm_i16x8_sub(wasm_v128_load(pair + i), wasm_i16x8_shl(second, NETWORK_PAIR_BITS));
        total = wasm_i32x4_add(total, network_output_part(first, step + i, weights + i));
        total = wasm_i32x4_add(total, network_output_part(second, step + half + i, weights + half + i));
    }
    return network_output_total(total);
}

#else

/* One neuron: the square of its sum times its step, cut to 0 to NETWORK_ONE, times the weight. */
INLINE_HOT int32_t network_output_part(int16_t sum, int16_t step, int16_t weight)
{
    const int16_t whole = (int16_t)(sum * step);
    const int16_t low = whole < 0 ? 0 : whole;
    const int16_t value = low > NETWORK_ONE ? NETWORK_ONE : low;
    const int16_t weighted = (int16_t)(value * weight);
    return (int32_t)weighted * value;
}

/* The outputs of one view's neurons times their weights, in NETWORK_ONE^2 * NETWORK_OUTPUT_ONE parts of 1. */
INLINE_HOT int32_t network_output(int half, const uint16_t *restrict pair, const int16_t *restrict high,
                                  const int16_t *restrict step, const int16_t *restrict weights)
{
    int32_t total = 0;
    for (int i = 0; i < half; i++) { /* one loop for both makes no vector instructions */
        const int16_t low = (int16_t)(pair[i] - high[i] * NETWORK_PAIR);
        total += network_output_part(low, step[i], weights[i]);
    }
    for (int i = 0; i < half; i++) {
        total += network_output_part(high[i], step[half + i], weights[half + i]);
    }
    return total;
}

#endif

#endif
