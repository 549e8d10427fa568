// SPDX-License-Identifier: GPL-3.0-or-later
// The view of the lessons.
import { select } from './dom';
import { ExerciseView } from './exercise';
import { LESSONS } from './lessons';
import type { Session } from './session';
import { S } from './language';

export class LearnView extends ExerciseView {
  private index = 0;

  constructor(session: Session, announce: (text: string) => void) {
    super(session, S.tabs.learn, announce);
    this.addAction(S.learn.again, () => this.again(), 'again');
    this.addAction(S.puzzles.show, () => this.showSolution(), 'show');
    this.addAction(S.learn.next, () => void this.go(this.index + 1), 'next', true);
  }

  enter(): void {
    void this.go(this.index);
  }

  protected override isRight(): string {
    return `${S.learn.right} ${this.current?.after ?? ''}`;
  }

  protected override isWrong(): string {
    return S.learn.other;
  }

  private async go(index: number): Promise<void> {
    this.index = index % LESSONS.length;
    const lesson = LESSONS[this.index];
    if (lesson === undefined) {
      return;
    }
    const names = LESSONS.map((each, i) => [String(i), `${i + 1}. ${each.title}`] as const);
    this.top.replaceChildren(select(S.learn.choose, names, String(this.index), (value) => void this.go(Number(value))));
    this.count.textContent = S.learn.step(this.index + 1, LESSONS.length);
    await this.begin(lesson);
  }
}
