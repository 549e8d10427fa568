/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Engines of the library: the protocol through their interface, several of them, several threads, and how they end. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "library/bushka.h"
#include "support/engine_process.h"
#include "support/heard_lines.h"
#include "support/positions.h"
#include "support/test.h"
#include "system/thread.h"

enum { LINE_SIZE = 4096 };

/* Takes out what differs from run to run: the times of info lines. */
static void without_times(const char *line, char *to)
{
    char copy[LINE_SIZE];
    const char *word;
    bool timed = false;
    to[0] = '\0';
    snprintf(copy, sizeof copy, "%s", line);
    if (strncmp(line, "info ", 5) != 0) {
        snprintf(to, LINE_SIZE, "%s", line);
        return;
    }
    char *rest = NULL;
    for (word = strtok_r(copy, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
        if (!timed) {
            strcat(strcat(to, word), " ");
        }
        timed = strcmp(word, "time") == 0 || strcmp(word, "nps") == 0;
    }
}

/* The library says what the program says, line by line; the very first line is empty, as above every board. Once
 * something runs, the script has only commands that wait for its end: answers to others would come anywhere among its
 * lines. */
TEST(the_library_says_what_the_program_says)
{
    static const char SCRIPT[] =
        "> d\n> uci\n> isready\n> setoption name Hash value 4\n> position startpos moves g5f5 d8d6\n> d\n> moves full\n"
        "> eval\n> \n> xyzzy\n> go depth -1\n> move a1a1\n> uci \x01\x7f\xff\n> quit \xff\n"
        "> position fen W:We3\n> go depth 1\n> position fen W:We3:Be3\n> help\n"
        "> endings W:WKa5,Kg6,f3:BKh4,c7\n> go depth 7\n> position fen W:We3:Be5 # a comment\n> go depth 3\n"
        "> setoption name UCI_Variant value bushka9x11\n> perft 3\n> go nodes 5000\n> quit";
    EngineProcess p;
    process_start(&p, NULL, 0);
    heard_talk(&heard, SCRIPT);
    process_talk(&p, SCRIPT);
    ck_assert_int_eq(bushka_wait(heard.engine, BUSHKA_FOREVER), BUSHKA_OK);
    size_t lines = 0;
    const char *line;
    while ((line = process_line(&p, PATIENCE)) != NULL) {
        char expected[LINE_SIZE], said[LINE_SIZE];
        ck_assert_uint_lt(lines, heard.count);
        without_times(line, expected);
        without_times(heard.lines[lines++], said);
        ck_assert_str_eq(said, expected);
    }
    ck_assert_uint_eq(lines, heard.count);
    ck_assert_uint_gt(lines, 100);
    process_end(&p);
}

/* Commands are executed during a search, and it stops at once. */
TEST(stop)
{
    enum { ATTEMPTS = 10, AT_MOST = SANITIZED ? PATIENCE : 100 /* ms, on a busy machine */ };
    int64_t best = INT64_MAX;
    for (int i = 0; i < ATTEMPTS; i++) {
        heard_send(&heard, "go infinite");
        heard_pause();
        heard_talk(&heard, "> isready\n...\nreadyok");
        ck_assert_int_eq(bushka_wait(heard.engine, 0), BUSHKA_ERROR_TIME);
        ck_assert_int_eq(bushka_wait(heard.engine, 5), BUSHKA_ERROR_TIME);
        const int64_t begun = clock_us();
        heard_talk(&heard, "> stop\n...\nbestmove *");
        const int64_t time = clock_us() - begun;
        best = time < best ? time : best;
        ck_assert_int_eq(bushka_wait(heard.engine, PATIENCE), BUSHKA_OK);
        heard_expect_no_more(&heard);
    }
    ck_assert_int_lt(best / US_PER_MS, AT_MOST);
}

/* After quit no line is accepted; work with a limit is finished, all other work is stopped. */
static const struct {
    const char *command, *answer;
} BEFORE_QUIT[] = {{"go nodes 50000", "...\nbestmove *"}, {"go infinite", "...\nbestmove *"}, {"isready", "readyok"}};

TEST_EACH(quit, ROWS(BEFORE_QUIT))
{
    heard_send(&heard, BEFORE_QUIT[_i].command);
    heard_send(&heard, "  quit # and out");
    ck_assert_int_eq(bushka_command(heard.engine, "isready"), BUSHKA_ERROR_ENDED);
    ck_assert_int_eq(bushka_command(heard.engine, "quit"), BUSHKA_ERROR_ENDED);
    ck_assert_int_eq(bushka_wait(heard.engine, PATIENCE), BUSHKA_OK);
    heard_talk(&heard, BEFORE_QUIT[_i].answer);
    heard_expect_no_more(&heard);
    ck_assert_int_eq(bushka_command(heard.engine, ""), BUSHKA_ERROR_ENDED);
}

/* An engine that is freed in the middle of any work is gone at once, and says no more. */
static const char *const WORKS[][4] = {
    {"go infinite"},
    {"go nodes 100000000", "position startpos", "go infinite", "perft 9"},
    {"setoption name Threads value 3", "go infinite"},
    {"perft 14", "isready"},
    {"bench depth 60", "go infinite"},
    {"go nodes 100000000", "quit"},
    {"isready", "uci"},
    {NULL},
};

TEST_EACH(free_at_work, 2 * ROWS(WORKS))
{
    enum { AT_MOST = SANITIZED ? PATIENCE : 2000 /* ms */ };
    const char *const *const lines = WORKS[_i / 2];
    HeardLines h;
    heard_engine(&h);
    for (int i = 0; i < ROWS(WORKS[0]) && lines[i] != NULL; i++) {
        heard_send(&h, lines[i]);
    }
    if (_i % 2 == 0) {
        heard_pause();
    }
    const int64_t begun = clock_ms();
    ck_assert_int_eq(bushka_free(h.engine), BUSHKA_OK);
    ck_assert_int_lt(clock_ms() - begun, AT_MOST);
    const size_t count = h.count;
    heard_pause();
    ck_assert_uint_eq(h.count, count);
    heard_free(&h);
}

/* The work of one of several engines, each on its own thread. */
typedef struct Player {
    const char *board, *fen;
    int rounds, moves;
    bool wrong;
} Player;

/* Has the engine play games; every move must be legal in a game of the library. On a thread other than the test's,
 * check cannot fail the test: what is wrong is noted. */
static void *play_game(void *argument)
{
    Player *const p = argument;
    char command[LINE_SIZE];
    char move[256]; /* one more than in the format below */
    for (int round = 0; round < p->rounds; round++) {
        HeardLines h;
        BushkaGame *const game = bushka_game_new(p->board);
        heard_init(&h);
        h.engine = bushka_new(heard_line, &h);
        p->wrong = p->wrong || game == NULL || h.engine == NULL || bushka_game_set(game, p->fen) != BUSHKA_OK;
        snprintf(command, sizeof command, "setoption name UCI_Variant value %s", p->board);
        bushka_command(h.engine, command);
        snprintf(command, sizeof command, "position fen %s", p->fen);
        bushka_command(h.engine, command);
        for (int ply = 0; ply < 30 && !p->wrong && strcmp(bushka_game_result(game), "*") == 0; ply++) {
            bushka_command(h.engine, "go nodes 300");
            p->wrong = bushka_wait(h.engine, PATIENCE) != BUSHKA_OK ||
                       sscanf(h.lines[h.count - 1], "bestmove %255s", move) != 1 ||
                       bushka_game_play(game, move) != BUSHKA_OK;
            snprintf(command, sizeof command, "move %s", move);
            bushka_command(h.engine, command);
            p->moves++;
        }
        snprintf(command, sizeof command, "Fen: %s", bushka_game_fen(game));
        bushka_command(h.engine, "d");
        p->wrong = p->wrong || bushka_wait(h.engine, PATIENCE) != BUSHKA_OK || heard_count(&h, command) != 1 ||
                   heard_count(&h, ERROR_LINE "*") != 0 || h.torn;
        bushka_free(h.engine);
        heard_free(&h);
        bushka_game_free(game);
    }
    return NULL;
}

TEST(several_engines)
{
    Player players[] = {{.board = "bushka", .fen = START_FEN},
                        {.board = "bushka", .fen = "B:WKa5,Kg6,f3:BKh4,c7,d7"},
                        {.board = "bushka9x11", .fen = "W:We1,f3,f4,h5,Kj6:Bc6,d6,d7,e8,e9"},
                        {.board = "bushka", .fen = "W:We3,f4,g4,h5:Bc6,d7,d8,e8"}};
    enum { PLAYERS = sizeof players / sizeof players[0] };
    pthread_t threads[PLAYERS];
    for (int i = 0; i < PLAYERS; i++) {
        players[i].rounds = 3;
        ck_assert(thread_start(&threads[i], play_game, &players[i]));
    }
    for (int i = 0; i < PLAYERS; i++) {
        pthread_join(threads[i], NULL);
    }
    for (int i = 0; i < PLAYERS; i++) {
        ck_assert_msg(!players[i].wrong, "%s", players[i].fen);
        ck_assert_int_gt(players[i].moves, 3);
    }
}

enum { ASKS = 200, ASKERS = 4 };

static void *ask(void *argument)
{
    BushkaEngine *const engine = argument;
    for (int i = 0; i < ASKS; i++) {
        bushka_command(engine, i % 2 == 0 ? "isready" : "moves");
    }
    return NULL;
}

/* One engine may be sent commands from several threads, also while it searches. */
TEST_EACH(several_threads, 2)
{
    pthread_t threads[ASKERS];
    if (_i == 1) {
        heard_send(&heard, "go infinite");
    }
    for (int i = 0; i < ASKERS; i++) {
        ck_assert(thread_start(&threads[i], ask, heard.engine));
    }
    for (int i = 0; i < ASKERS; i++) {
        pthread_join(threads[i], NULL);
    }
    if (_i == 1) {
        heard_send(&heard, "stop");
    }
    ck_assert_int_eq(bushka_wait(heard.engine, PATIENCE), BUSHKA_OK);
    ck_assert_int_eq(heard_count(&heard, "readyok"), ASKS * ASKERS / 2);
    ck_assert_int_eq(heard_count(&heard, "Legal moves (24): *"), ASKS * ASKERS / 2);
    ck_assert_int_eq(heard_count(&heard, "bestmove *"), _i);
}

enum { CALLED_BACK = 30 };

/* Sends further commands from the callback. */
static void go_on(HeardLines *h, const char *line)
{
    if (strncmp(line, "bestmove ", 9) == 0 && h->number < CALLED_BACK) {
        const bool refused =
            bushka_wait(h->engine, 0) == BUSHKA_ERROR_CALLBACK && bushka_free(h->engine) == BUSHKA_ERROR_CALLBACK;
        h->number += refused ? 1 : CALLED_BACK + 1;
        bushka_command(h->engine, "isready");
        bushka_command(h->engine, "moves");
        bushka_command(h->engine, "go nodes 100");
    }
}

/* The callback may give commands, but neither wait for its engine nor free it. */
TEST(commands_from_the_callback)
{
    heard.then = go_on;
    heard_send(&heard, "go nodes 100");
    for (int i = 0; i <= CALLED_BACK; i++) {
        heard_talk(&heard, "...\nbestmove *");
    }
    ck_assert_int_eq(bushka_wait(heard.engine, PATIENCE), BUSHKA_OK);
    ck_assert_int_eq(heard.number, CALLED_BACK);
    ck_assert_int_eq(heard_count(&heard, "readyok"), CALLED_BACK);
    ck_assert_int_eq(heard_count(&heard, "Legal moves *"), CALLED_BACK);
}

/* Lines for which there is no room, by number or by bytes, are refused, and none that was accepted is lost. */
static const struct {
    size_t length;
    int least, most; /* lines that are accepted while the engine waits */
} FULL[] = {{8, 1000, 1002}, {100000, 10, 13}};

static pthread_mutex_t held = PTHREAD_MUTEX_INITIALIZER;

static void wait_while_held(HeardLines *h, const char *line)
{
    (void)h;
    (void)line;
    pthread_mutex_lock(&held);
    pthread_mutex_unlock(&held);
}

TEST_EACH(full, ROWS(FULL))
{
    int taken = 0, refused = BUSHKA_OK;
    char *const line = malloc(FULL[_i].length + 1);
    ck_assert_ptr_nonnull(line);
    memset(line, 'x', FULL[_i].length);
    line[FULL[_i].length] = '\0';
    heard.then = wait_while_held;
    pthread_mutex_lock(&held);
    while (taken < 2 * FULL[_i].most && (refused = bushka_command(heard.engine, line)) == BUSHKA_OK) {
        taken++;
    }
    ck_assert_int_eq(refused, BUSHKA_ERROR_FULL);
    ck_assert_int_ge(taken, FULL[_i].least);
    ck_assert_int_le(taken, FULL[_i].most);
    pthread_mutex_unlock(&held);
    ck_assert_int_eq(bushka_wait(heard.engine, PATIENCE), BUSHKA_OK);
    ck_assert_int_eq(heard_count(&heard, ERROR_LINE "unknown command *"), taken);
    heard_send(&heard, "isready");
    free(line);
}

/* A stop is accepted, and stops the work, although there is no room for other lines. */
TEST(stop_when_full)
{
    int taken = 0;
    heard_send(&heard, "perft 14");
    while (bushka_command(heard.engine, "undo") == BUSHKA_OK) {
        taken++;
    }
    heard_send(&heard, "stop");
    ck_assert_int_eq(bushka_wait(heard.engine, PATIENCE), BUSHKA_OK);
    heard_talk(&heard, "info string perft stopped\n" ERROR_LINE "no move to take back");
    ck_assert_int_eq(heard_count(&heard, ERROR_LINE "no move to take back"), taken);
}

TEST(misuse)
{
    ck_assert_ptr_null(bushka_new(NULL, NULL));
    ck_assert_int_eq(bushka_command(NULL, "isready"), BUSHKA_ERROR_ARGUMENT);
    ck_assert_int_eq(bushka_wait(NULL, 0), BUSHKA_ERROR_ARGUMENT);
    ck_assert_int_eq(bushka_free(NULL), BUSHKA_OK);
    ck_assert_int_eq(bushka_command(heard.engine, NULL), BUSHKA_ERROR_ARGUMENT);
    ck_assert_int_eq(bushka_command(heard.engine, "isready\n"), BUSHKA_ERROR_LINE_BREAK);
    ck_assert_int_eq(bushka_command(heard.engine, "isready\nisready"), BUSHKA_ERROR_LINE_BREAK);
    ck_assert_int_eq(bushka_command(heard.engine, "\risready"), BUSHKA_ERROR_LINE_BREAK);
    ck_assert_int_eq(bushka_wait(heard.engine, -2), BUSHKA_ERROR_ARGUMENT);
    char *const line = malloc((size_t)BUSHKA_LINE_MAX + 2);
    ck_assert_ptr_nonnull(line);
    memset(line, 'x', (size_t)BUSHKA_LINE_MAX + 1);
    line[BUSHKA_LINE_MAX + 1] = '\0';
    ck_assert_int_eq(bushka_command(heard.engine, line), BUSHKA_ERROR_TOO_LONG);
    line[BUSHKA_LINE_MAX] = '\0';
    ck_assert_int_eq(bushka_wait(heard.engine, PATIENCE), BUSHKA_OK);
    heard_expect_no_more(&heard);
    heard_send(&heard, line);
    free(line);
    heard_talk(&heard, ERROR_LINE "unknown command \"xxx*");
    for (int error = BUSHKA_OK; error >= BUSHKA_ERROR_GAME_OVER; error--) {
        ck_assert_str_ne(bushka_error_text(error), bushka_error_text(1));
    }
    ck_assert_str_eq(bushka_error_text(BUSHKA_ERROR_GAME_OVER - 1), bushka_error_text(1));
    ck_assert_str_eq(bushka_error_text(BUSHKA_ERROR_ILLEGAL), "not a legal move");
}

TEST(version)
{
    char expected[LINE_SIZE];
    snprintf(expected, sizeof expected, "%d.%d.%d", BUSHKA_VERSION_MAJOR, BUSHKA_VERSION_MINOR, BUSHKA_VERSION_PATCH);
    ck_assert_str_eq(bushka_version(), expected);
    snprintf(expected, sizeof expected, "> uci\nid name Bushka Engine %s", bushka_version());
    heard_talk(&heard, expected);
}

SUITE(.with = {&HEARD_ENGINE});
