/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Temporary directories for tests, and files in them. What cannot be made or read fails the test. */
#ifndef BUSHKA_SUPPORT_PLACE_H
#define BUSHKA_SUPPORT_PLACE_H

#include <stddef.h>

#include "support/test.h"

enum { PLACE_SIZE = 128 };

typedef struct Place {
    char path[PLACE_SIZE];
} Place;

/* The path of a file in a place. */
typedef struct FilePath {
    char text[2 * PLACE_SIZE];
} FilePath;

/* Makes a new directory; removes it with everything in it. */
Place place_make(void);
void place_remove(const Place *p);

/* For a suite in which each test has a new directory, `place`. */
extern const TestFixture WITH_PLACE;
extern Place place;

/* The path of a file of that name, which need not exist. */
FilePath in(const Place *p, const char *name);

/* Copies a text, with the directory instead of each '@'. */
void place_text(const Place *p, const char *text, char *copy, size_t size);

/* Fails the test unless `place` holds these files and no others: names in order, a space after each. */
void expect_files(const char *names);

/* Waits until the file of that name in `place` exists and is not empty. */
void wait_for_file(const char *name);

/* The content of a file and a NUL after it; the caller frees it. */
unsigned char *content(const char *path, size_t *size);

/* The text of the file of that name in `place`, "" when there is none; the caller frees it. */
char *text_of(const char *name);

/* Writes a file with that content. */
void set_content(const char *path, const unsigned char *data, size_t size);
void set_text(const char *path, const char *text);

/* Fails the test unless the files of those names in `place` are equal, and not empty. */
void expect_same_files(const char *a, const char *b);

/* Fails the test unless the file holds just that text, or contains it among others. */
void expect_text(const char *path, const char *text);
void expect_part(const char *path, const char *part);

#endif
