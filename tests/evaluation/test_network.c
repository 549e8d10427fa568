/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "evaluation/network.h"

#include <check.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/fen.h"
#include "evaluation/evaluation.h"
#include "evaluation/network_builtin.h"
#include "evaluation/network_file.h"
#include "support/place.h"
#include "support/random_network.h"
#include "support/random_positions.h"
#include "support/slow_network.h"
#include "support/test.h"
#include "system/checksum.h"

enum {
    GAMES = 60,
    PLIES = 200,
    POSITIONS = 300,
    FULL_BOUND = 350, /* with which no sum can overflow */
    USUAL_BOUND = 60,
    SEED = 20
};

/* Shapes of all kinds: the usual sizes, one between, the largest. */
typedef struct Shape {
    int neurons, buckets, bound;
} Shape;

static const Shape SHAPES[] = {{64, 1, USUAL_BOUND},
                               {32, 3, USUAL_BOUND},
                               {128, 4, USUAL_BOUND},
                               {96, 2, FULL_BOUND},
                               {NETWORK_NEURONS_MAX, NETWORK_BUCKETS_MAX, FULL_BOUND}};

static void expect_value(const Network *n, const Position *p, Score value)
{
    char fen[FEN_SIZE];
    fen_print(p, fen);
    ck_assert_msg(value == slow_network_value(n, p), "%s, %d neurons: %d, not %d", fen, n->neurons, value,
                  slow_network_value(n, p));
}

/* Values along random games, kept up from ply to ply as a search keeps them, some positions left out, are those of the
 * definition; promotions and captures of all kinds occur. */
