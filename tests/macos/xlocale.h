/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The functions that macOS declares here stand in <locale.h> elsewhere. */
#include <locale.h>
