/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who builds what, where several processes build tables into one folder. A pair of classes under work is a byte that is
 * locked in a file of the folder: a lock ends with the process that has it, in whatever way, also on another machine.
 */
#ifndef BUSHKA_ENDINGS_BUILD_CLAIM_H
#define BUSHKA_ENDINGS_BUILD_CLAIM_H

#include "core/error.h"
#include "core/variant.h"
#include "tables/classes.h"

/* In place of a claim: another process has the pair. */
enum { BUILD_CLAIMED_ELSEWHERE = -1 };

/* Claims a pair, named by one of its classes, unless another process has it; *claim is to be released. A process has
 * one claim at a time. Where the system has no locks everybody gets it. ERROR_SYNTAX when the file cannot be made. */
ErrorCode build_claim(const char *folder, const Variant *v, TableClass c, int *claim, Error *e);

/* Gives it up. */
void build_release(int claim);

/* Removes the file of claims unless somebody has one. */
void build_claims_end(const char *folder);

#endif
