/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tags of a game in the file of a match: under which settings it was played, so that no other match is taken for
 * this one, and what was counted in it besides its moves. They depend on the command line and the game alone.
 *
 *     [OpeningSet "format=random; plies=8; seed=1"]      or file (without its directory), and what else is set
 *     [Adjudication "maxmoves=250; resign movecount=3; resign score=600"]
 *     [WhiteEngine "cmd=bushka; option.Hash=16"]         cmd (without its directory), args, option.*, timemargin
 *     [WhiteCounts "moves=37; lines=36; illegal=0"]      searches, those with a line, with an illegal line
 *
 * A line is a principal variation. Where times are written the counts have timed, measured, reported and worst, too,
 * and waiting where the side lost on time while the system kept it waiting. */
#ifndef BUSHKA_MATCH_GAME_TAGS_H
#define BUSHKA_MATCH_GAME_TAGS_H

#include "match/config.h"
#include "match/standing.h"

/* Sets the tags that are known before the game begins. Returns ERROR_MEMORY when memory runs out. */
ErrorCode game_tags_begin(PdnGame *g, const MatchConfig *c, const Fixture *f, const Opening *opening);

/* What the games of a match have in common, as it stands in their tags. */
typedef struct MatchTags {
    const Variant *variant;
    char event[PDN_TEXT_SIZE];
    char seed[PDN_TEXT_SIZE];
    char openings[PDN_TEXT_SIZE];
    char adjudication[PDN_TEXT_SIZE];
} MatchTags;

/* What the games of an engine have in common. */
typedef struct EngineTags {
    char name[PDN_TEXT_SIZE];
    char limits[PDN_TEXT_SIZE];
    char settings[PDN_TEXT_SIZE];
} EngineTags;

/* The tags of the match, and of the engine with that colour. */
MatchTags game_tags_match(const PdnGame *g);
EngineTags game_tags_engine(const PdnGame *g, Color side);

/* True when they differ; then the text says how, such as "Seed was 1, is 2" or "engine B: option.Hash was 16, is 64".
 */
bool game_tags_match_differs(const MatchTags *was, const MatchTags *is, char text[ERROR_TEXT]);
bool game_tags_engine_differs(const EngineTags *was, const EngineTags *is, char text[ERROR_TEXT]);

/* Sets the tags of what was counted, by colour; those about times only when they may be written. Returns
 * ERROR_MEMORY when memory runs out. */
ErrorCode game_tags_end(PdnGame *g, const Tally tallies[COLOR_COUNT], bool timed);

/* What a record adds to the standing, given which game it is: faults follow from the termination, counts from the tags.
 * ERROR_SYNTAX when a tag does not have its form. */
ErrorCode game_tags_outcome(const PdnGame *g, const Fixture *f, GameOutcome *outcome, Error *e);

#endif
