/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The options Evaluation and EvalFile: what they change, and that nothing else changes; what is refused leaves all as
 * it was. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "evaluation/evaluation.h"
#include "support/engine_process.h"
#include "support/place.h"
#include "support/random_network.h"
#include "support/test.h"
#include "system/text.h"

enum { SEED = 3, NEURONS = 32, BUCKETS = 2, BOUND = 60, COMMAND_SIZE = 512, HUGE_SIZE = (1 << 20) + 1 };

static const char MID_GAME[] = "position startpos moves g5f5 d8d6 f4e4";
static const char MID_GAME_9X11[] = "position startpos moves f2f5 c6c4";
static const char LEARNED[] = "setoption name Evaluation value learned";
static const char PACE_TEMPO[] = "setoption name Evaluation value pace-tempo";
static const char BUILTIN[] = "setoption name EvalFile value <empty>";

/* Sends a command and reads up to a line that begins so. */
static void ask(EngineProcess *p, const char *command, const char *last, Text *a)
{
    text_init(a);
    ck_assert(process_send(p, command) && process_send(p, "\n"));
    const char *line;
    do {
        line = process_line(p, PATIENCE);
        ck_assert_msg(line != NULL, "%s: no line begins with \"%s\"", command, last);
        text_add(a, "%s\n", line);
    } while (strncmp(line, last, strlen(last)) != 0);
}

/* Everything that does not depend on the evaluation. */
static void ask_rest(EngineProcess *p, Text *a)
{
    static const char *const commands[][2] = {
        {"uci", "uciok"}, {"d", "Legal moves"}, {"moves", "Legal moves"}, {"perft 3", "Nodes searched"}};
    text_init(a);
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        Text one;
        ask(p, commands[i][0], commands[i][1], &one);
        text_add(a, "%s", one.data);
        text_free(&one);
        if (i + 1 == sizeof commands / sizeof commands[0]) {
            process_expect_next(p, "");
        }
    }
}

/* Adds the end of a search's answer to a text: score, nodes and moves, without times. */
static void add_search(const char *lines, Text *t)
{
    const char *info = strstr(lines, "info depth");
    for (const char *next = info; next != NULL; next = strstr(next + 1, "info depth")) {
        info = next;
    }
    ck_assert_ptr_nonnull(info);
    const char *const rate = strstr(info, " nps ");
    const char *const line = strstr(info, " pv ");
    ck_assert(rate != NULL && line != NULL);
    text_add(t, "%.*s%s", (int)(rate - info), info, line);
}

/* What the evaluation says of the position, and a search that has learnt nothing finds by it. */
static void ask_evaluation(EngineProcess *p, Text *a)
{
    Text search;
    ask(p, "eval", "Final evaluation: ", a);
    process_expect_silence(p, "ucinewgame");
    ask(p, "go depth 5", "bestmove ", &search);
    add_search(search.data, a);
    text_free(&search);
}

static void expect_same(const Text *a, const Text *b)
{
    ck_assert_str_eq(a->data, b->data);
}

static void expect_different(const Text *a, const Text *b)
{
    ck_assert_msg(strcmp(a->data, b->data) != 0, "the same: %s", a->data);
}

/* Plays on a board in mid-game. */
static void set_up(EngineProcess *p, const Variant *v)
{
    char command[COMMAND_SIZE];
    snprintf(command, sizeof command, "setoption name UCI_Variant value %s\n", v->name);
    ck_assert(process_send(p, command));
    process_expect_next(p, "info string variant *");
    process_expect_silence(p, v == variant_at(0) ? MID_GAME : MID_GAME_9X11);
}

/* The command that gives a file. */
static const char *eval_file(const FilePath *path, char command[COMMAND_SIZE])
{
    snprintf(command, COMMAND_SIZE, "setoption name EvalFile value %s", path->text);
    return command;
}

/* A file with a random network for a board. */
static FilePath network_file(const Place *place, const Variant *v, uint64_t seed)
{
    char name[COMMAND_SIZE / 2];
    snprintf(name, sizeof name, "%s-%d.net", v->name, (int)seed);
    const FilePath path = in(place, name);
    RandomPlay r = {seed};
    Network *const n = random_network(&r, v, NEURONS, BUCKETS, BOUND);
    save_network(path.text, n);
    network_free(n);
    return path;
}

