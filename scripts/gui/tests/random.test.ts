// SPDX-License-Identifier: GPL-3.0-or-later
// A player who clicks at random while the engine thinks. After each step the game must be a legal one, and nothing may be
// lost that Undo does not bring back; now and then the page must let a game be played on.
//
// By default a short run in Chromium. STEPS=20000 is a long one, SEED=7 another one, BROWSER=firefox one in Firefox.
import assert from 'node:assert/strict';
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import { PATIENCE, newContext, newGame, newPage, page, prepare, ready } from './page_support';
import { BROWSER, BUILD, browserPath } from './support';

const STEPS = Number(process.env['STEPS'] ?? 300);
const SEED = Number(process.env['SEED'] ?? 1);
const STEP_MS = 2000; // the most that a step takes, with the time until the board is right again
const CHECK_EVERY = 50; // steps after which a game is played on
const THINKING_MOST = 5000; // ms that this waits for the engine
const SETTLE_MS = 5000; // in which the board must show what the game is, animations included
const BACK_MS = 100;
const POLL_MS = 50;
const SHOWN = 12; // steps that are printed when something is wrong
const FORMER_MOST = 8; // games that Undo brings back
const INCREMENT_MOST = 5; // seconds a move
const CLOCK_ROUNDING = 1;
const KEY = 'bushka-game';

const TEXTS = [
  '',
  '   ',
  'nonsense',
  '1. f2-f5 d8-d6 2. g3-g6 b6-b4 *',
  '[Result "0-1"]\n[Termination "time forfeit"]\n\n1. f2-f5 d8-d6 0-1\n',
  '[Variant "bushka"]\n\n1. f2-f5 d8-d6 2. a1-a2 *\n',
  'W:Wd2,e1,e2:Bf0,g9,e8',
  'B:WKe1,Ke2:BKe9,Ke0',
  'W:Wf4:BKc6',
  'W:Wf2,z9:Bc6',
  'W:We8:Ba5',
];
const WORDS = ['f2f5', 'f2-f5', 'e1e4', 'd8d6', 'd8-d6', 'g3g6', 'x', '#', '  ', 'f2 f5', 'e2e9', 'é', '99'];
const KEYS = ['Escape', 'Enter', ' ', 'Tab', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'e', '4'];
const SIZES = [[1200, 850], [740, 360], [390, 844], [320, 568], [915, 412], [1280, 720]] as const;

/** Numbers that are the same for the same seed: Marsaglia's xorshift. */
class Random {
  private state: number;

  constructor(seed: number) {
    this.state = (seed * 2654435761) >>> 0 || 1;
  }

  /** At least 0, less than the limit. */
  below(limit: number): number {
    this.state ^= this.state << 13;
    this.state ^= this.state >>> 17;
    this.state ^= this.state << 5;
    return (this.state >>> 0) % limit;
  }

  of<T>(all: readonly T[]): T {
    return all[this.below(all.length)] as T;
  }
}

interface Played {
  readonly id: number;
  readonly board: string;
  readonly start: string | null;
  readonly moves: readonly string[];
}

/** What the page shows and keeps, all at one moment. */
interface Seen {
  readonly tab: string;
  readonly game: Played;
  readonly former: readonly Played[];
  /** The line to the position shown in the analysis. */
  readonly study: Played | null;
  readonly words: readonly string[];
  /** The number of the move shown; -1: the start. */
  readonly current: number;
  readonly fen: string;
  readonly squares: Readonly<Record<string, string>>;
  readonly status: string;
  /** Seconds, White's first. */
  readonly clocks: readonly number[];
  readonly searches: { readonly running: number; readonly engines: number };
}

/** Runs in the page before its own code: counts the running searches, and the engines. */
function watchEngines(): void {
  const counts = { running: 0, engines: 0 };
  const Original = window.Worker;
  Object.assign(window, {
    counts,
    Worker: class extends Original {
      private searches = 0;

      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options);
        counts.engines++;
        this.addEventListener('message', ({ data }: MessageEvent<{ text?: string }>) => {
          this.count(-(data.text?.match(/^bestmove /gm)?.length ?? 0));
        });
      }

      private count(searches: number): void {
        this.searches += searches;
        counts.running += searches;
      }

      override postMessage(message: { kind: string; line?: string }): void {
        this.count(message.kind === 'line' && /^go\b/.test(message.line ?? '') ? 1 : 0);
        super.postMessage(message);
      }

      override terminate(): void {
        counts.engines--;
        this.count(-this.searches);
        super.terminate();
      }
    },
  });
}

