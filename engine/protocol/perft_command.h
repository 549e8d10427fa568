/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command perft. */
#ifndef BUSHKA_PROTOCOL_PERFT_COMMAND_H
#define BUSHKA_PROTOCOL_PERFT_COMMAND_H

#include "protocol/state.h"
#include "system/text.h"

/* `perft N [hash MIB] [leaves]`: counts, and writes a line for each move and the total. */
ErrorCode perft_command(Engine *engine, Words *arguments, Error *e);

#endif
