/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A network as a file: a header of text lines that say what it is, then its numbers.
 *
 *     Bushka network 5
 *     board bushka
 *     neurons 64
 *     buckets 1
 *     scale 137
 *     made by COMMAND
 *     checksum 0123456789abcdef
 *
 * The numbers are little-endian:
 * - 16 bits each: the biases, the steps, the output weights and the weights of the hidden layer (network.h);
 * - a byte each, with 128 added: the input weights, row by row (network_shape.h), where the board has a mirror only
 *   those of the first half of the neurons;
 * - 32 bits each: of every bucket its bias, then the biases and the weights of its hidden neurons.
 * The checksum (FNV-1a, 64 bits) is taken over everything but its own line. Nothing follows. */
#ifndef BUSHKA_EVALUATION_NETWORK_FILE_H
#define BUSHKA_EVALUATION_NETWORK_FILE_H

#include <stddef.h>

#include "evaluation/network.h"
#include "system/file.h"

/* What every network file begins with; given to atomic_file_begin(), so that a network replaces only networks. */
#define NETWORK_FILE_MAGIC "Bushka network "

/* Reads a network from the bytes of a file, which messages call `name`. NULL with ERROR_SYNTAX (what is wrong with it)
 * or ERROR_MEMORY. Free it with network_free(). */
Network *network_file_parse(const char *name, const unsigned char *bytes, size_t size, Error *e);

/* The same from a path, which must be that of a regular file, so that reading never blocks. */
Network *network_file_read(const char *path, Error *e);

/* Writes the network and what made it (one line) to the file, which was begun, and commits it. */
ErrorCode network_file_commit(AtomicFile *file, const Network *n, const char *made_by, Error *e);

#endif
