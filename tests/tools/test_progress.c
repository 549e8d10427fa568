/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The progress of long work: times as text, and the time left. */
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

/* What was done before the start took no time: of 300, 100 were done before and 50 in ten seconds, so that 150 are
 * left, for thirty. */
TEST(time_left)
{
    Progress p;
    progress_begin(&p, "positions", 100, 300, PROGRESS_NOWHERE);
    p.began -= 10 * NS_PER_S;
    const double left = progress_left(&p, 150);
    ck_assert(left > 29.9 && left < 33);
    ck_assert(progress_left(&p, 300) < 0.1);
}
