/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bushka-endings: builds the tablebases of positions with few pieces, checks them, and reports what they hold. */
#include <string.h>

#include "endings/build.h"
#include "endings/class_report.h"
#include "endings/verify.h"
#include "system/thread.h"
#include "tools/program.h"

enum {
    PIECES_BUILD = 5,
    MEMORY_DEFAULT = 4096, /* MiB */
    MEMORY_MIN = 64,
    MEMORY_MAX = 1 << 20,
    MIB_SHIFT = 20,
    POSITIONS_DEFAULT = 10000,
    POSITIONS_MAX = 1000000000,
    SEED_DEFAULT = 1,
    ROWS_MAX = 10,
    BOTH_BOARDS = -1
};

static const char FOLDER_DEFAULT[] = "endings";

typedef enum EndingsCommand { COMMAND_BUILD, COMMAND_VERIFY, COMMAND_REPORT, COMMAND_UNKNOWN } EndingsCommand;

/* The command line; 0 and NULL where an option is not given. */
typedef struct EndingsSettings {
    int board; /* or BOTH_BOARDS */
    int pieces, threads, memory, rows;
    int64_t positions, seed;
    const char *folder, *class;
} EndingsSettings;

static EndingsCommand command_of(const Operands *files)
{
    static const char *const NAMES[] = {
        [COMMAND_BUILD] = "build", [COMMAND_VERIFY] = "verify", [COMMAND_REPORT] = "report"};
    EndingsCommand command = COMMAND_BUILD;
    while (command != COMMAND_UNKNOWN && strcmp(files->words[0], NAMES[command]) != 0) {
        command++;
    }
    return command;
}

/* Refuses options that belong to another command. */
static ErrorCode check_options(const EndingsSettings *s, EndingsCommand c, Error *e)
{
    const bool build = c == COMMAND_BUILD, verify = c == COMMAND_VERIFY;
    const char *const wrong = s->class != NULL && !build                       ? "-class belongs to build"
                              : s->memory != 0 && !build                       ? "-memory belongs to build"
                              : (s->positions != 0 || s->seed != 0) && !verify ? "-positions and -seed belong to verify"
                              : s->rows != 0 && c != COMMAND_REPORT            ? "-rows belongs to report"
                              : (s->pieces != 0 || s->threads != 0) && verify
                                  ? "-pieces and -threads belong to build and report"
                                  : NULL;
    return wrong != NULL ? error_set(e, ERROR_SYNTAX, "%s", wrong) : error_clear(e);
}

static ErrorCode check(void *settings, const Operands *files, Error *e)
{
    const EndingsSettings *const s = settings;
    TableClass class;
    if (files->count == 0) {
        return error_set(e, ERROR_SYNTAX, "a command is missing: build, verify or report; -help lists the options");
    }
    const EndingsCommand command = command_of(files);
    if (command == COMMAND_UNKNOWN || files->count > 1) {
        return error_set(e, ERROR_SYNTAX, "unexpected argument \"%s\"; -help lists the options",
                         files->words[command == COMMAND_UNKNOWN ? 0 : 1]);
    }
    if (check_options(s, command, e) != ERROR_NONE) {
        return e->code;
    }
    if (s->class != NULL && s->pieces != 0) {
        return error_set(e, ERROR_SYNTAX, "-class sets the number of pieces: leave -pieces out");
    }
    if (s->class != NULL && !table_class_parse(s->class, &class)) {
        return error_set(e, ERROR_SYNTAX, "-class takes a class such as KKM-KM, K a king and M a man, not \"%s\"",
                         error_excerpt(s->class, strlen(s->class)).text);
    }
    return ERROR_NONE;
}

static const char *folder_of(const EndingsSettings *s)
{
    return s->folder != NULL ? s->folder : FOLDER_DEFAULT;
}

/* The one board, or NULL for both. */
static const Variant *variant_of(const EndingsSettings *s)
{
    return s->board != BOTH_BOARDS ? variant_at(s->board) : NULL;
}

