# SPDX-License-Identifier: GPL-3.0-or-later
# STATIC=1: the programs as the downloads have them.
#
# Hardened as Debian's packages are. Static, and yet at another address in memory each time. The same sources make the
# same bytes, in any folder.
ifneq ($(STATIC),)
OPTIMISE += -fPIE -fstack-protector-strong -D_FORTIFY_SOURCE=2
LINK_STATIC := -static-pie -s -Wl,-z,relro,-z,now,--build-id=none
endif
