/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The reader of game files: one game at a time, in memory bounded by one game. Every game is replayed by the rules. */
#ifndef BUSHKA_GAMES_PDN_READ_H
#define BUSHKA_GAMES_PDN_READ_H

#include <stdint.h>
#include <stdio.h>

#include "games/pdn.h"

/* What a file must hold. In both forms a tag has the form [Name "value"], none that the reader knows is repeated,
 * unknown ones are skipped, and moves may be in any notation. */
typedef enum PdnForm {
    /* What pdn_write() writes: all tags, matching move numbers, PlyCount and termination, comments of figures and one
     * remark, an empty line after the result. A game that is cut off is never taken for a shorter one. */
    PDN_STRICT,
    /* What people and other programs write: Variant is needed only when the board is not 10x10, FEN only when the game
     * does not begin in the start position. Move numbers, comments ({...}, and from ; to the end of the line),
     * variations (...), $1 and a mark of UTF-8 are skipped. A game may have ended before the board shows a result. The
     * termination is not checked. */
    PDN_LENIENT
} PdnForm;

typedef struct PdnReader PdnReader;

/* What pdn_reader_next() found. */
typedef enum PdnRead { PDN_READ_GAME, PDN_READ_END, PDN_READ_ERROR } PdnRead;

/* Opens a regular file. NULL with *e filled when it is not one or cannot be opened, or when memory runs out. */
PdnReader *pdn_reader_open(const char *path, PdnForm form, Error *e);

/* The same for an open stream, which stays the caller's; name is used in messages. */
PdnReader *pdn_reader_stream(FILE *stream, const char *name, PdnForm form, Error *e);

/* Closes the file (if the reader opened it) and frees the reader. NULL is allowed. */
void pdn_reader_close(PdnReader *r);

/* Reads the next game. On PDN_READ_GAME *g is a new record which the caller must free; g may be NULL for a lenient
 * reader, which then only looks for the end of the game. On PDN_READ_ERROR *e says "FILE:LINE: reason" (unterminated
 * tag, comment or variation, missing or repeated tag, bad FEN, illegal move, wrong move number or PlyCount,
 * contradicting result, end of file inside a game...), there is nothing to free, and the reader must not be called
 * again. */
PdnRead pdn_reader_next(PdnReader *r, PdnGame *g, Error *e);

/* Bytes of the file up to the end of the last game that was read (its closing empty line included, when it is read
 * strictly): where to cut a file whose last game was interrupted. */
uint64_t pdn_reader_offset(const PdnReader *r);

/* True when the error was that the file ended inside a game. */
bool pdn_reader_truncated(const PdnReader *r);

#endif
