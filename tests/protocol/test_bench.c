/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The signature of the search: what bench finds is the same on every machine and with every compiler, as
 * `make test-portable` shows for those that are available (tests/portable_bench.sh).
 *
 * A change that is meant to leave the search and the evaluation alone leaves these numbers alone. One that is meant to
 * change them, and has shown in matches that it loses nothing, replaces them with those that `build/bushka bench` and
 * `build/bushka bench depth 6` print last, and its commit says so: "Bench: NODES". */
#include <stdio.h>

#include "support/engine_process.h"
#include "support/test.h"

enum { LINE_SIZE = 512 };

/* What bench prints; tests/portable_bench.sh reads the first row. */
static const struct {
    const char *command, *settings, *hash, *nodes;
} PINS[] = {
    {"bench depth 6", "depth 6 threads 1 hash 16", "7d6cd8d7ba195200", "232668"},
    {"bench", "depth 9 threads 1 hash 16", "a02c9fa7c2d92243", "994846"},
};

/* Sanitizers leave out the second one, which takes them ten times as long. */
TEST_EACH(test_signature, SANITIZED ? 1 : ROWS(PINS))
{
    char text[LINE_SIZE];
    snprintf(text, sizeof text,
             "> %s\ninfo string bench %s\nposition 1/* bushka W:* score cp * nodes * bestmove *\n...\nTotal time (ms) "
             ": *\nBench hash      : %s\n"
             "Nodes searched  : %s\nNodes/second    : *",
             PINS[_i].command, PINS[_i].settings, PINS[_i].hash, PINS[_i].nodes);
    process_talk_alone(text);
}
