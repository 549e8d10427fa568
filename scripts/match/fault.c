/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "match/fault.h"

static const struct {
    const char *name;
    PdnTermination termination;
} FAULTS[FAULT_COUNT] = {
    [FAULT_NONE] = {"none", PDN_NORMAL},
    [FAULT_CRASH] = {"crash", PDN_CRASH},
    [FAULT_STALL] = {"stall", PDN_STALL},
    [FAULT_TIME] = {"time loss", PDN_TIME_LOSS},
    [FAULT_ILLEGAL] = {"illegal move", PDN_ILLEGAL_MOVE},
    [FAULT_PROTOCOL] = {"protocol error", PDN_PROTOCOL_ERROR},
};

const char *fault_name(Fault f)
{
    return FAULTS[f].name;
}

PdnTermination fault_termination(Fault f)
{
    return FAULTS[f].termination;
}

Fault fault_of_termination(PdnTermination t)
{
    for (int f = FAULT_NONE + 1; f < FAULT_COUNT; f++) {
        if (FAULTS[f].termination == t) {
            return (Fault)f;
        }
    }
    return FAULT_NONE;
}

void tally_add(Tally *t, const Tally *more)
{
    for (int f = 0; f < FAULT_COUNT; f++) {
        t->faults[f] += more->faults[f];
    }
    t->moves += more->moves;
    t->lines += more->lines;
    t->illegal_lines += more->illegal_lines;
    t->timed += more->timed;
    t->measured_ms += more->measured_ms;
    t->reported_ms += more->reported_ms;
    t->worst_ms = more->worst_ms > t->worst_ms ? more->worst_ms : t->worst_ms;
}
