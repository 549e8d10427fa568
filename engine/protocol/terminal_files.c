/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "protocol/terminal_files.h"
#include "protocol/terminal_search.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/fen.h"
#include "protocol/game_text.h"
#include "system/atomic_file.h"
#include "system/clock.h"
#include "system/regular_file.h"
#include "system/version.h"

enum { NAME_SIZE = 64, READ_SIZE = 65536 };

/* Larger files are not read. */
#define FILE_SIZE_MAX ((size_t)256 << 20)

/* Where home begins. */
static const char HOME[] = "~/";

/* The rest of the line as a path, without the blanks around it. A refusal is shown. */
static bool take_path(TerminalSession *s, Words arguments, Text *path)
{
    Words rest = arguments;
    Word first = {.text = "", .length = 0};
    Word last = {.text = "", .length = 0};
    const char *const home = getenv("HOME");
    words_peek(&rest, &first);
    while (words_next(&rest, &last)) {
        arguments.end = last.text + last.length;
    }
    if (first.length >= strlen(HOME) && memcmp(first.text, HOME, strlen(HOME)) == 0 && home != NULL) {
        text_add(path, "%s/", home);
        first.text += strlen(HOME);
    }
    text_add_bytes(path, first.text, (size_t)(arguments.end - first.text));
    if (path->failed || memchr(path->data, '\0', path->length) != NULL) {
        session_say(s, path->failed ? "not enough memory for the command" : "no file has a zero byte in its name");
        return false;
    }
    return true;
}

/* Cuts the number of a game off the words, if it is the last of several. Returns 1 where there is none. */
static int take_number(Words *arguments)
{
    Words rest = *arguments;
    Word word;
    int64_t number = 1;
    words_next(&rest, &word);
    while (words_next(&rest, &word)) {
        const bool last = !words_peek(&rest, &(Word){.text = NULL});
        if (last && word_number(word, 1, INT_MAX, &number)) {
            arguments->end = word.text;
        }
    }
    return (int)number;
}

/* Reads a file whole. */
static ErrorCode read_file(const char *path, Text *content, Error *e)
{
    char data[READ_SIZE];
    FILE *const file = regular_file_stream(path, e);
    if (file == NULL) {
        return e->code;
    }
    size_t count = 0;
    while (content->length <= FILE_SIZE_MAX && !content->failed && (count = fread(data, 1, sizeof data, file)) > 0) {
        text_add_bytes(content, data, count);
    }
    const bool broken = ferror(file) != 0;
    fclose(file);
    if (broken || content->failed || content->length > FILE_SIZE_MAX) {
        return error_set(e, broken ? ERROR_SYNTAX : ERROR_MEMORY, "%s: %s", path,
                         broken ? "it cannot be read" : "it is too large");
    }
    return error_clear(e);
}

/* Refuses to replace a file that holds more than the one game it was given: somebody has added others. */
static ErrorCode check_replaced(const char *path, Error *e)
{
    Text content;
    Game game;
    GameTextFound found = {.count = 0};
    Error unread;
    text_init(&content);
    error_clear(e);
    if (read_file(path, &content, &unread) == ERROR_NONE &&
        game_text_read(path, content.data, content.length, 1, &game, &found, &unread) == ERROR_NONE) {
        game_free(&game);
    }
    if (found.count > 1) {
        error_set(e, ERROR_SYNTAX, "%s holds several games; choose another name", path);
    }
    text_free(&content);
    return e->code;
}

static void write_game(const TerminalSession *s, Text *t, Error *e)
{
    char name[NAME_SIZE];
    char date[CLOCK_DATE_SIZE];
    const int level = options_number(s->engine->options, OPTION_SKILL);
    clock_date(date);
    snprintf(name, sizeof name, "%s %s, level %d", BUSHKA_NAME, BUSHKA_VERSION, level);
    GameTextNames names = {.player = {"?", "?"}, .date = date};
    for (int c = WHITE; c <= BLACK && (s->plays[WHITE] || s->plays[BLACK]); c++) {
        names.player[c] = s->plays[c] ? name : "Human";
    }
    game_text_write(t, &s->engine->game, &names, e);
    if (t->failed) {
        error_set(e, ERROR_MEMORY, "not enough memory for the game");
    }
}

