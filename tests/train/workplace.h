/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The directory of one test of the tools, with SUITE(WORKPLACE) made before it and removed after it. */
#ifndef BUSHKA_TESTS_WORKPLACE_H
#define BUSHKA_TESTS_WORKPLACE_H

#include "support/place.h"
#include "support/tool_process.h"

#define WORKPLACE .set_up = workplace_make, .tear_down = workplace_remove

extern Place place;

void workplace_make(void);
void workplace_remove(void);

/* Runs a command of the shell in which '@' is the directory. It must end with success. */
void must_run(const char *command);

/* Files of the directory hold the same, or the first holds that text among others; otherwise the test fails. */
void expect_same(const char *a, const char *b);
void expect_part(const char *name, const char *part);

#endif
