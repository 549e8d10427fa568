/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tactical suite tests/data/tactics.tsv: every row by the rules, the promised numbers, and that easy rows are
 * solved. scripts/tactics tries all of it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/count.h"
#include "core/fen.h"
#include "core/game.h"
#include "core/movegen.h"
#include "core/notation.h"
#include "search/search.h"
#include "support/test.h"
#include "system/clock.h"

#ifndef TESTS_DATA_DIR
#define TESTS_DATA_DIR "tests/data"
#endif

enum {
    ROWS_MAX = 512,
    LINE_SIZE = 1024,
    BEST_MAX = 4,
    MOVES_MIN = 2,    /* no forced moves */
    BOARD_MIN = 30,   /* rows of each board */
    THEME_MIN = 10,   /* rows of each theme */
    EASY_NODES = 5000 /* rows found by then ... */
};

/* ... are found again in so many nodes, all but a few: another search may take another way. */
static const uint64_t EASY_LIMIT = 50000;
enum { EASY_MIN = 8, EASY_MISSED_PERCENT = 20 };

static const char *const THEMES[] = {"combination", "promotion", "tempo", "repetition", "kings"};
enum { THEME_COUNT = sizeof THEMES / sizeof THEMES[0] };

/* The columns of a line, in their order. */
typedef enum Column { ID, VARIANT, THEME, MOTIF, FEN, BEST, SCORE, SECOND, NODES, COLUMNS } Column;

/* A row of the file. */
typedef struct Row {
    char line[LINE_SIZE];
    char *column[COLUMNS]; /* into line */
    int number;            /* of the line in the file, from 1 */
    Position position;
    Move best[BEST_MAX];
    int best_count;
} Row;

typedef struct Rows {
    Row row[ROWS_MAX];
    int count;
} Rows;

static void read_moves(Row *r)
{
    Error e;
    const char *word = r->column[BEST];
    while (*word != '\0') {
        char text[NOTATION_SIZE];
        const size_t length = strcspn(word, " ");
        ck_assert_msg(r->best_count < BEST_MAX, "line %d: too many moves", r->number);
        Move *const m = &r->best[r->best_count++];
        ck_assert_msg(notation_parse(&r->position, word, length, m, &e) == ERROR_NONE, "line %d: %s", r->number,
                      e.text);
        notation_print(&r->position, *m, NOTATION_FORMAL, text);
        ck_assert_msg(strlen(text) == length && strncmp(text, word, length) == 0, "line %d: %s is printed as %s",
                      r->number, word, text);
        word += length;
        word += strspn(word, " ");
    }
    ck_assert_msg(r->best_count > 0, "line %d: no best move", r->number);
}

static void read_row(Row *r)
{
    Error e;
    char text[FEN_SIZE];
    char *rest = r->line;
    for (int i = 0; i < COLUMNS; i++) {
        ck_assert_msg(rest != NULL, "line %d: %d columns", r->number, i);
        r->column[i] = rest;
        rest = strchr(rest, '\t');
        if (rest != NULL) {
            *rest++ = '\0';
        }
    }
    ck_assert_msg(rest == NULL, "line %d: more than %d columns", r->number, COLUMNS);
    const Variant *const v = variant_by_name(r->column[VARIANT]);
    ck_assert_msg(v != NULL, "line %d: board %s", r->number, r->column[VARIANT]);
    ck_assert_msg(fen_parse(v, r->column[FEN], &r->position, &e) == ERROR_NONE, "line %d: %s", r->number, e.text);
    fen_print(&r->position, text);
    ck_assert_str_eq(text, r->column[FEN]);
    read_moves(r);
}

/* Reads the file, which fails where a row is not sound. The caller frees the result. */
static Rows *read_rows(void)
{
    FILE *const file = fopen(TESTS_DATA_DIR "/tactics.tsv", "r");
    ck_assert_ptr_nonnull(file);
    Rows *const rows = calloc(1, sizeof *rows);
    ck_assert_ptr_nonnull(rows);
    char line[LINE_SIZE];
    for (int number = 1; fgets(line, sizeof line, file) != NULL; number++) {
        char *const end = strchr(line, '\n');
        ck_assert_msg(end != NULL, "line %d is too long", number);
        *end = '\0';
        if (line[0] != '#' && line[0] != '\0') {
            ck_assert_int_lt(rows->count, ROWS_MAX);
            Row *const r = &rows->row[rows->count++];
            memcpy(r->line, line, sizeof line);
            r->number = number;
            read_row(r);
        }
    }
    fclose(file);
    return rows;
}

