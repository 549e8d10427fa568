/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Line editing by the readline library, which keeps all its state in globals: for one editor and one thread. */
#ifndef BUSHKA_TERMINAL_READLINE_H
#define BUSHKA_TERMINAL_READLINE_H

#include <stdbool.h>

/* Lists the completions of the first word of a line, one for each call, with the index from 0 on: text that the caller
 * frees, or NULL at the end. */
typedef char *(*ReadlineComplete)(void *context, const char *word, int index);

/* The operations on a terminal with line editing. */
typedef struct LineEditing {
    void (*end)(void);                         /* restores the terminal */
    void (*prompt)(const char *prompt);        /* shows the prompt for a new line */
    bool (*change_prompt)(const char *prompt); /* replaces the prompt that is shown; false: not possible now */
    /* Remove prompt and line from the screen, so that something can be written there; and show them again below it. */
    void (*hide)(void);
    void (*show)(void);
    /* Reads one key. Returns true when it ended the line: *line is the line, which the caller frees, or NULL at the end
     * of input, and the prompt is no longer shown. */
    bool (*key)(char **line);
    void (*discard_input)(void); /* discards input that has not been read */
    bool (*is_typing)(void);     /* the line is not empty, or the history is being searched */
    void (*cancel)(void);        /* drops the line; it stays on the screen, and the prompt has to be shown again */
    void (*resize)(void);        /* the size of the terminal has changed */
    /* Restore the terminal before the process is stopped; and take it again, showing the prompt if `prompt`. */
    void (*suspend)(void);
    void (*resume)(bool prompt);
} LineEditing;

/* Prepares standard input, a terminal, for editing; Tab completes the first word of a line, and file names after it.
 * Returns NULL where that is not possible, or when the program is built without the library (BUSHKA_READLINE). */
const LineEditing *readline_begin(ReadlineComplete complete, void *context);

#endif
