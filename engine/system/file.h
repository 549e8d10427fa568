/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files and their names. Only regular files are opened: opening or reading a FIFO, a terminal or another device could
 * block forever. Errors are ERROR_SYNTAX (ERROR_MEMORY when memory runs out) with "PATH: WHY" or "PATH is a FIFO, not a
 * regular file". */
#ifndef BUSHKA_SYSTEM_FILE_H
#define BUSHKA_SYSTEM_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "core/error.h"

/* The separator in a list of directories: ':', or ';' where paths contain colons (Windows). */
char file_list_separator(void);

/* True when something with that name exists. Symbolic links are followed. */
bool file_exists(const char *path);

/* The size of a file, in bytes; -1 when it does not exist. */
int64_t file_size(const char *path);

/* True when both names lead to the same existing file, by hard or symbolic links too. */
bool file_is_same(const char *a, const char *b);

/* Removes a file if it exists. */
void file_remove(const char *path);

bool file_is_directory(const char *path);

/* Creates a directory unless it exists. */
ErrorCode file_make_directory(const char *path, Error *e);

/* Opens a regular file for reading; symbolic links are followed. Returns a descriptor for file_close(), or -1 with the
 * error. Neither this nor reading blocks: O_NONBLOCK stays set, which matters only for a few files of /proc. */
int file_open(const char *path, Error *e);

/* The same as a stream, which the caller closes; NULL with the error. */
FILE *file_open_stream(const char *path, Error *e);

/* Closes what file_open() or file_open_shared() opened. This releases its locks, and where locks belong to the process
 * (POSIX), all that the process has on the file. */
void file_close(int file);

/* The size of an open file, in bytes; -1 when it is unknown. */
int64_t file_length(int file);

/* Reads `size` bytes at a position. Any number of threads may do so at once. Returns false when they cannot be read, or
 * the file ends before them. */
bool file_read_at(int file, uint64_t position, void *bytes, size_t size);

/* Opens a regular file for reading and writing, along with other processes; with `create`, creates it if it does not
 * exist. Returns a descriptor for file_close(), or -1 with the error. */
int file_open_shared(const char *path, bool create, Error *e);

/* Locks `length` bytes from `begin` on (0: up to any end) for this process, without waiting. The lock is advisory:
 * others can still read and write the bytes. Returns false when another process has locked one of them; true where
 * locks are not supported. */
bool file_lock(int file, int64_t begin, int64_t length);

/* Truncates the file to that size, and moves to its end. On failure returns false with the reason in errno. */
bool file_truncate(FILE *stream, int64_t size);

/* Opens a regular file for reading and writing, creates it if it does not exist, and locks it for this process where
 * locks are supported. NULL with the error; when another process has locked it: that it is in use by `another`. */
FILE *file_open_locked(const char *path, const char *another, Error *e);

/* A file that is written whole or not at all: it is written under a temporary name that ends in ".part", beside its
 * destination, and renamed once it is complete. Until then the old file stays. A zeroed one is inactive. One thread at
 * a time. */
typedef struct AtomicFile {
    FILE *stream;    /* write to it, but do not close it; NULL: inactive */
    char *path;      /* the destination, with symbolic links resolved */
    char *temporary; /* the temporary file */
} AtomicFile;

/* Begins to write the file `path`, with the permissions of the file that it will replace, or those that the umask
 * leaves to a new one. Call this before the work whose result is written, since it refuses, with ERROR_SYNTAX and the
 * reason:
 * - a destination that cannot be written, that is not a regular file, or whose name leaves no room for the temporary
 *   file's suffix;
 * - a file that holds something else: unless it is empty, it must begin with the text `magic` (NULL: any will do).
 * ERROR_MEMORY when memory runs out. After an error *f is zeroed; otherwise end it with atomic_file_commit() or
 * atomic_file_abort(). A process that is killed leaves its temporary file behind, PATH.PROCESS-NUMBER.part. No other
 * process removes it, since no lock could tell whether its writer still lives: it would be released before the file is
 * renamed. */
ErrorCode atomic_file_begin(AtomicFile *f, const char *path, const char *magic, Error *e);

/* ERROR_NONE when a file can be written there now, otherwise the errors of atomic_file_begin(). The old file stays. */
ErrorCode atomic_file_check(const char *path, const char *magic, Error *e);

/* Renames the complete file to its destination. ERROR_SYNTAX "PATH: WHY" when anything could not be written; the old
 * file is then unchanged. *f is zeroed in any case. A file of up to 16 MiB is synced to the disk before it is renamed;
 * a larger one is not, since that may take seconds. */
ErrorCode atomic_file_commit(AtomicFile *f, Error *e);

/* Removes the temporary file, and zeroes *f. Does nothing when it is zeroed already. */
void atomic_file_abort(AtomicFile *f);

/* The system-specific steps, for file.c. Those that return bool, a descriptor or a pointer fail with the reason in
 * errno. */

/* What file_stat() finds. */
typedef struct FileStat {
    unsigned mode; /* st_mode */
    int64_t size;
} FileStat;

/* How to open a file: for reading; for reading and writing, if it exists or creating it; or for writing a new file,
 * with EEXIST when the name is taken. */
typedef enum FileAccess { FILE_READ, FILE_READ_WRITE, FILE_READ_WRITE_CREATE, FILE_WRITE_NEW } FileAccess;

/* Looks up a name. Symbolic links are followed. */
bool file_stat(const char *path, FileStat *result);

/* Opens a file without blocking. Returns a descriptor, or -1. */
int file_open_descriptor(const char *path, FileAccess access);

/* Creates a directory; EEXIST when the name is taken. */
bool file_mkdir(const char *path);

/* True for a symbolic link, even one that leads nowhere. */
bool file_is_link(const char *path);

/* True when the user may write to the existing file. */
bool file_is_writable(const char *path);

/* The path of an existing file, with symbolic links resolved where all users can create them (not on Windows). The
 * caller frees it. */
char *file_real_path(const char *path);

/* Sets the permissions (of st_mode) of an open file, where the system has them and allows it. */
void file_set_permissions(int file, unsigned mode);

/* Waits until what was written is on the disk. */
bool file_sync(FILE *stream);

/* Renames a file, replacing any file of the new name. */
bool file_replace(const char *from, const char *to);

#endif
