/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bushka-endings report: its counts and longest wins against a plain solver. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/fen.h"
#include "core/movegen.h"
#include "core/notation.h"
#include "support/slow_endings.h"
#include "support/test.h"
#include "support/tool_process.h"
#include "system/words.h"

enum { COMMAND_SIZE = 512, ROW_SIZE = 256, NAME_SIZE = 16 };

static Place place;

static void set_up(void)
{
    place = place_make();
    ck_assert_int_eq(tool_run(&place, TOOL_ENDINGS " build -pieces 2 -dir @/tables"), 0);
}

static void tear_down(void)
{
    place_remove(&place);
}

/* Counts of one class. Those that are their own mirror image are in both. */
typedef struct Counts {
    int results[3], symmetric[3]; /* won, drawn, lost */
    int longest;
} Counts;

static void add(Counts *c, const SlowEndings *slow, const Position *p)
{
    const int value = slow_endings_value(slow, p);
    const int i = value == SLOW_ENDING_DRAW ? 1 : value % 2 != 0 ? 0 : 2;
    const Position mirrored = p->variant->has_mirror ? position_mirrored(p) : *p;
    c->results[i]++;
    c->symmetric[i] += p->variant->has_mirror && position_equal(&mirrored, p);
    c->longest = i == 0 && value > c->longest ? value : c->longest;
}

/* All positions of one piece against one, White to move and without a capture. */
static Counts count(const SlowEndings *slow, const Variant *v, bool king, bool enemy_king, Bitboard men)
{
    Counts c = {.longest = 0};
    for (Bitboard own = v->board & (king ? v->board : men); own != 0; own &= own - 1) {
        for (Bitboard enemy = v->board & ~bit(lowest(own)); enemy != 0; enemy &= enemy - 1) {
            Position p = position_empty(v);
            if ((king || (bit(lowest(own)) & v->promotion[WHITE]) == 0) &&
                (enemy_king || (bit(lowest(enemy)) & v->promotion[BLACK]) == 0)) {
                position_put(&p, WHITE, king, lowest(own));
                position_put(&p, BLACK, enemy_king, lowest(enemy));
                if (!movegen_can_capture(&p, WHITE)) {
                    add(&c, slow, &p);
                }
            }
        }
    }
    return c;
}

/* A number as the report writes it, below a million. */
static int print_number(char *text, size_t size, int n)
{
    return n < 1000 ? snprintf(text, size, "%d", n) : snprintf(text, size, "%d,%03d", n / 1000, n % 1000);
}

/* The row of the table that belongs to the counts. */
static void row_of(const Counts *c, const Variant *v, const char *name, char row[ROW_SIZE])
{
    int n[3], all = 0;
    for (int i = 0; i < 3; i++) {
        n[i] = v->has_mirror ? (c->results[i] + c->symmetric[i]) / 2 : c->results[i];
        all += n[i];
    }
    int length = snprintf(row, ROW_SIZE, "| %s | ", name);
    length += print_number(row + length, ROW_SIZE - (size_t)length, all);
    for (int i = 0; i < 3; i++) {
        length += snprintf(row + length, ROW_SIZE - (size_t)length, " | ");
        length += print_number(row + length, ROW_SIZE - (size_t)length, n[i]);
        length += snprintf(row + length, ROW_SIZE - (size_t)length, " (%.1f %%)", 100.0 * n[i] / all);
    }
    snprintf(row + length, ROW_SIZE - (size_t)length, " | %d |\n", c->longest);
}

TEST_EACH(counts_are_those_of_a_plain_solver, VARIANT_COUNT)
{
    const Variant *const v = variant_at(_i);
    SlowEndings *const slow = slow_endings_new(v, 2);
    char row[ROW_SIZE], command[COMMAND_SIZE];
    static const struct {
        const char *name;
        bool king, enemy_king;
    } classes[] = {{"K-M", true, false}, {"M-K", false, true}, {"K-K", true, true}};
    snprintf(command, sizeof command, TOOL_ENDINGS " report -dir @/tables -variant %s", v->name);
    ck_assert_int_eq(tool_run(&place, command), 0);
    for (size_t i = 0; i < sizeof classes / sizeof classes[0]; i++) {
        const Counts c = count(slow, v, classes[i].king, classes[i].enemy_king, v->board);
        row_of(&c, v, classes[i].name, row);
        tool_expect_output(&place, row);
    }
    slow_endings_free(slow);
}

