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

/* Cuts the file off behind this number of bytes, and goes there. Returns false with the reason in errno. */
bool file_cut(FILE *stream, int64_t size);

/* Opens the regular file, a new one where there is none, for reading and writing by this process alone, as far as the
 * system has locks. NULL with the error: where another process has it, that it is in use by `another`. */
FILE *file_open_alone(const char *path, const char *another, Error *e);

/* A file to be written whole or not at all: it is written beside its destination, under a separate name that ends in
 * ".part", and takes the destination's place once everything is there. Until then what stood there stays. A zeroed one
 * is none. One thread at a time. */
typedef struct AtomicFile {
    FILE *stream; /* to be written to, not to be closed; NULL: none */
    char *path;   /* the destination, behind symbolic links */
    char *beside; /* what is being written */
} AtomicFile;

/* Begins to write the file `path`, as a new file with the permissions that the umask leaves, or with those of the file
 * that it will replace. To be called before the work whose result is written, since it refuses, with ERROR_SYNTAX and
 * the reason:
 * - a destination that cannot be written, or that is a directory, a FIFO or anything else but a regular file, or whose
 *   name leaves no room for that of the file beside it;
 * - a file that holds something else: unless it is empty, it must begin with the text `begins`. NULL: any will do.
 * ERROR_MEMORY when memory runs out. *f is zeroed then. Otherwise end it with atomic_file_commit() or
 * atomic_file_abort(). A process that is killed leaves its file behind, the destination's name with
 * ".PROCESS-NUMBER.part". Others do not take it away: a lock that says that its writer lives would end before the file
 * is in its place. */
ErrorCode atomic_file_begin(AtomicFile *f, const char *path, const char *begins, Error *e);

/* ERROR_NONE when a file can be written there now, else the errors of atomic_file_begin(). What is there stays. */
ErrorCode atomic_file_check(const char *path, const char *begins, Error *e);

/* Puts the file in its place. ERROR_SYNTAX "PATH: WHY" when anything could not be written; the destination is as it was
 * then. *f is zeroed in any case. A file of up to 16 MiB is on the disk before it replaces the other; the system
 * writes a larger one when it likes, since that may take seconds. */
ErrorCode atomic_file_commit(AtomicFile *f, Error *e);

/* Removes what was written, and zeroes *f. Nothing happens when it is zeroed already. */
void atomic_file_abort(AtomicFile *f);

/* The steps that differ between systems, for file.c. Those that return bool, a descriptor or a pointer fail with the
 * reason in errno. */

/* What is known of a file by its name. */
typedef struct FileLook {
    unsigned mode; /* st_mode */
    int64_t size;
} FileLook;

/* How a file is opened by its name: for reading; for reading and writing, if it is there or also as a new one; or as a
 * new one for writing, EEXIST when the name is taken. */
typedef enum FileAccess { FILE_READ, FILE_SHARE, FILE_SHARE_OR_NEW, FILE_NEW } FileAccess;

/* Looks at what has that name, or stands behind a link of that name. */
bool file_look(const char *path, FileLook *look);

/* Opens what has that name without waiting; a descriptor, or -1. */
int file_descriptor(const char *path, FileAccess access);

/* Makes a directory; EEXIST when the name is taken. */
bool file_new_directory(const char *path);

/* True for a symbolic link, where it leads to something or nowhere. */
bool file_is_link(const char *path);

/* True when the user may write to the existing file. */
bool file_is_writable(const char *path);

/* Where an existing file really is, behind symbolic links where the system lets everybody make them. To be freed by the
 * caller. */
char *file_real_path(const char *path);

/* Gives an open file those permissions (of st_mode), where the system has them and lets it. */
void file_permit(int file, unsigned mode);

/* Waits until what was written is on the disk. */
bool file_sync(FILE *stream);

/* Puts one file in the place of another. */
bool file_replace(const char *from, const char *to);

#endif
