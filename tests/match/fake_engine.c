/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An engine for the tests of the match runner: answers at once with a move chosen by seed and position alone, and
 * misbehaves on demand. Only the rules library is behind it.
 *
 * fake-engine [--seed N] [--info] [--blanks] [--deaf] [--delay MS] [--pids FILE] [--leave FILE] [--fault KIND] [--at
 * N]
 *     --info        sends an info line with each move
 *     --blanks      puts blanks before and behind its lines
 *     --deaf        ends neither by quit, nor at the end of its input, nor by a signal that can be ignored
 *     --delay MS    waits before each move
 *     --pids FILE   appends its process to the file
 *     --leave FILE  leaves a process behind in its group, without a parent, and appends it to the file
 *     --fault KIND  is done at the N-th go of each game (3 unless --at says otherwise); see FAULTS */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/fen.h"
#include "core/movegen.h"
#include "core/notation.h"
#include "system/clock.h"
#include "system/random.h"

enum {
    BUFFER_SIZE = 1 << 16,
    ANSWER_SIZE = 512,
    AT_DEFAULT = 3,
    CRASH_CODE = 7,
    LATE_MS = 400,
    AGAIN_MS = 50, /* until a bestmove is sent again */
    BABBLE_BYTES = 100 * 1024,
    LEFT_SECONDS = 100,   /* life of a process that was left behind */
    SHELL_SIGNALED = 128, /* a shell's exit code for a signal: this and its number */
    SCORE_SPREAD = 201    /* scores lie within -100 to 100 */
};

typedef enum FaultKind {
    FAULT_NOTHING = 0,
    FAULT_ILLEGAL_MOVE,
    FAULT_CRASH_IN_SEARCH,
    FAULT_SILENCE,
    FAULT_LATE_MOVE,
    FAULT_NO_NEWLINE,
    FAULT_FLOOD,
    FAULT_ENDLESS_LINE,
    FAULT_ILLEGAL_LINE,
    FAULT_NONSENSE,
    FAULT_NO_MOVE,
    FAULT_TWO_MOVES,
    FAULT_CLOSED_OUTPUT,
    FAULT_NO_START,
    FAULT_MOVE_AGAIN,
    FAULT_BABBLE,
    FAULT_STUCK,
    FAULT_SIGNAL_TERM,
    FAULT_SIGNAL_INT,
    FAULT_SIGNAL_HUP,
    FAULT_SIGNAL_KILL,
    FAULT_SHELL_TERM,
    FAULT_KINDS
} FaultKind;

static const char *const FAULTS[FAULT_KINDS] = {"none",  "illegal", "crash",   "silence",  "late",   "noeol",
                                                "flood", "endless", "badline", "nonsense", "nomove", "twomoves",
                                                "close", "nostart", "again",   "babble",   "stuck",  "term",
                                                "int",   "hup",     "kill",    "shellterm"};

typedef struct Fake {
    const Variant *variant;
    Position position;
    uint64_t seed;
    long delay_ms;
    bool info, blanks, deaf;
    const char *pids, *leave; /* files; NULL: none */
    FaultKind fault;
    int at;                        /* the go of a game at which the fault is done */
    int goes;                      /* go commands of this game */
    char last_move[NOTATION_SIZE]; /* its last answer */
} Fake;

static void say(const char *text, size_t length)
{
    while (length > 0) {
        const ssize_t n = write(STDOUT_FILENO, text, length);
        if (n < 0 && errno != EINTR) {
            exit(EXIT_SUCCESS);
        }
        if (n > 0) {
            text += n;
            length -= (size_t)n;
        }
    }
}

static void say_line(const char *text)
{
    say(text, strlen(text));
}

/* Says lines, with blanks around each where the engine is one that does so. */
static void answer(const Fake *f, const char *lines)
{
    char line[ANSWER_SIZE];
    for (const char *end; f->blanks && (end = strchr(lines, '\n')) != NULL; lines = end + 1) {
        const int n = snprintf(line, sizeof line, " \t %.*s \t\n", (int)(end - lines), lines);
        say(line, (size_t)n);
    }
    say_line(lines);
}

/* Waits until the runner kills the engine or closes its input. */
static void be_silent(void)
{
    char bytes[BUFFER_SIZE];
    while (read(STDIN_FILENO, bytes, sizeof bytes) > 0) {
    }
    exit(EXIT_SUCCESS);
}

/* Appends a process to a file that the test reads. */
static void note_process(const char *file, pid_t pid)
{
    FILE *const out = fopen(file, "a");
    if (out != NULL) {
        fprintf(out, "%ld\n", (long)pid);
        fclose(out);
    }
}

/* Leaves a process behind in its group whose parent is gone. */
static void leave_behind(const char *file)
{
    const pid_t pid = fork();
    if (pid == 0) {
        if (fork() == 0) {
            note_process(file, getpid());
            close(STDIN_FILENO);
            close(STDOUT_FILENO);
            close(STDERR_FILENO);
            signal(SIGTERM, SIG_IGN);
            sleep(LEFT_SECONDS);
        }
        _exit(EXIT_SUCCESS);
    }
    waitpid(pid, NULL, 0);
}

