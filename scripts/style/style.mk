# SPDX-License-Identifier: GPL-3.0-or-later
# The format of the sources, and static analysis.
ALL_FILES = $(sort $(wildcard $(foreach ending,c h,core/*.$(ending) engine/*.$(ending) engine/*/*.$(ending) engine/*/*/*.$(ending) \
    scripts/examples/*.cpp scripts/*/*.$(ending) scripts/gui/wasm/*.$(ending) tests/*.$(ending) tests/*/*.$(ending) tests/*/*/*.$(ending))))
# Without the tables of constant expressions, which take clang-tidy minutes, and the networks, which make generates.
LINT_SRC  := $(filter-out core/variant.c engine/evaluation/network_builtin.c,$(ALL_SRC))
# Every shell script, by its first line.
SCRIPTS    = $(shell grep -lsE '^.!/(bin/sh|usr/bin/env bash)$$' .ci/* scripts/* scripts/*/* scripts/package/*/* tests/* tests/*/* tests/packages/*/*)

.PHONY: lint lint-quick format format-check $(LINT_SRC:%=lint/%)

# One file at a time, on all processors; what clang-tidy prints is shown only when it fails, since it counts suppressed
# warnings in system headers. Cppcheck would read the bytes of what is built in for a quarter of an hour, and does not
# know that a failed check ends a test.
$(LINT_SRC:%=lint/%): lint/%:
	@said=$$(clang-tidy --quiet --config-file=scripts/style/clang-tidy $* -- $(LANGUAGE) $(WARNINGS) $(TESTS_FLAGS) 2>&1) || \
	    { echo "$$said"; false; }

lint/engine/tables/tables_builtin.c: $(BUILTIN_TABLES)

lint: ## analyses the sources with clang-tidy, cppcheck and shellcheck (ten minutes)
	@$(DEPS) build test lint || echo 'lint: not every tool is available; the checks that need a missing one are skipped'
	@if command -v clang-tidy >/dev/null; then $(MAKE) -k -j"$$(getconf _NPROCESSORS_ONLN)" $(LINT_SRC:%=lint/%); else echo 'lint: no clang-tidy'; fi
	@if command -v cppcheck >/dev/null; then \
	    cppcheck -j"$$(getconf _NPROCESSORS_ONLN)" --quiet --std=c11 --enable=warning,performance,portability --inline-suppr \
	        --error-exitcode=1 --suppress=missingIncludeSystem $(TESTS_FLAGS) $(filter-out tests/% %_builtin.c,$(LINT_SRC)); \
	else echo 'lint: no cppcheck'; fi
	@if command -v shellcheck >/dev/null; then shellcheck -x $(SCRIPTS); else echo 'lint: no shellcheck'; fi

lint-quick: ## analyses core/ and engine/ alone (minutes)
	@$(MAKE) lint LINT_SRC='$(filter core/% engine/%,$(LINT_SRC))'

format: ## formats the sources with clang-format
	@scripts/deps format
	clang-format --style=file:scripts/style/clang-format -i $(ALL_FILES)

format-check: ## fails when a source is not formatted
	@if scripts/deps format; then clang-format --style=file:scripts/style/clang-format --dry-run --Werror $(ALL_FILES); \
	else echo 'format-check: skipped, no clang-format'; fi