static int theme_of(const Row *r)
{
    int theme = 0;
    while (theme < THEME_COUNT && strcmp(r->column[THEME], THEMES[theme]) != 0) {
        theme++;
    }
    ck_assert_msg(theme < THEME_COUNT, "line %d: theme %s", r->number, r->column[THEME]);
    return theme;
}

static bool is_best(const Row *r, Move m)
{
    bool best = false;
    for (int i = 0; i < r->best_count; i++) {
        best = best || move_equal(r->best[i], m);
    }
    return best;
}

/* Not over, not forced, and the columns that are not moves hold what the header says. */
TEST(rows_are_sound)
{
    Rows *const rows = read_rows();
    for (int i = 0; i < rows->count; i++) {
        const Row *const r = &rows->row[i];
        ck_assert_msg(count_one_ply(&r->position) >= MOVES_MIN, "line %d: hardly a choice", r->number);
        const char *const theme = THEMES[theme_of(r)];
        ck_assert_msg(strncmp(r->column[ID], theme, strlen(theme)) == 0, "line %d: id %s", r->number, r->column[ID]);
        ck_assert_int_gt((int)strlen(r->column[MOTIF]), 0);
        ck_assert_msg(strchr("#+-", r->column[SCORE][0]) != NULL, "line %d: score", r->number);
        ck_assert_msg(strchr("#+-", r->column[SECOND][0]) != NULL, "line %d: second", r->number);
        ck_assert_msg(strspn(r->column[NODES], "0123456789") == strlen(r->column[NODES]), "line %d: nodes", r->number);
    }
    free(rows);
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
    Rows *const rows = read_rows();
    for (int i = 0; i < rows->count; i++) {
        for (int j = 0; j < i; j++) {
            const Row *const a = &rows->row[i];
            const Row *const b = &rows->row[j];
            ck_assert_str_ne(a->column[ID], b->column[ID]);
            ck_assert_msg(!same_position(&a->position, &b->position), "%s is %s", a->column[ID], b->column[ID]);
        }
    }
    free(rows);
}

TEST(boards_and_themes_are_represented)
{
    Rows *const rows = read_rows();
    int boards[VARIANT_COUNT] = {0};
    int themes[THEME_COUNT] = {0};
    for (int i = 0; i < rows->count; i++) {
        themes[theme_of(&rows->row[i])]++;
        for (int v = 0; v < VARIANT_COUNT; v++) {
            boards[v] += rows->row[i].position.variant == variant_at(v) ? 1 : 0;
        }
    }
    for (int v = 0; v < VARIANT_COUNT; v++) {
        ck_assert_int_ge(boards[v], BOARD_MIN);
    }
    for (int t = 0; t < THEME_COUNT; t++) {
        ck_assert_msg(themes[t] >= THEME_MIN, "%s: %d", THEMES[t], themes[t]);
    }
    free(rows);
}

TEST(easy_rows_are_solved)
{
    Rows *const rows = read_rows();
    Search *const s = search_new();
    Error e;
    ck_assert_ptr_nonnull(s);
    ck_assert_int_eq(search_set_hash(s, 1, &e), ERROR_NONE); /* it is cleared for every row */
    int easy = 0;
    int missed = 0;
    for (int i = 0; i < rows->count; i++) {
        const Row *const r = &rows->row[i];
        if (strtoull(r->column[NODES], NULL, 10) <= EASY_NODES) {
            Game g;
            const SearchLimits limits = {.nodes = EASY_LIMIT, .received = clock_ms()};
            ck_assert_int_eq(game_init(&g, &r->position), ERROR_NONE);
            search_clear(s);
            ck_assert_int_eq(search_prepare(s, &g, &limits, NULL, NULL), ERROR_NONE);
            const Move best = search_run(s, NULL).best;
            game_free(&g);
            easy++;
            missed += is_best(r, best) ? 0 : 1;
        }
    }
    search_free(s);
    ck_assert_int_ge(easy, EASY_MIN);
    ck_assert_msg(missed * 100 <= easy * EASY_MISSED_PERCENT, "%d of %d easy rows missed", missed, easy);
    free(rows);
}
