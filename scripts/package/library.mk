# SPDX-License-Identifier: GPL-3.0-or-later
# The engine as a library: libbushka.so.0, libbushka.a and bushka.pc, and what is installed of it (the folders are those
# of install.mk). It has separate objects, whose code may be anywhere in memory. Of the engine the linker takes only
# what the library calls.
LIBRARY_NAME := libbushka.so.0
LIBRARY_MAP  := engine/library/bushka.map
LIBRARY_SO   := $(BUILD)/$(LIBRARY_NAME)
LIBRARY_A    := $(BUILD)/libbushka.a
LIBRARY_PC   := $(BUILD)/bushka.pc
LIBRARY_TALK := $(BUILD)/library/protocol.md
LIBRARY_PART := $(BUILD)/library/libengine.a
LIBRARY_ONE  := $(BUILD)/library/bushka.o
LIBRARY_OBJ   = $(patsubst %.c,$(BUILD)/library/obj/%.o,$(1))
LIBRARY_LINK  = $(LINK) -fPIC
OBJCOPY       = $(shell $(CC) -print-prog-name=objcopy)
# One object of all; gcc needs an option to know that it is machine code already.
LIBRARY_JOIN  = $(LIBRARY_LINK) -r -nostdlib $(if $(findstring clang,$(COMPILER)),-Wno-unused-command-line-argument,-flinker-output=nolto-rel)

# What is installed, in the form of scripts/package/install.
LIBRARY_LIST := 755:$(LIBRARY_SO):$(LIBDIR)/$(LIBRARY_NAME) link:$(LIBRARY_NAME):$(LIBDIR)/libbushka.so \
    644:$(LIBRARY_A):$(LIBDIR)/libbushka.a 644:$(LIBRARY_PC):$(LIBDIR)/pkgconfig/bushka.pc \
    644:engine/library/bushka.h:$(INCLUDEDIR)/bushka.h 644:$(LIBRARY_TALK):$(DATADIR)/doc/libbushka/protocol.md

.PHONY: library library-files install-library uninstall-library test-library

library: build-deps ## builds the engine as a library: libbushka.so.0, libbushka.a, bushka.pc (a minute)
	@$(MAKE) library-files >&2

library-files: $(LIBRARY_SO) $(LIBRARY_A) $(LIBRARY_PC) $(LIBRARY_TALK)

$(LIBRARY_TALK): protocol.md scripts/package/document
	@mkdir -p $(@D)
	@scripts/package/document protocol.md <$< >$@

$(BUILD)/library/obj/%.o: %.c $(BUILD)/flags.stamp
	@mkdir -p $(@D)
	@echo '  PIC  $<'
	@$(COMPILE) $(ENGINE_FLAGS) -fPIC -fvisibility=hidden -MMD -MP -c $< -o $@
$(BUILD)/library/obj/engine/evaluation/network_builtin.o: $(NETWORKS)
$(BUILD)/library/obj/engine/tables/tables_builtin.o: $(BUILTIN_TABLES)

$(LIBRARY_PART): $(call LIBRARY_OBJ,$(ENGINE_SRC) $(CORE_SRC)) $(BUILD)/sources.stamp
	@rm -f $@
	@$(AR) rcs $@ $(filter %.o,$^)

$(LIBRARY_SO): $(call LIBRARY_OBJ,$(LIBRARY_SRC)) $(LIBRARY_PART) $(LIBRARY_MAP)
	@echo '  LINK $@'
	@$(LIBRARY_LINK) -shared -Wl,-soname,$(LIBRARY_NAME),--version-script=$(LIBRARY_MAP)$(if $(SAN),,$(comma)-z$(comma)defs) \
	    $(filter %.o %.a,$^) -lm -o $@

# Only the names of the interface are visible outside the one object.
$(LIBRARY_A): $(call LIBRARY_OBJ,$(LIBRARY_SRC)) $(LIBRARY_PART)
	@echo '  AR   $@'
	@$(LIBRARY_JOIN) $(filter %.o %.a,$^) -o $(LIBRARY_ONE)
	@$(OBJCOPY) --localize-hidden $(LIBRARY_ONE)
	@rm -f $@
	@$(AR) rcs $@ $(LIBRARY_ONE)

# For the folders that the library is to be installed in, without DESTDIR.
library_folder = $(patsubst $(abspath $(PREFIX))/%,$${prefix}/%,$(abspath $(1)))
$(LIBRARY_PC): scripts/package/bushka.pc.in engine/system/version.h FORCE
	@mkdir -p $(@D)
	@sed 's|@PREFIX@|$(abspath $(PREFIX))|; s|@LIBDIR@|$(call library_folder,$(LIBDIR))|; s|@INCLUDEDIR@|$(call library_folder,$(INCLUDEDIR))|; s|@VERSION@|$(VERSION)|' $< >$@

install-library: library ## installs the library alone: PREFIX=/usr/local, LIBDIR, INCLUDEDIR, below DESTDIR
	@DESTDIR='$(DESTDIR)' scripts/package/install put $(LIBRARY_LIST)
	@$(GIVE_BACK)
	@echo 'installed: libbushka in $(DESTDIR)$(abspath $(LIBDIR)); make uninstall-library with the same settings removes it'

uninstall-library: ## removes the library again
	@DESTDIR='$(DESTDIR)' scripts/package/install remove $(LIBRARY_LIST)

test-library: ## installs the library into a folder, runs the examples with it, and checks its symbols (a minute)
	@$(DEPS) build test library || echo 'test-library: not every tool is available; what needs one is skipped'
	@$(MAKE) library-files >&2
	@CC='$(CC)' BUILD='$(BUILD)' tests/library/installed.sh

-include $(patsubst %.o,%.d,$(call LIBRARY_OBJ,$(LIBRARY_SRC) $(ENGINE_SRC) $(CORE_SRC)))