TEST_EACH(kind_changes_values_alone, VARIANT_COUNT)
{
    Text learned, terms, again, rest, rest_terms;
    EngineProcess p;
    process_start(&p, NULL, 0);
    set_up(&p, variant_at(_i));
    ask_evaluation(&p, &learned);
    ask_rest(&p, &rest);
    process_expect_silence(&p, PACE_TEMPO);
    ask_evaluation(&p, &terms);
    ask_rest(&p, &rest_terms);
    expect_different(&learned, &terms);
    ck_assert(matches("Value by learned: *", learned.data) && matches("Value by pace-tempo: *", terms.data));
    expect_same(&rest, &rest_terms);
    ck_assert(process_send(&p, "setoption name Evaluation value pace\n"));
    process_expect_next(&p, ERROR_LINE "option Evaluation takes learned or pace-tempo, not \"pace\"");
    ask_evaluation(&p, &again);
    expect_same(&terms, &again);
    text_free(&again);
    process_expect_silence(&p, "setoption name evaluation value LEARNED");
    ask_evaluation(&p, &again);
    expect_same(&learned, &again);
    process_quit(&p);
    text_free(&learned);
    text_free(&terms);
    text_free(&again);
    text_free(&rest);
    text_free(&rest_terms);
}

/* A network counts on its own board; one that comes while pace-tempo plays counts later. */
TEST_EACH(network_is_for_its_board, VARIANT_COUNT)
{
    const Variant *const own = variant_at(_i);
    const Variant *const foreign = variant_at((_i + 1) % VARIANT_COUNT);
    const Place place = place_make();
    const FilePath path = network_file(&place, own, SEED);
    const FilePath second = network_file(&place, foreign, SEED);
    char command[COMMAND_SIZE];
    Text before, before_foreign, after, again;
    EngineProcess p;
    process_start(&p, NULL, 0);
    set_up(&p, foreign);
    ask_evaluation(&p, &before_foreign);
    set_up(&p, own);
    ask_evaluation(&p, &before);
    process_expect_silence(&p, eval_file(&path, command));
    ask_evaluation(&p, &after);
    expect_different(&before, &after);
    set_up(&p, foreign);
    ask_evaluation(&p, &again);
    expect_same(&before_foreign, &again);
    text_free(&again);

    process_expect_silence(&p, eval_file(&second, command)); /* and now both */
    ask_evaluation(&p, &again);
    expect_different(&before_foreign, &again);
    text_free(&again);
    set_up(&p, own);
    ask_evaluation(&p, &again);
    expect_same(&after, &again);
    text_free(&again);

    process_expect_silence(&p, BUILTIN);
    ask_evaluation(&p, &again);
    expect_same(&before, &again);
    text_free(&again);
    text_free(&before);
    process_expect_silence(&p, PACE_TEMPO);
    ask_evaluation(&p, &before);
    process_expect_silence(&p, eval_file(&path, command));
    ask_evaluation(&p, &again);
    expect_same(&before, &again);
    text_free(&again);
    process_expect_silence(&p, LEARNED);
    ask_evaluation(&p, &again);
    expect_same(&after, &again);
    process_quit(&p);
    text_free(&before);
    text_free(&before_foreign);
    text_free(&after);
    text_free(&again);
    place_remove(&place);
}

/* Gives a file that must be refused for a reason that begins so, after its path. */
static void expect_refused(EngineProcess *p, const FilePath *path, const char *reason)
{
    char command[COMMAND_SIZE], pattern[COMMAND_SIZE];
    snprintf(pattern, sizeof pattern, ERROR_LINE "%s%s", path->text, reason);
    ck_assert(process_send(p, eval_file(path, command)) && process_send(p, "\n"));
    process_expect_next(p, pattern);
}

#define NOT_A_NETWORK ": not a network for this engine: line 1 should be \"Bushka network 3\""

