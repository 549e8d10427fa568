/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <string.h>

#include "core/fen.h"
#include "core/game.h"
#include "core/movegen.h"
#include "core/notation.h"
#include "support/random_play.h"
#include "support/test.h"

#ifndef TESTS_DATA_DIR
#define TESTS_DATA_DIR "tests/data"
#endif

enum { LINE_SIZE = 256, LONG_GAME = 12000, GAMES = 100, PLIES = 150 };

static void start(Game *g, const Variant *v, const char *fen)
{
    Position p = position_start(v);
    Error e;
    if (fen != NULL) {
        ck_assert_msg(fen_parse(v, fen, &p, &e) == ERROR_NONE, "%s", e.text);
    }
    ck_assert_int_eq(game_init(g, &p), ERROR_NONE);
}

static void play(Game *g, const char *word)
{
    Move m;
    Error e;
    ck_assert_msg(notation_parse(game_position(g), word, strlen(word), &m, &e) == ERROR_NONE, "%s", e.text);
    ck_assert_int_eq(game_play(g, m), ERROR_NONE);
}

static int legal_count(const Position *p)
{
    MoveList legal;
    move_list_init(&legal);
    movegen_legal(p, &legal);
    const int count = legal.count;
    move_list_free(&legal);
    return count;
}

/* Plays the game of a data file: lines of a move number, White's and Black's move in short notation; a line that
 * begins with '#' is a comment. Each word must read as one legal move, and print as it reads but for its marks. */
static void replay(Game *g, const char *name)
{
    char path[LINE_SIZE];
    char line[LINE_SIZE];
    snprintf(path, sizeof path, "%s/games/%s", TESTS_DATA_DIR, name);
    FILE *const file = fopen(path, "r");
    ck_assert_msg(file != NULL, "%s cannot be opened", path);
    while (fgets(line, sizeof line, file) != NULL) {
        char words[COLOR_COUNT][LINE_SIZE];
        const int fields = line[0] == '#' ? 0 : sscanf(line, "%*d. %255s %255s", words[WHITE], words[BLACK]);
        for (int i = 0; i < fields; i++) {
            char text[NOTATION_SIZE];
            const Position before = *game_position(g);
            ck_assert_int_eq(before.side, i);
            play(g, words[i]);
            notation_print(&before, g->moves[g->plies - 1], NOTATION_SHORT, text);
            words[i][strcspn(words[i], "!?")] = '\0';
            ck_assert_str_eq(text, words[i]);
        }
    }
    fclose(file);
}

TEST(game_3_replays)
{
    enum { GAME_3_PLIES = 23, GAME_3_REPLIES = 13, LINE_OF_SIX = 6 };
    Game g;
    start(&g, &VARIANT_9X11, NULL);
    replay(&g, "freeling-treep-3.txt");
    ck_assert_uint_eq(g.plies, GAME_3_PLIES);
    ck_assert_int_eq(popcount(g.moves[g.plies - 1].taken), LINE_OF_SIX);
    ck_assert_int_eq(game_position(&g)->side, BLACK);
    ck_assert_int_eq(legal_count(game_position(&g)), GAME_3_REPLIES);
    ck_assert_int_eq(game_result(&g), GAME_ONGOING);
    game_free(&g);
}

TEST(game_4_replays)
{
    enum { GAME_4_PLIES = 38 };
    Game g;
    start(&g, &VARIANT_9X11, NULL);
    replay(&g, "treep-freeling-4.txt");
    ck_assert_uint_eq(g.plies, GAME_4_PLIES);
    ck_assert_int_eq(game_position(&g)->side, WHITE);
    ck_assert_int_eq(game_result(&g), GAME_ONGOING);
    game_free(&g);
}

