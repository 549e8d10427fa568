/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The solver of endings: its values against the rules, its numbering, known counts, the table for the evaluation, and
 * its command line. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/fen.h"
#include "core/movegen.h"
#include "endings/emit.h"
#include "evaluation/eval_endings.h"
#include "support/engine_process.h"
#include "support/place.h"
#include "support/random_play.h"
#include "support/shell.h"
#include "support/test.h"

enum {
    PIECES = 3, /* four take too long for a test */
    SEED = 11,
    SAMPLES = 4000,        /* positions of a class whose moves are checked */
    SEARCHED_SAMPLES = 60, /* positions of a class that are searched */
    SEARCHED_PLIES = 5,
    MEMORY_KB = 8000, /* enough to start, not for four pieces */
    TEXT_SIZE = 4096,
    COMMAND_SIZE = 512
};

/* What a program printed, and its exit code. */
typedef struct Output {
    char text[TEXT_SIZE];
    int code;
} Output;

static Endings *solved(int board, int pieces)
{
    Endings *endings;
    Error e;
    ck_assert_msg(endings_solve(variant_at(board), pieces, NULL, &endings, &e) == ERROR_NONE, "%s", e.text);
    return endings;
}

/* All classes of up to PIECES pieces, with either side to move; symmetrical ones stand there twice. */
static int all_classes(EndingClass classes[2 * ENDING_PAIRS_MOST])
{
    const int pairs = ending_class_list(PIECES, classes);
    for (int i = 0; i < pairs; i++) {
        classes[pairs + i] = ending_class_swapped(classes[i]);
    }
    return 2 * pairs;
}

/* A position of the class, every other time with Black to move. */
static Position random_position(RandomPlay *r, const EndingIndex *x, EndingClass c)
{
    Position p;
    while (!ending_position(x, c, (size_t)(random_play_next(r) % ending_class_size(x, c)), &p)) {
    }
    return random_play_below(r, 2) == 0 ? p : position_turned(&p);
}

/* The value of a position from those of the positions after its moves. */
static EndingValue value_by_moves(const Endings *endings, const Position *p)
{
    MoveList moves;
    move_list_init(&moves);
    movegen_legal(p, &moves);
    int shortest_win = 0, longest_loss = 0, lost = 0;
    for (int i = 0; i < moves.count; i++) {
        const Position next = position_after(p, moves.moves[i]);
        const EndingValue v = endings_value(endings, &next);
        if (v.result == ENDING_LOSS) {
            shortest_win = shortest_win == 0 || v.plies + 1 < shortest_win ? v.plies + 1 : shortest_win;
        } else if (v.result == ENDING_WIN) {
            longest_loss = v.plies + 1 > longest_loss ? v.plies + 1 : longest_loss;
            lost++;
        }
    }
    const bool loses = lost == moves.count;
    move_list_free(&moves);
    if (shortest_win != 0) {
        return (EndingValue){ENDING_WIN, shortest_win};
    }
    return loses ? (EndingValue){ENDING_LOSS, longest_loss} : (EndingValue){ENDING_DRAW, 0};
}

/* check notes every assertion in a pipe, which takes longer than what these loops do: only failures get that far. */
static void expect(bool holds, const Position *p)
{
    if (!holds) {
        char fen[FEN_SIZE];
        fen_print(p, fen);
        ck_abort_msg("%s, %s", p->variant->name, fen);
    }
}

static bool same(EndingValue a, EndingValue b)
{
    return a.result == b.result && a.plies == b.plies;
}

TEST_EACH(values_follow_from_moves, VARIANT_COUNT)
{
    Endings *const endings = solved(_i, PIECES);
    EndingClass classes[2 * ENDING_PAIRS_MOST];
    const int count = all_classes(classes);
    RandomPlay r = {SEED};
    int results[] = {0, 0, 0};
    for (int i = 0; i < count; i++) {
        for (int n = 0; n < SAMPLES; n++) {
            const Position p = random_position(&r, endings_index(endings), classes[i]);
            const EndingValue v = endings_value(endings, &p);
            expect(same(v, value_by_moves(endings, &p)), &p);
            results[v.result]++;
        }
    }
    ck_assert_int_gt(results[ENDING_WIN], SAMPLES);
    ck_assert_int_gt(results[ENDING_DRAW], SAMPLES);
    ck_assert_int_gt(results[ENDING_LOSS], SAMPLES);
    endings_free(endings);
}

static bool wins_within(const Position *p, int plies);

static bool loses_within(const Position *p, int plies)
{
    MoveList moves;
    move_list_init(&moves);
    movegen_legal(p, &moves);
    bool loses = moves.count == 0 || plies > 0;
    for (int i = 0; i < moves.count && loses; i++) {
        const Position next = position_after(p, moves.moves[i]);
        loses = wins_within(&next, plies - 1);
    }
    move_list_free(&moves);
    return loses;
}

