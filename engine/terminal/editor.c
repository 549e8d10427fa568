/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "terminal/editor.h"

#include <stdlib.h>
#include <string.h>

#include "system/descriptor.h"
#include "system/tty.h"

enum { READ_SIZE = 4096 };

/* A terminal that can move its cursor. */
static bool is_good_terminal(void)
{
    const char *const name = tty_name();
    return name != NULL && name[0] != '\0' && strcmp(name, "dumb") != 0;
}

void editor_init(Editor *t, ReadlineComplete complete, void *context)
{
    *t = (Editor){.editing = is_good_terminal() ? readline_begin(complete, context) : NULL};
    text_init(&t->typed);
}

void editor_close(Editor *t)
{
    if (t->shown) {
        descriptor_write(DESCRIPTOR_OUTPUT, "\n", 1); /* what follows the program begins on a new line */
    }
    if (t->editing != NULL) {
        t->editing->end();
    }
    t->shown = false;
}

void editor_free(Editor *t)
{
    text_free(&t->typed);
    free(t->line);
}

void editor_prompt(Editor *t, const char *prompt)
{
    const bool changed = t->prompt == NULL || strcmp(t->prompt, prompt) != 0;
    t->prompt = prompt;
    if (t->editing != NULL) {
        if (!t->shown) {
            t->editing->prompt(prompt);
        } else if (changed && !t->editing->change_prompt(prompt)) {
            t->prompt = NULL; /* the old one is still there: try again at the next call */
        }
        t->shown = true;
    } else if (!t->shown && !tty_has_input()) { /* a line typed ahead has been echoed already */
        descriptor_write(DESCRIPTOR_OUTPUT, prompt, strlen(prompt));
        t->shown = true;
    }
}

bool editor_show(Editor *t, const char *data, size_t length)
{
    const bool around = t->editing != NULL && t->shown;
    if (around) {
        t->editing->hide();
    } else if (t->shown) {
        descriptor_write(DESCRIPTOR_OUTPUT, "\n", 1);
        t->shown = false;
    }
    const bool good = descriptor_write(DESCRIPTOR_OUTPUT, data, length);
    if (around) {
        t->editing->show();
    }
    return good;
}

/* Reads what the terminal has, at most a line. */
static void read_plainly(Editor *t)
{
    char data[READ_SIZE];
    const int count = tty_read(data, sizeof data);
    if (count > 0) {
        text_add_bytes(&t->typed, data, (size_t)count);
    }
    t->ended = t->ended || count == 0 || t->typed.failed;
}

void editor_read(Editor *t)
{
    if (t->editing == NULL) {
        read_plainly(t);
    } else if (t->shown && t->editing->key(&t->line)) { /* otherwise keys wait for a prompt */
        t->ended = t->line == NULL;
        t->shown = t->ended; /* the cursor stays behind the prompt then */
    }
}

/* The next line that was read plainly; at the end of input what is left. */
static char *next_typed(Editor *t, size_t *length)
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
        t->taken = 0;
    }
    t->shown = false; /* the terminal has echoed the newline */
    return line;
}

char *editor_line(Editor *t, size_t *length)
{
    char *const line = t->line;
    if (t->editing == NULL) {
        return next_typed(t, length);
    }
    t->line = NULL;
    *length = line != NULL ? strlen(line) : 0;
    return line;
}

bool editor_cancel(Editor *t)
{
    if (t->editing == NULL) {
        descriptor_write(DESCRIPTOR_OUTPUT, "\n", 1); /* the system has echoed the key, and dropped the line */
        t->shown = false;
        return false;
    }
    t->editing->discard_input();
    if (!t->shown || !t->editing->is_typing()) {
        return false;
    }
    t->editing->cancel();
    descriptor_write(DESCRIPTOR_OUTPUT, "\n", 1);
    t->shown = false;
    return true;
}

void editor_resize(Editor *t)
{
    if (t->editing != NULL) {
        t->editing->resize();
    }
}

void editor_suspend(Editor *t)
{
    if (t->editing != NULL) {
        if (t->shown) {
            descriptor_write(DESCRIPTOR_OUTPUT, "\n", 1);
        }
        t->editing->suspend();
    }
}

void editor_resume(Editor *t)
{
    if (t->editing != NULL) {
        t->editing->resume(t->shown);
    } else {
        t->shown = false;
    }
}
