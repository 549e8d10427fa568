#include "display.h"

#include <inttypes.h>

#include "eval.h"
#include "fen.h"
#include "movegen.h"
#include "square.h"

/* A man, in points. */
static const double POINTS_PER_MAN = 100.0;

static const char *const SIDE_NAMES[COLOR_COUNT] = {"White", "Black"};

const char *display_result(GameResult r)
{
    switch (r) {
    case GAME_WHITE_WINS:
        return "Black has no legal move and has lost";
    case GAME_BLACK_WINS:
        return "White has no legal move and has lost";
    case GAME_DRAW:
        return "draw, the position occurred for the third time";
    case GAME_ONGOING:
        break;
    }
    return "it goes on";
}

/* The sign of what stands on a square. */
static char piece_sign(const Position *p, Square s)
{
    static const char men[COLOR_COUNT] = {'o', 'x'};
    static const char kings[COLOR_COUNT] = {'O', 'X'};
    for (int c = 0; c < COLOR_COUNT; c++) {
        if ((p->men[c] & bit(s)) != 0) {
            return men[c];
        }
        if ((p->kings[c] & bit(s)) != 0) {
            return kings[c];
        }
    }
    return '.';
}

static void display_board(Text *t, const Position *p)
{
    const Variant *const v = p->variant;
    for (int row = v->rows; row >= 1; row--) {
        const char *indent = ""; /* for the light squares before the next dark one */
        text_add(t, "\n");
        for (int column = 1; column <= v->files; column++) {
            const Square s = square_at(v, column, row);
            if (s == SQUARE_NONE) {
                indent = "    ";
            } else {
                char name[SQUARE_NAME_SIZE];
                square_name(s, name);
                text_add(t, "%s %c%s", indent, piece_sign(p, s), name);
            }
        }
    }
    text_add(t, "\n\n o White man, O White king, x Black man, X Black king, . vacant\n\n");
}

void display_moves(Text *t, const Position *p, NotationStyle style)
{
    MoveList list;
    move_list_init(&list);
    movegen_legal(p, &list);
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

void display_game(Text *t, const Game *g, NotationStyle style)
{
    const Position *const p = game_position(g);
    const GameResult result = game_result(g);
    char fen[FEN_SIZE];
    display_board(t, p);
    fen_print(p, fen);
    text_add(t, "Fen: %s\nKey: %016" PRIX64 "\nSide to move: %s\n", fen, p->key, SIDE_NAMES[p->side]);
    if (result != GAME_ONGOING) {
        text_add(t, "Result: %s (%s)\n", game_result_text(result), display_result(result));
    }
    display_moves(t, p, style);
}

void display_evaluation(Text *t, const Position *p)
{
    EvalTrace trace;
    eval_trace(p, &trace);
    text_add(t, " %-10s |  White count  points |  Black count  points |  points\n", "Term");
    for (int i = 0; i < EVAL_TERM_COUNT; i++) {
        const int *const count = trace.count[i];
        const int *const points = trace.points[i];
        text_add(t, " %-10s | %12d %7d | %12d %7d | %7d\n", eval_term_name((EvalTerm)i), count[WHITE], points[WHITE],
                 count[BLACK], points[BLACK], points[WHITE] - points[BLACK]);
    }
    text_add(t, "Phase: %d of %d\nFinal evaluation: %+.2f (white side)\n", trace.phase, EVAL_PHASE_MAX,
             trace.total / POINTS_PER_MAN);
}
