/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The terms of the evaluation: what is counted for each side, and why. Own men move to NW and NE for both sides; the
 * sets and the functions are those of sets.h, `s` is the EvalSides. A list to be included where TERM is defined, which
 * it takes back at its end. To add a term: a line here, a case in tests/evaluation/test_eval_terms.c, and weights, in
 * which the terms have the same order.
 *
 *     TERM(term, name, group, kind, count)
 *
 * Groups and kinds are explained in eval_features.h. What the terms are worth stands in eval_weights.c. */
/* clang-format off */

/* Material. Every man and every king has a price. */
TERM(EVAL_MEN, "men", EVAL_GROUP_MATERIAL, EVAL_LINEAR, number_of(s->men))
TERM(EVAL_KINGS, "kings", EVAL_GROUP_MATERIAL, EVAL_LINEAR, number_of(s->kings))

/* The first king is worth more or less than further ones: 1 for a side that has a king at all. */
TERM(EVAL_HAS_KING, "has_king", EVAL_GROUP_MATERIAL, EVAL_ROUGH, has_king(s->position))

/* 1 for the side to move. */
TERM(EVAL_TO_MOVE, "to_move", EVAL_GROUP_MATERIAL, EVAL_COUNTED, is_mover(s))

/* Pace in the inventor's sense: the sum over the men of their row, 1 on the own first row. */
TERM(EVAL_PACE, "pace", EVAL_GROUP_PACE, EVAL_LINEAR, rows_of(s->men))

/* The row of the most advanced man: from there on men meet. */
TERM(EVAL_FRONT, "front", EVAL_GROUP_PACE, EVAL_COUNTED, s->front)

/* Tempo in the inventor's sense: steps behind the front line, that is, without coming nearer to the enemy. */
TERM(EVAL_TEMPO, "tempo", EVAL_GROUP_TEMPO, EVAL_COUNTED,
     number_of_two(s->own_nw & s->vacant & s->behind, s->own_ne & s->vacant & s->behind))

/* Those of them that are safe. */
TERM(EVAL_TEMPO_SAFE, "tempo_safe", EVAL_GROUP_TEMPO, EVAL_COUNTED,
     number_of_two(s->safe_nw & s->behind, s->safe_ne & s->behind))

/* Moves of men, single steps and lines. */
TERM(EVAL_MOBILITY, "mobility", EVAL_GROUP_MOBILITY, EVAL_COUNTED, number_of_two(s->movers_nw, s->movers_ne))

/* Safe moves: single steps to where no enemy man can capture next, and that uncover nobody. Who runs out of them loses
 * something; that is how closed games end. */
TERM(EVAL_SAFE, "safe", EVAL_GROUP_MOBILITY, EVAL_COUNTED, s->safe)
TERM(EVAL_SAFE_NONE, "safe_none", EVAL_GROUP_MOBILITY, EVAL_COUNTED, has_none(s->safe))
TERM(EVAL_SAFE_FEW, "safe_few", EVAL_GROUP_MOBILITY, EVAL_COUNTED, has_few(s->safe))

/* No safe move, and the move: what runs out costs something now. */
TERM(EVAL_ZUGZWANG, "zugzwang", EVAL_GROUP_MOBILITY, EVAL_COUNTED, both_hold(has_none(s->safe), is_mover(s)))

/* Men that cannot move, neither alone nor with a line. */
TERM(EVAL_STUCK, "stuck", EVAL_GROUP_MOBILITY, EVAL_COUNTED, number_of(s->men & ~(s->movers_nw | s->movers_ne)))

/* Men with an own man right behind them, counted on each line: lines move and capture as a whole. */
TERM(EVAL_PAIRS, "pairs", EVAL_GROUP_STRUCTURE, EVAL_COUNTED, number_of_two(s->men & s->own_ne, s->men & s->own_nw))

/* Men next to an enemy: they cannot be captured by him, but they bind each other. */
TERM(EVAL_CONTACT, "contact", EVAL_GROUP_STRUCTURE, EVAL_COUNTED,
     number_of(s->men & (s->foe_nw | s->foe_ne | s->foe_sw | s->foe_se)))

/* By how many men one wing outweighs the other: men crowded on one wing lack on the other. */
TERM(EVAL_WINGS, "wings", EVAL_GROUP_STRUCTURE, EVAL_COUNTED,
     difference(number_of(s->men & s->geometry->left), number_of(s->men & s->geometry->right)))

/* Men in the columns around the middle. */
TERM(EVAL_CENTRE, "centre", EVAL_GROUP_STRUCTURE, EVAL_LINEAR, number_of(s->men & s->geometry->centre))

/* Men at home on the first row keep the enemy from it. */
TERM(EVAL_BACK_ROW, "back_row", EVAL_GROUP_STRUCTURE, EVAL_LINEAR, number_of(s->men & EVAL_ROW(1)))

/* Men on the outermost squares at home: in the opening they cover the wings. */
TERM(EVAL_CORNERS, "corners", EVAL_GROUP_STRUCTURE, EVAL_LINEAR, number_of(s->men & s->geometry->corners))

/* Squares that the kings reach. */
TERM(EVAL_KING_MOBILITY, "king_mobility", EVAL_GROUP_KINGS, EVAL_WITH_KINGS, s->king_mobility)

/* Kings with one move or none: a king may be born in a prison. */
TERM(EVAL_KING_TRAPPED, "king_trapped", EVAL_GROUP_KINGS, EVAL_WITH_KINGS, s->king_trapped)

/* Kings on the border, where they see half as much and can be shut in. */
TERM(EVAL_KING_EDGE, "king_edge", EVAL_GROUP_KINGS, EVAL_LINEAR, number_of(s->kings & s->geometry->edge))

/* Kings on a line of nine squares or more, from where they reach the whole board. */
TERM(EVAL_KING_LONG_LINE, "king_long_line", EVAL_GROUP_KINGS, EVAL_LINEAR, number_of(s->kings & s->geometry->long_line))

/* Kings against a side that has none: they hunt its men unhindered. */
TERM(EVAL_KINGS_ALONE, "kings_alone", EVAL_GROUP_KINGS, EVAL_WITH_KINGS,
     number_of(pair_where_none(s->kings, s->enemy_kings)))

/* Steps of the kings from the border: from the middle most squares are within reach. */
TERM(EVAL_KING_CENTRE, "king_centre", EVAL_GROUP_KINGS, EVAL_LINEAR, centre_of_kings(s))

/* clang-format on */
#undef TERM
