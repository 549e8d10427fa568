/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "protocol/terminal_readline.h"

#ifdef BUSHKA_READLINE

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <readline/history.h>
#include <readline/readline.h>

enum { HISTORY_LINES = 1000 };

/* The library calls back without a context, so what belongs to the one editor of the process lives here. */
static struct {
    char *line;
    bool finished; /* the line is complete; NULL: the end of input */
    char *(*complete)(void *context, const char *word, int index);
    void *context;
} state;

/* The library wants to reset the terminal after each line. Keys typed meanwhile would be echoed twice, so it stays as
 * it is until the end. */
static void keep_terminal(void)
{
}

/* The library has a complete line. */
static void take_line(char *line)
{
    rl_callback_handler_remove(); /* no new prompt before the answer to this line */
    state.line = line;
    state.finished = true;
}

static char *next_word(const char *word, int index_or_first)
{
    static int index;
    index = index_or_first == 0 ? 0 : index + 1;
    return state.complete(state.context, word, index);
}

static char **complete_word(const char *word, int start, int end)
{
    (void)end;
    if (state.complete == NULL || strspn(rl_line_buffer, " \t") != (size_t)start) {
        return NULL; /* file names */
    }
    rl_attempted_completion_over = 1;
    return rl_completion_matches(word, next_word);
}

bool readline_begin(void)
{
    rl_readline_name = "bushka";
    rl_instream = stdin;
    rl_outstream = stdout;
    rl_catch_signals = 0; /* the terminal's signals are handled in one place */
    rl_catch_sigwinch = 0;
    rl_change_environment = 0; /* other threads run */
    rl_deprep_term_function = keep_terminal;
    rl_attempted_completion_function = complete_word;
    rl_initialize();
    /* Lines that are pasted are executed one after the other, as over a pipe. */
    rl_variable_bind("enable-bracketed-paste", "off");
    using_history();
    stifle_history(HISTORY_LINES);
    return rl_get_termcap("ce") != NULL; /* without it a prompt cannot be removed from the screen */
}

void readline_end(void)
{
    rl_callback_handler_remove();
    rl_deprep_terminal();
    clear_history();
}

void readline_complete(char *(*complete)(void *context, const char *word, int index), void *context)
{
    state.complete = complete;
    state.context = context;
}

void readline_prompt(const char *prompt)
{
    rl_callback_handler_install(prompt, take_line);
}

void readline_change_prompt(const char *prompt)
{
    readline_hide();
    rl_set_prompt(prompt);
    readline_show();
}

void readline_hide(void)
{
    rl_clear_visible_line();
    fflush(rl_outstream);
}

void readline_show(void)
{
    rl_on_new_line();
    rl_redisplay();
}

/* Remembers a line, unless it is blank or the one before. */
static void remember(const char *line)
{
    const HIST_ENTRY *const last = history_length > 0 ? history_get(history_base + history_length - 1) : NULL;
    if (line[strspn(line, " \t")] != '\0' && (last == NULL || strcmp(last->line, line) != 0)) {
        add_history(line);
    }
}

bool readline_key(char **line)
{
    state.finished = false;
    rl_callback_read_char();
    fflush(rl_outstream);
    if (!state.finished) {
        return false;
    }
    *line = state.line;
    if (*line != NULL) {
        remember(*line);
    }
    return true;
}

bool readline_is_typing(void)
{
    return rl_end > 0 || RL_ISSTATE(RL_STATE_ISEARCH | RL_STATE_NSEARCH);
}

void readline_cancel(void)
{
    rl_callback_sigcleanup(); /* leaves a search of the history and the like */
    rl_free_line_state();
    rl_replace_line("", 0);
}

void readline_resize(void)
{
    rl_resize_terminal();
}

void readline_suspend(void)
{
    rl_deprep_terminal();
}

void readline_resume(bool prompt)
{
    rl_deprep_terminal(); /* whoever stopped the process may have changed it: begin from what it was at first */
    rl_prep_terminal(1);
    rl_resize_terminal();
    if (prompt) {
        readline_show();
    }
}

#else

bool readline_begin(void)
{
    return false;
}

void readline_end(void)
{
}

void readline_complete(char *(*complete)(void *context, const char *word, int index), void *context)
{
    (void)complete;
    (void)context;
}

void readline_prompt(const char *prompt)
{
    (void)prompt;
}

void readline_change_prompt(const char *prompt)
{
    (void)prompt;
}

void readline_hide(void)
{
}

void readline_show(void)
{
}

bool readline_key(char **line)
{
    (void)line;
    return false;
}

bool readline_is_typing(void)
{
    return false;
}

void readline_cancel(void)
{
}

void readline_resize(void)
{
}

void readline_suspend(void)
{
}

void readline_resume(bool prompt)
{
    (void)prompt;
}

#endif
