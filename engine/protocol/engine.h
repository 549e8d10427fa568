/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The engine as a value, for its clients: the program (main.c, the terminal), the library, the page.
 *
 * A client makes an engine, lets one thread execute its lines with engine_run(), and pushes lines of the protocol
 * (protocol.md) from any other with engine_push(). Answers come as lines through the Output, and as values through an
 * EngineListener, both on the thread of engine_run(). A client that needs an answer pushes the line and waits
 * (queue_wait(), queue_drain()). At the end it calls queue_close(), joins that thread, and frees the engine. A process
 * can have several engines. */
#ifndef BUSHKA_PROTOCOL_ENGINE_H
#define BUSHKA_PROTOCOL_ENGINE_H

#include "protocol/state.h"

/* A new engine that writes to `output`, in the start position of the default board, with the built-in evaluation and
 * tablebase. NULL when memory runs out. */
Engine *engine_new(Output *output);

/* Frees the engine, after engine_run() has returned. NULL is allowed. */
void engine_free(Engine *e);

/* Executes the lines of an engine as they come, until the queue is closed and empty. The body of a thread, for
 * thread_start(), with a stack of at least 1 MiB; returns NULL. */
void *engine_run(void *engine);

/* Instead of engine_run() on a system with one thread: executes the lines that wait, and uses `fetch` for more during a
 * run. */
void engine_run_waiting(Engine *e, EngineFetch fetch, void *context);

/* Pushes a copy of a line without its line break. `quit` closes the queue. Any thread. */
QueuePushResult engine_push(Engine *e, const char *line, size_t length);

#endif
