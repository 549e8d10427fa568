# SPDX-License-Identifier: GPL-3.0-or-later
# The Python package: the modules in python/ and the library of library.mk, in one wheel.
#   make python-wheel CC=aarch64-linux-gnu-gcc BUILD=build/aarch64    the one for 64-bit Arm
PYTHON_FOLDER  := $(BUILD)/python
PYTHON_LIBRARY := $(PYTHON_FOLDER)/library/$(LIBRARY_NAME)

.PHONY: python-wheel python-wheel-file test-python

python-wheel: ## builds the Python package, build/python/bushka-VERSION-py3-none-PLATFORM.whl (a minute)
	@$(DEPS) lib python
	@$(MAKE) python-wheel-file

python-wheel-file: $(PYTHON_LIBRARY) $(LIBRARY_TALK)
	@rm -f $(PYTHON_FOLDER)/*.whl
	@scripts/package/python/wheel $^ $(VERSION) $(EPOCH) $(PYTHON_FOLDER)

# Without the symbols that only a debugger reads.
$(PYTHON_LIBRARY): $(LIBRARY_SO)
	@mkdir -p $(@D)
	@$(OBJCOPY) --strip-unneeded $< $@

# Each package has a folder in tests/packages, and a target that tries it.
test-python:
	@$(DEPS) build python venv || $(DEPS) build python
	@$(MAKE) $(PROGRAM) python-wheel-file >&2
	@tests/packages/python/check $(PYTHON_FOLDER)/*.whl $(PROGRAM)
