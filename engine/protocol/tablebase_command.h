/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command endings: what the tables know about a position, for people. */
#ifndef BUSHKA_PROTOCOL_TABLEBASE_COMMAND_H
#define BUSHKA_PROTOCOL_TABLEBASE_COMMAND_H

#include "protocol/state.h"
#include "system/text.h"

/* `endings [variant NAME] [tables FOLDERS] [FEN]`: appends lines about the game's position, or that of the FEN, as
 * protocol.md describes them, from the tables of the option TablesPath or those in these folders. Errors: ERROR_SYNTAX
 * when the tables do not have the position, with what is needed; those of play_read_fen() and tablebase_open(). */
ErrorCode tablebase_command(Engine *engine, Words *arguments, Text *t, Error *e);

#endif
