/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "evaluation/network_builtin.h"

#include "evaluation/network_file.h"

/* The files, byte by byte, as the Makefile writes them into C. */
static const unsigned char BUSHKA[] = {
#include "evaluation/networks/bushka.inc"
};
static const unsigned char BUSHKA_9X11[] = {
#include "evaluation/networks/bushka9x11.inc"
};

Network *network_builtin(const Variant *v)
{
    return v == variant_at(0) ? network_file_parse("the built-in network", BUSHKA, sizeof BUSHKA, NULL)
                              : network_file_parse("the built-in network", BUSHKA_9X11, sizeof BUSHKA_9X11, NULL);
}
