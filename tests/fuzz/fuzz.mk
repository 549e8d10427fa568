# SPDX-License-Identifier: GPL-3.0-or-later
# Programs that feed the engine random input, by libFuzzer; FUZZ_SECONDS=n for each.
FUZZ_SECONDS := 20
FUZZERS := $(patsubst tests/fuzz/%.c,$(BUILD)/fuzz-%,$(FUZZ_SRC))
FUZZ_MAKE = $(MAKE) CC=clang SAN=fuzzer-no-link,address,undefined BUILD=build/fuzz

.PHONY: fuzz fuzz-run fuzzers fuzzers-run

fuzz: ## builds the libFuzzer programs (a minute)
	+@if ! CC=clang scripts/deps lib fuzz; then echo 'fuzz: skipped, not every tool is available'; else $(FUZZ_MAKE) fuzzers; fi

fuzz-run: ## builds them, and runs each for FUZZ_SECONDS (minutes)
	+@if ! CC=clang scripts/deps lib fuzz; then echo 'fuzz-run: skipped, not every tool is available'; else $(FUZZ_MAKE) fuzzers-run; fi

# Only through FUZZ_MAKE. Crashes are written to build/fuzz/, where the corpus grows, too.
fuzzers: $(FUZZERS)
fuzzers-run: $(FUZZERS)
	@set -e; for fuzzer in $(FUZZERS); do \
	    echo "$$fuzzer"; mkdir -p $$fuzzer-corpus; \
	    case $$fuzzer in *_book) seeds=tests/data/bushka.book,tests/data/bushka9x11.book ;; *) seeds= ;; esac; \
	    $$fuzzer -max_total_time=$(FUZZ_SECONDS) -timeout=10 -verbosity=0 -print_final_stats=1 \
	        $${seeds:+-seed_inputs=$$seeds} -artifact_prefix=$$fuzzer- $$fuzzer-corpus; done

$(FUZZERS): $(BUILD)/fuzz-%: $(BUILD)/obj/tests/fuzz/%.o $(call OBJ,$(ENGINE_SRC)) $(LIB) $(BUILD)/flags.stamp $(BUILD)/sources.stamp
	$(LINK_PROGRAM)
$(FUZZERS): LIBS = -fsanitize=fuzzer