static bool wins_within(const Position *p, int plies)
{
    MoveList moves;
    move_list_init(&moves);
    movegen_legal(p, &moves);
    bool wins = false;
    for (int i = 0; i < moves.count && !wins && plies > 0; i++) {
        const Position next = position_after(p, moves.moves[i]);
        wins = loses_within(&next, plies - 1);
    }
    move_list_free(&moves);
    return wins;
}

/* Wins and losses in a few plies, and no others, are found by trying all moves. */
TEST_EACH(short_wins_are_found_by_search, VARIANT_COUNT)
{
    Endings *const endings = solved(_i, PIECES);
    EndingClass classes[2 * ENDING_PAIRS_MOST];
    const int count = all_classes(classes);
    RandomPlay r = {SEED};
    int wins = 0;
    for (int i = 0; i < count; i++) {
        for (int n = 0; n < SEARCHED_SAMPLES; n++) {
            const Position p = random_position(&r, endings_index(endings), classes[i]);
            const EndingValue v = endings_value(endings, &p);
            for (int plies = 0; plies <= SEARCHED_PLIES; plies++) {
                const bool in_time = v.plies <= plies;
                expect(wins_within(&p, plies) == (v.result == ENDING_WIN && in_time), &p);
                expect(loses_within(&p, plies) == (v.result == ENDING_LOSS && in_time), &p);
            }
            wins += v.result == ENDING_WIN && v.plies == SEARCHED_PLIES;
        }
    }
    ck_assert_int_gt(wins, 0);
    endings_free(endings);
}

TEST(values_are_mirrored)
{
    int boards = 0;
    for (int b = 0; b < VARIANT_COUNT; b++) {
        if (!variant_at(b)->has_mirror) {
            continue;
        }
        boards++;
        Endings *const endings = solved(b, PIECES);
        EndingClass classes[2 * ENDING_PAIRS_MOST];
        const int count = all_classes(classes);
        RandomPlay r = {SEED};
        for (int i = 0; i < count; i++) {
            for (int n = 0; n < SAMPLES; n++) {
                const Position p = random_position(&r, endings_index(endings), classes[i]);
                const Position mirrored = position_mirrored(&p);
                expect(same(endings_value(endings, &p), endings_value(endings, &mirrored)), &p);
            }
        }
        endings_free(endings);
    }
    ck_assert_int_eq(boards, 1);
}

/* Results of all positions, captures pending or not, for the side to move. */
static const struct {
    EndingClass class;
    uint64_t wins, draws, losses;
    int longest_win, longest_loss;
} KNOWN[VARIANT_COUNT][5] = {
    {
        {{1, 0, 1, 0}, 412, 2036, 2, 1, 0},     /* K v K */
        {{1, 0, 0, 1}, 1865, 338, 2, 13, 0},    /* K v M */
        {{0, 1, 1, 0}, 122, 694, 1389, 1, 14},  /* M v K */
        {{2, 0, 1, 0}, 20100, 38700, 0, 5, 0},  /* KK v K */
        {{1, 0, 2, 0}, 2144, 55676, 980, 1, 6}, /* K v KK */
    },
    {
        {{1, 0, 1, 0}, 408, 2038, 4, 1, 0},
        {{1, 0, 0, 1}, 1796, 356, 4, 13, 0},
        {{0, 1, 1, 0}, 122, 715, 1319, 1, 14},
        {{2, 0, 1, 0}, 19742, 39058, 0, 3, 0},
        {{1, 0, 2, 0}, 2064, 55762, 974, 1, 2},
    },
};

TEST_EACH(counts_are_known, VARIANT_COUNT)
{
    Endings *const endings = solved(_i, PIECES);
    for (size_t i = 0; i < sizeof KNOWN[_i] / sizeof KNOWN[_i][0]; i++) {
        const EndingTally t = ending_tally(endings, KNOWN[_i][i].class, ENDING_ALL);
        ck_assert_uint_eq(t.wins, KNOWN[_i][i].wins);
        ck_assert_uint_eq(t.draws, KNOWN[_i][i].draws);
        ck_assert_uint_eq(t.losses, KNOWN[_i][i].losses);
        ck_assert_int_eq(t.longest_win, KNOWN[_i][i].longest_win);
        ck_assert_int_eq(t.longest_loss, KNOWN[_i][i].longest_loss);
    }
    endings_free(endings);
}

