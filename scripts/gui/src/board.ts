// SPDX-License-Identifier: GPL-3.0-or-later
// The board: squares, pieces, marks and arrows, drawn as SVG. It knows no rules: it shows what it is given and reports what
// was touched. Every dark square can be focused and has a name for those who cannot see it.
import { type Drawing, type Ink } from './drawings';
import { html, svg } from './dom';
import { type Piece, type Placement, readFen } from './fen';
import { BOARDS, type BoardName, type BoardShape, obliqueLines, placeOf, squareAt, squaresOf } from './geometry';
import { drawPiece } from './pieces';
import { S } from './language';

const SQUARE = 100;

/** Where the coordinates are: the names on the squares, or the letters and numbers of the lines at the near edge. */
export const COORDINATES = ['inside', 'edge', 'off'] as const;
export type Coordinates = (typeof COORDINATES)[number];

const EDGE = 40; // of the margin for letters and numbers

/** What is marked on the board. */
export interface Marks {
  readonly last?: readonly string[];
  readonly selected?: string | null;
  readonly path?: readonly string[];
  readonly targets?: readonly string[];
  /** Pieces that have to capture. */
  readonly must?: readonly string[];
  readonly taken?: readonly string[];
  readonly hint?: readonly string[];
  /** The squares of a premove, or only the one where it begins. */
  readonly ahead?: readonly string[];
}

export interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly rank: number;
}

interface BoardEvents {
  /** A square was clicked, or chosen by Enter or the space bar. */
  touch(square: string): void;
  /** A piece was dragged from one square to another. */
  drop(from: string, to: string): void;
  /** May the piece there be picked up? */
  canLift(square: string): boolean;
  /** A piece was picked up to be dragged. */
  lift(square: string): void;
  /** The ink to draw with; null if nothing can be drawn now. */
  ink(): Ink | null;
  /** An arrow was drawn from one square to another, with the right button or while sketching; a mark if they are the same. */
  draw(from: string, to: string): void;
}

/** For a board that is only shown. */
export const NO_EVENTS: BoardEvents = {
  touch: () => undefined,
  drop: () => undefined,
  canLift: () => false,
  lift: () => undefined,
  ink: () => null,
  draw: () => undefined,
};

const DRAG_START = 6; // pixels before a press counts as a drag

/** A mouse button or a finger that is down on a square. */
interface Press {
  readonly square: string;
  readonly x: number;
  readonly y: number;
  /** The square, in the position, of the piece that is dragged; null if none is. */
  dragged: string | null;
}

/** Is the pointer farther from where it went down than a shaky hand would move it? */
function isDrawnAway({ x, y }: Press, { clientX, clientY }: PointerEvent): boolean {
  return Math.hypot(clientX - x, clientY - y) > DRAG_START;
}

/** Rings the focused square on all boards after a key was pressed, and no longer after a click: there it is in the way. */
export function ringForKeys(): void {
  window.addEventListener('keydown', () => document.documentElement.classList.add('keyboard'), true);
  window.addEventListener('pointerdown', () => document.documentElement.classList.remove('keyboard'), true);
}

export class BoardView {
  readonly element: HTMLElement;
  private shape: BoardShape = BOARDS.bushka;
  private flipped = false;
  private turned: boolean | null = null; // which way it is turned for a while; null if it is not
  private shownCoordinates: Coordinates = 'inside';
  private placement: Placement = readFen('W:W:B');
  private marks: Marks = {};
  private arrows: readonly Arrow[] = [];
  private drawings: readonly Drawing[] = [];
  /** The left button draws, too. */
  isSketching = false;
  private sketch: string | null = null; // where an arrow that is being drawn begins
  private root = svg('svg');
  private readonly layers = {
    ground: svg('g'),
    marks: svg('g'),
    names: svg('g'),
    pieces: svg('g'),
    arrows: svg('g'),
    drawings: svg('g'),
    squares: svg('g'),
  };
  private readonly pieces = new Map<string, SVGGElement>();
  private readonly squares = new Map<string, SVGGElement>();
  private focused = 'e1';
  private press: Press | null = null;
  private typed = '';

