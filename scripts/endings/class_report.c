/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "endings/class_report.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>

#include "core/fen.h"
#include "core/movegen.h"
#include "core/notation.h"
#include "core/square.h"
#include "system/text.h"
#include "tables/best_play.h"

enum {
    SLICE_BLOCKS = 64, /* taken by a thread at a time */
    CACHE_BLOCKS = 256,
    LINE_COLUMNS = 116, /* after which a list of moves continues on the next line */
    CELL_SIZE = 48,
    THOUSAND = 1000
};

/* The positions of a class. */
typedef struct ClassResults {
    uint64_t results[WDL_NONE]; /* by Wdl */
    int longest;                /* the longest win in plies; 0: there is none, or plies are not known */
    uint64_t where;             /* the lowest number of such a position */
} ClassResults;

/* One class while it is counted by all threads. */
typedef struct ClassCount {
    TableFile *file;
    Bitboard men, enemy_men; /* squares on which they may stand */
    pthread_mutex_t lock;    /* guards what follows */
    ClassResults tally;
} ClassCount;

/* A class and its counts. */
typedef struct ReportRow {
    TableClass class;
    ClassResults tally;
    TablePieces longest; /* its position, where tally.longest is above 0 */
} ReportRow;

/* The report on one board. */
typedef struct Report {
    const ClassReportPlan *plan;
    const Variant *variant;
    ThreadPool *pool;
    const Tablebase *tables;
    ReportRow rows[TABLE_CLASSES_MAX];
    int count;
} Report;

typedef struct ReportCell {
    char text[CELL_SIZE];
} ReportCell;

/* The first rows of the board as seen by a side. */
static Bitboard first_rows(const Variant *v, Color side, int count)
{
    Bitboard rows = 0;
    for (int i = 1; i <= count && i <= v->rows; i++) {
        for (int column = 1; column <= v->columns; column++) {
            const Square s = square_at(v, column, side == WHITE ? i : v->rows + 1 - i);
            rows |= s != SQUARE_NONE ? bit(s) : 0;
        }
    }
    return rows;
}

/* Counts the value of a number. */
static void add_position(ClassResults *t, int value, bool plies, uint64_t number)
{
    if (value != VALUE_NONE) {
        t->results[value_wdl(value)]++;
    }
    if (plies && value_is_win(value) && value - 1 > t->longest) {
        t->longest = value - 1;
        t->where = number;
    }
}

/* True if a position counts: its men stand on the squares wanted, and the side to move has no capture. */
static bool counts(const ClassCount *c, TablePieces pieces)
{
    if ((pieces.men & ~c->men) != 0 || (pieces.enemy_men & ~c->enemy_men) != 0) {
        return false;
    }
    const Position p = table_position(c->file->numbering.board->variant, pieces);
    return !movegen_can_capture(&p, WHITE);
}

static void merge(ClassCount *c, const ClassResults *t)
{
    pthread_mutex_lock(&c->lock);
    for (int i = 0; i < WDL_NONE; i++) {
        c->tally.results[i] += t->results[i];
    }
    if (t->longest > c->tally.longest || (t->longest == c->tally.longest && t->where < c->tally.where)) {
        c->tally.longest = t->longest;
        c->tally.where = t->where;
    }
    pthread_mutex_unlock(&c->lock);
}

static void count_slice(void *context, int slice)
{
    ClassCount *const c = context;
    const uint32_t first = (uint32_t)slice * SLICE_BLOCKS;
    ClassResults tally = {.longest = 0};
    NumberingCursor cursor = {.begun = false};
    for (uint32_t block = first; block < first + SLICE_BLOCKS && block < c->file->blocks; block++) {
        uint8_t symbols[BLOCK_SYMBOLS];
        const int count = table_file_block(c->file, block, symbols);
        for (int i = 0; i < count; i++) {
            const uint64_t number = (uint64_t)block * BLOCK_SYMBOLS + (uint64_t)i;
            TablePieces pieces;
            if (numbering_pieces(&c->file->numbering, number, &cursor, &pieces) && counts(c, pieces)) {
                const bool plies = c->file->model.kind == BLOCK_PLIES;
                add_position(&tally, plies ? symbols[i] : value_of_wdl((Wdl)symbols[i]), plies, number);
            }
        }
    }
    merge(c, &tally);
}

/* Counts a class if it has a table; that of plies is preferred. */
static ErrorCode count_class(Report *r, TableClass class, Error *e)
{
    const Variant *const v = r->variant;
    TableFile *const plies = tablebase_file(r->tables, v, class, BLOCK_PLIES);
    ClassCount c = {.file = plies != NULL ? plies : tablebase_file(r->tables, v, class, BLOCK_RESULTS),
                    .men = r->plan->rows > 0 ? first_rows(v, WHITE, r->plan->rows) : v->board,
                    .enemy_men = r->plan->rows > 0 ? first_rows(v, BLACK, r->plan->rows) : v->board};
    if (c.file == NULL) {
        return error_clear(e);
    }
    pthread_mutex_init(&c.lock, NULL);
    thread_pool_run(r->pool, count_slice, &c, (int)((c.file->blocks + SLICE_BLOCKS - 1) / SLICE_BLOCKS));
    pthread_mutex_destroy(&c.lock);
    if (thread_pool_stopped(r->pool)) {
        return error_set(e, ERROR_INTERRUPTED, "interrupted");
    }
    if (atomic_load(&c.file->damaged)) {
        return error_set(e, ERROR_SYNTAX, "the table of %s for %s is damaged", table_class_name(class).text, v->name);
    }
    ReportRow *const row = &r->rows[r->count++];
    NumberingCursor cursor = {.begun = false};
    *row = (ReportRow){.class = class, .tally = c.tally};
    if (c.tally.longest > 0) {
        numbering_pieces(&c.file->numbering, c.tally.where, &cursor, &row->longest);
    }
    return error_clear(e);
}

