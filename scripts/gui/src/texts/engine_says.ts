// SPDX-License-Identifier: GPL-3.0-or-later
// What the engine says about moves, positions and results (core/notation_refuse.c, notation_parse.c, fen.c;
// engine/protocol/display.c), and what the page says if there is no engine. A saying is recognized by these texts, in which
// {0}, {1} ... stand for what changes.

/** Why there is no engine. Separate from the rest, which the engine's worker does not need. */
export const NO_ENGINE = {
  ended: 'the engine has ended',
  notLoaded: 'the engine could not be loaded',
  notFound: 'the engine could not be loaded: {0}: {1}',
  noAnswer: 'no answer',
  notStarted: 'the engine could not be started: {0}',
  noMemory: 'there is not enough memory for the engine',
  bridge: 'the bridge answered {0}',
  bridgeGone: 'the bridge does not answer',
  bridgeFull: '{0} engines run already; close a page',
  bridgeForgot: 'no engine of that name runs',
  bridgeToken: 'the token is not that of the running bridge',
};

const PLACE = /\{(\d)\}/g;

/** The text with these values in the places of {0}, {1} ... */
export function filled(text: string, ...values: readonly (string | number | undefined)[]): string {
  return text.replace(PLACE, (_, at: string) => String(values[Number(at)]));
}

export const ENGINE_SAYS = {
  ...NO_ENGINE,
  pageNetwork: 'the network of the page',
  damaged: 'the file is damaged: its checksum is {0}, that of what it holds is {1}',
  notNetwork: 'not a network for this engine: line 1 should be {0}',
  networkMemory: 'not enough memory for a network',
  blackLost: 'Black has no legal move and has lost',
  whiteLost: 'White has no legal move and has lost',
  repeated: 'draw, the position occurred for the third time',
  lost: '{0} has no legal move and has lost',
  notOwn: '{0} is to move and has no piece on {1}',
  ambiguous: '{0} is ambiguous, name every square: {1}',
  takesNothing: 'the move takes nothing, so it is {0} without an x',
  takesMore: 'another capture takes more pieces ({0}): {1}',
  linearFirst: 'a linear capture has precedence: {0}',
  compulsory: 'a capture is compulsory: {0}',
  noneOfThem: 'it is none of the captures: {0}',
  nothingTaken: 'nothing is taken from {0} to {1}; the captures are: {2}',
  occupiedByLine: '{0} is occupied; to move the line: {1}',
  occupied: '{0} is occupied',
  twoSquares: 'only a capture has more than two squares, and {0} has none',
  toItself: 'only a capture can end where it began, and {0} has none',
  noLine: 'no line leads from {0} to {1}',
  blocked: 'the way is blocked on {0}',
  backward: 'the man on {0} moves backward only to capture, and {1} has no capture',
  oneSquare: 'a man moves one square, or over an unbroken row of its own side, and there is none on {0}',
  missing: 'a move is missing',
  examples: '{0}; a move looks like f2f5, f2-f5, f25, hxe4, d6xe6xe5 or d6e5x',
  signExpected: 'a \'-\' or \'x\' stands where a square is expected',
  capitals: 'capital letters are not used in moves',
  character: 'it contains a character that no move has',
  squaresMost: 'it has more squares than any move',
  squareMissing: 'a square is missing after \'-\'',
  single: 'a single square is a move only for a capture that returns to it, as in f6x',
  noMove: 'it is not a move',
  noSquare: '{0} is not a square of the board {1}',
  namedTwice: '{0} is named twice: a square holds one piece',
  isKing: 'a {0} man on {1} would have become a king there: write {2} for a king',
  givenTwice: 'the pieces of {0} are given twice: expected those of {1}',
  fenLong: 'a FEN has at most {0} characters, this one has {1}',
  fenShort: 'the FEN ends too early: expected {0}',
  fenCharacter: 'FEN character {0}: expected {1}, found {2}',
  fenSquare: 'a square such as f2, or Kf2 for a king',
  fenSeparator: '\',\' or \':\' or the end after a square',
  fenSide: 'the side to move, W or B',
  fenColon: '\':\' after the side to move',
  fenOther: '\':\' and the pieces of the other side',
  fenPieces: 'W or B before the pieces of that side',
  fenEnd: 'the end',
  white: 'white',
  black: 'black',
  sideWhite: 'White',
  sideBlack: 'Black',
  over: 'the game is over',
  move: 'move {0}',
  /** What is wrong, after the move or the place where it is. */
  prefixed: '{0}: {1}',
};

export type EngineSays = Readonly<Record<keyof typeof ENGINE_SAYS, string>>;
