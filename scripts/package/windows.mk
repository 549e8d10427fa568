# SPDX-License-Identifier: GPL-3.0-or-later
# The programs for Windows.
#
# The same code as elsewhere, with engine/system/windows/ instead of engine/system/posix/. It uses what the C library of
# mingw-w64 has of POSIX (pthread.h, unistd.h, the clocks).
WIN_CC    := x86_64-w64-mingw32-gcc-posix
WIN       := $(BUILD)/windows
WIN_STACK := 8388608

WIN_OWN    := $(sort $(wildcard engine/system/windows/*.c))
win_sources = $(filter-out engine/system/posix/%,$(1)) $(WIN_OWN)
win_objects = $(patsubst %.c,$(WIN)/obj/%.o,$(call win_sources,$(1)))

# __USE_MINGW_ANSI_STDIO: printf() as in C11, where the system's has other formats for 64-bit numbers. The compiler
# would check formats against the system's all the same, which -Wno-format prevents: other builds check them.
# -muse-unaligned-vector-move: Windows aligns the stack to 16 bytes, and gcc (bug 54412) spills the 32-byte vectors of
# AVX2 to it with instructions that fault where it is not aligned to 32. The assembler replaces them by those that do
# not.
WIN_SAFE   := -Wa,-muse-unaligned-vector-move
WIN_FLAGS   = -std=c11 -D_POSIX_C_SOURCE=200809L -D__USE_MINGW_ANSI_STDIO=1 -D_WIN32_WINNT=0x0601 -DWIN32_LEAN_AND_MEAN \
    $(WARNINGS) -Wno-format -O3 -DNDEBUG -flto=auto $(WIN_SAFE) -pthread $(SCRIPTS_FLAGS) -isystem $(WIN)/include
# Without a time stamp in the file: the same sources make the same bytes.
WIN_LINK    = -O3 -flto=auto $(WIN_SAFE) -pthread -static -municode -Wl,--stack,$(WIN_STACK),--no-insert-timestamp -s
WIN_LIBS   := -lwinmm -lntdll

WIN_TRAIN     := $(patsubst $(BUILD)/%,$(WIN)/%.exe,$(TRAIN))
WIN_PROGRAMS := $(WIN)/bushka.exe $(WIN)/bushka-endings.exe $(WIN_TRAIN)

.PHONY: windows windows-programs test-windows
windows: ## builds the programs for 64-bit Windows in build/windows, with Debian's mingw-w64 (a minute)
	@scripts/deps lib windows
	@$(MAKE) windows-programs >&2

windows-programs: $(WIN_PROGRAMS)

test-windows: ## runs the programs for Windows under wine, where that is available, and compares them with this machine's (minutes)
	@if ! $(DEPS) build python windows wine; then echo 'test-windows: skipped, not every tool is available'; \
	else $(MAKE) programs windows-programs $(WIN)/tests/pipes.exe >&2 && tests/windows/check.py --build $(BUILD); fi

# uthash.h, from where this machine's own compiler finds it.
$(WIN)/include/uthash.h $(BUILD)/musl/include/uthash.h:
	@mkdir -p $(@D)
	@cp "$$(echo '#include <uthash.h>' | gcc -M -x c - | tr ' ' '\n' | grep '/uthash.h$$')" $@

$(WIN)/flags.stamp: LINE = $(WIN_CC) $(WIN_FLAGS) $(WIN_LINK)

$(WIN)/obj/%.o: %.c $(WIN)/flags.stamp | $(WIN)/include/uthash.h
	@mkdir -p $(@D)
	@echo '  WIN  $<'
	@$(WIN_CC) $(WIN_FLAGS) -MMD -MP -c $< -o $@
$(WIN)/obj/engine/evaluation/network_builtin.o: $(NETWORKS)
$(WIN)/obj/engine/tables/tables_builtin.o: $(BUILTIN_TABLES)

$(WIN)/bushka.exe: $(call win_objects,$(CORE_SRC) $(MAIN_SRC) $(GAMES_SRC) $(ENGINE_SRC))
$(WIN_TRAIN): $(WIN)/bushka-%.exe: $(WIN)/obj/scripts/train/%_main.o $(call win_objects,$(CORE_SRC) $(TRAIN_SRC) $(TOOLS_SRC) $(ENGINE_SRC))
$(WIN)/bushka-endings.exe: $(call win_objects,$(CORE_SRC) $(ENDINGS_MAIN) $(ENDINGS_SRC) $(TOOLS_SRC) $(TABLES_SRC) $(SYSTEM_SRC))
$(WIN_PROGRAMS): $(WIN)/flags.stamp $(BUILD)/sources.stamp
	@echo '  LINK $@'
	@$(WIN_CC) $(WIN_LINK) $(filter %.o,$^) $(WIN_LIBS) -o $@

# The part of the tests that runs on Windows.
$(WIN)/tests/pipes.exe: tests/windows/parent/pipes.c
	@mkdir -p $(@D)
	@$(WIN_CC) -std=c11 $(WARNINGS) -O1 -static $< -o $@

-include $(patsubst %.c,$(WIN)/obj/%.d,$(call win_sources,$(ALL_SRC)))
