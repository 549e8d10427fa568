/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "book/book.h"

#include <stdlib.h>
#include <string.h>

#include "core/movegen.h"
#include "system/bytes.h"
#include "system/file.h"
#include "system/memory.h"

/* The file (BOOK.md). */
static const char MAGIC[] = "BushkaBk";

enum {
    VERSION = 1,
    AT_VERSION = 8,
    AT_BOARD = 9,
    AT_ZERO = 10,
    ZERO_COUNT = 6,
    AT_NODES = 16,
    AT_ENTRIES = 24,
    AT_GAMES = 28,
    HEADER = 32,
    SUM_SIZE = 4,
    /* An entry. */
    ENTRY_SIZE = 14,
    KEY_SIZE = 6,
    AT_SCORE = 6,
    AT_SEARCHES = 8,
    AT_DROP_OUT = 9,
    DROP_OUT_SIZE = 3,
    AT_DROP_OUT_SCORE = 12,
    NO_DROP_OUT = -32768,
    /* Games of an entry. */
    GAMES_SIZE = 16,
    AT_WINS = 4,
    AT_DRAWS = 8,
    AT_LOSSES = 12,
    WORD = 4,
    LONG = 8
};

struct Book {
    const Variant *variant;
    uint64_t nodes; /* of a search */
    uint32_t entry_count, games_count;
    const unsigned char *entries, *games; /* in the file */
    size_t size;                          /* of the file */
    unsigned char bytes[];
};

static const unsigned char *entry_at(const Book *b, uint32_t i)
{
    return b->entries + (size_t)i * ENTRY_SIZE;
}

static const unsigned char *games_at(const Book *b, uint32_t i)
{
    return b->games + (size_t)i * GAMES_SIZE;
}

static int score_at(const unsigned char *bytes)
{
    return (int16_t)bytes_get(bytes, (int)sizeof(int16_t));
}

/* ---- Reading ---- */

static ErrorCode refuse_damaged(const char *path, Error *e)
{
    return error_set(e, ERROR_SYNTAX, "%s: damaged; build it again", path);
}

/* Checks the header and reads its numbers; the file has `size` bytes. */
static ErrorCode read_header(Book *b, const unsigned char header[HEADER], int64_t size, const char *path, Error *e)
{
    if (memcmp(header, MAGIC, AT_VERSION) != 0) {
        return error_set(e, ERROR_SYNTAX, "%s: not an opening book; scripts/book makes them", path);
    }
    if (header[AT_VERSION] != VERSION) {
        return error_set(e, ERROR_SYNTAX, "%s: a book of version %d; this engine reads version %d", path,
                         header[AT_VERSION], VERSION);
    }
    b->nodes = bytes_get(header + AT_NODES, LONG);
    b->entry_count = (uint32_t)bytes_get(header + AT_ENTRIES, WORD);
    b->games_count = (uint32_t)bytes_get(header + AT_GAMES, WORD);
    const uint64_t wanted = HEADER + (uint64_t)b->entry_count * ENTRY_SIZE + (uint64_t)b->games_count * GAMES_SIZE;
    if (header[AT_BOARD] >= VARIANT_COUNT || bytes_get(header + AT_ZERO, ZERO_COUNT) != 0 || b->entry_count == 0 ||
        b->games_count > b->entry_count || wanted + SUM_SIZE != (uint64_t)size) {
        return refuse_damaged(path, e);
    }
    b->variant = variant_at(header[AT_BOARD]);
    b->size = (size_t)size;
    return error_clear(e);
}

static bool score_fits(int score)
{
    return score >= -SCORE_WIN && score <= SCORE_WIN;
}