  constructor(private readonly events: BoardEvents) {
    this.element = html('div', { class: 'board' });
    this.element.addEventListener('pointerdown', (event) => (event.isPrimary ? this.pointerDown(event) : this.release())); // two fingers zoom
    this.element.addEventListener('pointermove', (event) => event.isPrimary && this.pointerMove(event));
    this.element.addEventListener('pointerup', (event) => event.isPrimary && this.pointerUp(event));
    this.element.addEventListener('pointercancel', () => this.release());
    this.element.addEventListener('contextmenu', (event) => event.preventDefault());
    this.element.addEventListener('keydown', (event) => this.keyDown(event));
    this.element.addEventListener('focusin', (event) => this.noteFocus(event.target));
    this.setBoard('bushka');
  }

  setBoard(name: BoardName): void {
    this.shape = BOARDS[name];
    this.redraw();
  }

  /** Is Black at the bottom? */
  get isFlipped(): boolean {
    return this.turned ?? this.flipped;
  }

  /** The same once it is turned back: what may be kept. */
  get staysFlipped(): boolean {
    return this.flipped;
  }

  get coordinates(): Coordinates {
    return this.shownCoordinates;
  }

  setFlipped(flipped: boolean): void {
    this.flipped = flipped;
    this.turn(null);
  }

  /** Turns it for a while; null turns it back. */
  turn(turned: boolean | null): void {
    this.turned = turned;
    this.redraw();
  }

  /** Turns it round; only for a while if it is turned for a while. */
  flip(): void {
    if (this.turned === null) {
      this.setFlipped(!this.flipped);
    } else {
      this.turn(!this.turned);
    }
  }

  setCoordinates(coordinates: Coordinates): void {
    this.shownCoordinates = coordinates;
    this.redraw();
  }

  setPosition(placement: Placement): void {
    this.placement = placement;
    this.drawPieces();
  }

  setMarks(marks: Marks): void {
    this.marks = marks;
    this.drawMarks();
    this.drawArrows();
    this.nameSquares();
  }

  setArrows(arrows: readonly Arrow[]): void {
    this.arrows = arrows;
    this.drawArrows();
  }

  setDrawings(drawings: readonly Drawing[]): void {
    this.drawings = drawings;
    this.drawDrawings();
    this.nameSquares();
  }

  pieceAt(square: string): Piece | undefined {
    return this.placement.pieces.get(square);
  }

  /** The drawn piece on a square, to be moved by an animation. */
  drawnPiece(square: string): SVGGElement | undefined {
    return this.pieces.get(square);
  }

  /** Draws the piece of one square on another, until the position is drawn again or it is shifted back. */
  shift(square: string, to: string): void {
    const { x, y } = this.centre(to);
    this.pieces.get(square)?.setAttribute('transform', `translate(${x} ${y})`);
  }

  /** The centre of a square in the coordinates of the drawing. */
  centre(square: string): { x: number; y: number } {
    const { column, row } = placeOf(square);
    const x = this.isFlipped ? this.shape.columns - column : column - 1;
    const y = this.isFlipped ? row - 1 : this.shape.rows - row;
    return { x: x * SQUARE + SQUARE / 2, y: y * SQUARE + SQUARE / 2 };
  }

  /** Scrolls to the board if it is out of sight: the button that was pressed may be far below. */
  reveal(): void {
    this.element.scrollIntoView({ block: 'nearest' });
  }

  focusSquare(square: string): void {
    this.squares.get(square)?.focus();
  }

  /** The keys start from the square that has the focus, however it got it. */
  private noteFocus(target: EventTarget | null): void {
    const square = target instanceof Element ? target.getAttribute('data-square') : null;
    if (square !== null && square !== this.focused) {
      this.squares.get(this.focused)?.setAttribute('tabindex', '-1');
      this.focused = square;
      this.squares.get(square)?.setAttribute('tabindex', '0');
    }
  }

