/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A test engine for the match runner: answers at once with a legal move chosen by seed and position alone, and
 * misbehaves on demand, as `fake-engine -help` lists. It uses nothing of the engine but its rules. */
#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/fen.h"
#include "core/movegen.h"
#include "core/notation.h"
#include "core/notation_parse.h"
#include "system/clock.h"
#include "system/descriptor.h"
#include "system/random.h"
#include "system/text.h"
#include "tools/option_table.h"

enum {
    LINE_SIZE = 1 << 16,
    ANSWER_SIZE = 512,
    CRASH_CODE = 7,
    LATE_MS = 600,
    AGAIN_MS = 50, /* until a bestmove is sent again */
    BABBLE_BYTES = 100 * 1024,
    SHELL_SIGNALED = 128, /* a shell's exit code for a signal: this and its number */
    SCORE_SPREAD = 201,   /* scores lie within -100 to 100 */
    SECOND_SCORE = 9999   /* of the second line, which does not count */
};

/* What follows the text of a fault. */
typedef enum Then {
    THEN_NOTHING,
    THEN_MOVE,    /* the answer, `number` ms later */
    THEN_AGAIN,   /* the same once more, `number` ms later */
    THEN_FOREVER, /* the same text forever */
    THEN_BABBLE,  /* a long line without an end */
    THEN_SILENCE, /* no more answers */
    THEN_CLOSED,  /* the same, with the output closed */
    THEN_EXIT,    /* an exit with code `number` */
    THEN_SIGNAL   /* death by signal `number`, as if another process had sent it */
} Then;

/* A fault: the engine sends the text, in which %s is its move, instead of its answer. */
typedef struct Fault {
    const char *name;
    Then then;
    const char *text;
    int number;
} Fault;

static const Fault FAULTS[] = {
    {"illegal", THEN_NOTHING, "bestmove e1e1\n", 0},
    {"nonsense", THEN_NOTHING, "bestmove hello\n", 0},
    {"nomove", THEN_NOTHING, "bestmove\n", 0},
    {"twomoves", THEN_NOTHING, "bestmove %s\nbestmove %s\n", 0},
    {"badline", THEN_MOVE, "info depth 2 score cp 1 pv %s e1e1\n", 0},
    {"negative", THEN_MOVE, "info depth -1 score cp 1 time -1 pv %s\n", 0},
    {"late", THEN_MOVE, "", LATE_MS},
    {"again", THEN_AGAIN, "bestmove %s\n", AGAIN_MS},
    {"flood", THEN_FOREVER, "info string flood flood flood flood flood flood flood flood flood flood flood flood\n", 0},
    {"endless", THEN_FOREVER, "flood flood flood flood flood flood flood flood flood flood flood flood flood flood ",
     0},
    {"babble", THEN_BABBLE, "bestmove %s\n", 0},
    {"silence", THEN_SILENCE, "", 0},
    {"noeol", THEN_SILENCE, "bestmove %s", 0},
    {"close", THEN_CLOSED, "", 0},
    {"leave", THEN_EXIT, "bestmove %s\n", CRASH_CODE},
    {"crash", THEN_EXIT, "info depth 1\ninfo dep", CRASH_CODE},
    {"shellterm", THEN_EXIT, "", SHELL_SIGNALED + SIGTERM},
    {"term", THEN_SIGNAL, "", SIGTERM},
    {"int", THEN_SIGNAL, "", SIGINT},
    {"hup", THEN_SIGNAL, "", SIGHUP},
    {"kill", THEN_SIGNAL, "", SIGKILL},
    {"stuck", THEN_NOTHING, "bestmove %s\n", 0}, /* %s is its last move */
    {"nostart", THEN_SILENCE, "", 0},            /* after uci, not at a go */
    {"notready", THEN_SILENCE, "", 0},           /* after isready */
    {.name = NULL},
};

typedef struct Fake {
    const Variant *variant;
    Position position;
    uint64_t seed;
    int64_t delay_ms;
    bool info, deaf;
    const char *pids;              /* a file; NULL: none */
    const Fault *fault;            /* NULL: none */
    int at;                        /* the go of a game at which the fault is done */
    int goes;                      /* go commands of this game */
    char last_move[NOTATION_SIZE]; /* its last answer */
} Fake;

static void say(const char *text, size_t length)
{
    if (!descriptor_write(STDOUT_FILENO, text, length)) {
        exit(EXIT_SUCCESS);
    }
}

