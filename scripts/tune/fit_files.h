/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files of the programs that learn from record files: bushka-train and bushka-tune. */
#ifndef BUSHKA_TUNE_FIT_FILES_H
#define BUSHKA_TUNE_FIT_FILES_H

#include "system/command_line.h"

/* ERROR_NONE when the command line names an output, record files, and a checkpoint (else NULL) if there is one to
 * resume, and output and checkpoint are not one file; else ERROR_SYNTAX with what is missing. Opens none of them. */
ErrorCode fit_files_check(const char *output, const char *checkpoint, bool resume, const FileWords *records, Error *e);

#endif