/* Ignores what can be ignored, for good. */
static void stay(void)
{
    for (;;) {
        pause();
    }
}

/* Ends the process by that signal, as if somebody had sent it. */
static void die_by(int signal_number)
{
    signal(signal_number, SIG_DFL);
    raise(signal_number);
    stay();
}

/* Does the fault instead of answering, or besides it; returns true when there is nothing more to say. */
static bool misbehave(const Fake *f, const char *move)
{
    char line[ANSWER_SIZE];
    switch (f->fault) {
    case FAULT_ILLEGAL_MOVE:
        say_line("bestmove e1e1\n");
        return true;
    case FAULT_CRASH_IN_SEARCH:
        say_line("info depth 1\ninfo dep");
        fprintf(stderr, "fake engine: crashing\n");
        _exit(CRASH_CODE);
    case FAULT_SILENCE:
        be_silent();
        return true;
    case FAULT_LATE_MOVE:
        clock_sleep(LATE_MS * NS_PER_MS);
        return false;
    case FAULT_NO_NEWLINE:
        snprintf(line, sizeof line, "bestmove %s", move);
        say_line(line);
        be_silent();
        return true;
    case FAULT_FLOOD:
        for (;;) {
            say_line("info string flood flood flood flood flood flood flood flood flood flood flood flood\n");
        }
    case FAULT_ENDLESS_LINE:
        for (;;) {
            say_line("flood flood flood flood flood flood flood flood flood flood flood flood flood flood ");
        }
    case FAULT_ILLEGAL_LINE:
        snprintf(line, sizeof line, "info depth 2 score cp 1 pv %s e1e1\n", move);
        say_line(line);
        return false;
    case FAULT_NONSENSE:
        say_line("bestmove hello\n");
        return true;
    case FAULT_NO_MOVE:
        say_line("bestmove\n");
        return true;
    case FAULT_TWO_MOVES:
        snprintf(line, sizeof line, "bestmove %s\nbestmove %s\n", move, move);
        say_line(line);
        return true;
    case FAULT_CLOSED_OUTPUT:
        close(STDOUT_FILENO);
        be_silent();
        return true;
    case FAULT_MOVE_AGAIN:
        snprintf(line, sizeof line, "bestmove %s\n", move);
        say_line(line);
        clock_sleep(AGAIN_MS * NS_PER_MS);
        say_line(line);
        return true;
    case FAULT_BABBLE:
        snprintf(line, sizeof line, "bestmove %s\n", move);
        say_line(line);
        for (int n = 0; n < BABBLE_BYTES; n += 8) {
            say_line("babble, ");
        }
        return true;
    case FAULT_STUCK:
        snprintf(line, sizeof line, "bestmove %s\n", f->last_move);
        say_line(line);
        return true;
    case FAULT_SIGNAL_TERM:
        die_by(SIGTERM);
        return true;
    case FAULT_SIGNAL_INT:
        die_by(SIGINT);
        return true;
    case FAULT_SIGNAL_HUP:
        die_by(SIGHUP);
        return true;
    case FAULT_SIGNAL_KILL:
        die_by(SIGKILL);
        return true;
    case FAULT_SHELL_TERM:
        _exit(SHELL_SIGNALED + SIGTERM);
    default:
        return false;
    }
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
    if (list.count == 0) {
        say_line("bestmove (none)\n");
        return;
    }
    const uint64_t number = random_pair(f->seed, f->position.key);
    notation_print(&f->position, list.moves[number % (uint64_t)list.count], NOTATION_COORDINATE, move);
    move_list_free(&list);
    if (f->fault != FAULT_NOTHING && f->goes == f->at && misbehave(f, move)) {
        return;
    }
    if (f->delay_ms > 0) {
        clock_sleep(f->delay_ms * NS_PER_MS);
    }
    if (f->info) {
        n = (size_t)snprintf(
            text, sizeof text,
            "info depth 1 score cp %d nodes 1 time %ld pv %s\ninfo depth 2 currmove %s currmovenumber 1\n",
            (int)((number >> 32) % SCORE_SPREAD) - SCORE_SPREAD / 2, f->delay_ms, move, move);
    }
    snprintf(text + n, sizeof text - n, "bestmove %s\n", move);
    answer(f, text);
    memcpy(f->last_move, move, sizeof move);
}

/* Takes the next word of the line. */
static char *next_word(char **line)
{
    char *const word = *line + strspn(*line, " ");
    const size_t length = strcspn(word, " ");
    *line = word + length;
    if (**line != '\0') {
        *(*line)++ = '\0';
    }
    return word;
}