/** Runs in the page. */
function look(key: string): Seen {
  interface Kept {
    readonly id: number;
    readonly record: {
      readonly board: string;
      readonly start: string | null;
      readonly nodes: readonly { readonly parent: number; readonly move: string }[];
      readonly at: number;
    };
  }
  const played = ({ id, record }: Kept): Played => {
    const moves: string[] = [];
    for (let at = record.at; at > 0; at = record.nodes[at]?.parent ?? 0) {
      moves.unshift(record.nodes[at]?.move ?? '');
    }
    return { id, board: record.board, start: record.start, moves };
  };
  const kept = JSON.parse(localStorage.getItem(key) ?? '') as {
    readonly play: { readonly game: Kept; readonly former: readonly Kept[] };
    readonly study: { readonly record: Kept['record'] } | null;
  };
  const all = <T extends Element>(selector: string): T[] => [...document.querySelectorAll<T>(selector)].filter((e) => e.closest('[inert]') === null);
  const moves = all('.list .move');
  const [running = 0, engines = 0] = Object.values((window as unknown as { counts: Record<string, number> }).counts);
  return {
    tab: document.querySelector('.tabs [aria-current]')?.getAttribute('data-tab') ?? '',
    game: played(kept.play.game),
    former: kept.play.former.map(played),
    study: kept.study === null ? null : played({ id: 0, record: kept.study.record }),
    words: moves.map(({ textContent }) => textContent ?? ''),
    current: moves.findIndex((move) => move.hasAttribute('aria-current')),
    fen: document.querySelector<HTMLInputElement>('.share input')?.value ?? '',
    squares: Object.fromEntries(all('[data-square]').map((e) => [e.getAttribute('data-square'), e.getAttribute('aria-label') ?? ''])),
    status: document.querySelector('.status')?.textContent ?? '',
    clocks: all('.clocks:not([hidden]) .clock').map(({ lastChild }) => {
      const [minutes = 0, seconds = 0] = (lastChild?.textContent ?? '').split(':').map(Number);
      return minutes * 60 + seconds;
    }),
    searches: { running, engines },
  };
}

/** The program, which knows the rules. */
class Judge {
  private readonly program: ChildProcessByStdio<Writable, Readable, null>;
  private readonly lines: AsyncIterableIterator<string>;
  private readonly known = new Map<string, string>();

  constructor() {
    this.program = spawn(resolve(BUILD, 'bushka'), { stdio: ['pipe', 'pipe', 'inherit'] });
    this.lines = createInterface({ input: this.program.stdout })[Symbol.asyncIterator]();
  }

  private async ask({ board, start, moves }: Omit<Played, 'id'>, command: string): Promise<string> {
    const position = `position ${start === null ? 'startpos' : `fen ${start}`} moves ${moves.join(' ')}`;
    this.program.stdin.write(`setoption name UCI_Variant value ${board}\n${position}\n${command}\nisready\n`);
    let answer = '';
    for (let next = await this.lines.next(); next.done !== true && next.value !== 'readyok'; next = await this.lines.next()) {
      answer += `${next.value}\n`;
    }
    assert.doesNotMatch(answer, /error/, position);
    return answer;
  }

  /** The position after the moves. Throws if one is not legal. */
  async fen(line: Omit<Played, 'id'>): Promise<string> {
    const key = JSON.stringify([line.board, line.start, line.moves]);
    const fen = this.known.get(key) ?? /^Fen: (.*)$/m.exec(await this.ask(line, 'd'))?.[1] ?? '';
    this.known.set(key, fen);
    return fen;
  }

  async moves(line: Omit<Played, 'id'>): Promise<string[]> {
    const found = /^Legal moves \(\d+\):(.*)$/m.exec(await this.ask(line, 'moves'))?.[1] ?? '';
    return found.split(' ').filter((word) => word !== '');
  }

  end(): void {
    this.program.stdin.end('quit\n');
  }
}

