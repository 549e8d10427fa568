/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "terminal/game_files.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/fen.h"
#include "core/notation.h"
#include "games/pdn_read.h"
#include "games/pdn_write.h"
#include "protocol/options.h"
#include "system/clock.h"
#include "system/file.h"
#include "system/version.h"
#include "terminal/opponent.h"

enum { NAME_SIZE = 64 };

/* The tag Event of a saved game, and the text that its file therefore begins with. */
#define EVENT "Bushka Engine"
static const char FILE_BEGIN[] = PDN_BEGIN EVENT "\"]\n";

/* How a saved game names the engine's strength, before its number. */
static const char ELO[] = "Elo";
static const char LEVEL[] = "level";

/* The prefix that stands for the home directory. */
static const char HOME[] = "~/";

/* Appends the rest of the line as a path, without the blanks around it. A refusal is shown. */
static bool take_path(Session *s, Words arguments, Text *path)
{
    const Word name = words_rest(&arguments);
    const char *const home = getenv("HOME");
    const bool at_home = home != NULL && name.length >= strlen(HOME) && memcmp(name.text, HOME, strlen(HOME)) == 0;
    const size_t cut = at_home ? strlen(HOME) : 0;
    if (at_home) {
        text_add(path, "%s/", home);
    }
    text_add_bytes(path, name.text + cut, name.length - cut);
    if (path->failed || memchr(path->data, '\0', path->length) != NULL) {
        session_print(s, path->failed ? "not enough memory for the command" : "no file has a zero byte in its name");
        return false;
    }
    return true;
}

/* Removes the number of a game from the end of several words, and returns it; 1 when there is none. */
static int take_number(Words *arguments)
{
    Words rest = *arguments;
    Word word;
    int64_t number = 1;
    words_next(&rest, &word);
    while (words_next(&rest, &word)) {
        const bool last = words_rest(&rest).length == 0;
        if (last && word_number(word, 1, INT_MAX, &number)) {
            arguments->end = word.text;
        }
    }
    return (int)number;
}

/* Reads the game of that number, from 1 on, from a file, and counts the games in it; the first that cannot be read
 * counts as the last. Returns true with *game for the caller to free, even if there are errors in later games. */
static bool read_game(const char *path, int number, PdnGame *game, int *count, Error *e)
{
    bool found = false;
    *count = 0;
    PdnReader *const reader = pdn_reader_open(path, PDN_LENIENT, e);
    if (reader == NULL) {
        return false;
    }
    PdnReadStatus read = PDN_READ_GAME;
    while (read == PDN_READ_GAME) {
        const bool wanted = *count + 1 == number;
        read = pdn_reader_next(reader, wanted ? game : NULL, e);
        *count += read != PDN_READ_END ? 1 : 0;
        found = found || (wanted && read == PDN_READ_GAME);
    }
    pdn_reader_close(reader);
    if (!found && *count == 0) {
        error_set(e, ERROR_SYNTAX, "%s: there is no game in it", path);
    } else if (!found && read == PDN_READ_END) {
        error_set(e, ERROR_SYNTAX, "%s: there is no game %d, but %d in all", path, number, *count);
    }
    return found;
}

/* Appends the contents of a file to an empty text; nothing if they cannot be read to the end. */
static void take_file(Text *text, const char *path)
{
    FILE *const file = file_open_stream(path, NULL);
    if (file == NULL) {
        return;
    }
    for (int c; (c = getc(file)) != EOF;) {
        text_add_bytes(text, &(char){(char)c}, 1);
    }
    if (text->failed || ferror(file)) {
        text_free(text);
    }
    fclose(file);
}

/* True when the file holds exactly that text, which is not empty. */
static bool contents_equal(const char *path, const Text *text)
{
    Text all;
    text_init(&all);
    take_file(&all, path);
    const bool same = all.length == text->length && memcmp(all.data, text->data, all.length) == 0;
    text_free(&all);
    return same;
}

/* True when the file is byte for byte one game as write_game() writes it, with nothing added. */
static bool is_as_saved(const char *path)
{
    PdnGame game;
    Text text;
    Error e;
    PdnReader *const reader = pdn_reader_open(path, PDN_STRICT, &e);
    if (reader == NULL) {
        return false;
    }
    text_init(&text);
    bool same = pdn_reader_next(reader, &game, &e) == PDN_READ_GAME;
    pdn_reader_close(reader);
    if (same) {
        same = pdn_write(&game, &text) == ERROR_NONE && contents_equal(path, &text);
        pdn_game_free(&game);
    }
    text_free(&text);
    return same;
}

