/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Games saved and loaded at a terminal. */
#include <stdio.h>
#include <sys/stat.h>

#include "core/fen.h"
#include "core/game.h"
#include "core/movegen.h"
#include "games/pdn_read.h"
#include "games/pdn_write.h"
#include "support/place.h"
#include "support/random_play.h"
#include "support/terminal_process.h"
#include "support/test.h"

enum { LINE_SIZE = 1024 };

/* Reads the only game of a file as the match runner does. */
static void read_saved(const char *path, PdnGame *g)
{
    Error e;
    PdnReader *const r = pdn_reader_open(path, PDN_STRICT, &e);
    ck_assert_msg(r != NULL, "%s", e.text);
    ck_assert_msg(pdn_reader_next(r, g, &e) == PDN_READ_GAME, "%s", e.text);
    PdnGame none;
    ck_assert_int_eq(pdn_reader_next(r, &none, &e), PDN_READ_END);
    pdn_reader_close(r);
}

TEST(test_save_and_load)
{
    const Place place = place_make();
    char line[LINE_SIZE];
    TerminalProcess t;
    PdnGame g;
    terminal_start_fast(&t, NULL);
    terminal_ask(&t, "new 9x11", "*White: 17 men, to move");
    terminal_ask(&t, "f25 c64 ed3", "* 2. e3-d3");
    snprintf(line, sizeof line, "save %s", in(&place, "my game.pdn").text);
    terminal_ask(&t, line, "The game is saved in */my game.pdn.");
    expect_files(&place, "my game.pdn ");
    read_saved(in(&place, "my game.pdn").text, &g);
    ck_assert_str_eq(g.game.positions[0].variant->name, "bushka9x11");
    ck_assert_uint_eq(g.game.plies, 3);
    ck_assert_int_eq(g.result, GAME_ONGOING);
    pdn_game_free(&g);
    terminal_ask(&t, "cd4", "* 2... c4-d4"); /* the same file again */
    terminal_ask(&t, line, "The game is saved in */my game.pdn.");
    terminal_ask(&t, "new 10x10", "*White: 15 men, to move");
    snprintf(line, sizeof line, "load %s", in(&place, "my game.pdn").text);
    terminal_ask(&t, line, "* 2... c4-d4");
    terminal_expect(&t, "Game 1 of 1 in */my game.pdn: 4 moves.");
    terminal_ask(&t, "play black", "The engine plays Black, you play White.");
    terminal_ask(&t, "hxe4", "The engine plays *");
    terminal_expect_prompt(&t, "White>");
    snprintf(line, sizeof line, "save %s", in(&place, "second.pdn").text);
    terminal_ask(&t, line, "The game is saved in */second.pdn.");
    read_saved(in(&place, "second.pdn").text, &g);
    ck_assert_uint_eq(g.game.plies, 6);
    ck_assert_str_eq(g.tag[PDN_WHITE], "Human");
    ck_assert(matches("Bushka Engine *, level 20", g.tag[PDN_BLACK]));
    pdn_game_free(&g);
    terminal_quit(&t);
    place_remove(&place);
}

