// SPDX-License-Identifier: GPL-3.0-or-later
// Puzzles out of the project's suite of verified positions (tests/data/tactics.tsv).
import suite from '../../../tests/data/tactics.tsv?raw';
import { select } from './dom';
import { type Exercise, ExerciseView } from './exercise';
import { isBoardName } from './geometry';
import type { LegalMove } from './moves';
import type { Session } from './session';
import { S } from './language';

const ALL = 'all';

interface Puzzle extends Exercise {
  readonly theme: string;
}

/** The rows of the suite, whose head explains its columns. */
export function readSuite(text: string): Puzzle[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .flatMap((line) => {
      const [id = '', board = '', theme = '', , fen = '', best = ''] = line.split('\t');
      const name = S.puzzles.themes[theme];
      if (!isBoardName(board) || name === undefined) {
        return [];
      }
      const side = fen.startsWith('B') ? 'B' : 'W';
      const text = S.puzzles.task(side);
      return [{ id, board, theme, title: S.puzzles.title(name, board, Number(id.split('-').at(-1))), text, fen, solutions: best.split(' '), after: '' }];
    });
}

export class PuzzleView extends ExerciseView {
  private readonly puzzles = readSuite(suite);
  private theme = ALL;
  private board = ALL;
  private index = 0;

  constructor(
    session: Session,
    private readonly solved: Set<string>,
    announce: (text: string) => void,
    private readonly changed: () => void,
  ) {
    super(session, S.tabs.puzzles, announce);
    const themes = [[ALL, S.puzzles.all] as const, ...Object.entries(S.puzzles.themes)];
    const boards = [[ALL, S.puzzles.bothBoards] as const, ...S.boards];
    this.top.append(
      select(S.puzzles.theme, themes, this.theme, (value) => {
        this.theme = value;
        this.index = 0;
        void this.go();
      }),
      select(S.play.boardLabel, boards, this.board, (value) => {
        this.board = value;
        this.index = 0;
        void this.go();
      }),
    );
    this.addAction(S.puzzles.again, () => this.again(), 'again');
    this.addAction(S.puzzles.show, () => this.showSolution(), 'show');
    this.addAction(S.puzzles.next, () => void this.next(), 'next', true);
  }

  enter(): void {
    void this.go();
  }

  protected override isRight(): string {
    if (this.current !== null) {
      this.solved.add(this.current.id);
      this.changed();
    }
    this.drawCount();
    return S.puzzles.solved(this.tries);
  }

  protected override isWrong(move: LegalMove): string {
    return S.puzzles.wrong(move.formal);
  }

  private get chosen(): Puzzle[] {
    return this.puzzles.filter(
      ({ theme, board }) => [ALL, theme].includes(this.theme) && [ALL, board].includes(this.board),
    );
  }

  private async next(): Promise<void> {
    this.index++;
    await this.go();
  }

  /** The puzzle at the index, or the next one that is not solved yet. */
  private async go(): Promise<void> {
    const { chosen } = this;
    const order = chosen.map((_, i) => chosen[(this.index + i) % chosen.length]);
    const puzzle = order.find((each) => each !== undefined && !this.solved.has(each.id)) ?? order[0];
    if (puzzle !== undefined) {
      this.index = chosen.indexOf(puzzle);
      this.drawCount();
      await this.begin(puzzle);
    }
  }

  private drawCount(): void {
    const { chosen } = this;
    this.count.textContent = S.puzzles.count(chosen.filter(({ id }) => this.solved.has(id)).length, chosen.length);
  }
}
