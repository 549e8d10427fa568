/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The engine as a value, for what embeds it: the program (main.c, the terminal), the library, the page.
 *
 * A client makes an engine, lets one thread execute its lines with engine_run(), and brings lines of the protocol
 * (protocol.md) with engine_push() from any other. Answers come as lines through the Output, and as values through an
 * EngineListener, both on the thread of engine_run(). A client that wants an answer before it goes on
 * pushes a line and waits for it (queue_wait(), queue_settle()). At the end it calls queue_close(), joins that thread,
 * and frees the engine. Several engines can live in one process. */
#ifndef BUSHKA_PROTOCOL_ENGINE_H
#define BUSHKA_PROTOCOL_ENGINE_H

#include "protocol/state.h"

/* An engine that writes to the output, with the start position of the default board, and the evaluation and tablebase
 * that are built in; NULL when memory runs out. */
Engine *engine_new(Output *output);

/* Frees it; engine_run() has returned. NULL is allowed. */
void engine_free(Engine *e);

/* Executes lines of an engine as they come, until it is closed and all is done; needs a stack of a megabyte. Returns
 * NULL; for thread_start(). */
void *engine_run(void *engine);

/* Instead of engine_run() on a system with one thread: executes the lines that are there. */
void engine_run_waiting(Engine *e, EngineFetch fetch, void *context);

/* Brings a line without its line break; it is copied. The last one closes the engine. Any thread. */
QueuePush engine_push(Engine *e, const char *line, size_t length);

#endif
