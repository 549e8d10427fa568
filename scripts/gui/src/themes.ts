// SPDX-License-Identifier: GPL-3.0-or-later
// What players know beyond the rules, each with a position in which one move is clearly the best. The tests let the engine
// search every one of them.
import { type Exercise, lesson } from './exercise';

export const THEMES: readonly Exercise[] = [
  lesson('pulling', 'W:Wd2,e1,e2,e3,f2,f4,g5,g6,g7,h5,h6,i6:Ba6,b5,b7,c5,c6,c8,d6,d7,d9,e8,e9,f7', ['g7-g8']),
  lesson(
    'bait',
    'B:Wd2,e1,e2,e3,e4,f2,f4,f5,g3,g4,g5,g6,h5,h7,i6:Ba6,b4,b5,b7,c6,c7,c8,d6,d7,d9,e8,e9,e0,f8,f9',
    ['d6-d5'],
  ),
  lesson('exchange', 'B:Wd5,g4:Bf6,g5', ['f6-f5']),
  lesson('race', 'W:Wb5,d3,e4,g5:Bd4,f5,h6', ['b5-b6']),
  lesson('tempo', 'B:Wd4,d6,f9:Bc3,c4,d5,e8', ['e8-e7']),
  lesson('only', 'W:Wc3,d4,e4,g5,g6,g7:Bb4,c4,d5,d6,f7,g8', ['e4-e5']),
  lesson('hunt', 'B:Wb5,g5:Bc8,Ke3', ['e3-e6']),
  lesson('threeKings', 'W:WKe1,Kf4,Kf6:BKh7', ['e1-e7']),
  lesson('firstKing', 'B:Wc3,c4,f5:Bb5,c5,h7', ['h7-h6']),
];