TEST(the_third_occurrence_draws)
{
    static const char *const SHUFFLE[] = {"e1e2", "b7b6", "e2e1", "b6b7"};
    enum { CYCLE = 4 };
    Game g;
    start(&g, &VARIANT_10X10, "W:WKe1,h4:Ba6,Kb7");
    for (int ply = 0; ply < 2 * CYCLE; ply++) {
        ck_assert_int_eq(game_occurrences(&g), 1 + ply / CYCLE);
        ck_assert_int_eq(game_result(&g), GAME_ONGOING);
        play(&g, SHUFFLE[ply % CYCLE]);
    }
    ck_assert_int_eq(game_occurrences(&g), 3);
    ck_assert_int_eq(game_result(&g), GAME_DRAW);
    ck_assert_str_eq(game_result_text(game_result(&g)), "1/2-1/2");
    /* Playing on is possible, and counts on. */
    play(&g, SHUFFLE[0]);
    ck_assert_int_eq(game_occurrences(&g), 3);
    ck_assert(game_undo(&g));
    ck_assert(game_undo(&g));
    ck_assert_int_eq(game_occurrences(&g), 2);
    ck_assert_int_eq(game_result(&g), GAME_ONGOING);
    game_free(&g);
}

/* The same pieces with the other side to move are another position: a king that loses a move by a triangle. */
TEST(the_side_to_move_counts)
{
    Game g;
    start(&g, &VARIANT_10X10, "W:WKe1:BKb6");
    play(&g, "e1e2");
    play(&g, "b6b7");
    play(&g, "e2e3");
    play(&g, "b7b6");
    play(&g, "e3e1");
    const Position *const now = game_position(&g);
    ck_assert(now->kings[WHITE] == g.positions[0].kings[WHITE] && now->kings[BLACK] == g.positions[0].kings[BLACK]);
    ck_assert_int_eq(now->side, BLACK);
    ck_assert_int_eq(game_occurrences(&g), 1);
    game_free(&g);
}

/* A man's move between the occurrences does not hide later ones. */
TEST(occurrences_begin_anew_after_a_mans_move)
{
    static const char *const WORDS[] = {"e12", "b76", "e21", "b67", "h45", "b76", "e12", "b67", "e21", "b76"};
    static const int COUNTS[] = {1, 1, 1, 2, 1, 1, 1, 1, 2, 2};
    Game g;
    start(&g, &VARIANT_10X10, "W:WKe1,h4:Ba6,Kb7");
    for (size_t i = 0; i < sizeof WORDS / sizeof WORDS[0]; i++) {
        play(&g, WORDS[i]);
        ck_assert_int_eq(game_occurrences(&g), COUNTS[i]);
    }
    game_free(&g);
}

/* A random move, half the time the one that takes back the player's last, so that positions come back. */
static int shuffling_choice(RandomPlay *r, const Game *g, const MoveList *legal)
{
    if (g->plies >= 2 && random_play_below(r, 2) == 0) {
        const Move last = g->moves[g->plies - 2];
        for (int i = 0; i < legal->count; i++) {
            if (legal->moves[i].from == last.to && legal->moves[i].to == last.from) {
                return i;
            }
        }
    }
    return random_play_below(r, legal->count);
}

/* The count agrees with one over all positions, in random games with many kings. */
TEST(occurrences_agree_with_a_full_count)
{
    RandomPlay r = {.state = 7};
    int most = 0;
    for (int i = 0; i < GAMES; i++) {
        Game g;
        Position p = random_play_scatter(&r, variant_at(i % VARIANT_COUNT), 2, 2);
        ck_assert_int_eq(game_init(&g, &p), ERROR_NONE);
        for (int ply = 0; ply < PLIES; ply++) {
            MoveList legal;
            move_list_init(&legal);
            movegen_legal(game_position(&g), &legal);
            const bool over = legal.count == 0;
            if (!over) {
                const int choice = shuffling_choice(&r, &g, &legal);
                ck_assert_int_eq(game_play(&g, legal.moves[choice]), ERROR_NONE);
            }
            move_list_free(&legal);
            if (over) {
                ck_assert_int_eq(game_result(&g), game_position(&g)->side == WHITE ? GAME_BLACK_WINS : GAME_WHITE_WINS);
                break;
            }
            int count = 0;
            for (size_t k = 0; k <= g.plies; k++) {
                count += position_equal(&g.positions[k], game_position(&g)) ? 1 : 0;
            }
            ck_assert_int_eq(game_occurrences(&g), count);
            most = count > most ? count : most;
        }
        game_free(&g);
    }
    ck_assert_int_ge(most, 3);
}

typedef struct Standing {
    const char *fen;
    GameResult result;
    const char *text;
} Standing;

