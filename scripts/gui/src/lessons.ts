// SPDX-License-Identifier: GPL-3.0-or-later
// The rules, one by one, each with a move to make (core/RULES.md). The tests play every solution on the engine.
import { type Exercise, exercise } from './exercise';
import { THEMES } from './themes';

const RULES: readonly Exercise[] = [
  exercise(
    'Squares and men',
    'W:We3:Be9',
    [],
    'Only the dark squares are used. Each is named after the two oblique lines that cross in it: letter lines run up to the right, number lines up to the left. A man steps one square forward along either line. Move the man on e3.',
    'From e3 a man goes to e4, along its letter line, or to d3, along its number line.',
  ),
  exercise(
    'A line of men moves',
    'W:Wf3,f4,f5:Bd9',
    ['f3-f6'],
    'Men of one colour that stand on one line without a gap step together. Pick any man of the line and put it on the square in front of its head. Move the whole line: the man on f3 goes to f6.',
    'The whole line has stepped. Had you picked f4, f3 would have stayed behind.',
  ),
  exercise(
    'Part of a line',
    'W:Wf3,f4,f5:Bd9',
    ['f4-f6'],
    'The rear of a line may stay where it is. Move f4 and f5 one step, and leave f3 behind.',
    'The man you pick is the last one that moves.',
  ),
  exercise(
    'Capture by approach',
    'W:Wf4:Bf6,c8',
    ['f4xf5'],
    'Nothing is jumped over. A man takes by stepping onto the empty square in front of an enemy, who must stand right behind it on the same line. Take the man on f6.',
    'You stopped in front of it, and it is gone. Capture is compulsory: you had no other move.',
  ),
  exercise(
    'The same man goes on',
    'W:Wf4:Bd5,d8,f6',
    ['f4xf5xe5'],
    'A single man that has taken goes on as long as it can take another, in any direction, also backward. What is taken leaves the board at the end. Take two: first f6 from f5, then d5 from e5.',
    'Touch square after square, or the last one at once.',
  ),
  exercise(
    'Linear capture',
    'W:We3,e4:Bc7,e6,e7,Ke8',
    ['e3xe5'],
    'A line of men that approaches along itself takes a man and the unbroken line of men behind him. A king that is not the first ends the row and stays. Take e6 and e7.',
    'Two men with one step. A line takes forward and backward.',
  ),
  exercise(
    'The line goes first',
    'W:Wd3,d4,g4:Bd6,g6',
    ['d3xd5'],
    'A linear capture always goes before the capture of a single man, whatever the numbers. Try the man on g4 first: you are told why he may not. Then capture with the line.',
    'Linear captures have precedence.',
  ),
  exercise(
    'Take the most',
    'W:Wf4,c3:Bd5,f6,c5',
    ['f4xf5xe5'],
    'Among captures of the same kind you must choose one that takes most. One man could take one piece, another two.',
    'Of equals you may choose.',
  ),
  exercise(
    'A man becomes a king',
    'W:Wd8:Bg4',
    ['d8-d9', 'd8-c8'],
    'A man that reaches the farthest row becomes a king, and the move ends. Make a king.',
    'A king slides any distance, forward and backward, along all four directions.',
  ),
  exercise(
    'A king captures',
    'W:WKe2:Be7,c8',
    ['e2xe6'],
    'A king slides over empty squares up to the first piece and stops in front of it: an enemy there is taken. Next to a piece it takes nothing in that direction. Take e7.',
    'A king, too, goes on as long as it can take.',
  ),
  exercise(
    'Nothing left to move',
    'W:Wd8,Kf2:Bb7',
    [],
    'Who is to move and cannot, has lost: with no pieces, or with all of them blocked. A position that comes for the third time is a draw. There are no other ends. Make any move, and then play your first game.',
    'These are all the rules. The lessons that follow show what players do with them.',
  ),
];

export const LESSONS: readonly Exercise[] = [...RULES, ...THEMES];
