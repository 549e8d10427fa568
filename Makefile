# SPDX-License-Identifier: GPL-3.0-or-later
# Bushka Engine. `make help` lists the targets. Settings, on the command line:
#   CC=clang      the compiler: gcc (the default), clang, or a cross compiler such as aarch64-linux-gnu-gcc
#   ARCH=native   for this machine's processor only; without it the program runs on every 64-bit machine
#   DEBUG=1       asserts, little optimisation (-O1)           -> build/debug
#   SAN=thread    a sanitizer, or several (address,undefined)  -> build/thread, ...
#   STATIC=1      static programs for any machine, hardened, as the downloads have them -> build/static
#   READLINE=     without line editing at a terminal, also where the library is installed
#   BUILD=dir     where everything built goes; CFLAGS and LDFLAGS are added to the flags below
# Targets that are not needed every day are in files named *.mk, beside what they build.

ifeq ($(origin CC),default)
CC := gcc
endif
comma := ,
# Only CC and the flags are taken from the environment, where DEBUG or ARCH may be set for other programs.
ARCH :=
DEBUG :=
SAN :=
STATIC :=
BUILD := $(if $(SAN),build/$(subst $(comma),+,$(SAN)),$(if $(DEBUG),build/debug,build$(if $(STATIC),/static)))
# Depth of make perft; and the count up to which check-all counts the rows of tests/data/perft.tsv: all of them.
PERFT_DEPTH := 7
PERFT_LONG := 3000000000

# Sources. Includes lead this way: tests, scripts -> engine/library, engine/terminal -> protocol -> search -> book ->
# evaluation -> tables -> games -> system -> core; tests/rooms.py checks that.
CORE_SRC   := $(sort $(wildcard core/*.c))
# The terminal is part of the program alone: the engine works without it, also several of them in one process.
MAIN_SRC   := $(sort $(wildcard engine/main.c engine/terminal/*.c engine/system/posix/tty.c))
SYSTEM_SRC := $(sort $(filter-out $(MAIN_SRC),$(wildcard engine/system/*.c engine/system/posix/*.c)))
ENGINE_SRC := $(SYSTEM_SRC) $(sort $(filter-out $(MAIN_SRC),$(wildcard engine/tables/*.c engine/evaluation/*.c engine/book/*.c engine/search/*.c \
    engine/protocol/*.c)))
LIBRARY_SRC := $(sort $(wildcard engine/library/*.c))
TABLES_SRC := $(sort $(wildcard engine/tables/*.c))
GAMES_SRC  := $(sort $(wildcard engine/games/*.c))
TOOLS_SRC  := $(sort $(wildcard scripts/tools/*.c))
MATCH_MAIN := scripts/match/main.c
MATCH_SRC  := $(sort $(filter-out $(MATCH_MAIN),$(wildcard scripts/match/*.c)))
TRAIN_MAINS := $(sort $(wildcard scripts/train/*_main.c))
TRAIN_SRC   := $(sort $(filter-out $(TRAIN_MAINS),$(wildcard scripts/train/*.c)))
ENDINGS_MAIN := scripts/endings/endings_main.c
ENDINGS_SRC := $(sort $(filter-out $(ENDINGS_MAIN),$(wildcard scripts/endings/*.c)))
FAKE_SRC   := tests/match/fake_engine.c
FUZZ_SRC   := $(sort $(wildcard tests/fuzz/*.c))
MUSL_SRC   := tests/musl/check_glibc.c
TESTS_SRC  := $(sort $(filter-out $(FAKE_SRC) $(FUZZ_SRC) $(if $(findstring musl,$(CC)),,$(MUSL_SRC)),$(wildcard tests/*.c tests/*/*.c)))
ALL_SRC    := $(CORE_SRC) $(ENGINE_SRC) $(LIBRARY_SRC) $(GAMES_SRC) $(MAIN_SRC) $(MATCH_SRC) $(MATCH_MAIN) $(TRAIN_SRC) $(TRAIN_MAINS) \
    $(ENDINGS_SRC) $(ENDINGS_MAIN) $(TOOLS_SRC) $(TESTS_SRC) $(FAKE_SRC) $(FUZZ_SRC)
