/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A network as a file: lines of text that say what it is, then its numbers.
 *
 *     Bushka network 5
 *     board bushka
 *     neurons 64
 *     buckets 1
 *     scale 137
 *     made by COMMAND
 *     checksum 0123456789abcdef
 *
 * After the last of these lines come the numbers, little-endian: 16 bits each, the biases, the steps, the output
 * weights and those of the hidden layer (network.h); a byte each, 128 more than it is, the input weights, row by row
 * (network_shape.h), where the board has a mirror those of the first half of the neurons; then, 32 bits each, every
 * bucket's bias and those and the weights of its hidden neurons. The checksum (FNV-1a, 64 bits) is taken over all but
 * its own line. Nothing follows. */
#ifndef BUSHKA_EVALUATION_NETWORK_FILE_H
#define BUSHKA_EVALUATION_NETWORK_FILE_H

#include <stddef.h>

#include "evaluation/network.h"
#include "system/file.h"

/* With this every network file begins: what atomic_file_begin() takes, so that one replaces networks alone. */
#define NETWORK_FILE_BEGINS "Bushka network "

/* The network in those bytes; `name` is what messages call it. NULL, with ERROR_SYNTAX (what is wrong with them) or
 * ERROR_MEMORY, when there is none. To be freed with network_free(). */
Network *network_file_parse(const char *name, const unsigned char *bytes, size_t size, Error *e);

/* The same for a regular file, without ever waiting. */
Network *network_file_read(const char *path, Error *e);

/* Writes the network, and what made it (one line), to the file that was begun, and puts it in its place. */
ErrorCode network_file_commit(AtomicFile *file, const Network *n, const char *made_by, Error *e);

#endif
