/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bushka-datagen: makes record files, games of the engine against itself, for bushka-train. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "evaluation/network_file.h"
#include "system/thread.h"
#include "tools/program.h"
#include "train/merge_records.h"

#define COUNT_MAX INT64_C(1000000000000000)
#define NODES_MAX INT64_C(4000000000)

/* Stands for men and kings alone where a file is asked for. */
#define PLAIN "plain"

enum { PLIES_MIN = 20, PLIES_MAX = 2000 };

/* What the command line says. */
typedef struct DatagenSettings {
    int board;
    int64_t games, positions, nodes, seed, threads, plies;
    Shard shard;
    double keep;
    const char *output, *evalfile, *tables;
    bool merge, quiet;
} DatagenSettings;

static ErrorCode check(const void *settings, const FileWords *files, Error *e)
{
    const DatagenSettings *const s = settings;
    if (s->output == NULL) {
        return error_set(e, ERROR_SYNTAX, "-output FILE is missing");
    }
    if (s->merge && files->count == 0) {
        return error_set(e, ERROR_SYNTAX, "-merge needs the files of the shards");
    }
    if (!s->merge && files->count > 0) {
        return error_set(e, ERROR_SYNTAX, "only -merge takes files such as \"%s\"", files->words[0]);
    }
    if (!s->merge && s->games < 0 && s->positions < 0) {
        return error_set(e, ERROR_SYNTAX, "-games N or -positions N is missing");
    }
    return ERROR_NONE;
}

static void report_refused(void *context, const char *why)
{
    (void)context;
    fprintf(stderr, "bushka-datagen: ignored: %s\n", why);
}

/* Opens the tables asked for, of which the board must have some; none asked for are none. */
static ErrorCode open_tables(const DatagenSettings *s, Tablebase **tables, Error *e)
{
    *tables = NULL;
    if (s->tables == NULL) {
        return error_clear(e);
    }
    const ErrorCode code = tablebase_open(s->tables, variant_at(s->board), report_refused, NULL, tables, e);
    return code == ERROR_NONE ? code : error_set(e, code, "-tables: %s", e->text);
}

/* The evaluation of the players: the built-in networks for NULL; men and kings alone for PLAIN; else the network of
 * that file, which must be of that board. To be ended with evaluation_choice_free(), also after an error. */
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

static ErrorCode generate(const DatagenSettings *s, const atomic_bool *stop, DatagenTotals *totals, Error *e)
{
    EvaluationChoice players;
    Tablebase *tables = NULL;
    ErrorCode code = open_players(variant_at(s->board), s->evalfile, &players, e);
    code = code == ERROR_NONE ? open_tables(s, &tables, e) : code;
    if (code != ERROR_NONE) {
        tablebase_free(tables);
        evaluation_choice_free(&players);
        return code;
    }
    const DatagenConfig config = {.rules = {.variant = variant_at(s->board),
                                            .seed = (uint64_t)s->seed,
                                            .nodes = (uint32_t)s->nodes,
                                            .plies_max = (int)s->plies,
                                            .kept = s->keep},
                                  .players = &players,
                                  .tables = tables,
                                  .output = s->output,
                                  .games = s->games < 0 ? UINT64_MAX : (uint64_t)s->games,
                                  .positions = s->positions < 0 ? UINT64_MAX : (uint64_t)s->positions,
                                  .shard = (uint32_t)s->shard.part - 1,
                                  .shards = (uint32_t)s->shard.parts,
                                  .threads = (int)s->threads,
                                  .quiet = s->quiet,
                                  .stop = stop};
    code = datagen_run(&config, totals, e);
    tablebase_free(tables);
    evaluation_choice_free(&players);
    return code;
}

static ErrorCode run(const void *settings, const FileWords *files, const atomic_bool *stop, Error *e)
{
    const DatagenSettings *const s = settings;
    DatagenTotals t;
    const ErrorCode code =
        s->merge ? merge_records(files->words, files->count, s->output, stop, &t, e) : generate(s, stop, &t, e);
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
    {"games", "N", "play N games, of all shards together", WHOLE(1, COUNT_MAX), STORED(games)},
    {"positions", "N", "end with the game that reaches N positions", WHOLE(1, COUNT_MAX), STORED(positions)},
    {"nodes", "N", "search N nodes for each move", WHOLE(1, NODES_MAX), STORED(nodes), .initial = "1000"},
    {"seed", "N", "choose the openings and the positions kept by this number", WHOLE(0, COUNT_MAX), STORED(seed),
     .initial = "1"},
    {"threads", "N", "play N games at a time", WHOLE(1, THREAD_POOL_MAX), STORED(threads), .initial = "1"},
    {"shard", "I/N", "play part I of N of the games, I from 1", OPTION_SHARD, STORED(shard), .max = DATAGEN_SHARDS_MAX,
     .initial = "1/1"},
    {"plies", "N", "end a game as drawn after N plies", WHOLE(PLIES_MIN, PLIES_MAX), STORED(plies), .initial = "240"},
    {"keep", "X", "write this share of the quiet positions", OPTION_DECIMAL, STORED(keep), .high = 1, .initial = "0.8"},
    {"evalfile", "FILE", "play with this network (the built-in ones), or plain: men and kings alone", TEXT(evalfile)},
    {"tables", "FOLDERS", "end a game where the tablebases in these folders know its result", TEXT(tables)},
    {"output", "FILE", "write records to this file; resume if it holds games", TEXT(output)},
    {"merge", "FILES...", "join the files of all shards in -output", OPTION_ON, STORED(merge),
     .beside = (const char *const[]){"output", "quiet", NULL}},
    {"quiet", NULL, "show no progress", OPTION_ON, STORED(quiet)},
    {.name = NULL},
};

int main(int argc, char **argv)
{
    DatagenSettings s = {.games = -1, .positions = -1};
    const Program program = {.name = "bushka-datagen",
                             .usage = "bushka-datagen -games N|-positions N -output FILE [options]: plays games for "
                                      "bushka-train",
                             .options = OPTIONS,
                             .settings = &s,
                             .check = check,
                             .run = run};
    return program_run(&program, argc, argv);
}