/** The placement of a FEN, and that of the squares' names, in the same form. */
function piecesOf(fen: string): string {
  return fen
    .split(':')
    .slice(1)
    .flatMap((part) => part.slice(1).split(',').filter(Boolean).map((word) => `${part.slice(0, 1)}${word}`))
    .sort()
    .join(' ');
}

function piecesShown(squares: Seen['squares']): string {
  return Object.entries(squares)
    .flatMap(([square, name]) => {
      const [, color, kind] = /, (white|black) (man|king)/.exec(name) ?? [];
      return color === undefined ? [] : [`${color === 'white' ? 'W' : 'B'}${kind === 'king' ? 'K' : ''}${square}`];
    })
    .sort()
    .join(' ');
}

const isPrefix = (a: readonly string[], b: readonly string[]): boolean => a.every((move, i) => move === b[i]);
const goesOn = (from: Played, to: Played): boolean => from.id === to.id && isPrefix(from.moves, to.moves);

describe(`a player who clicks at random in ${BROWSER}`, { skip: browserPath() === null && `no ${BROWSER} here` }, () => {
  prepare();

  const random = new Random(SEED);
  const done: string[] = [];
  let judge: Judge;
  let seen: Seen;

  before(() => {
    judge = new Judge();
  });
  after(() => judge.end());

  /** Clicks one of the elements that can be seen and used. Returns what it was. */
  async function click(selector: string): Promise<string> {
    const found = await page.evaluate(
      ([selector, number]) => {
        const top = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document;
        const all = [...top.querySelectorAll<HTMLElement>(selector)].filter(
          // Another language would be another page.
          (e) => e.checkVisibility() && !(e as HTMLButtonElement).disabled && e.closest('a, [inert], button[lang]') === null,
        );
        const element = all[number % Math.max(1, all.length)];
        if (element === undefined) {
          return null;
        }
        const middle = (): { x: number; y: number } => {
          const { left, top, width, height } = element.getBoundingClientRect();
          return { x: left + width / 2, y: top + height / 2 };
        };
        element.scrollIntoView({ block: 'nearest' });
        const { y } = middle();
        if (y < 0 || y >= window.innerHeight) {
          window.scrollBy(0, y - window.innerHeight / 2); // Firefox does not scroll to parts of a drawing
        }
        const point = middle();
        const hit = document.elementFromPoint(point.x, point.y);
        const name = element.getAttribute('aria-label') ?? element.textContent ?? element.tagName;
        return { ...point, name, reached: hit !== null && (element.contains(hit) || hit.closest('label')?.contains(element) === true) };
      },
      [selector, random.below(1 << 20)] as const,
    );
    if (found === null) {
      return `nothing for ${selector}`;
    }
    assert.ok(found.reached, `“${found.name}” cannot be reached at ${found.x}, ${found.y}`);
    await page.mouse.click(found.x, found.y);
    return found.name;
  }

  async function setChoice(label: string | null, value?: string): Promise<string> {
    return page.evaluate(
      ([label, value, number]) => {
        const top = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document;
        const all = [...top.querySelectorAll<HTMLSelectElement>(label === null ? 'select' : `select[aria-label="${label}"]`)].filter(
          (e) => e.checkVisibility() && !e.disabled,
        );
        const choice = all[number % Math.max(1, all.length)];
        if (choice === undefined) {
          return 'no choice';
        }
        choice.value = value ?? choice.options[(number >> 8) % choice.options.length]?.value ?? '';
        choice.dispatchEvent(new Event('change', { bubbles: true }));
        return `${choice.getAttribute('aria-label')}: ${choice.value}`;
      },
      [label, value, random.below(1 << 20)] as const,
    );
  }

  async function write(selector: string, words: string): Promise<boolean> {
    return page.evaluate(
      ([selector, words]) => {
        const field = document.querySelector<HTMLInputElement>(selector);
        const usable = field !== null && field.checkVisibility() && document.querySelector('dialog[open]') === null;
        if (usable) {
          field.value = words;
          field.focus();
        }
        return usable;
      },
      [selector, words] as const,
    );
  }

  const ownSquare = (): string => {
    const side = seen.fen.startsWith('B') ? 'black' : 'white';
    const own = Object.entries(seen.squares).filter(([, name]) => name.includes(side));
    return random.of(own.length > 0 ? own : [['e1', '']] as const)[0];
  };

  const ACTIONS: readonly (readonly [weight: number, name: string, run: () => Promise<string>])[] = [
    [30, 'move', async () => {
      const from = await click(`[data-square=${ownSquare()}]`);
      const to = await click('[data-square][aria-label*="can go here"]');
      return `${from} – ${to}`;
    }],
    [5, 'touch', () => click('[data-square]')],
    [5, 'drag', async () => {
      const boxes = await page.evaluate(
        (names) => {
          document.querySelector('.board')?.scrollIntoView({ block: 'nearest' });
          return names.map((name) => {
            const square = document.querySelector(`[data-square=${name}]`);
            const { x, y, width, height } = square?.getBoundingClientRect() ?? new DOMRect();
            const point = { x: x + width / 2, y: y + height / 2 };
            return { name, ...point, seen: document.elementFromPoint(point.x, point.y) !== null };
          });
        },
        [ownSquare(), random.of(Object.keys(seen.squares))],
      );
      const [a, b] = boxes;
      if (a?.seen === true && b?.seen === true) {
        await page.mouse.move(a.x, a.y);
        await page.mouse.down();
        await page.mouse.move(b.x, b.y, { steps: 3 });
        await page.mouse.up();
      }
      return `${a?.name} – ${b?.name}`;
    }],
    [5, 'type', async () => {
      const word = random.of(random.below(2) === 0 ? WORDS : [...(await judge.moves(seen.game)), 'f2f5']);
      if (await write('input[aria-label="Type a move"]', word)) {
        await page.keyboard.press('Enter');
      }
      return word;
    }],
    [10, 'browse', () => click('.steps button, .list .move')],
    [8, 'view', () => click('.tabs button')],
    [12, 'button', () => click('button')],
    [4, 'play button', () => click('.play-actions button')],
    [2, 'tick', () => click('input[type=checkbox], input[type=radio], summary')],
    [3, 'choice', () => setChoice(null)],
    [3, 'new game', async () => {
      const level = await setChoice('Opponent', String(random.below(3)));
      const seat = await setChoice('Colour');
      const clock = await setChoice('Clock');
      return `${level}, ${seat}, ${clock}, ${await click('[data-action=newGame]')}`;
    }],
    [2, 'load', async () => {
      const words = random.of(TEXTS);
      if (await write('.share textarea', words)) {
        await click('[data-action=load]');
      }
      return words;
    }],
    [6, 'key', async () => {
      const key = random.of(KEYS);
      await page.evaluate(() => document.activeElement?.closest<HTMLElement>('button[lang]')?.blur());
      await page.keyboard.press(key);
      return key;
    }],
    [2, 'resize', async () => {
      const [width, height] = random.of(SIZES);
      await page.setViewportSize({ width, height });
      return `${width} x ${height}`;
    }],
    [1, 'reload', async () => {
      await page.reload();
      await ready();
      return '';
    }],
    [1, 'back', async () => {
      await page.evaluate(() => window.history.back());
      await page.waitForTimeout(BACK_MS);
      if (!page.url().startsWith('http')) {
        await page.goForward(); // what was there before the page
        await ready();
      }
      return page.url();
    }],
    [5, 'wait', async () => {
      const time = random.below(600);
      await page.waitForTimeout(time);
      return `${time} ms`;
    }],
  ];
  const total = ACTIONS.reduce((sum, [weight]) => sum + weight, 0);

  async function step(): Promise<void> {
    let at = random.below(total);
    const [, name, run] = ACTIONS.find(([weight]) => (at -= weight) < 0) ?? ACTIONS[0]!;
    done.push(name);
    const what = await run();
    done.push(`${done.pop()}: ${what}`);
  }

  /** Does the board show what the game says? Null if so, else what is wrong. */
  async function isRight(now: Seen): Promise<string | null> {
    const line = now.tab === 'play' ? now.game : now.tab === 'analysis' ? now.study : null;
    if (line === null) {
      return null;
    }
    const shown = now.tab === 'play' ? { ...line, moves: line.moves.slice(0, now.current + 1) } : line;
    const fen = await judge.fen(shown);
    if (now.fen !== fen) {
      return `the position shown is ${now.fen}, and that of the game ${fen}`;
    }
    if (piecesShown(now.squares) !== piecesOf(fen)) {
      return `the board has ${piecesShown(now.squares)}, and the game ${piecesOf(fen)}`;
    }
    if (now.tab === 'play') {
      await judge.fen({ ...line, moves: now.words });
      return now.words.length === line.moves.length ? null : `${now.words.length} moves in the list, ${line.moves.length} in the game`;
    }
    return null;
  }

  async function check(): Promise<void> {
    const before = seen;
    const until = Date.now() + SETTLE_MS;
    for (;;) {
      seen = await page.evaluate(look, KEY);
      const wrong = await isRight(seen);
      if (wrong === null) {
        break;
      }
      assert.ok(Date.now() < until, wrong);
      await page.waitForTimeout(POLL_MS);
    }
    assert.ok(seen.searches.running <= 1 && seen.searches.engines === 1, JSON.stringify(seen.searches));
    const now = [seen.game, ...seen.former];
    // After a person's move Undo no longer brings back what was done away with; also if the game has begun since the last
    // look, or the move has been taken back since.
    const known = new Set([before.game, ...before.former].map(({ id }) => id));
    const movedOn = now.some((game) =>
      known.has(game.id) ? game.moves.length > before.game.moves.length && goesOn(before.game, game) : game.moves.length > 0,
    );
    // What Undo brings back may come a moment later, and be done away with by the next step.
    const undone = before.former.some((game) => goesOn(game, seen.game)) || done.at(-2)?.endsWith(': Undo') === true;
    for (const game of [before.game, ...before.former.slice(1 - FORMER_MOST)]) {
      const isNothing = game.moves.length === 0 && game.start === null;
      assert.ok(isNothing || movedOn || undone || now.some((each) => goesOn(game, each)), `lost: ${JSON.stringify(game)}`);
    }
    if (!undone && before.game.id === seen.game.id && before.clocks.length === seen.clocks.length) {
      const made = seen.game.moves.length - before.game.moves.length;
      // Before moves are taken back one more may have been made.
      const tookBack = made < 0 || done.at(-1)?.endsWith(': Take back') === true;
      const more = (Math.max(made, 0) + Number(tookBack)) * (INCREMENT_MOST + CLOCK_ROUNDING);
      seen.clocks.forEach((time, i) => assert.ok(time <= (before.clocks[i] ?? 0) + more, `clocks: ${before.clocks}, then ${seen.clocks}`));
    }
  }

  /** Goes on with the game, or with another one if the engine thinks for long: the page must let a move be played. */
  async function playOn(): Promise<void> {
    done.push('play on');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.click('button[data-tab=play]');
    await page.click('[aria-label="Go to the end"]');
    const settled = (): Promise<unknown> => page.waitForFunction(() => /to move|wins|draw|paused/i.test(document.querySelector('.status')?.textContent ?? ''), null, { timeout: THINKING_MOST });
    const people = await settled().then(
      () => page.textContent('.status').then((words) => /to move/.test(words ?? '')),
      () => false,
    );
    if (!people) {
      await setChoice('Colour', 'people');
      await page.click('[data-action=newGame]');
    }
    await page.waitForFunction(() => / to move/.test(document.querySelector('.status')?.textContent ?? ''));
    seen = await page.evaluate(look, KEY);
    const { game } = seen;
    const [move = ''] = await judge.moves(game);
    assert.ok(await write('input[aria-label="Type a move"]', move));
    await page.keyboard.press('Enter');
    await page.waitForFunction((count) => document.querySelectorAll('.list .move').length > count, game.moves.length);
    done.push(`${done.pop()}: ${move}`);
    seen = await page.evaluate(look, KEY);
  }

  it(`finds nothing wrong in ${STEPS} steps of seed ${SEED}`, { timeout: STEPS * STEP_MS + PATIENCE }, async () => {
    const url = await newPage(await newContext());
    await page.addInitScript(watchEngines);
    await page.goto(url);
    await ready();
    await newGame({});
    seen = await page.evaluate(look, KEY);
    try {
      for (let i = 1; i <= STEPS; i++) {
        await step();
        await check();
        if (i % CHECK_EVERY === 0 || i === STEPS) {
          await playOn();
        }
      }
    } catch (error) {
      console.log(`${done.length} steps, of which the last:\n  ${done.slice(-SHOWN).join('\n  ')}`);
      console.log(await page.evaluate(() => `The page says: ${document.body.innerText}`).catch(String));
      throw error;
    }
  });
});
