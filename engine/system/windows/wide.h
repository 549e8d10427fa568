/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of files and words of the command line: UTF-8 in the engine, wide characters in Windows, whose other functions
 * know the characters of one language only. The command line, and the folders that the environment names, are converted
 * before main() begins. */
#ifndef BUSHKA_SYSTEM_WINDOWS_WIDE_H
#define BUSHKA_SYSTEM_WINDOWS_WIDE_H

#include <wchar.h>

/* A text in wide characters, to be freed; NULL with the reason in errno: ENOMEM, or EILSEQ for what is not UTF-8. */
wchar_t *wide_of(const char *text);

/* A text in UTF-8, to be freed; NULL when memory runs out. */
char *wide_to_utf8(const wchar_t *wide);

/* The number that errno has for an error of the system (GetLastError()). */
int wide_errno(unsigned long error);

#endif
