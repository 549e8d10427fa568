# SPDX-License-Identifier: GPL-3.0-or-later
# Container images without a base: the engine, and the page with a server.
IMAGES       := $(BUILD)/images
IMAGE_STATIC := $(BUILD)/static/bushka

.PHONY: image image-files test-image

image: ## makes container images of the engine and of the page in build/images, with podman or buildah (two minutes)
	@$(DEPS) build wasm page image
	@$(MAKE) image-files

image-files: gui-page
	@$(MAKE) STATIC=1 BUILD='$(BUILD)/static' $(IMAGE_STATIC) >&2
	@rm -rf $(IMAGES)
	@scripts/package/image $(VERSION) $(EPOCH) $(IMAGE_STATIC) $(BUILD)/gui $(IMAGES)

test-image:
	@if ! $(DEPS) build python wasm page image; then echo 'test-image: skipped, not every tool is available'; \
	elif ! $(MAKE) $(GUI_MODULES); then echo 'test-image: skipped, the packages of the page cannot be installed'; \
	else $(MAKE) $(PROGRAM) image-files >&2 && tests/packages/image/check '$(BUILD)' $(VERSION) $(EPOCH); fi
