/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Networks: their values by the definition, and their files. */
#include "evaluation/network.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/fen.h"
#include "evaluation/network_builtin.h"
#include "evaluation/network_file.h"
#include "support/place.h"
#include "support/positions.h"
#include "support/random_network.h"
#include "support/random_play.h"
#include "support/slow_network.h"
#include "support/test.h"
#include "system/bytes.h"

enum {
    GAMES = 60,
    PLIES = 200,
    FULL_BOUND = 350, /* no sum can overflow with weights up to this */
    USUAL_BOUND = 60,
    SEED = 20
};

/* Shapes of all kinds: among others 192 neurons, which are compiled separately, and the largest. */
typedef struct Shape {
    int neurons, buckets, bound;
} Shape;

static const Shape SHAPES[] = {{64, 1, USUAL_BOUND},  {32, 3, USUAL_BOUND},
                               {128, 4, USUAL_BOUND}, {192, 4, USUAL_BOUND},
                               {96, 2, FULL_BOUND},   {NETWORK_NEURONS_MAX, NETWORK_BUCKETS_MAX, FULL_BOUND}};

static void expect_value(const Network *n, const Position *p, Score value)
{
    char fen[FEN_SIZE];
    fen_print(p, fen);
    ck_assert_msg(value == slow_network_value(n, p), "%s, %d neurons: %d, not %d", fen, n->neurons, value,
                  slow_network_value(n, p));
}

/* Values along random games, updated from ply to ply as a search does, with some positions left out, are those of the
 * definition; kings come and go, and a game begins with the accumulators that the last one left. test_evaluation.c
 * tests their symmetry. */
TEST_EACH(updated_values, ROWS(SHAPES) * VARIANT_COUNT)
{
    const Variant *const v = variant_at(_i % VARIANT_COUNT);
    const Shape shape = SHAPES[_i / VARIANT_COUNT];
    RandomPlay r = {SEED + (uint64_t)_i};
    Network *const n = random_network(&r, v, shape.neurons, shape.buckets, shape.bound);
    Accumulator *const stack = aligned_alloc(64, (PLIES + 1) * sizeof *stack);
    ck_assert_ptr_nonnull(stack);
    bool king_came = false, king_left = false;
    for (int ply = 0; ply <= PLIES; ply++) {
        network_clear(n, &stack[ply]);
    }
    for (int game = 0; game < GAMES / ROWS(SHAPES); game++) {
        Position p = game % 2 == 0 ? position_start(v) : random_scatter(&r, v, (Scatter)(game / 2 % SCATTER_COUNT));
        for (int ply = 0; ply <= PLIES; ply++) {
            const int kings = popcount(p.kings[WHITE] | p.kings[BLACK]);
            if (random_play_below(&r, 4) != 0) {
                expect_value(
                    n, &p, network_value(n, &p, &stack[ply], ply < NETWORK_PREVIOUS_MAX ? ply : NETWORK_PREVIOUS_MAX));
                expect_value(n, &p, network_value_plain(n, &p));
            }
            if (!random_play_step(&r, &p)) {
                break;
            }
            king_came = king_came || popcount(p.kings[WHITE] | p.kings[BLACK]) > kings;
            king_left = king_left || popcount(p.kings[WHITE] | p.kings[BLACK]) < kings;
        }
    }
    ck_assert(king_came && king_left);
    free(stack);
    network_free(n);
}

