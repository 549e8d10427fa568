/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes solved classes (store.h) to the files of tablebases, and reads them back. */
#ifndef BUSHKA_ENDINGS_STORE_FILE_H
#define BUSHKA_ENDINGS_STORE_FILE_H

#include "endings/store.h"
#include "system/thread.h"
#include "tables/table_file.h"

/* Writes a class to the file `path`; BLOCK_PLIES only if the class has plies. The bytes depend on the class alone.
 * Errors: those of atomic_file_begin() and atomic_file_commit(); ERROR_MEMORY; ERROR_INTERRUPTED when the pool is
 * stopped. */
ErrorCode store_file_write(const StoreClass *c, BlockKind kind, const char *path, ThreadPool *pool, Error *e);

/* Adds the class in that file to the store. Errors: those of table_file_open(), ERROR_SYNTAX also for a damaged block;
 * ERROR_MEMORY; ERROR_INTERRUPTED when the pool is stopped. */
ErrorCode store_file_read(Store *s, TableClass c, BlockKind kind, const char *path, ThreadPool *pool, Error *e);

#endif
