/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The engine plays a game against itself: cc play.c $(pkg-config --cflags --libs bushka) -o play */
#include <bushka.h>
#include <stdio.h>
#include <string.h>

/* Lines of the engine: keeps the move of "bestmove f2f5 ponder d7d6". */
static void on_line(void *best, const char *line)
{
    sscanf(line, "bestmove %159s", (char *)best);
}

int main(void)
{
    char best[160] = "";
    char command[200];
    BushkaEngine *const engine = bushka_new(on_line, best);
    BushkaGame *const game = bushka_game_new(NULL);
    int status = engine != NULL && game != NULL ? 0 : 1;
    while (status == 0 && strcmp(bushka_game_result(game), "*") == 0) {
        bushka_command(engine, "go nodes 1000");
        bushka_wait(engine, BUSHKA_FOREVER);
        if (bushka_game_play(game, best) != BUSHKA_OK) {
            fprintf(stderr, "%s\n", bushka_game_error(game));
            status = 1;
        }
        printf("%s ", best);
        snprintf(command, sizeof command, "move %s", best);
        bushka_command(engine, command);
    }
    if (status == 0) {
        printf("%s\n", bushka_game_result(game));
    }
    bushka_game_free(game);
    bushka_free(engine);
    return status;
}
