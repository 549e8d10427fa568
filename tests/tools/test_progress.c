/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How long works tell the time that they take. */
#include "tools/progress.h"

#include "support/test.h"

static const struct {
    double seconds;
    const char *text;
} TIMES[] = {{0.9, "0:00:00"}, {59, "0:00:59"}, {60, "0:01:00"}, {3723.5, "1:02:03"}, {360000, "100:00:00"}};

TEST_EACH(times_as_text, ROWS(TIMES))
{
    const ProgressTime time = progress_time(TIMES[_i].seconds);
    ck_assert_str_eq(time.text, TIMES[_i].text);
}

/* What was there at the beginning took no time: of 300, with 100 there and 50 done in ten seconds, 150 are left. */
TEST(time_left)
{
    Progress p;
    progress_begin(&p, "positions", 100, 300, PROGRESS_NOWHERE);
    p.began -= 10 * NS_PER_S;
    const double left = progress_left(&p, 150);
    ck_assert(left > 29.9 && left < 33);
    ck_assert(progress_left(&p, 300) < 0.1);
}