/* Each position has one number, with Black to move as well, and no two share it. */
TEST_EACH(numbers_are_unique, VARIANT_COUNT)
{
    static EndingIndex x;
    ending_index_init(&x, variant_at(_i));
    EndingClass classes[2 * ENDING_PAIRS_MOST];
    const int count = all_classes(classes);
    for (int i = 0; i < count; i++) {
        const size_t size = ending_class_size(&x, classes[i]);
        size_t positions = 0;
        for (size_t number = 0; number < size; number++) {
            Position p;
            if (ending_position(&x, classes[i], number, &p)) {
                const Position turned = position_turned(&p);
                expect(ending_class_equal(ending_class_of(&turned), classes[i]), &p);
                expect(ending_number(&x, classes[i], &p) == number, &p);
                expect(ending_number(&x, classes[i], &turned) == number, &p);
                expect(p.key == position_compute_key(&p), &p);
                positions++;
            }
        }
        ck_assert_uint_gt(positions, size / 2);
    }
}

TEST(classes_are_listed_in_order)
{
    static const char *const NAMES[] = {"K v K",  "K v M",  "M v M",  "KK v K", "KK v M",
                                        "KM v K", "KM v M", "MM v K", "MM v M"};
    EndingClass classes[ENDING_PAIRS_MOST];
    ck_assert_int_eq(ending_class_list(2, classes), 3);
    ck_assert_int_eq(ending_class_list(ENDING_PIECES_MOST, classes), ENDING_PAIRS_MOST);
    for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++) {
        char name[ENDING_NAME_SIZE];
        ending_class_name(classes[i], name);
        ck_assert_str_eq(name, NAMES[i]);
    }
}

TEST(other_sizes_are_refused)
{
    static const int SIZES[] = {-1, 0, 1, ENDING_PIECES_MOST + 1};
    for (size_t i = 0; i < sizeof SIZES / sizeof SIZES[0]; i++) {
        Endings *endings;
        Error e;
        ck_assert_int_eq(endings_solve(variant_at(0), SIZES[i], NULL, &endings, &e), ERROR_SYNTAX);
        ck_assert_ptr_null(endings);
        ck_assert_ptr_nonnull(strstr(e.text, "2 to 4 pieces"));
    }
    endings_free(NULL);
}

TEST(points_follow_the_score)
{
    ck_assert_int_eq(emit_points(0.5), 0);
    ck_assert_int_eq(emit_points(0.75), 275);
    ck_assert_int_eq(emit_points(0.25), -275);
    ck_assert_int_eq(emit_points(1), EVAL_ENDING_POINTS_MAX);
    ck_assert_int_eq(emit_points(0), -EVAL_ENDING_POINTS_MAX);
    ck_assert_int_eq(emit_points(0.9999), EVAL_ENDING_POINTS_MAX);
}

/* The table that the engine is built with is the one that the solver writes, as far as the test solves. */
TEST(table_of_the_engine_is_up_to_date)
{
    Endings *boards[VARIANT_COUNT];
    for (int i = 0; i < VARIANT_COUNT; i++) {
        boards[i] = solved(i, PIECES);
    }
    char *text;
    size_t size;
    FILE *const out = open_memstream(&text, &size);
    ck_assert_ptr_nonnull(out);
    emit_table(boards, out);
    ck_assert_int_eq(fclose(out), 0);
    int rows = 0;
    for (int i = 0; i < EVAL_ENDING_COUNT; i++) {
        const EvalEnding *const row = &EVAL_ENDINGS[i];
        const EndingClass c = {row->kings, row->men, row->enemy_kings, row->enemy_men};
        ck_assert(row->kings > 0 && row->enemy_kings > 0 && ending_class_pieces(c) <= ENDING_PIECES_MOST);
        ck_assert_int_ge(row->points[0] + row->points[1], 0);
        if (ending_class_pieces(c) <= PIECES) {
            char line[COMMAND_SIZE];
            snprintf(line, sizeof line,
                     "\n    {.kings = %d, .men = %d, .enemy_kings = %d, .enemy_men = %d, .points = {%d, %d}},\n",
                     c.kings, c.men, c.enemy_kings, c.enemy_men, row->points[0], row->points[1]);
            ck_assert_msg(strstr(text, line) != NULL, "missing%sin:\n%s", line, text);
            rows++;
        }
    }
    free(text);
    ck_assert_int_eq(EVAL_ENDING_COUNT, 9);
    ck_assert_int_eq(rows, 3);
    Error e;
    AtomicFile file;
    ck_assert_int_eq(emit_begin(&file, "/nowhere/table.c", &e), ERROR_SYNTAX);
    ck_assert_ptr_nonnull(strstr(e.text, "/nowhere/table.c: "));
    for (int i = 0; i < VARIANT_COUNT; i++) {
        endings_free(boards[i]);
    }
}

