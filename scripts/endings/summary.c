/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "endings/summary.h"

#include <inttypes.h>

#include "core/movegen.h"

/* Room for one cell of the table. */
enum { CELL_SIZE = 24 };

typedef struct Cell {
    char text[CELL_SIZE];
} Cell;

static void add_value(EndingTally *t, EndingValue v)
{
    if (v.result == ENDING_WIN) {
        t->wins++;
        t->win_plies += (uint64_t)v.plies;
        t->longest_win = v.plies > t->longest_win ? v.plies : t->longest_win;
    } else if (v.result == ENDING_LOSS) {
        t->losses++;
        t->loss_plies += (uint64_t)v.plies;
        t->longest_loss = v.plies > t->longest_loss ? v.plies : t->longest_loss;
    } else {
        t->draws++;
    }
}

EndingTally ending_tally(const Endings *endings, EndingClass c, EndingCounted counted)
{
    const EndingIndex *const x = endings_index(endings);
    const size_t size = ending_class_size(x, c);
    EndingTally t = {.wins = 0};
    for (size_t number = 0; number < size && !endings_stopped(endings); number++) {
        Position p;
        if (ending_position(x, c, number, &p) && (counted == ENDING_ALL || movegen_is_quiet(&p))) {
            add_value(&t, endings_value_at(endings, c, number));
        }
    }
    return t;
}

/* The same from the view of the other side. */
static EndingTally swapped(EndingTally t)
{
    return (EndingTally){.wins = t.losses,
                         .draws = t.draws,
                         .losses = t.wins,
                         .win_plies = t.loss_plies,
                         .loss_plies = t.win_plies,
                         .longest_win = t.longest_loss,
                         .longest_loss = t.longest_win};
}

void ending_tally_quiet(const Endings *endings, EndingClass c, EndingTally by_mover[2])
{
    by_mover[0] = ending_tally(endings, c, ENDING_QUIET);
    by_mover[1] = swapped(ending_tally(endings, ending_class_swapped(c), ENDING_QUIET));
}

uint64_t ending_tally_positions(const EndingTally *t)
{
    return t->wins + t->draws + t->losses;
}

/* A share in percent; "-" for none at all, which 0.0 is not. */
static Cell share(uint64_t part, uint64_t whole)
{
    Cell cell = {"-"};
    if (part != 0) {
        snprintf(cell.text, sizeof cell.text, "%.1f", 100.0 * (double)part / (double)whole);
    }
    return cell;
}

static Cell plies(uint64_t sum, int longest, uint64_t count)
{
    Cell cell = {"-"};
    if (count != 0) {
        snprintf(cell.text, sizeof cell.text, "%.1f %4d", (double)sum / (double)count, longest);
    }
    return cell;
}

static void print_row(const char *name, const char *mover, const EndingTally *t, FILE *out)
{
    const uint64_t all = ending_tally_positions(t);
    fprintf(out, "%-9s%-8s%9" PRIu64 "%7s%7s%7s%11s%11s\n", name, mover, all, share(t->wins, all).text,
            share(t->draws, all).text, share(t->losses, all).text, plies(t->win_plies, t->longest_win, t->wins).text,
            plies(t->loss_plies, t->longest_loss, t->losses).text);
}

void ending_summary_print(const Endings *endings, FILE *out)
{
    fprintf(out,
            "%s: endings of up to %d pieces, K a king, M a man; positions without a capture for either side.\n"
            "Results in percent for the side named first (- is none at all); plies to the end, mean and longest.\n"
            "ending   to move positions    win   draw   loss  plies win plies loss\n",
            endings_index(endings)->variant->name, endings_pieces(endings));
    EndingClass classes[ENDING_PAIRS_MOST];
    const int count = ending_class_list(endings_pieces(endings), classes);
    for (int i = 0; i < count; i++) {
        char name[ENDING_NAME_SIZE];
        ending_class_name(classes[i], name);
        EndingTally by_mover[2];
        ending_tally_quiet(endings, classes[i], by_mover);
        if (!endings_stopped(endings)) {
            print_row(name, "first", &by_mover[0], out);
            print_row("", "second", &by_mover[1], out);
        }
    }
}
