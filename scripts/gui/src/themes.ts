// SPDX-License-Identifier: GPL-3.0-or-later
// What players know beyond the rules, each with a position in which one move is clearly the best. The tests let the engine
// search every one of them.
import { type Exercise, exercise } from './exercise';

export const THEMES: readonly Exercise[] = [
  exercise(
    'Pulling',
    'W:Wd2,e1,e2,e3,f2,f4,g5,g6,g7,h5,h6,i6:Ba6,b5,b7,c5,c6,c8,d6,d7,d9,e8,e9,f7',
    ['g7-g8'],
    'Captures are compulsory, so a man who is offered pulls an enemy to another square. White gives three men here, each of whom must be taken, until Black’s men stand where g5 can take them one after the other. Begin with g7-g8.',
    'e8xf8, h6-h7 f7xg7, g6-f6 c6xe6: Black never had a choice. Now g5xg6xf6xf7xe7xe8xd8 takes six.',
  ),
  exercise(
    'A bait for a line',
    'B:Wd2,e1,e2,e3,e4,f2,f4,f5,g3,g4,g5,g6,h5,h7,i6:Ba6,b4,b5,b7,c6,c7,c8,d6,d7,d9,e8,e9,e0,f8,f9',
    ['d6-d5'],
    'A linear capture goes before all others, and ends after one step. So a line can be led away by a single man. Black wants White’s men one behind the other on the line e, in front of his own line e8, e9, e0. Which man does he offer first?',
    'White must take with a line each time: after h5xe5 come f8-f7 f4xf6 and c6-d6 g6xe6. Then e9xe7 takes six men with one step.',
  ),
  exercise(
    'An exchange opens the way',
    'B:Wd5,g4:Bf6,g5',
    ['f6-f5'],
    'Two men each, and an exchange of one for one counts nothing; but who is nearer to the far row afterwards? Black to move.',
    'd5xe5 g5xf5: Black’s last man has three steps to go, White’s has eight. The engine finds no other win.',
  ),
  exercise(
    'A race',
    'W:Wb5,d3,e4,g5:Bd4,f5,h6',
    ['b5-b6'],
    'In an open position the men run. Count the steps: b5 and h6 both need two to become kings. White is to move.',
    'h6-h5 b6-b7, and White’s king comes first. It pays at once: h5-h4 b7-d7, and after h4xf4 the king takes two, d7xd5xe5.',
  ),
  exercise(
    'A tempo in hand',
    'B:Wd4,d6,f9:Bc3,c4,d5,e8',
    ['e8-e7'],
    'In a closed position who must move may lose by it. If White’s man d6 steps, he is lost; the man on f9 lets White wait. Black to move.',
    'f9-e9 is White’s only waiting move, and e7xe8 takes that man. Now d6 must step; after d6-d7, d5xd6xd5 takes all that is left.',
  ),
  exercise(
    'Every other move loses',
    'W:Wc3,d4,e4,g5,g6,g7:Bb4,c4,d5,d6,f7,g8',
    ['e4-e5'],
    'Closed positions are decided by the smallest thing, whatever the count of men. One move of White wins here, and after every other he loses by force.',
    'White now wins by force, in thirteen moves at most.',
  ),
  exercise(
    'A king hunts men',
    'B:Wb5,g5:Bc8,Ke3',
    ['e3-e6'],
    'Two white men are on their way, and one black man helps his king. A king takes nothing next to him; there must be an empty square in between. Find the move after which both men are lost.',
    'Black now wins by force, in six moves at most.',
  ),
  exercise(
    'First to be a king',
    'B:Wc3,c4,f5:Bb5,c5,h7',
    ['h7-h6'],
    'Kings decide endings. Black can open the position with b5-d5, or let his free man run.',
    'After c4-b4 c5xc4 the man runs on: h6-h5-h4 makes a king in time. The engine finds no other win.',
  ),
];
