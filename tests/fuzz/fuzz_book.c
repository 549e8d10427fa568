/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libFuzzer target: any bytes as an opening book, as they are and with the right checksum. A file is refused in one
 * line, or a game can be looked up in it, with its moves best first. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "book/book.h"
#include "system/bytes.h"

enum { PATH_SIZE = 32, SUM_SIZE = 4, PLIES = 12 };

/* Looks up the moves and plays one, in turn the best and another. Returns false when the book has none. */
static bool play(const Book *b, Game *game, int ply)
{
    BookMoves moves;
    BookEntry entry;
    if (book_moves(b, game, &moves, NULL) != ERROR_NONE) {
        abort();
    }
    for (int i = 0; i < moves.count; i++) {
        const Score score = moves.moves[i].entry.score;
        if (abs(score) > SCORE_WIN || (i > 0 && score > moves.moves[i - 1].entry.score)) {
            abort();
        }
    }
    if ((moves.count > 0 && !book_find(b, game_position(game), &entry)) ||
        (moves.count == 0 && book_moves_playable(&moves))) {
        abort();
    }
    const bool played =
        moves.count > 0 && game_play(game, moves.moves[ply % 2 == 0 ? 0 : ply % moves.count].move) == ERROR_NONE;
    book_moves_free(&moves);
    return played;
}

static void check(const char *path)
{
    Error e;
    Game game;
    Book *const b = book_read(path, &e);
    if (b == NULL) {
        if (e.code == ERROR_NONE || e.text[0] == '\0' || strchr(e.text, '\n') != NULL) {
            abort();
        }
        return;
    }
    const Position start = position_start(book_variant(b));
    if (e.code != ERROR_NONE || book_size(b) == 0 || game_init(&game, &start) != ERROR_NONE) {
        abort();
    }
    for (int ply = 0; ply < PLIES && play(b, &game, ply); ply++) {
    }
    game_free(&game);
    book_free(b);
}

/* Writes these bytes to the file from that offset on. */
static void put(FILE *file, size_t at, const void *bytes, size_t size)
{
    if (pwrite(fileno(file), bytes, size, (off_t)at) != (ssize_t)size) {
        abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static FILE *file = NULL;
    char path[PATH_SIZE];
    file = file != NULL ? file : tmpfile();
    if (file == NULL || ftruncate(fileno(file), 0) != 0) {
        abort();
    }
    snprintf(path, sizeof path, "/proc/self/fd/%d", fileno(file));
    put(file, 0, data, size);
    check(path);
    if (size >= SUM_SIZE) {
        unsigned char sum[SUM_SIZE];
        bytes_put(sum, bytes_crc(0, data, size - SUM_SIZE), SUM_SIZE);
        put(file, size - SUM_SIZE, sum, SUM_SIZE);
        check(path);
    }
    return 0;
}
