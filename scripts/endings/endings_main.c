/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bushka-endings: solves the endings with few pieces, and reports how they end or builds tables of them. */
#include <stdio.h>
#include <string.h>

#include "endings/build.h"
#include "endings/class_report.h"
#include "endings/emit.h"
#include "endings/verify.h"
#include "system/command_line.h"
#include "system/thread.h"
#include "system/thread_pool.h"

enum {
    PIECES_REPORT = 3, /* where none are given */
    PIECES_BUILD = 5,
    MEMORY_DEFAULT = 4096, /* MiB */
    MEMORY_LEAST = 64,
    MEMORY_MOST = 1 << 20,
    MIB_SHIFT = 20,
    POSITIONS_DEFAULT = 10000,
    SEED_DEFAULT = 1,
    ROWS_MOST = 10
};

static const double POSITIONS_MOST = 1e9;
static const char FOLDER_DEFAULT[] = "endings";

/* What is done: without a word endings are solved and summed up; report tells what tables hold. */
typedef enum Command { COMMAND_SOLVE, COMMAND_BUILD, COMMAND_VERIFY, COMMAND_REPORT, COMMAND_UNKNOWN } Command;

/* What the command line says; 0 and NULL where it says nothing. */
typedef struct Settings {
    const Variant *variant; /* NULL: both boards */
    int64_t pieces, threads, memory, positions, seed, rows;
    const char *emit, *folder, *class;
} Settings;

/* The boards, in the order of variant_at(), solved at the same time. */
typedef struct Work {
    const Settings *settings;
    const atomic_bool *stop;
    Endings *boards[VARIANT_COUNT]; /* NULL where not asked for */
    Error errors[VARIANT_COUNT];
} Work;

static Command command_of(const FileWords *files)
{
    if (files->count == 0) {
        return COMMAND_SOLVE;
    }
    return strcmp(files->words[0], "build") == 0    ? COMMAND_BUILD
           : strcmp(files->words[0], "verify") == 0 ? COMMAND_VERIFY
           : strcmp(files->words[0], "report") == 0 ? COMMAND_REPORT
                                                    : COMMAND_UNKNOWN;
}

/* Refuses options that another command has. */
static ErrorCode check_options(const Settings *s, Command c, Error *e)
{
    const bool solve = c == COMMAND_SOLVE, build = c == COMMAND_BUILD, verify = c == COMMAND_VERIFY;
    const bool report = c == COMMAND_REPORT;
    const char *const wrong = s->emit != NULL && !solve    ? "-emit goes without build, verify and report"
                              : s->folder != NULL && solve ? "-dir belongs to build, verify and report"
                              : s->class != NULL && !build ? "-class belongs to build"
                              : s->memory != 0 && !build   ? "-memory belongs to build"
                              : (s->positions != 0 || s->seed != 0) && !verify ? "-positions and -seed belong to verify"
                              : s->rows != 0 && !report                        ? "-rows belongs to report"
                              : (s->pieces != 0 || s->threads != 0) && verify
                                  ? "verify looks at all tables, with one thread: without -pieces and -threads"
                                  : NULL;
    return wrong != NULL ? error_set(e, ERROR_SYNTAX, "%s", wrong) : error_clear(e);
}

static ErrorCode check(const void *settings, const FileWords *files, Error *e)
{
    const Settings *const s = settings;
    const Command command = command_of(files);
    TableClass class;
    if (command == COMMAND_UNKNOWN || files->count > 1) {
        return error_set(e, ERROR_SYNTAX, "\"%s\" belongs to no option; -help lists them",
                         files->words[command == COMMAND_UNKNOWN ? 0 : 1]);
    }
    if (check_options(s, command, e) != ERROR_NONE) {
        return e->code;
    }
    if (command == COMMAND_SOLVE && s->pieces > ENDING_PIECES_MOST) {
        return error_set(e, ERROR_SYNTAX, "-pieces without build or report is a whole number from %d to %d, not \"%d\"",
                         ENDING_PIECES_LEAST, ENDING_PIECES_MOST, (int)s->pieces);
    }
    if (s->class != NULL && s->pieces != 0) {
        return error_set(e, ERROR_SYNTAX, "-class says how many pieces there are: without -pieces");
    }
    if (s->class != NULL && !build_class_named(s->class, &class)) {
        return error_set(e, ERROR_SYNTAX, "-class takes a class such as KKM-KM, K a king and M a man, not \"%.*s\"",
                         error_excerpt(strlen(s->class)), s->class);
    }
    if (s->emit != NULL && (s->variant != NULL || s->pieces != EVAL_ENDING_PIECES)) {
        return error_set(e, ERROR_SYNTAX, "-emit needs -pieces %d and both boards, so no -variant", EVAL_ENDING_PIECES);
    }
    return ERROR_NONE;
}

