/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "match/incident_file.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "core/fen.h"
#include "core/notation.h"
#include "system/file.h"

enum { COPIES_MAX = 1000 }; /* of one name */

/* Makes the path; `copy` tells files of the same name apart, and bytes that do not belong in a file name become '_'. */
static void make_path(const MatchGame *g, const char *engine, const char *kind, int copy,
                      char path[INCIDENT_FILE_PATH_SIZE])
{
    const char *const directory = g->config->incidents;
    const size_t length = strlen(directory);
    const bool slash = length > 0 && directory[length - 1] == '/';
    const int at = snprintf(path, INCIDENT_FILE_PATH_SIZE, "%s%s", directory, slash ? "" : "/");
    if (at < 0 || at >= INCIDENT_FILE_PATH_SIZE) {
        path[0] = '\0';
        return;
    }
    snprintf(path + at, (size_t)(INCIDENT_FILE_PATH_SIZE - at), "%06" PRIu64 ".%d-%s-%s", g->fixture.pair + 1,
             g->fixture.game + 1, kind, engine);
    const size_t end = strlen(path);
    snprintf(path + end, INCIDENT_FILE_PATH_SIZE - end, copy > 1 ? ".%d.txt" : ".txt", copy);
    for (char *c = path + at; *c != '\0'; c++) {
        const bool plain = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || (*c >= '0' && *c <= '9') ||
                           *c == '.' || *c == '-' || *c == '+';
        *c = plain ? *c : '_';
    }
}

static void write_game(FILE *file, const MatchGame *g)
{
    const Game *const game = &g->record.game;
    char fen[FEN_SIZE];
    char move[NOTATION_SIZE];
    fprintf(file, "variant: %s\n", game->positions[0].variant->name);
    fprintf(file, "seed: %" PRIu64 "\n", g->config->seed);
    fprintf(file, "white: %s\nblack: %s\n", g->config->engines[g->fixture.white].name,
            g->config->engines[g->fixture.black].name);
    fen_print(&game->positions[0], fen);
    fprintf(file, "start: %s\n", fen);
    fprintf(file, "opening: %s\n", g->record.tag[PDN_OPENING]);
    fprintf(file, "moves:");
    for (size_t i = 0; i < game->plies; i++) {
        notation_print(&game->positions[i], game->moves[i], NOTATION_COORDINATE, move);
        fprintf(file, " %s", move);
    }
    fen_print(game_position(game), fen);
    fprintf(file, "\nposition: %s\n", fen);
    const char *const go = g->command.data + g->position_length; /* empty before the first search */
    fprintf(file, "command: %.*s\n", (int)g->position_length, g->command.data);
    fprintf(file, "go: %s", go[0] != '\0' ? go + 1 : "\n");
}

static void write_stream(FILE *file, const Player *p, PlayerStream stream, const char *title)
{
    const char *bytes;
    const size_t length = player_tail_last(&p->tails[stream], PLAYER_TAIL_SIZE, &bytes);
    fprintf(file, "\n--- %s: last %zu of %" PRIu64 " bytes ---\n", title, length, p->tails[stream].total);
    fwrite(bytes, 1, length, file);
    fprintf(file, "\n");
}

ErrorCode incident_file_write(const MatchGame *g, Color side, const Player *p, const char *kind, const char *what,
                              char path[INCIDENT_FILE_PATH_SIZE], Error *e)
{
    const EngineConfig *const engine = p->config;
    if (file_make_directory(g->config->incidents, e) != ERROR_NONE) {
        return e->code;
    }
    FILE *file;
    int copy = 1;
    do { /* "x": files of other matches stay, even of one that runs at the same time */
        make_path(g, engine->name, kind, copy, path);
        file = fopen(path, "wbxe");
    } while (file == NULL && errno == EEXIST && copy++ < COPIES_MAX);
    if (file == NULL) {
        return error_set(e, ERROR_SYNTAX, "cannot write %s: %s", path, strerror(errno));
    }
    fprintf(file, "incident: %s\nengine: %s (%s)\n", kind, engine->name, side == WHITE ? "White" : "Black");
    fprintf(file, "what: %s\n", what);
    fprintf(file, "program:");
    for (int i = 0; engine->arguments[i] != NULL; i++) {
        fprintf(file, " %s", engine->arguments[i]);
    }
    fprintf(file, "\ngame: %" PRIu64 ".%d\n", g->fixture.pair + 1, g->fixture.game + 1);
    write_game(file, g);
    write_stream(file, p, STREAM_INPUT, "input of the engine");
    write_stream(file, p, STREAM_OUTPUT, "output");
    write_stream(file, p, STREAM_ERRORS, "error output");
    const bool good = ferror(file) == 0;
    if (fclose(file) != 0 || !good) {
        return error_set(e, ERROR_SYNTAX, "cannot write %s", path);
    }
    return error_clear(e);
}
