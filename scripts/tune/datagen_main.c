/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bushka-datagen: makes record files for the tuner. */
#include <inttypes.h>
#include <stdio.h>

#include "system/command_line.h"
#include "tune/datagen.h"

static const double COUNT_MOST = 1e15;
static const double NODES_MOST = 4e9;
static const double PLIES_LEAST = 20, PLIES_MOST = 2000;

/* What the command line says. */
typedef struct Settings {
    const Variant *variant;
    int64_t games, positions, nodes, seed, threads, plies;
    Shard shard;
    double keep;
    const char *output, *evalfile, *tables;
    bool merge, quiet;
} Settings;

static ErrorCode check(const void *settings, const FileWords *files, Error *e)
{
    const Settings *const s = settings;
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

static void tell_refused(void *context, const char *why)
{
    (void)context;
    fprintf(stderr, "bushka-datagen: ignored: %s\n", why);
}

/* Opens the tables asked for, of which the board must have some; none asked for are none. */
static ErrorCode open_tables(const Settings *s, Tablebase **tables, Error *e)
{
    *tables = NULL;
    if (s->tables == NULL) {
        return error_clear(e);
    }
    const ErrorCode code = tablebase_open_for(s->tables, s->variant, tell_refused, NULL, tables, e);
    return code == ERROR_NONE ? code : error_set(e, code, "-tables: %s", e->text);
}

static ErrorCode generate(const Settings *s, const atomic_bool *stop, DatagenTotals *totals, Error *e)
{
    EvaluationChoice players;
    Tablebase *tables = NULL;
    ErrorCode code = players_begin(s->evalfile, &players, e);
    code = code == ERROR_NONE ? open_tables(s, &tables, e) : code;
    if (code != ERROR_NONE) {
        tablebase_free(tables);
        evaluation_choice_free(&players);
        return code;
    }
    const DatagenConfig config = {.rules = {.variant = s->variant,
                                            .seed = (uint64_t)s->seed,
                                            .nodes = (uint32_t)s->nodes,
                                            .opening_least = SELFPLAY_OPENING_LEAST,
                                            .opening_most = SELFPLAY_OPENING_MOST,
                                            .plies_most = (int)s->plies,
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
    const Settings *const s = settings;
    DatagenTotals t;
    const ErrorCode code =
        s->merge ? datagen_merge(files->words, files->count, s->output, stop, &t, e) : generate(s, stop, &t, e);
    if (code == ERROR_NONE) {
        printf("games %" PRIu64 " (white wins %" PRIu64 ", draws %" PRIu64 ", black wins %" PRIu64
               "), positions %" PRIu64 ", plies %" PRIu64 "\n",
               t.games, t.white_wins, t.draws, t.black_wins, t.positions, t.plies);
    }
    return code;
}

int main(int argc, char **argv)
{
    Settings s = {.variant = variant_at(0),
                  .games = -1,
                  .positions = -1,
                  .nodes = SELFPLAY_NODES,
                  .seed = 1,
                  .threads = 1,
                  .plies = SELFPLAY_PLIES_MOST,
                  .shard = {1, 1},
                  .keep = SELFPLAY_KEPT};
    const Option options[] = {
        {"-variant", OPTION_BOARD, &s.variant, 0, 0, "NAME: the board, bushka (the default) or bushka9x11"},
        {"-games", OPTION_WHOLE, &s.games, 1, COUNT_MOST, "N: games, of all shards together"},
        {"-positions", OPTION_WHOLE, &s.positions, 1, COUNT_MOST,
         "N: end with the game that reaches so many positions"},
        {"-nodes", OPTION_WHOLE, &s.nodes, 1, NODES_MOST, "N: nodes searched for each move (1000)"},
        {"-seed", OPTION_WHOLE, &s.seed, 0, COUNT_MOST, "N: decides the openings and what is kept (1)"},
        {"-threads", OPTION_WHOLE, &s.threads, 1, DATAGEN_THREADS_MAX, "N: games played at a time (1)"},
        {"-shard", OPTION_SHARD, &s.shard, 0, DATAGEN_SHARDS_MAX, "I/N: part I of N of the games, I from 1"},
        {"-plies", OPTION_WHOLE, &s.plies, PLIES_LEAST, PLIES_MOST, "N: a longer game is a draw (240)"},
        {"-keep", OPTION_DECIMAL, &s.keep, 0, 1, "X: share of the quiet positions that is written (0.8)"},
        {"-evalfile", OPTION_TEXT, &s.evalfile, 0, 0,
         "FILE: network or evaluation weights of the players (the built-in network), or plain"},
        {"-tables", OPTION_TEXT, &s.tables, 0, 0,
         "FOLDERS: tables of endings; a game ends, with their result, where they know it"},
        {"-output", OPTION_TEXT, &s.output, 0, 0, "FILE: the record file; resumed if there are games in it"},
        {"-merge", OPTION_FLAG, &s.merge, 0, 0, "FILES...: put the files of all shards together in -output"},
        {"-quiet", OPTION_FLAG, &s.quiet, 0, 0, "no progress"},
    };
    const Program program = {.name = "bushka-datagen",
                             .usage =
                                 "bushka-datagen -games N|-positions N -output FILE [options]: games for bushka-tune",
                             .options = options,
                             .option_count = (int)(sizeof options / sizeof options[0]),
                             .settings = &s,
                             .check = check,
                             .run = run};
    return command_line_run(&program, argc, argv);
}
