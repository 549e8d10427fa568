/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bushka-endings: solves the endings with few pieces and reports how they end. */
#include <stdio.h>

#include "endings/emit.h"
#include "system/command_line.h"
#include "system/crew.h"

enum { PIECES_DEFAULT = 3 };

/* What the command line says. */
typedef struct Settings {
    const Variant *variant; /* NULL: both boards */
    int64_t pieces, threads;
    const char *emit;
} Settings;

/* The boards, in the order of variant_at(), solved at the same time. */
typedef struct Work {
    const Settings *settings;
    const atomic_bool *stop;
    Endings *boards[VARIANT_COUNT]; /* NULL where not asked for */
    Error errors[VARIANT_COUNT];
} Work;

static ErrorCode check(const void *settings, const FileWords *files, Error *e)
{
    const Settings *const s = settings;
    if (files->count > 0) {
        return error_set(e, ERROR_SYNTAX, "\"%s\" belongs to no option; -help lists them", files->words[0]);
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
        endings_solve(v, (int)w->settings->pieces, w->stop, &w->boards[i], &w->errors[i]);
    }
}

static ErrorCode interrupted(Error *e)
{
    return error_set(e, ERROR_INTERRUPTED, "interrupted");
}

static ErrorCode report(const Work *w, AtomicFile *table, Error *e)
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

/* Solves the boards at the same time. */
static ErrorCode solve(Work *w, Error *e)
{
    Crew *const crew = crew_new((int)w->settings->threads, w->stop);
    if (crew == NULL) {
        return error_set(e, ERROR_MEMORY, "%d threads cannot be had", (int)w->settings->threads);
    }
    crew_run(crew, solve_board, w, VARIANT_COUNT);
    const bool stopped = crew_stopped(crew);
    crew_free(crew);
    return stopped ? interrupted(e) : error_clear(e);
}

static ErrorCode run(const void *settings, const FileWords *files, const atomic_bool *stop, Error *e)
{
    const Settings *const s = settings;
    (void)files; /* there are none, check() has seen to that */
    Work w = {.settings = s, .stop = stop};
    AtomicFile table = {.stream = NULL};
    ErrorCode code = s->emit != NULL ? emit_begin(&table, s->emit, e) : error_clear(e);
    code = code == ERROR_NONE ? solve(&w, e) : code;
    code = code == ERROR_NONE ? report(&w, &table, e) : code;
    atomic_file_abort(&table); /* unless it is written */
    for (int i = 0; i < VARIANT_COUNT; i++) {
        endings_free(w.boards[i]);
    }
    return code;
}

int main(int argc, char **argv)
{
    Settings s = {.pieces = PIECES_DEFAULT, .threads = 1};
    const Option options[] = {
        {"-pieces", OPTION_WHOLE, &s.pieces, ENDING_PIECES_LEAST, ENDING_PIECES_MOST,
         "N: pieces of both sides together, 2 to 4 (3; 4 takes half a minute and 100 MB)"},
        {"-variant", OPTION_BOARD, &s.variant, 0, 0, "NAME: one board alone, bushka or bushka9x11 (both)"},
        {"-threads", OPTION_WHOLE, &s.threads, 1, VARIANT_COUNT,
         "N: boards solved at a time, no matter for the result (1)"},
        {"-emit", OPTION_TEXT, &s.emit, 0, 0, "FILE: write the table that the evaluation is built with"},
    };
    const Program program = {
        .name = "bushka-endings",
        .usage = "bushka-endings [options]: solves the endings with few pieces and reports how they end",
        .options = options,
        .option_count = (int)(sizeof options / sizeof options[0]),
        .settings = &s,
        .check = check,
        .run = run};
    return command_line_run(&program, argc, argv);
}