/* The built-in networks are those of the files in the repository, and know which side is better. */
TEST_EACH(builtin_networks, VARIANT_COUNT)
{
    static const char *const better[] = {"W:Wd2,d3,e3,e4:Bc7,e7", "W:Wc3,c4,d4,d3:Bh7,h8"};
    const Variant *const v = variant_at(_i);
    char path[128];
    Error e;
    Position p = position_of(v, better[_i]);
    snprintf(path, sizeof path, "engine/evaluation/networks/%s.net", v->name);
    Network *const file = network_file_read(path, &e);
    Network *const n = network_builtin(v);
    ck_assert_msg(file != NULL, "%s", e.text);
    ck_assert_ptr_eq(n->shape.variant, v);
    ck_assert_int_eq(network_check(n, &e), ERROR_NONE);
    ck_assert_mem_eq(n->bias, file->bias, network_number_count(&n->shape, n->neurons, n->buckets) * sizeof *n->bias);
    ck_assert_int_gt(network_value_plain(n, &p), 100);
    position_set_side(&p, BLACK);
    ck_assert_int_lt(network_value_plain(n, &p), -100);
    network_free(n);
    network_free(file);
}

static void expect_refused(const char *path, const char *part)
{
    Error e;
    Network *const n = network_file_read(path, &e);
    ck_assert_msg(n == NULL, "accepted, instead of: %s", part);
    ck_assert_int_eq(e.code, ERROR_SYNTAX);
    ck_assert_msg(strstr(e.text, part) != NULL, "\"%s\" does not say \"%s\"", e.text, part);
}

/* A network survives writing and reading; changed bytes and truncation are noticed. */
TEST_EACH(files, VARIANT_COUNT)
{
    const Variant *const v = variant_at(_i);
    const FilePath path = in(&place, "a.net");
    RandomPlay r = {SEED};
    Error e;
    Network *const n = random_network(&r, v, 32, 2, FULL_BOUND);
    save_network(path.text, n);
    Network *const read = network_file_read(path.text, &e);
    ck_assert_msg(read != NULL, "%s", e.text);
    ck_assert(read->shape.variant == v && read->neurons == 32 && read->buckets == 2 && read->scale == n->scale);
    ck_assert_mem_eq(read->bias, n->bias, network_number_count(&n->shape, 32, 2) * sizeof *n->bias);
    ck_assert_mem_eq(read->bucket, n->bucket, sizeof n->bucket);
    network_free(read);
    size_t size;
    unsigned char *const bytes = content(path.text, &size);
    const size_t step = size / 400 + 1;
    for (size_t i = 0; i < size; i += i < 200 ? 1 : step) {
        bytes[i] ^= 1;
        set_content(path.text, bytes, size);
        bytes[i] ^= 1;
        ck_assert_msg(network_file_read(path.text, &e) == NULL, "byte %zu", i);
        set_content(path.text, bytes, i);
        ck_assert_msg(network_file_read(path.text, &e) == NULL, "cut at %zu", i);
    }
    set_content(path.text, bytes, size - 1);
    expect_refused(path.text, "damaged");
    free(bytes);
    network_free(n);
}

enum { WAYS_TO_SPOIL = 12 };

/* Spoils a network in the i-th way: a number out of range, or left and right that differ. Returns a part of the
 * error. */
static const char *spoil(Network *n, int i)
{
    switch (i) {
    case 0:
        network_set_weight(n, 0, 0, -NETWORK_WEIGHT_MAX - 1);
        return "weights of neuron 1 ";
    case 1:
        n->bias[3] = -NETWORK_BIAS_MAX - 1;
        return "weights of neuron 4 ";
    case 2:
        n->step[1] = 0;
        return "weights of neuron 2 ";
    case 3:
        n->step[1] = NETWORK_STEP_MAX + 1;
        return "weights of neuron 2 ";
    case 4: /* a sum of weights, each within its range */
        network_set_weight(n, n->shape.kings, 2, NETWORK_WEIGHT_MAX);
        n->step[2] = NETWORK_SUM_MAX / NETWORK_KINGS_MAX / NETWORK_WEIGHT_MAX;
        return "weights of neuron 3 ";
    case 5:
        n->output[5] = NETWORK_OUTPUT_MAX + 1;
        return "weights of output 1 ";
    case 6: /* of the last hidden neuron */
        n->hidden[NETWORK_HIDDEN * n->neurons - 1] = -NETWORK_OUTPUT_MAX - 1;
        return "weights of output 1 ";
    case 7:
        n->bucket[0].bias = NETWORK_BUCKET_BIAS_MAX + 1;
        return "weights of output 1 ";
    case 8:
        n->bucket[0].hidden_bias[NETWORK_HIDDEN - 1] = -NETWORK_HIDDEN_BIAS_MAX - 1;
        return "weights of output 1 ";
    case 9:
        n->bucket[0].hidden_weight[0] = NETWORK_HIDDEN_WEIGHT_MAX + 1;
        return "weights of output 1 ";
    case 10:
        n->scale = NETWORK_SCALE_MAX + 1;
        return "scale";
    default:
        n->bias[0]++;
        return "left and right";
    }
}

