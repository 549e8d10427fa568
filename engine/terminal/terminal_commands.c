/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "terminal/terminal_commands.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "core/fen.h"
#include "core/movegen.h"
#include "core/square.h"
#include "games/pdn.h"
#include "protocol/commands.h"
#include "protocol/options.h"
#include "system/clock.h"
#include "system/text.h"
#include "system/tty.h"
#include "terminal/game_files.h"
#include "terminal/opponent.h"

/* A command, and its help. */
typedef struct TerminalCommand {
    const char *name;
    const char *arguments;
    const char *brief;       /* what it does, for the list; NULL: another name for the listed command before it */
    const char *more;        /* more about it; NULL: nothing */
    void (*run)(Session *s); /* executes it; NULL for one that takes words, */
    void (*run_with)(Session *s, Words arguments); /* which are those after its name */
    bool reads;                                    /* refused, before run(), unless the engine's state can be read */
    bool in_game; /* the protocol has this name too: it is meant without words, after a board was shown */
} TerminalCommand;

/* The list of help fits a screen of 40 columns. */
enum { USAGE_WIDTH = 14, PAIR_WIDTH = 26 /* for two moves in a list */, COLUMNS_USUAL = 80 };

/* Refuses further words. Returns false if there are any. */
static bool no_more(Session *s, const char *command, Words arguments)
{
    Word word;
    if (words_next(&arguments, &word)) {
        session_print(s, "%s: unexpected argument \"%s\"", command, WORD_SHOWN(word));
        return false;
    }
    return true;
}

static void run_play(Session *s, Words arguments)
{
    static const struct {
        const char *name;
        bool plays[COLOR_COUNT];
    } choices[] = {{"white", {true, false}}, {"black", {false, true}}, {"both", {true, true}}, {"off", {false, false}}};
    Word word;
    if (!words_next(&arguments, &word)) {
        opponent_print_sides(s);
        return;
    }
    for (size_t i = 0; i < sizeof choices / sizeof choices[0]; i++) {
        if (word_is(word, choices[i].name)) {
            if (no_more(s, "play", arguments) && session_make_idle(s, "play")) {
                memcpy(s->plays, choices[i].plays, sizeof s->plays);
                memset(s->stopped, 0, sizeof s->stopped);
                s->look.turned = s->plays[WHITE] != s->plays[BLACK] ? s->plays[WHITE] : s->look.turned;
                opponent_print_sides(s);
                opponent_changed(s);
            }
            return;
        }
    }
    session_print(s, "play takes the side of the engine: white, black, both or off, not \"%s\"", WORD_SHOWN(word));
}

/* The board of that name; NULL when there is none. */
static const Variant *board_of(Word word)
{
    static const struct {
        const char *name;
        int variant;
    } boards[] = {{"10x10", 0}, {"bushka", 0}, {"9x11", 1}, {"bushka9x11", 1}};
    for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++) {
        if (word_is(word, boards[i].name)) {
            return variant_at(boards[i].variant);
        }
    }
    return NULL;
}

static void run_new(Session *s, Words arguments)
{
    Word word;
    const bool given = words_next(&arguments, &word);
    const Variant *const v = given ? board_of(word) : NULL;
    if (given && v == NULL) {
        session_print(s, "new takes a board: 10x10 or 9x11, not \"%s\"", WORD_SHOWN(word));
        return;
    }
    if (!no_more(s, "new", arguments) || !session_make_idle(s, "new")) {
        return;
    }
    PreviousGame previous;
    game_files_record(s, &previous);
    const bool done = (!given || v == state_variant(s->engine) ||
                       session_command(s, "setoption name UCI_Variant value %s", v->name)) &&
                      session_command(s, "ucinewgame") && session_command(s, "position startpos");
    game_files_keep(s, &previous, done);
    if (done) {
        opponent_stop_playing_both(s);
        opponent_changed(s);
    }
}

static void run_flip(Session *s)
{
    s->look.turned = !s->look.turned;
    session_show_board(s);
}

