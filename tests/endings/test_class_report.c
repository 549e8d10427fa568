/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bushka-endings report: its counts and longest wins, against the tables, whose values test_table_steps.c checks. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/fen.h"
#include "core/movegen.h"
#include "core/notation_parse.h"
#include "support/built_tables.h"
#include "support/positions.h"
#include "support/test.h"
#include "support/tool_process.h"
#include "system/text.h"

enum { ROW_SIZE = 256, BLOCKS = 64 };

static void set_up(void)
{
    must_run(TOOL_ENDINGS " build -pieces 2 -dir @/tables");
}

/* Counts of one class, without positions that have a capture; `symmetric` counts those among them that are their own
 * mirror image. */
typedef struct Counts {
    int results[WDL_NONE], symmetric[WDL_NONE];
    int longest;
} Counts;

static void add(Counts *c, TablebaseCache *cache, const Position *p)
{
    const TablebaseValue v = tablebase_probe(cache, p);
    const Position mirrored = p->variant->has_mirror ? position_mirrored(p) : *p;
    c->results[v.result]++;
    c->symmetric[v.result] += position_equal(&mirrored, p);
    c->longest = v.result == WDL_WIN && v.plies > c->longest ? v.plies : c->longest;
}

/* Counts all positions of one piece against one, each on one of its squares, with White to move and no capture. */
static Counts count(const Variant *v, bool king, bool enemy_king, Bitboard squares, Bitboard enemy_squares)
{
    Counts c = {.longest = 0};
    Tablebase *const tables = tables_of(in(&place, "tables").text);
    TablebaseCache *const cache = tablebase_cache_new(tables, BLOCKS);
    for (Bitboard own = squares & ~(king ? 0 : v->promotion[WHITE]); own != 0; own &= own - 1) {
        Bitboard enemies = enemy_squares & ~(own & -own) & ~(enemy_king ? 0 : v->promotion[BLACK]);
        for (; enemies != 0; enemies &= enemies - 1) {
            Position p = position_empty(v);
            position_put(&p, WHITE, king, lowest(own));
            position_put(&p, BLACK, enemy_king, lowest(enemies));
            if (!movegen_can_capture(&p, WHITE)) {
                add(&c, cache, &p);
            }
        }
    }
    tablebase_cache_free(cache);
    tablebase_free(tables);
    return c;
}

/* Prints a number as the report writes it, below a million. */
static void print_number(FILE *out, int n)
{
    if (n < 1000) {
        fprintf(out, "%d", n);
    } else {
        fprintf(out, "%d,%03d", n / 1000, n % 1000);
    }
}

/* Fails the test unless the report has the row that belongs to the counts. */
static void expect_row(const Counts *c, const Variant *v, const char *name)
{
    static const Wdl ORDER[] = {WDL_WIN, WDL_DRAW, WDL_LOSS};
    char row[ROW_SIZE];
    FILE *const out = fmemopen(row, sizeof row, "w");
    int n[WDL_NONE], all = 0;
    for (int i = 0; i < WDL_NONE; i++) {
        n[i] = v->has_mirror ? (c->results[i] + c->symmetric[i]) / 2 : c->results[i];
        all += n[i];
    }
    fprintf(out, "| %s | ", name);
    print_number(out, all);
    for (int i = 0; i < ROWS(ORDER); i++) {
        fprintf(out, " | ");
        print_number(out, n[ORDER[i]]);
        fprintf(out, " (%.1f %%)", 100.0 * n[ORDER[i]] / all);
    }
    fprintf(out, " | %d |\n", c->longest);
    fclose(out);
    tool_expect_output(row);
}

TEST_EACH(counts_are_those_of_the_positions, VARIANT_COUNT)
{
    static const struct {
        const char *name;
        bool king, enemy_king;
    } classes[] = {{"K-M", true, false}, {"M-K", false, true}, {"K-K", true, true}};
    const Variant *const v = variant_at(_i);
    must_run(TOOL_ENDINGS " report -dir @/tables -variant %s", v->name);
    for (int i = 0; i < ROWS(classes); i++) {
        const Counts c = count(v, classes[i].king, classes[i].enemy_king, v->board, v->board);
        expect_row(&c, v, classes[i].name);
    }
}

