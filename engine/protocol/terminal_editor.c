/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "protocol/terminal_editor.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/terminal_readline.h"
#include "system/descriptor.h"
#include "system/terminal_device.h"
#include "system/text.h"

enum { READ_SIZE = 4096, COLUMNS_USUAL = 80 };

struct TerminalEditor {
    pthread_mutex_t lock; /* guards the screen, the library and what follows */
    bool edits;
    bool shown;   /* the prompt stands there, with nothing below it */
    bool ended;   /* no more input */
    Text prompt;  /* the last one */
    Text status;  /* what is to stand before it */
    char *line;   /* of the library, to be handed out */
    Text typed;   /* without it: what was read */
    size_t taken; /* bytes of it that were handed out */
};

/* A terminal that can move its cursor. */
static bool is_good_terminal(void)
{
    const char *const name = terminal_device_name();
    return name != NULL && name[0] != '\0' && strcmp(name, "dumb") != 0;
}

TerminalEditor *terminal_editor_new(void)
{
    TerminalEditor *const t = calloc(1, sizeof *t);
    if (t == NULL) {
        return NULL;
    }
    pthread_mutex_init(&t->lock, NULL);
    text_init(&t->prompt);
    text_init(&t->status);
    text_init(&t->typed);
    t->edits = is_good_terminal() && readline_begin();
    return t;
}

void terminal_editor_close(TerminalEditor *t)
{
    if (t == NULL) {
        return;
    }
    pthread_mutex_lock(&t->lock);
    if (t->shown) {
        descriptor_write(DESCRIPTOR_OUTPUT, "\n", 1); /* what comes after the program begins a line */
    }
    if (t->edits) {
        readline_end();
    }
    t->shown = false;
    pthread_mutex_unlock(&t->lock);
}

void terminal_editor_free(TerminalEditor *t)
{
    if (t != NULL) {
        pthread_mutex_destroy(&t->lock);
        text_free(&t->prompt);
        text_free(&t->status);
        text_free(&t->typed);
        free(t->line);
        free(t);
    }
}

bool terminal_editor_edits(const TerminalEditor *t)
{
    return t->edits;
}

int terminal_editor_columns(void)
{
    const int columns = terminal_device_columns();
    return columns > 0 ? columns : COLUMNS_USUAL;
}

void terminal_editor_complete(TerminalEditor *t, TerminalComplete complete, void *context)
{
    if (t->edits) {
        readline_complete(complete, context);
    }
}

/* Replaces a text. Returns false when it was the same. */
static bool replace(Text *t, const char *by)
{
    if (t->length == strlen(by) && strcmp(t->data, by) == 0) {
        return false;
    }
    text_free(t);
    text_init(t);
    text_add(t, "%s", by);
    return true;
}

/* Shows what is to stand before the line: status and prompt. */
static void show_prompt(TerminalEditor *t, void (*show)(const char *prompt))
{
    Text whole;
    text_init(&whole);
    text_add(&whole, "%s%s%s", t->status.data, t->status.length > 0 ? " " : "", t->prompt.data);
    show(whole.data);
    text_free(&whole);
}

void terminal_editor_prompt(TerminalEditor *t, const char *prompt)
{
    pthread_mutex_lock(&t->lock);
    const bool changed = replace(&t->prompt, prompt);
    const bool shown = t->shown;
    t->shown = t->edits || shown || !terminal_device_has_typed() /* a line typed ahead, which the system has echoed */;
    if (!t->edits && !shown && t->shown) {
        descriptor_write(DESCRIPTOR_OUTPUT, prompt, strlen(prompt));
    } else if (t->edits && (!shown || changed)) {
        show_prompt(t, shown ? readline_change_prompt : readline_prompt);
    }
    pthread_mutex_unlock(&t->lock);
}

void terminal_editor_status(TerminalEditor *t, const char *text)
{
    pthread_mutex_lock(&t->lock);
    if (replace(&t->status, text) && t->edits && t->shown) {
        show_prompt(t, readline_change_prompt);
    }
    pthread_mutex_unlock(&t->lock);
}