/* A number in groups of three digits. */
static ReportCell grouped(uint64_t n)
{
    ReportCell cell;
    if (n < THOUSAND) {
        snprintf(cell.text, sizeof cell.text, "%" PRIu64, n);
    } else {
        const ReportCell high = grouped(n / THOUSAND);
        snprintf(cell.text, sizeof cell.text, "%.32s,%03" PRIu64, high.text, n % THOUSAND);
    }
    return cell;
}

/* A number with its share of all. */
static ReportCell share(uint64_t part, uint64_t all)
{
    ReportCell cell;
    snprintf(cell.text, sizeof cell.text, "%.32s (%.1f %%)", grouped(part).text,
             all > 0 ? 100.0 * (double)part / (double)all : 0.0);
    return cell;
}

static void print_row(const ReportRow *row)
{
    const uint64_t *const n = row->tally.results;
    const uint64_t all = n[WDL_WIN] + n[WDL_DRAW] + n[WDL_LOSS];
    char longest[CELL_SIZE] = "";
    if (row->tally.longest > 0) {
        snprintf(longest, sizeof longest, "%d", row->tally.longest);
    }
    printf("| %s | %s | %s | %s | %s | %s |\n", table_class_name(row->class).text, grouped(all).text,
           share(n[WDL_WIN], all).text, share(n[WDL_DRAW], all).text, share(n[WDL_LOSS], all).text, longest);
}

/* Prints the longest win of a class with its best play. */
static ErrorCode print_longest(const Report *r, TablebaseCache *cache, const ReportRow *row, Error *e)
{
    Position p = table_position(r->variant, row->longest);
    char fen[FEN_SIZE];
    BestPlayLine line;
    if (best_play_line(cache, &p, 0, &line, e) != ERROR_NONE) {
        return e->code;
    }
    fen_print(&p, fen);
    printf("%s, %d %s: %s", table_class_name(row->class).text, row->tally.longest,
           row->tally.longest == 1 ? "ply" : "plies", fen);
    int column = LINE_COLUMNS;
    for (int i = 0; i < line.moves.count; i++) {
        char move[NOTATION_SIZE];
        const int length = notation_print(&p, line.moves.moves[i], NOTATION_COORDINATE, move);
        column = column + 1 + length > LINE_COLUMNS ? printf("\n   ") : column;
        column += printf(" %s", move);
        p = position_after(&p, line.moves.moves[i]);
    }
    printf(line.end == BEST_PLAY_WHOLE ? "\n" : " ... (tables with plies are missing)\n");
    best_play_line_free(&line);
    return error_clear(e);
}

/* Prints the longest wins, where any are known. */
static ErrorCode print_all_longest(const Report *r, Error *e)
{
    TablebaseCache *const cache = tablebase_cache_new(r->tables, CACHE_BLOCKS);
    if (cache == NULL) {
        return error_set(e, ERROR_MEMORY, "not enough memory for the tablebases");
    }
    ErrorCode code = error_clear(e);
    printf("\nThe longest wins, the winner to move:\n\n```text\n");
    for (int i = 0; i < r->count && code == ERROR_NONE; i++) {
        code = r->rows[i].tally.longest > 0 ? print_longest(r, cache, &r->rows[i], e) : ERROR_NONE;
    }
    printf("```\n");
    tablebase_cache_free(cache);
    return code;
}

static ErrorCode print_report(const Report *r, Error *e)
{
    bool known = false;
    printf("## %s\n\n", r->variant->name);
    if (r->plan->rows > 0) {
        printf("Positions whose men all stand on their own first %d row%s.\n\n", r->plan->rows,
               text_plural((uint64_t)r->plan->rows));
    }
    printf("| class | positions | won | drawn | lost | longest win |\n|---|---|---|---|---|---|\n");
    for (int i = 0; i < r->count; i++) {
        print_row(&r->rows[i]);
        known = known || r->rows[i].tally.longest > 0;
    }
    return known ? print_all_longest(r, e) : error_clear(e);
}

/* Counts all classes of the board and prints the report if there are any. */
static ErrorCode report(Report *r, Error *e)
{
    TableClass classes[TABLE_CLASSES_MAX];
    const int count = table_class_list(r->plan->pieces, classes);
    for (int i = 0; i < count; i++) {
        if (count_class(r, classes[i], e) != ERROR_NONE) {
            return e->code;
        }
    }
    return r->count > 0 ? print_report(r, e) : error_clear(e);
}

ErrorCode class_report(const ClassReportPlan *plan, ThreadPool *pool, Error *e)
{
    Tablebase *tables;
    int found = 0;
    if (tablebase_open(plan->folders, plan->variant, NULL, NULL, &tables, e) != ERROR_NONE) {
        return e->code;
    }
    ErrorCode code = error_clear(e);
    for (int i = 0; i < VARIANT_COUNT && code == ERROR_NONE; i++) {
        Report r = {.plan = plan, .variant = variant_at(i), .pool = pool, .tables = tables};
        code = report(&r, e);
        found += r.count;
    }
    tablebase_free(tables);
    return code == ERROR_NONE && found == 0
               ? error_set(e, ERROR_SYNTAX, "there is no tablebase of up to %d pieces in %s", plan->pieces,
                           plan->folders)
               : code;
}
