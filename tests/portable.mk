# SPDX-License-Identifier: GPL-3.0-or-later
# The same program by other compilers, for other processors and systems, and with another C library.
CROSS_CC  := aarch64-linux-gnu-gcc
# Programs built with musl, which has little more than POSIX. Headers of this machine are copied for it.
MUSL      := $(BUILD)/musl
MUSL_MAKE  = $(MAKE) CC=musl-gcc BUILD=$(MUSL) DEBUG= SAN= READLINE= LDFLAGS=-static CFLAGS='-O1 -fno-lto -isystem $(MUSL)/include'

.PHONY: cross-check test-portable test-musl check-musl test-macos test-posix

cross-check: ## builds for 64-bit Arm, and counts perft 4 there with qemu (a minute)
	@if ! CC=$(CROSS_CC) scripts/deps lib arm; then echo 'cross-check: skipped, not every tool is available'; \
	else $(MAKE) CC=$(CROSS_CC) BUILD=build/aarch64 LDFLAGS=-static programs >&2 && qemu-aarch64 build/aarch64/bushka perft 4 | grep -x 'Nodes searched: 312334'; fi

test-portable: ## compares the bench of builds by gcc and clang, on lesser processors and on 64-bit Arm (qemu) (minutes)
	@$(DEPS) build clang arm || echo 'test-portable: not every tool is available; the builds that need one are skipped'
	@tests/portable_bench.sh

test-musl: ## builds with the C library musl, and compares bench, perft and a session with this machine's (minutes)
	@if ! $(DEPS) build python musl; then echo 'test-musl: skipped, not every tool is available'; \
	else $(MAKE) programs $(MUSL)/include/uthash.h && $(MUSL_MAKE) programs >&2 && tests/windows/check.py --build $(BUILD) --other $(MUSL); fi

# The suites, too, with the static check library of this machine and what that needs of glibc.
MUSL_CHECK = $(shell gcc -print-file-name=libcheck.a) $(wildcard $(shell gcc -print-file-name=libsubunit.a)) -lrt -lm
$(MUSL)/include/check.h:
	@mkdir -p $(@D)
	@cp $$(echo '#include <check.h>' | gcc -M -x c - | tr ' ' '\n' | LC_ALL=C grep '/check[a-z_]*\.h$$') $(@D)

check-musl: ## runs the check suites, built with musl; SUITES="fen game" chooses (minutes)
	@if ! $(DEPS) build test musl; then echo 'check-musl: skipped, not every tool is available'; \
	else $(MAKE) $(MUSL)/include/uthash.h $(MUSL)/include/check.h && \
	    $(MUSL_MAKE) TESTS_LIBS='$(MUSL_CHECK)' programs $(MUSL)/tests/bushka-tests $(MUSL)/tests/fake-engine >&2 && \
	    $(MUSL)/tests/bushka-tests $(SUITES); fi

# This machine as if it were a Mac: nothing is used that macOS, or every system but Linux, lacks, and what is used
# instead works.
MACOS       := $(BUILD)/macos
MACOS_FLAGS := -O1 -fno-lto -Werror -Wno-macro-redefined -U__linux__ -D__APPLE__ -isystem tests/macos -include tests/macos/lacks.h
test-macos: ## builds without what macOS lacks, as for it, and compares bench, perft and a session with this machine's (minutes)
	@if ! $(DEPS) build python clang; then echo 'test-macos: skipped, not every tool is available'; \
	else $(MAKE) programs && $(MAKE) CC=clang BUILD=$(MACOS) DEBUG= SAN= READLINE= CFLAGS='$(MACOS_FLAGS)' programs library-files >&2 && \
	    tests/windows/check.py --build $(BUILD) --other $(MACOS); fi

# The sources use only what POSIX has, except for files that say so in their first lines.
POSIX_SRC = $(filter-out engine/evaluation/network_builtin.c engine/tables/tables_builtin.c,$(CORE_SRC) $(ENGINE_SRC) $(GAMES_SRC) \
    $(MAIN_SRC) $(LIBRARY_SRC) $(MATCH_SRC) $(MATCH_MAIN) $(TRAIN_SRC) $(TRAIN_MAINS) $(ENDINGS_SRC) $(ENDINGS_MAIN) $(TOOLS_SRC))
test-posix: ## compiles all programs with clang against nothing but POSIX
	@if ! CC=clang scripts/deps lib python; then echo 'test-posix: skipped, not every tool is available'; \
	else set -e; tests/rooms.py; for file in $(POSIX_SRC); do \
	    clang -fsyntax-only $(LANGUAGE) $(WARNINGS) -Werror $(SCRIPTS_FLAGS) "$$file"; done; echo 'test-posix: passed'; fi
