/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The value of a tag that holds a list of settings: "cmd=bushka; option.Hash=16". A ';' or a '\' in a value has a '\'
 * before it, and a byte that is not printable ASCII is written "\x1b". A list that does not fit into a tag ends with
 * "#" and a checksum of the whole, so that different lists remain different. */
#ifndef BUSHKA_MATCH_TAG_LIST_H
#define BUSHKA_MATCH_TAG_LIST_H

#include "games/pdn.h"
#include "system/text.h"

/* Appends a key, which has no ';' and no '=', and its value. */
void tag_list_add(Text *list, const char *key, const char *value);
void tag_list_add_number(Text *list, const char *key, int64_t number);

/* Copies the list to the value of a tag, and frees it. Returns false if memory ran out while it was made. */
bool tag_list_value(Text *list, char value[PDN_TEXT_SIZE]);

/* The number of that key; false when there is none, or when it is not a whole number from min to max. */
bool tag_list_number(const char *value, const char *key, int64_t min, int64_t max, int64_t *number);

/* True if the lists differ; `text` then names the first key that does: "option.Hash was 16, is 64". */
bool tag_list_differ(const char *was, const char *is, char text[ERROR_TEXT]);

#endif
