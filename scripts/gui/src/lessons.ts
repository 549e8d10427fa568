// SPDX-License-Identifier: GPL-3.0-or-later
// The lessons, in their order: the rules one by one (core/RULES.md), and what players know beyond them (core/STRATEGY.md). The
// tests play every line on the engine, and let it search those that it can judge.
import type { Exercise } from './exercise';
import type { BoardName } from './geometry';
import { S } from './language';

interface Chapter {
  readonly id: keyof typeof S.learn.chapters;
  readonly lessons: readonly Exercise[];
}

type LessonId = keyof typeof S.lessons;

/** Reads a line in formal notation, with a / between moves that are equally good. Empty: any move will do. */
function read(line: string): string[][] {
  return line === '' ? [] : line.split(' ').map((moves) => moves.split('/'));
}

/** A lesson that asks for certain moves. */
function asks(id: LessonId, fen: string, line: string, board: BoardName = 'bushka'): Exercise {
  return { ...S.lessons[id], id, board, fen, line: read(line), refuted: false };
}

/** A lesson in which all other moves are worse, as the engine can see. */
function finds(id: LessonId, fen: string, line: string, board: BoardName = 'bushka'): Exercise {
  return { ...asks(id, fen, line, board), refuted: true };
}

const NINE = 'bushka9x11';
const START_NINE =
  'W:Wd2,e1,e2,e3,f2,f3,f4,g3,g4,g5,h4,h5,h6,i5,i6,i7,j6:Ba5,b4,b5,b6,c5,c6,c7,d6,d7,d8,e7,e8,e9,f8,f9,f0,g9';