/* Shows how strong the engine plays. */
static void print_level(Session *s)
{
    const int level = options_number(s->engine, "Skill Level");
    if (options_number(s->engine, "UCI_LimitStrength") != 0) {
        session_print(s, "The engine plays at a rating of %d (UCI_Elo).", options_number(s->engine, "UCI_Elo"));
    } else if (level == STRENGTH_LEVEL_FULL) {
        session_print(s, "The engine plays at full strength (level %d).", level);
    } else {
        session_print(s, "The engine plays at level %d of %d, rated about %d.", level, STRENGTH_LEVEL_FULL,
                      strength_level(level)->elo);
    }
}

static void run_level(Session *s, Words arguments)
{
    Word word;
    Error why;
    int64_t level = 0;
    if (!words_next(&arguments, &word)) {
        if (session_allows(s, "level")) {
            print_level(s);
        }
    } else if (word_number_of("level", word, 0, STRENGTH_LEVEL_FULL, &level, &why) != ERROR_NONE) {
        session_print(s, "%s", why.text);
    } else if (no_more(s, "level", arguments) && session_make_idle(s, "level") &&
               session_command(s, "setoption name Skill Level value %d", (int)level) &&
               session_command(s, "setoption name UCI_LimitStrength value false")) {
        print_level(s);
    }
}

static void run_time(Session *s, Words arguments)
{
    Word word;
    int64_t ms = s->think_ms;
    if (words_next(&arguments, &word) &&
        (number_thousandths(word.text, word.length, OPPONENT_THINK_MAX, &ms) != word.length ||
         ms > OPPONENT_THINK_MAX)) {
        session_print(s, "time takes seconds from 0 to %d, such as 0.5, not \"%s\"", OPPONENT_THINK_MAX / MS_PER_S,
                      WORD_SHOWN(word));
    } else if (no_more(s, "time", arguments)) {
        s->think_ms = (int)ms;
        session_print(s, "The engine thinks for %g s about each of its moves.", (double)ms / MS_PER_S);
    }
}

/* Appends the moves in pairs, as in game files, with as many pairs on a line as it has room for. */
static void add_pairs(Text *t, const Game *g, int columns)
{
    int column = 0;
    size_t ply = 0;
    while (ply < g->plies) {
        char number[PDN_NUMBER_SIZE];
        char move[NOTATION_SIZE];
        Text pair;
        text_init(&pair);
        pdn_move_number(g, ply, number);
        text_add(&pair, "%s", number);
        do {
            notation_print(&g->positions[ply], g->moves[ply], NOTATION_FORMAL, move);
            text_add(&pair, " %s", move);
            ply++;
        } while (ply < g->plies && g->positions[ply].side == BLACK);
        const int next = (column + PAIR_WIDTH) / PAIR_WIDTH * PAIR_WIDTH;
        const bool fits = column == 0 || next + (int)pair.length <= columns;
        const int begin = column == 0 || !fits ? 0 : next;
        text_add(t, "%s%*s%s", fits ? "" : "\n", fits ? begin - column : 0, "", pair.data);
        column = begin + (int)pair.length;
        text_free(&pair);
    }
    text_add(t, "\n");
}

/* Shows the moves of the game so far, and its result. */
static void run_game(Session *s)
{
    const Game *const g = &s->engine->game;
    const Position usual = position_start(state_variant(s->engine));
    const int columns = tty_columns();
    char fen[FEN_SIZE];
    Text t;
    text_init(&t);
    if (!position_equal(&g->positions[0], &usual)) {
        fen_print(&g->positions[0], fen);
        text_add(&t, "The game began in %s\n", fen);
    }
    if (g->plies == 0) {
        text_add(&t, "No move has been played.\n");
    } else {
        add_pairs(&t, g, columns > 0 ? columns : COLUMNS_USUAL);
    }
    if (opponent_result(s) != GAME_ONGOING) {
        text_add(&t, "%s (%s)\n", game_result_text(opponent_result(s)), opponent_result_text(s));
    }
    session_show(s, &t);
    text_free(&t);
}

static void run_hint(Session *s)
{
    if (!session_make_idle(s, "hint")) {
        return;
    }
    if (opponent_result(s) != GAME_ONGOING) {
        session_print(s, "There is no hint: the game is over.");
    } else {
        opponent_hint(s);
    }
}

