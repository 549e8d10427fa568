/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Networks of random numbers within their ranges, and mirror-symmetric where the board is. */
#ifndef BUSHKA_SUPPORT_RANDOM_NETWORK_H
#define BUSHKA_SUPPORT_RANDOM_NETWORK_H

#include "evaluation/network.h"
#include "support/random_play.h"

/* A network of that shape, input weights up to `bound`; to be freed with network_free(). */
Network *random_network(RandomPlay *r, const Variant *v, int neurons, int buckets, int bound);

/* Writes a network to a file, which is created or replaced. A failure fails the test. */
void save_network(const char *path, const Network *n);

#endif