/* Numbers out of range are refused, in memory and in a file with a good checksum. */
TEST_EACH(ranges, WAYS_TO_SPOIL)
{
    const FilePath path = in(&place, "a.net");
    RandomPlay r = {SEED};
    Network *const n = random_network(&r, &VARIANT_9X11, NETWORK_NEURONS_MAX, 1, USUAL_BOUND);
    ck_assert_int_eq(network_check(n, NULL), ERROR_NONE);
    const char *const said = spoil(n, _i);
    ck_assert_int_eq(network_check(n, NULL), ERROR_SYNTAX);
    save_network(path.text, n);
    expect_refused(path.text, said);
    network_free(n);
}

/* No sum overflows where all neurons have their greatest output and the numbers are as large as they may be, positive
 * or negative. */
TEST_EACH(sums_at_their_bounds, 2)
{
    const int sign = _i == 0 ? 1 : -1;
    Error e;
    Network *const n = network_new(&VARIANT_9X11, NETWORK_NEURONS_MAX, 1);
    n->scale = 1;
    n->bucket[0].bias = sign * NETWORK_BUCKET_BIAS_MAX;
    for (int i = 0; i < COLOR_COUNT * n->neurons; i++) {
        n->output[i] = (int16_t)(sign * NETWORK_OUTPUT_MAX);
    }
    for (int i = 0; i < NETWORK_HIDDEN * n->neurons; i++) {
        n->hidden[i] = (int16_t)(sign * NETWORK_OUTPUT_MAX);
    }
    for (int i = 0; i < NETWORK_HIDDEN; i++) {
        n->bucket[0].hidden_bias[i] = sign * NETWORK_HIDDEN_BIAS_MAX;
        n->bucket[0].hidden_weight[i] = NETWORK_HIDDEN_WEIGHT_MAX;
    }
    for (int i = 0; i < n->neurons; i++) {
        n->bias[i] = NETWORK_ONE;
        n->step[i] = 1;
    }
    ck_assert_msg(network_check(n, &e) == ERROR_NONE, "%s", e.text);
    const Position p = position_start(&VARIANT_9X11);
    expect_value(n, &p, network_value_plain(n, &p));
    network_free(n);
}

#define X100 "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"

/* Files of other kinds, and wrong lines. */
static const struct {
    const char *text, *part;
} FOREIGN[] = {
    {"", "line 1 should be \"Bushka network 5\""},
    {"Bushka network 4\nboard bushka\n", "line 1 should be"},
    {"Bushka network 9\n", "line 1 should be"},
    {"Bushka evaluation 1\n", "line 1 should be"},
    {"Bushka network 5\n", ":2: expected \"board\", found \"\""},
    {"Bushka network 5\nneurons 64\n", ":2: expected \"board\", found \"neurons\""},
    {"Bushka network 5\nboard chess\n", ":2: unknown board \"chess\"; expected bushka or bushka9x11"},
    {"Bushka network 5\nboard " X100 X100 X100 X100 X100 X100 X100 X100 X100 X100 X100 "\n", ":2: unknown board"},
    {"Bushka network 5\nboard bushka\n", ":3: expected \"neurons\", found \"\""},
    {"Bushka network 5\nboard bushka\nneurons 0\n", ":3: neurons is a whole number from 32 to 256, not \"0\""},
    {"Bushka network 5\nboard bushka\nneurons 64\nbuckets 9\n", ":4: buckets is a whole number from 1 to 8"},
    {"Bushka network 5\nboard bushka\nneurons 64\nbuckets 1\nscale x\n", ":5: scale is a whole number"},
    {"Bushka network 5\nboard bushka\nneurons 64\nbuckets 1\nscale 9\nmade by me\nchecksum 0\n", "damaged"},
};

