/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lines that a search writes. */
#ifndef BUSHKA_PROTOCOL_REPORT_H
#define BUSHKA_PROTOCOL_REPORT_H

#include "core/notation.h"
#include "search/search.h"
#include "system/text.h"

/* Appends "cp N" or "mate N" (moves to the mate, negative when the mover loses). */
void report_score(Text *t, Score score);

/* Appends the line "info depth ... pv ..." of a search from that position. */
void report_info(Text *t, const Position *root, NotationStyle style, const SearchInfo *info);

/* Appends the line "info depth D currmove M currmovenumber N". */
void report_current(Text *t, const Position *root, NotationStyle style, const SearchCurrent *current);

/* Appends the line "bestmove M", with "ponder M" where there is a reply, or "bestmove (none)". */
void report_result(Text *t, const Position *root, NotationStyle style, const SearchResult *result);

#endif
