# SPDX-License-Identifier: GPL-3.0-or-later
# Bushka Engine. `make help` lists the targets. Settings, on the command line:
#   CC=clang      the compiler: gcc (the default), clang, or a cross compiler such as aarch64-linux-gnu-gcc
#   ARCH=native   for this machine's processor only; without it the program runs on every 64-bit machine
#   DEBUG=1       asserts, no optimisation                     -> build/debug
#   SAN=thread    a sanitizer, or several (address,undefined)  -> build/thread, ...
#   READLINE=     without line editing at a terminal, also where the library is installed
#   BUILD=dir     where everything built goes; CFLAGS and LDFLAGS are added to the flags below

ifeq ($(origin CC),default)
CC := gcc
endif
SAN_NAME := $(shell echo '$(SAN)' | tr , +)
BUILD := $(if $(SAN),build/$(SAN_NAME),$(if $(DEBUG),build/debug,build))
PERFT_DEPTH := 7
PERFT_LONG := 8
FUZZ_SECONDS := 20
CROSS_CC := aarch64-linux-gnu-gcc
NODE_UCI := tests/node-uci/run

# Sources. Arrows: tests, scripts -> engine/library -> protocol -> search -> evaluation -> tables -> games -> system -> core; tests/rooms.py checks them.
CORE_SRC   := $(sort $(wildcard core/*.c))
# The terminal belongs to the program alone: the engine works without it, several at a time.
MAIN_SRC   := $(sort $(wildcard engine/main.c engine/protocol/terminal*.c engine/system/terminal*.c))
SYSTEM_SRC := $(sort $(filter-out $(MAIN_SRC),$(wildcard engine/system/*.c)))
ENGINE_SRC := $(SYSTEM_SRC) $(sort $(filter-out $(MAIN_SRC),$(wildcard engine/tables/*.c engine/evaluation/*.c engine/search/*.c \
    engine/protocol/*.c)))
LIBRARY_SRC := $(sort $(wildcard engine/library/*.c))
TABLES_SRC := $(sort $(wildcard engine/tables/*.c))
GAMES_SRC  := $(sort $(wildcard engine/games/*.c))
MATCH_SRC  := $(sort $(filter-out scripts/match/main.c,$(wildcard scripts/match/*.c)))
MATCH_MAIN := $(wildcard scripts/match/main.c)
TUNE_MAINS := $(sort $(wildcard scripts/tune/*_main.c))
TUNE_SRC   := $(sort $(filter-out $(TUNE_MAINS),$(wildcard scripts/tune/*.c)))
ENDINGS_MAIN := $(wildcard scripts/endings/endings_main.c)
ENDINGS_SRC := $(sort $(filter-out $(ENDINGS_MAIN),$(wildcard scripts/endings/*.c)))
FAKE_SRC   := tests/match/fake_engine.c
FUZZ_SRC   := $(sort $(wildcard tests/fuzz/*.c))
MUSL_SRC   := tests/musl/check_glibc.c
TESTS_SRC  := $(sort $(filter-out $(FAKE_SRC) $(FUZZ_SRC) $(if $(findstring musl,$(CC)),,$(MUSL_SRC)),$(wildcard tests/*.c tests/*/*.c)))
ALL_SRC    := $(CORE_SRC) $(ENGINE_SRC) $(LIBRARY_SRC) $(GAMES_SRC) $(MAIN_SRC) $(MATCH_SRC) $(MATCH_MAIN) $(TUNE_SRC) $(TUNE_MAINS) \
    $(ENDINGS_SRC) $(ENDINGS_MAIN) $(TESTS_SRC) $(FAKE_SRC) $(FUZZ_SRC)
