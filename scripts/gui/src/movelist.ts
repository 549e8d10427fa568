// SPDX-License-Identifier: GPL-3.0-or-later
// The list of moves with its variations, and the buttons to go through it.
import { button, html } from './dom';
import { readFen } from './fen';
import type { Session } from './session';
import { S } from './language';
import { endText, titleOf } from './gamefile';
import { gradeOf, MARKS, moverOf, remarkOf } from './grades';
import { type Node, numberOf } from './tree';

/** The number of a move: 7. for White, 7… for Black. */
export function numberText(node: Node): string {
  return `${numberOf(node)}${moverOf(node) === 'W' ? '.' : '…'}`;
}

/** Buttons that go through the moves of the game shown. */
export function stepButtons(session: Session): HTMLButtonElement[] {
  return [
    button('|◀', () => session.first(), { 'aria-label': S.moves.first }),
    button('◀', () => session.back(), { 'aria-label': S.moves.back }),
    button('▶', () => session.forward(), { 'aria-label': S.moves.forward }),
    button('▶|', () => session.last(), { 'aria-label': S.moves.last }),
  ];
}

export class MoveList {
  readonly element = html('section', { class: 'moves', 'aria-label': S.moves.label });
  private readonly players = html('p', { class: 'players' });
  private readonly list = html('div', { class: 'list', tabindex: 0, role: 'group', 'aria-label': S.moves.list });

  constructor(private readonly session: Session) {
    this.element.append(this.players, this.list, html('div', { class: 'steps' }, ...stepButtons(session)));
    session.onChange(() => this.draw());
  }

  draw(): void {
    const { players, root } = this.session.tree;
    const { said } = root;
    const told = players !== null && players.white !== players.black; // "Player – Player" and "? – ?" say nothing
    this.players.textContent = told ? titleOf(players) : '';
    const moves = (): HTMLElement[] => [...this.list.querySelectorAll<HTMLElement>('.move')];
    const focused = moves().findIndex((move) => move === document.activeElement);
    this.list.replaceChildren(...(said === '' ? [] : [html('span', { class: 'comment' }, said), ' ']));
    this.addLine(this.list, root);
    const current = this.list.querySelector<HTMLElement>('[aria-current]');
    if (focused >= 0) {
      (moves()[focused] ?? this.list).focus({ preventScroll: true });
    }
    // Not scrollIntoView, which would move the page on a phone.
    this.list.scrollTop = current === null ? 0 : current.offsetTop - this.list.offsetTop - this.list.clientHeight / 2;
  }

  /** What follows a node: its first child, the other children as variations behind it, and so on. */
  private addLine(box: HTMLElement, from: Node): void {
    let needsNumber = from.parent === null || this.isTalkedOf(from);
    for (let at = from; at.children[0] !== undefined; at = at.children[0]) {
      this.addMove(box, at.children[0], needsNumber);
      needsNumber = at.children.length > 1 || this.isTalkedOf(at.children[0]);
      for (const other of at.children.slice(1)) {
        const variation = html('span', { class: 'variation' }, '(');
        this.addMove(variation, other, true);
        this.addLine(variation, other);
        variation.append(')');
        box.append(variation, ' ');
      }
    }
  }

  /** Do words come between the move and the next one? */
  private isTalkedOf(node: Node): boolean {
    return node.said !== '' || remarkOf(node, this.session.notation) !== '';
  }

  private addMove(box: HTMLElement, node: Node, numbered: boolean): void {
    const { parent, move } = node;
    if (parent === null || move === null) {
      return;
    }
    const ply = html('span', { class: 'ply' });
    const white = readFen(parent.details.fen).side === 'W';
    if (white || numbered) {
      ply.append(html('span', { class: 'number' }, numberText(node)));
    }
    const element = button(this.session.written(move), () => this.session.show(node), { class: 'move' });
    const grade = gradeOf(node);
    if (node === this.session.node) {
      element.setAttribute('aria-current', 'true');
    }
    ply.append(element);
    if (grade !== null && MARKS[grade] !== '') {
      ply.append(html('span', { class: `grade ${grade}`, title: S.report.grades[grade] }, MARKS[grade]));
    }
    box.append(ply, ' ');
    if (node.said !== '') {
      box.append(html('span', { class: 'comment' }, node.said), ' ');
    }
    const remark = remarkOf(node, this.session.notation);
    if (remark !== '') {
      box.append(html('span', { class: 'comment remark' }, remark), ' ');
    }
    const end = this.session.tree.endAt(node);
    if (end !== null) {
      box.append(html('span', { class: 'ending' }, endText(end)), ' ');
    }
  }
}