static void solve_board(void *context, int i)
{
    Work *const w = context;
    const Variant *const v = variant_at(i);
    error_clear(&w->errors[i]);
    if (w->settings->variant == NULL || w->settings->variant == v) {
        endings_solve(v, w->settings->pieces != 0 ? (int)w->settings->pieces : PIECES_REPORT, w->stop, &w->boards[i],
                      &w->errors[i]);
    }
}

static ErrorCode interrupted(Error *e)
{
    return error_set(e, ERROR_INTERRUPTED, "interrupted");
}

static ErrorCode sum_up(const Work *w, AtomicFile *table, Error *e)
{
    bool begun = false;
    for (int i = 0; i < VARIANT_COUNT; i++) {
        if (w->errors[i].code != ERROR_NONE) {
            *e = w->errors[i];
            return e->code;
        }
    }
    for (int i = 0; i < VARIANT_COUNT; i++) {
        if (w->boards[i] != NULL) {
            printf("%s", begun ? "\n" : "");
            ending_summary_print(w->boards[i], stdout);
            begun = true;
        }
    }
    if (atomic_load(w->stop)) {
        return interrupted(e);
    }
    return table->stream != NULL ? emit_commit(table, w->boards, e) : error_clear(e);
}

/* As many threads as wanted, or that many where nobody said. NULL, with an error, when they cannot be had. */
static ThreadPool *pool_of(const Settings *s, int usual, const atomic_bool *stop, Error *e)
{
    const int threads = s->threads != 0 ? (int)s->threads : usual;
    ThreadPool *const pool = thread_pool_new(threads, stop);
    if (pool == NULL) {
        error_set(e, ERROR_MEMORY, "%d threads cannot be had", threads);
    }
    return pool;
}

/* Solves the boards at the same time. */
static ErrorCode solve(Work *w, Error *e)
{
    ThreadPool *const pool = pool_of(w->settings, 1, w->stop, e);
    if (pool == NULL) {
        return e->code;
    }
    thread_pool_run(pool, solve_board, w, VARIANT_COUNT);
    const bool stopped = thread_pool_stopped(pool);
    thread_pool_free(pool);
    return stopped ? interrupted(e) : error_clear(e);
}

static ErrorCode run_solve(const Settings *s, const atomic_bool *stop, Error *e)
{
    Work w = {.settings = s, .stop = stop};
    AtomicFile table = {.stream = NULL};
    ErrorCode code = s->emit != NULL ? emit_begin(&table, s->emit, e) : error_clear(e);
    code = code == ERROR_NONE ? solve(&w, e) : code;
    code = code == ERROR_NONE ? sum_up(&w, &table, e) : code;
    atomic_file_abort(&table); /* unless it is written */
    for (int i = 0; i < VARIANT_COUNT; i++) {
        endings_free(w.boards[i]);
    }
    return code;
}

static ErrorCode run_build(const Settings *s, const atomic_bool *stop, Error *e)
{
    ThreadPool *const pool = pool_of(s, thread_processors(), stop, e);
    if (pool == NULL) {
        return e->code;
    }
    BuildPlan plan = {.folder = s->folder != NULL ? s->folder : FOLDER_DEFAULT,
                      .pieces = s->pieces != 0 ? (int)s->pieces : PIECES_BUILD,
                      .memory = (uint64_t)(s->memory != 0 ? s->memory : MEMORY_DEFAULT) << MIB_SHIFT};
    if (s->class != NULL) {
        build_class_named(s->class, &plan.only);
    }
    ErrorCode code = error_clear(e);
    for (int i = 0; i < VARIANT_COUNT && code == ERROR_NONE; i++) {
        plan.variant = variant_at(i);
        if (s->variant == NULL || s->variant == plan.variant) {
            code = build_tables(&plan, pool, e);
        }
    }
    thread_pool_free(pool);
    return code;
}

