# SPDX-License-Identifier: GPL-3.0-or-later
# The engine as a library: libbushka.so.0, libbushka.a and bushka.pc, and what is installed of it. Its objects are its own,
# since their code may stand anywhere in memory. Of the engine the linker takes what the library calls, and no more.
PREFIX     ?= /usr/local
LIBDIR     ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include

LIBRARY_NAME := libbushka.so.0
LIBRARY_MAP  := engine/library/bushka.map
LIBRARY_SO   := $(BUILD)/$(LIBRARY_NAME)
LIBRARY_A    := $(BUILD)/libbushka.a
LIBRARY_PC   := $(BUILD)/bushka.pc
LIBRARY_PART := $(BUILD)/library/libengine.a
LIBRARY_ONE  := $(BUILD)/library/bushka.o
LIBRARY_OBJ   = $(patsubst %.c,$(BUILD)/library/obj/%.o,$(1))
LIBRARY_LINK  = $(LINK) -fPIC
OBJCOPY       = $(shell $(CC) -print-prog-name=objcopy)
# One object of all, of which gcc has to be told that it is machine code already.
LIBRARY_JOIN  = $(LIBRARY_LINK) -r -nostdlib $(if $(findstring clang,$(COMPILER)),,-flinker-output=nolto-rel)

# What is installed, FILE:FOLDER each; the shared library has its short name as a link beside it.
LIBRARY_INSTALLED = $(LIBRARY_SO):$(LIBDIR) $(LIBRARY_A):$(LIBDIR) $(LIBRARY_PC):$(LIBDIR)/pkgconfig \
    engine/library/bushka.h:$(INCLUDEDIR)
LIBRARY_SHORT     = $(LIBDIR)/libbushka.so

.PHONY: library library-files install-library uninstall-library test-library

library: build-deps ## builds the engine as a library: libbushka.so.0, libbushka.a, bushka.pc
	@$(MAKE) library-files >&2

library-files: $(LIBRARY_SO) $(LIBRARY_A) $(LIBRARY_PC)

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
comma := ,

# Only the names of the interface can be seen from outside of the one object.
$(LIBRARY_A): $(call LIBRARY_OBJ,$(LIBRARY_SRC)) $(LIBRARY_PART)
	@echo '  AR   $@'
	@$(LIBRARY_JOIN) $(filter %.o %.a,$^) -o $(LIBRARY_ONE)
	@$(OBJCOPY) --localize-hidden $(LIBRARY_ONE)
	@rm -f $@
	@$(AR) rcs $@ $(LIBRARY_ONE)

# For the folders that it is to be installed in, without DESTDIR.
$(LIBRARY_PC): scripts/package/bushka.pc.in engine/protocol/version.h FORCE
	@mkdir -p $(@D)
	@version=$$(sed -n 's/^#define BUSHKA_VERSION "\(.*\)"/\1/p' engine/protocol/version.h); \
	    sed -e "s|@PREFIX@|$(PREFIX)|; s|@LIBDIR@|$(LIBDIR)|; s|@INCLUDEDIR@|$(INCLUDEDIR)|; s|@VERSION@|$$version|" $< >$@

install-library: library ## installs the library: PREFIX=/usr/local, LIBDIR, INCLUDEDIR, below DESTDIR
	@set -e; for pair in $(LIBRARY_INSTALLED); do \
	    mode=644; case $$pair in *.so.*) mode=755;; esac; \
	    install -d "$(DESTDIR)$${pair#*:}"; install -m $$mode "$${pair%%:*}" "$(DESTDIR)$${pair#*:}"; done
	@ln -sf $(LIBRARY_NAME) "$(DESTDIR)$(LIBRARY_SHORT)"

uninstall-library: ## removes it again
	@for pair in $(LIBRARY_INSTALLED); do rm -f "$(DESTDIR)$${pair#*:}/$$(basename "$${pair%%:*}")"; done
	@rm -f "$(DESTDIR)$(LIBRARY_SHORT)"

test-library: test-deps library ## installs the library into a folder, runs the examples against it, and looks at what it shows
	@scripts/deps library || echo 'test-library: not every tool can be had; what needs one is skipped'
	@CC='$(CC)' BUILD='$(BUILD)' tests/library/installed.sh

-include $(patsubst %.o,%.d,$(call LIBRARY_OBJ,$(LIBRARY_SRC) $(ENGINE_SRC) $(CORE_SRC)))