static ErrorCode build(const EndingsSettings *s, ThreadPool *pool, Error *e)
{
    BuildPlan plan = {.folder = folder_of(s),
                      .pieces = s->pieces != 0 ? s->pieces : PIECES_BUILD,
                      .memory = (uint64_t)(s->memory != 0 ? s->memory : MEMORY_DEFAULT) << MIB_SHIFT};
    if (s->class != NULL) {
        table_class_parse(s->class, &plan.only);
    }
    ErrorCode code = error_clear(e);
    for (int i = 0; i < VARIANT_COUNT && code == ERROR_NONE; i++) {
        if (s->board == BOTH_BOARDS || s->board == i) {
            plan.variant = variant_at(i);
            code = build_tables(&plan, pool, e);
        }
    }
    return code;
}

static ErrorCode report(const EndingsSettings *s, ThreadPool *pool, Error *e)
{
    const ClassReportPlan plan = {.variant = variant_of(s),
                                  .folders = folder_of(s),
                                  .pieces = s->pieces != 0 ? s->pieces : TABLE_PIECES_MAX,
                                  .rows = s->rows};
    return class_report(&plan, pool, e);
}

/* Runs a command with a thread pool. */
static ErrorCode run_pool(const EndingsSettings *s, EndingsCommand command, const atomic_bool *stop, Error *e)
{
    const int threads = s->threads != 0 ? s->threads : thread_processors();
    ThreadPool *const pool = thread_pool_new(threads, stop);
    if (pool == NULL) {
        return error_set(e, ERROR_MEMORY, "cannot start %d threads", threads);
    }
    const ErrorCode code = command == COMMAND_BUILD ? build(s, pool, e) : report(s, pool, e);
    thread_pool_free(pool);
    return code;
}

static ErrorCode run_verify(const EndingsSettings *s, const atomic_bool *stop, Error *e)
{
    const VerifyPlan plan = {.variant = variant_of(s),
                             .folders = folder_of(s),
                             .positions = (uint64_t)(s->positions != 0 ? s->positions : POSITIONS_DEFAULT),
                             .seed = (uint64_t)(s->seed != 0 ? s->seed : SEED_DEFAULT)};
    return verify_tables(&plan, stop, e);
}

static ErrorCode run(void *settings, const Operands *files, SignalWatch *w, Error *e)
{
    const EndingsSettings *const s = settings;
    const EndingsCommand command = command_of(files);
    return command == COMMAND_VERIFY ? run_verify(s, &w->requested, e) : run_pool(s, command, &w->requested, e);
}

#define STORED(member) OPTION_STORED(EndingsSettings, member)
#define WHOLE(from, to) .kind = OPTION_WHOLE, .min = (from), .max = (to)
#define TEXT(member) .kind = OPTION_TEXT, STORED(member)

static const OptionRow OPTIONS[] = {
    {"pieces", "N", "build (5), report (all): go up to N pieces of both sides together",
     WHOLE(TABLE_PIECES_MIN, TABLE_PIECES_MAX), STORED(pieces)},
    {"variant", "NAME", "build, verify, report: use one board only, bushka or bushka9x11 (both)", OPTION_CHOICE,
     STORED(board), .choices = VARIANT_NAMES},
    {"threads", "N", "build, report: use N threads; does not affect the result (one for each processor)",
     WHOLE(1, THREAD_POOL_MAX), STORED(threads)},
    {"dir", "FOLDER", "build, verify, report: use the tables in this folder (endings)", TEXT(folder)},
    {"class", "NAME", "build: solve one class, such as KKM-KM, and all that it leads to", TEXT(class)},
    {"memory", "N", "build: use at most N MiB of memory (4096)", WHOLE(MEMORY_MIN, MEMORY_MAX), STORED(memory)},
    {"positions", "N", "verify: check N random positions of each table (10000)", WHOLE(1, POSITIONS_MAX),
     STORED(positions)},
    {"seed", "N", "verify: seed of these positions (1)", WHOLE(1, POSITIONS_MAX), STORED(seed)},
    {"rows", "N", "report: count only positions whose men all stand on their own first N rows", WHOLE(1, ROWS_MAX),
     STORED(rows)},
    {.name = NULL},
};

int main(int argc, char **argv)
{
    EndingsSettings s = {.board = BOTH_BOARDS};
    const Program program = {
        .name = "bushka-endings",
        .usage =
            "bushka-endings [build | verify | report] [options]: build solves the positions with few pieces and keeps\n"
            "them in tablebases, verify compares these with the rules, report prints what they hold",
        .options = OPTIONS,
        .settings = &s,
        .check = check,
        .run = run};
    return program_run(&program, argc, argv);
}