static ErrorCode run_verify(const Settings *s, const atomic_bool *stop, Error *e)
{
    const VerifyPlan plan = {.variant = s->variant,
                             .folders = s->folder != NULL ? s->folder : FOLDER_DEFAULT,
                             .positions = (uint64_t)(s->positions != 0 ? s->positions : POSITIONS_DEFAULT),
                             .seed = (uint64_t)(s->seed != 0 ? s->seed : SEED_DEFAULT)};
    return verify_tables(&plan, stop, e);
}

static ErrorCode run_report(const Settings *s, const atomic_bool *stop, Error *e)
{
    ThreadPool *const pool = pool_of(s, thread_processors(), stop, e);
    ClassReportPlan plan = {.folder = s->folder != NULL ? s->folder : FOLDER_DEFAULT,
                            .pieces = s->pieces != 0 ? (int)s->pieces : TABLE_PIECES_MOST,
                            .rows = (int)s->rows};
    if (pool == NULL) {
        return e->code;
    }
    ErrorCode code = error_clear(e);
    for (int i = 0; i < VARIANT_COUNT && code == ERROR_NONE; i++) {
        plan.variant = variant_at(i);
        if (s->variant == NULL || s->variant == plan.variant) {
            code = class_report(&plan, pool, e);
        }
    }
    thread_pool_free(pool);
    return code;
}

static ErrorCode run(const void *settings, const FileWords *files, const atomic_bool *stop, Error *e)
{
    const Command command = command_of(files);
    return command == COMMAND_BUILD    ? run_build(settings, stop, e)
           : command == COMMAND_VERIFY ? run_verify(settings, stop, e)
           : command == COMMAND_REPORT ? run_report(settings, stop, e)
                                       : run_solve(settings, stop, e);
}

int main(int argc, char **argv)
{
    Settings s = {.variant = NULL};
    const Option options[] = {
        {"-pieces", OPTION_WHOLE, &s.pieces, ENDING_PIECES_LEAST, TABLE_PIECES_MOST,
         "N: pieces of both sides together: 2 to 4 without a command (3; 4 takes half a minute), 2 to 6 in "
         "build (5) and report (all)"},
        {"-variant", OPTION_BOARD, &s.variant, 0, 0, "NAME: one board alone, bushka or bushka9x11 (both)"},
        {"-threads", OPTION_WHOLE, &s.threads, 1, THREAD_POOL_MAX,
         "N: no matter for the result (1, a board each; build, report: one for each processor)"},
        {"-emit", OPTION_TEXT, &s.emit, 0, 0,
         "FILE: without a command; write the table that the evaluation is built with"},
        {"-dir", OPTION_TEXT, &s.folder, 0, 0, "FOLDER: build, verify, report; where the tables are (endings)"},
        {"-class", OPTION_TEXT, &s.class, 0, 0, "NAME: build; one class, such as KKM-KM, and all that it leads to"},
        {"-memory", OPTION_WHOLE, &s.memory, MEMORY_LEAST, MEMORY_MOST, "N: build; MiB that may be used (4096)"},
        {"-positions", OPTION_WHOLE, &s.positions, 1, POSITIONS_MOST,
         "N: verify; random positions of each table (10000)"},
        {"-rows", OPTION_WHOLE, &s.rows, 1, ROWS_MOST,
         "N: report; only positions whose men all stand on their own first N rows"},
        {"-seed", OPTION_WHOLE, &s.seed, 1, POSITIONS_MOST, "N: verify; chooses them (1)"},
    };
    const Program program = {
        .name = "bushka-endings",
        .usage =
            "bushka-endings [build | verify | report] [options]: solves the endings with few pieces and sums up how\n"
            "they end; build keeps them in tables, verify compares tables with the rules, report tells what is in them",
        .options = options,
        .option_count = (int)(sizeof options / sizeof options[0]),
        .settings = &s,
        .check = check,
        .run = run};
    return command_line_run(&program, argc, argv);
}
