/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "match/game_file.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "games/pdn_read.h"
#include "games/pdn_write.h"
#include "match/game_tags.h"
#include "system/descriptor.h"
#include "system/file.h"
#include "system/text.h"

/* Refuses a file that is not empty where the match is not resumed. */
static void refuse_content(int file, const char *path, Error *e)
{
    char begin[sizeof PDN_BEGIN - 1];
    const bool is_game = file_read_at(file, 0, begin, sizeof begin) && memcmp(begin, PDN_BEGIN, sizeof begin) == 0;
    error_set(e, ERROR_SYNTAX,
              is_game ? "%s holds games already: -resume continues their match, or remove the file"
                      : "%s is not a game file; refusing to overwrite it",
              path);
}

FILE *game_file_open(const MatchConfig *c, Error *e)
{
    const char *const path = c->pdn_file;
    FILE *const stream = file_open_locked(path, "another match", e);
    if (stream != NULL && file_length(fileno(stream)) > 0 && !c->resume) {
        refuse_content(fileno(stream), path, e);
        fclose(stream);
        return NULL;
    }
    return stream;
}

ErrorCode game_file_append(FILE *file, const char *text, size_t length, Error *e)
{
    const int descriptor = fileno(file);
    const off_t begin = lseek(descriptor, 0, SEEK_END);
    if (descriptor_write(descriptor, text, length)) {
        return error_clear(e);
    }
    const int reason = errno;
    /* If that fails too, readers report the last game as cut off. */
    const bool cut = begin >= 0 && ftruncate(descriptor, begin) == 0;
    return error_set(e, ERROR_SYNTAX, "the game file cannot be written: %s%s", strerror(reason),
                     cut ? "" : "; its last game is cut off");
}

/* Refuses a record that is not the game of the schedule, or was played under other settings. */
static ErrorCode compare_games(const PdnGame *expected, const PdnGame *g, Error *e)
{
    static const PdnTag TAGS[] = {PDN_ROUND, PDN_WHITE, PDN_BLACK};
    char text[ERROR_TEXT];
    for (size_t i = 0; i < sizeof TAGS / sizeof TAGS[0]; i++) {
        if (strcmp(g->tag[TAGS[i]], expected->tag[TAGS[i]]) != 0) {
            return error_set(e, ERROR_SYNTAX, "its %s is \"%s\" instead of \"%s\"", PDN_TAG_NAMES[TAGS[i]],
                             g->tag[TAGS[i]], expected->tag[TAGS[i]]);
        }
    }
    if (g->result == GAME_ONGOING) {
        return error_set(e, ERROR_SYNTAX, "it is not finished");
    }
    const MatchTags was_match = game_tags_match(g), is_match = game_tags_match(expected);
    bool differs = game_tags_match_differs(&was_match, &is_match, text);
    for (int side = 0; side < COLOR_COUNT && !differs; side++) {
        const EngineTags was = game_tags_engine(g, (Color)side), is = game_tags_engine(expected, (Color)side);
        differs = game_tags_engine_differs(&was, &is, text);
    }
    return differs ? error_set(e, ERROR_SYNTAX, "%s", text) : error_clear(e);
}

/* Refuses a record with another opening. */
static ErrorCode compare_opening(const Opening *o, const PdnGame *g, Error *e)
{
    const Game *const game = &g->game;
    bool same = position_equal(&game->positions[0], &o->start) && game->plies >= (size_t)o->plies;
    for (int i = 0; same && i < o->plies; i++) {
        same = move_equal(game->moves[i], o->moves[i]);
    }
    return same ? error_clear(e) : error_set(e, ERROR_SYNTAX, "it has another opening");
}

