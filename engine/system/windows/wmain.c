/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where programs begin: the command line comes in wide characters, and main() gets it in UTF-8. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "system/windows/wide.h"

#include <windows.h>

#include <timeapi.h>

/* The system's clock ticks every TICK_MS milliseconds while the program runs: times are waited for with that precision
 * instead of a 64th of a second. */
enum { TICK_MS = 1 };

int main(int argc, char **argv);

/* Called by the C library. */
int wmain(int argc, wchar_t **wide);

int wmain(int argc, wchar_t **wide)
{
    char **const argv = calloc((size_t)argc + 1, sizeof *argv);
    bool made = argv != NULL;
    for (int i = 0; i < argc && made; i++) {
        argv[i] = wide_to_utf8(wide[i]);
        made = argv[i] != NULL;
    }
    if (!made) {
        fputs("not enough memory to start\n", stderr);
        return EXIT_FAILURE;
    }
    timeBeginPeriod(TICK_MS); /* ends with the process */
    return main(argc, argv);  /* which may keep its words as long as the process lives */
}
