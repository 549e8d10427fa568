/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tactical suite tests/data/tactics.tsv: every row by the rules, the promised numbers, and that easy rows are
 * solved. scripts/tactics tries all of it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/count.h"
#include "core/fen.h"
#include "core/notation.h"
#include "core/notation_parse.h"
#include "search/search.h"
#include "support/positions.h"
#include "support/test.h"
#include "system/clock.h"
#include "system/text.h"

enum {
    ROWS_MAX = 512,
    LINE_SIZE = 1024,
    MOVES_MIN = 2,    /* no forced moves */
    BOARD_MIN = 30,   /* rows of each board */
    THEME_MIN = 10,   /* rows of each theme */
    EASY_NODES = 5000 /* rows found by then ... */
};

/* ... are found again in so many nodes, all but a few: another search may take another way. */
static const uint64_t EASY_LIMIT = 50000;
enum { EASY_MIN = 8, EASY_MISSED_PERCENT = 20 };

static const char *const THEMES[] = {"combination", "promotion", "tempo", "repetition", "kings"};

/* The columns of a line, in their order. */
typedef enum Column { ID, VARIANT, THEME, MOTIF, FEN, BEST, SCORE, SECOND, NODES, COLUMNS } Column;

/* A row of the file. */
typedef struct Row {
    char line[LINE_SIZE];
    char *column[COLUMNS]; /* into line */
    int number;            /* of the line in the file, from 1 */
    Position position;
} Row;

static Row rows[ROWS_MAX];
static int row_count;

static void read_row(Row *r)
{
    char *rest = r->line;
    for (int i = 0; i < COLUMNS; i++) {
        ck_assert_msg(rest != NULL, "line %d: %d columns", r->number, i);
        r->column[i] = rest;
        rest = strchr(rest, '\t');
        if (rest != NULL) {
            *rest++ = '\0';
        }
    }
    Error e = {.text = "no such board"};
    const Variant *const v = variant_by_name(r->column[VARIANT]);
    ck_assert_msg(rest == NULL, "line %d: more than %d columns", r->number, COLUMNS);
    ck_assert_msg(v != NULL && fen_parse(v, r->column[FEN], &r->position, &e) == ERROR_NONE, "line %d: %s", r->number,
                  e.text);
}

static void read_rows(void)
{
    char line[LINE_SIZE];
    FILE *const file = fopen("tests/data/tactics.tsv", "r");
    ck_assert_ptr_nonnull(file);
    for (int number = 1; fgets(line, sizeof line, file) != NULL; number++) {
        char *const end = strchr(line, '\n');
        ck_assert_msg(end != NULL, "line %d is too long", number);
        *end = '\0';
        if (line[0] != '#' && line[0] != '\0') {
            ck_assert_int_lt(row_count, ROWS_MAX);
            Row *const r = &rows[row_count++];
            memcpy(r->line, line, sizeof line);
            r->number = number;
            read_row(r);
        }
    }
    fclose(file);
}

static int theme_of(const Row *r)
{
    int theme = 0;
    while (theme < ROWS(THEMES) && strcmp(r->column[THEME], THEMES[theme]) != 0) {
        theme++;
    }
    ck_assert_msg(theme < ROWS(THEMES), "line %d: theme %s", r->number, r->column[THEME]);
    return theme;
}

/* True when the move, as it is printed, is among the best ones. */
static bool is_best(const Row *r, Move m)
{
    char text[NOTATION_SIZE];
    bool best = false;
    Word word;
    notation_print(&r->position, m, NOTATION_FORMAL, text);
    for (Words words = words_of(r->column[BEST], strlen(r->column[BEST])); words_next(&words, &word);) {
        best = best || word_is(word, text);
    }
    return best;
}

/* Not over, not forced; moves and position are written as they are printed, and the columns hold what the header says.
 */