/* Compares the record with the game of the schedule; *outcome is what it adds to the standing. */
static ErrorCode check_game(const MatchConfig *c, const Openings *o, const Fixture *f, const PdnGame *g,
                            GameOutcome *outcome, Error *e)
{
    const Opening opening = openings_at(o, f->opening + c->openings.start - 1);
    PdnGame expected;
    if (pdn_game_init(&expected, &opening.start) != ERROR_NONE) {
        return error_set(e, ERROR_MEMORY, "not enough memory");
    }
    ErrorCode code = game_tags_begin(&expected, c, f, &opening);
    if (code != ERROR_NONE) {
        error_set(e, code, "not enough memory");
    } else {
        code = compare_games(&expected, g, e);
    }
    pdn_game_free(&expected);
    code = code == ERROR_NONE ? compare_opening(&opening, g, e) : code;
    return code == ERROR_NONE ? game_tags_outcome(g, f, outcome, e) : code;
}

/* Adds the next game to the standing. */
static ErrorCode take_game(const MatchConfig *c, const Openings *o, const PdnGame *g, Standing *s, Error *e)
{
    const uint64_t total = schedule_count(&c->schedule);
    if (s->games == total) {
        return error_set(e, ERROR_SYNTAX, "%s is not part of this match: it holds more than its %" PRIu64 " game%s",
                         c->pdn_file, total, text_plural(total));
    }
    const Fixture f = schedule_at(&c->schedule, s->games);
    GameOutcome outcome;
    Error why;
    if (check_game(c, o, &f, g, &outcome, &why) != ERROR_NONE) {
        return error_set(e, ERROR_SYNTAX, "%s is not part of this match: game %" PRIu64 ": %s", c->pdn_file,
                         s->games + 1, why.text);
    }
    standing_add(s, &outcome);
    return error_clear(e);
}

/* True if what follows `end` may be the beginning of a game of this match, whose first line is its Event tag, so that
 * it may be cut off. */
static bool may_be_cut(FILE *file, const MatchConfig *c, int64_t end)
{
    PdnGame g;
    Text line;
    char rest[TEXT_LOCAL];
    text_init(&line);
    pdn_set_tag(&g, PDN_EVENT, c->event);
    pdn_write_tag(&line, PDN_EVENT, g.tag[PDN_EVENT]);
    const int64_t left = file_length(fileno(file)) - end;
    const size_t length = left < (int64_t)line.length ? (size_t)left : line.length;
    const bool same = length <= sizeof rest && file_read_at(fileno(file), (uint64_t)end, rest, length) &&
                      memcmp(rest, line.data, length) == 0;
    text_free(&line);
    return same;
}

/* Adds the games of the file to the standing; *end is the end of the last complete one. */
static ErrorCode read_games(FILE *file, const MatchConfig *c, const Openings *o, Standing *s, int64_t *end, Error *e)
{
    const char *const path = c->pdn_file;
    PdnReader *const reader = pdn_reader_stream(file, path, PDN_STRICT, e);
    PdnReadStatus read = PDN_READ_GAME;
    PdnGame game;
    if (reader == NULL) {
        return e->code;
    }
    error_clear(e);
    while (e->code == ERROR_NONE && (read = pdn_reader_next(reader, &game, e)) == PDN_READ_GAME) {
        take_game(c, o, &game, s, e);
        pdn_game_free(&game);
    }
    *end = (int64_t)pdn_reader_offset(reader);
    if (read == PDN_READ_ERROR && pdn_reader_truncated(reader) && may_be_cut(file, c, *end)) {
        fprintf(stderr, "%s; this game is cut off and played again\n", e->text);
        error_clear(e);
    } else if (read == PDN_READ_END && *end == 0 && file_length(fileno(file)) > 0) {
        error_set(e, ERROR_SYNTAX, "%s is not a game file; refusing to overwrite it", path);
    }
    pdn_reader_close(reader);
    return e->code;
}

ErrorCode game_file_resume(FILE *file, const MatchConfig *c, const Openings *o, Standing *s, Error *e)
{
    int64_t end = 0;
    if (read_games(file, c, o, s, &end, e) == ERROR_NONE && !file_truncate(file, end)) {
        error_set(e, ERROR_SYNTAX, "cannot continue %s: %s", c->pdn_file, strerror(errno));
    }
    return e->code;
}
