// SPDX-License-Identifier: GPL-3.0-or-later
// The cursor: which position of which game is on the board, and how to go from one to another. The views around the board
// listen.
import { showMove } from './animation';
import type { BoardView, Marks } from './board';
import type { EngineClient, Line } from './client';
import { html } from './dom';
import { dutyText } from './duty';
import { type EntryEvents, MoveEntry } from './entry';
import { readFen } from './fen';
import { type GameFile, NO_NOTE, NOTHING_PLAYED, type WrittenLine } from './gamefile';
import type { BoardName, Color } from './geometry';
import { type LegalMove, type Notation, Refusal, squaresOfMove, type Step } from './moves';
import { S } from './language';
import type { TreeRecord } from './record';
import { addNote, childBy, type Cursor, GameTree, mainLine, type Node, numberOf } from './tree';

/** Decides who may move on the board, and what happens then. */
export interface Referee {
  /** May the person at the board move this side in the position shown? */
  mayMove(side: Color): boolean;
  /** A legal move was entered. Returns false to keep it off the board. */
  accept?(move: LegalMove): boolean;
  /** The move was made: the node is in the tree, even if the board shows something else by now. */
  moved?(node: Node): void;
}

/** Nobody may move. */
export const NOBODY: Referee = { mayMove: () => false };

export class Session {
  tree!: GameTree;
  node!: Node;
  /** How moves are written for people. */
  notation: Notation = 'formal';
  readonly entry: MoveEntry;
  /** Says why a capture has to be played now. */
  readonly duty = html('p', { class: 'duty' });
  referee = NOBODY;
  private listeners = new Set<() => void>();
  private hint: readonly string[] = [];
  private ahead: readonly string[] = [];
  private aheadOf: Node | null = null; // the position in which they are marked
  private turn = 0; // counts what is put on the board
  private moving = false; // a move is being shown
  private entering = Promise.resolve(); // until the move that was entered last is on the board

  constructor(
    readonly board: BoardView,
    readonly client: EngineClient,
    private readonly onRefusal: (reason: string) => void,
  ) {
    const events: EntryEvents = {
      played: (move, route, byHand) => (this.entering = this.enter(move, route, byHand)),
      refused: (squares) => void this.explain(squares),
    };
    this.entry = new MoveEntry(board, events);
  }

  onChange(listener: () => void): void {
    this.listeners.add(listener);
  }

  /** A move as it is written for people. */
  written(move: LegalMove): string {
    return move[this.notation];
  }

  get side(): Color {
    return readFen(this.node.details.fen).side;
  }

  get line(): Line {
    return this.tree.lineTo(this.node);
  }

  get isOver(): boolean {
    return this.node.details.result !== null;
  }

  /** A game without moves that begins at a position; null: at the start position. Throws a Refusal. */
  at(board: BoardName, start: string | null): Promise<Cursor> {
    return this.build({ ...NOTHING_PLAYED, board, start });
  }

  /** Returns a function that says whether the board was left alone since then. */
  watch(): () => boolean {
    const { turn } = this;
    return () => this.turn === turn;
  }

  /** Puts on the board what is being read, and resolves to true, unless something else was put there meanwhile. `flipped`
   * says whether Black is at the bottom then; null leaves the board as it is turned. */
  async open(reading: Promise<Cursor>, flipped: boolean | null = null): Promise<boolean> {
    this.release();
    const isAlone = this.watch();
    try {
      const cursor = await reading;
      const opens = isAlone();
      if (opens) {
        if (flipped !== null) {
          this.board.setFlipped(flipped);
        }
        this.put(cursor);
      }
      return opens;
    } catch (error) {
      if (isAlone()) {
        this.show(this.node);
      }
      throw error;
    }
  }

  /** Lets no move be entered until something is put on the board. */
  release(): void {
    this.turn++;
    this.moving = false;
    this.entry.begin(null, {});
    this.duty.textContent = '';
  }

  put({ tree, node }: Cursor): void {
    this.tree = tree;
    this.board.setBoard(tree.board);
    this.show(node);
  }

  /** Makes a tree of a game, whose moves may be in any notation. Throws a Refusal. */
  async build({ board, start, players, end, first, ...line }: GameFile): Promise<Cursor> {
    const tree = new GameTree(board, start, await this.client.details({ board, start, moves: [] }));
    tree.players = players;
    Object.assign(tree.root, first);
    const node = await this.addLine(tree, tree.root, line);
    tree.setEnd(node, end);
    return { tree, node };
  }

  /** Adds moves with their variations after a node. Returns the last node of the line itself. */
  private async addLine(tree: GameTree, from: Node, { moves, notes, variations }: WrittenLine): Promise<Node> {
    const line = [from];
    let node = from;
    for (const [i, word] of moves.entries()) {
      try {
        node = await this.extend(tree, node, word);
        addNote(node, notes[i] ?? NO_NOTE); // it may be there already: a variation may begin with a move of the line around it
        line.push(node);
      } catch (error) {
        const white = readFen(node.details.fen).side === 'W';
        const number = white ? `${numberOf(node) + 1}` : `${numberOf(node)}…`; // as the move list has it
        throw error instanceof Refusal ? new Refusal(error.message.replace(/^move 1:/, `move ${number}:`)) : error;
      }
    }
    for (const { at, ...variation } of variations) {
      await this.addLine(tree, line[at] ?? from, variation);
    }
    return node;
  }

  /** Makes the tree of a record again. Throws a Refusal. */
  async rebuild({ board, start, players, ending, nodes, at }: TreeRecord): Promise<Cursor> {
    const tree = new GameTree(board, start, await this.client.details({ board, start, moves: [] }));
    tree.players = players;
    const made: Node[] = [];
    for (const { parent, move, ...findings } of nodes) {
      const before = made[parent];
      made.push(Object.assign(before === undefined ? tree.root : await this.extend(tree, before, move), findings));
    }
    tree.setEnd(made[ending?.at ?? 0] ?? tree.root, ending?.end ?? null);
    return { tree, node: made[at] ?? tree.root };
  }

