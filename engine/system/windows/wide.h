/* SPDX-License-Identifier: GPL-3.0-or-later */
/* File names and arguments: UTF-8 in the engine, wide characters in Windows, whose other functions know one code page
 * only. The command line, and the environment variables that name directories, are converted before main() begins. */
#ifndef BUSHKA_SYSTEM_WINDOWS_WIDE_H
#define BUSHKA_SYSTEM_WINDOWS_WIDE_H

#include <wchar.h>

/* Converts UTF-8 to wide characters, which the caller frees. NULL with the reason in errno: ENOMEM, or EILSEQ for text
 * that is not UTF-8. */
wchar_t *wide_of(const char *text);

/* Converts to UTF-8, which the caller frees. NULL when memory runs out. */
char *wide_to_utf8(const wchar_t *wide);

/* The errno value for an error of the system (GetLastError()). */
int wide_errno(unsigned long error);

#endif
