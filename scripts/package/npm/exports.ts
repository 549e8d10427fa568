// SPDX-License-Identifier: GPL-3.0-or-later
// What the package has in Node and in browsers besides the functions that make an engine or the rules.
export type { EngineOptions } from './common';
export type { Game, Rules } from './rules';
export type { CrashListener, Engine, LineListener } from '../../gui/engine/engine';
export { type BoardName, BOARDS, type BoardShape, type Place, placeOf, squaresOf } from '../../gui/src/geometry';
export { type Details, type LegalMove, Refusal, type Step } from '../../gui/src/moves';
