/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The networks built into the program: the bytes of the files engine/evaluation/networks/BOARD.net. */
#ifndef BUSHKA_EVALUATION_NETWORK_BUILTIN_H
#define BUSHKA_EVALUATION_NETWORK_BUILTIN_H

#include "evaluation/network.h"

/* The network for a board; NULL when memory runs out. To be freed with network_free(). */
Network *network_builtin(const Variant *v);

#endif