static void say_line(const char *text)
{
    say(text, strlen(text));
}

/* Much at a time: the runner is to be kept busy, not this engine. */
static void say_forever(const char *text)
{
    static char much[LINE_SIZE];
    const size_t length = strlen(text);
    size_t filled = 0;
    for (; filled + length <= sizeof much; filled += length) {
        /* NOLINTNEXTLINE(bugprone-not-null-terminated-result): bytes are said, not a text */
        memcpy(much + filled, text, length);
    }
    for (;;) {
        say(much, filled);
    }
}

/* Waits until the runner kills the engine or closes its input. */
static void be_silent(void)
{
    char bytes[LINE_SIZE];
    while (read(STDIN_FILENO, bytes, sizeof bytes) > 0) {
    }
    exit(EXIT_SUCCESS);
}

/* Appends the process ID to a file that the test reads. */
static void note_process(const char *file)
{
    FILE *const out = fopen(file, "a");
    if (out != NULL) {
        fprintf(out, "%ld\n", (long)getpid());
        fclose(out);
    }
}

/* Waits for signals that cannot be ignored. */
static void stay(void)
{
    for (;;) {
        pause();
    }
}

static bool has_fault(const Fake *f, const char *name)
{
    return f->fault != NULL && strcmp(f->fault->name, name) == 0;
}

/* Commits the fault, instead of the answer or before it; returns true when the answer is not to follow. */
static bool misbehave(const Fake *f, const char *move)
{
    char text[ANSWER_SIZE];
    snprintf(text, sizeof text, f->fault->text, move, move);
    say_line(text);
    switch (f->fault->then) {
    case THEN_MOVE:
        clock_sleep(f->fault->number * NS_PER_MS);
        return false;
    case THEN_AGAIN:
        clock_sleep(f->fault->number * NS_PER_MS);
        say_line(text);
        break;
    case THEN_FOREVER:
        say_forever(text);
        break;
    case THEN_BABBLE:
        for (int n = 0; n < BABBLE_BYTES; n += 8) {
            say_line("babble, ");
        }
        break;
    case THEN_CLOSED:
        close(STDOUT_FILENO);
        be_silent();
        break;
    case THEN_SILENCE:
        be_silent();
        break;
    case THEN_EXIT:
        fprintf(stderr, "fake engine: crashing\n");
        _exit(f->fault->number);
    case THEN_SIGNAL:
        signal(f->fault->number, SIG_DFL);
        raise(f->fault->number);
        stay();
        break;
    default:
        break;
    }
    return true;
}

static void go(Fake *f)
{
    char text[ANSWER_SIZE];
    char move[NOTATION_SIZE];
    MoveList list;
    size_t n = 0;
    move_list_init(&list);
    movegen_legal(&f->position, &list);
    f->goes++;
    const uint64_t number = random_pair(f->seed, f->position.key);
    notation_print(&f->position, list.moves[number % (uint64_t)list.count], NOTATION_COORDINATE, move);
    move_list_free(&list);
    if (f->fault != NULL && f->goes == f->at && misbehave(f, has_fault(f, "stuck") ? f->last_move : move)) {
        return;
    }
    if (f->delay_ms > 0) {
        clock_sleep(f->delay_ms * NS_PER_MS);
    }
    if (f->info) {
        n = (size_t)snprintf(
            text, sizeof text,
            "info depth 1 score cp %d nodes 1 time %" PRId64 " pv %s\ninfo depth 1 multipv 2 score cp %d pv %s\n"
            "info depth 2 currmove %s currmovenumber 1\n",
            (int)((number >> 32) % SCORE_SPREAD) - SCORE_SPREAD / 2, f->delay_ms, move, SECOND_SCORE, move, move);
    }
    snprintf(text + n, sizeof text - n, "bestmove %s\n", move);
    say_line(text);
    memcpy(f->last_move, move, sizeof move);
}

static void set_position(Fake *f, Words words)
{
    char fen[FEN_SIZE];
    Word word;
    Error e;
    words_next(&words, &word);
    if (word_is(word, "startpos")) {
        f->position = position_start(f->variant);
    } else {
        words_next(&words, &word);
        word_copy(word, fen, sizeof fen);
        if (fen_parse(f->variant, fen, &f->position, &e) != ERROR_NONE) {
            fprintf(stderr, "fake engine: %s\n", e.text);
            return;
        }
    }
    words_next(&words, &word); /* moves */
    while (words_next(&words, &word)) {
        Move m;
        if (notation_parse(&f->position, word.text, word.length, &m, &e) != ERROR_NONE) {
            fprintf(stderr, "fake engine: %s\n", e.text);
            return;
        }
        f->position = position_after(&f->position, m);
    }
}