TEST_EACH(kept_up_values, ROWS(SHAPES) * VARIANT_COUNT)
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
        Position p = game % 2 == 0 ? position_start(v) : random_play_scatter(&r, v, 3, 9);
        for (int ply = 0; ply <= PLIES; ply++) {
            const int kings = popcount(p.kings[WHITE] | p.kings[BLACK]);
            if (random_play_below(&r, 4) != 0) {
                expect_value(n, &p, network_value(n, &p, &stack[ply], ply < NETWORK_BEFORE ? ply : NETWORK_BEFORE));
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

/* Any position after any other, in the same place. */
TEST_EACH(values_of_unlike_positions, VARIANT_COUNT)
{
    const Variant *const v = variant_at(_i);
    RandomPlay r = {SEED};
    Network *const n = random_network(&r, v, 64, 2, FULL_BOUND);
    Accumulator a;
    network_clear(n, &a);
    for (int i = 0; i < POSITIONS; i++) {
        const Position p = random_scatter(&r, v, (Scatter)(i % SCATTER_COUNT));
        expect_value(n, &p, network_value(n, &p, &a, 0));
        expect_value(n, &p, network_value(n, &p, &a, 0));
    }
    network_free(n);
}

/* Colours swapped and turned, and mirrored where the board is: exactly the same value, also with the built-in networks
 * and with what the solved endings put in their place. */
TEST_EACH(values_are_symmetric, VARIANT_COUNT)
{
    const Variant *const v = variant_at(_i);
    RandomPlay r = {SEED};
    const EvaluationChoice builtin = {.kind = EVALUATION_LEARNED};
    Evaluation *const e = evaluation_new(&builtin, NULL);
    Network *const n = random_network(&r, v, 64, 1, USUAL_BOUND);
    ck_assert_ptr_nonnull(e);
    for (int i = 0; i < POSITIONS; i++) {
        const Position p = random_scatter(&r, v, (Scatter)(i % SCATTER_COUNT));
        const Position turned = position_turned(&p);
        ck_assert_int_eq(network_value_plain(n, &p), network_value_plain(n, &turned));
        ck_assert_int_eq(evaluation_position(e, &p), evaluation_position(e, &turned));
        if (v->has_mirror) {
            const Position mirrored = position_mirrored(&p);
            ck_assert_int_eq(network_value_plain(n, &p), network_value_plain(n, &mirrored));
            ck_assert_int_eq(evaluation_position(e, &p), evaluation_position(e, &mirrored));
        }
    }
    network_free(n);
    evaluation_free(e);
}

/* What the program brings with it is what the files in the repository hold, and knows who is better. */
TEST_EACH(builtin_networks, VARIANT_COUNT)
{
    static const char *const better[] = {"W:Wd2,d3,e3,e4:Bc7,e7", "W:Wc3,c4,d4,d3:Bh7,h8"};
    const Variant *const v = variant_at(_i);
    char path[128];
    Error e;
    Position p;
    snprintf(path, sizeof path, "engine/evaluation/networks/%s.net", v->name);
    Network *const file = network_file_read(path, &e);
    Network *const n = network_builtin(v);
    ck_assert_msg(file != NULL, "%s", e.text);
    ck_assert_ptr_nonnull(n);
    ck_assert_ptr_eq(n->shape.variant, v);
    ck_assert_int_eq(network_check(n, &e), ERROR_NONE);
    ck_assert_mem_eq(n->bias, file->bias, network_number_count(&n->shape, n->neurons, n->buckets) * sizeof *n->bias);
    ck_assert_int_eq(fen_parse(v, better[_i], &p, &e), ERROR_NONE);
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
    ck_assert_msg(n == NULL, "%s was taken", part);
    ck_assert_int_eq(e.code, ERROR_SYNTAX);
    ck_assert_msg(strstr(e.text, part) != NULL, "\"%s\" does not say \"%s\"", e.text, part);
}

/* Written and read, a network is the same; every changed byte and every cut is noticed. */
TEST_EACH(files, VARIANT_COUNT)
{
    const Variant *const v = variant_at(_i);
    const Place place = place_make();
    const FilePath path = in(&place, "a.net");
    RandomPlay r = {SEED};
    Error e;
    Network *const n = random_network(&r, v, 32, 2, FULL_BOUND);
    save_network(path.text, n);
    Network *const read = network_file_read(path.text, &e);
    ck_assert_msg(read != NULL, "%s", e.text);
    ck_assert(read->shape.variant == v && read->neurons == 32 && read->buckets == 2 && read->scale == n->scale);
    ck_assert_mem_eq(read->bias, n->bias, network_number_count(&n->shape, 32, 2) * sizeof *n->bias);
    ck_assert_mem_eq(read->output_bias, n->output_bias, sizeof n->output_bias);
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
    place_remove(&place);
}

/* Changes that put a number out of range, or make a network differ left and right. */
static void spoil_weight(Network *n)
{
    network_set_weight(n, 0, 0, -NETWORK_WEIGHT_MAX - 1);
}
static void spoil_bias(Network *n)
{
    n->bias[3] = -NETWORK_BIAS_MAX - 1;
}
static void spoil_step_low(Network *n)
{
    n->step[1] = 0;
}
static void spoil_step_high(Network *n)
{
    n->step[1] = NETWORK_STEP_MAX + 1;
}
static void spoil_sum(Network *n)
{
    network_set_weight(n, n->shape.kings, 2, NETWORK_WEIGHT_MAX);
    n->step[2] = NETWORK_SUM_MAX / NETWORK_KINGS_MAX / NETWORK_WEIGHT_MAX;
}
static void spoil_output(Network *n)
{
    n->output[5] = NETWORK_OUTPUT_MAX + 1;
}
static void spoil_output_sum(Network *n)
{
    for (int i = 0; i < COLOR_COUNT * n->neurons; i++) {
        n->output[i] = NETWORK_OUTPUT_MAX;
    }
}
static void spoil_output_bias(Network *n)
{
    n->output_bias[0] = NETWORK_BUCKET_BIAS + 1;
}
static void spoil_scale(Network *n)
{
    n->scale = NETWORK_SCALE_MAX + 1;
}
static void spoil_mirror(Network *n)
{
    network_set_weight(n, 0, 0, network_weight(n, 0, 0) == 0);
}

/* Numbers that no network may have are refused, also in a file with a good checksum. */
TEST(ranges)
{
    static const struct {
        void (*spoil)(Network *n);
        const Variant *variant;
        const char *part;
    } cases[] = {
        {spoil_weight, &VARIANT_10X10, "weights of neuron 1 "},
        {spoil_bias, &VARIANT_10X10, "weights of neuron 4 "},
        {spoil_step_low, &VARIANT_10X10, "weights of neuron 2 "},
        {spoil_step_high, &VARIANT_10X10, "weights of neuron 2 "},
        {spoil_sum, &VARIANT_10X10, "weights of neuron 3 "},
        {spoil_output, &VARIANT_10X10, "weights of output 1 "},
        {spoil_output_sum, &VARIANT_10X10, "weights of output 1 "},
        {spoil_output_bias, &VARIANT_10X10, "weights of output 1 "},
        {spoil_scale, &VARIANT_10X10, "scale"},
        {spoil_mirror, &VARIANT_9X11, "left and right"},
    };
    const Place place = place_make();
    const FilePath path = in(&place, "a.net");
    for (int i = 0; i < ROWS(cases); i++) {
        RandomPlay r = {SEED};
        Network *const n = random_network(&r, cases[i].variant, NETWORK_NEURONS_MAX, 1, USUAL_BOUND);
        cases[i].spoil(n);
        save_network(path.text, n);
        expect_refused(path.text, cases[i].part);
        network_free(n);
    }
    place_remove(&place);
}

/* Other files, and lines that are wrong. */
TEST_EACH(foreign_files, 11)
{
    static const struct {
        const char *text, *part;
    } cases[] = {
        {"", "line 1 should be \"Bushka network 3\""},
        {"Bushka network 2\nboard bushka\n", "line 1 should be"},
        {"Bushka network 9\n", "line 1 should be"},
        {"Bushka evaluation 1\n", "line 1 should be"},
        {"Bushka network 3\n", "line 2 should be \"board NAME\""},
        {"Bushka network 3\nneurons 64\n", ":2: expected \"board\", found \"neurons\""},
        {"Bushka network 3\nboard chess\n", ":2: unknown board \"chess\""},
        {"Bushka network 3\nboard bushka\nneurons 0\n", ":3: neurons is a whole number from 32 to 256, not \"0\""},
        {"Bushka network 3\nboard bushka\nneurons 64\nbuckets 9\n", ":4: buckets is a whole number from 1 to 8"},
        {"Bushka network 3\nboard bushka\nneurons 64\nbuckets 1\nscale x\n", ":5: scale is a whole number"},
        {"Bushka network 3\nboard bushka\nneurons 64\nbuckets 1\nscale 9\nmade by me\nchecksum 0\n", "damaged"},
    };
    const Place place = place_make();
    const FilePath path = in(&place, "a.net");
    Error e;
    set_text(path.text, cases[_i].text);
    expect_refused(path.text, cases[_i].part);
    ck_assert_ptr_null(network_file_read(place.path, &e));
    ck_assert_ptr_nonnull(strstr(e.text, "is a directory, not a regular file"));
    static unsigned char huge[(1 << 20) + 1];
    set_content(path.text, huge, sizeof huge);
    expect_refused(path.text, "too large for a network");
    place_remove(&place);
}

/* A line of the header exchanged for another, and what is said of that; NULL: nothing. */
typedef struct HeaderChange {
    const char *from, *to, *message;
} HeaderChange;

static const HeaderChange HEADER_CHANGES[] = {
    {"board bushka\n", "board  bushka \r\n", NULL},
    {"made by a test\n", "made by many words\n", NULL},
    {"board bushka\n", "board bushka junk\n", ":2: board takes one value, found \"junk\" after it"},
    {"neurons 32\n", "neurons 32 64\n", ":3: neurons takes one value, found \"64\" after it"},
    {"buckets 1\n", "buckets 1 x\n", ":4: buckets takes one value, found \"x\" after it"},
    {"scale ", "scale 9 ", ":5: scale takes one value, found"},
    {"made by", "made for", ":6: expected \"by\", found \"for\""},
    {"", " junk", ":7: checksum takes one value, found \"junk\" after it"},
};

/* Unexpected words, in a file whose checksum is right. With `from` empty, `to` follows the checksum. */
TEST_EACH(words_in_the_header, ROWS(HEADER_CHANGES))
{
    enum { HEADER_ROOM = 512, FILE_ROOM = 1 << 18 };
    static const char sum_begins[] = "checksum ";
    const HeaderChange *const change = &HEADER_CHANGES[_i];
    const bool in_header = change->from[0] != '\0';
    const Place place = place_make();
    const FilePath path = in(&place, "a.net");
    RandomPlay r = {SEED};
    char header[HEADER_ROOM];
    static unsigned char changed[FILE_ROOM];
    size_t size;
    Error e;
    Network *const n = random_network(&r, variant_at(0), 32, 1, USUAL_BOUND);
    save_network(path.text, n);
    network_free(n);

    unsigned char *const bytes = content(path.text, &size);
    const char *const text = (const char *)bytes;
    const char *const sum_line = strstr(text, sum_begins);
    const char *const at = strstr(text, change->from);
    ck_assert(sum_line != NULL && at != NULL);
    const unsigned char *const numbers = (const unsigned char *)strchr(sum_line, '\n') + 1;
    const size_t number_bytes = size - (size_t)(numbers - bytes);
    const char *const rest = at + strlen(change->from);
    const int length = in_header ? snprintf(header, sizeof header, "%.*s%s%.*s", (int)(at - text), text, change->to,
                                            (int)(sum_line - rest), rest)
                                 : snprintf(header, sizeof header, "%.*s", (int)(sum_line - text), text);
    const uint64_t sum = checksum_add(checksum_add(CHECKSUM_EMPTY, header, (size_t)length), numbers, number_bytes);
    const int begin = snprintf((char *)changed, sizeof changed, "%s%s%016" PRIx64 "%s\n", header, sum_begins, sum,
                               in_header ? "" : change->to);
    ck_assert_uint_lt((size_t)begin + number_bytes, sizeof changed);
    memcpy(changed + begin, numbers, number_bytes);
    set_content(path.text, changed, (size_t)begin + number_bytes);
    free(bytes);
    if (change->message != NULL) {
        expect_refused(path.text, change->message);
    } else {
        Network *const read = network_file_read(path.text, &e);
        ck_assert_msg(read != NULL, "%s", e.text);
        network_free(read);
    }
    place_remove(&place);
}

/* Turned twice or mirrored twice, a row is itself, and a position's rows are those of the turned position to the other
 * side. */
TEST_EACH(shape_of_a_board, VARIANT_COUNT)
{
    const Variant *const v = variant_at(_i);
    NetworkShape shape;
    RandomPlay r = {SEED};
    network_shape(&shape, v);
    ck_assert_int_eq(shape.rows, shape.kings + 2 * popcount(v->board));
    ck_assert_int_le(shape.rows, SHAPE_ROWS_MAX);
    for (int row = 0; row < shape.rows; row++) {
        ck_assert_int_eq(shape.turned[shape.turned[row]], row);
        ck_assert_int_eq(shape.mirrored[shape.mirrored[row]], row);
        ck_assert(v->has_mirror || shape.mirrored[row] == row);
    }
    for (int i = 0; i < POSITIONS; i++) {
        uint16_t rows[SHAPE_SEGMENTS_MAX], turned_rows[SHAPE_SEGMENTS_MAX];
        const Position p = random_scatter(&r, v, (Scatter)(i % SCATTER_COUNT));
        const Position turned = position_turned(&p);
        int64_t sum = 0, turned_sum = 0;
        network_shape_rows(&shape, p.men, rows);
        network_shape_rows(&shape, turned.men, turned_rows);
        for (int segment = 0; segment < shape.segments; segment++) {
            ck_assert(rows[segment] >= shape.first[segment] && rows[segment] < shape.first[segment + 1]);
            sum += (int64_t)shape.turned[rows[segment]] * shape.turned[rows[segment]];
            turned_sum += (int64_t)turned_rows[segment] * turned_rows[segment];
        }
        ck_assert_int_eq(sum, turned_sum); /* the same rows in another order */
    }
}

TEST(shapes_that_are_none)
{
    ck_assert_ptr_null(network_new(variant_at(0), 0, 1));
    ck_assert_ptr_null(network_new(variant_at(0), 40, 1));
    ck_assert_ptr_null(network_new(variant_at(0), NETWORK_NEURONS_MAX + NETWORK_NEURONS_STEP, 1));
    ck_assert_ptr_null(network_new(variant_at(0), 64, 0));
    ck_assert_ptr_null(network_new(variant_at(0), 64, NETWORK_BUCKETS_MAX + 1));
}
