// SPDX-License-Identifier: GPL-3.0-or-later
// The puzzles of the page (scripts/gui/puzzles), one file for each board, fetched when a puzzle of that board is wanted.
import tenByTen from '../puzzles/bushka.tsv?url';
import nineByEleven from '../puzzles/bushka9x11.tsv?url';
import { select } from './dom';
import { type Exercise, type ExerciseEvents, ExerciseView, gainOf, gainText } from './exercise';
import { readFen } from './fen';
import type { BoardName } from './geometry';
import { S } from './language';
import type { Session } from './session';
import type { Kept } from './kept';
import { ALL, type PuzzleChoice, readPuzzleChoice, type Training, withResult, withSolved } from './training';

const FILES: Readonly<Record<BoardName, string>> = { bushka: tenByTen, bushka9x11: nineByEleven };

interface Puzzle extends Exercise {
  readonly theme: string;
  readonly rating: number;
}

/** The rows of a file, whose head explains its columns. */
function readPuzzles(board: BoardName, text: string): Puzzle[] {
  return text
    .split('\n')
    .filter((row) => row !== '' && !row.startsWith('#'))
    .map((row) => {
      const [number = '', theme = '', motif = '', rating = '', , , fen = '', line = ''] = row.split('\t');
      return {
        id: `${board}-${number}`,
        board,
        theme,
        rating: Number(rating),
        title: S.puzzles.title(number, S.boards.find(([name]) => name === board)?.[1] ?? board, Number(rating)),
        text: S.puzzles.task(readFen(fen).side),
        fen,
        line: line.split(' ').map((moves) => moves.split('/')),
        after: S.puzzles.motifs[motif] ?? '',
        refuted: true,
      };
    });
}

export class PuzzleView extends ExerciseView<Puzzle> {
  private puzzles: readonly Puzzle[] = [];
  /** What is kept over a reload. */
  choice = readPuzzleChoice(null);
  private reading = 0; // counts the files asked for: only the last one is wanted
  /** Puzzles that were shown and left for the next one. */
  private readonly passed = new Set<string>();

  constructor(
    session: Session,
    private readonly trainee: Kept<Training>,
    events: ExerciseEvents,
    private readonly refused: (error: unknown) => void,
  ) {
    super(session, S.tabs.puzzles, events, S.puzzles.next);
    this.panel.append(this.top); // below the task, which would else begin near the lower edge of a phone
  }

  /** Resumes what was chosen before. */
  start(choice = this.choice): void {
    const themes = [[ALL, S.puzzles.all] as const, ...Object.entries(S.puzzles.themes)];
    const choose = (changes: Partial<PuzzleChoice>): void => {
      this.choice = { ...this.choice, ...changes };
      this.pick();
    };
    this.choice = choice;
    this.top.append(
      select(S.puzzles.theme, themes, choice.theme, (theme) => choose({ theme })),
      select(S.board.label, S.boards, choice.board, (board) => choose({ board })),
      select(S.puzzles.orderLabel, S.puzzles.orders, choice.order, (order) => choose({ order })),
    );
  }

  enter(): void {
    if (this.current?.board !== this.choice.board) {
      this.pick();
    } else {
      void this.begin(this.current);
    }
  }

  override leave(): void {
    super.leave();
    this.reading++;
  }

  protected override next(): void {
    if (this.current !== null) {
      this.passed.add(this.current.id);
    }
    this.pick();
  }

  protected override failed(): void {
    this.rate(false);
  }

  protected override solved(): string {
    const { trainee, current: puzzle, session } = this;
    if (puzzle === null) {
      return '';
    }
    // Of the tries before a reload it is only known whether one failed.
    const mistakes = Math.max(this.mistakes, trainee.value.failed.includes(puzzle.id) ? 1 : 0);
    if (mistakes === 0) {
      this.rate(true);
    }
    trainee.set(withSolved(trainee.value, puzzle.id));
    this.drawCount();
    const { tree, node } = session;
    const said = [S.puzzles.solved(mistakes), puzzle.after, gainText(gainOf(tree.root, node))];
    return said.filter((sentence) => sentence !== '').join(' ');
  }

  private rate(won: boolean): void {
    const { trainee, current: puzzle } = this;
    if (puzzle !== null) {
      trainee.set(withResult(trainee.value, puzzle.id, puzzle.rating, won));
      this.drawCount();
    }
  }

  /** Loads the puzzles of the board, unless another board or another view is wanted meanwhile. */
  private async fetch(): Promise<void> {
    const { board } = this.choice;
    const mine = ++this.reading;
    try {
      const answer = await fetch(FILES[board]);
      const text = await answer.text();
      if (!answer.ok) {
        throw new Error(S.puzzles.notLoaded);
      }
      if (mine === this.reading) {
        this.puzzles = readPuzzles(board, text);
        this.pick();
      }
    } catch {
      if (mine === this.reading) {
        if (this.session.referee !== this) {
          this.text.textContent = S.puzzles.notLoaded; // which stays where there is no puzzle
        }
        this.refused(new Error(S.puzzles.notLoaded));
      }
    }
  }

  private get chosen(): readonly Puzzle[] {
    const wanted = this.choice.theme;
    return this.puzzles.filter(({ theme }) => wanted === ALL || theme === wanted);
  }

  /** Goes to the next puzzle in the order, an unsolved one as long as there is one; at first, to the one that was shown
   * before a reload. */
  private pick(): void {
    if (this.puzzles[0]?.board !== this.choice.board) {
      void this.fetch();
      return;
    }
    const { chosen, trainee } = this;
    const open = chosen.filter(({ id }) => !trainee.value.solved.includes(id));
    const pool = open.length > 0 ? open : chosen;
    const left = pool.filter(({ id }) => !this.passed.has(id));
    const from = left.length > 0 ? left : pool;
    if (left.length === 0) {
      this.passed.clear();
    }
    const { rating } = trainee.value;
    const place = (puzzle: Puzzle): number => (this.choice.order === 'rating' ? Math.abs(puzzle.rating - rating) : puzzle.rating);
    const kept = this.current === null ? open.find(({ id }) => id === this.choice.puzzle) : undefined;
    const puzzle = kept ?? [...from].sort((a, b) => place(a) - place(b))[0];
    this.drawCount();
    if (puzzle !== undefined) {
      this.choice = { ...this.choice, puzzle: puzzle.id };
      void this.begin(puzzle);
    }
  }

  private drawCount(): void {
    const { chosen, trainee } = this;
    const { rating, streak, longest } = trainee.value;
    const solved = chosen.filter(({ id }) => trainee.value.solved.includes(id)).length;
    this.count.textContent = `${S.puzzles.own(rating, streak, longest)} ${S.puzzles.count(solved, chosen.length)}`;
  }
}
