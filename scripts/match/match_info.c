/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The info lines of an engine: score, depth, time, and the line of play. */
#include <string.h>

#include "core/notation.h"
#include "match/match_game.h"
#include "system/words.h"

enum { SCORE_LIMIT = 1000000, TIME_LIMIT = 1000000000 };

/* Takes the next word as a number; false when it is none. */
static bool take_number(Words *words, int64_t limit, int64_t *n)
{
    Word word;
    return words_next(words, &word) && word_number(word, -limit, limit, n);
}

static void take_score(MatchGame *g, Words *words)
{
    Word kind;
    int64_t n;
    if (!words_next(words, &kind)) {
        return;
    }
    const bool forced = word_is(kind, "mate");
    if ((forced || word_is(kind, "cp")) && take_number(words, SCORE_LIMIT, &n)) {
        g->said.has_score = true;
        g->said.forced = forced;
        g->said.score = (int)n;
    }
}

/* Replays the rest of the words as moves. */
static void take_line_of_play(MatchGame *g, Words *words)
{
    const Color side = match_game_side(g);
    Tally *const tally = &g->tallies[side];
    Position p = *game_position(&g->record.game);
    Word word;
    Error e;
    int ply = 0;
    for (; words_next(words, &word); ply++) {
        Move m;
        const ErrorCode code = notation_parse(&p, word.text, word.length, &m, &e);
        if (code == ERROR_MEMORY) {
            g->failed = true;
            return;
        }
        if (code != ERROR_NONE) {
            tally->illegal_lines += g->said.has_illegal_line ? 0 : 1;
            g->said.has_illegal_line = true;
            if (g->first_illegal_line[0] == '\0') {
                snprintf(g->first_illegal_line, sizeof g->first_illegal_line, "illegal line, ply %d: %.180s", ply + 1,
                         e.text);
                g->illegal_line_side = side;
            }
            break;
        }
        p = position_after(&p, m);
    }
    if (!g->said.has_line && (ply > 0 || word.length > 0)) {
        g->said.has_line = true;
        tally->lines++;
    }
}

void match_game_info(MatchGame *g, const char *text, size_t length)
{
    Words words = words_of(text, length);
    const int depth = g->said.depth;
    Word word;
    int64_t n;
    while (words_next(&words, &word)) {
        if (word_is(word, "string")) {
            return;
        }
        if (word_is(word, "currmove")) {
            g->said.depth = depth; /* that of an iteration without a score yet */
            return;
        }
        if (word_is(word, "multipv")) {
            if (take_number(&words, SCORE_LIMIT, &n) && n != 1) {
                /* Only the best line counts as the engine's opinion; the others must be legal too. */
                while (words_next(&words, &word) && !word_is(word, "pv")) {
                }
                take_line_of_play(g, &words);
                return;
            }
        } else if (word_is(word, "depth")) {
            if (take_number(&words, PDN_DEPTH_MAX, &n)) {
                g->said.depth = (int)n;
            }
        } else if (word_is(word, "score")) {
            take_score(g, &words);
        } else if (word_is(word, "time")) {
            if (take_number(&words, TIME_LIMIT, &n)) {
                g->said.time_ms = n;
                g->said.has_time = true;
            }
        } else if (word_is(word, "pv")) {
            take_line_of_play(g, &words);
            return;
        }
    }
}
