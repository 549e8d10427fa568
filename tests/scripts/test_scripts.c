/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The scripts, as a user calls them. What checks them are programs of tests/scripts/. */
#include <stdio.h>

#include "support/engine_process.h"
#include "support/shell.h"
#include "support/test.h"

enum { COMMAND_SIZE = 256 };

static const char *const CHECKS[] = {
    "deps.sh",        /* what make installs on a bare machine */
    "words.py",       /* help, version, bad words and lost outputs */
    "ending.py",      /* signals */
    "progress.py",    /* progress and time left */
    "openings.py",    /* what a set says about its making */
    "game_files.py",  /* games as the scripts read them */
    "book.py",        /* a book cut, resumed and spread */
    "book_tables.py", /* the tables of the openings */
    "book_check.py",  /* how good a book is */
    "trial.py",       /* trials played, killed, resumed and recorded */
    "spsa.py",        /* parameters tuned, and a run cut */
    "outputs.py",     /* files that git ignores */
};

TEST_EACH(script_check, ROWS(CHECKS))
{
    char command[COMMAND_SIZE];
    /* What a check finds is printed, what it does is not. */
    snprintf(command, sizeof command,
             "exec 3>&2; out=$(tests/scripts/%s " BUSHKA_BINARY " 2>&1) || { echo \"$out\" >&3; false; }", CHECKS[_i]);
    ck_assert_msg(shell_run(command) == 0, "%s failed", CHECKS[_i]);
}
