/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of files and folders. */
#ifndef BUSHKA_SYSTEM_PATH_H
#define BUSHKA_SYSTEM_PATH_H

#include <stdbool.h>
#include <stdint.h>

#include "core/error.h"

/* What stands between the folders of a list: ':', but ';' where paths hold colons (Windows). */
char path_list_separator(void);

/* True when something of that name is there, or behind a link of that name. */
bool path_exists(const char *path);

/* The size of a file, in bytes; -1 when it is not there. */
int64_t path_size(const char *path);

/* Removes a file, if it is there. */
void path_remove(const char *path);

/* True when that is a folder. */
bool path_is_folder(const char *path);

/* Makes a folder, unless it is there. ERROR_SYNTAX with the reason when it is not there afterwards. */
ErrorCode path_make_folder(const char *path, Error *e);

#endif
