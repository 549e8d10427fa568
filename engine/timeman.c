#include "timeman.h"

enum {
    MOVES_LEFT = 30,        /* moves that the rest of a game without time controls is planned for */
    MOVES_TO_GO_MAX = 30,   /* more moves to the control than this are planned for as this many */
    HARD_FACTOR = 4,        /* the hard bound as a multiple of the soft one */
    INCREMENT_PERCENT = 75, /* part of the increment spent at once */
    CLOCK_PERCENT = 60,     /* part of the clock that one move may take at the most */
    RESERVE = 100,          /* ms never planned with: a busy system may stop a program that long */
    RESERVE_PERCENT = 50,   /* part of the clock that the reserve is at the most */
    SAVING_BELOW = 200,     /* ms on the clock below which the increment is saved up */
    SAVING_MOVES = 10,      /* then a move takes this part of what is left beyond the reserve */
    LAST_MOVE_PERCENT = 90  /* of the clock for the last move before a control */
};

static int64_t smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t larger(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

TimeBounds timeman_bounds(const SearchLimits *limits, Color side)
{
    TimeBounds b = {.limited = limits->use_movetime || limits->use_clock, .soft = 0, .hard = 0};
    if (limits->use_movetime) {
        b.hard = larger(limits->movetime, 1);
        b.soft = b.hard;
        return b;
    }
    if (!limits->use_clock) {
        return b;
    }
    const int64_t clock = larger(limits->time[side] - limits->overhead, 1);
    const int64_t left = larger(clock - smaller(RESERVE, clock * RESERVE_PERCENT / 100), 1);
    const int64_t moves = limits->moves_to_go > 0 ? smaller(limits->moves_to_go, MOVES_TO_GO_MAX) : MOVES_LEFT;
    const int64_t increment = larger(limits->increment[side], 0);
    const int64_t share = left / moves + increment * INCREMENT_PERCENT / 100;
    const int64_t most = moves == 1 ? left * LAST_MOVE_PERCENT / 100 : left * CLOCK_PERCENT / 100;
    /* With little on the clock even the increment is saved up, until the reserve is there again. */
    const int64_t saving = clock < SAVING_BELOW ? left / SAVING_MOVES : most;
    b.soft = larger(smaller(share, saving), 1);
    b.hard = larger(smaller(share * HARD_FACTOR, smaller(most, 2 * saving)), 1);
    return b;
}