  /** Adds a move, in any notation, after a node. Throws a Refusal. */
  async extend(tree: GameTree, parent: Node, word: string): Promise<Node> {
    const line = tree.lineTo(parent);
    const known = parent.details.moves.find((legal) => legal.coordinate === word || legal.formal === word);
    const move = known ?? (await this.client.details(line, word)).moves[0];
    if (move === undefined) {
      throw new Refusal(word);
    }
    const details = await this.client.details({ ...line, moves: [...line.moves, move.coordinate] });
    return tree.add(parent, move, details);
  }

  /** Shows a node at once. */
  show(node: Node): void {
    this.turn++;
    this.moving = false;
    this.node = node;
    this.hint = [];
    this.board.setPosition(readFen(node.details.fen));
    this.update();
  }

  /** Tells the views that something about the game or the cursor has changed. */
  update(): void {
    this.refresh();
    this.listeners.forEach((listener) => listener());
  }

  /** Goes to a node; its move is animated if it follows the one on the board. */
  async goTo(node: Node, route?: readonly Step[], byHand = false): Promise<void> {
    if (node.parent !== this.node || node.move === null) {
      this.show(node);
      return;
    }
    if (this.moving) {
      this.board.setPosition(readFen(this.node.details.fen));
    }
    this.turn++;
    const isAlone = this.watch();
    this.moving = true;
    this.node = node;
    this.hint = [];
    this.entry.begin(null, {});
    this.duty.textContent = '';
    this.listeners.forEach((listener) => listener());
    await showMove(this.board, node.move, route, byHand);
    if (isAlone()) {
      this.moving = false;
      this.board.setPosition(readFen(node.details.fen));
      this.refresh();
    }
  }

  back(): void {
    if (this.node.parent !== null) {
      this.show(this.node.parent);
    }
  }

  forward(): void {
    const next = this.node.children[0];
    if (next !== undefined) {
      void this.goTo(next);
    }
  }

  first(): void {
    this.show(this.tree.root);
  }

  last(): void {
    this.show(mainLine(this.node).at(-1) ?? this.node);
  }

  /** Plays a move of the position shown. */
  async play(move: LegalMove, route?: readonly Step[], byHand = false): Promise<void> {
    const { tree, node, referee } = this;
    const isAlone = this.watch();
    this.entry.begin(null, {});
    const next = childBy(node, move) ?? (await this.extend(tree, node, move.coordinate));
    if (isAlone()) {
      void this.goTo(next, route, byHand);
    }
    referee.moved?.(next);
  }

  /** Plays what a person has typed, after the move that was entered before, or says why not. */
  playText(word: string): Promise<boolean> {
    const { tree } = this;
    const played = this.arrive().then(() => this.tree === tree && this.enterText(word));
    this.entering = played.then(() => undefined);
    return played;
  }

  /** Waits for the move that was entered last, and ends its animation: whoever goes on does not want to see the rest. */
  async arrive(): Promise<void> {
    await this.entering;
    if (this.moving) {
      this.show(this.node);
    }
  }

  private async enterText(word: string): Promise<boolean> {
    const isAlone = this.watch();
    if (word.trim() === '') {
      return false;
    }
    if (!this.referee.mayMove(this.side) && !this.isOver) {
      this.onRefusal(S.moves.notNow);
      return false;
    }
    try {
      const found = (await this.client.details(this.line, word)).moves;
      const move = found[0];
      if (move === undefined || !isAlone()) {
        return false;
      }
      if (found.length > 1) {
        this.onRefusal(S.moves.oneMove);
        return false;
      }
      await this.enter(move, undefined, false);
      return true;
    } catch (error) {
      this.refuse(error);
      return false;
    }
  }

  setHint(squares: readonly string[]): void {
    this.hint = squares;
    this.refresh();
  }

  /** Marks a premove. */
  setAhead(squares: readonly string[]): void {
    if (squares.length > 0 || this.ahead.length > 0) {
      this.ahead = squares;
      this.aheadOf = this.node;
      this.refresh();
    }
  }

  /** Asks again who may move, and marks the board. */
  refresh(): void {
    if (this.moving) {
      return; // the end of the animation does it
    }
    const mayMove = !this.isOver && this.referee.mayMove(this.side);
    this.entry.begin(mayMove ? this.node.details : null, this.marks());
    this.duty.textContent = mayMove && this.entry.showMust ? dutyText(this.node.details) : '';
  }

  private marks(): Marks {
    const move = this.node.move;
    const last = move === null ? [] : squaresOfMove(move);
    return { last, hint: this.hint, ahead: this.aheadOf === this.node ? this.ahead : [] };
  }

  private async enter(move: LegalMove, route: readonly Step[] | undefined, byHand: boolean): Promise<void> {
    if (this.referee.accept?.(move) === false) {
      this.board.setPosition(readFen(this.node.details.fen)); // a piece that was dragged goes back: nothing else has changed
      this.refresh();
      return;
    }
    try {
      await this.play(move, route, byHand);
    } catch (error) {
      this.refuse(error);
      this.show(this.node);
    }
  }

  /** Has the engine say why these squares are not a move. */
  private async explain(squares: string): Promise<void> {
    try {
      await this.client.details(this.line, squares);
    } catch (error) {
      this.refuse(error);
    }
  }

  private refuse(error: unknown): void {
    const text = error instanceof Error ? error.message : String(error);
    this.onRefusal(text.replace(/^move 1: /, ''));
  }
}
