/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "protocol/display.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "core/fen.h"
#include "core/movegen.h"
#include "core/square.h"

/* Columns of the screen for one of the board. Of two next to each other, only one has a square in a row. Both together
 * have room for a piece with the name of its square, and for up to six characters more for what the piece adds; on a
 * narrow screen for one of these. */
enum { SQUARE_COLUMNS = 4, ADDED_COLUMNS = 6, NARROW_COLUMNS = 3, SQUARE_SIZE = 4, ADDED_SIZE = 6 };

enum { TERMS_COLUMNS = 65 /* with counts and tenths, left out on a narrow screen */ };

/* A man, in points. */
static const double POINTS_PER_MAN = 100.0;

const char *display_side(Color c)
{
    return c == WHITE ? "White" : "Black";
}

const char *display_result(GameResult r)
{
    static const char *const TEXTS[] = {[GAME_ONGOING] = "it is not over",
                                        [GAME_WHITE_WINS] = "Black has no legal move and has lost",
                                        [GAME_BLACK_WINS] = "White has no legal move and has lost",
                                        [GAME_DRAW] = "draw, the position occurred for the third time"};
    return TEXTS[r];
}

void display_score(Text *t, Score score)
{
    if (score_is_mate(score)) {
        text_add(t, "mate %d", score_mate_moves(score));
    } else {
        text_add(t, "cp %d", score);
    }
}

char display_piece(Color c, bool king)
{
    return c == WHITE ? (king ? 'O' : 'o') : (king ? 'X' : 'x');
}

/* The letter of what is on a square; '.' for nothing. */
static char letter_on(const Position *p, Square s)
{
    const Color c = (position_pieces(p, WHITE) & bit(s)) != 0 ? WHITE : BLACK;
    return (position_pieces(p, c) & bit(s)) == 0 ? '.' : display_piece(c, (p->kings[c] & bit(s)) != 0);
}

/* Appends spaces up to a column of the screen, in the line that starts at `begin`. */
static void pad_to(Text *t, size_t begin, int place)
{
    text_add(t, "%*s", place - (int)(t->length - begin), "");
}

/* Appends what each piece of a row adds, on a line below it; nothing for an empty row. */
static void draw_added(Text *t, const Position *p, const Explanation *x, int row)
{
    const size_t begin = t->length;
    for (int column = 1; column <= p->variant->columns; column++) {
        const Square s = square_at(p->variant, column, row);
        if (s != SQUARE_NONE && (position_occupied(p) & bit(s)) != 0) {
            pad_to(t, begin, (column - 1) * NARROW_COLUMNS);
            text_add(t, " %+d", x->piece[s]);
        }
    }
    text_add(t, t->length > begin ? "\n" : "");
}

/* Draws the board, a line for each row: the pieces and the names of the squares; with an explanation also what each
 * piece adds, in wider columns or, on a narrow screen, on a second line. */
static void draw_board(Text *t, const Position *p, const Explanation *x, int screen)
{
    const Variant *const v = p->variant;
    const int usual = x == NULL ? SQUARE_COLUMNS : ADDED_COLUMNS;
    const int width = (v->columns - 1) * usual + SQUARE_SIZE + (x == NULL ? 0 : ADDED_SIZE);
    const bool narrow = screen > 0 && screen < width;
    const int columns = narrow ? NARROW_COLUMNS : usual;
    text_add(t, "\n");
    for (int row = v->rows; row >= 1; row--) {
        const size_t begin = t->length;
        for (int column = 1; column <= v->columns; column++) {
            const Square s = square_at(v, column, row);
            if (s == SQUARE_NONE) {
                continue;
            }
            char name[SQUARE_NAME_SIZE];
            square_name(s, name);
            pad_to(t, begin, (column - 1) * columns);
            text_add(t, " %c%s", letter_on(p, s), name);
            if (x != NULL && !narrow && (position_occupied(p) & bit(s)) != 0) {
                text_add(t, " %+d", x->piece[s]);
            }
        }
        text_add(t, "\n");
        if (x != NULL && narrow) {
            draw_added(t, p, x, row);
        }
    }
    text_add(t, "\n o White man, O White king, x Black man, X Black king, . vacant\n\n");
}

void display_moves(Text *t, const Game *g, NotationStyle style)
{
    const Position *const p = game_position(g);
    const GameResult result = game_result(g);
    MoveList list;
    move_list_init(&list);
    if (result == GAME_ONGOING) {
        movegen_legal(p, &list);
    } else {
        text_add(t, "Result: %s (%s)\n", game_result_text(result), display_result(result));
    }
    text_add(t, "Legal moves (%d):", list.count);
    for (int i = 0; i < list.count; i++) {
        char move[NOTATION_SIZE];
        notation_print(p, list.moves[i], style, move);
        text_add(t, " %s", move);
    }
    text_add(t, "\n");
    t->failed = t->failed || list.failed;
    move_list_free(&list);
}

