/* SPDX-License-Identifier: GPL-3.0-or-later */
/* RULES "Turn and end of the game": repetitions and results; and two recorded games. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "core/game.h"
#include "core/notation.h"
#include "support/positions.h"
#include "support/random_play.h"
#include "support/test.h"

enum { LINE_SIZE = 256, LONG_GAME = 12000, GAMES = 100, PLIES = 150 };

/* Replays the game of a data file. A line holds a move number, White's move and Black's, in short notation; a line that
 * begins with '#' is a comment. Each move must be legal, and be printed as it is written, apart from marks such as
 * "!". */
static void replay(Game *g, const char *name)
{
    char path[LINE_SIZE];
    char line[LINE_SIZE];
    snprintf(path, sizeof path, "tests/data/games/%s", name);
    FILE *const file = fopen(path, "r");
    ck_assert_msg(file != NULL, "%s cannot be opened", path);
    while (fgets(line, sizeof line, file) != NULL) {
        char words[COLOR_COUNT][LINE_SIZE];
        const int fields = line[0] == '#' ? 0 : sscanf(line, "%*d. %255s %255s", words[WHITE], words[BLACK]);
        for (int i = 0; i < fields; i++) {
            char text[NOTATION_SIZE];
            const Position before = *game_position(g);
            ck_assert_int_eq(before.side, i);
            game_play_words(g, words[i]);
            notation_print(&before, g->moves[g->plies - 1], NOTATION_SHORT, text);
            words[i][strcspn(words[i], "!?")] = '\0';
            ck_assert_str_eq(text, words[i]);
        }
    }
    fclose(file);
}

/* A game of a data file, and where it ends. */
static const struct {
    const char *name;
    size_t plies;
    int taken, replies; /* pieces taken by the last move, and legal moves after it */
} RECORDED[] = {
    {"freeling-treep-3.txt", 23, 6, 13},
    {"treep-freeling-4.txt", 38, 0, 1},
};

TEST_EACH(recorded_games, ROWS(RECORDED))
{
    Game g = game_of(&VARIANT_9X11, NULL);
    MoveList legal;
    replay(&g, RECORDED[_i].name);
    ck_assert_uint_eq(g.plies, RECORDED[_i].plies);
    ck_assert_int_eq(popcount(g.moves[g.plies - 1].taken), RECORDED[_i].taken);
    ck_assert_int_eq(game_result(&g), GAME_ONGOING);
    legal_moves(game_position(&g), &legal);
    ck_assert_int_eq(legal.count, RECORDED[_i].replies);
    move_list_free(&legal);
    game_free(&g);
}

/* A game, how often each of its positions had occurred by then (one digit for each, from the first on), and its
 * result. */
static const struct {
    const char *fen, *words, *occurrences;
    GameResult result;
    const char *text;
} GAMES_PLAYED[] = {
    {"W:Wf2:Bc6", "", "1", GAME_ONGOING, "*"},
    {"W:Wf2:B", "", "1", GAME_ONGOING, "*"},
    /* No pieces left. */
    {"B:Wf2:B", "", "1", GAME_WHITE_WINS, "1-0"},
    {"W:W:Bc6", "", "1", GAME_BLACK_WINS, "0-1"},
    {"W:Wf3:Bf5", "f34x", "11", GAME_WHITE_WINS, "1-0"},
    /* Blocked: a man in the corner behind two enemies, which it cannot approach. */
    {"W:We1:Be2,e3", "", "1", GAME_BLACK_WINS, "0-1"},
    /* The third occurrence is a draw; the game can be continued, and later occurrences are counted. */
    {"W:WKe1,h4:Ba6,Kb7", "e12 b76 e21 b67 e12 b76 e21", "11112222", GAME_ONGOING, "*"},
    {"W:WKe1,h4:Ba6,Kb7", "e12 b76 e21 b67 e12 b76 e21 b67", "111122223", GAME_DRAW, "1/2-1/2"},
    {"W:WKe1,h4:Ba6,Kb7", "e12 b76 e21 b67 e12 b76 e21 b67 e12", "1111222233", GAME_DRAW, "1/2-1/2"},
    {"W:WKe1,h4:Ba6,Kb7", "e12 b76 e21 b67 e12 b76 e21 b67 h45", "1111222231", GAME_ONGOING, "*"},
    /* Occurrences after a man's move are counted too. */
    {"W:WKe1,h4:Ba6,Kb7", "e12 b76 e21 b67 h45 b76 e12 b67 e21 b76", "11112111122", GAME_ONGOING, "*"},
    /* The same pieces with the other side to move are another position: a king loses a move by going round a
     * triangle. */
    {"W:WKe1:BKb6", "e1e2 b6b7 e2e3 b7b6 e3e1", "111111", GAME_ONGOING, "*"},
};

