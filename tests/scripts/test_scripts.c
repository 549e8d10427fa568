/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The scripts, as a user calls them. What checks them are programs of tests/scripts/. */
#include <stdio.h>

#include "support/engine_process.h"
#include "support/shell.h"
#include "support/test.h"

#define PYTHON "common.py " BUSHKA_BINARY " "

enum { COMMAND_SIZE = 256 };

static const char *const CHECKS[] = {
    "deps.sh " BUSHKA_BINARY, /* what make installs on a bare machine */
    PYTHON "words",           /* help, version, bad words and lost outputs */
    PYTHON "ending",          /* signals */
    PYTHON "revisions",       /* builds of revisions, killed and ended */
    PYTHON "progress",        /* progress and time left */
    PYTHON "openings",        /* what a set says about its making */
    PYTHON "game_files",      /* games as the scripts read them */
    PYTHON "book",            /* a book cut, resumed and spread */
    PYTHON "book_tables",     /* the tables of the openings */
    PYTHON "book_check",      /* how good a book is */
    PYTHON "trial",           /* trials played, killed, resumed and recorded */
    PYTHON "tactics",         /* the tactical suite: its rows, and easy ones that are solved */
    PYTHON "spsa",            /* parameters tuned, and a run cut */
    PYTHON "outputs",         /* files that git ignores */
};

TEST_EACH(script_check, ROWS(CHECKS))
{
    char command[COMMAND_SIZE];
    /* What a check finds is printed, what it does is not. */
    snprintf(command, sizeof command, "exec 3>&2; out=$(tests/scripts/%s 2>&1) || { echo \"$out\" >&3; false; }",
             CHECKS[_i]);
    ck_assert_msg(shell_run(command) == 0, "%s failed", CHECKS[_i]);
}