/* True when the players have ended the game, which the protocol does not know. */
static bool is_ended(const Session *s)
{
    return opponent_result(s) != game_result(&s->engine->game);
}

/* Takes back as many moves as asked. Without a number: a resignation or an agreed draw; otherwise, against the engine,
 * its answer and the move before. */
static void run_undo(Session *s, Words arguments)
{
    const Word asked = words_rest(&arguments);
    if (!session_make_idle(s, "undo")) {
        return;
    }
    if (asked.length == 0 && is_ended(s)) {
        s->end.result = GAME_ONGOING;
        opponent_changed(s);
        return;
    }
    const size_t plies = opponent_plies_to_undo(s);
    if (asked.length == 0 && plies == 0) {
        session_print(s, "There is no move of yours to take back.");
        return;
    }
    if (asked.length > 0 ? session_command(s, "undo %.*s", (int)asked.length, asked.text)
                         : session_command(s, "undo %zu", plies)) {
        opponent_stop_playing_both(s);
        session_show_board(s);
    }
}

static void run_continue(Session *s)
{
    if (s->unsaved && s->engine->game.plies > 0 && opponent_result(s) == GAME_ONGOING) {
        session_print(s, "continue would replace this game: save it first, or resign it.");
    } else {
        game_files_continue(s);
    }
}

static void run_quit(Session *s)
{
    session_line(s, "quit", strlen("quit"));
}

static void run_help(Session *s, Words arguments);

/* In the order of help. Other names follow the command. */
static const TerminalCommand COMMANDS[] = {
    {"play", "SIDE", "let the engine play it",
     "SIDE is white, black, both or off. After play black you are White, and the engine answers by itself.",
     .run_with = run_play},
    {"new", "[BOARD]", "begin a new game", "BOARD is 10x10 or 9x11, or else the one in use.", .run_with = run_new},
    {"undo", "", "take your last move back",
     "Against the engine its answer is taken back, too. undo N takes N moves back.", .run_with = run_undo},
    {"go", "", "let the engine move here",
     "It plays for the side to move. With more words, or before a board was drawn, it is the go of the protocol.",
     .run = opponent_go, .in_game = true},
    {"hint", "", "show a good move", "It is what the engine would play at full strength.", .run = run_hint},
    {"level", "[N]", "set how strong it plays", "N is 0 (weakest) to 20 (full strength).", .run_with = run_level},
    {"time", "[N]", "set its seconds for a move", "N is 0 to 3600, such as 0.5; 1 at first.", .run_with = run_time},
    {"game", "", "list the moves so far", NULL, .run = run_game, .reads = true},
    {"board", "", "draw the board", NULL, .run = opponent_show_board, .reads = true},
    {"flip", "", "turn the board round", NULL, .run = run_flip, .reads = true},
    {"resign", "", "give the game up", NULL, .run = opponent_resign},
    {"draw", "", "offer a draw", "The engine accepts or declines it.", .run = opponent_offer_draw},
    {"save", "FILE", "write the game to a file", "FILE is the rest of the line; ~/ is the folder that HOME names.",
     .run_with = game_files_save},
    {"load", "FILE [N]", "resume a game from a file", "N is the number of the game where the file has several.",
     .run_with = game_files_load},
    {"continue", "", "resume the kept game",
     "A game that is neither saved nor over is kept when another begins or the program ends; where a longer one is "
     "kept already, in game-2.pdn beside it.",
     .run = run_continue, .reads = true},
    {"quit", "", "end the program",
     "exit, q and Ctrl-D do so, too. Ctrl-C stops what runs and clears the line; a second one in a row ends the "
     "program.",
     .run = run_quit},
    {"exit", "", NULL, NULL, .run = run_quit},
    {"q", "", NULL, NULL, .run = run_quit},
    {"help", "[WORD]", "say more about a word", "help protocol lists the commands for programs.", .run_with = run_help},
};

enum { COMMAND_COUNT = sizeof COMMANDS / sizeof COMMANDS[0] };

/* The command of that name; NULL when there is none. */
static const TerminalCommand *find_command(Word name)
{
    for (int i = 0; i < COMMAND_COUNT; i++) {
        if (word_is(name, COMMANDS[i].name)) {
            return &COMMANDS[i];
        }
    }
    return NULL;
}