  private redraw(): void {
    const { columns, rows } = this.shape;
    const { margin } = this;
    const hadFocus = this.element.contains(document.activeElement);
    this.root = svg('svg', {
      viewBox: `${-margin} ${-margin} ${columns * SQUARE + 2 * margin} ${rows * SQUARE + 2 * margin}`,
      role: 'group',
      'aria-label': S.board.label,
    });
    const { ground, marks, names, pieces, arrows, drawings, squares } = this.layers;
    names.replaceChildren();
    ground.replaceChildren(svg('rect', { width: columns * SQUARE, height: rows * SQUARE, class: 'light' }));
    squares.replaceChildren();
    this.squares.clear();
    for (const square of squaresOf(this.shape)) {
      this.addSquare(square);
    }
    if (this.coordinates === 'edge') {
      this.nameLines();
    }
    this.root.append(ground, marks, names, pieces, arrows, drawings, squares);
    this.element.replaceChildren(this.root);
    this.element.style.setProperty('--columns', String(columns + (2 * margin) / SQUARE));
    this.element.style.setProperty('--rows', String(rows + (2 * margin) / SQUARE));
    if (!this.squares.has(this.focused)) {
      this.focused = 'e1';
    }
    this.squares.get(this.focused)?.setAttribute('tabindex', '0');
    if (hadFocus) {
      this.focusSquare(this.focused);
    }
    this.drawPieces();
    this.drawArrows();
    this.drawDrawings();
  }

  private get margin(): number {
    return this.coordinates === 'edge' ? EDGE : 0;
  }

  /** The letter or number of each oblique line, outside the board where the line reaches the edge nearest to the player. */
  private nameLines(): void {
    for (const { name, first, last, leansRight } of obliqueLines(this.shape)) {
      const { x, y } = this.centre(this.isFlipped ? last : first);
      const out = SQUARE / 2 + EDGE / 2;
      const label = svg('text', { x: x + (leansRight ? -out : out), y: y + out, class: 'name of-line' });
      label.textContent = name;
      this.layers.names.append(label);
    }
  }

  private addSquare(square: string): void {
    const { x, y } = this.centre(square);
    const corner = { x: x - SQUARE / 2, y: y - SQUARE / 2, width: SQUARE, height: SQUARE };
    this.layers.ground.append(svg('rect', { ...corner, class: 'dark' }));
    if (this.coordinates === 'inside') {
      const name = svg('text', { x: corner.x + 3, y: corner.y + SQUARE - 4, class: 'name' });
      name.textContent = square;
      this.layers.names.append(name);
    }
    const area = svg(
      'g',
      { role: this.events === NO_EVENTS ? 'img' : 'button', tabindex: -1, class: 'square', 'data-square': square },
      svg('rect', { ...corner, class: 'area' }),
      svg('rect', { ...corner, class: 'rim' }),
    );
    this.squares.set(square, area);
    this.layers.squares.append(area);
  }

  private drawPieces(): void {
    this.pieces.clear();
    this.layers.pieces.replaceChildren();
    for (const [square, piece] of this.placement.pieces) {
      const drawn = drawPiece(piece);
      this.pieces.set(square, drawn);
      this.shift(square, square);
      this.layers.pieces.append(drawn);
    }
    this.drawMarks();
    this.nameSquares();
  }

  private nameSquares(): void {
    for (const [square, element] of this.squares) {
      const piece = this.placement.pieces.get(square);
      const parts = [square, piece === undefined ? S.board.empty : S.board.piece(piece)];
      if (this.marks.selected === square) {
        parts.push(S.board.selected);
      } else if (this.marks.targets?.includes(square) === true) {
        parts.push(S.board.target);
      } else if (this.marks.taken?.includes(square) === true) {
        parts.push(S.board.taken);
      } else if (this.marks.ahead?.includes(square) === true) {
        parts.push(S.board.ahead);
      } else if (this.marks.must?.includes(square) === true) {
        parts.push(S.board.must);
      }
      parts.push(...this.drawings.filter(({ from, to }) => from === to && from === square).map(({ ink }) => S.board.marked(ink)));
      element.setAttribute('aria-label', parts.join(', '));
    }
  }

