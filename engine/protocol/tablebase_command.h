/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command endings: what the tables know about a position, for people. */
#ifndef BUSHKA_PROTOCOL_TABLEBASE_COMMAND_H
#define BUSHKA_PROTOCOL_TABLEBASE_COMMAND_H

#include "protocol/state.h"
#include "system/text.h"

/* `endings [variant NAME] [tables FOLDERS] [FEN]`: appends the lines that protocol.md describes, about the position of
 * the game or of the FEN, by the tables of the option TablesPath or in these folders. ERROR_SYNTAX when the tables do
 * not know the position, with what would be needed; the errors of play_read_fen() and tablebase_open(). */
ErrorCode tablebase_command(Engine *engine, Words *arguments, Text *t, Error *e);

#endif