/* A file of the match runner, with its comments and several games. */
TEST(test_load_a_match)
{
    const Place place = place_make();
    RandomPlay random = {.state = 5};
    Text buffer;
    char line[LINE_SIZE], fen[FEN_SIZE], expected[LINE_SIZE];
    TerminalProcess t;
    text_init(&buffer);
    for (int i = 0; i < 3; i++) {
        PdnGame g;
        const Position start = position_start(variant_at(i % VARIANT_COUNT));
        ck_assert_int_eq(pdn_game_init(&g, &start), ERROR_NONE);
        for (int ply = 0; ply < 20 + i; ply++) {
            const PdnMoveInfo info = {.book = ply < 4, .has_score = true, .score = 12, .depth = 9};
            MoveList legal;
            move_list_init(&legal);
            movegen_legal(game_position(&g.game), &legal);
            pdn_game_play(&g, legal.moves[random_play_below(&random, legal.count)], &info);
            move_list_free(&legal);
        }
        g.result = GAME_WHITE_WINS;
        g.termination = PDN_TIME_FORFEIT;
        pdn_set_remark(&g, "Black loses on time; so it goes");
        ck_assert_int_eq(pdn_write(&g, &buffer), ERROR_NONE);
        fen_print(game_position(&g.game), fen); /* of the last one */
        pdn_game_free(&g);
    }
    set_content(in(&place, "match.pdn").text, (const unsigned char *)buffer.data, buffer.length);
    text_free(&buffer);
    terminal_start_fast(&t, NULL);
    snprintf(line, sizeof line, "load %s 3", in(&place, "match.pdn").text);
    terminal_ask(&t, line, "Game 3 of 3 in */match.pdn: 22 moves, it ended 1-0.");
    snprintf(expected, sizeof expected, "Fen: %s", fen);
    terminal_ask(&t, "d", expected);
    snprintf(line, sizeof line, "load %s 2", in(&place, "match.pdn").text);
    terminal_ask(&t, line, "Game 2 of 3 in */match.pdn: 21 moves, it ended 1-0.");
    terminal_ask(&t, "uci", "option name UCI_Variant *");
    snprintf(line, sizeof line, "load %s 4", in(&place, "match.pdn").text);
    terminal_ask(&t, line, "*/match.pdn: there is no game 4, but 3 in all");
    /* A match is nothing to write a game over. */
    snprintf(line, sizeof line, "save %s", in(&place, "match.pdn").text);
    terminal_ask(&t, line, "*/match.pdn*");
    expect_files(&place, "match.pdn ");
    terminal_quit(&t);
    place_remove(&place);
}

TEST(test_files_that_will_not_do)
{
    const Place place = place_make();
    char line[LINE_SIZE], fifo[LINE_SIZE];
    TerminalProcess t;
    set_text(in(&place, "notes").text, "Dear diary\n");
    set_text(in(&place, "bad.pdn").text, "[Variant \"bushka\"]\n\n1. f2-f3 *\n");
    set_text(in(&place, "two.pdn").text, "[Event \"Bushka Engine\"]\n*\n\n[Event \"Bushka Engine\"]\n*\n");
    snprintf(fifo, sizeof fifo, "%s", in(&place, "fifo").text);
    ck_assert_int_eq(mkfifo(fifo, 0600), 0);
    terminal_start_fast(&t, NULL);
    terminal_ask(&t, "g5f5", "* 1. g5-f5");
    const struct {
        const char *command, *name, *answer;
    } tries[] = {
        {"load", "nothing", "*/nothing: No such file or directory"},
        {"load", "notes", "*/notes:1: *"},
        {"load", "bad.pdn", "*/bad.pdn:3: ply 1: f2-f3: f3 is occupied"},
        {"load", "fifo", "*/fifo is a FIFO, not a regular file"},
        {"load", "", "* is a directory, not a regular file"},
        {"save", "notes", "*/notes*"},
        {"save", "two.pdn", "*/two.pdn holds several games; choose another name"},
        {"save", "fifo", "*/fifo is a FIFO, not a regular file"},
        {"save", "no/where", "*/no/where: No such file or directory"},
    };
    for (size_t i = 0; i < sizeof tries / sizeof tries[0]; i++) {
        snprintf(line, sizeof line, "%s %s", tries[i].command, in(&place, tries[i].name).text);
        terminal_ask(&t, line, tries[i].answer);
    }
    terminal_ask(&t, "load", "load needs the name of a file*");
    terminal_ask(&t, "save", "save needs the name of a file");
    terminal_ask(&t, "board", "* 1. g5-f5"); /* the game stands */
    expect_text(in(&place, "notes").text, "Dear diary\n");
    expect_files(&place, "bad.pdn fifo notes two.pdn ");
    terminal_quit(&t);
    place_remove(&place);
}

SUITE(.possible = terminal_is_possible);