TEST_EACH(turn_and_end_of_the_game, ROWS(GAMES_PLAYED))
{
    const char *words = GAMES_PLAYED[_i].words, *occurrences = GAMES_PLAYED[_i].occurrences;
    Game g = game_of(&VARIANT_10X10, GAMES_PLAYED[_i].fen);
    ck_assert_int_eq(game_occurrences(&g), *occurrences++ - '0');
    for (char word[NOTATION_SIZE]; sscanf(words, "%15s", word) == 1; words += strcspn(words, " ")) {
        words += strspn(words, " ");
        game_play_words(&g, word);
        ck_assert_int_eq(game_occurrences(&g), *occurrences++ - '0');
    }
    ck_assert_int_eq(*occurrences, '\0');
    ck_assert_int_eq(game_result(&g), GAMES_PLAYED[_i].result);
    ck_assert_str_eq(game_result_text(game_result(&g)), GAMES_PLAYED[_i].text);
    game_free(&g);
}

/* Plays a random move, half the time the one that reverses the player's last, so that positions recur. Returns false
 * when there is none. */
static bool play_random(RandomPlay *r, Game *g)
{
    MoveList legal;
    legal_moves(game_position(g), &legal);
    const bool any = legal.count > 0;
    if (any) {
        const bool back = g->plies >= 2 && random_play_below(r, 2) == 0;
        int choice = random_play_below(r, legal.count);
        for (int i = 0; back && i < legal.count; i++) {
            const Move last = g->moves[g->plies - 2];
            if (legal.moves[i].from == last.to && legal.moves[i].to == last.from) {
                choice = i;
            }
        }
        ck_assert_int_eq(game_play(g, legal.moves[choice]), ERROR_NONE);
    }
    move_list_free(&legal);
    return any;
}

/* In random games of few pieces, occurrences are counted as a comparison of all positions counts them, and undoing a
 * move restores the position before it. */
TEST(random_games)
{
    RandomPlay r = {.state = 7};
    int most = 0;
    for (int i = 0; i < GAMES; i++) {
        const Position first = random_play_scatter(&r, variant_at(i % VARIANT_COUNT), 2, 2);
        Game g = game_from(&first);
        ck_assert(!game_undo(&g));
        for (int ply = 0; ply < PLIES; ply++) {
            const Position before = *game_position(&g);
            if (!play_random(&r, &g)) {
                ck_assert_int_eq(game_result(&g), before.side == WHITE ? GAME_BLACK_WINS : GAME_WHITE_WINS);
                break;
            }
            const Move m = g.moves[g.plies - 1];
            ck_assert(game_undo(&g));
            ck_assert(position_equal(game_position(&g), &before) && game_position(&g)->key == before.key);
            ck_assert_int_eq(game_play(&g, m), ERROR_NONE);
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

TEST(a_game_may_be_very_long)
{
    static const char *const SHUFFLE[] = {"e12", "b76", "e21", "b67"};
    Game g = game_of(&VARIANT_10X10, "W:WKe1,h4:Ba6,Kb7");
    for (int ply = 0; ply < LONG_GAME; ply++) {
        game_play_words(&g, SHUFFLE[ply % ROWS(SHUFFLE)]);
    }
    ck_assert_uint_eq(g.plies, LONG_GAME);
    ck_assert_uint_le(g.capacity / 2, LONG_GAME);
    ck_assert_int_eq(game_occurrences(&g), 1 + LONG_GAME / ROWS(SHUFFLE));
    ck_assert_int_eq(game_result(&g), GAME_DRAW);
    for (size_t i = 0; i < g.plies; i++) {
        const Position next = position_after(&g.positions[i], g.moves[i]);
        ck_assert(position_equal(&next, &g.positions[i + 1]));
    }
    while (game_undo(&g)) {
    }
    ck_assert_uint_eq(g.plies, 0);
    game_free(&g);
    ck_assert_ptr_null(g.positions);
    game_free(&g);
    g.plies = g.capacity = SIZE_MAX / 2; /* more than any memory holds */
    ck_assert_int_eq(game_play(&g, (Move){.kind = MOVE_KING}), ERROR_MEMORY);
    ck_assert_uint_eq(g.plies, SIZE_MAX / 2);
    ck_assert_uint_eq(g.capacity, SIZE_MAX / 2);
}
