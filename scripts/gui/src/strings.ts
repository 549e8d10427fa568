// SPDX-License-Identifier: GPL-3.0-or-later
// Every text that the page shows or says.
import type { Piece } from './fen';
import type { Color } from './geometry';

const side = (color: Color): string => (color === 'W' ? 'White' : 'Black');

/** Why there is no engine, for people. Apart from the others, which the engine's worker does not need. */
export const ENGINE = {
  ended: 'the engine has ended',
  gaveUp: (code: number | bigint | undefined): string => `the engine has given up (${code})`,
  notLoaded: 'the engine could not be loaded',
  notFound: (file: string, status: number | string = 'no answer'): string =>
    `the engine could not be loaded: ${file}: ${status}`,
  notStarted: (reason: string): string => `the engine could not be started: ${reason}`,
  noMemory: 'there is not enough memory for the engine',
  bridge: (status: number): string => `the bridge answered ${status}`,
};

export const S = {
  title: 'Bushka',
  side,
  tabs: { label: 'Views', play: 'Play', analysis: 'Analysis', learn: 'Learn', puzzles: 'Puzzles', editor: 'Editor' },
  boards: [
    ['bushka', '10 × 10'],
    ['bushka9x11', '11 × 9, old'],
  ] as const,
  seats: [
    ['white', 'You play White'],
    ['black', 'You play Black'],
    ['people', 'Two people here'],
    ['engines', 'Engine against engine'],
  ] as const,
  board: {
    label: 'Board',
    empty: 'empty',
    piece: (piece: Piece): string => `${side(piece.color).toLowerCase()} ${piece.king ? 'king' : 'man'}`,
    selected: 'chosen',
    target: 'can go here',
    taken: 'taken',
    ahead: 'to be moved next',
    flip: 'Flip',
  },
  moves: {
    label: 'Moves',
    list: 'List of moves',
    first: 'First position',
    back: 'One move back',
    forward: 'One move forward',
    last: 'Last position',
    entry: 'Type a move',
    entryHint: 'f2f5, hxe4, …',
    play: 'Play move',
    notation: 'Notation',
    notations: [
      ['formal', 'f2-f5'],
      ['short', 'f25'],
      ['coordinate', 'f2f5'],
    ] as const,
  },
  play: {
    setup: 'New game',
    newGame: 'New game',
    takeBack: 'Take back',
    hintButton: 'Hint',
    resign: 'Resign',
    rematch: 'Rematch',
    analyse: 'Analyse',
    boardLabel: 'Board',
    levelLabel: 'Level',
    ratingLabel: 'Rating',
    ratingOfLevel: 'by the level',
    colourLabel: 'Colour',
    clockLabel: 'Clock',
    variety: 'Vary the engine’s openings',
    premove: 'Let me move while the engine thinks',
    noClock: 'No clock',
    control: (text: string): string => text.replace('+', ' min + ') + ' s',
    clockOf: (color: Color): string => `${side(color)}’s clock`,
    level: (level: number, rating: number | undefined): string =>
      rating === undefined ? `${level}, full strength` : `${level}, rated ${rating}`,
    begun: 'A new game begins. White is to move.',
    takenBack: 'Move taken back.',
    thinking: 'The engine is thinking …',
    earlier: 'An earlier position. Go to the last one to play on.',
    turn: (color: Color, mustTake: boolean): string => `${side(color)} to move${mustTake ? ', and must take' : ''}.`,
    hint: (move: string): string => `Hint: ${move}`,
    outOfTime: (color: Color): string => `${side(color)} has run out of time`,
    resigned: (color: Color): string => `${side(color)} has resigned`,
    result: (result: string, reason: string): string =>
      (result === '1-0' ? 'White wins: ' : result === '0-1' ? 'Black wins: ' : 'Draw: ') +
      reason.replace(/^draw, /, '') +
      '.',
  },
  analysis: {
    engine: 'Engine',
    lines: 'Lines',
    threads: 'Threads',
    graphs: 'Curves',
    game: 'Analyse game',
    graph: 'Score over the game; the moves list has the same positions',
    depth: (depth: number): string => `depth ${depth}`,
    bar: (score: string): string => `Evaluation ${score}, seen by White`,
    progress: (i: number, of: number): string => `Position ${i + 1} of ${of} …`,
    done: (mistakes: number): string =>
      mistakes === 0
        ? 'Analysis done, no mistake found.'
        : `Analysis done, ${mistakes} better ${mistakes === 1 ? 'move' : 'moves'} marked.`,
    better: (move: string, score: string, forced: boolean): string =>
      `better was ${move}${forced ? ', which wins or holds' : ''} (${score})`,
    pace: (white: number, black: number): string => `Pace ${white} : ${black}`,
    tempo: (white: number, black: number): string => `Tempo ${white} : ${black}`,
    figureNames: { pace: 'Pace', tempo: 'Tempo' },
    curves: (name: string): string => `${name} of both sides over the game`,
    legend: (name: string, low: number, high: number): string =>
      `${name} ${low} to ${high}: White whole, Black broken`,
  },
  games: {
    label: 'Games',
    none: 'Choose a game …',
    title: (white: string, black: string): string => `${white} – ${black}`,
    loaded: (title: string): string => `${title}: step through the moves.`,
    marks: { '!': 'good', '?': 'a mistake', '??': 'a blunder' } as Readonly<Record<string, string>>,
  },
  share: {
    title: 'Position and game as text',
    fen: 'Position (FEN)',
    game: 'Game file',
    copyFen: 'Copy FEN',
    copyGame: 'Copy game',
    copyLink: 'Copy link',
    download: 'Download game',
    load: 'Load text',
    loadLabel: 'Paste a FEN or a game here',
    copied: 'Copied.',
    notCopied: 'The browser does not let the page copy; select the text and copy it.',
    loaded: 'Loaded.',
    person: 'Player',
    engine: (level: number): string => `Bushka Engine level ${level}`,
    rated: (rating: number): string => `Bushka Engine rated ${rating}`,
  },
  editor: {
    intro: 'Choose a piece and touch squares.',
    empty: 'Take away',
    whiteMan: 'White man',
    whiteKing: 'White king',
    blackMan: 'Black man',
    blackKing: 'Black king',
    turn: 'To move',
    clear: 'Clear',
    start: 'Start position',
    use: 'Analyse this position',
    playFrom: 'Play from here',
  },
  learn: {
    step: (i: number, of: number): string => `Lesson ${i} of ${of}`,
    next: 'Next lesson',
    again: 'Again',
    choose: 'Lesson',
    right: 'Right!',
    other: 'That is legal, but not the move of this lesson. Try again.',
  },
  lessons: {
    squares: {
      title: 'Squares and men',
      text: 'Only the dark squares are used. Each is named after the two oblique lines that cross in it: letter lines run up to the right, number lines up to the left. A man steps one square forward along either line. Move the man on e3.',
      after: 'From e3 a man goes to e4, along its letter line, or to d3, along its number line.',
    },
    line: {
      title: 'A line of men moves',
      text: 'Men of one colour that stand on one line without a gap step together. Pick any man of the line and put it on the square in front of its head. Move the whole line: the man on f3 goes to f6.',
      after: 'The whole line has stepped. Had you picked f4, f3 would have stayed behind.',
    },
    part: {
      title: 'Part of a line',
      text: 'The rear of a line may stay where it is. Move f4 and f5 one step, and leave f3 behind.',
      after: 'The man you pick is the last one that moves.',
    },
    capture: {
      title: 'Capture by approach',
      text: 'Nothing is jumped over. A man takes by stepping onto the empty square in front of an enemy, who must stand right behind it on the same line. Take the man on f6.',
      after: 'You stopped in front of it, and it is gone. Capture is compulsory: you had no other move.',
    },
    goesOn: {
      title: 'The same man goes on',
      text: 'A single man that has taken goes on as long as it can take another, in any direction, also backward. What is taken leaves the board at the end. Take two: first f6 from f5, then d5 from e5.',
      after: 'Touch square after square, or the last one at once.',
    },
    linear: {
      title: 'Linear capture',
      text: 'A line of men that approaches along itself takes a man and the unbroken line of men behind him. A king that is not the first ends the row and stays. Take e6 and e7.',
      after: 'Two men with one step. A line takes forward and backward.',
    },
    first: {
      title: 'The line goes first',
      text: 'A linear capture always goes before the capture of a single man, whatever the numbers. Try the man on g4 first: you are told why he may not. Then capture with the line.',
      after: 'Linear captures have precedence.',
    },
    most: {
      title: 'Take the most',
      text: 'Among captures of the same kind you must choose one that takes most. One man could take one piece, another two.',
      after: 'Of equals you may choose.',
    },
    promotion: {
      title: 'A man becomes a king',
      text: 'A man that reaches the farthest row becomes a king, and the move ends. Make a king.',
      after: 'A king slides any distance, forward and backward, along all four directions.',
    },
    king: {
      title: 'A king captures',
      text: 'A king slides over empty squares up to the first piece and stops in front of it: an enemy there is taken. Next to a piece it takes nothing in that direction. Take e7.',
      after: 'A king, too, goes on as long as it can take.',
    },
    end: {
      title: 'Nothing left to move',
      text: 'Who is to move and cannot, has lost: with no pieces, or with all of them blocked. A position that comes for the third time is a draw. There are no other ends. Make any move, and then play your first game.',
      after: 'These are all the rules. The lessons that follow show what players do with them.',
    },
    pulling: {
      title: 'Pulling',
      text: 'Captures are compulsory, so a man who is offered pulls an enemy to another square. White gives three men here, each of whom must be taken, until Black’s men stand where g5 can take them one after the other. Begin with g7-g8.',
      after: 'e8xf8, h6-h7 f7xg7, g6-f6 c6xe6: Black never had a choice. Now g5xg6xf6xf7xe7xe8xd8 takes six.',
    },
    bait: {
      title: 'A bait for a line',
      text: 'A linear capture goes before all others, and ends after one step. So a line can be led away by a single man. Black wants White’s men one behind the other on the line e, in front of his own line e8, e9, e0. Which man does he offer first?',
      after: 'White must take with a line each time: after h5xe5 come f8-f7 f4xf6 and c6-d6 g6xe6. Then e9xe7 takes six men with one step.',
    },
    exchange: {
      title: 'An exchange opens the way',
      text: 'Two men each, and an exchange of one for one counts nothing; but who is nearer to the far row afterwards? Black to move.',
      after: 'd5xe5 g5xf5: Black’s last man has three steps to go, White’s has eight. The engine finds no other win.',
    },
    race: {
      title: 'A race',
      text: 'In an open position the men run. Count the steps: b5 and h6 both need two to become kings. White is to move.',
      after: 'h6-h5 b6-b7, and White’s king comes first. It pays at once: h5-h4 b7-d7, and after h4xf4 the king takes two, d7xd5xe5.',
    },
    tempo: {
      title: 'A tempo in hand',
      text: 'In a closed position who must move may lose by it. If White’s man d6 steps, he is lost; the man on f9 lets White wait. Black to move.',
      after: 'f9-e9 is White’s only waiting move, and e7xe8 takes that man. Now d6 must step; after d6-d7, d5xd6xd5 takes all that is left.',
    },
    only: {
      title: 'Every other move loses',
      text: 'Closed positions are decided by the smallest thing, whatever the count of men. One move of White wins here, and after every other he loses by force.',
      after: 'White now wins by force, in thirteen moves at most.',
    },
    hunt: {
      title: 'A king hunts men',
      text: 'Two white men are on their way, and one black man helps his king. A king takes nothing next to him; there must be an empty square in between. Find the move after which both men are lost.',
      after: 'Black now wins by force, in six moves at most.',
    },
    threeKings: {
      title: 'Three kings against one',
      text: 'Two kings seldom catch one, three always do. They hand themselves over one by one, so that each capture, which is compulsory, brings the lone king to where the next one waits. White to move: which king goes first?',
      after: 'h7xf7 and, after f6-f5, f7xf6 are forced; then f4xf5 takes the last piece. No other first move ends it so soon.',
    },
    firstKing: {
      title: 'First to be a king',
      text: 'Kings decide endings. Black can open the position with b5-d5, or let his free man run.',
      after: 'After c4-b4 c5xc4 the man runs on: h6-h5-h4 makes a king in time. The engine finds no other win.',
    },
  },
  puzzles: {
    theme: 'Theme',
    all: 'All themes',
    bothBoards: 'Both boards',
    title: (theme: string, board: string, number: number): string =>
      `${theme}, ${board === 'bushka' ? '10 × 10' : '11 × 9'}, no. ${number}`,
    themes: {
      combination: 'Combinations',
      promotion: 'Breaking through',
      tempo: 'Tempo',
      repetition: 'Repetition',
      kings: 'Kings',
    } as Readonly<Record<string, string>>,
    next: 'Next puzzle',
    again: 'Again',
    show: 'Show solution',
    task: (color: Color): string => `${side(color)} to move. Find the best move.`,
    solved: (tries: number): string => (tries === 1 ? 'Solved at the first try!' : `Solved after ${tries} tries.`),
    wrong: (move: string): string => `${move} is not the best move. Try again.`,
    solution: (move: string): string => `The move is ${move}.`,
    count: (solved: number, of: number): string => `${solved} of ${of} solved`,
  },
  moved: (color: Color, move: string, promotes: boolean): string =>
    `${side(color)} played ${move}${promotes ? ', and has a new king' : ''}.`,
  crash: (reason: string): string => `The engine has stopped (${reason}) and was started again. The game is intact.`,
  noEngine: 'there is no engine any more',
  noEngineLeft: (reason: string): string =>
    `The engine has stopped again and again (${reason}), and is not started any more. The game is kept: load the page again to go on with it.`,
  fatal: (reason: string): string => `The page cannot go on: ${reason}`,
};
