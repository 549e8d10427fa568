/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The options Evaluation and EvalFile: what they change, that they change nothing else, and that what is refused
 * changes nothing. */
#include <stdio.h>
#include <string.h>

#include "support/engine_process.h"
#include "support/place.h"
#include "support/random_network.h"
#include "support/test.h"

enum { SEED = 3, NEURONS = 32, BUCKETS = 2, BOUND = 60 };
enum { STEPS_MAX = 10, TALK_SIZE = 1024, ANSWER_SIZE = 16384 };

/* Parts of conversations (talk()), in which '@' is the directory of the files: a random network for each board. */
#define TEN                                                                                                            \
    "> setoption name UCI_Variant value bushka\ninfo string variant *\n> position startpos moves g5f5 d8d6 f4e4\n"
#define NINE                                                                                                           \
    "> setoption name UCI_Variant value bushka9x11\ninfo string variant *\n> position startpos moves f2f5 c6c4\n"
#define LEARNED "> setoption name evaluation value LEARNED\n"
#define PACE_TEMPO "> setoption name Evaluation value pace-tempo\n"
#define FILE_OF_TEN "> setoption name EvalFile value @/bushka.net\n"
#define FILE_OF_NINE "> setoption name EvalFile value @/bushka9x11.net\n"
#define MISSING_FILE "> setoption name EvalFile value @/missing\n"
#define BUILTIN "> setoption name EvalFile value <empty>\n"
#define RUNNING "...\n" ERROR_LINE "a search is running; send stop first\n"

/* A conversation, and letters for what the engine finds after it: the same letter stands for equal findings, another
 * letter for others. */
typedef struct Step {
    const char *talk;
    char evaluation; /* what depends on it: eval, and a search after ucinewgame */
    char rest;       /* all that does not */
} Step;

#define KINDS(board)                                                                                                   \
    {                                                                                                                  \
        {board, 'l', 'r'}, {PACE_TEMPO, 't', 'r'},                                                                     \
            {"> setoption name Evaluation value pace\n" ERROR_LINE                                                     \
             "option Evaluation takes learned or pace-tempo, not \"pace\"",                                            \
             't', 'r'},                                                                                                \
            {LEARNED, 'l', 'r'},                                                                                       \
    }

/* A network is used on its own board only; one that is loaded while pace-tempo is set is used later. */
#define NETWORKS(own, own_file, foreign, foreign_file)                                                                 \
    {                                                                                                                  \
        {foreign, 'f', 'f'}, {own, 'o', 'o'}, {own_file, 'n', 'o'}, {foreign, 'f', 'f'}, {foreign_file, 'g', 'f'},     \
            {own, 'n', 'o'}, {BUILTIN, 'o', 'o'}, {PACE_TEMPO, 't', 'o'}, {own_file, 't', 'o'}, {LEARNED, 'n', 'o'},   \
    }

static const Step STEPS[][STEPS_MAX] = {
    KINDS(TEN),
    KINDS(NINE),
    NETWORKS(TEN, FILE_OF_TEN, NINE, FILE_OF_NINE),
    NETWORKS(NINE, FILE_OF_NINE, TEN, FILE_OF_TEN),
    /* Refused during a search without a limit; during one with a limit, the option waits and is set after it. */
    {{TEN, 'o', 'o'},
     {"> go infinite\n" PACE_TEMPO RUNNING FILE_OF_TEN RUNNING MISSING_FILE RUNNING "> stop\n...\nbestmove *", 'o',
      'o'},
     {"> go depth 5\n" FILE_OF_TEN "...\nbestmove *", 'n', 'o'},
     {"> go depth 5\n" MISSING_FILE "> eval\n...\nbestmove *\n" ERROR_LINE
      "*: No such file or directory\n...\nFinal evaluation: *",
      'n', 'o'},
     {PACE_TEMPO MISSING_FILE ERROR_LINE "*: No such file or directory", 't', 'o'}},
};

typedef struct Answer {
    char text[ANSWER_SIZE];
} Answer;

/* Sends a command and keeps the lines up to the one that begins with `last`. */
static Answer ask(EngineProcess *p, const char *command, const char *last)
{
    Answer a = {""};
    ck_assert(process_send(p, command) && process_send(p, "\n"));
    const char *line;
    do {
        line = process_line(p, PATIENCE);
        ck_assert_msg(line != NULL, "%s: no line begins with \"%s\"", command, last);
        ck_assert_uint_lt(strlen(a.text) + strlen(line) + 1, sizeof a.text);
        strcat(strcat(a.text, line), "\n");
    } while (strncmp(line, last, strlen(last)) != 0);
    return a;
}