static const Standing STANDINGS[] = {
    {"W:Wf2:Bc6", GAME_ONGOING, "*"},
    {"W:Wf2:B", GAME_ONGOING, "*"},
    {"B:Wf2:B", GAME_WHITE_WINS, "1-0"},
    {"W:W:Bc6", GAME_BLACK_WINS, "0-1"},
    {"W:W:B", GAME_BLACK_WINS, "0-1"},
    {"B:W:B", GAME_WHITE_WINS, "1-0"},
    /* blocked: a man in the corner behind two enemies, which it cannot approach */
    {"W:We1:Be2,e3", GAME_BLACK_WINS, "0-1"},
    {"B:We9,e8:Be0", GAME_WHITE_WINS, "1-0"},
    {"B:WKe9,Kd9:BKe0", GAME_WHITE_WINS, "1-0"},
};

TEST(results_of_positions)
{
    for (size_t i = 0; i < sizeof STANDINGS / sizeof STANDINGS[0]; i++) {
        Game g;
        start(&g, &VARIANT_10X10, STANDINGS[i].fen);
        ck_assert_msg(game_result(&g) == STANDINGS[i].result, "%s", STANDINGS[i].fen);
        ck_assert_str_eq(game_result_text(game_result(&g)), STANDINGS[i].text);
        game_free(&g);
    }
}

/* A player without a move has lost, even in a position that never was. */
TEST(taking_the_last_piece_wins)
{
    Game g;
    start(&g, &VARIANT_10X10, "W:Wf3:Bf5");
    play(&g, "f34x");
    ck_assert_int_eq(game_result(&g), GAME_WHITE_WINS);
    ck_assert(game_undo(&g));
    ck_assert_int_eq(game_result(&g), GAME_ONGOING);
    game_free(&g);
}

TEST(undo_goes_back_to_the_start)
{
    RandomPlay r = {.state = 8};
    const Position first = position_start(&VARIANT_10X10);
    Position path[PLIES + 1];
    Game g;
    ck_assert_int_eq(game_init(&g, &first), ERROR_NONE);
    ck_assert(!game_undo(&g));
    int plies = 0;
    path[0] = first;
    while (plies < PLIES) {
        MoveList legal;
        move_list_init(&legal);
        movegen_legal(game_position(&g), &legal);
        const int count = legal.count;
        if (count > 0) {
            ck_assert_int_eq(game_play(&g, legal.moves[random_play_below(&r, count)]), ERROR_NONE);
            path[++plies] = *game_position(&g);
        }
        move_list_free(&legal);
        if (count == 0) {
            break;
        }
    }
    ck_assert_int_gt(plies, 10);
    while (plies > 0) {
        ck_assert_uint_eq(g.plies, (size_t)plies);
        ck_assert(game_undo(&g));
        plies--;
        ck_assert(position_equal(game_position(&g), &path[plies]));
        ck_assert_uint_eq(game_position(&g)->key, path[plies].key);
    }
    ck_assert(!game_undo(&g));
    ck_assert(position_equal(game_position(&g), &first));
    game_free(&g);
    ck_assert_ptr_null(g.positions);
    game_free(&g);
}

TEST(a_game_may_be_very_long)
{
    static const char *const SHUFFLE[] = {"e12", "b76", "e21", "b67"};
    enum { CYCLE = 4 };
    Game g;
    start(&g, &VARIANT_10X10, "W:WKe1,h4:Ba6,Kb7");
    for (int ply = 0; ply < LONG_GAME; ply++) {
        play(&g, SHUFFLE[ply % CYCLE]);
    }
    ck_assert_uint_eq(g.plies, LONG_GAME);
    ck_assert_uint_ge(g.capacity, LONG_GAME);
    ck_assert_uint_le(g.capacity / 2, LONG_GAME);
    ck_assert_int_eq(game_occurrences(&g), 1 + LONG_GAME / CYCLE);
    ck_assert_int_eq(game_result(&g), GAME_DRAW);
    for (size_t i = 0; i < g.plies; i++) {
        const Position next = position_after(&g.positions[i], g.moves[i]);
        ck_assert(position_equal(&next, &g.positions[i + 1]));
    }
    game_free(&g);
}
