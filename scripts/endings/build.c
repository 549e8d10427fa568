/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "endings/build.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "endings/retrograde.h"
#include "endings/store_file.h"
#include "system/clock.h"
#include "system/file.h"
#include "system/memory.h"
#include "tools/progress.h"

/* A file in the folder, of which a process locks one byte for each pair that it builds. A lock ends with its process,
 * also on another machine. Where the system has no locks every process builds every pair. */
#define CLAIMS_FILE "building.lock"

enum { MIB_SHIFT = 20, WAIT_MS = 500 };

/* Bytes of code and directory for each position while a class is encoded: the most that was seen. */
static const double CODE_BYTES = 0.25;

/* A class and the one with the sides swapped, which are solved together. */
typedef struct BuildPair {
    TableClass classes[2];
    int count; /* 1 when both are the same class */
    bool plies;
    uint64_t numbers; /* of both */
    bool done;        /* by this process or another */
} BuildPair;

/* A build under way. */
typedef struct Build {
    const BuildPlan *plan;
    ThreadPool *pool;
    NumberingBoard board;
    Store store;
    BuildPair pairs[TABLE_PAIRS_MAX]; /* of the plan */
    int pair_count;
    Progress progress;
    uint64_t done;    /* positions of the pairs that were built */
    uint64_t current; /* positions of the pair under work */
} Build;

static void show(void *context, double share)
{
    Build *const b = context;
    progress_show(&b->progress, b->done + (uint64_t)(share * (double)b->current));
}

/* The path of a file in the folder. */
static TableFilePath path_of(const Build *b, TableClass c, BlockKind kind)
{
    return table_file_path(b->plan->folder, b->plan->variant, c, kind);
}

/* True if the file exists and is sound. *why says what is wrong with a damaged one, and is cleared otherwise. */
static bool is_built(const Build *b, TableClass c, BlockKind kind, Error *why)
{
    TableFile f;
    const TableFilePath path = path_of(b, c, kind);
    error_clear(why);
    if (!file_exists(path.text) || table_file_open(&f, path.text, &b->board, c, kind, why) != ERROR_NONE) {
        return false;
    }
    const bool sound = table_file_is_sound(&f);
    table_file_close(&f);
    if (!sound) {
        error_set(why, ERROR_SYNTAX, "%s is damaged: a block does not fit its checksum", path.text);
    }
    return sound;
}

static ErrorCode make_pair(const Build *b, TableClass c, BuildPair *w, Error *e)
{
    *w = (BuildPair){.classes = {c, table_class_swapped(c)}, .plies = table_class_pieces(c) <= BUILD_PLIES_PIECES};
    w->count = table_class_equal(c, w->classes[1]) ? 1 : 2;
    for (int i = 0; i < w->count; i++) {
        Numbering n;
        if (numbering_init(&n, &b->board, w->classes[i], e) != ERROR_NONE) {
            return e->code;
        }
        w->numbers += n.count;
        numbering_free(&n);
    }
    return error_clear(e);
}

/* The same for all files of a pair; *why is that of the first that is not built. */
static bool pair_is_built(const Build *b, const BuildPair *w, Error *why)
{
    for (int i = 0; i < w->count; i++) {
        if (!is_built(b, w->classes[i], BLOCK_RESULTS, why) ||
            (w->plies && !is_built(b, w->classes[i], BLOCK_PLIES, why))) {
            return false;
        }
    }
    return true;
}

/* True if d is c, or positions of d, seen by either side, can follow from those of c by captures alone. */
static bool within_either(TableClass d, TableClass c)
{
    return table_class_within(d, c) || table_class_within(table_class_swapped(d), c);
}

/* True if solving the pair of c probes the values of d, and then also those of d with the sides swapped. */
static bool is_needed(TableClass d, TableClass c)
{
    if (table_class_equal(d, c) || table_class_equal(d, table_class_swapped(c))) {
        return false;
    }
    TableClass own = c, enemy = c;
    if (c.men > 0) {
        own.men--;
        own.kings++;
    }
    if (c.enemy_men > 0) {
        enemy.enemy_men--;
        enemy.enemy_kings++;
    }
    return within_either(d, c) || within_either(d, own) || within_either(d, enemy);
}

/* True if d is c or can be reached from it, without swapping the sides. */
static bool follows(TableClass d, TableClass c)
{
    return d.men <= c.men && d.kings + d.men <= c.kings + c.men && d.enemy_men <= c.enemy_men &&
           d.enemy_kings + d.enemy_men <= c.enemy_kings + c.enemy_men;
}

/* True if the plan wants the pair of c. */
static bool is_wanted(const BuildPlan *plan, TableClass c)
{
    const TableClass only = plan->only;
    return table_class_pieces(only) == 0 || follows(c, only) || follows(table_class_swapped(c), only);
}