static void set_option(Fake *f, Words words)
{
    char text[ANSWER_SIZE];
    Word name, value;
    words_next(&words, &name); /* name */
    words_next(&words, &name);
    words_next(&words, &value); /* value */
    words_next(&words, &value);
    word_copy(value, text, sizeof text);
    if (word_is(name, "UCI_Variant") && variant_by_name(text) != NULL) {
        f->variant = variant_by_name(text);
        f->position = position_start(f->variant);
    } else if (word_is(name, "Seed")) {
        f->seed = strtoull(text, NULL, 10);
    }
}

/* Executes a line; returns false for quit. */
static bool execute(Fake *f, const char *line)
{
    Words words = words_of(line, strlen(line));
    Word command;
    words_next(&words, &command);
    if (word_is(command, "position")) {
        set_position(f, words);
    } else if (word_is(command, "go")) {
        go(f);
    } else if (word_is(command, "isready")) {
        if (has_fault(f, "notready")) {
            be_silent();
        }
        say_line("readyok\n");
    } else if (word_is(command, "ucinewgame")) {
        f->goes = 0;
    } else if (word_is(command, "setoption")) {
        set_option(f, words);
    } else if (word_is(command, "uci")) {
        if (has_fault(f, "nostart")) {
            be_silent();
        }
        say_line("id name fake\noption name UCI_Variant type combo default bushka var bushka var bushka9x11\n"
                 "option name Seed type spin default 0 min 0 max 1000000\nuciok\n");
    }
    return !word_is(command, "quit");
}

static ErrorCode read_fault(void *into, const OptionValues *w, Error *e)
{
    const Fault *fault = FAULTS;
    while (fault->name != NULL && strcmp(fault->name, w->values[0]) != 0) {
        fault++;
    }
    *(const Fault **)into = fault;
    return fault->name != NULL ? ERROR_NONE : error_set(e, ERROR_SYNTAX, "there is no fault \"%s\"", w->values[0]);
}

#define STORED(member) OPTION_STORED(Fake, member)

static const OptionRow OPTIONS[] = {
    {"seed", "N", "chooses its moves", OPTION_WHOLE, STORED(seed), .max = INT64_MAX},
    {"info", NULL, "sends an info line with each move", OPTION_ON, STORED(info)},
    {"deaf", NULL, "ignores quit, the end of its input, and every signal that can be ignored", OPTION_ON, STORED(deaf)},
    {"delay", "MS", "waits before each move", OPTION_WHOLE, STORED(delay_ms), .max = INT_MAX},
    {"pids", "FILE", "appends its process ID to the file", OPTION_TEXT, STORED(pids)},
    {"fault", "KIND", "what it does wrong", .kind = OPTION_READ, .read = read_fault, .values_min = 1, .values_max = 1,
     STORED(fault)},
    {"at", "N", "the go of each game at which it does so", OPTION_WHOLE, STORED(at), .initial = "3", .max = INT_MAX},
    {.name = NULL},
};

int main(int argc, char **argv)
{
    static char line[LINE_SIZE];
    Fake fake = {.variant = variant_at(0)};
    OptionRequest request;
    Error e;
    fake.position = position_start(fake.variant);
    if (option_table_read(OPTIONS, &fake, argc - 1, argv + 1, NULL, &request, &e) != ERROR_NONE) {
        fprintf(stderr, "fake engine: %s\n", e.text);
        return EXIT_FAILURE;
    }
    if (request != OPTION_REQUEST_WORK) {
        option_table_help(OPTIONS, stdout);
        return EXIT_SUCCESS;
    }
    if (fake.pids != NULL) {
        note_process(fake.pids);
    }
    if (fake.deaf) {
        signal(SIGINT, SIG_IGN);
        signal(SIGTERM, SIG_IGN);
        signal(SIGHUP, SIG_IGN);
    }
    while (fgets(line, sizeof line, stdin) != NULL && execute(&fake, line)) {
    }
    if (fake.deaf) {
        stay();
    }
    return EXIT_SUCCESS;
}