bool terminal_commands_has(Word name)
{
    const TerminalCommand *const c = find_command(name);
    LineMode mode;
    return c != NULL && c->brief != NULL && commands_find(name.text, name.length, &mode) == NULL;
}

bool terminal_commands_refuse(void *context, Word name, Error *why)
{
    (void)context;
    const bool known = terminal_commands_has(name);
    if (known) {
        error_set(why, ERROR_SYNTAX, "%s works only at a terminal: start bushka there, without a pipe",
                  WORD_SHOWN(name));
    }
    return known;
}

/* Appends the usage of a command, padded to that width. */
static void add_usage(Text *t, const TerminalCommand *c, int width)
{
    const int rest = width - (int)strlen(c->name) - 1;
    text_add(t, "%s %-*s", c->name, rest > 0 ? rest : 0, c->arguments);
}

/* Appends the list of commands for a player. */
static void add_list(Text *t)
{
    text_add(t, "Type a move as it is, such as f2f5, or\n");
    for (int i = 0; i < COMMAND_COUNT; i++) {
        if (COMMANDS[i].brief != NULL) {
            add_usage(t, &COMMANDS[i], USAGE_WIDTH);
            text_add(t, "%s\n", COMMANDS[i].brief);
        }
    }
    text_add(t, "help protocol lists all other commands.\n");
}

/* Appends the details about a word. Returns false when there is no such command. */
static bool add_details(Text *t, Word word)
{
    const TerminalCommand *c = find_command(word);
    if (word_is(word, "protocol")) {
        commands_list(t);
        return true;
    }
    if (c == NULL) {
        return commands_describe(t, word);
    }
    while (c->brief == NULL) {
        c--;
    }
    add_usage(t, c, 0);
    text_add(t, "\n    %s\n", c->brief);
    if (c->more != NULL) {
        text_add(t, "    %s\n", c->more);
    }
    return true;
}

static void run_help(Session *s, Words arguments)
{
    Text t;
    Word word;
    text_init(&t);
    if (!words_next(&arguments, &word)) {
        add_list(&t);
    } else if (!add_details(&t, word)) {
        text_add(&t, "There is no command \"%s\"; help lists them.\n", WORD_SHOWN(word));
    }
    session_show(s, &t);
    text_free(&t);
}

/* True for a word with a digit: it is meant as a move, since no command has one. */
static bool is_move(Word word)
{
    for (size_t i = 0; i < word.length; i++) {
        if (word.text[i] >= '0' && word.text[i] <= '9') {
            return true;
        }
    }
    return false;
}

static bool is_square(Word word)
{
    return word.length == SQUARE_NAME_SIZE - 1 && word.text[0] >= 'a' && word.text[0] <= 'z' && is_move(word);
}

/* The word without a move number such as "1." or "1..." at its beginning. */
static Word skip_move_number(Word word)
{
    int64_t number;
    const size_t digits = number_digits(word.text, word.length, INT_MAX, &number);
    size_t skipped = digits;
    while (skipped < word.length && word.text[skipped] == '.') {
        skipped++;
    }
    skipped = digits > 0 && skipped > digits ? skipped : 0;
    return (Word){word.text + skipped, word.length - skipped};
}

/* Appends the words, each after a space, without the numbers of a list of moves. Squares are joined: f2 f3 is one move.
 * Returns the number of moves. */
static int add_moves(Text *line, Words words)
{
    Word word;
    bool after_square = false;
    int count = 0;
    while (words_next(&words, &word)) {
        word = skip_move_number(word);
        if (word.length == 0) {
            continue;
        }
        const bool joined = after_square && is_square(word);
        text_add(line, joined ? "" : " ");
        text_add_bytes(line, word.text, word.length);
        after_square = is_square(word);
        count += joined ? 0 : 1;
    }
    return count;
}