NETWORKS   := $(patsubst engine/%.net,$(BUILD)/%.inc,$(wildcard engine/evaluation/networks/*.net))
BUILTIN_TABLES := $(patsubst engine/%.endings,$(BUILD)/%.inc,$(wildcard engine/tables/builtin/*.endings))
OBJ = $(patsubst %.c,$(BUILD)/obj/%.o,$(1))

# Products.
LIB     := $(BUILD)/libbushka_core.a
PROGRAM := $(BUILD)/bushka
MATCH   := $(BUILD)/bushka-match
TRAIN    := $(patsubst scripts/train/%_main.c,$(BUILD)/bushka-%,$(TRAIN_MAINS))
ENDINGS := $(BUILD)/bushka-endings
TESTS   := $(BUILD)/tests/bushka-tests
FAKE    := $(BUILD)/tests/fake-engine

# Flags. Link-time optimisation: gcc's objects hold ordinary code, too, so that any ar will do; clang needs llvm-ar and
# lld, which scripts/deps installs with it, except for Apple's, which has its own.
COMPILER := $(shell $(CC) --version 2>/dev/null | head -n 1 | tr -d "'")
AR := ar
ifneq ($(SAN)$(DEBUG),)
OPTIMISE := -O1 -g -fno-omit-frame-pointer
else ifneq ($(findstring clang,$(COMPILER)),)
OPTIMISE := -O3 -DNDEBUG -flto
ifeq ($(findstring Apple,$(COMPILER)),)
LTO_LINK := -fuse-ld=lld
AR := llvm-ar
endif
else
OPTIMISE := -O3 -DNDEBUG -flto=auto -ffat-lto-objects
# For programs whose own speed does not matter: it links in a second, link-time optimisation in half a minute.
NO_LTO := -fno-lto
endif
OPTIMISE += $(if $(ARCH),-march=$(ARCH)) $(if $(SAN),-fsanitize=$(SAN) -fno-sanitize-recover=all)
include scripts/package/static.mk
# The path of a library for the compiler's target, empty when it has none.
library_path = $(filter /%,$(shell $(CC) -print-file-name=$(1) 2>/dev/null))
# Line editing at a terminal, where the readline library is installed: linked statically where that is possible, so that
# the program runs on machines without the library. Not for static programs, for which the linker warns.
READLINE := $(if $(findstring -static,$(LDFLAGS) $(LINK_STATIC)),,$(if \
    $(and $(call library_path,libreadline.a),$(call library_path,libtinfo.a)),-l:libreadline.a -l:libtinfo.a,$(if \
    $(call library_path,libreadline.so),-lreadline)))
WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wconversion
LANGUAGE := -std=c11 -D_POSIX_C_SOURCE=200809L
# With _POSIX_C_SOURCE the headers of systems other than Linux hide everything else, even from files that ask for it in
# their first lines.
SHOW_ALL := $(if $(filter Darwin %BSD DragonFly,$(shell uname)),-U_POSIX_C_SOURCE)
# Includes name the folder: "core/game.h", "search/tt.h", "match/player.h". Tests run at the top level.
CORE_FLAGS    = -I.
ENGINE_FLAGS  = $(CORE_FLAGS) -Iengine -I$(BUILD)
SCRIPTS_FLAGS = $(ENGINE_FLAGS) -Iscripts
TESTS_FLAGS   = $(SCRIPTS_FLAGS) -Itests -DBUSHKA_BINARY='"$(PROGRAM)"' -DMATCH_BINARY='"$(MATCH)"' -DFAKE_ENGINE='"$(FAKE)"' \
    -DBUILD_DIR='"$(BUILD)"' -DMAKE_COMMAND='"make$(SAN:%= SAN=%)$(DEBUG:%= DEBUG=%)"' $(READLINE_FLAGS)
READLINE_FLAGS = $(if $(READLINE),-DBUSHKA_READLINE)
COMPILE   = $(CC) $(LANGUAGE) $(SHOW_ALL) $(WARNINGS) $(OPTIMISE) -pthread $(CFLAGS)
LINK      = $(CC) $(OPTIMISE) $(LTO_LINK) -pthread $(CFLAGS) $(LDFLAGS)
# check may be built with subunit or without it
TESTS_LIBS = -lcheck $(if $(call library_path,libsubunit.so),-lsubunit) -lrt -lm

# The time limits of tests are for a fast, idle machine: others get a multiple, and sanitizers a larger one.
export CK_TIMEOUT_MULTIPLIER ?= $(if $(SAN),20,4)
# Under a sanitizer too, memory that cannot be allocated is an error value and not the end of the program.
export ASAN_OPTIONS ?= allocator_may_return_null=1
export TSAN_OPTIONS ?= allocator_may_return_null=1

# No built-in rule is used: searching them for every file would take ten times as long as everything else in make.
MAKEFLAGS += --no-print-directory --no-builtin-rules
# Several targets on the command line run one after the other, even with -j, since each may start its own make.
ifneq ($(word 2,$(MAKECMDGOALS)),)
ifeq ($(MAKELEVEL),0)
.NOTPARALLEL:
endif
endif

.PHONY: all run test check-rooms check-suites latency check-documents check-all test-trials bench tune tactics perft lib clean help \
        build-deps test-deps programs test-programs ready python-ready tests-ready FORCE
.DELETE_ON_ERROR:

all: ready ## builds the program (the default) (a minute or two)

# What is missing is installed before make asks the compiler anything: hence the second make. Its output goes to
# standard error, since standard output is for the program. Each target asks once for everything that it needs.
DEPS = CC='$(CC)' scripts/deps
build-deps:
	@$(DEPS) build
test-deps:
	@$(DEPS) build test
ready: build-deps
	@$(MAKE) programs >&2
python-ready:
	@$(DEPS) build python
	@$(MAKE) programs >&2
tests-ready: test-deps
	@$(MAKE) test-programs >&2
programs: $(LIB) $(PROGRAM) $(MATCH) $(TRAIN) $(ENDINGS)
test-programs: programs $(TESTS) $(FAKE)

run: ready ## builds the program and starts it at its prompt
	@$(PROGRAM)

test: check-rooms check-suites ## builds and runs the check suites, then the code blocks of the documents, then a game led by a UCI client (minutes)
	@$(MAKE) check-documents
	@tests/node-uci/run $(PROGRAM) $(BUILD)/node-uci

check-rooms: test-deps ## refuses includes that lead upward, and sources without their licence
	@tests/rooms.py
	@tests/documents/licence.py

check-suites: tests-ready ## runs the check suites alone; SUITES="fen game" chooses (minutes)
	@$(TESTS) $(SUITES)

latency: tests-ready ## measures how fast start, isready, stop, quit and the end of input are answered, on a quiet machine
	@$(TESTS) latency

check-documents: test-deps ## compares errors, commands and options of protocol.md with the code, refuses certain phrases, and runs the documents' code blocks (minutes)
	@$(MAKE) programs >&2
	@tests/documents/errors.py
	@tests/documents/phrases.py
	@tests/documents/check.py --build $(BUILD)

check-all: ## runs every check: test, latency, sanitizers, longer perft, fuzzing, 64-bit Arm, other builds and systems, the page, what is installed, lint, format (hours)
	@BUSHKA_LONG_TESTS=1 $(MAKE) test
	@$(MAKE) latency
	@$(MAKE) SAN=address,undefined check-suites
	@$(MAKE) SAN=thread check-suites
	@scripts/perft --max-count $(PERFT_LONG) $(PROGRAM)
	@$(MAKE) fuzz-run
	@$(MAKE) cross-check
	@$(MAKE) test-portable
	@for target in test-posix test-macos test-musl check-musl test-windows test-gui test-library test-install test-packages \
	    test-trials lint format-check; do $(MAKE) $$target || exit; done

test-trials: ready ## tries the scripts for several machines on this one, as root and where the tools are installed (minutes)
	@for trial in match/hosts match/slurm; do tests/$${trial}_trial.sh || exit; done

bench: ready ## searches the bench positions for a signature and the speed
	@$(PROGRAM) bench

tune: python-ready ## trains networks of both boards from nothing and replaces the built-in ones (hours)
	@scripts/train/pipeline full --build $(BUILD)

tactics: python-ready ## lets the engine solve the tactical suite: solved, nodes and time of each position (minutes)
	@scripts/tactics --engine $(PROGRAM)

perft: ready ## counts move sequences; PERFT_DEPTH=n plies
	@$(PROGRAM) perft $(PERFT_DEPTH)

lib: ## builds the rules library alone
	@$(DEPS) lib
	@$(MAKE) $(LIB) >&2

clean: ## removes everything built
	rm -rf build

help: ## lists the targets
	@LC_ALL=C sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1|\2/p' $(filter Makefile %.mk,$(MAKEFILE_LIST)) | \
	    while IFS='|' read -r target text; do printf '%-18s%s\n' "$$target" "$$text"; done

# Stamps: when their text changes, what depends on them is made again.
QUOTED = $(subst ','\'',$(LINE))
%.stamp: FORCE
	@mkdir -p $(@D)
	@echo '$(QUOTED)' | cmp -s - $@ || echo '$(QUOTED)' >$@
$(BUILD)/flags.stamp: LINE = $(COMPILER) $(COMPILE) $(SCRIPTS_FLAGS) $(TESTS_FLAGS) $(LINK) $(READLINE)
$(BUILD)/sources.stamp: LINE = $(ALL_SRC) $(WASM_OWN) $(WIN_OWN)

$(BUILD)/obj/%.o: %.c $(BUILD)/flags.stamp
	@mkdir -p $(@D)
	@echo '  CC   $<'
	@$(COMPILE) $(MORE_FLAGS) -MMD -MP -c $< -o $@
$(BUILD)/obj/core/%.o: MORE_FLAGS = $(CORE_FLAGS)
$(BUILD)/obj/engine/%.o: MORE_FLAGS = $(ENGINE_FLAGS)
$(BUILD)/obj/engine/terminal/%.o: MORE_FLAGS = $(ENGINE_FLAGS) $(READLINE_FLAGS)
$(BUILD)/obj/scripts/%.o: MORE_FLAGS = $(SCRIPTS_FLAGS)
$(BUILD)/obj/scripts/match/%.o $(BUILD)/obj/scripts/endings/%.o: MORE_FLAGS = $(SCRIPTS_FLAGS) $(NO_LTO)
$(BUILD)/obj/tests/%.o: MORE_FLAGS = $(TESTS_FLAGS) $(NO_LTO:%=% -O1)

# The networks, and the tablebases of few pieces, become bytes of the program.
define BYTES
@mkdir -p $(@D)
@od -An -v -tu1 $< | sed 's/  */,/g; s/^,//; s/$$/,/' >$@
endef
$(BUILD)/%.inc: engine/%.net
	$(BYTES)
$(BUILD)/%.inc: engine/%.endings
	$(BYTES)
$(BUILD)/obj/engine/evaluation/network_builtin.o: $(NETWORKS)
$(BUILD)/obj/engine/tables/tables_builtin.o: $(BUILTIN_TABLES)

$(LIB): $(call OBJ,$(CORE_SRC)) $(BUILD)/sources.stamp
	@echo '  AR   $@'
	@rm -f $@
	@$(AR) rcs $@ $(filter %.o,$^)

# Every program is linked from its objects, the library and LIBS.
define LINK_PROGRAM
@mkdir -p $(@D)
@echo '  LINK $@'
@$(LINK) $(LINK_STATIC) $(filter %.o,$^) $(LIB) $(LIBS) -lm -o $@
endef
$(PROGRAM): $(call OBJ,$(MAIN_SRC) $(GAMES_SRC) $(ENGINE_SRC))
$(PROGRAM): LIBS = $(READLINE)
$(MATCH): $(call OBJ,$(MATCH_MAIN) $(MATCH_SRC) $(TOOLS_SRC) $(GAMES_SRC) $(TABLES_SRC) $(SYSTEM_SRC))
$(TRAIN): $(BUILD)/bushka-%: $(BUILD)/obj/scripts/train/%_main.o $(call OBJ,$(TRAIN_SRC) $(TOOLS_SRC) $(ENGINE_SRC))
# Without the evaluation, which holds a table that follows from what this program computes.
$(ENDINGS): $(call OBJ,$(ENDINGS_MAIN) $(ENDINGS_SRC) $(TOOLS_SRC) $(TABLES_SRC) $(SYSTEM_SRC))
$(TESTS): $(call OBJ,$(TESTS_SRC) engine/terminal/board_picture.c $(GAMES_SRC) $(MATCH_SRC) $(TRAIN_SRC) $(ENDINGS_SRC) $(TOOLS_SRC) $(LIBRARY_SRC) $(ENGINE_SRC))
$(TESTS): LIBS = $(TESTS_LIBS) $(NO_LTO)
$(MATCH) $(FAKE) $(ENDINGS) $(BUILD)/bushka-train: LIBS = $(NO_LTO)
$(FAKE): $(call OBJ,$(FAKE_SRC) $(TOOLS_SRC) $(SYSTEM_SRC))
$(PROGRAM) $(MATCH) $(TRAIN) $(ENDINGS) $(TESTS) $(FAKE): $(LIB) $(BUILD)/flags.stamp $(BUILD)/sources.stamp
	$(LINK_PROGRAM)

include scripts/endings/endings.mk scripts/gui/gui.mk scripts/style/style.mk tests/fuzz/fuzz.mk tests/portable.mk \
    scripts/package/windows.mk scripts/package/install.mk scripts/package/library.mk scripts/package/python.mk \
    scripts/package/npm.mk scripts/package/image.mk

-include $(patsubst %.o,%.d,$(call OBJ,$(ALL_SRC)))
