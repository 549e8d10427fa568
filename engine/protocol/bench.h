/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The bench: fixed searches whose node counts are a signature of the search, and whose speed can be compared. */
#ifndef BUSHKA_PROTOCOL_BENCH_H
#define BUSHKA_PROTOCOL_BENCH_H

#include "protocol/state.h"
#include "system/text.h"

enum { BENCH_DEPTH_DEFAULT = 9 };

/* `bench [depth D] [threads N] [hash MIB]`: searches every bench position with an empty hash table, with the engine's
 * evaluation, and with its tablebase if TablesPath has opened one. Writes a line for each position, and at the end the
 * signature, nodes and speed. With one thread the signature depends only on depth, hash, evaluation and tablebase. */
ErrorCode bench_command(Engine *engine, Words *arguments, Error *e);

#endif
