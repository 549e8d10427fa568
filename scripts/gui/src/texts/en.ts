// SPDX-License-Identifier: GPL-3.0-or-later
// Every text that the page shows or says, in English: what another language has to have (README.md, "Languages").
import type { Leaver } from '../departure';
import type { Ink } from '../drawings';
import type { Gain } from '../exercise';
import type { Piece } from '../fen';
import type { Color } from '../geometry';
import type { Grade } from '../grades';
import type { EngineSays } from './engine_says';
import type { Notation } from './notation';

const side = (color: Color): string => (color === 'W' ? 'White' : 'Black');

export const english = ({ plural }: Notation, sayings: EngineSays) => ({
  title: 'Bushka',
  side,
  tabs: { label: 'Views', play: 'Play', friend: 'Friend', analysis: 'Analysis', learn: 'Learn', puzzles: 'Puzzles', editor: 'Editor' },
  boards: [
    ['bushka', '10 × 10'],
    ['bushka9x11', '9 × 11, of the 1990s'],
  ] as const,
  seats: [
    ['white', 'You play White'],
    ['black', 'You play Black'],
    ['people', 'Two people here'],
    ['engines', 'Engine vs engine'],
  ] as const,
  board: {
    label: 'Board',
    empty: 'empty',
    piece: (piece: Piece): string => `${side(piece.color).toLowerCase()} ${piece.king ? 'king' : 'man'}`,
    selected: 'selected',
    target: 'can go here',
    taken: 'captured',
    ahead: 'premove',
    must: 'must capture',
    marked: (ink: Ink): string => `marked ${ink}`,
    flip: 'Flip',
  },
  settings: {
    title: 'Settings',
    language: 'Language',
    themes: { wood: 'Wood', green: 'Green', blue: 'Blue', contrast: 'High contrast' },
    pieces: 'Pieces',
    pieceSets: { turned: 'Turned', flat: 'Flat', contrast: 'High contrast' },
    coordinates: 'Coordinates',
    places: { inside: 'On the squares', edge: 'At the edge', off: 'None' },
    size: 'Size of the board',
    notation: 'Notation',
    sounds: 'Sounds',
    must: 'Mark pieces that must capture, and say why',
    premoves: 'Let me move while the engine thinks',
    shortcuts: 'Keyboard shortcuts (? lists them)',
  },
  duty: {
    line: (taken: number): string =>
      `A line must capture: linear captures come first${taken > 1 ? `, and the most must be taken (${taken})` : ''}.`,
    piece: (taken: number): string =>
      taken > 1 ? `A piece must capture, and the most must be taken (${taken}).` : 'A piece must capture.',
  },
  keys: {
    title: 'Keyboard shortcuts',
    named: { Home: 'Home', End: 'End', Enter: 'Enter' } as Readonly<Record<string, string>>,
    previousView: 'previous view',
    nextView: 'next view',
    list: 'this list',
    board: 'On the board',
    squares: 'to the next square',
    name: 'to the square of that name',
    touch: 'pick up, put down',
    escape: 'put back, close',
  },
  close: 'Close',
  moves: {
    notNow: 'You cannot move here now.',
    oneMove: 'Type one move at a time.',
    label: 'Moves',
    list: 'Move list',
    first: 'Go to the start',
    back: 'One move back',
    forward: 'One move forward',
    last: 'Go to the end',
    entry: 'Type a move',
    entryHint: 'f2f5, hxe4, …',
    play: 'Play move',
  },
  play: {
    newGame: 'New game',
    takeBack: 'Take back',
    undo: 'Undo',
    undone: 'Undone.',
    pause: 'Pause',
    goOn: 'Go on',
    waiting: 'The game is paused.',
    hintButton: 'Hint',
    resign: 'Resign',
    resignAsk: 'The other side wins then.',
    resignYes: 'Yes, resign',
    resignNo: 'No, play on',
    offerDraw: 'Offer draw',
    agreeDraw: 'Agree on a draw',
    rematch: 'Rematch',
    analyse: 'Analyse',
    colourLabel: 'Colour',
    clockLabel: 'Clock',
    variety: 'Vary the engine’s openings',
    noClock: 'No clock',
    control: (text: string): string => text.replace('+', ' min + ') + ' s',
    clockOf: (color: Color): string => `${side(color)}’s clock`,
    begun: (color: Color): string => `A new game begins. ${side(color)} is to move.`,
    takenBack: 'Move taken back.',
    goesOn: 'Taken back: the game goes on.',
    undoable: '“Take back” undoes that.',
    declined: 'The engine declines the draw and plays on.',
    agreed: 'draw, the players have agreed to it',
    thinking: 'The engine is thinking …',
    earlier: 'This is an earlier position. Go to the last one to play on.',
    turn: (color: Color, mustTake: boolean): string => `${side(color)} to move${mustTake ? ', and must capture' : ''}.`,
    hint: (move: string): string => `Hint: ${move}`,
    outOfTime: (color: Color): string => `${side(color)} has run out of time`,
    resigned: (color: Color): string => `${side(color)} has resigned and has lost`,
    result: (result: string, reason: string): string =>
      (result === '1-0' ? 'White wins' : result === '0-1' ? 'Black wins' : 'Draw') +
      (reason === '' ? '' : `: ${reason.replace(/^draw, /, '')}`) +
      '.',
  },
  opponents: {
    label: 'Opponent',
    more: 'More: every level of the engine',
    choice: (name: string, rating: number | undefined): string =>
      rating === undefined ? `${name}, full strength` : `${name}, rated ${rating}`,
    level: 'One of the 20 weaker levels. Most of the opponents above play at one of them.',
    /** What each is called, and how it plays. */
    named: {
      pip: ['Pip', 'Moves nearly at random, but never misses a win in one move. Win your first game here.'],
      nell: ['Nell', 'Often moves nearly at random; otherwise it looks one move ahead, with little care.'],
      tom: ['Tom', 'Looks one move ahead, and still gives men away.'],
      mila: ['Mila', 'Looks at its move and at your answer, but may play a move that is two and a half men worse.'],
      bruno: ['Bruno', 'Looks at about a thousand positions for each move. It sees small combinations, and misses the longer ones.'],
      ida: ['Ida', 'Looks at nearly three thousand positions for each move, and never walks into an avoidable loss in one move.'],
      victor: ['Victor', 'Looks at eight thousand positions for each move: one careless move may be enough for it.'],
      greta: ['Greta', 'Looks at 24,000 positions for each move, and gives hardly anything away.'],
      nora: ['Nora', 'Looks at 95,000 positions for each move, and nearly always plays the best that it finds.'],
      bushka: ['Bushka', 'The engine as it is. Without a clock it thinks for a second and a half.'],
    } as Readonly<Record<string, readonly [string, string]>>,
  },
  analysis: {
    engine: 'Engine',
    goOn: 'Search on',
    lines: 'Lines',
    threads: 'Threads',
    graphs: 'Report',
    linesLabel: 'What it would play',
    linesHelp: 'Shows the position on the board; a click adds the moves up to here as a variation.',
    game: 'Analyse game',
    graph: 'White’s winning chances over the game; each point is a position of the move list',
    depth: (depth: number): string => `depth ${depth}`,
    /** Behind + or −: a win that the tablebases know. */
    tables: 'TB',
    byTables: (color: Color): string => `${side(color)} wins: the tablebases know it, without the moves`,
    bar: (score: string): string => `Evaluation ${score}, from White’s side`,
    stopped: 'The analysis of the game has been stopped. Analyse it again to finish it.',
    progress: (i: number, of: number): string => `${i + 1} of ${of} …`,
    done: (mistakes: number): string =>
      mistakes === 0
        ? 'Analysis finished: no mistakes found.'
        : `Analysis finished: ${mistakes} better ${plural(mistakes, 'move', 'moves')} marked.`,
    better: (move: string, score: string, forced: boolean): string =>
      `${move} was better${forced ? ', and wins' : ''} (${score})`,
    pace: (white: number, black: number): string => `Pace ${white} : ${black}`,
    tempo: (white: number, black: number): string => `Tempo ${white} : ${black}`,
    figureNames: { pace: 'Pace', tempo: 'Tempo' },
    figuresHelp:
      'Pace: a point for each man on its own first rank, two on the second, and so on. Tempo: the single steps that a side can make now behind its front.',
    curves: (name: string): string => `${name} of both sides over the game`,
    legend: (name: string, low: number, high: number): string =>
      `${name} ${low} to ${high}: White solid, Black dashed`,
  },
  report: {
    title: 'How well it was played',
    accuracy: 'Accuracy',
    grades: { best: 'Best', good: 'Good', inaccuracy: 'Inaccuracy', mistake: 'Mistake', blunder: 'Blunder' } satisfies Record<Grade, string>,
    marks: 'inaccuracies, mistakes and blunders are marked',
    share: (value: number | string): string => `${value} %`,
    turns: 'Turning points',
    learn: (color: Color, count: number): string => `Learn from ${side(color)}’s ${count === 1 ? '' : `${count} `}${plural(count, 'mistake', 'mistakes')}`,
    how: 'How moves are graded',
    chances:
      'The engine looks at each position of the game, and its score becomes a winning chance from 0 to 100 %: 50 % is an even game, a man ahead about 72 %. The cost of a move is the chance that its side has lost by it.',
    scale: (inaccuracy: number, mistake: number, blunder: number): string =>
      `Best: the engine’s own choice. Good: less than ${inaccuracy} %. Inaccuracy: from ${inaccuracy} %. Mistake: from ${mistake} %. Blunder: from ${blunder} %.`,
    formula: (half: number): string =>
      `The accuracy of a side is the mean of 100 / 2^(cost / ${half}) over its moves: one that costs nothing counts 100, one that costs ${half} % counts 50, one that costs ${2 * half} % counts 25. Moves without a choice are not counted.`,
  },
  embed: { open: 'Open in Bushka' },
  friend: {
    begin: 'A game with a friend',
    intro: 'You move, send the link that comes, and your friend answers with another one. The link holds the whole game; no server keeps it.',
    beginButton: 'Begin',
    none: 'No game with a friend yet. Begin one, or open a link that you were sent.',
    yours: (color: Color): string => `Your move: you are ${side(color)}.`,
    offered: (color: Color): string => `${side(color)} offers a draw: accept it, or make your move.`,
    send: 'Send this link to your friend.',
    tell: 'Send this link, so that your friend knows.',
    wait: 'It is your friend’s turn.',
    link: 'Link to the game',
    share: 'Share …',
    copied: 'Copied: send it to your friend.',
    offer: 'Offer a draw with this move',
    accept: 'Accept the draw',
    game: (color: Color, moves: number, board: string, last: string): string =>
      `${side(color)}, ${board === 'bushka' ? '10 × 10' : '9 × 11'}, ${moves} ${plural(moves, 'move', 'moves')}${last === '' ? '' : `, … ${last}`}`,
    older: 'That link is older than the game here, which stays as it is.',
    damaged: 'This link is damaged: ask for it again, and open the whole of it.',
    foreign: 'This link is of another version of the page, and cannot be read here.',
    illegal: (reason: string): string => `This link holds a game that is not possible: ${reason}.`,
    otherCourse: 'This link does not go on from your game, which stays as it is.',
  },
  openings: {
    /** Names of openings that have no lesson. */
    reply: 'Freeling’s reply',
    spearhead: 'The spearhead',
    title: 'Openings',
    move: 'Move',
    score: 'Score',
    results: (color: Color): string => `For ${side(color)}`,
    shares: (wins: string, draws: string, losses: string): string => `${wins} % won, ${draws} % drawn, ${losses} % lost`,
    outside: 'best outside the book',
    help: 'Plays the move.',
    searched: (nodes: string): string => `The book is made of searches of ${nodes} positions each.`,
    unknown: 'This position is not in the opening book.',
    failed: 'The opening book is missing or damaged, or there is no connection to load it.',
    /** At that move of the side; `instead` is the best move, '' where it was played, and `worse` may be ''. */
    left: (who: Leaver, turn: number, move: string, instead: string, worse: string, atLeast: boolean): string =>
      `${who === 'you' ? 'You' : who === 'engine' ? 'The engine' : side(who)} left the opening book at move ${turn}: ${move}` +
      (instead === '' ? ', the best move.' : ` instead of ${instead}${worse === '' ? '' : ` (${atLeast ? 'at least ' : ''}${worse} worse)`}.`),
  },
  notes: {
    title: 'Comment, arrows, variations',
    comment: 'Comment on this move',
    draw: 'Draw',
    inks: { green: 'green', red: 'red', blue: 'blue', yellow: 'yellow' } satisfies Record<Ink, string>,
    clear: 'Clear drawings',
    help: 'While you draw, press and drag for an arrow, click for a mark. The right mouse button always draws. With keys choose two squares; twice the same one makes a mark.',
    begun: (square: string): string => `An arrow from ${square}: choose where it ends, or ${square} again for a mark.`,
    drawing: (ink: string, from: string, to: string): string => (from === to ? `${ink} mark on ${from}` : `${ink} arrow from ${from} to ${to}`),
    promote: 'Promote variation',
    promoted: 'This variation is the game now. “Undo” takes that back.',
    remove: 'Delete from here',
    removed: 'The moves from there on are deleted. “Undo” brings them back.',
  },
  drill: {
    label: 'Learn from mistakes',
    title: (i: number, of: number): string => `Mistake ${i} of ${of}`,
    task: (color: Color, move: string, cost: number): string =>
      `${side(color)} played ${move}, which cost ${cost} % of the winning chances. Find a better move.`,
    played: (move: string): string => `${move} is what was played. Find a better move.`,
    checking: 'The engine looks at that move …',
    right: (move: string): string => `Right: ${move} is the best move.`,
    good: (move: string): string => `${move} is good enough, too.`,
    wrong: (move: string, cost: number): string => `${move} costs ${cost} %. Try again.`,
    next: 'Next mistake',
    finish: 'Finish',
    back: 'Back to the analysis',
    done: (atOnce: number, of: number): string => `Done: ${atOnce} of ${of} found at the first try.`,
  },
  games: {
    label: 'Games',
    none: 'Choose a game …',
    title: (white: string, black: string): string => `${white} – ${black}`,
    loaded: (title: string): string => `${title}: step through the moves.`,
    marks: { '!': 'good', '?': 'a mistake', '??': 'a blunder' } as Readonly<Record<string, string>>,
    breaksOff: (color: Color, move: number): string => `The record breaks off after ${side(color)}’s move ${move}.`,
  },
  share: {
    local: 'This page is on this computer alone: its links work nowhere else.',
    title: 'Share and load',
    fen: 'Position (FEN)',
    copyFen: 'Copy FEN',
    copyGame: 'Copy game',
    copyLink: 'Copy link',
    copyPosition: 'Copy position link',
    copyEmbed: 'Copy frame for a page',
    svg: 'Picture (SVG)',
    png: 'Picture (PNG)',
    gif: 'Game as GIF',
    drawing: (i: number, of: number): string => `Position ${i} of ${of} …`,
    saved: 'Saved.',
    noPicture: 'the browser cannot draw this picture',
    open: 'Open file',
    dropHelp: 'Files can also be dropped on the page.',
    tooLarge: (megabytes: number): string => `A game file has at most ${megabytes} MB.`,
    download: 'Download game',
    load: 'Load text',
    loadLabel: 'Paste a FEN or a game here',
    copied: 'Copied.',
    notCopied: 'The browser does not allow copying here; select the text and copy it yourself.',
    loaded: 'Loaded.',
    noGame: 'There is no position and no game in this text.',
    openVariation: 'A variation in this text has no closing parenthesis.',
    whichGame: 'Which game?',
    several: (games: number): string => `There are ${games} games in this text.`,
    whichBoard: 'Which board is it on?',
    onBoth: 'The text does not say which, and what it contains is legal on both.',
    person: 'Player',
    engine: (level: number): string => `Bushka Engine level ${level}`,
    rated: (rating: number): string => `Bushka Engine rated ${rating}`,
  },
  editor: {
    intro: 'Choose a piece, then click or tap squares.',
    empty: 'Remove piece',
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
  exercise: {
    again: 'From the start',
    show: 'Show the move',
    retry: 'Try again',
    other: 'That move is legal, but it is not the one this lesson asks for. Try again.',
    goOn: (color: Color, move: string): string => `${side(color)} plays ${move}. Go on.`,
    asGood: (move: string, instead: string): string => `${move} is as good. The line goes on with ${instead}.`,
    refuting: (move: string): string => `${move} is not the move. See what follows …`,
    /** After a wrong move and the engine's answer to it; the score is seen by whoever has made the move. */
    refuted: {
      lost: (move: string, line: string): string => `${move} loses by force: ${line}.`,
      worse: (move: string, line: string, score: string): string => `${move} is bad because of ${line}: ${score} for you.`,
      even: (move: string, line: string, score: string): string => `${move} wins nothing: after ${line} it is ${score} for you.`,
      better: (move: string, line: string, score: string): string =>
        `${move} is not bad: after ${line} it is ${score} for you. But there is better.`,
    },
    wrong: (move: string): string => `${move} is not the move.`,
    solution: (move: string): string => `The move is ${move}.`,
    /** What a line has brought. */
    gain: ({ side: color, taken, lost, kings, end }: Gain): string => {
      const pieces = taken + lost === 0 ? [] : [`has taken ${taken} ${plural(taken, 'piece', 'pieces')} for ${lost}`];
      const made = kings === 0 ? [] : [kings === 1 ? 'has made a king' : `has made ${kings} kings`];
      const other = color === 'W' ? 'Black' : 'White';
      const result = end === null ? '' : end === 'blocked' ? ` ${other} has no move left, and has lost.` : ` ${other} has nothing left.`;
      const did = [...pieces, ...made].join(', and ');
      return `${did === '' ? '' : `${side(color)} ${did}.`}${result}`.trim();
    },
  },
  learn: {
    newcomer: (lessons: number): string => `New to Bushka? You win when your opponent has no move left, mostly by capturing everything. ${lessons} short lessons show how it is played.`,
    toLessons: 'To the lessons',
    name: (number: number, title: string, done: boolean): string => `${number}. ${title}${done ? ' ✓' : ''}`,
    chapters: {
      rules: 'The rules',
      tactics: 'Tactics',
      strategy: 'Strategy',
      openings: 'Openings',
      endings: 'Endings',
    },
    done: (done: number, of: number): string => `${done} of ${of} lessons done`,
    next: 'Next lesson',
    choose: 'Lesson',
    right: 'Right!',
  },
  lessons: {
    squares: {
      title: 'Squares and men',
      text: 'Bushka is played on the dark squares. Each has the name of the two diagonal lines that cross there: lettered lines run up to the right, numbered lines up to the left. A man steps one square forward along either line. Move the man on e3.',
      after: 'From e3 a man moves to e4, along the e-line, or to d3, along the 3-line.',
    },
    line: {
      title: 'A line of men moves',
      text: 'Men of one colour that stand on one line without a gap may step forward together along that line. Pick up the last man that is to move and put it on the square in front of the first. Move the whole line: the man on f3 goes to f6.',
      after: 'The whole line has moved one square. If you had picked up f4, f3 would have stayed behind.',
    },
    part: {
      title: 'Part of a line',
      text: 'The rear of a line may stay where it is. Move f4 and f5 one square and leave f3 behind.',
      after: 'The man you pick up is the last one that moves.',
    },
    capture: {
      title: 'Capture by approach',
      text: 'Nothing is jumped over. A man captures by approach: it steps onto an empty square, and the enemy piece next in the same direction is captured. It may do so forward and backward. Capture the man on f6.',
      after: 'Your man stopped right in front of it, and it is gone. Capturing is compulsory: you had no other move.',
    },
    backward: {
      title: 'Backward, too',
      text: 'Men move forward only, but they capture in every direction. Capture the man on e3.',
      after: 'Your man stepped back to e4, and e3 is gone.',
    },
    goesOn: {
      title: 'The same man goes on',
      text: 'A single man that has captured goes on as long as it can capture another piece, in any direction, backward too. It may turn straight back and visit a square twice, but no piece is captured twice, and captured pieces leave the board only at the end. Capture two: first f6 from f5, then d5 from e5.',
      after: 'Click one square after another, or the last one at once.',
    },
    turnBack: {
      title: 'There and back',
      text: 'A capture may turn straight round, and may visit a square twice, even the one it started from. Capture e6 and e3.',
      after: 'e4xe5xe4: the man ends where it began. In the short notation of books this is e4x.',
    },
    linear: {
      title: 'Linear capture',
      text: 'A line of men that steps up to an enemy man along its own direction captures that man and the unbroken line of men behind it. A king in front is captured alone; a king further back stops the capture and survives. Capture e6 and e7.',
      after: 'Two men in one step. A line captures forward and backward.',
    },
    lineTakesKing: {
      title: 'A line captures a king',
      text: 'The same rule backward, and with a king in front: the king is captured alone, and the man behind it stays. Pick up e6, the last man that is to move.',
      after: 'e6xe4: a line moves backward only to capture.',
    },
    first: {
      title: 'The line goes first',
      text: 'A capture by a line always has precedence over a capture by a single piece, however many that piece could take. Try the man on g4 first, and you will see why it may not capture. Then capture with the line.',
      after: 'Linear captures have precedence.',
    },
    most: {
      title: 'Take the most',
      text: 'Among captures of the same kind you must choose one that takes the most pieces; this holds for lines as well. Here one man could capture one piece, another two.',
      after: 'Between captures of equal size the choice is yours.',
    },
    mostLines: {
      title: 'Take the most, with lines',
      text: 'Two lines can capture. Only the pieces that are captured count, not the men that move. Try the line on h4 first.',
      after: 'e3xe5 captures two, so it had to be played.',
    },
    promotion: {
      title: 'A man becomes a king',
      text: 'A man that moves onto the back rank on the other side becomes a king. Make one.',
      after: 'A king slides any distance along the lines, forward and backward.',
    },
    linePromotes: {
      title: 'A line arrives',
      text: 'When a line reaches the back rank, only the man in front becomes a king. Move all three men.',
      after: 'd6-d9 leaves a king and a line of two men. A line of two would leave a king and a single man.',
    },
    king: {
      title: 'A king captures',
      text: 'A king slides over empty squares until a piece is right in front of it; an enemy piece there is captured. A piece that stands next to the king from the start cannot be captured in that direction. Capture e7.',
      after: 'A king, too, goes on as long as it can capture.',
    },
    notation: {
      title: 'Writing moves',
      text: 'A move is written with the square where it starts and the square where it ends: f4-f6. Books write only what changes: f46. Type either of them into the field below the board, and press Enter.',
      after: 'Captures have an x: formal e4xe5xe4, short e4x. Programs write f4f6.',
    },
    end: {
      title: 'Nothing left to move',
      text: 'A player who cannot move loses, with no pieces left or with all of them blocked. When a position occurs for the third time with the same player to move, the game is a draw. Players may also resign or agree to a draw. Black has one man left: take away its moves.',
      after: 'Both squares in front of d3 are occupied, and nothing can be captured: Black has lost. These are all the rules; the lessons that follow show what players do with them.',
    },
    pulling: {
      title: 'Pulling',
      text: 'Captures are compulsory, so a man that is offered pulls an enemy man to another square. White gives up three men here, and each must be captured, until Black’s men stand where g5 can capture them one after the other. Begin with g7-g8.',
      after: 'Black never had a choice: three men for six.',
    },
    seven: {
      title: 'Pull a line, not a man',
      text: 'The greatest capture that there is, seven men, by the inventor of the game. White wants an enemy on e4, so that e1xe3 follows. But f3-f4 at once fails: a single man goes on capturing, d4xe4xe3. First make a line of it.',
      after: 'The line c4, d4 had to capture as a line, and stopped on e4 after one step. A line of seven was behind it.',
    },
    bait: {
      title: 'A bait for a line',
      text: 'A linear capture has precedence over all others and ends after one step, so a single man can lure a line away. Black wants White’s men one behind the other on the e-line, in front of the black line e8, e9, e0. Which man should Black offer first?',
      after: 'White had to capture with a line each time. Six men in one step.',
    },
    six: {
      title: 'Six in a game',
      text: 'Freeling against Treep, the third game of their match. White wants Black’s men on the e-line, in front of e1 and e2, and pulls four times. The third time it is a second man on the 4-line that matters: a single man on d4 could go on capturing.',
      after: 'Six men, the most there can be on this board. Anneke Treep resigned.',
    },
    choice: {
      title: 'Precedence decides for the opponent',
      text: 'Lines go before single pieces, and more before less. Black offers two captures with e6-e4; play on, and see which of them must be made each time. Black to move.',
      after: 'e1xe3 took two men, so it went before g6xe6; then d5xe5xe4 took two, and the line g6xe6 went before a single man. Black has a man on f3, one step from the back rank.',
    },
    reply: {
      title: 'Turn back, and win',
      text: 'The same game, a move later. Black’s man on f3 is about to become a king. The exchange f4-f5 at once would lose; find the quiet move with which White wins.',
      after: 'The line had to capture first, and f4-f5 pulled the man on f3. Then f6 captured f4, turned straight round, and captured f7.',
    },
    exchange: {
      title: 'An exchange opens the way',
      text: 'Each side has two men. A one-for-one exchange does not change the balance of material, but who is closer to the back rank afterwards? Black to move.',
      after: 'Black’s last man has three steps to go, White’s has eight. The engine finds no other winning move.',
    },
    pace: {
      title: 'Pace',
      text: 'Pace counts steps: one point for each man on its own first rank, two for each on the second, and so on. At the start both sides have 34 here. A man that steps adds one; a line adds as many as it has moving men. Make a move that gains three at once.',
      after: 'White now has 37. In an open game pace brings men to the back rank first; in a closed one each step forward is a move less in hand.',
    },
    race: {
      title: 'A race',
      text: 'In an open position men race to the back rank. Count the steps: b5 and h6 each need two to become kings. White to move.',
      after: 'White’s king came first, and captured two at once.',
    },
    tempo: {
      title: 'A tempo in hand',
      text: 'In a closed position having to move can be fatal. A side’s tempo is the number of moves that it can still make behind its front. If White’s man on d6 steps forward, it is lost; the man on f9 lets White wait. Black to move.',
      after: 'f9-e9 was White’s only waiting move, and it was captured. Then d6 had to step.',
    },
    closed: {
      title: 'A closed game',
      text: 'The fronts are locked: whoever must step forward loses men. White’s pace is 43 and Black’s 35, so White has eight steps fewer in hand. Which side runs out of moves first? Black to move: wait, behind the front.',
      after: 'Black only waited; White had to open the position. Much pace is good in an open game, and little in a closed one.',
    },
    only: {
      title: 'Every other move loses',
      text: 'Closed positions turn on the smallest detail, whatever the count of men. Here White has a single winning move; every other move loses by force.',
      after: 'White is a man ahead now, and wins by force.',
    },
    blockade: {
      title: 'Blockade',
      text: 'A player who cannot move has lost, however many pieces are left. Men in contact cannot capture each other along their line: a capture needs an empty square between. Take away the last move of f6.',
      after: 'f5 and g6 are occupied, and nothing can be captured. Of the decided games of the engine against itself one in nine ended with three or more pieces of the loser on the board.',
    },
    fastest: {
      title: 'The fastest opening',
      text: '1.f2-f5 gains three steps of pace at once, and is the only opening with a theory, on this board. Black has two good answers, both with a line of two: one along the 8-line, one along the c-line. Find one.',
      after: 'e8-g8 and c6-c4 keep the balance. After the next best, c7-c4, White wins a man. On 10 × 10 f2-f5 is harmless.',
    },
    defence: {
      title: 'Anneke Treep’s defence',
      text: '1.f2-f5 c6-c4 2.e3-d3 c4-d4 3.h4xe4: a man is gone. In the third game of the match against the inventor of the game Black gave another one, and her man on d6 took two back. Black to move.',
      after: 'Playable, but not the best: the engine prefers c5-c4.',
    },
    prison: {
      title: 'Born in a prison',
      text: 'A king fresh from promotion in a corner can be shut in at once: pieces in contact with it cannot be captured along that line. Black’s king has just been made on e1. White to move.',
      after: 'The only line out of the corner is closed: Black cannot move, and has lost.',
    },
    hunt: {
      title: 'A king hunts men',
      text: 'Two white men are on their way, and one black man helps the king. A king cannot capture a piece right next to it; there must be an empty square between them. Find the move after which both white men are lost.',
      after: 'Black now wins by force, in five more moves at most.',
    },
    firstKing: {
      title: 'First to be a king',
      text: 'Kings decide endings. Black can open the position with b5-d5, or let the free man run.',
      after: 'The man on h6 runs on and makes a king in time. The engine finds no other winning move.',
    },
    threeKings: {
      title: 'Three kings against one',
      text: 'Two kings seldom catch one; three always do, unless the lone king can capture at once. They sacrifice themselves one by one, so that each compulsory capture brings the lone king to where the next one waits. White to move: which king goes first?',
      after: 'The last piece is gone. No other first move wins as quickly.',
    },
    fortress: {
      title: 'A fortress',
      text: 'Two men at home can hold against a king, on this board those in the middle. One move draws here, and the other three lose: the tablebases prove it.',
      after: 'With g3-g4 White holds the draw. On 10 × 10 two men on their first rank cannot hold.',
    },
  },
  puzzles: {
    theme: 'Theme',
    all: 'All themes',
    title: (number: string, board: string, rating: number): string => `Puzzle ${number}, ${board}, rated ${rating}`,
    themes: {
      combination: 'Combinations',
      promotion: 'Breaking through',
      tempo: 'Tempo',
      kings: 'Kings',
    } as Readonly<Record<string, string>>,
    /** What a line is about, by its motif (tests/data/tactics.tsv). */
    motifs: {
      pull: 'Pulling: the offer had to be taken.',
      'pull-and-linear-capture': 'Pulling: the offer had to be taken, and a line took its reward.',
      'pull-and-multiple-capture': 'Pulling: the offer had to be taken, and one piece captured several.',
      mill: 'Pulling, and a capture that came back to a square where it had been.',
      'choice-of-capture': 'The choice among captures decided.',
      'exchange-and-sacrifice': 'An exchange, and an offer after it.',
      fork: 'A quiet move with two threats.',
      threat: 'A quiet move with a threat.',
      quiet: 'A quiet move, and every answer lost something.',
      forced: 'Every answer was a forced capture.',
      sacrifice: 'Men were given for the way to the back rank.',
      race: 'The way to the back rank was open.',
      opposition: 'Whoever had to move was lost.',
      zugzwang: 'The opponent would rather not have moved.',
      'spare-move': 'A move in hand decided.',
      'three-against-one': 'Three kings against one.',
      'shut-in': 'The last pieces were shut in.',
      hunt: 'The last pieces were hunted down.',
      'win-of-material': 'The kings decided.',
      majority: 'The greater number decided.',
    } as Readonly<Record<string, string>>,
    orderLabel: 'Order',
    orders: [
      ['rating', 'Near your rating'],
      ['difficulty', 'From easy to hard'],
    ] as const,
    next: 'Next puzzle',
    task: (color: Color): string => `${side(color)} to move, and to win something: play the line to its end.`,
    solved: (mistakes: number): string => (mistakes === 0 ? 'Solved at the first try!' : `Solved in ${mistakes + 1} tries.`),
    own: (rating: number, streak: number, longest: number): string =>
      `Your rating is ${rating}. Solved in a row: ${streak}, longest run: ${longest}.`,
    count: (solved: number, of: number): string => `${solved} of ${of} solved.`,
    notLoaded: 'The puzzles could not be loaded.',
  },
  about: {
    open: 'About',
    title: 'About Bushka',
    game: [
      'Christian Freeling invented Bushka in 1979. Capture by approach comes from Fanorona, a game of Madagascar; the framework is international draughts. Moving whole lines later became the heart of Freeling’s Dameo (2000), which joins it to Ljuban Dedić’s Croda (1995).',
      'The Java applets and the rules file for Zillions of Games (2000) are by Ed van Zon. Today’s board has 10 × 10 squares; a 9 × 11 board was in use for a period in the 1990s. The games in the view Analysis were played on it by Anneke Treep and the inventor.',
      'The Bushka Tutor is in bushka10.zip and bushka11.zip, in the COAST archives. On the web:',
    ],
    links: [
      ['https://mindsports.nl/index.php/arena/bushka/79-about-bushka', 'About Bushka, at MindSports'],
      ['https://mindsports.nl/index.php/arena/bushka/83-strategy', 'Its strategy, at MindSports'],
      ['https://www.zillionsofgames.com/games/bushka.html', 'Zillions of Games'],
      ['http://www.di.fc.ul.pt/~jpn/gv/bushka.htm', 'World of Abstract Games'],
    ] as const,
    program: [
      'The view Learn teaches the rules. All of them are in core/RULES.md in the source of Bushka Engine, and core/STRATEGY.md says how the game is played.',
      'This page is part of Bushka Engine, free software under the GNU General Public License, version 3 or later (GPL-3.0-or-later; the file LICENSE in the source). “make gui” builds the page from that source.',
    ],
  },
  engineSays: sayings,
  moved: (color: Color, move: string, promotes: boolean): string =>
    `${side(color)} played ${move}${promotes ? ' and promoted' : ''}.`,
  crash: (reason: string): string => `The engine stopped (${reason}) and has been restarted. Your game is intact.`,
  noEngine: 'the engine is not running',
  notKept: 'This browser has no room to keep your game: download it, or it will be gone when the page is closed.',
  noEngineLeft: (reason: string): string =>
    `The engine keeps stopping (${reason}) and will not be restarted. Your game is saved: reload the page to continue.`,
  missing: (feature: string): string =>
    `the engine inside it needs ${feature}, which this browser does not have or does not allow. Another browser, or other settings of this one, may help.`,
  fatal: (reason: string): string => `The page cannot continue: ${reason}`,
});

/** The same texts in any language: functions of the same values, lists of the same length, choices of the same values. */
type Translated<T> = T extends string
  ? string
  : T extends readonly [infer Value, string]
    ? readonly [Value, string]
    : T extends (...values: infer Values) => infer Text
      ? (...values: Values) => Translated<Text>
      : { readonly [Name in keyof T]: Translated<T[Name]> };
export type Texts = Translated<ReturnType<typeof english>>;
