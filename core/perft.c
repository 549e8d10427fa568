/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/perft.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "core/count.h"
#include "core/mix.h"
#include "core/movegen.h"

enum {
    COUNT_PLIES = 2, /* the last plies, whose moves are counted without being listed */
    HASH_PLIES = 3,  /* least depth worth a place in the hash table */
    STACK = 1 << 20, /* bytes of each thread's stack; the deepest perft takes a sixth of it, and some systems give less
                        by default */
    PAUSE = 1000000  /* ns between two calls of poll() while other threads finish their tasks */
};

/* An entry of the hash table. The key is stored XORed with the count, so that an entry torn by two threads
 * writing at once is not recognised (Hyatt's lockless hashing). */
typedef struct PerftEntry {
    _Atomic uint64_t check;
    _Atomic uint64_t leaves;
} PerftEntry;

/* A position below the root, the root move it comes from, and its leaves once counted. */
typedef struct Task {
    Position position;
    int root;
    uint64_t leaves;
} Task;

/* What the threads share. */
typedef struct Job {
    const PerftOptions *options;
    PerftEntry *table;
    uint64_t mask; /* number of entries - 1 */
    Task *tasks;
    int task_count;
    int depth; /* plies below each task */
    atomic_int next;
    atomic_int finished;
    atomic_bool overflowed; /* there are more leaves than 64 bits can count */
    atomic_bool failed;     /* memory ran out, or the count overflowed */
} Job;

static bool stopped(const Job *job)
{
    return atomic_load_explicit(&job->failed, memory_order_relaxed) ||
           (job->options->stop != NULL && atomic_load_explicit(job->options->stop, memory_order_relaxed));
}

static uint64_t count_leaves(Job *job, const Position *p, int depth, bool polls);

/* Adds to a count of leaves. */
static void add(Job *job, uint64_t *leaves, uint64_t more)
{
    if (__builtin_add_overflow(*leaves, more, leaves)) {
        atomic_store(&job->overflowed, true);
        atomic_store(&job->failed, true);
    }
}

/* Counts by making every move of p. */
static uint64_t count_by_moves(Job *job, const Position *p, int depth, bool polls)
{
    MoveList list;
    uint64_t leaves = 0;
    const bool keyed = job->table != NULL && depth > HASH_PLIES; /* the positions after the moves will be looked up */
    move_list_init(&list);
    movegen_legal(p, &list);
    if (list.failed) {
        atomic_store(&job->failed, true);
    }
    for (int i = 0; i < list.count; i++) {
        const Move m = list.moves[i];
        const Position next = keyed ? position_after(p, m) : position_after_keyed(p, m, 0);
        add(job, &leaves, count_leaves(job, &next, depth - 1, polls));
    }
    move_list_free(&list);
    return leaves;
}

static void poll_caller(const Job *job)
{
    if (job->options->poll != NULL) {
        job->options->poll(job->options->context);
    }
}

/* `polls`: this is the calling thread, which calls poll(). */
static uint64_t count_leaves(Job *job, const Position *p, int depth, bool polls)
{
    if (depth == 0) {
        return 1;
    }
    if (!job->options->make_leaves && depth <= COUNT_PLIES) {
        const uint64_t leaves = depth == 1 ? count_one_ply(p) : count_two_plies(p);
        if (leaves >= COUNT_FAILED) {
            atomic_store(&job->failed, true);
        }
        return leaves;
    }
    if (depth > HASH_PLIES && polls) {
        poll_caller(job);
    }
    if (depth >= HASH_PLIES && stopped(job)) {
        return 0;
    }
    if (job->table == NULL || depth < HASH_PLIES) {
        return count_by_moves(job, p, depth, polls);
    }
    const uint64_t key = p->key ^ ((uint64_t)depth * MIX_STEP);
    PerftEntry *const entry = &job->table[key & job->mask];
    const uint64_t stored = atomic_load_explicit(&entry->leaves, memory_order_relaxed);
    if ((atomic_load_explicit(&entry->check, memory_order_relaxed) ^ stored) == key && stored != 0) {
        return stored;
    }
    const uint64_t leaves = count_by_moves(job, p, depth, polls);
    if (!stopped(job)) {
        atomic_store_explicit(&entry->check, key ^ leaves, memory_order_relaxed);
        atomic_store_explicit(&entry->leaves, leaves, memory_order_relaxed);
    }
    return leaves;
}

/* Takes tasks until none is left. */
static void work(Job *job, bool polls)
{
    for (;;) {
        const int i = atomic_fetch_add(&job->next, 1);
        if (i >= job->task_count || stopped(job)) {
            return;
        }
        Task *const task = &job->tasks[i];
        task->leaves = count_leaves(job, &task->position, job->depth, polls);
        atomic_fetch_add(&job->finished, 1);
        if (polls) {
            poll_caller(job);
        }
    }
}

static void *work_thread(void *argument)
{
    work(argument, false);
    return NULL;
}

