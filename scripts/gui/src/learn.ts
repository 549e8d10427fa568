// SPDX-License-Identifier: GPL-3.0-or-later
// The view of lessons.
import { refill, select } from './dom';
import { type Exercise, type ExerciseEvents, ExerciseView } from './exercise';
import { S } from './language';
import { CHAPTERS, LESSONS } from './lessons';
import type { Session } from './session';
import type { Kept } from './kept';
import { type Training, withSolved } from './training';

const ID = 'lesson-'; // before the name of a lesson among the solved exercises

export class LearnView extends ExerciseView<Exercise> {
  private index: number | null = null;

  constructor(
    session: Session,
    private readonly trainee: Kept<Training>,
    events: ExerciseEvents,
  ) {
    super(session, S.tabs.learn, events, S.learn.next);
  }

  /** The name of the lesson that was shown last. */
  get lesson(): string | null {
    return this.index === null ? null : (LESSONS[this.index]?.id ?? null);
  }

  /** Resumes the lesson of that name, if there is one and it is not done yet. */
  start(lesson: string | null): void {
    const index = LESSONS.findIndex(({ id }) => id === lesson && !this.isDone(id));
    this.index = index < 0 ? null : index;
  }

  enter(): void {
    void this.go(this.index ?? Math.max(0, LESSONS.findIndex(({ id }) => !this.isDone(id))));
  }

  protected override next(): void {
    void this.go((this.index ?? 0) + 1);
  }

  protected override failed(): void {
    /* a lesson may be tried as often as it takes */
  }

  protected override solved(): string {
    this.trainee.set(withSolved(this.trainee.value, ID + (this.current?.id ?? '')));
    this.drawChoice();
    return `${S.learn.right} ${this.current?.after ?? ''}`;
  }

  private isDone(id: string): boolean {
    return this.trainee.value.solved.includes(ID + id);
  }

  private async go(index: number): Promise<void> {
    this.index = index % LESSONS.length;
    const lesson = LESSONS[this.index];
    if (lesson !== undefined) {
      this.drawChoice();
      await this.begin(lesson);
    }
  }

  private drawChoice(): void {
    const groups = CHAPTERS.map(({ id, lessons }) => {
      const choices = lessons.map((lesson) => {
        const i = LESSONS.indexOf(lesson);
        return [String(i), S.learn.name(i + 1, lesson.title, this.isDone(lesson.id))] as const;
      });
      return [S.learn.chapters[id], choices] as const;
    });
    refill(this.top, select(S.learn.choose, groups, String(this.index), (value) => void this.go(Number(value))));
    this.count.textContent = S.learn.done(LESSONS.filter(({ id }) => this.isDone(id)).length, LESSONS.length);
  }
}