/* The line of a longest win has as many legal moves as it says, and leads to a position without any. */
TEST_EACH(longest_wins_end_the_game, VARIANT_COUNT)
{
    const Variant *const v = variant_at(_i);
    char fen[FEN_SIZE];
    int64_t plies = 0, played = 0;
    Error e;
    Word word;
    must_run(TOOL_ENDINGS " report -dir @/tables -variant %s", v->name);
    char *const text = text_of("out");
    const char *const line = strstr(text, "\nM-M, ");
    ck_assert_ptr_nonnull(line);
    Words heading = words_of(line + 1, strcspn(line + 1, "\n"));
    words_next(&heading, &word); /* the class */
    ck_assert(words_next(&heading, &word) && word_number(word, 0, INT_MAX, &plies));
    words_next(&heading, &word); /* plies: */
    ck_assert(words_next(&heading, &word) && word_copy(word, fen, sizeof fen));
    Position p = position_of(v, fen);
    const char *const moves = strchr(line + 1, '\n');
    for (Words words = words_of(moves, strcspn(moves, "`")); words_next(&words, &word); played++) {
        Move m;
        ck_assert_msg(notation_parse(&p, word.text, word.length, &m, &e) == ERROR_NONE, "%s", e.text);
        p = position_after(&p, m);
    }
    ck_assert_int_eq(played, plies);
    ck_assert(!movegen_has_move(&p));
    free(text);
}

TEST(rows_and_pieces_narrow_the_report)
{
    const Variant *const v = &VARIANT_10X10;
    /* A man on the five squares of its first row, and a king anywhere else. */
    const Counts own = count(v, false, true, v->promotion[BLACK], v->board);
    const Counts enemy = count(v, true, false, v->board, v->promotion[WHITE]);
    must_run(TOOL_ENDINGS " report -dir @/tables -variant bushka -rows 1");
    tool_expect_output("Positions whose men all stand on their own first 1 row.\n");
    expect_row(&own, v, "M-K");
    expect_row(&enemy, v, "K-M");
    must_run(TOOL_ENDINGS " build -class KK-K -variant bushka -dir @/tables");
    must_run(TOOL_ENDINGS " report -dir @/tables -variant bushka >@/all && grep -q '^| KK-K |' @/all");
    must_run(TOOL_ENDINGS " report -dir @/tables -variant bushka -pieces 2 >@/two && ! grep KK-K @/two");
}

/* For a folder with tables of one board alone the board need not be named. */
TEST(one_board_is_enough)
{
    must_run("mkdir @/one && cp @/tables/bushka9x11-* @/one");
    must_run(TOOL_ENDINGS " report -dir @/tables -variant bushka9x11 >@/named");
    must_run(TOOL_ENDINGS " report -dir @/one");
    expect_same_files("named", "out");
}

TEST(bad_tables_are_refused)
{
    size_t size;
    const FilePath path = in(&place, "tables/bushka-M-M.plies"), letter = in(&place, "tables/bushka-KKK-K.results");
    unsigned char *const bytes = content(path.text, &size);
    static const char NO_TABLE[] = "bushka-endings: *bushka-KKK-K.results is not a tablebase\n";
    tool_expect_failure(TOOL_ENDINGS " report -dir @/nowhere", TOOL_FAILED,
                        "bushka-endings: */nowhere is not a folder that can be read\n");
    tool_expect_failure(TOOL_ENDINGS " report -dir @", TOOL_FAILED,
                        "bushka-endings: there is no tablebase of up to 6 pieces in *\n");
    tool_expect_failure(TOOL_ENDINGS " report -dir @ -variant bushka", TOOL_FAILED,
                        "bushka-endings: there is no tablebase of bushka in *\n");
    set_text(letter.text, "Dear aunt,\n");
    tool_expect_failure(TOOL_ENDINGS " report -dir @/tables", TOOL_FAILED, NO_TABLE);
    tool_expect_failure(TOOL_ENDINGS " verify -dir @/tables", TOOL_FAILED, NO_TABLE);
    must_run(TOOL_ENDINGS " report -variant bushka9x11 -dir @/tables");
    ck_assert_int_eq(remove(letter.text), 0);
    bytes[size - 3] ^= 0xff;
    set_content(path.text, bytes, size);
    free(bytes);
    tool_expect_failure(TOOL_ENDINGS " report -dir @/tables", TOOL_FAILED,
                        "bushka-endings: the table of M-M for bushka is damaged\n");
}

SUITE(.timeout = 120, .with = {&WITH_PLACE}, .set_up = set_up);
