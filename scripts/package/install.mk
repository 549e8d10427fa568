# SPDX-License-Identifier: GPL-3.0-or-later
# Installing, archives and packages. Settings, on the command line:
#   PREFIX=dir    where make install puts things (/usr/local); BINDIR, LIBDIR, INCLUDEDIR, DATADIR, MANDIR, DOCDIR and
#                 ZSHDIR, below it, can be given too. No spaces and no colons in them.
#   DESTDIR=dir   a folder that stands for the root of the system, for packages
#   SOURCE_DATE_EPOCH=n  the date in man pages and archives (that of the last commit)
PREFIX     := /usr/local
BINDIR     := $(PREFIX)/bin
LIBDIR     := $(PREFIX)/lib
INCLUDEDIR := $(PREFIX)/include
DATADIR    := $(PREFIX)/share
MANDIR     := $(DATADIR)/man
DOCDIR     := $(DATADIR)/doc/bushka-engine
ZSHDIR     := $(DATADIR)/zsh/site-functions
ifneq ($(words $(subst :, ,x$(PREFIX)x$(BINDIR)x$(LIBDIR)x$(INCLUDEDIR)x$(DATADIR)x$(MANDIR)x$(DOCDIR)x$(ZSHDIR)x)),1)
$(error PREFIX and the folders below it cannot have spaces or colons in their names)
endif
VERSION    := $(shell sed -n 's/^\#define BUSHKA_VERSION "\(.*\)"/\1/p' engine/system/version.h)
# In an archive of the sources, which has no commits, the date of a file.
EPOCH       = $(or $(SOURCE_DATE_EPOCH),$(if $(wildcard .git),$(shell git log -1 --format=%ct 2>/dev/null)),$(shell date -r CHANGELOG.md +%s 2>/dev/null || date +%s))

INSTALL_BUILT := $(PROGRAM) $(MATCH) $(ENDINGS) $(TRAIN)
# What is made of the help of the programs. Where those of BUILD were built for another machine, HELP_FROM holds
# programs that this one can run, which are used as they are.
TOOLS     := $(notdir $(INSTALL_BUILT))
DOCUMENTS := README.md protocol.md core/RULES.md core/STRATEGY.md core/OPENINGS.md CHANGELOG.md
PAGES     := $(foreach form,6 bash zsh fish,$(TOOLS:%=$(BUILD)/package/%.$(form)))
HELP_FROM :=
APPS      := $(DATADIR)/applications/bushka-engine.desktop $(DATADIR)/metainfo/bushka-engine.metainfo.xml
ICON      := $(DATADIR)/icons/hicolor/scalable/apps/bushka-engine.svg

# What is installed and removed: words MODE:SOURCE:DESTINATION, or link:TARGET:DESTINATION for a symbolic link.
# Directories are made as needed.
INSTALL_LIST  := $(foreach tool,$(TOOLS), \
    755:$(BUILD)/$(tool):$(BINDIR)/$(tool) \
    644:$(BUILD)/package/$(tool).6:$(MANDIR)/man6/$(tool).6 \
    644:$(BUILD)/package/$(tool).bash:$(DATADIR)/bash-completion/completions/$(tool) \
    644:$(BUILD)/package/$(tool).zsh:$(ZSHDIR)/_$(tool) \
    644:$(BUILD)/package/$(tool).fish:$(DATADIR)/fish/vendor_completions.d/$(tool).fish) \
    $(foreach document,$(DOCUMENTS),644:$(BUILD)/package/$(notdir $(document)):$(DOCDIR)/$(notdir $(document))) \
    644:LICENSE:$(DOCDIR)/LICENSE 644:scripts/package/NOTICES.txt:$(DOCDIR)/NOTICES.txt \
    $(foreach app,$(APPS),644:scripts/package/desktop/$(notdir $(app)):$(app)) 644:scripts/gui/public/icon.svg:$(ICON)

.PHONY: install install-ready uninstall pages dist release deb test-install test-packages test-desktop

# Root installs what was built, as it is: make would build it again with other settings. For other users it is brought
# up to date.
install-ready:
	@if [ "$$(id -u)" -eq 0 ] && ls $(INSTALL_BUILT) >/dev/null 2>&1; then $(MAKE) HELP_FROM='$(or $(HELP_FROM),$(BUILD))' pages >&2; \
	else $(DEPS) build && $(MAKE) $(INSTALL_BUILT) pages >&2; fi
	@$(GIVE_BACK)

# What root makes is given to the owner of the sources, who could not make it again otherwise.
GIVE_BACK = [ "$$(id -u)" -ne 0 ] || chown -R "$$(ls -dln . | awk '{ print $$3 ":" $$4 }')" '$(BUILD)'

install: install-ready ## installs the programs, man pages, completion, documents and a menu entry below PREFIX (/usr/local)
	@DESTDIR='$(DESTDIR)' scripts/package/install put $(INSTALL_LIST)
	@echo 'installed: $(words $(INSTALL_LIST)) files below $(DESTDIR)$(PREFIX); make uninstall with the same settings removes them'

uninstall: ## removes what make install with the same PREFIX has installed
	@DESTDIR='$(DESTDIR)' scripts/package/install remove $(INSTALL_LIST)
	@echo 'removed from $(DESTDIR)$(PREFIX)'

pages: $(PAGES) $(foreach document,$(DOCUMENTS),$(BUILD)/package/$(notdir $(document)))

# Installed documents are in one folder: links among them lead there, and links to what is not installed become text.
vpath %.md core
$(BUILD)/package/%.md: %.md scripts/package/document
	@mkdir -p $(@D)
	@scripts/package/document '$(notdir $(DOCUMENTS)) LICENSE NOTICES.txt' <$< >$@

$(BUILD)/package/date.stamp: LINE = $(EPOCH)
$(foreach form,6 bash zsh fish,$(BUILD)/package/%.$(form)): $(if $(HELP_FROM),,$(BUILD)/%) scripts/package/man/%.6 scripts/package/pages \
    $(BUILD)/package/date.stamp
	@scripts/package/pages $(or $(HELP_FROM),$(BUILD))/$* $(@D) $(EPOCH)

dist: ## makes build/dist/bushka-engine-VERSION.tar.gz, the sources, the same bytes each time
	@scripts/package/dist $(VERSION) $(EPOCH)

release: ## makes the downloads in build/release: Linux x86-64 and Arm, Windows, the page, packages, images, checksums (minutes)
	@$(DEPS) build python wasm page arm windows image || { $(DEPS) build python 2>/dev/null && \
	    echo 'release: not every tool is available; what needs one is left out'; }
	@scripts/package/release $(VERSION) $(EPOCH)

deb: ## builds the Debian source package and its packages in build/deb, and has lintian check them (minutes)
	@$(DEPS) lib package
	@scripts/package/deb $(VERSION) $(EPOCH)

test-install: python-ready ## builds from the archive of make dist, installs into a folder, tries what is there, and removes it (minutes)
	@BUILD='$(BUILD)' tests/install_trial.sh

# test-desktop checks the menu entry and the text for software centres with the tools of those who show them.
test-packages: ## tries the packages where they are used (minutes)
	@for target in test-python test-npm test-image test-desktop; do $(MAKE) $$target || exit; done

# Validates the menu entry and the description for software centres.
test-desktop:
	@if ! $(DEPS) desktop; then echo 'test-desktop: skipped, not every tool is available'; \
	else desktop-file-validate scripts/package/desktop/*.desktop && appstreamcli validate --no-net scripts/package/desktop/*.xml; fi
