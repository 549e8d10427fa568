/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "terminal/board_picture.h"

#include "core/square.h"
#include "games/pdn.h"
#include "protocol/display.h"

/* Columns that the board and the text beside it need; and those of a square. */
enum { WIDTH = 80, SQUARE_WIDTH = 4 };

/* What the last move did to a square. */
typedef enum Mark { MARK_NONE = 0, MARK_TO, MARK_FROM, MARK_COUNT } Mark;

/* The escape sequences of a look (SGR). A text comes between one of them and `end`. */
typedef struct Palette {
    const char *light;            /* a square that is not played on */
    const char *dark[MARK_COUNT]; /* a square, by its mark */
    const char *name;             /* of a square, after dark[] */
    const char *man[COLOR_COUNT]; /* a piece, after dark[] */
    const char *bold;             /* in the text beside the board */
    const char *end;
} Palette;

static const Palette PALETTES[] = {
    [BOARD_PLAIN] = {"", {"", "", ""}, "", {"", ""}, "", ""},
    [BOARD_BASIC] =
        {"", {"\033[0m", "\033[0;7m", "\033[0;4m"}, "\033[2m", {"\033[1;33m", "\033[1;31m"}, "\033[1m", "\033[0m"},
    /* Green squares, and brown ones for the last move; white, black and light green stand out on all of them. */
    [BOARD_RICH] = {"\033[48;5;151m",
                    {"\033[0;48;5;65m", "\033[0;48;5;130m", "\033[0;48;5;137m"},
                    "\033[38;5;151m",
                    {"\033[1;38;5;231m", "\033[1;38;5;16m"},
                    "\033[1m",
                    "\033[0m"},
};

static Mark mark_of(const Game *g, Square s)
{
    if (g->plies == 0) {
        return MARK_NONE;
    }
    const Move last = g->moves[g->plies - 1];
    if (s == last.to) {
        return MARK_TO;
    }
    return s == last.from || (last.taken & bit(s)) != 0 ? MARK_FROM : MARK_NONE;
}

/* A piece: a disc or a crown where the terminal has them, else a letter. */
static void add_piece(Text *t, Color c, bool king, const BoardLook *look)
{
    static const char *const discs[2] = {"\u25CF", "\u265B"};
    if (look->symbols && look->colours == BOARD_RICH) {
        text_add(t, "%s", discs[king]);
    } else {
        text_add(t, "%c", display_piece(c, king));
    }
}

static void add_square(Text *t, const Game *g, Square s, const BoardLook *look)
{
    static const char marks[MARK_COUNT] = {' ', '*', '-'};
    const Palette *const palette = &PALETTES[look->colours];
    const Position *const p = game_position(g);
    const Mark mark = mark_of(g, s);
    char name[SQUARE_NAME_SIZE];
    square_name(s, name);
    text_add(t, "%s%c", palette->dark[mark], look->colours == BOARD_PLAIN ? marks[mark] : ' ');
    if ((position_occupied(p) & bit(s)) == 0) {
        text_add(t, "%s%c%s%s", palette->name, look->colours == BOARD_RICH ? ' ' : '.', name, palette->end);
        return;
    }
    const Color c = (position_pieces(p, WHITE) & bit(s)) != 0 ? WHITE : BLACK;
    text_add(t, "%s", palette->man[c]);
    add_piece(t, c, (p->kings[c] & bit(s)) != 0, look);
    text_add(t, "%s%s%s%s", palette->dark[mark], palette->name, name, palette->end);
}

/* What a side has, such as "12 men, 1 king". */
static void add_pieces(Text *t, const Position *p, Color c)
{
    const int men = popcount(p->men[c]);
    const int kings = popcount(p->kings[c]);
    if (men > 0) {
        text_add(t, "%d %s", men, men == 1 ? "man" : "men");
    }
    if (kings > 0) {
        text_add(t, "%s%d king%s", men > 0 ? ", " : "", kings, text_plural((uint64_t)kings));
    }
    if (men + kings == 0) {
        text_add(t, "nothing");
    }
}

/* A side with its pieces, and whether it is to move. */
static void add_side(Text *t, const Game *g, Color c, const BoardLook *look)
{
    const Palette *const palette = &PALETTES[look->colours];
    const Position *const p = game_position(g);
    const char *const margin = look->colours == BOARD_RICH ? " " : "";
    text_add(t, "  %s%s%s", palette->dark[MARK_NONE], margin, palette->man[c]);
    add_piece(t, c, false, look);
    text_add(t, "%s%s %s%s%s: ", margin, palette->end, palette->bold, display_side(c), palette->end);
    add_pieces(t, p, c);
    if (p->side == c && game_result(g) == GAME_ONGOING) {
        text_add(t, ", to move");
    }
}

static void add_last_move(Text *t, const Game *g, NotationStyle style, const Palette *palette)
{
    char number[PDN_NUMBER_SIZE];
    char move[NOTATION_SIZE];
    if (g->plies == 0) {
        return;
    }
    const size_t ply = g->plies - 1;
    pdn_move_number(g, ply, number);
    notation_print(&g->positions[ply], g->moves[ply], style, move);
    text_add(t, "  %s %s%s%s", number, palette->bold, move, palette->end);
}

/* One of the three lines beside the board. */
typedef enum Caption { CAPTION_TOP, CAPTION_MIDDLE, CAPTION_BOTTOM, CAPTION_COUNT } Caption;

static void add_caption(Text *t, const Game *g, NotationStyle style, const BoardLook *look, Caption which)
{
    const Color top = look->turned ? WHITE : BLACK;
    if (which == CAPTION_MIDDLE) {
        add_last_move(t, g, style, &PALETTES[look->colours]);
    } else {
        add_side(t, g, which == CAPTION_TOP ? top : other(top), look);
    }
}

/* A row from the left, as it is drawn; `width` is that of light squares. */
static void add_row(Text *t, const Game *g, const BoardLook *look, int row, int width)
{
    const Variant *const v = game_position(g)->variant;
    const Palette *const palette = &PALETTES[look->colours];
    for (int i = 1; i <= v->columns; i++) {
        const Square s = square_at(v, look->turned ? v->columns + 1 - i : i, row);
        if (s == SQUARE_NONE) {
            text_add(t, "%s%*s%s", palette->light, width, "", palette->end);
        } else {
            add_square(t, g, s, look);
        }
    }
}

void board_picture(Text *t, const Game *g, NotationStyle style, const BoardLook *look)
{
    const Variant *const v = game_position(g)->variant;
    const int rows = v->rows;
    const int columns = look->columns > 0 ? look->columns : WIDTH;
    const bool narrow = columns < WIDTH;
    const bool tight = columns <= SQUARE_WIDTH * v->columns;
    const int places[CAPTION_COUNT] = {1, (rows + 1) / 2, rows};
    for (int line = 1; line <= rows; line++) {
        add_row(t, g, look, look->turned ? line : rows + 1 - line, tight ? SQUARE_WIDTH - 1 : SQUARE_WIDTH);
        for (int i = 0; i < CAPTION_COUNT && !narrow; i++) {
            if (places[i] == line) {
                add_caption(t, g, style, look, (Caption)i);
            }
        }
        text_add(t, "\n");
    }
    for (int i = 0; i < CAPTION_COUNT && narrow; i++) {
        if (i != CAPTION_MIDDLE || g->plies > 0) {
            add_caption(t, g, style, look, (Caption)i);
            text_add(t, "\n");
        }
    }
}