TEST_EACH(foreign_files, ROWS(FOREIGN))
{
    const FilePath path = in(&place, "a.net");
    static unsigned char huge[(1 << 20) + 1];
    set_text(path.text, FOREIGN[_i].text);
    expect_refused(path.text, FOREIGN[_i].part);
    expect_refused(place.path, "is a directory, not a regular file");
    set_content(path.text, huge, sizeof huge);
    expect_refused(path.text, "too large for a network");
}

/* A part of the header, what replaces it, and the error; NULL: none. */
static const struct {
    const char *from, *to, *message;
} HEADER_CHANGES[] = {
    {"board bushka\n", "board  bushka \r\n", NULL},
    {"made by a test\n", "made by many words\n", NULL},
    {"board bushka\n", "board bushka junk\n", ":2: unknown board \"bushka junk\""},
    {"neurons 32\n", "neurons 40\n", ": the number of neurons must be a multiple of 32, not 40"},
    {"neurons 32\n", "neurons 32 64\n", ":3: neurons is a whole number from 32 to 256, not \"32 64\""},
    {"buckets 1\n", "buckets 1 x\n", ":4: buckets is a whole number from 1 to 8, not \"1 x\""},
    {"scale ", "scale 9 ", ":5: scale is a whole number from 1 to 1000, not \"9 "},
    {"made by", "by", ":6: expected \"made\", found \"by\""},
    {"\n", " junk\n", "its checksum is \""}, /* after the checksum */
};

/* Unexpected words, in a file whose checksum is right. */
TEST_EACH(words_in_the_header, ROWS(HEADER_CHANGES))
{
    const FilePath path = in(&place, "a.net");
    RandomPlay r = {SEED};
    size_t size;
    Error e;
    Network *const n = random_network(&r, variant_at(0), 32, 1, USUAL_BOUND);
    save_network(path.text, n);
    network_free(n);
    char *const text = (char *)content(path.text, &size);
    char *const sum_line = strstr(text, "checksum "), *const numbers = strchr(sum_line, '\n') + 1;
    const size_t number_bytes = size - (size_t)(numbers - text);
    char *const at = strstr(HEADER_CHANGES[_i].from[0] == '\n' ? sum_line : text, HEADER_CHANGES[_i].from);
    const char *const rest = at + strlen(HEADER_CHANGES[_i].from);
    ck_assert_ptr_nonnull(at);
    *at = '\0';
    FILE *const out = fopen(path.text, "wb");
    ck_assert_ptr_nonnull(out);
    if (at < sum_line) {
        char header[512];
        const int length =
            snprintf(header, sizeof header, "%s%s%.*s", text, HEADER_CHANGES[_i].to, (int)(sum_line - rest), rest);
        const uint64_t sum = bytes_fnv(BYTES_FNV_EMPTY, header, (size_t)length);
        fprintf(out, "%schecksum %016" PRIx64 "\n", header, bytes_fnv(sum, numbers, number_bytes));
    } else {
        fprintf(out, "%s%s", text, HEADER_CHANGES[_i].to);
    }
    fwrite(numbers, 1, number_bytes, out);
    ck_assert_int_eq(fclose(out), 0);
    free(text);
    if (HEADER_CHANGES[_i].message != NULL) {
        expect_refused(path.text, HEADER_CHANGES[_i].message);
    } else {
        Network *const read = network_file_read(path.text, &e);
        ck_assert_msg(read != NULL, "%s", e.text);
        network_free(read);
    }
}

SUITE(.with = {&WITH_PLACE});
