/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Solved classes (store.h) written to the files of tablebases, and read back. */
#ifndef BUSHKA_ENDINGS_STORE_FILE_H
#define BUSHKA_ENDINGS_STORE_FILE_H

#include "endings/store.h"
#include "system/thread.h"
#include "tables/table_file.h"

/* Writes the file `path` of a class; plies only of one that has them. The bytes depend on the class alone. Errors:
 * those of atomic_file_begin() and atomic_file_commit(); ERROR_MEMORY; ERROR_INTERRUPTED when the pool is stopped. */
ErrorCode store_file_write(const StoreClass *c, BlockKind kind, const char *path, ThreadPool *pool, Error *e);

/* Adds the class of that file to the store, with the errors of table_file_open(), also where a block is damaged;
 * ERROR_INTERRUPTED when the pool is stopped. */
ErrorCode store_file_read(Store *s, TableClass c, BlockKind kind, const char *path, ThreadPool *pool, Error *e);

#endif
