# SPDX-License-Identifier: GPL-3.0-or-later
# The npm package: the engine of the page and the modules that drive it, for other programs in JavaScript and TypeScript.
NPM := $(BUILD)/npm/bushka-engine-$(VERSION).tgz

.PHONY: npm npm-package test-npm

npm: ## makes the npm package build/npm/bushka-engine-VERSION.tgz, the engine for Node and browsers (a minute)
	@$(DEPS) build wasm page
	@$(MAKE) npm-package >&2
	@echo '$(NPM)'

npm-package: $(WASM) $(GUI_MODULES)
	@echo '  PACK $(NPM)'
	@scripts/package/npm/pack $(VERSION) $(EPOCH) '$(BUILD)'

test-npm:
	@if ! $(DEPS) build python wasm page browser; then echo 'test-npm: skipped, not every tool is available'; \
	elif ! $(MAKE) $(GUI_MODULES); then echo 'test-npm: skipped, the packages that build it cannot be installed'; \
	else $(MAKE) $(PROGRAM) npm-package >&2 && tests/packages/npm/check '$(BUILD)' $(VERSION) $(EPOCH); fi
