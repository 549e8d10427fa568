/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "terminal/readline.h"

#ifdef BUSHKA_READLINE

#include <stdio.h>
#include <string.h>

#include <readline/history.h>
#include <readline/readline.h>

#include "system/tty.h"

enum { HISTORY_LINES = 1000 };

/* The library's callbacks have no context, so the state of the one editor of the process lives here. */
static struct {
    char *line;
    bool finished; /* the line is complete; NULL: end of input */
    ReadlineComplete complete;
    void *context;
} state;

/* Otherwise Ctrl-C would discard the end of a line that is being shown, or the answer to the key. */
static void prepare_terminal(int meta)
{
    rl_prep_terminal(meta);
    tty_keep_output();
}

/* The library would restore the terminal after each line, and keys typed meanwhile would be echoed twice. So the
 * settings stay until the end. */
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
    if (strspn(rl_line_buffer, " \t") != (size_t)start) {
        return NULL; /* file names */
    }
    rl_attempted_completion_over = 1;
    return rl_completion_matches(word, next_word);
}

static void end_editing(void)
{
    rl_callback_handler_remove();
    rl_deprep_terminal();
    clear_history();
}

static void show_prompt(const char *prompt)
{
    rl_callback_handler_install(prompt, take_line);
}

static void hide(void)
{
    rl_clear_visible_line();
    fflush(rl_outstream);
}

static void show(void)
{
    rl_on_new_line();
    rl_redisplay();
}

/* A search of the history has its own prompt, and restores the previous one at its end. */
static bool is_searching(void)
{
    return RL_ISSTATE(RL_STATE_ISEARCH | RL_STATE_NSEARCH) != 0;
}

static bool change_prompt(const char *prompt)
{
    if (is_searching()) {
        return false;
    }
    hide();
    rl_set_prompt(prompt);
    show();
    return true;
}

/* Remembers a line, unless it is blank or the one before. */
static void remember(const char *line)
{
    const HIST_ENTRY *const last = history_length > 0 ? history_get(history_base + history_length - 1) : NULL;
    if (line[strspn(line, " \t")] != '\0' && (last == NULL || strcmp(last->line, line) != 0)) {
        add_history(line);
    }
}

static bool key(char **line)
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

static bool is_typing(void)
{
    return rl_end > 0 || is_searching();
}

static void cancel(void)
{
    rl_callback_sigcleanup(); /* leaves a search of the history and the like */
    rl_point = rl_end;
    rl_redisplay();
    fflush(rl_outstream);
    rl_free_line_state();
    rl_replace_line("", 0);
    rl_callback_handler_remove(); /* some searches of the history leave their prompt */
}

static void resume(bool prompt)
{
    rl_deprep_terminal(); /* others may have changed the settings meanwhile: start from the initial ones */
    prepare_terminal(1);
    rl_resize_terminal();
    if (prompt) {
        /* The line may still be there, and is overwritten: SIGCONT can come after the process runs again. */
        putc('\r', rl_outstream);
        show();
    }
}

static const LineEditing EDITING = {
    .end = end_editing,
    .prompt = show_prompt,
    .change_prompt = change_prompt,
    .hide = hide,
    .show = show,
    .key = key,
    .discard_input = tty_discard_input,
    .is_typing = is_typing,
    .cancel = cancel,
    .resize = rl_resize_terminal,
    .suspend = rl_deprep_terminal,
    .resume = resume,
};

const LineEditing *readline_begin(ReadlineComplete complete, void *context)
{
    state.complete = complete;
    state.context = context;
    rl_readline_name = "bushka";
    rl_instream = stdin;
    rl_outstream = stdout;
    rl_catch_signals = 0; /* the terminal's signals are handled in one place */
    rl_catch_sigwinch = 0;
    rl_change_environment = 0; /* the engine runs on other threads */
    rl_prep_term_function = prepare_terminal;
    rl_deprep_term_function = keep_terminal;
    rl_attempted_completion_function = complete_word;
    rl_initialize();
    /* Pasted lines are executed one by one, as over a pipe. */
    rl_variable_bind("enable-bracketed-paste", "off");
    using_history();
    stifle_history(HISTORY_LINES);
    /* Without "ce", which clears the rest of a line, a prompt cannot be removed from the screen. */
    return rl_get_termcap("ce") != NULL ? &EDITING : NULL;
}

#else

#include <stddef.h>

const LineEditing *readline_begin(ReadlineComplete complete, void *context)
{
    (void)complete;
    (void)context;
    return NULL;
}

#endif