/* Reads the classes that the pair needs into the store, and removes the others. */
static ErrorCode fetch(Build *b, const BuildPair *w, Error *e)
{
    TableClass classes[TABLE_CLASSES_MAX];
    const int count = table_class_list(table_class_pieces(w->classes[0]), classes);
    for (int i = 0; i < count; i++) {
        const TableClass c = classes[i];
        const bool needed = is_needed(c, w->classes[0]);
        const StoreClass *const there = b->store.classes[table_class_id(c)];
        if (there != NULL && (!needed || there->plies != w->plies)) {
            store_remove(&b->store, c);
        }
        if (needed && b->store.classes[table_class_id(c)] == NULL) {
            const BlockKind kind = w->plies ? BLOCK_PLIES : BLOCK_RESULTS;
            if (store_file_read(&b->store, c, kind, path_of(b, c, kind).text, b->pool, e) != ERROR_NONE) {
                return e->code;
            }
        }
    }
    return error_clear(e);
}

/* Refuses a pair for which there is not enough memory. */
static ErrorCode check_memory(const Build *b, const BuildPair *w, Error *e)
{
    const uint64_t more = retrograde_bytes(w->numbers) + store_class_bytes(w->numbers, w->plies) +
                          (uint64_t)(CODE_BYTES * (double)w->numbers);
    const uint64_t all = more + store_bytes(&b->store);
    const TableClassName name = table_class_name(w->classes[0]);
    if (all > b->plan->memory) {
        return error_set(e, ERROR_SYNTAX, "%s needs %" PRIu64 " MiB, and -memory allows %" PRIu64, name.text,
                         (all >> MIB_SHIFT) + 1, b->plan->memory >> MIB_SHIFT);
    }
    return memory_check(name.text, more, 0, e);
}

/* Adds the sizes of a pair's files to the totals of their kinds. */
static void add_sizes(const Build *b, const BuildPair *w, uint64_t bytes[BLOCK_KINDS])
{
    for (int k = 0; k < w->count * (w->plies ? BLOCK_KINDS : 1); k++) {
        const BlockKind kind = (BlockKind)(k / w->count);
        const int64_t size = file_size(path_of(b, w->classes[k % w->count], kind).text);
        bytes[kind] += size > 0 ? (uint64_t)size : 0;
    }
}

/* Writes one file of a class that is in the store. */
static ErrorCode write_class(const Build *b, TableClass c, BlockKind kind, Error *e)
{
    return store_file_write(b->store.classes[table_class_id(c)], kind, path_of(b, c, kind).text, b->pool, e);
}

static ErrorCode write_pair(Build *b, const BuildPair *w, Error *e)
{
    uint64_t bytes[BLOCK_KINDS] = {0};
    for (int i = 0; i < w->count; i++) {
        if (w->plies && write_class(b, w->classes[i], BLOCK_PLIES, e) != ERROR_NONE) {
            return e->code;
        }
        if (write_class(b, w->classes[i], BLOCK_RESULTS, e) != ERROR_NONE) {
            return e->code;
        }
    }
    add_sizes(b, w, bytes);
    progress_clear(&b->progress);
    printf("%s %s: %" PRIu64 " positions, %" PRIu64 " bytes of results", b->plan->variant->name,
           table_class_name(w->classes[0]).text, w->numbers, bytes[BLOCK_RESULTS]);
    if (w->plies) {
        printf(", %" PRIu64 " of plies", bytes[BLOCK_PLIES]);
    }
    printf("\n");
    fflush(stdout);
    return error_clear(e);
}

static void build_pair(Build *b, const BuildPair *w, Error *e)
{
    b->current = w->numbers;
    if (fetch(b, w, e) == ERROR_NONE && check_memory(b, w, e) == ERROR_NONE &&
        retrograde_solve(&b->store, w->classes[0], w->plies, b->pool, show, b, e) == ERROR_NONE) {
        write_pair(b, w, e);
    }
    b->done += w->numbers;
}

/* Refuses, before the work begins, existing files that have the names of the pair's files but may not be replaced. */
static ErrorCode check_places(const Build *b, const BuildPair *w, Error *e)
{
    error_clear(e);
    for (int k = 0; k < w->count * (w->plies ? BLOCK_KINDS : 1) && e->code == ERROR_NONE; k++) {
        const TableFilePath path = path_of(b, w->classes[k % w->count], (BlockKind)(k / w->count));
        if (file_exists(path.text)) {
            atomic_file_check(path.text, TABLE_FILE_MAGIC, e);
        }
    }
    return e->code;
}

/* Lists the pairs of the plan, and notes which of them are built. */
static ErrorCode list_pairs(Build *b, Error *e)
{
    TableClass classes[TABLE_PAIRS_MAX];
    Error damage;
    const int only = table_class_pieces(b->plan->only);
    const int count = table_class_pairs(only > 0 ? only : b->plan->pieces, classes);
    for (int i = 0; i < count; i++) {
        BuildPair *const w = &b->pairs[b->pair_count];
        if (is_wanted(b->plan, classes[i])) {
            if (make_pair(b, classes[i], w, e) != ERROR_NONE) {
                return e->code;
            }
            w->done = pair_is_built(b, w, &damage);
            b->pair_count++;
            if (!w->done && check_places(b, w, e) != ERROR_NONE) {
                return e->code;
            }
            if (damage.code != ERROR_NONE) {
                printf("%s; it has to be built again\n", damage.text);
            }
        }
    }
    return error_clear(e);
}

