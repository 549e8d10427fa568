# SPDX-License-Identifier: GPL-3.0-or-later
# What bushka-endings makes: tablebases for users, and those that are part of the sources.
.PHONY: endings builtin-endings
endings: ready ## builds the tablebases of up to five pieces (half an hour of processor time, 80 MB; resumable) in build/endings
	@$(BUILD)/bushka-endings build -pieces 5 -dir build/endings

builtin-endings: ready ## makes the tablebases of up to four pieces that are part of the program (a minute)
	@$(BUILD)/bushka-endings build -pieces 4 -dir build/endings-builtin
	@for board in bushka bushka9x11; do \
	    cat $$(LC_ALL=C ls build/endings-builtin/$$board-*.results) >engine/tables/builtin/$$board.endings; done
