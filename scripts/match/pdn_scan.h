/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lower half of the game file reader: bytes, tags and comments as they stand in the text. Private to
 * pdn_reader.c and pdn_scan.c. Functions that return false have filled *e with "FILE:LINE: reason". */
#ifndef BUSHKA_MATCH_PDN_SCAN_H
#define BUSHKA_MATCH_PDN_SCAN_H

#include "match/pdn.h"

/* Room for the file's name in messages. */
enum { PDN_FILE_SIZE = 256 };

/* Names of the tags with free text. */
extern const char *const PDN_TAG_NAMES[PDN_TAG_COUNT];

/* Where the reader stands. */
struct PdnReader {
    FILE *stream;
    bool owned;
    bool truncated;
    char name[PDN_FILE_SIZE];
    unsigned long line; /* of the next byte, from 1 */
    uint64_t offset;    /* bytes taken */
    uint64_t end;       /* offset after the last good game */
};

/* The tags of the game being read. */
typedef struct PdnTags {
    bool seen[PDN_TAG_COUNT];
    char text[PDN_TAG_COUNT][PDN_TEXT_SIZE];
    /* Those with a meaning of their own; empty where missing. */
    char result[PDN_TEXT_SIZE];
    char variant[PDN_TEXT_SIZE];
    char setup[PDN_TEXT_SIZE];
    char fen[PDN_TEXT_SIZE];
    char plies[PDN_TEXT_SIZE];
    char termination[PDN_TEXT_SIZE];
} PdnTags;

/* Fills *e with "FILE:LINE: message" and returns false. */
__attribute__((format(printf, 4, 5))) bool pdn_refuse(const PdnReader *r, unsigned long line, Error *e,
                                                      const char *format, ...);

/* Refuses the file because it ends (or cannot be read on) inside a game; where completes "the file ends ...". */
bool pdn_refuse_end(PdnReader *r, Error *e, const char *where);

/* The next byte, or EOF; pdn_peek() does not take it. */
int pdn_take(PdnReader *r);
int pdn_peek(PdnReader *r);

/* True for a blank, a tab and the ends of lines. */
static inline bool pdn_is_space(int c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* Takes all spaces that follow. */
void pdn_skip_space(PdnReader *r);

/* Reads all tags up to the movetext, which must follow. */
bool pdn_read_tags(PdnReader *r, PdnTags *t, Error *e);

/* Reads a comment with its opening brace; ends of lines become blanks. */
bool pdn_read_comment(PdnReader *r, char text[PDN_TEXT_SIZE], Error *e);

/* Room for a comment's figures and a NUL. */
enum { PDN_COMMENT_SIZE = 64 };

/* Longest time of one move, in ms. */
#define PDN_TIME_MAX INT64_C(999999999999)

/* Reads the figures of a comment, without braces: "+0.12/9 0.105s", "book", or nothing where there are none; false when
 * the text is anything else. */
bool pdn_comment_parse(const char *text, PdnMoveInfo *info);

#endif
