/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "match/match_game.h"

#include <stdio.h>

#include "core/fen.h"
#include "core/notation.h"
#include "core/notation_parse.h"
#include "match/game_tags.h"

Color match_game_side(const MatchGame *g)
{
    return game_position(&g->record.game)->side;
}

/* Writes the position line: the position after the last irreversible move, and the moves since then, so that the engine
 * sees repetitions. */
static void set_position(MatchGame *g)
{
    const Game *const game = &g->record.game;
    const size_t first = game_irreversible_plies(game);
    const Position *const p = &game->positions[first];
    const Position usual = position_start(p->variant);
    g->command.length = 0;
    if (first == 0 && position_equal(p, &usual)) {
        text_add(&g->command, "position startpos");
    } else {
        char fen[FEN_SIZE];
        text_add(&g->command, "position fen ");
        text_add_bytes(&g->command, fen, (size_t)fen_print(p, fen));
    }
    for (size_t i = first; i < game->plies; i++) {
        char move[NOTATION_SIZE];
        notation_print(&game->positions[i], game->moves[i], NOTATION_COORDINATE, move);
        text_add(&g->command, "%s %s", i == first ? " moves" : "", move);
    }
    g->position_length = g->command.length;
}

bool match_game_play(MatchGame *g, Move m, const PdnMoveInfo *info)
{
    if (pdn_game_play(&g->record, m, info) != ERROR_NONE) {
        g->failed = true;
        return false;
    }
    set_position(g);
    g->failed = g->failed || g->command.failed;
    return !g->failed;
}

ErrorCode match_game_begin(MatchGame *g, const MatchConfig *config, const Fixture *fixture, const Opening *opening,
                           TablebaseCache *cache)
{
    static const PdnMoveInfo BOOK = {.book = true};
    *g = (MatchGame){.config = config, .fixture = *fixture, .cache = cache};
    if (pdn_game_init(&g->record, &opening->start) != ERROR_NONE) {
        return ERROR_MEMORY;
    }
    text_init(&g->command);
    set_position(g);
    g->clocks[WHITE] = match_clock_new(&config->engines[fixture->white]);
    g->clocks[BLACK] = match_clock_new(&config->engines[fixture->black]);
    for (int i = 0; i < opening->plies; i++) {
        match_game_play(g, opening->moves[i], &BOOK);
    }
    if (game_tags_begin(&g->record, config, fixture, opening) != ERROR_NONE || g->failed) {
        match_game_free(g);
        return ERROR_MEMORY;
    }
    return ERROR_NONE;
}

void match_game_free(MatchGame *g)
{
    pdn_game_free(&g->record);
    text_free(&g->command);
}

const char *match_game_command(MatchGame *g, Nanoseconds now)
{
    g->command.length = g->position_length;
    text_add(&g->command, "\ngo");
    match_clock_print(g->clocks, match_game_side(g), &g->command);
    text_add(&g->command, "\n");
    g->failed = g->failed || g->command.failed;
    g->search_info = (MatchSearchInfo){.has_line = false};
    g->go_sent = now;
    g->waited = 0;
    return g->command.data;
}

enum { SCORE_LIMIT = 1000000, TIME_LIMIT = 1000000000 };

/* Takes the next word as a number; false if it is not one within the bounds. */
static bool take_number(Words *words, int64_t min, int64_t max, int64_t *n)
{
    Word word;
    return words_next(words, &word) && word_number(word, min, max, n);
}

static void take_score(MatchGame *g, Words *words)
{
    Word kind;
    int64_t n;
    if (!words_next(words, &kind)) {
        return;
    }
    const bool mate = word_is(kind, "mate");
    if ((mate || word_is(kind, "cp")) && take_number(words, -SCORE_LIMIT, SCORE_LIMIT, &n)) {
        g->search_info.info.has_score = true;
        g->search_info.info.mate = mate;
        g->search_info.info.score = (int)n;
    }
}

/* Replays the rest of the words as moves. */
static void take_pv(MatchGame *g, Words *words)
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
            tally->illegal_lines += g->search_info.has_illegal_line ? 0 : 1;
            g->search_info.has_illegal_line = true;
            if (g->illegal_line[0] == '\0') {
                snprintf(g->illegal_line, sizeof g->illegal_line, "illegal line, ply %d: %.180s", ply + 1, e.text);
            }
            break;
        }
        p = position_after(&p, m);
    }
    if (!g->search_info.has_line && (ply > 0 || word.length > 0)) {
        g->search_info.has_line = true;
        tally->lines++;
    }
}

void match_game_info(MatchGame *g, Words words)
{
    const int depth = g->search_info.info.depth;
    Word word;
    int64_t n;
    while (words_next(&words, &word)) {
        if (word_is(word, "string")) {
            return;
        }
        if (word_is(word, "currmove")) {
            g->search_info.info.depth = depth; /* the depth of this line is that of an unfinished iteration */
            return;
        }
        if (word_is(word, "multipv")) {
            if (take_number(&words, 1, SCORE_LIMIT, &n) && n != 1) {
                /* Only the best line counts as the engine's opinion; the others must be legal too. */
                while (words_next(&words, &word) && !word_is(word, "pv")) {
                }
                take_pv(g, &words);
                return;
            }
        } else if (word_is(word, "depth")) {
            if (take_number(&words, 0, PDN_DEPTH_MAX, &n)) {
                g->search_info.info.depth = (int)n;
            }
        } else if (word_is(word, "score")) {
            take_score(g, &words);
        } else if (word_is(word, "time")) {
            if (take_number(&words, 0, TIME_LIMIT, &n)) {
                g->search_info.info.time_ms = n;
                g->search_info.info.has_time = true;
            }
        } else if (word_is(word, "pv")) {
            take_pv(g, &words);
            return;
        }
    }
}
