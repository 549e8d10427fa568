// SPDX-License-Identifier: GPL-3.0-or-later
// What tests in a browser need: the browser, a server of the built folder, and a watch over what pages log and ask for.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Browser, chromium, firefox, type Page } from 'playwright-core';

/** The top level of the project; the folder of what is built. */
export const TOP = resolve(process.env['GUI'] ?? '.', '../..');
export const BUILD = resolve(TOP, process.env['BUILD'] ?? 'build');

/** Which browser the tests run in: chromium, or firefox by the variable BROWSER. */
export const BROWSER = process.env['BROWSER'] ?? 'chromium';
const PROGRAMS: Readonly<Record<string, readonly string[]>> = {
  chromium: ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'],
  firefox: ['/usr/bin/firefox-esr', '/usr/bin/firefox'],
};

/** The path of the system's browser; null if it has none. */
export function browserPath(): string | null {
  return (BROWSER === 'chromium' ? process.env['CHROMIUM'] : null) ?? PROGRAMS[BROWSER]?.find(existsSync) ?? null;
}

/** Starts the browser that the system has. */
export function launch(): Promise<Browser> {
  const executablePath = browserPath();
  if (executablePath === null) {
    throw new Error(`no ${BROWSER}; scripts/deps browser installs Chromium, scripts/deps firefox the other one`);
  }
  // The system's Firefox speaks WebDriver BiDi alone.
  return BROWSER === 'firefox'
    ? firefox.launch({ executablePath, channel: 'moz-firefox' })
    : chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'] });
}

/** A server of a folder, by scripts/gui-serve. */
export class Server {
  private constructor(
    private readonly process: ChildProcess,
    /** The address that it has printed. */
    readonly url: string,
  ) {}

  /** Serves the folder on a port, any free one by default, with that program behind it if any. */
  static start(folder: string, program?: string, port = '0'): Promise<Server> {
    const words = ['--port', port, ...(program !== undefined ? ['--engine', program] : []), folder];
    const child = spawn(resolve(TOP, 'scripts/gui-serve'), words, { stdio: ['ignore', 'pipe', 'inherit'] });
    return new Promise((done, failed) => {
      let text = '';
      child.stdout.setEncoding('utf8').on('data', (part: string) => {
        text += part;
        if (text.includes('\n')) {
          done(new Server(child, text.trim()));
        }
      });
      child.on('exit', (code) => failed(new Error(`the server has ended with ${code}`)));
    });
  }

  /** Its process. */
  get pid(): number {
    return this.process.pid ?? -1;
  }

  /** The address of a page, with the query of the one printed. */
  page(path: string): string {
    const url = new URL(this.url);
    url.pathname = `/${path}`;
    return url.href;
  }

  stop(): Promise<void> {
    const over = new Promise<void>((done) => this.process.on('exit', () => done()));
    this.process.kill('SIGINT');
    return over;
  }
}

/** The processes that run the program as children of that one. */
export function enginesOf(parent: number): number[] {
  const found = readdirSync('/proc').filter((name) => {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      return /^\d+$/.test(name) && stat.includes('(bushka)') && stat.split(') ')[1]?.split(' ')[1] === String(parent);
    } catch {
      return false; // it has ended meanwhile
    }
  });
  return found.map(Number);
}

/** Notes what no page may do: errors on the console, and requests to anywhere else. */
export function watch(page: Page, url: string): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') {
      complaints.push(`console: ${message.text()}`);
    }
  });
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (!['blob:', 'data:'].includes(protocol) && origin !== new URL(url).origin) {
      complaints.push(`request: ${request.url()}`);
    }
  });
  return complaints;
}

/** A row of the puzzles of a board. */
export interface PuzzleRow {
  readonly id: string;
  readonly theme: string;
  readonly motif: string;
  readonly rating: number;
  readonly fen: string;
  readonly line: readonly (readonly string[])[];
}

export function puzzlesOf(board: string): PuzzleRow[] {
  return readFileSync(resolve(TOP, `scripts/gui/puzzles/${board}.tsv`), 'utf8')
    .split('\n')
    .filter((row) => row !== '' && !row.startsWith('#'))
    .map((row) => {
      const [id = '', theme = '', motif = '', rating = '', , , fen = '', line = ''] = row.split('\t');
      return { id, theme, motif, rating: Number(rating), fen, line: line.split(' ').map((moves) => moves.split('/')) };
    });
}
