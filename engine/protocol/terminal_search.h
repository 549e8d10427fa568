/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The searches of a session at a terminal: those whose moves the engine plays, and those that find a hint. Its
 * functions are for the thread that reads lines, unless they say otherwise. */
#ifndef BUSHKA_PROTOCOL_TERMINAL_SEARCH_H
#define BUSHKA_PROTOCOL_TERMINAL_SEARCH_H

#include "protocol/terminal_session.h"

/* For whom the running search works; for any thread. */
SearchPurpose session_purpose(TerminalSession *s);

/* Reads a line of the session's search. Returns true when the person is to see it. For the thread that holds the
 * session's lock. */
bool session_search_line(SearchOutcome *o, const char *line, size_t length);

/* Does what is due: plays the move that the engine has found, tells a hint, lets the engine think. To be called when
 * something has happened. */
void session_continue(TerminalSession *s);

/* Milliseconds until session_continue() is due by itself; -1: never. */
int session_timeout(const TerminalSession *s);

/* Ctrl-C: stops what runs and lets the engine play no more. Returns false when nothing runs. */
bool session_interrupt(TerminalSession *s);

/* What is due while a search runs on the thread that reads lines, which can do nothing else: after Ctrl-C the search
 * is stopped and the engine plays no more, and a hint ends in time. */
void session_meanwhile(TerminalSession *s, bool interrupted);

/* Ends a search of the session's. Returns false, with a line that says so, when something else runs. */
bool session_settle(TerminalSession *s, const char *command);

/* Lets the engine search for a hint. */
void session_hint(TerminalSession *s);

#endif
