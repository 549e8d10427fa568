# SPDX-License-Identifier: GPL-3.0-or-later
# The page, and the engine for WebAssembly inside it.
.PHONY: gui gui-page test-gui test-gui-run

# The same code for WebAssembly: engine/system/wasm instead of engine/system/posix, without what only programs with
# files and signals need, and with a separate main. The networks and tablebases are files of the page, shared by all
# builds.
WASM_OWN  := $(sort $(wildcard engine/system/wasm/*.c scripts/gui/wasm/*.c))
WASM_OUT  := descriptor file input version
WASM_ELSE := engine/evaluation/network_builtin.c engine/tables/tables_builtin.c
WASM_SRC  := $(CORE_SRC) $(filter-out $(WASM_OUT:%=engine/system/%.c) engine/system/posix/% $(WASM_ELSE),$(ENGINE_SRC)) $(WASM_OWN)

# For browsers: one thread with a stack as large as on other systems, and memory that the page makes. What -O3 unrolls
# and inlines in addition leaves their compilers short of registers: it is larger and slower.
WASM_CC      := clang
WASM_TARGET  := --target=wasm32-wasi
WASM_STACK   := 4194304
WASM_INITIAL := 8388608
WASM_MOST    := 4294967296
WASM_FLAGS    = $(WASM_TARGET) $(LANGUAGE) $(WARNINGS) -O2 -DNDEBUG -flto -mbulk-memory -msign-ext -mnontrapping-fptoint \
    $(ENGINE_FLAGS) -Iengine/system/wasm
# Small where speed does not matter: all of the engine is loaded before the first move.
WASM_SMALL   := core/notation% core/fen.c core/count.c core/perft.c engine/book/% engine/protocol/% engine/system/% \
    engine/tables/% $(addprefix engine/evaluation/,network_file.c network_shape.c pace_tempo.c) \
    $(addprefix engine/search/,deepening.c reports.c root_moves.c search.c strength.c threads.c time.c)
WASM_COLD     = $(if $(filter $(WASM_SMALL),$<),-Oz)
WASM_LINK     = $(WASM_TARGET) -mexec-model=reactor -flto -Wl,--strip-all,-z,stack-size=$(WASM_STACK),--stack-first,--import-memory \
    -Wl,--initial-memory=$(WASM_INITIAL),--max-memory=$(WASM_MOST)
WASM         := $(BUILD)/wasm/bushka.wasm $(BUILD)/wasm/bushka-simd.wasm

# Like those of the Makefile, not from the environment.
ENGINE  :=
PORT    :=
BROWSER := chromium

# The page is built once its packages are there, and with the engine inside it.
GUI         := scripts/gui
GUI_MODULES := $(GUI)/node_modules/.package-lock.json
# With the program behind it the page starts no engine, and is built separately with an empty one, so that no compiler
# for WebAssembly is needed.
GUI_BUILD   := $(BUILD)$(if $(ENGINE),/native)
GUI_WASM     = $(WASM:$(BUILD)/%=$(GUI_BUILD)/%)
GUI_SERVE    = scripts/gui-serve $(if $(PORT),--port $(PORT)) $(GUI_BUILD)/gui
GUI_TOOL     = cd $(GUI) && BUILD='$(GUI_BUILD)' node_modules/.bin

gui: ## builds the page with the engine inside and serves it; ENGINE=native puts build/bushka behind it instead, PORT=N takes another port (a minute or two)
	@case '$(ENGINE)' in '' | native) ;; *) echo "make gui: ENGINE is native or not given, not '$(ENGINE)'" >&2; exit 2;; esac
	@$(DEPS) build python $(if $(ENGINE),,wasm) page
	@$(MAKE) gui-page $(if $(ENGINE),$(PROGRAM)) >&2
	@$(GUI_SERVE) $(if $(ENGINE),--engine $(PROGRAM))

gui-page: $(GUI_WASM) $(GUI_MODULES)
	@$(GUI_TOOL)/tsc
	@$(GUI_TOOL)/vite build --logLevel warn

test-gui: ## tests the page and the engine inside it in headless Chromium, where that is available (minutes)
	@if ! $(DEPS) build python wasm page $(if $(filter firefox,$(BROWSER)),firefox,browser); then echo 'test-gui: skipped, not every tool is available'; \
	elif ! $(MAKE) $(GUI_MODULES); then echo 'test-gui: skipped, the packages of the page cannot be installed'; \
	else $(MAKE) programs >&2 && $(MAKE) test-gui-run; fi

# The npm package uses modules of the page and names from them.
test-gui-run: gui-page
	@$(GUI_TOOL)/tsc -p ../package/npm --noEmit
	@$(GUI_TOOL)/vite build --mode test --logLevel warn
	@cd $(GUI) && BUILD='$(BUILD)' node tests/run.mjs $(TESTS_GUI)

# By the lock file; not by npm ci, which wants the packages for every other system in it.
$(GUI_MODULES): $(GUI)/package.json $(GUI)/package-lock.json
	@echo '  NPM  scripts/gui/node_modules (60 MB)'
	@cd $(GUI) && npm install --no-save --ignore-scripts --no-audit --no-fund >&2
	@touch $@

$(BUILD)/native/wasm/%.wasm:
	@mkdir -p $(@D)
	@: >$@

# The engine of the page, without and with vectors.
$(BUILD)/wasm/flags.stamp: LINE = $(shell $(WASM_CC) --version | head -n 1) $(WASM_FLAGS) $(WASM_LINK)
$(BUILD)/wasm/obj/%.o: %.c $(BUILD)/wasm/flags.stamp
	@mkdir -p $(@D)
	@echo '  WASM $<'
	@$(WASM_CC) $(WASM_FLAGS) $(WASM_COLD) -MMD -MP -c $< -o $@
$(BUILD)/wasm/obj-simd/%.o: %.c $(BUILD)/wasm/flags.stamp
	@mkdir -p $(@D)
	@echo '  WASM $< (SIMD)'
	@$(WASM_CC) $(WASM_FLAGS) $(WASM_COLD) -msimd128 -MMD -MP -c $< -o $@
$(BUILD)/wasm/bushka.wasm: $(WASM_SRC:%.c=$(BUILD)/wasm/obj/%.o)
$(BUILD)/wasm/bushka-simd.wasm: $(WASM_SRC:%.c=$(BUILD)/wasm/obj-simd/%.o)
$(WASM): $(BUILD)/wasm/flags.stamp $(BUILD)/sources.stamp
	@echo '  LINK $@'
	@$(WASM_CC) $(WASM_LINK) $(filter %.o,$^) -o $@

-include $(foreach objects,obj obj-simd,$(WASM_SRC:%.c=$(BUILD)/wasm/$(objects)/%.d))