/* The places for the kept game, in order. On Windows system/windows/wide.c converts the variables. */
static const struct {
    const char *variable; /* of the environment: a folder, */
    const char *below;    /* what is below it, */
    bool made;            /* and whether the folder itself may be created */
} PLACES[] = {
    {"XDG_STATE_HOME", "/bushka", true},
    {"HOME", "/.local/state/bushka", false},
    {"LOCALAPPDATA", "/bushka", false}, /* on Windows */
};

/* Creates the folders of a path that end at the slashes from `from` on. */
static ErrorCode make_folders(char *path, size_t from, Error *e)
{
    ErrorCode code = error_clear(e);
    for (char *slash = path + from; code == ERROR_NONE && (slash = strchr(slash, '/')) != NULL; slash++) {
        *slash = '\0';
        code = file_make_directory(path, e);
        *slash = '/';
    }
    return code;
}

/* Appends the path of the kept game, and with `make` creates its folders. */
static ErrorCode find_kept(Text *path, bool make, Error *e)
{
    for (size_t i = 0; i < sizeof PLACES / sizeof PLACES[0]; i++) {
        const char *const folder = getenv(PLACES[i].variable);
        const bool drive = file_list_separator() != ':' && folder != NULL && strchr(folder, ':') != NULL;
        if (folder == NULL || (folder[0] != '/' && !drive)) {
            continue; /* not set, or relative */
        }
        text_add(path, "%s%s/game.pdn", folder, PLACES[i].below);
        if (path->failed) {
            return error_set(e, ERROR_MEMORY, "not enough memory for the game");
        }
        return make ? make_folders(path->data, strlen(folder) + (PLACES[i].made ? 0 : 1), e) : error_clear(e);
    }
    return error_set(e, ERROR_SYNTAX, "HOME is not set");
}

/* Appends the engine's game as the text of a file. */
static ErrorCode write_game(const Session *s, Text *t, Error *e)
{
    char name[NAME_SIZE];
    char date[CLOCK_DATE_SIZE];
    PdnGame record;
    if (pdn_game_of(&record, &s->engine->game, e) != ERROR_NONE) {
        return e->code;
    }
    clock_date(date);
    const bool limited = options_number(s->engine, "UCI_LimitStrength") != 0;
    const bool *const sides = s->plays[WHITE] || s->plays[BLACK] ? s->plays : s->stopped;
    snprintf(name, sizeof name, "%s %s, %s %d", BUSHKA_NAME, BUSHKA_VERSION, limited ? ELO : LEVEL,
             options_number(s->engine, limited ? "UCI_Elo" : "Skill Level"));
    pdn_set_tag(&record, PDN_EVENT, EVENT);
    pdn_set_tag(&record, PDN_DATE, date);
    for (int c = WHITE; c <= BLACK && (sides[WHITE] || sides[BLACK]); c++) {
        pdn_set_tag(&record, c == WHITE ? PDN_WHITE : PDN_BLACK, sides[c] ? name : "Human");
    }
    if (record.result == GAME_ONGOING && opponent_result(s) != GAME_ONGOING) {
        record.result = opponent_result(s);
        record.termination = record.result == GAME_DRAW ? PDN_AGREEMENT : PDN_ADJUDICATED_WIN;
        pdn_set_remark(&record, opponent_result_text(s));
    }
    if (pdn_write(&record, t) != ERROR_NONE) {
        error_set(e, ERROR_MEMORY, "not enough memory for the game");
    }
    pdn_game_free(&record);
    return e->code;
}

/* Writes the text to a file, which may hold a game; with `careful`, only one exactly as it was saved. */
static ErrorCode put_file(const char *path, const Text *t, bool careful, Error *e)
{
    AtomicFile file;
    if (atomic_file_begin(&file, path, FILE_BEGIN, e) != ERROR_NONE) {
        return e->code;
    }
    if (careful && file_size(path) > 0 && !is_as_saved(path)) {
        atomic_file_abort(&file);
        return error_set(e, ERROR_SYNTAX, "%s holds more than a game that save has written; choose another name", path);
    }
    fwrite(t->data, 1, t->length, file.stream); /* the commit reports a failure */
    return atomic_file_commit(&file, e);
}

/* True when the kept game is still this one: another program may have replaced it. */
static bool is_kept(const Session *s, const char *path)
{
    return s->kept.length > 0 && contents_equal(path, &s->kept);
}

/* Removes the kept game if it is this one; but not the file at `saved` (NULL: none). */
static void remove_kept(Session *s, const char *saved)
{
    Text path;
    text_init(&path);
    if (find_kept(&path, false, NULL) == ERROR_NONE && is_kept(s, path.data) &&
        (saved == NULL || !file_is_same(path.data, saved))) {
        file_remove(path.data);
    }
    text_free(&s->kept);
    text_free(&path);
}