/* Writes the text to the file. */
static ErrorCode put_file(const char *path, const Text *t, Error *e)
{
    AtomicFile file;
    if (check_replaced(path, e) != ERROR_NONE || atomic_file_begin(&file, path, GAME_TEXT_BEGINS, e) != ERROR_NONE) {
        return e->code;
    }
    fwrite(t->data, 1, t->length, file.stream); /* a failure is remembered until the commit */
    return atomic_file_commit(&file, e);
}

void terminal_save(TerminalSession *s, Words arguments)
{
    Text path, text;
    Word word;
    Error e;
    if (!words_peek(&arguments, &word)) {
        session_say(s, "save needs the name of a file");
        return;
    }
    text_init(&path);
    text_init(&text);
    if (take_path(s, arguments, &path)) {
        write_game(s, &text, &e);
        if (e.code == ERROR_NONE && put_file(path.data, &text, &e) == ERROR_NONE) {
            session_say(s, "The game is saved in %s.", path.data);
        } else {
            session_say(s, "%s", e.text);
        }
    }
    text_free(&text);
    text_free(&path);
}

/* Makes the game the engine's. Refusals are shown. */
static bool set_up(TerminalSession *s, const Game *g)
{
    const Variant *const v = g->positions[0].variant;
    char fen[FEN_SIZE];
    Text variant, position;
    Error why;
    text_init(&variant);
    text_init(&position);
    fen_print(&g->positions[0], fen);
    text_add(&variant, "setoption name %s value %s", OPTION_VARIANT, v->name);
    text_add(&position, "position fen %s moves", fen);
    for (size_t i = 0; i < g->plies; i++) {
        char move[NOTATION_SIZE];
        notation_print(&g->positions[i], g->moves[i], NOTATION_COORDINATE, move);
        text_add(&position, " %s", move);
    }
    const bool done =
        (v == engine_variant(s->engine) || session_execute(s, &variant, &why)) && session_execute(s, &position, &why);
    if (!done) {
        session_say(s, "%s", why.text);
    }
    text_free(&position);
    text_free(&variant);
    return done;
}

/* Shows what was loaded. */
static void say_loaded(TerminalSession *s, const char *path, int number, const GameTextFound *found)
{
    const size_t plies = s->engine->game.plies;
    session_changed(s);
    session_say(s, "Game %d of %d in %s: %zu moves%s%s.", number, found->count, path, plies,
                found->result == GAME_ONGOING ? "" : ", it ended ",
                found->result == GAME_ONGOING ? "" : game_result_text(found->result));
}

/* Reads a game and makes it the engine's; what comes of it is shown. */
static void load(TerminalSession *s, const char *path, int number)
{
    Text content;
    Error e;
    Game game;
    GameTextFound found;
    text_init(&content);
    if (read_file(path, &content, &e) != ERROR_NONE ||
        game_text_read(path, content.data, content.length, number, &game, &found, &e) != ERROR_NONE) {
        session_say(s, "%s", e.text);
    } else {
        if (session_settle(s, "load") && set_up(s, &game)) {
            say_loaded(s, path, number, &found);
        }
        game_free(&game);
    }
    text_free(&content);
}

void terminal_load(TerminalSession *s, Words arguments)
{
    Text path;
    Word word;
    if (!words_peek(&arguments, &word)) {
        session_say(s, "load needs the name of a file, and the number of a game where it holds several");
        return;
    }
    text_init(&path);
    const int number = take_number(&arguments);
    if (take_path(s, arguments, &path)) {
        load(s, path.data, number);
    }
    text_free(&path);
}
