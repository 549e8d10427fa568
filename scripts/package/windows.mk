# SPDX-License-Identifier: GPL-3.0-or-later
# The programs for Windows.
