/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What macOS declares here is in <locale.h> elsewhere. */
#include <locale.h>