TEST(rows_are_sound)
{
    for (int i = 0; i < row_count; i++) {
        const Row *const r = &rows[i];
        const char *const theme = THEMES[theme_of(r)];
        char fen[FEN_SIZE];
        Word word;
        Words words = words_of(r->column[BEST], strlen(r->column[BEST]));
        ck_assert_msg(words_peek(&words, &word), "line %d: no best move", r->number);
        while (words_next(&words, &word)) {
            Move m;
            Error e;
            ck_assert_msg(notation_parse(&r->position, word.text, word.length, &m, &e) == ERROR_NONE && is_best(r, m),
                          "line %d: best move %.*s", r->number, (int)word.length, word.text);
        }
        fen_print(&r->position, fen);
        ck_assert_str_eq(fen, r->column[FEN]);
        ck_assert_msg(count_one_ply(&r->position) >= MOVES_MIN, "line %d: hardly a choice", r->number);
        ck_assert_msg(strncmp(r->column[ID], theme, strlen(theme)) == 0, "line %d: id %s", r->number, r->column[ID]);
        ck_assert_int_gt((int)strlen(r->column[MOTIF]), 0);
        ck_assert_msg(strspn(r->column[SCORE], "#+-") > 0, "line %d: score", r->number);
        ck_assert_msg(strspn(r->column[SECOND], "#+-") > 0, "line %d: second", r->number);
        const size_t digits = strspn(r->column[NODES], "0123456789");
        ck_assert_msg(digits > 0 && digits == strlen(r->column[NODES]), "line %d: nodes", r->number);
    }
}

static bool same_position(const Position *a, const Position *b)
{
    const Position turned = position_turned(a);
    bool same = position_equal(a, b) || position_equal(&turned, b);
    if (a->variant == b->variant && a->variant->has_mirror) {
        const Position mirrored = position_mirrored(a);
        const Position both = position_mirrored(&turned);
        same = same || position_equal(&mirrored, b) || position_equal(&both, b);
    }
    return same;
}

TEST(no_row_comes_twice)
{
    for (int i = 0; i < row_count; i++) {
        for (int j = 0; j < i; j++) {
            ck_assert_str_ne(rows[i].column[ID], rows[j].column[ID]);
            ck_assert_msg(!same_position(&rows[i].position, &rows[j].position), "%s is %s", rows[i].column[ID],
                          rows[j].column[ID]);
        }
    }
}

TEST(boards_and_themes_are_represented)
{
    int boards[VARIANT_COUNT] = {0}, themes[ROWS(THEMES)] = {0};
    for (int i = 0; i < row_count; i++) {
        themes[theme_of(&rows[i])]++;
        boards[variant_index(rows[i].position.variant)]++;
    }
    for (int v = 0; v < VARIANT_COUNT; v++) {
        ck_assert_int_ge(boards[v], BOARD_MIN);
    }
    for (int t = 0; t < ROWS(THEMES); t++) {
        ck_assert_msg(themes[t] >= THEME_MIN, "%s: %d", THEMES[t], themes[t]);
    }
}

TEST(easy_rows_are_solved)
{
    Search *const s = search_new();
    ck_assert_ptr_nonnull(s);
    ck_assert_int_eq(search_set_hash(s, 1, NULL), ERROR_NONE); /* it is cleared for every row */
    int easy = 0, missed = 0;
    for (int i = 0; i < row_count; i++) {
        if (strtoull(rows[i].column[NODES], NULL, 10) <= EASY_NODES) {
            Game g = game_from(&rows[i].position);
            const SearchLimits limits = {.nodes = EASY_LIMIT, .received = clock_ms()};
            search_clear(s);
            ck_assert_int_eq(search_prepare(s, &g, &limits, NULL, NULL), ERROR_NONE);
            missed += !is_best(&rows[i], search_run(s, NULL).best);
            easy++;
            game_free(&g);
        }
    }
    search_free(s);
    ck_assert_int_ge(easy, EASY_MIN);
    ck_assert_msg(missed * 100 <= easy * EASY_MISSED_PERCENT, "%d of %d easy rows missed", missed, easy);
}

SUITE(.set_up = read_rows);
