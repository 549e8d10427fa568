/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables of endings found in folders, and looking positions up in them. */
#ifndef BUSHKA_TABLES_TABLES_H
#define BUSHKA_TABLES_TABLES_H

#include "core/error.h"
#include "core/position.h"
#include "tables/block_code.h"
#include "tables/classes.h"
#include "tables/result.h"

/* The tables of both boards. Does not change; any number of threads may read it, each with a reader of its own. */
typedef struct Tables Tables;

/* Blocks decoded last, for one thread. */
typedef struct TableReader TableReader;

/* Told of a file that is ignored, and why. */
typedef void (*TablesRefused)(void *context, const char *why);

/* What a position is worth to the side to move. */
typedef struct TableValue {
    TableResult result;
    int plies; /* until the loser is to move and has no move, the winner hurrying and the loser delaying; 0 for a draw,
                  -1 where not known */
} TableValue;

/* Opens all tables in a list of folders; of a table that is in several the first sound one counts. On success *tables
 * must be freed, which also holds when there are none. ERROR_SYNTAX "FOLDER: WHY" when a folder cannot be read;
 * ERROR_MEMORY. `refused` may be NULL. */
ErrorCode tables_open(const char *folders, TablesRefused refused, void *context, Tables **tables, Error *e);

/* The same for a user who wants those of one board: ERROR_SYNTAX too when there is no table of it. */
ErrorCode tables_open_for(const char *folders, const Variant *v, TablesRefused refused, void *context, Tables **tables,
                          Error *e);

/* Adds those that are part of the program, for classes that no file was found for. They count in tables_pieces() and
 * not in tables_count(). ERROR_MEMORY. */
ErrorCode tables_add_builtin(Tables *tables, Error *e);

/* Closes them; no reader may be left. NULL is allowed. */
void tables_free(Tables *tables);

/* True when there is a table of that kind about the class. */
bool tables_has(const Tables *tables, const Variant *v, TableClass c, BlockKind kind);

/* How many tables of results were found in folders for a board. */
int tables_count(const Tables *tables, const Variant *v);

/* The greatest number of pieces of a table of results for a board, 0 when there is none. */
int tables_pieces(const Tables *tables, const Variant *v);

/* A reader, to be freed before the tables, that keeps that many blocks, at least 1, of BLOCK_SYMBOLS / 4 bytes; NULL
 * when memory runs out. */
TableReader *table_reader_new(const Tables *tables, size_t blocks);

/* Frees it. NULL is allowed. */
void table_reader_free(TableReader *r);

/* The result of a position; captures are tried out. TABLE_NONE when it has more than tables_pieces(), or a table is
 * missing or damaged. */
TableResult table_reader_result(TableReader *r, const Position *p);

/* The same with the plies, as far as they are known. */
TableValue table_reader_value(TableReader *r, const Position *p);

#endif