static void set_position(Fake *f, char *line)
{
    Error e;
    char *word = next_word(&line);
    if (strcmp(word, "startpos") == 0) {
        f->position = position_start(f->variant);
    } else if (fen_parse(f->variant, next_word(&line), &f->position, &e) != ERROR_NONE) {
        fprintf(stderr, "fake engine: %s\n", e.text);
        return;
    }
    next_word(&line); /* moves */
    for (word = next_word(&line); *word != '\0'; word = next_word(&line)) {
        Move m;
        if (notation_parse(&f->position, word, strlen(word), &m, &e) != ERROR_NONE) {
            fprintf(stderr, "fake engine: %s\n", e.text);
            return;
        }
        f->position = position_after(&f->position, m);
    }
}

static void set_option(Fake *f, char *line)
{
    next_word(&line); /* name */
    const char *const name = next_word(&line);
    next_word(&line); /* value */
    const char *const value = next_word(&line);
    if (strcmp(name, "UCI_Variant") == 0 && variant_by_name(value) != NULL) {
        f->variant = variant_by_name(value);
        f->position = position_start(f->variant);
    } else if (strcmp(name, "Seed") == 0) {
        f->seed = strtoull(value, NULL, 10);
    }
}

/* Executes a line; returns false for quit. */
static bool execute(Fake *f, char *line)
{
    const char *const command = next_word(&line);
    if (strcmp(command, "position") == 0) {
        set_position(f, line);
    } else if (strcmp(command, "go") == 0) {
        go(f);
    } else if (strcmp(command, "isready") == 0) {
        answer(f, "readyok\n");
    } else if (strcmp(command, "ucinewgame") == 0) {
        f->goes = 0;
    } else if (strcmp(command, "setoption") == 0) {
        set_option(f, line);
    } else if (strcmp(command, "uci") == 0) {
        if (f->fault == FAULT_NO_START) {
            be_silent();
        }
        answer(f, "id name fake\noption name UCI_Variant type combo default bushka var bushka var bushka9x11\n"
                  "option name Seed type spin default 0 min 0 max 1000000\nuciok\n");
    }
    return strcmp(command, "quit") != 0;
}

/* Reads and executes lines until quit or the end of input. */
static void run(Fake *f)
{
    static char buffer[BUFFER_SIZE];
    size_t length = 0;
    for (;;) {
        const ssize_t n = read(STDIN_FILENO, buffer + length, sizeof buffer - length);
        if (n <= 0) {
            return;
        }
        length += (size_t)n;
        char *line = buffer;
        for (char *end; (end = memchr(line, '\n', length - (size_t)(line - buffer))) != NULL; line = end + 1) {
            *end = '\0';
            if (!execute(f, line)) {
                return;
            }
        }
        length -= (size_t)(line - buffer);
        memmove(buffer, line, length);
    }
}

/* Reads the command line; returns false when it is wrong. */
static bool read_arguments(Fake *f, int count, char **words)
{
    for (int i = 1; i < count; i++) {
        const char *const value = i + 1 < count ? words[i + 1] : NULL;
        bool *const flag = strcmp(words[i], "--info") == 0     ? &f->info
                           : strcmp(words[i], "--blanks") == 0 ? &f->blanks
                           : strcmp(words[i], "--deaf") == 0   ? &f->deaf
                                                               : NULL;
        if (flag != NULL) {
            *flag = true;
            continue;
        }
        if (value == NULL) {
            return false;
        }
        i++;
        if (strcmp(words[i - 1], "--seed") == 0) {
            f->seed = strtoull(value, NULL, 10);
        } else if (strcmp(words[i - 1], "--delay") == 0) {
            f->delay_ms = strtol(value, NULL, 10);
        } else if (strcmp(words[i - 1], "--pids") == 0) {
            f->pids = value;
        } else if (strcmp(words[i - 1], "--leave") == 0) {
            f->leave = value;
        } else if (strcmp(words[i - 1], "--at") == 0) {
            f->at = (int)strtol(value, NULL, 10);
        } else if (strcmp(words[i - 1], "--fault") == 0) {
            int kind = 0;
            while (kind < FAULT_KINDS && strcmp(FAULTS[kind], value) != 0) {
                kind++;
            }
            if (kind == FAULT_KINDS) {
                return false;
            }
            f->fault = (FaultKind)kind;
        } else {
            return false;
        }
    }
    return true;
}

int main(int argc, char **argv)
{
    Fake fake = {.variant = variant_at(0), .at = AT_DEFAULT};
    fake.position = position_start(fake.variant);
    if (!read_arguments(&fake, argc, argv)) {
        fprintf(stderr, "usage: fake-engine [--seed N] [--info] [--blanks] [--deaf] [--delay MS] [--pids FILE] "
                        "[--leave FILE] [--fault KIND] [--at N]\n");
        return EXIT_FAILURE;
    }
    if (fake.pids != NULL) {
        note_process(fake.pids, getpid());
    }
    if (fake.leave != NULL) {
        leave_behind(fake.leave);
    }
    if (fake.deaf) {
        signal(SIGINT, SIG_IGN);
        signal(SIGTERM, SIG_IGN);
        signal(SIGHUP, SIG_IGN);
    }
    run(&fake);
    if (fake.deaf) {
        stay();
    }
    return EXIT_SUCCESS;
}