void game_files_save(Session *s, Words arguments)
{
    Text path, text;
    Error e;
    if (words_rest(&arguments).length == 0) {
        session_print(s, "save needs the name of a file");
        return;
    }
    text_init(&path);
    text_init(&text);
    if (take_path(s, arguments, &path) && session_allows(s, "save")) {
        if (write_game(s, &text, &e) == ERROR_NONE && put_file(path.data, &text, true, &e) == ERROR_NONE) {
            session_print(s, "The game is saved in %s.", path.data);
            s->unsaved = false;
            remove_kept(s, path.data);
        } else {
            session_print(s, "%s", e.text);
        }
    }
    text_free(&text);
    text_free(&path);
}

/* Makes a game from that file the engine's. Refusals are shown. */
static bool set_up(Session *s, const Game *g, const char *path)
{
    const Variant *const v = g->positions[0].variant;
    char fen[FEN_SIZE];
    PreviousGame previous;
    Text position;
    game_files_record(s, &previous);
    previous.loaded = path;
    text_init(&position);
    fen_print(&g->positions[0], fen);
    text_add(&position, "position fen %s moves", fen);
    for (size_t i = 0; i < g->plies; i++) {
        char move[NOTATION_SIZE];
        notation_print(&g->positions[i], g->moves[i], NOTATION_COORDINATE, move);
        text_add(&position, " %s", move);
    }
    if (position.failed) {
        session_print(s, "not enough memory for the command");
    }
    const bool done =
        !position.failed &&
        (v == state_variant(s->engine) || session_command(s, "setoption name UCI_Variant value %s", v->name)) &&
        session_command(s, "%s", position.data);
    game_files_keep(s, &previous, done);
    text_free(&position);
    return done;
}

/* Reads a game from a file and makes it the engine's. The result or a refusal is shown. */
static void load(Session *s, const char *path, int number)
{
    Error e;
    PdnGame record;
    int count;
    if (!read_game(path, number, &record, &count, &e)) {
        session_print(s, "%s", e.text);
        return;
    }
    if (session_make_idle(s, "load") && set_up(s, &record.game, path)) {
        opponent_stop_playing_both(s);
        if (record.termination == PDN_ADJUDICATED_WIN || record.termination == PDN_AGREEMENT) {
            opponent_end(s, record.result);
        }
        opponent_changed(s);
        session_print(s, "Game %d of %d in %s: %zu move%s%s%s.", number, count, path, record.game.plies,
                      text_plural(record.game.plies), record.result == GAME_ONGOING ? "" : ", it ended ",
                      record.result == GAME_ONGOING ? "" : game_result_text(record.result));
    }
    pdn_game_free(&record);
}

/* Takes the path, and the number of a game at its end, unless a file has the whole as its name. A refusal is shown. */
static bool take_game(Session *s, Words arguments, Text *path, int *number)
{
    *number = 1;
    if (!take_path(s, arguments, path)) {
        return false;
    }
    if (file_exists(path->data)) {
        return true;
    }
    *number = take_number(&arguments);
    text_free(path);
    return take_path(s, arguments, path);
}

void game_files_load(Session *s, Words arguments)
{
    Text path;
    int number;
    if (words_rest(&arguments).length == 0) {
        session_print(s, "load needs the name of a file, and the number of a game where it holds several");
        return;
    }
    text_init(&path);
    if (take_game(s, arguments, &path, &number)) {
        load(s, path.data, number);
    }
    text_free(&path);
}

/* The number of moves of the game in that file; 0 when there is none, or it cannot be read. */
static size_t count_kept_moves(const char *path)
{
    PdnGame record;
    Error e;
    int count;
    size_t moves = 0;
    if (read_game(path, 1, &record, &count, &e)) {
        moves = record.game.plies;
        pdn_game_free(&record);
    }
    return moves;
}

void game_files_report_kept(Session *s)
{
    Text path;
    text_init(&path);
    if (find_kept(&path, false, NULL) == ERROR_NONE) {
        const size_t moves = count_kept_moves(path.data);
        if (moves > 0) {
            session_print(s, "A game of %zu move%s is kept: continue resumes it.", moves, text_plural(moves));
        }
    }
    text_free(&path);
}

/* Sets the engine's strength to the one after its name in a record. */
static void take_strength(Session *s, const char *name)
{
    const char *const comma = strrchr(name, ',');
    Words words = words_of(comma != NULL ? comma + 1 : name, comma != NULL ? strlen(comma + 1) : 0);
    Word what, number;
    words_next(&words, &what);
    words_next(&words, &number);
    const bool limited = word_is(what, ELO);
    if (limited || word_is(what, LEVEL)) {
        session_command(s, "setoption name UCI_LimitStrength value %s", limited ? "true" : "false");
        session_command(s, "setoption name %s value %s", limited ? "UCI_Elo" : "Skill Level", WORD_SHOWN(number));
    }
}