/* Runs the program with these arguments after a command of the shell; both outputs are read. */
static Output program(const char *before, const char *arguments)
{
    char command[COMMAND_SIZE];
    Output o;
    size_t size;
    const Place place = place_make();
    const FilePath out = in(&place, "out");
    snprintf(command, sizeof command, "%s " BUILD_DIR "/bushka-endings %s >%s 2>&1", before, arguments, out.text);
    o.code = shell_run(command);
    unsigned char *const text = content(out.text, &size);
    ck_assert_uint_lt(size, sizeof o.text);
    memcpy(o.text, text, size + 1);
    free(text);
    place_remove(&place);
    return o;
}

TEST(program_reports)
{
    const Output one = program("", "-pieces 2 -threads 1"), two = program("", "-threads 2 -pieces 2");
    ck_assert_int_eq(one.code, 0);
    ck_assert_str_eq(one.text, two.text);
    ck_assert_ptr_nonnull(
        strstr(one.text, "\nK v M    first        1833   81.5   18.4    0.1   5.8   13   0.0    0\n"));
    ck_assert_ptr_nonnull(strstr(one.text, "bushka9x11: endings of up to 2 pieces"));
    const Output board = program("", "-pieces 2 -variant bushka9x11");
    ck_assert_int_eq(board.code, 0);
    ck_assert_str_eq(board.text, strstr(one.text, "bushka9x11:"));
    const Output help = program("", "-help");
    ck_assert_int_eq(help.code, 0);
    ck_assert_ptr_nonnull(strstr(help.text, "-emit"));
}

static const struct {
    const char *arguments, *line;
} REFUSALS[] = {
    {"-pieces 1", "-pieces * 2 to 6*\"1\"*"},
    {"-pieces 5", "-pieces without build or report * 2 to 4*\"5\"*"},
    {"build -pieces 7", "-pieces * 2 to 6*\"7\"*"},
    {"-pieces x", "-pieces * 2 to 6*\"x\"*"},
    {"-pieces 3x", "-pieces * 2 to 6*\"3x\"*"},
    {"-pieces ''", "-pieces needs a whole number from 2 to 6"},
    {"-pieces", "-pieces needs a value"},
    {"-variant chess", "-variant takes bushka or bushka9x11, not \"chess\""},
    {"-variant", "-variant needs a value"},
    {"-threads 0", "-threads * 1 to 256*\"0\"*"},
    {"-threads 257", "-threads * 1 to 256*\"257\"*"},
    {"-emit", "-emit needs a value"},
    {"-emit x.c", "-emit needs -pieces 4 and both boards, so no -variant"},
    {"-emit x.c -pieces 3", "-emit needs -pieces 4 and both boards, so no -variant"},
    {"-emit x.c -pieces 4 -variant bushka", "-emit needs -pieces 4 and both boards, so no -variant"},
    {"-depth 3", "there is no option \"-depth\"; -help lists them"},
    {"x.c", "\"x.c\" belongs to no option; -help lists them"},
    {"build verify", "\"verify\" belongs to no option; -help lists them"},
    {"-dir x", "-dir belongs to build, verify and report"},
    {"-class K-K", "-class belongs to build"},
    {"-memory 100", "-memory belongs to build"},
    {"verify -memory 100", "-memory belongs to build"},
    {"-seed 2", "-positions and -seed belong to verify"},
    {"build -positions 2", "-positions and -seed belong to verify"},
    {"build -emit x.c", "-emit goes without build, verify and report"},
    {"build -rows 1", "-rows belongs to report"},
    {"report -class K-K", "-class belongs to build"},
    {"report -seed 2", "-positions and -seed belong to verify"},
    {"verify -pieces 3", "verify looks at all tables, with one thread: without -pieces and -threads"},
    {"build -class K-K -pieces 3", "-class says how many pieces there are: without -pieces"},
    {"build -class KMK", "-class takes a class such as KKM-KM, K a king and M a man, not \"KMK\""},
    {"build -memory 1", "-memory * 64 to *"},
};

TEST_EACH(words_are_refused, ROWS(REFUSALS))
{
    const Output o = program("", REFUSALS[_i].arguments);
    char line[COMMAND_SIZE];
    snprintf(line, sizeof line, "bushka-endings: %s\n", REFUSALS[_i].line);
    ck_assert_int_eq(o.code, 2);
    ck_assert_msg(matches(line, o.text), "\"%s\"", o.text);
    ck_assert_ptr_eq(strchr(o.text, '\n'), o.text + strlen(o.text) - 1);
}

TEST_EACH(lack_of_memory_is_told, SANITIZED ? 0 : 1) /* sanitizers need much address space from the start */
{
    char limit[COMMAND_SIZE];
    snprintf(limit, sizeof limit, "ulimit -v %d;", MEMORY_KB);
    const Output o = program(limit, "-pieces 4");
    ck_assert_int_eq(o.code, 1);
    ck_assert_msg(matches("bushka-endings: there is no memory for *\n", o.text), "\"%s\"", o.text);
}
