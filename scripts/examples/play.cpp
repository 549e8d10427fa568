/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The engine plays a game against itself: c++ play.cpp $(pkg-config --cflags --libs bushka) -o play */
#include <bushka.h>

#include <iostream>
#include <memory>
#include <sstream>
#include <string>

/* Lines of the engine: keeps the move of "bestmove f2f5 ponder d7d6". */
extern "C" void on_line(void *best, const char *line) noexcept
{
    std::istringstream words(line);
    std::string word;
    if (words >> word && word == "bestmove") {
        words >> *static_cast<std::string *>(best);
    }
}

int main()
{
    std::string best; /* outlives the engine, whose callback writes to it */
    const std::unique_ptr<BushkaEngine, int (*)(BushkaEngine *)> engine(bushka_new(on_line, &best), bushka_free);
    const std::unique_ptr<BushkaGame, void (*)(BushkaGame *)> game(bushka_game_new(nullptr), bushka_game_free);
    if (!engine || !game) {
        return 1;
    }
    while (bushka_game_result(game.get()) == std::string("*")) {
        bushka_command(engine.get(), "go nodes 1000");
        bushka_wait(engine.get(), BUSHKA_FOREVER);
        if (bushka_game_play(game.get(), best.c_str()) != BUSHKA_OK) {
            std::cerr << bushka_game_error(game.get()) << '\n';
            return 1;
        }
        std::cout << best << ' ';
        bushka_command(engine.get(), ("move " + best).c_str());
    }
    std::cout << bushka_game_result(game.get()) << '\n';
}