/* Prints the positions and bytes of all files of the plan, whether built now or before. */
static void report_all(const Build *b)
{
    uint64_t positions = 0, bytes[BLOCK_KINDS] = {0};
    for (int i = 0; i < b->pair_count; i++) {
        positions += b->pairs[i].numbers;
        add_sizes(b, &b->pairs[i], bytes);
    }
    printf("%s: %" PRIu64 " positions in %s, %" PRIu64 " bytes of results, %" PRIu64 " of plies, built in %s\n",
           b->plan->variant->name, positions, b->plan->folder, bytes[BLOCK_RESULTS], bytes[BLOCK_PLIES],
           progress_time(progress_seconds(&b->progress)).text);
    fflush(stdout);
}

/* True if the i-th pair needs one that is not done yet. */
static bool must_wait(const Build *b, int i)
{
    bool waits = false;
    for (int k = 0; k < i && !waits; k++) {
        waits = !b->pairs[k].done && is_needed(b->pairs[k].classes[0], b->pairs[i].classes[0]);
    }
    return waits;
}

/* The path of the file of claims; empty, as that of a table, if the folder's name is too long. */
static TableFilePath claims_path(const Build *b)
{
    TableFilePath path;
    if (snprintf(path.text, sizeof path.text, "%s/" CLAIMS_FILE, b->plan->folder) >= (int)sizeof path.text) {
        path.text[0] = '\0';
    }
    return path;
}

/* Removes the file of claims unless another process holds a claim. */
static void end_claims(const Build *b)
{
    const TableFilePath path = claims_path(b);
    const int claims = file_open_shared(path.text, false, NULL);
    if (claims >= 0) {
        if (file_lock(claims, 0, 0)) {
            file_remove(path.text);
        }
        file_close(claims);
    }
}

/* Builds a pair unless another process is building it or has built it. */
static void share_pair(Build *b, BuildPair *w, Error *e)
{
    const int64_t place = (int64_t)variant_index(b->plan->variant) * TABLE_CLASS_IDS + table_class_id(w->classes[0]);
    Error ignored; /* list_pairs() has named what is damaged */
    const int claim = file_open_shared(claims_path(b).text, true, e);
    if (claim < 0) {
        return;
    }
    error_clear(e);
    if (file_lock(claim, place, 1)) {
        w->done = true;
        if (pair_is_built(b, w, &ignored)) {
            b->done += w->numbers;
        } else {
            build_pair(b, w, e);
        }
    }
    file_close(claim);
}

/* Builds the pairs that can be built now, unless other processes do. Returns how many are not done. */
static int share_pairs(Build *b, Error *e)
{
    int left = 0;
    error_clear(e);
    for (int i = 0; i < b->pair_count && e->code == ERROR_NONE; i++) {
        if (!b->pairs[i].done && !must_wait(b, i)) {
            share_pair(b, &b->pairs[i], e);
        }
        left += !b->pairs[i].done;
    }
    return left;
}

static ErrorCode build_all(Build *b, Error *e)
{
    if (list_pairs(b, e) != ERROR_NONE) {
        return e->code;
    }
    uint64_t total = 0;
    for (int i = 0; i < b->pair_count; i++) {
        total += b->pairs[i].done ? 0 : b->pairs[i].numbers;
    }
    progress_begin(&b->progress, "positions", 0, total, PROGRESS_ANYWHERE);
    while (share_pairs(b, e) > 0 && e->code == ERROR_NONE) {
        clock_sleep(WAIT_MS * NS_PER_MS);
        if (thread_pool_stopped(b->pool)) {
            error_set(e, ERROR_INTERRUPTED, "interrupted");
            break;
        }
    }
    end_claims(b);
    if (e->code == ERROR_NONE && total > 0) {
        progress_end(&b->progress, b->done);
    } else {
        progress_clear(&b->progress);
    }
    if (e->code == ERROR_NONE) {
        report_all(b);
    }
    return e->code;
}

ErrorCode build_tables(const BuildPlan *plan, ThreadPool *pool, Error *e)
{
    if (file_make_directory(plan->folder, e) != ERROR_NONE) {
        return e->code;
    }
    Build *const b = calloc(1, sizeof *b);
    if (b == NULL) {
        return error_set(e, ERROR_MEMORY, "not enough memory for the tables");
    }
    b->plan = plan;
    b->pool = pool;
    numbering_board_init(&b->board, plan->variant);
    b->store.board = &b->board;
    const ErrorCode code = build_all(b, e);
    store_free(&b->store);
    free(b);
    return code == ERROR_INTERRUPTED ? error_set(e, code, "interrupted; the same command resumes") : code;
}
