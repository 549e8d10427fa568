// SPDX-License-Identifier: GPL-3.0-or-later
// A program that uses everything the package declares: it only has to compile.
import {
  type BoardName, BOARDS, type BoardShape, createEngine, createRules, type Details, type Engine, type EngineOptions, type Game, type LegalMove, type Place, placeOf, Refusal, type Rules,
  squaresOf, type Step,
} from 'bushka-engine';

const options: EngineOptions = { memory: 64 };
const engine: Engine = await createEngine(options);
const off: () => void = engine.onLine((line: string) => line.startsWith('bestmove'));
engine.onCrash((reason: string) => reason.length);
engine.send('go depth 3');
off();
engine.terminate();

const rules: Rules = await createRules();
const board: BoardName = 'bushka9x11';
const shape: BoardShape = BOARDS[board];
const places: Place[] = squaresOf(shape).map(placeOf);
places.map(({ column, row }) => column + row);
const game: Game = { board, moves: [] };
try {
  const position: Details = rules.position(game);
  const move: LegalMove = position.moves[0] ?? rules.move(game, 'f2f5');
  const steps: readonly (readonly Step[])[] = move.routes;
  const words: (string | null)[] = [position.fen, position.result, position.reason, ...move.line, ...move.taken, ...steps.flat().map(({ to }) => to)];
  words.push(move.coordinate, move.formal, move.short, move.kind, move.from, move.to);
} catch (error) {
  if (!(error instanceof Refusal)) {
    throw error;
  }
}

// @ts-expect-error a board has a name
rules.position({ board: 'chess' });
// @ts-expect-error a command is text
engine.send(1);
// @ts-expect-error rules are made by createRules()
new Rules();
