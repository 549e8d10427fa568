/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The reader of game files: one game at a time, in memory for one game. The moves of every game are checked by the
 * rules. */
#ifndef BUSHKA_GAMES_PDN_READ_H
#define BUSHKA_GAMES_PDN_READ_H

#include <stdint.h>
#include <stdio.h>

#include "games/pdn.h"

/* What a file must contain. In both forms a tag has the form [Name "value"], tags that the reader knows are not
 * repeated, unknown ones are skipped, and moves may be in any notation. */
typedef enum PdnForm {
    /* What pdn_write() writes: all tags, correct move numbers, PlyCount and termination, comments with figures and one
       remark, an empty line after the result. So a truncated game is never taken for a shorter one. */
    PDN_STRICT,
    /* What people and other programs write: Variant is needed only when the board is not 10x10, FEN only when the game
       does not begin in the start position. Move numbers, comments ({...}, and from ; to the end of the line),
       variations (...), $1 and a byte order mark are skipped. A game may have ended before the board shows a result.
       The termination is not checked. */
    PDN_LENIENT
} PdnForm;

typedef struct PdnReader PdnReader;

/* What pdn_reader_next() found. */
typedef enum PdnReadStatus { PDN_READ_GAME, PDN_READ_END, PDN_READ_ERROR } PdnReadStatus;

/* Opens a regular file. NULL with the error when it cannot be opened, or memory runs out. */
PdnReader *pdn_reader_open(const char *path, PdnForm form, Error *e);

/* The same for an open stream, which the caller closes; `name` is used in messages. */
PdnReader *pdn_reader_stream(FILE *stream, const char *name, PdnForm form, Error *e);

/* Closes the file (if the reader opened it) and frees the reader. NULL is allowed. */
void pdn_reader_close(PdnReader *r);

/* Reads the next game. After PDN_READ_GAME *g is a new record, which the caller frees; g may be NULL for a lenient
 * reader, which then only looks for the end of the game. After PDN_READ_ERROR *e says "FILE:LINE: reason" (unterminated
 * tag, comment or variation, missing or repeated tag, bad FEN, illegal move, wrong move number or PlyCount,
 * contradicting result, end of file inside a game...), there is nothing to free, and the reader must not be called
 * again. */
PdnReadStatus pdn_reader_next(PdnReader *r, PdnGame *g, Error *e);

/* The offset in the file of the end of the last game that was read (in the strict form after its closing empty line):
 * where to truncate a file whose last game was interrupted. */
uint64_t pdn_reader_offset(const PdnReader *r);

/* True when the error was that the file ended inside a game. */
bool pdn_reader_truncated(const PdnReader *r);

#endif