void display_game(Text *t, const Game *g, NotationStyle style, int columns)
{
    const Position *const p = game_position(g);
    char fen[FEN_SIZE];
    draw_board(t, p, NULL, columns);
    fen_print(p, fen);
    text_add(t, "Fen: %s\nKey: %016" PRIX64 "\nSide to move: %s\n", fen, p->key, display_side(p->side));
    display_moves(t, g, style);
}

/* Converts parts of an evaluation (PaceTempoTerm) to points. */
static double points(int64_t parts)
{
    return (double)parts / PACE_TEMPO_POINT;
}

/* A line of the evaluation: a group, or a term with its counts. */
static void display_parts(Text *t, bool narrow, const char *indent, const char *name, const int *count,
                          const int64_t *parts)
{
    const int width = (narrow ? 17 : 18) - (int)strlen(indent);
    text_add(t, "%s%-*s", indent, width, name);
    for (int c = WHITE; c <= BLACK; c++) {
        if (narrow) {
            text_add(t, " %6ld", lround(points(parts[c])));
        } else if (count != NULL) {
            text_add(t, " | %5d %9.1f", count[c], points(parts[c]));
        } else {
            text_add(t, " | %5s %9.1f", "", points(parts[c]));
        }
    }
    const double difference = points(parts[WHITE] - parts[BLACK]);
    if (narrow) {
        text_add(t, " %6ld\n", lround(difference));
    } else {
        text_add(t, " | %9.1f\n", difference);
    }
}

/* A group, and the terms of it that either side has. */
static void display_group(Text *t, bool narrow, PaceTempoGroup g, const PaceTempoTrace *trace)
{
    int64_t sum[COLOR_COUNT] = {0, 0};
    for (int i = 0; i < PACE_TEMPO_TERMS; i++) {
        for (int c = WHITE; c <= BLACK && trace->term[i].group == g; c++) {
            sum[c] += trace->term[i].parts[c];
        }
    }
    display_parts(t, narrow, " ", PACE_TEMPO_GROUP_NAMES[g], NULL, sum);
    for (int i = 0; i < PACE_TEMPO_TERMS; i++) {
        const PaceTempoTerm *const term = &trace->term[i];
        if (term->group == g && (term->count[WHITE] != 0 || term->count[BLACK] != 0)) {
            display_parts(t, narrow, "   ", term->name, term->count, term->parts);
        }
    }
}

/* The terms of pace-tempo, the value of solved endings, and the phase that they depend on. */
static void display_terms(Text *t, bool narrow, const PaceTempoTrace *trace, Score ending)
{
    if (narrow) {
        text_add(t, " %-16s %6s %6s %6s\n", "Term", "White", "Black", "points");
    } else {
        text_add(t, " %-17s | White    points | Black    points |    points\n", "Term");
    }
    for (int g = 0; g < PACE_TEMPO_GROUPS; g++) {
        display_group(t, narrow, (PaceTempoGroup)g, trace);
    }
    display_parts(t, narrow, " ", trace->squares.name, trace->squares.count, trace->squares.parts);
    if (ending != 0 && narrow) {
        text_add(t, " %-16s %20d\n", "ending", ending);
    } else if (ending != 0) {
        text_add(t, " %-17s | %5s %9s | %5s %9s | %9.1f\n", "ending", "", "", "", "", (double)ending);
    }
    text_add(t, "Phase: %d of %d\n", trace->phase, PACE_TEMPO_PHASE_MAX);
}

void display_evaluation(Text *t, const Evaluation *e, const Position *p, int columns)
{
    const EvaluationKind kind = evaluation_kind(e);
    Explanation x;
    evaluation_explain(e, p, &x);
    text_add(t, "Value by %s: %+d points (white side)\n", EVALUATION_NAMES[kind], x.value);
    if (x.ending != 0) {
        text_add(t, "Solved ending: %+d of these points (white side)\n", x.ending);
    }
    text_add(t, "What each piece adds for its side, in points (the value less that without it):\n");
    draw_board(t, p, &x, columns);
    if (kind != EVALUATION_PACE_TEMPO) {
        text_add(t, "Terms of %s (not used by %s), worth %+d points (white side):\n",
                 EVALUATION_NAMES[EVALUATION_PACE_TEMPO], EVALUATION_NAMES[kind], x.terms.value + x.terms_ending);
    }
    display_terms(t, columns > 0 && columns < TERMS_COLUMNS, &x.terms, x.terms_ending);
    text_add(t, "Final evaluation: %+.2f (white side)\n", x.value / POINTS_PER_MAN);
}