/* Gives every kind of file that is none, made from a good one. */
static void give_bad_files(EngineProcess *p, const Place *place, const FilePath *good)
{
    static const struct {
        const char *text, *reason;
    } texts[] = {
        {"", NOT_A_NETWORK},
        {"#!/bin/sh\n", NOT_A_NETWORK},
        {"Bushka", NOT_A_NETWORK},
        {"Bushka network", NOT_A_NETWORK},
        {"Bushka evaluation 1\nfeatures 71\nmen 800 800 800 800\n", NOT_A_NETWORK},
        {"Bushka network 9\n", NOT_A_NETWORK},
        {"Bushka network 3\nboard chess\n", ":2: unknown board \"chess\"; expected bushka or bushka9x11"},
        {"Bushka network 3\nboard bushka\n", ": line 3 should be \"neurons N\""},
    };
    const FilePath bad = in(place, "bad");
    size_t size;
    unsigned char *const bytes = content(good->text, &size);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        set_text(bad.text, texts[i].text);
        expect_refused(p, &bad, texts[i].reason);
    }
    bytes[size * 2 / 3] ^= 1;
    set_content(bad.text, bytes, size);
    expect_refused(p, &bad, ": the file is damaged: its checksum is *");
    bytes[size * 2 / 3] ^= 1;
    set_content(bad.text, bytes, size / 2);
    expect_refused(p, &bad, ": the file is damaged: its checksum is *");
    free(bytes);

    unsigned char *const huge = calloc(1, HUGE_SIZE);
    ck_assert_ptr_nonnull(huge);
    strcpy((char *)huge, "Bushka network 3\n");
    set_content(bad.text, huge, HUGE_SIZE);
    expect_refused(p, &bad, ": too large for a network: *");
    free(huge);

    const FilePath fifo = in(place, "fifo"), missing = in(place, "missing"), directory = in(place, ".");
    ck_assert(mkfifo(fifo.text, S_IRUSR | S_IWUSR) == 0 && remove(bad.text) == 0);
    expect_refused(p, &fifo, " is a FIFO, not a regular file");
    expect_refused(p, &missing, ": No such file or directory");
    expect_refused(p, &directory, " is a directory, not a regular file");
}

/* In mid-game, by the built-in evaluation and by another, nothing is lost. */
TEST_EACH(bad_files_leave_what_was, 2 * EVALUATION_KINDS)
{
    const bool learned = _i % EVALUATION_KINDS == EVALUATION_LEARNED;
    const bool builtin = _i < EVALUATION_KINDS;
    const Place place = place_make();
    const FilePath good = network_file(&place, variant_at(0), SEED);
    char command[COMMAND_SIZE];
    Text before, after;
    EngineProcess p;
    process_start(&p, NULL, 0);
    set_up(&p, variant_at(0));
    process_expect_silence(&p, learned ? LEARNED : PACE_TEMPO);
    if (!builtin) {
        process_expect_silence(&p, eval_file(&good, command));
    }
    ask_evaluation(&p, &before);
    give_bad_files(&p, &place, &good);
    ask_evaluation(&p, &after);
    expect_same(&before, &after);
    process_quit(&p);
    text_free(&before);
    text_free(&after);
    place_remove(&place);
}

/* Refused while a search runs that has no end; after one that has an end, the option holds from then on. */
TEST(options_during_a_search)
{
    static const char *const running = ERROR_LINE "a search is running; send stop first";
    const Place place = place_make();
    const FilePath good = network_file(&place, variant_at(0), SEED), missing = in(&place, "missing");
    char command[COMMAND_SIZE], both[2 * COMMAND_SIZE];
    Text before, after, search;
    Text found;
    EngineProcess p;
    process_start(&p, NULL, 0);
    set_up(&p, variant_at(0));
    ask_evaluation(&p, &before);

    ck_assert(process_send(&p, "go infinite\n") && process_send(&p, PACE_TEMPO) && process_send(&p, "\n"));
    process_expect(&p, running);
    ck_assert(process_send(&p, eval_file(&good, command)) && process_send(&p, "\n"));
    process_expect(&p, running);
    ck_assert(process_send(&p, eval_file(&missing, command)) && process_send(&p, "\n"));
    process_expect(&p, running);
    ck_assert(process_send(&p, "stop\n"));
    process_expect(&p, "bestmove *");
    ask_evaluation(&p, &after);
    expect_same(&before, &after);
    text_free(&after);

    /* The search goes on by the evaluation that it began with. */
    snprintf(both, sizeof both, "ucinewgame\ngo depth 5\n%s", eval_file(&good, command));
    ask(&p, both, "bestmove ", &search);
    process_sync(&p);
    text_init(&found);
    add_search(search.data, &found);
    ck_assert_ptr_nonnull(strstr(before.data, found.data));
    text_free(&search);
    ask_evaluation(&p, &after);
    expect_different(&before, &after);
    text_free(&before);

    snprintf(both, sizeof both, "go depth 5\n%s\neval", eval_file(&missing, command));
    ask(&p, both, "bestmove ", &search);
    process_expect_next(&p, ERROR_LINE "*: No such file or directory");
    process_expect(&p, "Final evaluation: *");
    ask_evaluation(&p, &before);
    expect_same(&after, &before);
    process_quit(&p);
    text_free(&before);
    text_free(&after);
    text_free(&search);
    text_free(&found);
    place_remove(&place);
}

SUITE(.timeout = SANITIZED ? 90 : 30);