ALL_FILES  := $(ALL_SRC) $(sort $(wildcard core/*.h engine/*/*.h scripts/*/*.h tests/*.h tests/*/*.h))
# Without the tables of constant expressions, over which clang-tidy takes minutes, and the networks, which make generates.
LINT_SRC   := $(filter-out core/variant.c engine/evaluation/network_builtin.c,$(ALL_SRC))
# The same code for WebAssembly: what its system lacks is replaced, what only programs with files and signals need is
# left out, and a main of its own joined. The networks are files of the page, for all builds.
WASM_OWN  := $(sort $(wildcard engine/system/wasm/*.c scripts/gui/wasm/*.c))
WASM_OUT  := atomic_file command_line input input_source large_memory_clear process program option_table version progress \
    regular_file_begins replacement shared_file signal_watch standard_output thread_start \
    $(basename $(notdir $(wildcard engine/system/wasm/*.c)))
WASM_ELSE := engine/protocol/protocol.c engine/evaluation/network_builtin.c
WASM_SRC  := $(CORE_SRC) $(filter-out $(WASM_OUT:%=engine/system/%.c) $(WASM_ELSE),$(ENGINE_SRC)) $(WASM_OWN)
ALL_FILES += $(WASM_OWN) $(wildcard engine/system/wasm/*.h)
# Every shell script, by its first line.
SCRIPTS     = $(shell grep -lsE '^.!/(bin/sh|usr/bin/env bash)$$' .ci/* scripts/* scripts/*/* tests/* tests/*/*)

NETWORKS := $(patsubst engine/evaluation/networks/%.net,$(BUILD)/evaluation/networks/%.inc,$(wildcard engine/evaluation/networks/*.net))

BUILTIN_TABLES := $(patsubst engine/tables/builtin/%.endings,$(BUILD)/tables/builtin/%.inc,$(wildcard engine/tables/builtin/*.endings))

OBJ = $(patsubst %.c,$(BUILD)/obj/%.o,$(1))

# Products. The program and the match runner exist as soon as their sources do.
LIB     := $(BUILD)/libbushka_core.a
PROGRAM := $(if $(MAIN_SRC),$(BUILD)/bushka)
MATCH   := $(if $(MATCH_MAIN),$(BUILD)/bushka-match)
TUNE    := $(patsubst scripts/tune/%_main.c,$(BUILD)/bushka-%,$(TUNE_MAINS))
ENDINGS := $(if $(ENDINGS_MAIN),$(BUILD)/bushka-endings)
TESTS   := $(BUILD)/tests/bushka-tests
FAKE    := $(BUILD)/tests/fake-engine
FUZZERS := $(patsubst tests/fuzz/%.c,$(BUILD)/fuzz-%,$(FUZZ_SRC))

# Flags. Link-time optimisation: gcc writes objects that are ordinary ones too, so any ar will do; clang needs
# lld and llvm-ar, and goes without where they are absent.
COMPILER := $(shell $(CC) --version 2>/dev/null | head -n 1 | tr -d "'")
AR := ar
ifneq ($(SAN)$(DEBUG),)
OPTIMISE := -O1 -g -fno-omit-frame-pointer
else ifneq ($(findstring clang,$(COMPILER)),)
LLVM_AR := $(shell command -v "$$($(CC) -print-prog-name=llvm-ar)")
LLD := $(shell $(CC) -fuse-ld=lld -Wl,--version -x c /dev/null >/dev/null 2>&1 && echo yes)
OPTIMISE := -O3 -DNDEBUG
ifneq ($(and $(LLVM_AR),$(LLD)),)
OPTIMISE += -flto
LTO_LINK := -fuse-ld=lld
AR := $(LLVM_AR)
endif
else
OPTIMISE := -O3 -DNDEBUG -flto=auto -ffat-lto-objects
endif
# Line editing at a terminal, where the compiler finds the readline library for its target: linked into the program
# where that is possible, so that it runs on machines without it. Not in a static one, of which the linker warns.
READLINE_TEST := int main(void) { return rl_clear_visible_line() + rl_set_prompt(""); }
READLINE := $(shell for libs in '-l:libreadline.a -l:libtinfo.a' '-lreadline' '-lreadline -ltinfo'; do \
    printf '\043include <stdio.h>\n\043include <readline/readline.h>\n%s\n' '$(READLINE_TEST)' | \
    $(CC) $(CFLAGS) -x c - $(LDFLAGS) -Wl,--fatal-warnings $$libs -o /dev/null >/dev/null 2>&1 && echo "$$libs" && break; done)
OPTIMISE += $(if $(ARCH),-march=$(ARCH)) $(if $(SAN),-fsanitize=$(SAN) -fno-sanitize-recover=all)
WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wconversion
LANGUAGE := -std=c11 -D_POSIX_C_SOURCE=200809L
# Includes name the room: "core/game.h", "search/tt.h", "match/player.h". Tests run at the top level.
CORE_FLAGS    = -I.
ENGINE_FLAGS  = $(CORE_FLAGS) -Iengine -I$(BUILD)
SCRIPTS_FLAGS = $(ENGINE_FLAGS) -Iscripts
TESTS_FLAGS   = $(SCRIPTS_FLAGS) -Itests -DTESTS_DATA_DIR='"tests/data"' \
    -DBUSHKA_BINARY='"$(BUILD)/bushka"' -DMATCH_BINARY='"$(BUILD)/bushka-match"' -DFAKE_ENGINE='"$(FAKE)"' \
    -DBUILD_DIR='"$(BUILD)"' $(READLINE_FLAGS)
READLINE_FLAGS = $(if $(READLINE),-DBUSHKA_READLINE)
COMPILE   = $(CC) $(LANGUAGE) $(WARNINGS) $(OPTIMISE) -pthread $(CFLAGS)
LINK      = $(CC) $(OPTIMISE) $(LTO_LINK) -pthread $(CFLAGS) $(LDFLAGS)
# check may be built with subunit or without it
SUBUNIT    = $(if $(findstring /,$(shell $(CC) -print-file-name=libsubunit.so)),-lsubunit)
TESTS_LIBS = -lcheck $(SUBUNIT) -lrt -lm

# Limits of single tests are meant for an idle, fast machine; sanitizers cost a factor more.
export CK_TIMEOUT_MULTIPLIER ?= $(if $(SAN),20,4)
# Under a sanitizer too, memory that cannot be had is an error value and not the end of the program.
export ASAN_OPTIONS ?= allocator_may_return_null=1
export TSAN_OPTIONS ?= allocator_may_return_null=1

# For browsers: one thread with a stack like those of other systems, and memory that the page makes.
WASM_CC      := clang
WASM_TARGET  := --target=wasm32-wasi
WASM_STACK   := 4194304
WASM_INITIAL := 8388608
WASM_MOST    := 4294967296
WASM_FLAGS    = $(WASM_TARGET) $(LANGUAGE) $(WARNINGS) -O3 -DNDEBUG -flto -mbulk-memory -msign-ext -mnontrapping-fptoint \
    $(ENGINE_FLAGS) -Iengine/system/wasm -DBUSHKA_WITHOUT_TABLES
WASM_LINK     = $(WASM_TARGET) -mexec-model=reactor -O3 -flto -Wl,--strip-all,-z,stack-size=$(WASM_STACK),--stack-first,--import-memory \
    -Wl,--initial-memory=$(WASM_INITIAL),--max-memory=$(WASM_MOST)
WASM         := $(BUILD)/wasm/bushka.wasm $(BUILD)/wasm/bushka-simd.wasm

MAKEFLAGS += --no-print-directory

.PHONY: all run test check-rooms check-suites latency check-documents check-all bench tactics tune endings builtin-endings eval-endings perft lib \
        fuzz fuzz-run cross-check test-portable lint lint-quick format format-check clean help lib-deps build-deps python-deps test-deps \
        programs ready tests-ready gui gui-page gui-deps test-gui test-gui-run FORCE
.DELETE_ON_ERROR:

all: ready ## builds the program (the default)

# What is missing is installed before make asks the compiler anything: hence the second make. Its output goes
# to standard error, since standard output belongs to the program.
lib-deps:
	@CC='$(CC)' scripts/deps lib
build-deps:
	@CC='$(CC)' scripts/deps build
python-deps: build-deps
	@scripts/deps python
test-deps: build-deps
	@CC='$(CC)' scripts/deps test
gui-deps: python-deps
	@scripts/deps gui
ready: build-deps
	@$(MAKE) programs >&2
tests-ready: test-deps ready
	@$(MAKE) $(TESTS) $(FAKE) >&2
programs: $(LIB) $(PROGRAM) $(MATCH) $(TUNE) $(ENDINGS)

run: ready ## builds the program and starts it at its prompt
	@$(BUILD)/bushka

test: check-rooms check-suites ## builds and runs the check suites, then what the documents print, then a game led by a UCI client
	@$(MAKE) check-documents
	@$(if $(PROGRAM),$(NODE_UCI) $(PROGRAM) $(BUILD)/node-uci,echo 'node-uci: skipped, no program')

check-rooms: test-deps ## refuses includes that lead upward, and sources without their licence
	@tests/rooms.py
	@tests/documents/licence.py

check-suites: tests-ready ## the check suites alone; SUITES="fen game" chooses
	@$(TESTS) $(SUITES)

latency: tests-ready ## how fast start, isready, stop and the end are answered, on a quiet machine
	@$(TESTS) latency

check-documents: test-deps ready ## compares the errors of protocol.md with the code, and runs the code blocks of the documents
	@tests/documents/errors.py
	@tests/documents/check.py --build $(BUILD)

check-all: ## every check: test, latency, sanitizers, longer perft, fuzzing, 64-bit Arm, other builds and systems, what is installed, lint, format
	@$(MAKE) test
	@$(MAKE) latency
	@$(MAKE) SAN=address,undefined check-suites
	@$(MAKE) SAN=thread check-suites
	@$(MAKE) perft PERFT_DEPTH=$(PERFT_LONG)
	@$(MAKE) fuzz-run
	@$(MAKE) cross-check
	@$(MAKE) test-portable
	@$(MAKE) test-posix test-musl check-musl test-windows
	@$(MAKE) test-library test-install
	@$(MAKE) lint format-check

bench: ready ## searches the bench positions: the signature of the search, and its speed
	@$(BUILD)/bushka bench

tune: python-deps ready ## trains the networks of both boards from nothing and makes them the built-in ones (hours)
	@scripts/tune/pipeline full --build $(BUILD)

endings: ready ## builds the tables of all endings of up to five pieces (half an hour of processor time, 100 MB; resumable) in build/endings
	@$(BUILD)/bushka-endings build -pieces 5 -dir build/endings

builtin-endings: ready ## makes the results of up to four pieces that are part of the program (a minute)
	@$(BUILD)/bushka-endings build -pieces 4 -dir build/endings-builtin
	@for board in bushka bushka9x11; do \
	    cat $$(LC_ALL=C ls build/endings-builtin/$$board-*.results) >engine/tables/builtin/$$board.endings; done

eval-endings: ready ## solves the endings of up to four pieces: their report, and the table of the evaluation
	@$(BUILD)/bushka-endings -pieces 4 -threads 2 -emit engine/evaluation/eval_endings.c

tactics: python-deps ready ## lets the engine solve the tactical suite: solved, nodes and time of each position
	@scripts/tactics --engine $(BUILD)/bushka

perft: ready ## counts move sequences; PERFT_DEPTH=n plies
	@$(BUILD)/bushka perft $(PERFT_DEPTH)

# The page is built once its packages are there, and with the engine inside it.
GUI         := scripts/gui
GUI_MODULES := $(GUI)/node_modules/.package-lock.json
GUI_SERVE    = scripts/gui-serve $(if $(PORT),--port $(PORT)) $(BUILD)/gui
GUI_TOOL     = cd $(GUI) && BUILD='$(BUILD)' node_modules/.bin

gui: gui-deps build-deps ## builds the page with the engine inside and serves it; ENGINE=native puts build/bushka behind it
	@case '$(ENGINE)' in '' | native) ;; *) echo "make gui: ENGINE is native or not given, not '$(ENGINE)'" >&2; exit 2;; esac
	@$(MAKE) gui-page $(if $(ENGINE),$(PROGRAM)) >&2
	@$(GUI_SERVE) $(if $(ENGINE),--engine $(PROGRAM))

gui-page: $(WASM) $(GUI_MODULES)
	@$(GUI_TOOL)/tsc
	@$(GUI_TOOL)/vite build --logLevel warn

test-gui: python-deps ready ## tests the page and the engine inside it in headless Chromium, where that can be had
	@if ! scripts/deps gui; then echo 'test-gui: skipped, no compiler for WebAssembly or no node'; \
	elif ! scripts/deps browser; then echo 'test-gui: skipped, no chromium'; \
	elif ! $(MAKE) $(GUI_MODULES); then echo 'test-gui: skipped, the packages of the page cannot be had'; \
	else $(MAKE) test-gui-run; fi

test-gui-run: gui-page
	@$(GUI_TOOL)/vite build --mode test --logLevel warn
	@cd $(GUI) && BUILD='$(BUILD)' node tests/run.mjs $(TESTS_GUI)

# As the lock file says; not by npm ci, which wants packages of every other system in it, had or not.
$(GUI_MODULES): $(GUI)/package.json $(GUI)/package-lock.json
	@cd $(GUI) && npm install --no-save --ignore-scripts --no-audit --no-fund >&2
	@touch $@

lib: lib-deps ## builds the rules library alone
	@$(MAKE) $(LIB) >&2

FUZZ_MAKE = $(MAKE) CC=clang SAN=fuzzer-no-link,address,undefined BUILD=build/fuzz
fuzz: ## builds the libFuzzer programs (needs clang)
	+@if command -v clang >/dev/null; then $(FUZZ_MAKE) fuzzers; else echo 'fuzz: skipped, no clang'; fi

fuzz-run: fuzz ## runs each of them for FUZZ_SECONDS
	+@if command -v clang >/dev/null; then $(FUZZ_MAKE) fuzzers-run; fi

cross-check: ## builds for 64-bit Arm, and counts perft 4 there where qemu is installed
	@if command -v $(CROSS_CC) >/dev/null; then \
	    $(MAKE) CC=$(CROSS_CC) BUILD=build/aarch64 LDFLAGS=-static programs && \
	    if ! command -v qemu-aarch64 >/dev/null; then echo 'cross-check: built, not run: no qemu-aarch64'; \
	    elif [ -x build/aarch64/bushka ]; then qemu-aarch64 build/aarch64/bushka perft 4; fi; \
	else echo 'cross-check: skipped, no $(CROSS_CC)'; fi

test-portable: build-deps ## compares the bench of builds by gcc and clang, on lesser processors and on 64-bit Arm (qemu)
	@scripts/deps portable || echo 'test-portable: not every tool can be had; the builds that need one are skipped'
	@tests/portable_bench.sh

# One file at a time, on all processors; clang-tidy counts the warnings in system headers that nobody sees, so that what
# it prints is shown only when it fails. Cppcheck would read the bytes of what is built in for a quarter of an hour.
.PHONY: $(LINT_SRC:%=lint/%)
$(LINT_SRC:%=lint/%): lint/%:
	@said=$$(clang-tidy --quiet --config-file=scripts/style/clang-tidy $* -- $(LANGUAGE) $(WARNINGS) $(TESTS_FLAGS) 2>&1) || \
	    { echo "$$said"; false; }

lint: ## static analysis with the tools that are installed
	@if command -v clang-tidy >/dev/null; then $(MAKE) -k -j"$$(nproc)" $(LINT_SRC:%=lint/%); else echo 'lint: no clang-tidy'; fi
	@if command -v cppcheck >/dev/null; then \
	    cppcheck -j"$$(nproc)" --quiet --std=c11 --enable=warning,performance,portability --inline-suppr \
	        --error-exitcode=1 --suppress=missingIncludeSystem $(TESTS_FLAGS) $(filter-out %_builtin.c,$(LINT_SRC)); \
	else echo 'lint: no cppcheck'; fi
	@if command -v shellcheck >/dev/null; then shellcheck -x $(SCRIPTS); else echo 'lint: no shellcheck'; fi

lint-quick: ## the same over core/ and engine/ alone
	@$(MAKE) lint LINT_SRC='$(filter core/% engine/%,$(LINT_SRC))'

format: ## formats the sources with clang-format
	@scripts/deps format
	clang-format --style=file:scripts/style/clang-format -i $(ALL_FILES)

format-check: ## fails when a source is not formatted
	@if command -v clang-format >/dev/null; then clang-format --style=file:scripts/style/clang-format --dry-run --Werror $(ALL_FILES); \
	else echo 'format-check: skipped, no clang-format'; fi

clean: ## removes everything built
	rm -rf build

help: ## lists the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1|\2/p' Makefile scripts/package/*.mk | \
	    while IFS='|' read -r target text; do printf '%-18s%s\n' "$$target" "$$text"; done

# Stamps: what they hold changes, and what depends on them is made again.
$(BUILD)/flags.stamp: LINE = $(COMPILER) $(COMPILE) $(SCRIPTS_FLAGS) $(LINK) $(READLINE)
$(BUILD)/sources.stamp: LINE = $(ALL_SRC)
$(BUILD)/flags.stamp $(BUILD)/sources.stamp: FORCE
	@mkdir -p $(@D)
	@echo '$(LINE)' | cmp -s - $@ || echo '$(LINE)' >$@

$(BUILD)/obj/%.o: %.c $(BUILD)/flags.stamp
	@mkdir -p $(@D)
	@echo '  CC   $<'
	@$(COMPILE) $(MORE_FLAGS) -MMD -MP -c $< -o $@
$(BUILD)/obj/core/%.o: MORE_FLAGS = $(CORE_FLAGS)
$(BUILD)/obj/engine/%.o: MORE_FLAGS = $(ENGINE_FLAGS)
$(BUILD)/obj/engine/protocol/terminal%.o: MORE_FLAGS = $(ENGINE_FLAGS) $(READLINE_FLAGS)
$(BUILD)/obj/scripts/%.o: MORE_FLAGS = $(SCRIPTS_FLAGS)
$(BUILD)/obj/tests/%.o: MORE_FLAGS = $(TESTS_FLAGS)

# The networks become bytes of the program.
$(BUILD)/evaluation/networks/%.inc: engine/evaluation/networks/%.net
	@mkdir -p $(@D)
	@od -An -v -tu1 $< | sed 's/  */,/g; s/^,//; s/$$/,/' >$@
$(BUILD)/obj/engine/evaluation/network_builtin.o: $(NETWORKS)

# So do the results of endings with few pieces.
$(BUILD)/tables/builtin/%.inc: engine/tables/builtin/%.endings
	@mkdir -p $(@D)
	@od -An -v -tu1 $< | sed 's/  */,/g; s/^,//; s/$$/,/' >$@
$(BUILD)/obj/engine/tables/tables_builtin.o: $(BUILTIN_TABLES)

$(LIB): $(call OBJ,$(CORE_SRC)) $(BUILD)/sources.stamp
	@echo '  AR   $@'
	@rm -f $@
	@$(AR) rcs $@ $(filter %.o,$^)

# One rule links every program: from its objects, the library and LIBS.
$(BUILD)/bushka: $(call OBJ,$(MAIN_SRC) $(GAMES_SRC) $(ENGINE_SRC))
$(BUILD)/bushka: LIBS = $(READLINE)
$(BUILD)/bushka-match: $(call OBJ,$(MATCH_MAIN) $(MATCH_SRC) $(GAMES_SRC) $(TABLES_SRC) $(SYSTEM_SRC))
$(TUNE): $(BUILD)/bushka-%: $(BUILD)/obj/scripts/tune/%_main.o $(call OBJ,$(TUNE_SRC) $(ENGINE_SRC))
# Without the evaluation: that holds a table that the solver writes.
$(BUILD)/bushka-endings: $(call OBJ,$(ENDINGS_MAIN) $(ENDINGS_SRC) $(TABLES_SRC) $(SYSTEM_SRC))
$(TESTS): $(call OBJ,$(TESTS_SRC) $(GAMES_SRC) $(MATCH_SRC) $(TUNE_SRC) $(ENDINGS_SRC) $(LIBRARY_SRC) $(ENGINE_SRC))
$(TESTS): LIBS = $(TESTS_LIBS)
$(FAKE): $(call OBJ,$(FAKE_SRC) $(SYSTEM_SRC))
$(FUZZERS): $(BUILD)/fuzz-%: $(BUILD)/obj/tests/fuzz/%.o $(call OBJ,$(ENGINE_SRC))
$(FUZZERS): LIBS = -fsanitize=fuzzer
$(BUILD)/bushka $(BUILD)/bushka-match $(TUNE) $(ENDINGS) $(TESTS) $(FAKE) $(FUZZERS): $(LIB) $(BUILD)/flags.stamp $(BUILD)/sources.stamp
	@mkdir -p $(@D)
	@echo '  LINK $@'
	@$(LINK) $(filter %.o,$^) $(LIB) $(LIBS) -lm -o $@

# The engine of the page, without vectors and with them.
$(BUILD)/wasm/obj/%.o: %.c $(BUILD)/flags.stamp
	@mkdir -p $(@D)
	@echo '  WASM $<'
	@$(WASM_CC) $(WASM_FLAGS) -MMD -MP -c $< -o $@
$(BUILD)/wasm/obj-simd/%.o: %.c $(BUILD)/flags.stamp
	@mkdir -p $(@D)
	@echo '  WASM $< (SIMD)'
	@$(WASM_CC) $(WASM_FLAGS) -msimd128 -MMD -MP -c $< -o $@
$(BUILD)/wasm/bushka.wasm: $(WASM_SRC:%.c=$(BUILD)/wasm/obj/%.o)
$(BUILD)/wasm/bushka-simd.wasm: $(WASM_SRC:%.c=$(BUILD)/wasm/obj-simd/%.o)
$(WASM): $(BUILD)/flags.stamp $(BUILD)/sources.stamp
	@echo '  LINK $@'
	@$(WASM_CC) $(WASM_LINK) $(filter %.o,$^) -o $@

# Only through FUZZ_MAKE. Finds are written to build/fuzz/, the corpus grows there.
.PHONY: fuzzers fuzzers-run
fuzzers: $(FUZZERS)
fuzzers-run: $(FUZZERS)
	@set -e; for fuzzer in $(FUZZERS); do \
	    echo "$$fuzzer"; mkdir -p $$fuzzer-corpus; \
	    $$fuzzer -max_total_time=$(FUZZ_SECONDS) -timeout=10 -verbosity=0 -print_final_stats=1 \
	        -artifact_prefix=$$fuzzer- $$fuzzer-corpus; done

include scripts/package/windows.mk scripts/package/install.mk scripts/package/library.mk

-include $(foreach objects,obj obj-simd,$(WASM_SRC:%.c=$(BUILD)/wasm/$(objects)/%.d))
-include $(patsubst %.o,%.d,$(call OBJ,$(ALL_SRC)))
