/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "game_file.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILE_MODE = 0666, ROUND_SIZE = 48 };

GameOutcome game_file_outcome(const PdnGame *g, const Fixture *f)
{
    GameOutcome outcome = {.fixture = *f, .result = g->result, .termination = g->termination, .plies = g->game.plies};
    const Fault fault = fault_of_termination(g->termination);
    if (fault != FAULT_NONE) {
        outcome.tallies[g->result == GAME_WHITE_WINS ? BLACK : WHITE].faults[fault]++;
    }
    return outcome;
}

/* Refuses a record that is not the game of the schedule. */
static ErrorCode compare(const MatchConfig *c, const Fixture *f, const Opening *o, const PdnGame *g, Error *e)
{
    const Game *const game = &g->game;
    char round[ROUND_SIZE];
    snprintf(round, sizeof round, "%" PRIu64 ".%d", f->pair + 1, f->game + 1);
    const char *const expected[] = {round, c->engines[f->white].name, c->engines[f->black].name};
    const PdnTag tags[] = {PDN_ROUND, PDN_WHITE, PDN_BLACK};
    for (size_t i = 0; i < sizeof tags / sizeof tags[0]; i++) {
        if (strcmp(g->tag[tags[i]], expected[i]) != 0) {
            return error_set(e, ERROR_SYNTAX, "its %s is \"%s\" instead of \"%s\"",
                             i == 0   ? "Round"
                             : i == 1 ? "White"
                                      : "Black",
                             g->tag[tags[i]], expected[i]);
        }
    }
    if (g->result == GAME_ONGOING) {
        return error_set(e, ERROR_SYNTAX, "it is not finished");
    }
    bool same = game->positions[0].variant == o->start.variant && position_equal(&game->positions[0], &o->start) &&
                game->plies >= (size_t)o->plies;
    for (int i = 0; same && i < o->plies; i++) {
        same = move_equal(game->moves[i], o->moves[i]);
    }
    return same ? error_clear(e) : error_set(e, ERROR_SYNTAX, "it has another opening");
}

/* Adds the games of the file to the standing; *end is where the last good one ends. */
static ErrorCode read_games(const MatchConfig *c, const Openings *o, Standing *s, uint64_t *end, Error *e)
{
    PdnReader *const reader = pdn_reader_open(c->pdn_file, e);
    const uint64_t total = schedule_count(&c->schedule);
    PdnGame game;
    PdnRead read;
    Error why;
    if (reader == NULL) {
        return e->code;
    }
    while ((read = pdn_reader_next(reader, &game, e)) == PDN_READ_GAME) {
        if (s->games == total) {
            error_set(e, ERROR_SYNTAX, "%s is not of this match: it holds more than its %" PRIu64 " games", c->pdn_file,
                      total);
        } else {
            const Fixture f = schedule_at(&c->schedule, s->games);
            const Opening opening = openings_at(o, f.opening + c->openings.start - 1);
            if (compare(c, &f, &opening, &game, &why) != ERROR_NONE) {
                error_set(e, ERROR_SYNTAX, "%s is not of this match: game %" PRIu64 ": %s", c->pdn_file, s->games + 1,
                          why.text);
            } else {
                const GameOutcome outcome = game_file_outcome(&game, &f);
                standing_add(s, &outcome);
            }
        }
        pdn_game_free(&game);
        if (e->code != ERROR_NONE) {
            break;
        }
    }
    *end = pdn_reader_offset(reader);
    if (read == PDN_READ_ERROR && pdn_reader_truncated(reader)) {
        fprintf(stderr, "%s; this game is cut off and played again\n", e->text);
        error_clear(e);
    }
    pdn_reader_close(reader);
    return e->code;
}

/* Keeps other runners away from the file as long as this one has it. */
static bool lock(int file)
{
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    return fcntl(file, F_SETLK, &whole) == 0;
}

static int fail(int file)
{
    close(file);
    return -1;
}

int game_file_open(const MatchConfig *c, const Openings *o, Standing *s, Error *e)
{
    const char *const path = c->pdn_file;
    struct stat info;
    const int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, FILE_MODE);
    if (file < 0 || fstat(file, &info) != 0) {
        error_set(e, ERROR_SYNTAX, "cannot open %s: %s", path, strerror(errno));
        return file < 0 ? -1 : fail(file);
    }
    if (!S_ISREG(info.st_mode)) {
        return file; /* a pipe or a terminal has nothing to lose */
    }
    if (!lock(file)) {
        error_set(e, ERROR_SYNTAX, "%s is in use by another match", path);
        return fail(file);
    }
    uint64_t end = 0;
    if (c->resume) {
        /* The reader opens the file itself, and closing that gives up the lock: it is taken again. */
        if (read_games(c, o, s, &end, e) != ERROR_NONE) {
            return fail(file);
        }
        if (!lock(file)) {
            error_set(e, ERROR_SYNTAX, "%s is in use by another match", path);
            return fail(file);
        }
    } else if (info.st_size > 0) {
        error_set(e, ERROR_SYNTAX, "%s holds games already: -resume goes on with them, or remove the file", path);
        return fail(file);
    }
    if (ftruncate(file, (off_t)end) != 0 || lseek(file, (off_t)end, SEEK_SET) < 0) {
        error_set(e, ERROR_SYNTAX, "cannot continue %s: %s", path, strerror(errno));
        return fail(file);
    }
    return file;
}

bool game_file_append(int file, const char *text, size_t length)
{
    while (length > 0) {
        const ssize_t n = write(file, text, length);
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n <= 0) {
            return false;
        }
        text += n;
        length -= (size_t)n;
    }
    return true;
}
