/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The value of a network, computed from its definition (network.h) one number at a time, for comparison. */
#ifndef BUSHKA_SUPPORT_SLOW_NETWORK_H
#define BUSHKA_SUPPORT_SLOW_NETWORK_H

#include "evaluation/network.h"

/* The value for the side to move, in points. */
Score slow_network_value(const Network *n, const Position *p);

#endif