  private drawMarks(): void {
    const { last, selected, path, targets, must, taken, hint, ahead } = this.marks;
    const layer = this.layers.marks;
    layer.replaceChildren();
    const fill = (squares: readonly string[] | undefined, kind: string): void => {
      for (const square of squares ?? []) {
        const { x, y } = this.centre(square);
        layer.append(svg('rect', { x: x - 50, y: y - 50, width: SQUARE, height: SQUARE, class: `mark ${kind}` }));
      }
    };
    fill(last, 'last');
    fill(hint, 'hint');
    fill(ahead, 'ahead');
    fill(path, 'path');
    fill(typeof selected === 'string' ? [selected] : [], 'selected');
    for (const square of must ?? []) {
      const { x, y } = this.centre(square);
      layer.append(svg('circle', { cx: x, cy: y, r: 44, class: 'mark must' }));
    }
    for (const square of targets ?? []) {
      const { x, y } = this.centre(square);
      const occupied = this.placement.pieces.has(square);
      layer.append(
        svg('circle', { cx: x, cy: y, r: occupied ? 46 : 15, class: `mark target${occupied ? ' around' : ''}` }),
      );
    }
    for (const [square, drawn] of this.pieces) {
      drawn.classList.toggle('taken', taken?.includes(square) === true);
    }
  }

  private drawArrows(): void {
    const [from, to] = this.marks.ahead ?? [];
    this.layers.arrows.replaceChildren(
      ...this.arrows.map((each) => this.arrow(each.from, each.to, `rank${each.rank}`)),
      ...(from !== undefined && to !== undefined ? [this.arrow(from, to, 'ahead')] : []),
    );
  }

  private drawDrawings(more: readonly Drawing[] = []): void {
    const name = (ink: Ink): string => `ink-${ink}`;
    this.layers.drawings.replaceChildren(...[...this.drawings, ...more].map(({ ink, from, to }) => this.arrow(from, to, name(ink))));
  }

  /** An arrow, or a ring if both squares are the same. */
  private arrow(from: string, to: string, kind: string): SVGElement {
    const a = this.centre(from);
    const b = this.centre(to);
    const length = Math.hypot(b.x - a.x, b.y - a.y);
    if (length === 0) {
      return svg('circle', { cx: a.x, cy: a.y, r: 44, class: `arrow round ${kind}` });
    }
    const ux = (b.x - a.x) / length;
    const uy = (b.y - a.y) / length;
    const tip = { x: b.x - ux * 8, y: b.y - uy * 8 };
    const neck = { x: tip.x - ux * 34, y: tip.y - uy * 34 };
    const wing = (s: number): string => `${neck.x - uy * 24 * s},${neck.y + ux * 24 * s}`;
    return svg(
      'g',
      { class: `arrow ${kind}` },
      svg('line', { x1: a.x, y1: a.y, x2: neck.x, y2: neck.y }),
      svg('polygon', { points: `${tip.x},${tip.y} ${wing(1)} ${wing(-1)}` }),
    );
  }

  /** Units of the drawing per pixel of the window. */
  private get scale(): number {
    return (this.shape.columns * SQUARE + 2 * this.margin) / this.root.getBoundingClientRect().width;
  }

  /** The dark square under a point of the window. */
  private squareUnder(x: number, y: number): string | null {
    const box = this.root.getBoundingClientRect();
    const { margin, scale } = this;
    const column = Math.floor(((x - box.left) * scale - margin) / SQUARE) + 1;
    const row = this.shape.rows - Math.floor(((y - box.top) * scale - margin) / SQUARE);
    return squareAt(
      this.shape,
      this.isFlipped ? { column: this.shape.columns + 1 - column, row: this.shape.rows + 1 - row } : { column, row },
    );
  }

