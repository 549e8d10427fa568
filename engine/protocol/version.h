/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The engine's name and version. */
#ifndef BUSHKA_PROTOCOL_VERSION_H
#define BUSHKA_PROTOCOL_VERSION_H

/* What `uci` and the greeting say. */
#define BUSHKA_NAME "Bushka Engine"
#define BUSHKA_AUTHOR "the Bushka Engine developers"

#ifndef BUSHKA_VERSION
#define BUSHKA_VERSION "0.1"
#endif

#endif