/* True when what the file says is in order. */
static bool is_sound(const Book *b)
{
    const size_t content = b->size - SUM_SIZE;
    if (bytes_crc(0, b->bytes, content) != bytes_get(b->bytes + content, SUM_SIZE)) {
        return false;
    }
    for (uint32_t i = 0; i < b->entry_count; i++) {
        const unsigned char *const entry = entry_at(b, i);
        const int score = score_at(entry + AT_SCORE), drop_out = score_at(entry + AT_DROP_OUT_SCORE);
        if ((i > 0 && memcmp(entry_at(b, i - 1), entry, KEY_SIZE) >= 0) || !score_fits(score) ||
            entry[AT_SEARCHES] == 0 || (drop_out != NO_DROP_OUT && (!score_fits(drop_out) || drop_out > score))) {
            return false;
        }
    }
    for (uint32_t i = 0; i < b->games_count; i++) {
        const uint64_t entry = bytes_get(games_at(b, i), WORD);
        if (entry >= b->entry_count || (i > 0 && bytes_get(games_at(b, i - 1), WORD) >= entry)) {
            return false;
        }
    }
    return true;
}

/* Reads the open file; NULL with the error. */
static Book *read_file(int file, const char *path, Error *e)
{
    Book head = {.size = 0};
    unsigned char header[HEADER];
    const int64_t size = file_length(file);
    if (size < HEADER || !file_read_at(file, 0, header, HEADER)) {
        error_set(e, ERROR_SYNTAX, "%s: not an opening book; scripts/book makes them", path);
        return NULL;
    }
    if (read_header(&head, header, size, path, e) != ERROR_NONE ||
        memory_check("a book", (uint64_t)size, 0, e) != ERROR_NONE) {
        return NULL;
    }
    Book *const b = malloc(sizeof *b + head.size);
    if (b == NULL) {
        error_set(e, ERROR_MEMORY, "not enough memory for a book");
        return NULL;
    }
    *b = head;
    b->entries = b->bytes + HEADER;
    b->games = entry_at(b, b->entry_count);
    /* The header once more, since the file may have been replaced meanwhile. */
    if (!file_read_at(file, 0, b->bytes, b->size) || memcmp(b->bytes, header, HEADER) != 0 || !is_sound(b)) {
        refuse_damaged(path, e);
        free(b);
        return NULL;
    }
    error_clear(e);
    return b;
}

Book *book_read(const char *path, Error *e)
{
    const int file = file_open(path, e);
    if (file < 0) {
        return NULL;
    }
    Book *const b = read_file(file, path, e);
    file_close(file);
    return b;
}

void book_free(Book *b)
{
    free(b);
}

const Variant *book_variant(const Book *b)
{
    return b->variant;
}

uint32_t book_size(const Book *b)
{
    return b->entry_count;
}

uint64_t book_nodes(const Book *b)
{
    return b->nodes;
}

/* ---- Looking up ---- */

/* The key of the position and its images, as in the file: the highest byte first. */
static void book_key(const Position *p, unsigned char bytes[LONG])
{
    uint64_t key = position_image_key(p);
    for (int i = LONG - 1; i >= 0; i--, key >>= 8) {
        bytes[i] = (unsigned char)key;
    }
}

static int compare_entries(const void *a, const void *b)
{
    return memcmp(a, b, KEY_SIZE);
}

static int compare_games(const void *a, const void *b)
{
    const uint64_t first = bytes_get(a, WORD), second = bytes_get(b, WORD);
    return (first > second) - (first < second);
}

/* The entry of the position, or NULL. */
static const unsigned char *find(const Book *b, const unsigned char key[LONG])
{
    return bsearch(key, b->entries, b->entry_count, ENTRY_SIZE, compare_entries);
}

/* The games of an entry, or NULL. */
static const unsigned char *find_games(const Book *b, uint64_t entry)
{
    unsigned char bytes[WORD];
    bytes_put(bytes, entry, WORD);
    return bsearch(bytes, b->games, b->games_count, GAMES_SIZE, compare_games);
}

