/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program: the protocol on standard input and output, or one command from the command line. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/commands.h"
#include "protocol/engine.h"
#include "system/descriptor.h"
#include "system/input.h"
#include "system/thread.h"
#include "system/version.h"
#include "terminal/terminal.h"
#include "terminal/terminal_commands.h"

enum {
    TICK = 100,         /* ms between two checks that the output still has a reader */
    QUIT_TIMEOUT = 5000 /* ms to wait at the end for a stopped run that writes nothing: much more than a search needs to
                       stop, even with many more threads than processors, unless the output is not read */
};

/* The engine, and the input that its lines come from. */
typedef struct Feed {
    Engine *engine;
    Input in;         /* without a descriptor for a single command; watches the reader of the output in any case */
    bool reader_gone; /* that reader has gone: the program ends at once */
} Feed;

static const char USAGE[] =
    "usage: bushka               read commands from standard input, one per line\n"
    "       bushka COMMAND...    execute one command: bushka perft 7, bushka go movetime 1000, bushka bench\n"
    "       bushka -help | -version\n"
    "\n"
    "An engine for the game of Bushka. It speaks UCI and has more commands; protocol.md describes all of them. At a\n"
    "terminal there are further commands, for playing against it: bushka play black begins a game in which you are\n"
    "White, and help lists the rest there.\n"
    "The exit code is 0, or 1 when the command was refused or standard output cannot be written.\n"
    "\n";

/* Ends the program, since its output cannot be written. */
static void leave(void)
{
    const int reason = errno;
    if (reason != EPIPE) {
        fprintf(stderr, "bushka: standard output: %s\n", strerror(reason));
    }
    _Exit(EXIT_FAILURE);
}

/* Answers -help or -version. Returns false when the command line is anything else. */
static bool answer_option(Output *output, int argc, char **argv)
{
    Text t;
    if (argc != 2 || argv[1][0] != '-') {
        return false;
    }
    text_init(&t);
    if (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-version") == 0) {
        version_describe(&t, "bushka");
    } else if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-help") == 0 || strcmp(argv[1], "-h") == 0) {
        text_add(&t, "%s %s\n\n%s", BUSHKA_NAME, BUSHKA_VERSION, USAGE);
        commands_list(&t);
    }
    const bool known = t.length > 0;
    if (known) {
        output_text(output, &t);
    }
    return known;
}

/* Pushes a line, and waits until there is room for it. Returns false when no more lines are to be read. */
static bool push_line(Feed *f, const char *line, size_t length)
{
    QueuePushResult pushed = engine_push(f->engine, line, length);
    while (pushed == QUEUE_FULL && !f->reader_gone) {
        f->reader_gone = !queue_wait_for_room(&f->engine->queue, TICK) && input_reader_gone(&f->in);
        pushed = engine_push(f->engine, line, length);
    }
    if (pushed == QUEUE_NO_MEMORY) {
        output_line(f->engine->output, "info string error: not enough memory for the command");
    }
    return !f->reader_gone && !queue_is_closed(&f->engine->queue);
}

/* Pushes the lines of standard input until the last one. */
static void push_lines(Feed *f)
{
    bool more = true;
    while (more) {
        const char *line = NULL;
        size_t length = 0;
        const InputStatus status = input_next(&f->in, &line, &length);
        if (status == INPUT_LINE) {
            more = push_line(f, line, length);
        } else if (status == INPUT_TOO_LONG) {
            queue_drain(&f->engine->queue); /* the answers keep their order */
            output_line(f->engine->output, "info string error: the line is too long; at most %zu bytes are read",
                        INPUT_LINE_MAX);
        }
        f->reader_gone = f->reader_gone || status == INPUT_READER_GONE;
        more = more && status != INPUT_END && !f->reader_gone;
    }
}

/* Joins the words of the command line. Returns false when memory runs out. */
static bool join(Text *line, int count, char **words)
{
    text_init(line);
    for (int i = 0; i < count; i++) {
        text_add(line, "%s%s", i == 0 ? "" : " ", words[i]);
    }
    if (line->failed) {
        fputs("bushka: not enough memory for the command\n", stderr);
    }
    return !line->failed;
}

/* Waits until all lines have been executed. Returns false when a stopped run takes too long and writes nothing
 * meanwhile. */
static bool finish(Feed *f)
{
    int left = QUIT_TIMEOUT;
    uint64_t written = 0;
    while (!f->reader_gone && left > 0 && !queue_wait(&f->engine->queue, TICK)) {
        const Run run = queue_run(&f->engine->queue);
        const uint64_t before = written;
        written = atomic_load(&f->engine->output->written);
        left = (run.stopped || run.unlimited) && written == before ? left - TICK : QUIT_TIMEOUT;
        f->reader_gone = input_reader_gone(&f->in);
    }
    return left > 0;
}

/* Executes that line alone or, with NULL, the lines of standard input: this thread reads them, another one executes
 * them. Returns the exit code. */
static int serve(Feed *f, const Word *line)
{
    const bool at_once = line == NULL && descriptor_is_terminal(DESCRIPTOR_INPUT);
    pthread_t thread;
    f->engine->listener = (EngineListener){.unknown = terminal_commands_refuse};
    if (!input_init(&f->in, line != NULL ? -1 : DESCRIPTOR_INPUT, DESCRIPTOR_OUTPUT) ||
        !thread_start(&thread, engine_run, f->engine)) {
        fputs("bushka: not enough memory or threads to start\n", stderr);
        return EXIT_FAILURE;
    }
    if (line != NULL) {
        push_line(f, line->text, line->length);
    } else {
        push_lines(f);
    }
    queue_close(&f->engine->queue, at_once);
    const bool finished = finish(f);
    if (f->reader_gone || !finished) {
        _Exit(f->reader_gone ? EXIT_FAILURE : EXIT_SUCCESS);
    }
    pthread_join(thread, NULL);
    input_free(&f->in);
    return line == NULL || f->engine->refusal.code == ERROR_NONE ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int argc, char **argv)
{
    Output output;
    Error error;
    if (descriptor_begin(&error) != ERROR_NONE) {
        fprintf(stderr, "bushka: %s\n", error.text);
        return EXIT_FAILURE;
    }
    output_init(&output, DESCRIPTOR_OUTPUT, leave);
    if (answer_option(&output, argc, argv)) {
        return EXIT_SUCCESS;
    }
    Engine *const engine = engine_new(&output);
    if (engine == NULL) {
        fputs("bushka: not enough memory to start\n", stderr);
        return EXIT_FAILURE;
    }
    Feed f = {.engine = engine};
    Text line;
    int code = EXIT_FAILURE;
    if (join(&line, argc - 1, argv + 1)) {
        const Word words = {.text = line.data, .length = line.length};
        const bool person = descriptor_is_terminal(DESCRIPTOR_INPUT) && descriptor_is_terminal(DESCRIPTOR_OUTPUT) &&
                            (argc == 1 || terminal_commands_has(word_of(argv[1])));
        code = !person                       ? serve(&f, argc > 1 ? &words : NULL)
               : terminal_run(engine, words) ? EXIT_SUCCESS
                                             : EXIT_FAILURE;
    }
    text_free(&line);
    engine_free(engine);
    output_free(&output);
    return code;
}