/* What a search finds, without its times: score and nodes of its last line, and the moves. */
static Answer ask_search(EngineProcess *p, const char *command)
{
    Answer found = {""};
    const Answer a = ask(p, command, "bestmove ");
    const char *info = strstr(a.text, "info depth");
    for (const char *next = info; next != NULL; next = strstr(next + 1, "info depth")) {
        info = next;
    }
    ck_assert_ptr_nonnull(info);
    const char *const rate = strstr(info, " nps ");
    const char *const line = strstr(info, " pv ");
    ck_assert(rate != NULL && line != NULL);
    snprintf(found.text, sizeof found.text, "%.*s%s", (int)(rate - info), info, line);
    return found;
}

static Answer ask_evaluation(EngineProcess *p)
{
    Answer a = ask(p, "eval", "Final evaluation: ");
    const Answer search = ask_search(p, "ucinewgame\ngo depth 5");
    ck_assert_uint_lt(strlen(a.text) + strlen(search.text), sizeof a.text);
    strcat(a.text, search.text);
    return a;
}

static Answer ask_rest(EngineProcess *p)
{
    const Answer a = ask(p, "uci\nd\nmoves\nperft 3", "Nodes searched");
    process_talk(p, "\n");
    return a;
}

/* Writes a network for each board, in a file of its name. */
static void set_up(void)
{
    for (int i = 0; i < VARIANT_COUNT; i++) {
        RandomPlay r = {SEED};
        char name[TALK_SIZE];
        Network *const n = random_network(&r, variant_at(i), NEURONS, BUCKETS, BOUND);
        snprintf(name, sizeof name, "%s.net", variant_at(i)->name);
        save_network(in(&place, name).text, n);
        network_free(n);
    }
}

/* Fails unless the answers are equal, or differ, as wanted; shows where they part, since they are too long to be shown
 * whole. */
static void expect_same(const Answer *a, const Answer *b, bool same, const char *after)
{
    size_t at = 0;
    while (a->text[at] == b->text[at] && a->text[at] != '\0') {
        at++;
    }
    ck_assert_msg((a->text[at] == b->text[at]) == same, "after %s: \"%.80s\", \"%.80s\"", after, &a->text[at],
                  &b->text[at]);
}

TEST_EACH(each_step_changes_what_it_should, ROWS(STEPS))
{
    static Answer evaluations[STEPS_MAX], rests[STEPS_MAX];
    const Step *const steps = STEPS[_i];
    for (int i = 0; i < STEPS_MAX && steps[i].talk != NULL; i++) {
        process_talk(&running, steps[i].talk);
        evaluations[i] = ask_evaluation(&running);
        rests[i] = ask_rest(&running);
        const bool terms = steps[i].evaluation == 't';
        ck_assert(matches(terms ? "Value by pace-tempo: *" : "Value by learned: *", evaluations[i].text));
        for (int k = 0; k < i; k++) {
            const bool same = steps[i].evaluation == steps[k].evaluation, same_rest = steps[i].rest == steps[k].rest;
            expect_same(&evaluations[i], &evaluations[k], same, steps[i].talk);
            expect_same(&rests[i], &rests[k], same_rest, steps[i].talk);
        }
    }
}

/* The searches of bench on one board. */
static Answer ask_bench(EngineProcess *p, const Variant *v)
{
    Answer all = ask(p, "bench depth 3", "Nodes/second"), found = {""};
    char board[TALK_SIZE];
    snprintf(board, sizeof board, " %s ", v->name);
    for (const char *line = strtok(all.text, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        strcat(found.text, strstr(line, board) != NULL ? line : "");
    }
    ck_assert_str_ne(found.text, "");
    return found;
}

/* What is set, and letters for what bench finds then on each board, as above. */
static const struct {
    const char *talk, *found;
} BENCHES[] = {{LEARNED, "ll"}, {PACE_TEMPO, "tt"}, {LEARNED FILE_OF_TEN, "nl"}, {FILE_OF_NINE, "nn"}, {BUILTIN, "ll"}};

TEST(bench_searches_by_the_evaluation)
{
    static Answer found[ROWS(BENCHES)][VARIANT_COUNT];
    for (int i = 0; i < ROWS(BENCHES) * VARIANT_COUNT; i++) {
        const int row = i / VARIANT_COUNT, board = i % VARIANT_COUNT;
        process_talk(&running, board == 0 ? BENCHES[row].talk : "");
        found[row][board] = ask_bench(&running, variant_at(board));
        for (int k = 0; k < row; k++) {
            expect_same(&found[row][board], &found[k][board], BENCHES[row].found[board] == BENCHES[k].found[board],
                        BENCHES[row].talk);
        }
    }
}

SUITE(.timeout = 90, .with = {&WITH_PLACE, &RUNNING_ENGINE}, .set_up = set_up);