/* Lets the engine play the side and at the strength that it has in a record it wrote. */
static void take_sides(Session *s, const PdnGame *record)
{
    for (int c = WHITE; c <= BLACK; c++) {
        const char *const name = record->tag[c == WHITE ? PDN_WHITE : PDN_BLACK];
        s->plays[c] = strncmp(name, BUSHKA_NAME, strlen(BUSHKA_NAME)) == 0;
        if (s->plays[c]) {
            take_strength(s, name);
        }
    }
    if (s->plays[WHITE] && s->plays[BLACK]) {
        s->plays[WHITE] = s->plays[BLACK] = false;
    }
    s->look.turned = s->plays[WHITE];
}

void game_files_continue(Session *s)
{
    Text path;
    PdnGame record;
    Error e;
    int count;
    text_init(&path);
    if (find_kept(&path, false, NULL) != ERROR_NONE || !file_exists(path.data)) {
        session_print(s, "No game is kept.");
    } else if (!read_game(path.data, 1, &record, &count, &e)) {
        session_print(s, "%s", e.text);
    } else {
        if (session_make_idle(s, "continue") && set_up(s, &record.game, path.data)) {
            s->moved = s->unsaved = true;
            take_file(&s->kept, path.data);
            take_sides(s, &record);
            opponent_print_sides(s);
            opponent_changed(s);
        }
        pdn_game_free(&record);
    }
    text_free(&path);
}

/* Writes the game to that file. Returns false with the reason in g->why. */
static bool write_previous(PreviousGame *g, const char *path)
{
    const bool put = put_file(path, &g->text, false, &g->why) == ERROR_NONE;
    g->overwrote = put && g->loaded != NULL && file_is_same(path, g->loaded);
    return put;
}

/* Writes the game to a file beside the longer one that is kept. */
static void keep_beside(Session *s, PreviousGame *g, const char *path, size_t longer)
{
    Text beside;
    text_init(&beside);
    text_add(&beside, "%.*s-2.pdn", (int)(strlen(path) - strlen(".pdn")), path);
    const size_t older = beside.failed ? 0 : count_kept_moves(beside.data);
    if (beside.failed) {
        error_set(&g->why, ERROR_MEMORY, "not enough memory for the game");
    } else if (write_previous(g, beside.data)) {
        session_print(s, "A longer game of %zu moves is already kept; load %s resumes this one.", longer, beside.data);
        if (older > 0) {
            session_print(s, "It replaces one of %zu move%s there.", older, text_plural(older));
        }
    }
    text_free(&beside);
}

/* Writes the game to the file of the kept one or, if that is longer, beside it. A failure is left in g->why. */
static void keep(Session *s, PreviousGame *g, const char *path)
{
    const size_t older = is_kept(s, path) ? 0 : count_kept_moves(path);
    if (older > g->moves) {
        keep_beside(s, g, path, older);
        return;
    }
    if (!write_previous(g, path)) {
        return;
    }
    if (older > 0) {
        session_print(s, "The game is kept, instead of one of %zu move%s; continue resumes it.", older,
                      text_plural(older));
    } else {
        session_print(s, "The game is kept; continue resumes it.");
    }
}

void game_files_record(const Session *s, PreviousGame *g)
{
    g->moves = s->unsaved && opponent_result(s) == GAME_ONGOING ? s->engine->game.plies : 0;
    g->loaded = NULL;
    g->overwrote = false;
    text_init(&g->text);
    if (g->moves > 0) {
        write_game(s, &g->text, &g->why);
    }
}

void game_files_keep(Session *s, PreviousGame *g, bool left)
{
    const bool wanted = left && g->moves > 0;
    Text path;
    text_init(&path);
    if (wanted && g->why.code == ERROR_NONE && find_kept(&path, true, &g->why) == ERROR_NONE) {
        keep(s, g, path.data);
    }
    if (wanted && g->why.code != ERROR_NONE) {
        session_print(s, "The game is not kept: %s", g->why.text);
    }
    if (left) {
        s->end.result = GAME_ONGOING; /* also when it is the same game */
        s->moved = s->unsaved = g->overwrote;
        memset(s->stopped, 0, sizeof s->stopped);
        text_free(&s->kept);
    }
    text_free(&path);
    text_free(&g->text);
}

void game_files_update(Session *s)
{
    if (s->kept.length == 0 || !session_is_stable(s)) {
        return;
    }
    if (opponent_result(s) != GAME_ONGOING) {
        remove_kept(s, NULL);
    } else if (s->engine->game.plies == 0) {
        text_free(&s->kept); /* another game has begun, which is unrelated to the kept one */
    }
}
