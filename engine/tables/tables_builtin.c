/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tables/tables_builtin.h"

/* The files, byte by byte, as the Makefile writes them into C. */
static const uint8_t BUSHKA[] = {
#include "tables/builtin/bushka.inc"
};
static const uint8_t BUSHKA_9X11[] = {
#include "tables/builtin/bushka9x11.inc"
};

const uint8_t *tables_builtin(const Variant *v, size_t *size)
{
    const bool first = v == variant_at(0);
    *size = first ? sizeof BUSHKA : sizeof BUSHKA_9X11;
    return first ? BUSHKA : BUSHKA_9X11;
}