/* Plays the moves that were typed. */
static void play_typed(Session *s, Words words)
{
    const bool against = s->plays[WHITE] || s->plays[BLACK];
    Text line;
    Error why;
    if (s->purpose == SEARCH_TO_PLAY) {
        opponent_print_thinking(s);
        return;
    }
    if (!session_make_idle(s, "The move")) {
        return;
    }
    if (is_ended(s)) {
        opponent_print_result(s);
        return;
    }
    text_init(&line);
    text_add(&line, "move");
    const int count = add_moves(&line, words);
    if (against && count > 1) {
        session_print(s, "One move at a time: the engine answers each.");
    } else if (!session_execute(s, &line, &why)) {
        const char *const single = "move 1: ";
        session_print(s, "%s",
                      why.text + (count == 1 && strncmp(why.text, single, strlen(single)) == 0 ? strlen(single) : 0));
    } else {
        s->moved = s->unsaved = true;
        opponent_changed(s);
    }
    text_free(&line);
}

/* True when the command sets the option that chooses the board. */
static bool sets_board(Word command, Words arguments)
{
    static const char BOARD[] = "UCI_Variant";
    Word name, option;
    char text[sizeof BOARD];
    return word_is(command, "setoption") && words_next(&arguments, &name) && word_is(name, "name") &&
           words_next(&arguments, &option) && word_copy(option, text, sizeof text) && equal_ignoring_case(text, BOARD);
}

/* Executes a command of the protocol that replaces the game. */
static void replace_game(Session *s, Word command, Words words)
{
    const Word whole = words_rest(&words);
    PreviousGame previous;
    Text line;
    Error why;
    if (!session_make_idle(s, word_is(command, "position") ? "position" : "setoption")) {
        return;
    }
    game_files_record(s, &previous);
    text_init(&line);
    text_add_bytes(&line, whole.text, whole.length);
    const bool done = session_execute(s, &line, &why);
    game_files_keep(s, &previous, done);
    if (done) {
        opponent_changed(s);
    } else {
        session_print(s, "%s", why.text);
    }
    text_free(&line);
}

/* True when this command is meant, and not one of the protocol with the same name. */
static bool is_meant(const Session *s, const TerminalCommand *c, Words arguments)
{
    return !c->in_game || (s->shows_boards && words_rest(&arguments).length == 0);
}

void terminal_commands_execute(Session *s, const char *line, size_t length)
{
    const Words words = words_of(line, commands_length(line, length));
    Words arguments = words;
    Word word;
    if (!words_next(&arguments, &word)) {
        return;
    }
    const TerminalCommand *const command = find_command(word);
    const bool own = command != NULL && is_meant(s, command, arguments);
    if (own && command->run == NULL) {
        command->run_with(s, arguments);
    } else if (own) {
        if (no_more(s, command->name, arguments) && (!command->reads || session_allows(s, command->name))) {
            command->run(s);
        }
    } else if (command == NULL && is_move(word)) {
        play_typed(s, words);
    } else if (word_is(word, "move")) {
        play_typed(s, arguments);
    } else if (word_is(word, "position") || sets_board(word, arguments)) {
        replace_game(s, word, words);
    } else {
        session_line(s, line, length);
    }
}

/* Counts the words that complete the typed one. Returns true for the wanted one. */
static bool fits(const char *candidate, const char *word, int *index)
{
    return strncmp(candidate, word, strlen(word)) == 0 && (*index)-- == 0;
}

/* The index-th legal move that completes the word, or NULL. */
static char *complete_move(const Position *p, const char *word, int *index)
{
    char text[NOTATION_SIZE];
    bool found = false;
    MoveList moves;
    move_list_init(&moves);
    movegen_legal(p, &moves);
    for (int i = 0; i < moves.count && !found; i++) {
        notation_print(p, moves.moves[i], NOTATION_COORDINATE, text);
        found = fits(text, word, index);
    }
    move_list_free(&moves);
    return found ? strdup(text) : NULL;
}

char *terminal_commands_complete(void *context, const char *word, int index)
{
    Session *const s = context;
    for (int i = 0; i < COMMAND_COUNT; i++) {
        if (fits(COMMANDS[i].name, word, &index)) {
            return strdup(COMMANDS[i].name);
        }
    }
    for (int i = 0; commands_name(i) != NULL; i++) {
        if (fits(commands_name(i), word, &index)) {
            return strdup(commands_name(i));
        }
    }
    return session_is_stable(s) ? complete_move(game_position(&s->engine->game), word, &index) : NULL;
}
