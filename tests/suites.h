/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The check suites of the test program; main.c runs those that are not apart, or those named on the command line. */
#ifndef BUSHKA_SUITES_H
#define BUSHKA_SUITES_H

#include <check.h>

/* Every suite: NAME_suite() is defined in test_NAME.c. */
#define SUITES(X)                                                                                                      \
    X(square)                                                                                                          \
    X(position)                                                                                                        \
    X(movegen)                                                                                                         \
    X(captures)                                                                                                        \
    X(slow)                                                                                                            \
    X(symmetry)                                                                                                        \
    X(perft)                                                                                                           \
    X(fen)                                                                                                             \
    X(notation)                                                                                                        \
    X(game)                                                                                                            \
    X(eval)                                                                                                            \
    X(eval_terms)                                                                                                      \
    X(eval_file)                                                                                                       \
    X(network)                                                                                                         \
    X(explanation)                                                                                                     \
    X(files)                                                                                                           \
    X(numbers)                                                                                                         \
    X(memory_limit)                                                                                                    \
    X(info_lines)                                                                                                      \
    X(search)                                                                                                          \
    X(search_control)                                                                                                  \
    X(limits)                                                                                                          \
    X(strength)                                                                                                        \
    X(table_search)                                                                                                    \
    X(tactics)                                                                                                         \
    X(stats)                                                                                                           \
    X(pdn)                                                                                                             \
    X(openings)                                                                                                        \
    X(options)                                                                                                         \
    X(evaluation_options)                                                                                              \
    X(strength_options)                                                                                                \
    X(eval_command)                                                                                                    \
    X(bench)                                                                                                           \
    X(protocol)                                                                                                        \
    X(move_details)                                                                                                    \
    X(endings_command)                                                                                                 \
    X(refusals)                                                                                                        \
    X(lifecycle)                                                                                                       \
    X(ends)                                                                                                            \
    X(waiting)                                                                                                         \
    X(terminal)                                                                                                        \
    X(terminal_play)                                                                                                   \
    X(terminal_files)                                                                                                  \
    X(library)                                                                                                         \
    X(library_process)                                                                                                 \
    X(library_game)                                                                                                    \
    X(game_text)                                                                                                       \
    X(schedule)                                                                                                        \
    X(match_files)                                                                                                     \
    X(match_ends)                                                                                                      \
    X(match_tables)                                                                                                    \
    X(match)                                                                                                           \
    X(hostile)                                                                                                         \
    X(datagen)                                                                                                         \
    X(tune)                                                                                                            \
    X(samples)                                                                                                         \
    X(float_net)                                                                                                       \
    X(train)                                                                                                           \
    X(pipeline)                                                                                                        \
    X(tools)                                                                                                           \
    X(tool_signals)                                                                                                    \
    X(tables)                                                                                                          \
    X(table_steps)                                                                                                     \
    X(table_builds)                                                                                                    \
    X(class_report)                                                                                                    \
    X(endings)                                                                                                         \
    X(scripts)

/* Suites that run only when they are named. The limits of latency hold on a quiet machine; test_lifecycle.c has it.
 * large_tables needs tables (test_table_steps.c). */
#define SUITES_APART(X) X(latency) X(large_tables)

#define DECLARE_SUITE(name) Suite *name##_suite(void);
SUITES(DECLARE_SUITE)
SUITES_APART(DECLARE_SUITE)
#undef DECLARE_SUITE

#endif