static BookEntry entry_of(const Book *b, const unsigned char *bytes)
{
    const unsigned char *const games = find_games(b, (uint64_t)(bytes - b->entries) / ENTRY_SIZE);
    BookEntry entry = {.score = score_at(bytes + AT_SCORE), .searches = bytes[AT_SEARCHES]};
    if (games != NULL) {
        entry.wins = (uint32_t)bytes_get(games + AT_WINS, WORD);
        entry.draws = (uint32_t)bytes_get(games + AT_DRAWS, WORD);
        entry.losses = (uint32_t)bytes_get(games + AT_LOSSES, WORD);
    }
    return entry;
}

bool book_find(const Book *b, const Position *p, BookEntry *entry)
{
    unsigned char key[LONG];
    book_key(p, key);
    const unsigned char *const bytes = find(b, key);
    if (bytes != NULL) {
        *entry = entry_of(b, bytes);
    }
    return bytes != NULL;
}

/* An entry as seen by the player who moved there: a forced win or loss is a ply further away. */
static BookEntry for_mover(BookEntry after)
{
    const Score score = -after.score + (after.score >= SCORE_SOLVED) - (after.score <= -SCORE_SOLVED);
    return (BookEntry){
        .score = score, .searches = after.searches, .wins = after.losses, .draws = after.draws, .losses = after.wins};
}

static bool occurred_in_game(const Game *game, const Position *p)
{
    for (size_t i = 0; i <= game->plies; i++) {
        if (position_equal(&game->positions[i], p)) {
            return true;
        }
    }
    return false;
}

/* What the book says of a move from the position of that entry; false when it does not know it. */
static bool find_move(const Book *b, const Game *game, const unsigned char *entry, Move m, BookMove *known)
{
    const Position next = position_after(game_position(game), m);
    unsigned char key[LONG];
    book_key(&next, key);
    const int drop_out = score_at(entry + AT_DROP_OUT_SCORE);
    const unsigned char *const found = find(b, key);
    *known = (BookMove){.move = m};
    if (found != NULL) {
        known->entry = for_mover(entry_of(b, found));
    } else if (drop_out != NO_DROP_OUT && memcmp(entry + AT_DROP_OUT, key + LONG - DROP_OUT_SIZE, DROP_OUT_SIZE) == 0) {
        known->entry = (BookEntry){.score = drop_out};
    } else {
        return false;
    }
    if (occurred_in_game(game, &next)) {
        known->entry.score = SCORE_DRAW;
    }
    return true;
}

static bool is_better(const BookEntry *a, const BookEntry *b)
{
    return a->score != b->score ? a->score > b->score : a->searches > 0 && b->searches == 0;
}

/* Puts a move into the order. */
static void insert(BookMoves *moves, const BookMove *m)
{
    int i = moves->count++;
    for (; i > 0 && is_better(&m->entry, &moves->moves[i - 1].entry); i--) {
        moves->moves[i] = moves->moves[i - 1];
    }
    moves->moves[i] = *m;
}

ErrorCode book_moves(const Book *b, const Game *game, BookMoves *moves, Error *e)
{
    unsigned char key[LONG];
    MoveList list;
    book_key(game_position(game), key);
    const unsigned char *const entry = find(b, key);
    *moves = (BookMoves){.moves = NULL};
    if (entry == NULL) {
        return error_clear(e);
    }
    move_list_init(&list);
    movegen_legal(game_position(game), &list);
    moves->moves = calloc((size_t)list.count + 1, sizeof *moves->moves);
    const bool failed = list.failed || moves->moves == NULL;
    for (int i = 0; i < list.count && !failed; i++) {
        BookMove known;
        if (find_move(b, game, entry, list.moves[i], &known)) {
            insert(moves, &known);
        }
    }
    move_list_free(&list);
    if (failed) {
        book_moves_free(moves);
        return error_set(e, ERROR_MEMORY, "not enough memory for the moves of the book");
    }
    return error_clear(e);
}

void book_moves_free(BookMoves *moves)
{
    free(moves->moves);
    *moves = (BookMoves){.moves = NULL};
}

bool book_moves_playable(const BookMoves *moves)
{
    for (int i = 0; i < moves->count; i++) {
        if (moves->moves[i].entry.searches > 0) {
            return true;
        }
    }
    return false;
}