/* Runs the tasks on the wanted number of threads, or on as many as can be started; the calling one always works. */
static void run_threads(Job *job)
{
    int started = 0;
    pthread_t threads[PERFT_THREADS_MAX];
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK);
    while (started < job->options->threads - 1 && started < job->task_count - 1 &&
           pthread_create(&threads[started], &attributes, work_thread, job) == 0) {
        started++;
    }
    pthread_attr_destroy(&attributes);
    work(job, true);
    while (started > 0 && atomic_load(&job->finished) < job->task_count && !stopped(job)) {
        const struct timespec pause = {.tv_nsec = PAUSE};
        poll_caller(job);
        nanosleep(&pause, NULL);
    }
    for (int i = 0; i < started; i++) {
        pthread_join(threads[i], NULL);
    }
}

static bool add_task(Job *job, const Position *p, int root)
{
    /* Doubling at every power of two. */
    if ((job->task_count & (job->task_count - 1)) == 0) {
        const size_t room = job->task_count == 0 ? 1 : (size_t)job->task_count * 2;
        Task *const grown = realloc(job->tasks, room * sizeof(Task));
        if (grown == NULL) {
            return false;
        }
        job->tasks = grown;
    }
    job->tasks[job->task_count++] = (Task){.position = *p, .root = root, .leaves = 0};
    return true;
}

/* Makes a task of every root move or, if split, of every reply to one: many small tasks keep all threads busy to the
 * end. */
static bool make_tasks(Job *job, const Position *p, const MoveList *roots, bool split)
{
    bool done = true;
    for (int i = 0; i < roots->count && done; i++) {
        const Position next = position_after(p, roots->moves[i]);
        if (!split) {
            done = add_task(job, &next, i);
            continue;
        }
        MoveList replies;
        move_list_init(&replies);
        movegen_legal(&next, &replies);
        done = !replies.failed;
        for (int j = 0; j < replies.count && done; j++) {
            const Position after = position_after(&next, replies.moves[j]);
            done = add_task(job, &after, i);
        }
        move_list_free(&replies);
    }
    return done;
}

/* Makes the hash table, with the largest power of two of entries that fits. */
static bool make_table(Job *job, size_t bytes)
{
    size_t count = 1;
    if (bytes < sizeof(PerftEntry)) {
        return true;
    }
    while (count <= bytes / sizeof(PerftEntry) / 2) {
        count *= 2;
    }
    job->table = calloc(count, sizeof(PerftEntry));
    job->mask = count - 1;
    return job->table != NULL;
}

static bool run_job(Job *job, const Position *p, const MoveList *roots, PerftResult *result)
{
    const bool split = job->options->depth > HASH_PLIES;
    job->depth = job->options->depth - (split ? 2 : 1);
    result->moves = calloc((size_t)roots->count + 1, sizeof *result->moves);
    if (result->moves == NULL || !make_table(job, job->options->hash_bytes) || !make_tasks(job, p, roots, split)) {
        return false;
    }
    run_threads(job);
    result->leaves = 0;
    result->count = roots->count;
    for (int i = 0; i < roots->count; i++) {
        result->moves[i].move = roots->moves[i];
    }
    for (int i = 0; i < job->task_count; i++) {
        add(job, &result->moves[job->tasks[i].root].leaves, job->tasks[i].leaves);
        add(job, &result->leaves, job->tasks[i].leaves);
    }
    return !atomic_load(&job->failed);
}

ErrorCode perft_run(const Position *p, const PerftOptions *options, PerftResult *result, Error *e)
{
    Job job = {.options = options};
    MoveList roots;

    *result = (PerftResult){.leaves = 1};
    if (options->depth < 0 || options->depth > PERFT_DEPTH_MAX || options->threads < 0 ||
        options->threads > PERFT_THREADS_MAX) {
        return error_set(e, ERROR_SYNTAX, "perft takes a depth of 0 to %d and 0 to %d threads", PERFT_DEPTH_MAX,
                         PERFT_THREADS_MAX);
    }
    if (options->depth == 0) {
        return error_clear(e);
    }
    move_list_init(&roots);
    movegen_legal(p, &roots);
    const bool done = !roots.failed && run_job(&job, p, &roots, result);
    result->stopped = options->stop != NULL && atomic_load(options->stop);
    move_list_free(&roots);
    free(job.tasks);
    free(job.table);
    if (!done) {
        perft_free(result);
        if (atomic_load(&job.overflowed)) {
            return error_set(e, ERROR_SYNTAX,
                             "perft counts no more than 2^64 - 1 sequences of moves; choose a smaller depth");
        }
        return error_set(e, ERROR_MEMORY, "not enough memory for this perft; give it a smaller hash table");
    }
    return error_clear(e);
}

void perft_free(PerftResult *result)
{
    free(result->moves);
    result->moves = NULL;
    result->count = 0;
}