  private pointerDown(event: PointerEvent): void {
    const square = this.squareUnder(event.clientX, event.clientY);
    if (square === null || (event.button !== 0 && event.button !== 2)) {
      return;
    }
    event.preventDefault();
    this.element.setPointerCapture(event.pointerId);
    if (event.button === 2 || this.isSketching) {
      this.sketch = this.events.ink() === null ? null : square;
      return;
    }
    this.press = { square, x: event.clientX, y: event.clientY, dragged: null };
  }

  private pointerMove(event: PointerEvent): void {
    const { press, sketch } = this;
    const ink = this.events.ink();
    if (sketch !== null && ink !== null) {
      const to = this.squareUnder(event.clientX, event.clientY) ?? sketch;
      this.drawDrawings([{ ink, from: sketch, to }]);
    }
    if (press === null) {
      return;
    }
    if (press.dragged === null && isDrawnAway(press, event) && this.events.canLift(press.square)) {
      press.dragged = this.marks.path?.[0] ?? press.square; // a capture half entered began elsewhere
      if (this.marks.selected !== press.square) {
        this.events.lift(press.square);
      }
    }
    const drawn = this.pieces.get(press.dragged ?? '');
    if (drawn !== undefined) {
      const { scale } = this;
      const { x, y } = this.centre(press.square);
      const dx = (event.clientX - press.x) * scale;
      const dy = (event.clientY - press.y) * scale;
      drawn.setAttribute('transform', `translate(${x + dx} ${y + dy}) scale(1.08)`);
      this.layers.pieces.append(drawn);
    }
  }

  private pointerUp(event: PointerEvent): void {
    const { press, sketch } = this;
    this.release();
    const square = this.squareUnder(event.clientX, event.clientY);
    if (sketch !== null && square !== null && this.events.ink() !== null) {
      this.events.draw(sketch, square);
    }
    if (press === null) {
      return;
    }
    if (press.dragged !== null) {
      if (square !== null && square !== press.square) {
        this.events.drop(press.square, square);
      }
    } else if (square === press.square || !isDrawnAway(press, event)) {
      this.focusSquare(press.square);
      this.events.touch(press.square);
    }
  }

  /** Ends a drag, and puts the piece back, or a sketch. */
  release(): void {
    const { press } = this;
    this.press = null;
    if (this.sketch !== null) {
      this.sketch = null;
      this.drawDrawings();
    }
    if (press !== null && press.dragged !== null) {
      this.shift(press.dragged, press.square);
    }
  }

  private keyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey) {
      return;
    }
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      this.events.touch(this.focused);
    } else if (event.key.startsWith('Arrow')) {
      event.preventDefault();
      event.stopPropagation();
      this.step(event.key);
    } else if (/^[a-j0-9]$/.test(event.key)) {
      this.type(event.key);
    }
  }

  /** A letter and a digit go to the square of that name. */
  private type(key: string): void {
    const square = this.typed + key;
    this.typed = /[a-j]/.test(key) ? key : '';
    if (this.squares.has(square)) {
      this.focusSquare(square);
    }
  }

  /** Left and right stay on the row; up and down go to the next one, leaning left and right in turn. */
  private step(key: string): void {
    const { column, row } = placeOf(this.focused);
    const by = (key === 'ArrowRight' || key === 'ArrowUp' ? 1 : -1) * (this.isFlipped ? -1 : 1);
    const lean = row % 2 === 0 ? -1 : 1;
    const isAcross = key === 'ArrowLeft' || key === 'ArrowRight';
    const places = isAcross ? [[2 * by, 0]] : [[lean, by], [-lean, by]];
    const squares = places.map(([x = 0, y = 0]) => squareAt(this.shape, { column: column + x, row: row + y }));
    this.focusSquare(squares.find((square) => square !== null) ?? this.focused);
  }
}
