/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tablebases: solved positions with few pieces, found in folders or part of the program, and probing them. */
#ifndef BUSHKA_TABLES_TABLEBASE_H
#define BUSHKA_TABLES_TABLEBASE_H

#include "core/error.h"
#include "core/position.h"
#include "tables/table_file.h"
#include "tables/value.h"

/* The tables of both boards. Any number of threads may probe it, each with its own cache. */
typedef struct Tablebase Tablebase;

/* The blocks decoded last, for one thread. */
typedef struct TablebaseCache TablebaseCache;

/* Called for a file that is ignored, with the reason. */
typedef void (*TablebaseRefused)(void *context, const char *why);

/* What a position is worth to the side to move. */
typedef struct TablebaseValue {
    Wdl result;
    int plies; /* until the loser is to move and has no move, with the fastest win and the longest defence (depth to
                  win); 0 for a draw, -1 where not known */
} TablebaseValue;

/* Opens all tables in a list of folders; of a table that is in several of them the first sound one counts. Each stays
 * open as a file. If `folders` is NULL, opens those that are part of the program, which count in tablebase_pieces() and
 * not in tablebase_count(). On success *tables must be freed, even when it holds none. ERROR_SYNTAX, naming it, when a
 * folder cannot be read; ERROR_MEMORY. A file that is not a sound table is ignored after a call of `refused`; if that
 * is NULL it is an ERROR_SYNTAX. If `only` is not NULL, opens tables of that board alone, and it is an ERROR_SYNTAX
 * when there are none. */
ErrorCode tablebase_open(const char *folders, const Variant *only, TablebaseRefused refused, void *context,
                         Tablebase **tables, Error *e);

/* Closes them; no cache may be left. NULL is allowed. */
void tablebase_free(Tablebase *tables);

/* The table of that kind about the class, or NULL. It belongs to the tablebase. */
TableFile *tablebase_file(const Tablebase *tables, const Variant *v, TableClass c, BlockKind kind);

/* How many tables of results were found in folders for a board. */
int tablebase_count(const Tablebase *tables, const Variant *v);

/* The greatest number of pieces of a table of results for a board, 0 when there is none. */
int tablebase_pieces(const Tablebase *tables, const Variant *v);

/* A table of the board of which a block turned out to be damaged or could not be read; each table once, then NULL. For
 * one thread at a time. */
const TableFile *tablebase_next_damaged(const Tablebase *tables, const Variant *v);

/* A cache of that many blocks of results, at least 1, of BLOCK_SYMBOLS / 4 bytes each, and a quarter of that memory for
 * plies. To be freed before the tables. NULL when memory runs out. */
TablebaseCache *tablebase_cache_new(const Tablebase *tables, size_t blocks);

/* Frees it. NULL is allowed. */
void tablebase_cache_free(TablebaseCache *cache);

/* The result of a position. Captures are searched, since positions with captures are not stored. WDL_NONE when it has
 * more than tablebase_pieces(), or a table is missing or damaged. */
Wdl tablebase_probe_wdl(TablebaseCache *cache, const Position *p);

/* The same with the plies, if they are known. */
TablebaseValue tablebase_probe(TablebaseCache *cache, const Position *p);

#endif