export const CHAPTERS: readonly Chapter[] = [
  {
    id: 'rules',
    lessons: [
      asks('squares', 'W:We3:Be9', ''),
      asks('line', 'W:Wf3,f4,f5:Bd9', 'f3-f6'),
      asks('part', 'W:Wf3,f4,f5:Bd9', 'f4-f6'),
      asks('capture', 'W:Wf4:Bf6,c8', 'f4xf5'),
      asks('backward', 'W:We5:Be3,c8', 'e5xe4'),
      asks('goesOn', 'W:Wf4:Bd5,d8,f6', 'f4xf5xe5'),
      asks('turnBack', 'W:We4:Be3,e6,c8', 'e4xe5xe4'),
      asks('linear', 'W:We3,e4:Bc7,e6,e7,Ke8', 'e3xe5'),
      asks('lineTakesKing', 'W:We5,e6:BKe3,e2,c8', 'e6xe4'),
      asks('first', 'W:Wd3,d4,g4:Bd6,g6', 'd3xd5'),
      asks('most', 'W:Wf4,c3:Bd5,f6,c5', 'f4xf5xe5'),
      asks('mostLines', 'W:We3,e4,h4,h5:Be6,e7,h7,c8', 'e3xe5'),
      asks('promotion', 'W:Wd8:Bg4', 'd8-d9/d8-c8'),
      asks('linePromotes', 'W:Wd6,d7,d8:Bg4', 'd6-d9'),
      asks('king', 'W:WKe2:Be7,c8', 'e2xe6'),
      asks('notation', 'W:Wf3,f4,f5:Bd9', 'f4-f6'),
      asks('end', 'W:Wd2,e2,f6:Bd3', 'e2-e3'),
    ],
  },
  {
    id: 'tactics',
    lessons: [
      finds(
        'pulling',
        'W:Wd2,e1,e2,e3,f2,f4,g5,g6,g7,h5,h6,i6:Ba6,b5,b7,c5,c6,c8,d6,d7,d9,e8,e9,f7',
        'g7-g8 e8xf8 h6-h7/h5-h7 f7xg7 g6-f6 c6xe6 g5xg6xf6xf7xe7xe8xd8',
      ),
      finds('seven', 'W:Wd3,e1,e2,f3:Bc5,d4,e5,e6,e7,e8,e9,e0', 'd3-c3 c5xc4 f3-f4 c4xe4 e1xe3'),
      finds(
        'bait',
        'B:Wd2,e1,e2,e3,e4,f2,f4,f5,g3,g4,g5,g6,h5,h7,i6:Ba6,b4,b5,b7,c6,c7,c8,d6,d7,d9,e8,e9,e0,f8,f9',
        'd6-d5 h5xe5 f8-f7 f4xf6 c6-d6 g6xe6 e9xe7/e0xe7',
      ),
      finds(
        'six',
        'W:Wd3,e1,e2,f4,f5,g3,g4,g6,h5,h7,i5,i6,i7,j6:Bb5,b6,c4,c5,c7,d6,d8,e5,e7,e8,e9,f9,f0,g9',
        'g6-f6/f4-e4 d6xe6 f4-e4 c4xd4 d3-c3 c5xc4 g4-f4 c4xe4 e1xe3',
        NINE,
      ),
      asks('choice', 'B:We1,e2,f4,f5,f6,g3,g6,h7,i7:Bd5,d6,d7,e5,e6,e7,e8', 'e6-e4 e1xe3 d5xe5xe4 g6xe6 e4xe3xf3', NINE),
      finds('reply', 'W:We6,f4,f6,h7,i7:Bd7,e7,e8,f3', 'h7-g7/i7-g7 d7xf7 f4-f5 f3xf4 f6xf5xf6', NINE),
      finds('exchange', 'B:Wd5,g4:Bf6,g5', 'f6-f5 d5xe5 g5xf5'),
    ],
  },
  {
    id: 'strategy',
    lessons: [
      asks('pace', START_NINE, 'f2-f5/e1-e4/g3-g6/h4-h7/g3-d3/h4-e4/i5-f5/j6-g6', NINE),
      finds('race', 'W:Wb5,d3,e4,g5:Bd4,f5,h6', 'b5-b6 h6-h5 b6-b7 h5-h4 b7-d7 h4xf4 d7xd5xe5'),
      finds('tempo', 'B:Wd4,d6,f9:Bc3,c4,d5,e8', 'e8-e7 f9-e9 e7xe8 d6-d7 d5xd6xd5'),
      finds(
        'closed',
        'B:Wb4,c3,c4,e3,e4,g5,g6,g7,h6,i7:Bb5,c5,d4,e7,e8,f6,f7,f8,f9,h7',
        'f8-g8 g5-f5 f9-f8 e4-e5 b5xd5',
        NINE,
      ),
      finds('only', 'W:Wc3,d4,e4,g5,g6,g7:Bb4,c4,d5,d6,f7,g8', 'e4-e5 f7-f6 g7-f7 g8xg7 g5xg6 d6-e6 f7-e7 f6-f5 g6xf6'),
      finds('blockade', 'W:Wc5,f4,f5,g4,g5:Bf6', 'g5-g6/g4-g6'),
    ],
  },
  {
    id: 'openings',
    lessons: [
      asks('fastest', START_NINE.replace('W:W', 'B:W').replace('f2,f3,f4', 'f3,f4,f5'), 'e8-g8/c6-c4', NINE),
      asks(
        'defence',
        'B:Wd2,d3,e1,e2,e4,f3,f4,f5,g3,g4,g5,h5,h6,i5,i6,i7,j6:Ba5,b4,b5,b6,c5,c7,d6,d7,d8,e7,e8,e9,f8,f9,f0,g9',
        'f8-f7 f3xf6 d6xe6xe5',
        NINE,
      ),
    ],
  },
  {
    id: 'endings',
    lessons: [
      finds('prison', 'W:WKf2:BKe1', 'f2-e2'),
      finds('hunt', 'B:Wb5,g5:Bc8,Ke3', 'e3-e6'),
      finds('firstKing', 'B:Wc3,c4,f5:Bb5,c5,h7', 'h7-h6 c4-b4 c5xc4'),
      finds('threeKings', 'W:WKe1,Kf4,Kf6:BKh7', 'e1-e7 h7xf7 f6-f5 f7xf6 f4xf5'),
      asks('fortress', 'W:Wg3,h4:BKd3', 'g3-g4', NINE),
    ],
  },
];

export const LESSONS: readonly Exercise[] = CHAPTERS.flatMap(({ lessons }) => lessons);
