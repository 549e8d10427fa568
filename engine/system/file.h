/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files and their names. Only regular files are opened: opening or reading a FIFO, a terminal or another device could
 * last for ever. Errors are ERROR_SYNTAX (ERROR_MEMORY where memory ran out) with "PATH: WHY" or "PATH is a FIFO, not a
 * regular file". */
#ifndef BUSHKA_SYSTEM_FILE_H
#define BUSHKA_SYSTEM_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "core/error.h"

/* What stands between the directories of a list: ':', but ';' where paths hold colons (Windows). */
char file_list_separator(void);

/* True when something of that name is there, or behind a link of that name. */
bool file_exists(const char *path);

/* The size of a file, in bytes; -1 when it is not there. */
int64_t file_size(const char *path);

/* True when both names lead to one file that exists (links of either kind included). */
bool file_same(const char *a, const char *b);

/* Removes a file, if it is there. */
void file_remove(const char *path);

bool file_is_directory(const char *path);

/* Makes a directory, unless it is there. */
ErrorCode file_make_directory(const char *path, Error *e);

/* Opens a regular file, or what a symbolic link to one leads to, for reading. Returns a descriptor for
 * file_close(); or -1 with the error. Never waits, and neither does reading: O_NONBLOCK stays set, which disk files
 * ignore, for the few of /proc that would wait. */
int file_open(const char *path, Error *e);

/* The same as a stream, which the caller closes; NULL for -1. */
FILE *file_stream(const char *path, Error *e);

/* Closes what file_open() or file_share() opened, which gives its locks back; where the system keeps locks by process,
 * all that the process has of the file. */
void file_close(int file);

/* The size of what an open stream reads or writes, in bytes; -1 where it is not known. */
int64_t file_stream_size(FILE *stream);

/* ERROR_NONE when a regular file begins with that text; else that it holds something else and is not replaced, or why
 * it cannot be read. */
ErrorCode file_begins(const char *path, const char *begins, Error *e);

/* The error about a file of a mode (st_mode) that is not a regular one; ERROR_NONE for a regular file. */
ErrorCode file_check_regular(const char *path, unsigned mode, Error *e);

/* The size of an open file, in bytes; -1 where it is not known. */
int64_t file_length(int file);

/* Reads that many bytes, from that position on; any number of threads may do so. Returns false when they cannot be read
 * or are not all there. */
bool file_read_at(int file, uint64_t position, void *bytes, size_t size);

/* Opens a regular file that several processes may write to, for reading and writing; with `create` a new one where
 * there is none. Returns a descriptor for file_close(); or -1 with the error. */
int file_share(const char *path, bool create, Error *e);

/* Locks bytes for this process alone, all from `begin` on where `length` is 0; without waiting. Others can read and
 * write the file all the same. Returns false when another process has one of them; true, too, where there are no locks.
 */
bool file_lock(int file, int64_t begin, int64_t length);

/* A stream to read and write what is open, which closes it with itself; NULL with the reason in errno. */
FILE *file_share_stream(int file);

/* Cuts the file off behind this number of bytes, and goes there. Returns false with the reason in errno. */
bool file_cut(FILE *stream, int64_t size);

/* The steps of replacing a file (atomic_file.h). */

/* Looks whether a regular file of that name can be written, and begins with `begins` (NULL: with anything) unless it is
 * empty. *mode is its permissions; -1 when there is no such file, or the system has none. e must not be NULL. */
ErrorCode file_check_target(const char *path, const char *begins, int *mode, Error *e);

/* Where an existing file really is, behind symbolic links where the system lets everybody make them. To be freed by the
 * caller; NULL with the reason in errno. */
char *file_real_path(const char *path);

/* Makes a new file, with permissions unless mode is -1, and opens it for writing. NULL with the reason in errno: EEXIST
 * when the name is taken. */
FILE *file_create(const char *path, int mode);

/* Waits until what was written is on the disk. Returns false with the reason in errno. */
bool file_sync(FILE *stream);

/* Puts one file in the place of another. Returns false with the reason in errno. */
bool file_replace(const char *from, const char *to);

#endif