bool terminal_editor_show(TerminalEditor *t, const char *data, size_t length)
{
    pthread_mutex_lock(&t->lock);
    const bool around = t->edits && t->shown;
    if (around) {
        readline_hide();
    } else if (t->shown) {
        descriptor_write(DESCRIPTOR_OUTPUT, "\n", 1);
        t->shown = false;
    }
    const bool good = descriptor_write(DESCRIPTOR_OUTPUT, data, length);
    if (around) {
        readline_show();
    }
    pthread_mutex_unlock(&t->lock);
    return good;
}

/* Reads what the terminal has, a line at the most. */
static void read_plainly(TerminalEditor *t)
{
    char data[READ_SIZE];
    const int count = terminal_device_read(data, sizeof data);
    if (count > 0) {
        text_add_bytes(&t->typed, data, (size_t)count);
        t->ended = t->ended || t->typed.failed;
    } else if (count == 0) {
        t->ended = true;
    }
}

void terminal_editor_read(TerminalEditor *t)
{
    pthread_mutex_lock(&t->lock);
    if (!t->edits) {
        read_plainly(t);
    } else if (!t->shown) {
        /* keys wait until there is a prompt for them */
    } else if (readline_key(&t->line)) {
        t->shown = false;
        t->ended = t->line == NULL;
    }
    pthread_mutex_unlock(&t->lock);
}

/* A line of what was typed; at the end of input what is left of it. */
static char *next_typed(TerminalEditor *t, size_t *length)
{
    const char *const begin = t->typed.data + t->taken;
    const size_t left = t->typed.length - t->taken;
    const char *const newline = left > 0 ? memchr(begin, '\n', left) : NULL;
    if (newline == NULL && (!t->ended || left == 0)) {
        return NULL;
    }
    *length = newline != NULL ? (size_t)(newline - begin) : left;
    char *const line = malloc(*length + 1);
    if (line == NULL) {
        t->ended = true;
        return NULL;
    }
    memcpy(line, begin, *length);
    line[*length] = '\0';
    t->taken += *length + (newline != NULL ? 1 : 0);
    if (t->taken == t->typed.length) {
        text_free(&t->typed);
        text_init(&t->typed);
        t->taken = 0;
    }
    t->shown = false; /* the terminal has put the line's end there */
    return line;
}

char *terminal_editor_line(TerminalEditor *t, size_t *length)
{
    pthread_mutex_lock(&t->lock);
    char *line = t->line;
    t->line = NULL;
    if (!t->edits) {
        line = next_typed(t, length);
    } else if (line != NULL) {
        *length = strlen(line);
    }
    pthread_mutex_unlock(&t->lock);
    return line;
}

bool terminal_editor_ended(const TerminalEditor *t)
{
    return t->ended;
}

void terminal_editor_interrupt(TerminalEditor *t)
{
    pthread_mutex_lock(&t->lock);
    if (!t->edits) {
        descriptor_write(DESCRIPTOR_OUTPUT, "\n", 1); /* the system has echoed the key, and dropped what was typed */
        t->shown = false;
    }
    pthread_mutex_unlock(&t->lock);
}

bool terminal_editor_cancel(TerminalEditor *t)
{
    bool typed = false;
    pthread_mutex_lock(&t->lock);
    if (t->edits && t->shown) {
        typed = readline_is_typing();
    }
    if (typed) {
        descriptor_write(DESCRIPTOR_OUTPUT, "\n", 1); /* what was typed stays to be seen */
        readline_cancel();
        readline_show();
    }
    pthread_mutex_unlock(&t->lock);
    return typed;
}

void terminal_editor_resize(TerminalEditor *t)
{
    pthread_mutex_lock(&t->lock);
    if (t->edits) {
        readline_resize();
    }
    pthread_mutex_unlock(&t->lock);
}

void terminal_editor_suspend(TerminalEditor *t)
{
    pthread_mutex_lock(&t->lock);
    if (t->edits && t->shown) {
        descriptor_write(DESCRIPTOR_OUTPUT, "\n", 1);
    }
    if (t->edits) {
        readline_suspend();
    }
    pthread_mutex_unlock(&t->lock);
}

void terminal_editor_resume(TerminalEditor *t)
{
    pthread_mutex_lock(&t->lock);
    if (t->edits) {
        readline_resume(t->shown);
    } else {
        t->shown = false;
    }
    pthread_mutex_unlock(&t->lock);
}