/* The line of a longest win: legal moves, as many as it says, to a position without any. */
TEST_EACH(longest_wins_end_the_game, VARIANT_COUNT)
{
    const Variant *const v = variant_at(_i);
    char command[COMMAND_SIZE], fen[FEN_SIZE];
    int64_t plies = 0, played = 0;
    Position p;
    Error e;
    Word word;
    snprintf(command, sizeof command, TOOL_ENDINGS " report -dir @/tables -variant %s", v->name);
    ck_assert_int_eq(tool_run(&place, command), 0);
    size_t size;
    char *const text = (char *)content(in(&place, "out").text, &size);
    const char *const line = strstr(text, "\nM-M, ");
    ck_assert_ptr_nonnull(line);
    Words head = words_of(line, strcspn(line + 1, "\n") + 1);
    words_next(&head, &word);
    ck_assert(words_next(&head, &word) && word_number(word, 1, 99, &plies));
    ck_assert(words_next(&head, &word) && words_next(&head, &word) && word_copy(word, fen, sizeof fen));
    ck_assert_int_eq(fen_parse(v, fen, &p, &e), ERROR_NONE);
    const char *const moves = strchr(line + 1, '\n'), *const end = strstr(moves, "```");
    Words words = words_of(moves, (size_t)(end - moves));
    for (; words_next(&words, &word); played++) {
        Move m;
        ck_assert_msg(notation_parse(&p, word.text, word.length, &m, &e) == ERROR_NONE, "%s", e.text);
        p = position_after(&p, m);
    }
    ck_assert_int_eq(played, plies);
    ck_assert(!movegen_any(&p));
    free(text);
}

TEST(rows_and_pieces_narrow_the_report)
{
    const Variant *const v = &VARIANT_10X10;
    SlowEndings *const slow = slow_endings_new(v, 2);
    /* Five squares of the first row, and a king anywhere else. */
    const Counts c = count(slow, v, false, true, v->promotion[BLACK]);
    char cell[ROW_SIZE];
    ck_assert_int_eq(tool_run(&place, TOOL_ENDINGS " report -dir @/tables -variant bushka -rows 1"), 0);
    tool_expect_output(&place, "Positions whose men all stand on their own first 1 row.\n");
    snprintf(cell, sizeof cell, "| M-K | %d | %d (", c.results[0] + c.results[1] + c.results[2], c.results[0]);
    tool_expect_output(&place, cell);
    slow_endings_free(slow);
}

TEST(bad_tables_are_refused)
{
    size_t size;
    const FilePath path = in(&place, "tables/bushka-M-M.plies"), letter = in(&place, "tables/bushka-KKK-K.results");
    unsigned char *const bytes = content(path.text, &size);
    static const char NO_TABLE[] = "bushka-endings: *bushka-KKK-K.results is not a tablebase\n";
    tool_expect_failure(&place, TOOL_ENDINGS " report -dir @/nowhere", TOOL_FAILED,
                        "bushka-endings: */nowhere is not a folder that can be read\n");
    tool_expect_failure(&place, TOOL_ENDINGS " report -dir @", TOOL_FAILED,
                        "bushka-endings: there is no tablebase of bushka in *\n");
    set_text(letter.text, "Dear aunt,\n");
    tool_expect_failure(&place, TOOL_ENDINGS " report -dir @/tables", TOOL_FAILED, NO_TABLE);
    tool_expect_failure(&place, TOOL_ENDINGS " verify -dir @/tables", TOOL_FAILED, NO_TABLE);
    ck_assert_int_eq(tool_run(&place, TOOL_ENDINGS " report -variant bushka9x11 -dir @/tables"), 0);
    ck_assert_int_eq(remove(letter.text), 0);
    bytes[size - 3] ^= 0xff;
    set_content(path.text, bytes, size);
    free(bytes);
    tool_expect_failure(&place, TOOL_ENDINGS " report -dir @/tables", TOOL_FAILED,
                        "bushka-endings: the table of M-M for bushka is damaged\n");
}

SUITE(.timeout = 120, .set_up = set_up, .tear_down = tear_down);
