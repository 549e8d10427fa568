/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program that does one job and ends: its options, help and version, signals, and its exit code. */
#ifndef BUSHKA_TOOLS_PROGRAM_H
#define BUSHKA_TOOLS_PROGRAM_H

#include "core/error.h"
#include "system/signal_watch.h"
#include "tools/option_table.h"

typedef struct Program {
    const char *name;  /* "bushka-train" */
    const char *usage; /* the lines above the list of options */
    const OptionRow *options;
    void *settings;    /* what the options are read into; handed to the functions */
    bool options_only; /* words that belong to no option are refused */
    /* Returns ERROR_NONE if the work can begin. */
    ErrorCode (*check)(void *settings, const Operands *files, Error *e);
    /* Does the work. Once a signal has set w->requested it must end soon, with ERROR_INTERRUPTED and a text that says
     * what is kept. */
    ErrorCode (*run)(void *settings, const Operands *files, SignalWatch *w, Error *e);
    bool always; /* as for signal_watch_begin() */
} Program;

/* Reads the arguments of main() and runs the program, or lists its options, or prints its version. Returns the exit
 * code: 0; 1 when the work failed, or when standard output could not be written (refused before the work where that is
 * known); 2 when the command line is wrong; 3 when a signal (INT, TERM, HUP) ended it. What is wrong is reported in one
 * line on the error output. Nothing can be printed afterwards. */
int program_run(const Program *p, int argc, char **argv);

#endif
