/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bushka-datagen: generates record files for bushka-train: games of the engine against itself. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "evaluation/network_file.h"
#include "system/thread.h"
#include "tools/program.h"
#include "train/merge_records.h"

#define COUNT_MAX INT64_C(1000000000000000)
#define NODES_MAX INT64_C(4000000000)

/* Instead of a network file: an evaluation that counts men and kings alone. */
#define PLAIN "plain"

enum { PLIES_MIN = 20, PLIES_MAX = 2000 };

/* The command line. */
typedef struct DatagenSettings {
    DatagenConfig work; /* except what the program opens */
    int board;
    const char *evalfile, *tables;
    bool merge;
} DatagenSettings;

static ErrorCode check(void *settings, const Operands *files, Error *e)
{
    const DatagenSettings *const s = settings;
    if (s->work.output == NULL) {
        return error_set(e, ERROR_SYNTAX, "-output FILE is missing");
    }
    if (s->merge && files->count == 0) {
        return error_set(e, ERROR_SYNTAX, "-merge needs the files of the shards");
    }
    if (!s->merge && files->count > 0) {
        return error_set(e, ERROR_SYNTAX, "only -merge takes files such as \"%s\"", files->words[0]);
    }
    if (!s->merge && s->work.games == UINT64_MAX && s->work.positions == UINT64_MAX) {
        return error_set(e, ERROR_SYNTAX, "-games N or -positions N is missing");
    }
    return ERROR_NONE;
}

static void report_refused(void *context, const char *why)
{
    (void)context;
    fprintf(stderr, "bushka-datagen: ignored: %s\n", why);
}

/* Opens the tablebases of -tables, of which there must be some for the board; *tables is NULL without the option. */
static ErrorCode open_tables(const DatagenSettings *s, Tablebase **tables, Error *e)
{
    *tables = NULL;
    if (s->tables == NULL) {
        return error_clear(e);
    }
    const ErrorCode code = tablebase_open(s->tables, variant_at(s->board), report_refused, NULL, tables, e);
    return code == ERROR_NONE ? code : error_set(e, code, "-tables: %s", e->text);
}

/* The evaluation of the players: the built-in networks for NULL; men and kings alone for PLAIN; else the network in
 * that file, which must be for that board. Call evaluation_choice_free() even after an error. */
static ErrorCode open_players(const Variant *v, const char *name, EvaluationChoice *players, Error *e)
{
    const bool plain = name != NULL && strcmp(name, PLAIN) == 0;
    *players = (EvaluationChoice){.kind = plain ? EVALUATION_MATERIAL : EVALUATION_LEARNED};
    if (name == NULL || plain) {
        return error_clear(e);
    }
    Network *const n = network_file_read(name, e);
    if (n == NULL) {
        return e->code;
    }
    players->network[variant_index(n->shape.variant)] = n;
    return n->shape.variant == v ? error_clear(e)
                                 : error_set(e, ERROR_SYNTAX, "-evalfile: %s is of the board %s, not of %s", name,
                                             n->shape.variant->name, v->name);
}

static ErrorCode generate(DatagenSettings *s, DatagenTotals *totals, Error *e)
{
    EvaluationChoice players;
    Tablebase *tables = NULL;
    s->work.rules.variant = variant_at(s->board);
    ErrorCode code = open_players(s->work.rules.variant, s->evalfile, &players, e);
    code = code == ERROR_NONE ? open_tables(s, &tables, e) : code;
    s->work.players = &players;
    s->work.tables = tables;
    code = code == ERROR_NONE ? datagen_run(&s->work, totals, e) : code;
    tablebase_free(tables);
    evaluation_choice_free(&players);
    return code;
}

static ErrorCode run(void *settings, const Operands *files, SignalWatch *w, Error *e)
{
    DatagenSettings *const s = settings;
    DatagenTotals t;
    s->work.stop = &w->requested;
    const ErrorCode code =
        s->merge ? merge_records(files->words, files->count, s->work.output, &w->requested, &t, e) : generate(s, &t, e);
    if (code == ERROR_NONE) {
        printf("games %" PRIu64 " (white wins %" PRIu64 ", draws %" PRIu64 ", black wins %" PRIu64
               "), positions %" PRIu64 ", plies %" PRIu64 "\n",
               t.games, t.white_wins, t.draws, t.black_wins, t.positions, t.plies);
    }
    return code;
}

#define STORED(member) OPTION_STORED(DatagenSettings, member)
#define WHOLE(from, to) .kind = OPTION_WHOLE, .min = (from), .max = (to)
#define TEXT(member) .kind = OPTION_TEXT, STORED(member)

static const OptionRow OPTIONS[] = {
    {"variant", "NAME", "play on this board: bushka or bushka9x11", OPTION_CHOICE, STORED(board),
     .choices = VARIANT_NAMES, .initial = "bushka"},
    {"games", "N", "play N games, in all shards together", WHOLE(1, COUNT_MAX), STORED(work.games)},
    {"positions", "N", "end with the game that reaches N positions", WHOLE(1, COUNT_MAX), STORED(work.positions)},
    {"nodes", "N", "search N nodes for each move", WHOLE(1, NODES_MAX), STORED(work.rules.nodes), .initial = "1000"},
    {"seed", "N", "seed of the openings and of the positions kept", WHOLE(0, COUNT_MAX), STORED(work.rules.seed),
     .initial = "1"},
    {"threads", "N", "play N games at a time", WHOLE(1, THREAD_POOL_MAX), STORED(work.threads), .initial = "1"},
    {"shard", "I/N", "play part I of N of the games, I from 1", OPTION_SHARD, STORED(work.shard),
     .max = DATAGEN_SHARDS_MAX, .initial = "1/1"},
    {"plies", "N", "end a game as drawn after N plies", WHOLE(PLIES_MIN, PLIES_MAX), STORED(work.rules.plies_max),
     .initial = "240"},
    {"keep", "X", "write this share of the quiet positions", OPTION_DECIMAL, STORED(work.rules.kept), .low = 0.001,
     .high = 1, .initial = "0.8"},
    {"evalfile", "FILE", "play with this network (the built-in ones), or plain: men and kings alone", TEXT(evalfile)},
    {"tables", "FOLDERS", "adjudicate games by the tablebases in these folders", TEXT(tables)},
    {"output", "FILE", "write records to this file; resume if it holds games", TEXT(work.output)},
    {"merge", "FILES...", "join the files of all shards into -output", OPTION_ON, STORED(merge),
     .allowed_with = (const char *const[]){"output", "quiet", NULL}},
    {"quiet", NULL, "show no progress", OPTION_ON, STORED(work.quiet)},
    {.name = NULL},
};

int main(int argc, char **argv)
{
    DatagenSettings s = {.work = {.games = UINT64_MAX, .positions = UINT64_MAX}};
    const Program program = {.name = "bushka-datagen",
                             .usage = "bushka-datagen -games N|-positions N -output FILE [options]: plays games for "
                                      "bushka-train",
                             .options = OPTIONS,
                             .settings = &s,
                             .check = check,
                             .run = run};
    return program_run(&program, argc, argv);
}
