/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The scripts, as a user calls them, checked by the programs of tests/scripts/. */
#include "support/test.h"
#include "support/tool_process.h"

#define CHECK(words) "tests/scripts/" words "\n"
#define PYTHON(name) CHECK("common.py " BUSHKA_BINARY " " name)

/* Two checks at a time, the longest first. Only a check that fails prints anything. */
#define RUN "xargs -P 2 -I CHECK sh -c 'out=$(CHECK 2>&1) || { echo \"$out\"; echo CHECK failed; exit 1; } >&2' <<END\n"

enum { TIMEOUT = 600 /* seconds for all of them */ };

TEST(scripts_work)
{
    ck_assert_int_eq(shell_run(RUN PYTHON("trial")   /* trials played, killed, resumed and recorded */
                               PYTHON("book")        /* a book cut, resumed and spread */
                               PYTHON("book_tables") /* the tables of the openings */
                               PYTHON("spsa")        /* parameters tuned, and a run cut */
                               PYTHON("tactics")     /* the tactical suite: its rows, and easy ones that are solved */
                               PYTHON("words")       /* help, version, bad words and lost outputs */
                               PYTHON("book_check")  /* how good a book is */
                               PYTHON("openings")    /* what a set says about its making */
                               PYTHON("ending")      /* signals */
                               PYTHON("progress")    /* progress and time left */
                               PYTHON("revisions")   /* builds of revisions, killed and ended */
                               PYTHON("game_files")  /* games as the scripts read them */
                               CHECK("deps.sh " BUSHKA_BINARY) /* what make installs on a bare machine */
                               "END\n"),
                     0);
}

SUITE(.timeout = TIMEOUT);
