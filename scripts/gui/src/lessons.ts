// SPDX-License-Identifier: GPL-3.0-or-later
// The rules, one by one, each with a move to make (core/RULES.md). The tests play every solution on the engine.
import { type Exercise, lesson } from './exercise';
import { THEMES } from './themes';

const RULES: readonly Exercise[] = [
  lesson('squares', 'W:We3:Be9', []),
  lesson('line', 'W:Wf3,f4,f5:Bd9', ['f3-f6']),
  lesson('part', 'W:Wf3,f4,f5:Bd9', ['f4-f6']),
  lesson('capture', 'W:Wf4:Bf6,c8', ['f4xf5']),
  lesson('backward', 'W:We5:Be3,c8', ['e5xe4']),
  lesson('goesOn', 'W:Wf4:Bd5,d8,f6', ['f4xf5xe5']),
  lesson('turnBack', 'W:We4:Be3,e6,c8', ['e4xe5xe4']),
  lesson('linear', 'W:We3,e4:Bc7,e6,e7,Ke8', ['e3xe5']),
  lesson('lineTakesKing', 'W:We5,e6:BKe3,e2,c8', ['e6xe4']),
  lesson('first', 'W:Wd3,d4,g4:Bd6,g6', ['d3xd5']),
  lesson('most', 'W:Wf4,c3:Bd5,f6,c5', ['f4xf5xe5']),
  lesson('mostLines', 'W:We3,e4,h4,h5:Be6,e7,h7,c8', ['e3xe5']),
  lesson('promotion', 'W:Wd8:Bg4', ['d8-d9', 'd8-c8']),
  lesson('linePromotes', 'W:Wd6,d7,d8:Bg4', ['d6-d9']),
  lesson('king', 'W:WKe2:Be7,c8', ['e2xe6']),
  lesson('notation', 'W:Wf3,f4,f5:Bd9', ['f4-f6']),
  lesson('end', 'W:Wd2,e2,f6:Bd3', ['e2-e3']),
];

export const LESSONS: readonly Exercise[] = [...RULES, ...THEMES];
