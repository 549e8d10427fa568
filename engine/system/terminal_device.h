/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The terminal that is standard input and output, read a line at a time as the system hands it out. The process has one
 * terminal: where waiting for it takes more than its descriptors, this module's state is of the process. */
#ifndef BUSHKA_SYSTEM_TERMINAL_DEVICE_H
#define BUSHKA_SYSTEM_TERMINAL_DEVICE_H

#include <stdbool.h>
#include <stddef.h>

/* True when standard input and output are a terminal. */
bool terminal_device_is_there(void);

/* Makes it ready to be waited for and to show text in the user's language. Returns false when that takes more than can
 * be had. */
bool terminal_device_begin(void);

/* Ends that, and gives the terminal back as it was. */
void terminal_device_end(void);

/* The kind of terminal, as TERM names them: "xterm", "dumb"; NULL where it is not known. */
const char *terminal_device_name(void);

/* True when it shows symbols beyond ASCII, such as discs, after terminal_device_begin(). */
bool terminal_device_shows_symbols(void);

/* Its width in columns; 0 where it is not known. */
int terminal_device_columns(void);

/* True when something was typed that has not been read, as far as is known. */
bool terminal_device_has_typed(void);

/* Waits until something was typed (only with `keys`), or one of the descriptors (-1: none) can be read from; for at
 * most so many milliseconds (negative: without a limit). Returns true when something was typed, or input has ended. */
bool terminal_device_wait(bool keys, int signals, int wake, int milliseconds);

/* Takes up to so many bytes of what was typed, after terminal_device_wait(). Returns their number; 0 at the end of
 * input; -1 when there are none after all. */
int terminal_device_read(char *bytes, size_t size);

#endif
