/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Line editing by the readline library, which keeps all its state in globals: for one editor and one thread. */
#ifndef BUSHKA_TERMINAL_READLINE_H
#define BUSHKA_TERMINAL_READLINE_H

#include <stdbool.h>

/* Lists what the first word of a line could become, one word a call, from index 0 on: text that the caller frees, NULL
 * at the end. */
typedef char *(*ReadlineComplete)(void *context, const char *word, int index);

/* What a terminal whose lines are edited can do. */
typedef struct LineEditing {
    void (*end)(void);                         /* gives the terminal back as it was */
    void (*prompt)(const char *prompt);        /* shows the prompt, behind which a line is typed from now on */
    bool (*change_prompt)(const char *prompt); /* replaces the one that is shown; false: it cannot be done now */
    /* Removes prompt and line from the screen, so that something can be written there; and shows them again below it.
     */
    void (*hide)(void);
    void (*show)(void);
    /* Takes one key. Returns true when that ended the line: *line is the line, to be freed by the caller, or NULL at
     * the end of input, and the prompt is not shown any more. */
    bool (*key)(char **line);
    void (*drop_unread)(void); /* drops what was typed and has not been read */
    bool (*is_typing)(void);   /* something is typed, or typing does something else (a search of the history) */
    void (*cancel)(void);      /* drops what is being typed; it stays on the screen, and the prompt has to come again */
    void (*resize)(void);      /* the terminal has another size */
    /* Gives the terminal back for a while; and takes it again, with the prompt shown if it is to be. */
    void (*suspend)(void);
    void (*resume)(bool prompt);
} LineEditing;

/* Prepares standard input, a terminal, for editing, with Tab completing the first word of a line, and file names after
 * it. Returns NULL where that is not possible, or where the program is built without the library (no BUSHKA_READLINE).
 */
const LineEditing *readline_begin(ReadlineComplete complete, void *context);

#endif
