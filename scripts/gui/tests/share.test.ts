// SPDX-License-Identifier: GPL-3.0-or-later
// Sharing: pictures, the GIF of a game, files that are opened or dropped, links, and the board in a frame of another page.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import type { Frame as PageFrame, JSHandle } from 'playwright-core';
import { type Frame, writeGif } from '../src/gif';
import {
  fen, finish, forgive, middleOf, moveList, newContext, newPage, open, openWithoutWorker, page, prepare, ready, server, study, text, until,
  waitForMoves, waitForText,
} from './page_support';

const GAME = '#board=bushka&moves=f2f5-d8d6-g3g6-b6b4';

prepare();

/** A picture of that many colours in no order. */
function noise(width: number, height: number, colours: number, seed: number): Uint8ClampedArray {
  const pixels = new Uint8ClampedArray(4 * width * height);
  let state = seed;
  for (let at = 0; at < pixels.length; at += 4) {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    const colour = (state >>> 8) % colours;
    pixels.set([(colour * 37) & 0xff, (colour * 91) & 0xff, colour & 0xff, 255], at);
  }
  return pixels;
}

/** What the browser makes of a GIF: of each frame its pixels and how long it is shown. */
async function decoded(file: Uint8Array): Promise<{ pixels: Buffer; duration: number }[]> {
  const frames = await page.evaluate(async (bytes) => {
    interface Image { displayWidth: number; displayHeight: number; duration: number; close(): void }
    interface Decoder {
      tracks: { ready: Promise<void>; selectedTrack: { frameCount: number; repetitionCount: number } };
      decode(options: { frameIndex: number }): Promise<{ image: Image & CanvasImageSource }>;
    }
    const { ImageDecoder: Made } = window as unknown as { ImageDecoder: new (init: object) => Decoder };
    const decoder = new Made({ data: Uint8Array.from(bytes), type: 'image/gif' });
    await decoder.tracks.ready;
    const found = [];
    for (let i = 0; i < decoder.tracks.selectedTrack.frameCount; i++) {
      const { image } = await decoder.decode({ frameIndex: i });
      const canvas = new OffscreenCanvas(image.displayWidth, image.displayHeight);
      const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
      context.drawImage(image, 0, 0);
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
      const pixels = Array.from(data, (part) => String.fromCharCode(part)).join(''); // numbers would take a minute to come here
      found.push({ pixels, duration: image.duration / 1000 });
      image.close();
    }
    return found;
  }, [...file]);
  return frames.map(({ pixels, duration }) => ({ pixels: Buffer.from(pixels, 'latin1'), duration }));
}

async function downloaded(button: string): Promise<Buffer> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button, exact: true }).click()]);
  return readFileSync(await download.path());
}

/** The text that a button copies. */
async function copied(button: string): Promise<string> {
  await page.getByRole('button', { name: button, exact: true }).click();
  return page.inputValue('.share textarea');
}

async function openShare(hash = GAME): Promise<void> {
  await open(hash);
  await page.click('.share summary');
}

describe('the writer of GIFs', () => {
  it('writes what a browser reads: every pixel, also where the table of codes is full, and frames that hardly differ', async () => {
    await open();
    const [width, height] = [97, 83];
    const pictures = [noise(width, height, 256, 1), noise(width, height, 2, 2), noise(width, height, 1, 3), noise(width, height, 1, 3)];
    const spot = Uint8ClampedArray.from(pictures[3] ?? []);
    spot.set([37, 91, 1], 4 * (width * 40 + 50));
    const frames: Frame[] = [...pictures, spot].map((pixels, i) => ({ pixels, milliseconds: 100 * (i + 1) }));
    const found = await decoded(await writeGif(frames, width, height));
    assert.equal(found.length, frames.length);
    frames.forEach(({ pixels, milliseconds }, i) => {
      assert.equal(found[i]?.duration, milliseconds);
      assert.ok(found[i]?.pixels.every((part, at) => part === pixels[at]), `frame ${i}`);
    });
  });

  it('chooses near colours where there are more than 256', async () => {
    await open();
    const [width, height] = [64, 64];
    const pixels = Uint8ClampedArray.from({ length: 4 * width * height }, (_, i) => (i % 4 === 3 ? 255 : i % 4 === 2 ? 128 : (Math.floor(i / 4) % 64) * 4));
    const [frame] = await decoded(await writeGif([{ pixels, milliseconds: 100 }], width, height));
    assert.ok(frame?.pixels.every((part, at) => Math.abs(part - (pixels[at] ?? 0)) <= 32));
  });
});

describe('a picture', () => {
  it('of the position is an SVG that needs no page, and a PNG', async () => {
    await openShare();
    await waitForMoves(4);
    await page.getByLabel('Engine', { exact: true }).uncheck();
    const svg = (await downloaded('Picture (SVG)')).toString();
    assert.match(svg, /^<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
    assert.doesNotMatch(svg, /class=|data-square|style=|var\(/);
    assert.equal(svg.match(/<ellipse /g)?.length, 30);
    const png = await downloaded('Picture (PNG)');
    assert.deepEqual([...png.subarray(0, 8)], [137, 80, 78, 71, 13, 10, 26, 10]);
    assert.equal(png.readUInt32BE(16), 1000);
    assert.equal(png.readUInt32BE(20), 1000);
    assert.ok(png.length > 20_000);
  });

  it('of the game is a GIF with a frame for each position', async () => {
    await openShare();
    await waitForMoves(4);
    const file = await downloaded('Game as GIF');
    assert.ok(file.length < 200_000, String(file.length));
    const frames = await decoded(file);
    assert.deepEqual(frames.map(({ duration }) => duration), [1000, 1000, 1000, 1000, 3000]);
    assert.equal(frames[0]?.pixels.length, 4 * 360 * 360);
    assert.notDeepEqual(frames[0]?.pixels, frames[4]?.pixels);
    assert.equal(await page.locator('.offstage').count(), 0);
  });

  it('that cannot be drawn, since what draws it was not loaded, is missed in the language of the page', async () => {
    await openWithoutWorker((context) => context.route(/picture-[^/]*\.js$/, (route) => route.abort()), '', { locale: 'nl' });
    await ready();
    await page.click('.share summary');
    await page.click('text=Afbeelding (PNG)');
    await waitForText('.notice', /^de afbeelding kon niet worden getekend$/);
    forgive('Failed to load resource');
  });
});

/** What is dropped: a file of that text. */
function transferOf(text: string): Promise<JSHandle<DataTransfer>> {
  return page.evaluateHandle((words) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([words], 'game.pdn'));
    return transfer;
  }, text);
}

describe('a file', () => {
  const FILE = { name: 'game.pdn', mimeType: 'text/plain', buffer: Buffer.from('[Variant "bushka"]\n\n1. e1-e4 {one} ( 1. f2-f5 ) b6-b4 *\n') };

  it('is opened by choosing', async () => {
    await openShare();
    await waitForMoves(4);
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByRole('button', { name: 'Open file', exact: true }).click()]);
    await chooser.setFiles(FILE);
    await page.waitForFunction(() => document.querySelectorAll('.list .move').length === 3);
    assert.deepEqual(await moveList(), ['e1-e4', 'f2-f5', 'b6-b4']);
  });

  it('is opened by dropping it, from any view', async () => {
    await open('#/learn');
    await page.dispatchEvent('.board', 'drop', { dataTransfer: await transferOf(FILE.buffer.toString()) });
    await page.getByRole('region', { name: 'Analysis' }).waitFor();
    await waitForMoves(3);
  });

  it('that is dropped before the page is ready is opened then', async () => {
    let loaded = (): void => undefined;
    const waiting = new Promise<void>((resolve) => {
      loaded = resolve;
    });
    await openWithoutWorker((context) => context.route(/\.wasm$/, async (route) => {
      await waiting;
      await route.continue();
    }));
    await page.waitForSelector('.board');
    await page.dispatchEvent('.board', 'drop', { dataTransfer: await transferOf(FILE.buffer.toString()) });
    loaded();
    await page.getByRole('region', { name: 'Analysis' }).waitFor();
    await waitForMoves(3);
  });

  it('that was dropped last is opened, not a longer one before it', async () => {
    await open('#/learn');
    const steps = ['e1-e2', 'd9-d8', 'e2-e1', 'd8-d9'];
    const long = `[Variant "bushka"]\n[FEN "W:WKe1:BKd9"]\n\n${Array.from({ length: 8 }, (_, i) => steps[i % 4]).join(' ')} *\n`;
    for (const text of [long, FILE.buffer.toString()]) {
      await page.dispatchEvent('.board', 'drop', { dataTransfer: await transferOf(text) });
    }
    await ready();
    const last = 'e1-e4,f2-f5,b6-b4';
    await until(async () => (await moveList()).join() === last); // the one before it may be shown for a moment
    await page.waitForTimeout(500);
    assert.equal((await moveList()).join(), last);
  });

  it('is one of several that are opened at once, of whose games one is chosen', async () => {
    await openShare();
    await waitForMoves(4);
    const other = { ...FILE, name: 'game (1).pdn', buffer: Buffer.from('[White "Łucja"]\n[Variant "bushka"]\n\n1. f2-f5 1-0\n') };
    await page.setInputFiles('input[type=file]', [FILE, other]);
    await page.getByRole('dialog').getByRole('button', { name: '2. Łucja – ?, 1-0', exact: true }).click();
    await until(async () => (await moveList()).join() === 'f2-f5');
  });

  it('that is too large is refused', async () => {
    await openShare();
    await waitForMoves(4);
    await page.setInputFiles('input[type=file]', { ...FILE, buffer: Buffer.alloc(1_000_001, 'x') });
    await waitForText('.notice', /at most 1 MB/);
    assert.equal((await moveList()).length, 4);
  });
});

describe('links', () => {
  it('with words behind the position are refused', async () => {
    await open('#board=bushka&fen=W:Wd2,e2:Be8,f9%20moves%20d2d3');
    await waitForText('.notice', /f9moves|FEN/);
    await page.waitForFunction(() => document.querySelectorAll('.piece').length === 30);
  });

  it('of an unknown board, or of none, are refused', async () => {
    for (const hash of ['#board=bushka9x1&moves=f2f5', '#moves=f2f5', '#fen=W:We3:Be5']) {
      await open(hash);
      assert.equal(await text('.notice'), 'This link names no board: bushka or bushka9x11 is expected.');
      await finish();
    }
    await openShare();
    await page.fill('.share textarea', '#board=bushka9x1&moves=f2f5');
    await page.getByRole('button', { name: 'Load text', exact: true }).click();
    await waitForText('.notice', /^This link names no board/);
  });

  it('with a word that is not a move are refused', async () => {
    await open('#board=bushka&moves=f2f5-%23');
    await waitForText('.notice', /^move 1…: a move is missing/);
    assert.deepEqual(await moveList(), []);
  });

  it('carry the whole game and the place in it, or the position alone', async () => {
    await openShare();
    await waitForMoves(4);
    await page.locator('.list .move').nth(1).click();
    const game = await copied('Copy link');
    assert.match(game, /#board=bushka&moves=f2f5-d8d6-g3g6-b6b4&ply=2$/);
    const position = await copied('Copy position link');
    assert.match(position, /#board=bushka&fen=W:W[^&]*$/);
    await page.click('[data-action=flip]');
    assert.match(await copied('Copy embed code'), /&amp;ply=2&amp;flip=1"/);
    const here = await fen();
    await page.click('[aria-label="Go to the end"]');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    assert.match(await copied('Copy link'), /&moves=f2f5-d8d6-g3g6-b6b4$/);
    await waitForText('.live', /^Copied\. This page is only on this computer/);
    assert.match(await page.evaluate(() => navigator.clipboard.readText()), /&moves=f2f5-d8d6-g3g6-b6b4$/);
    await page.click('[aria-label="Go to the start"]');
    const start = await copied('Copy link');
    assert.match(start, /&ply=0$/);
    await page.evaluate((hash) => { window.location.hash = hash; }, new URL(position).hash);
    await page.locator('.list .move').first().waitFor({ state: 'detached' }); // the position is the same as before
    assert.equal(await fen(), here);
    await page.evaluate((hash) => { window.location.hash = hash; }, new URL(start).hash);
    await waitForMoves(4);
    assert.equal(await page.locator('.list [aria-current]').count(), 0);
    await page.evaluate((hash) => { window.location.hash = hash; }, new URL(game).hash);
    await waitForText('.list [aria-current]', /^d8-d6$/);
    assert.equal((await moveList()).length, 4);
  });

  it('say that comments and variations are not in them, where there are any', async () => {
    await study('[Variant "bushka"]\n\n1. f2-f5 ( 1. e1-e4 ) d8-d6 *', 3);
    await page.context().grantPermissions(['clipboard-write']);
    await copied('Copy link');
    await waitForText('.live', /^Copied\. The link holds only the moves: a game file.*variations\. This page is only on this computer/);
    await copied('Copy position link');
    await waitForText('.live', /^Copied\. This page is only on this computer/);
  });

  it('are loaded as texts are', async () => {
    await openShare();
    await waitForMoves(4);
    const game = await copied('Copy link');
    await page.getByLabel('Games').selectOption({ index: 1 });
    await until(async () => (await moveList()).length !== 4);
    await page.fill('.share textarea', ` ${game}\n`);
    await page.getByRole('button', { name: 'Load text', exact: true }).click();
    await waitForMoves(4);
    assert.equal((await moveList())[0], 'f2-f5');
  });

  it('turn the board as they say, unless they are refused', async () => {
    await open();
    for (const [hash, turned] of [
      ['#board=bushka&moves=f2f5&flip=1', true],
      ['#board=bushka&moves=zz', true],
      ['#board=bushka&moves=f2f5-d8d6', false],
    ] as const) {
      await page.evaluate((words) => { window.location.hash = words; }, hash);
      await (hash.includes('zz') ? waitForText('.notice', /zz/) : waitForMoves(turned ? 1 : 2));
      assert.equal((await middleOf('e1')).y < (await middleOf('e0')).y, turned);
    }
  });
});

describe('the board for other pages', () => {
  /** A page of another address that holds that frame. */
  async function around(frame: string, work: (board: PageFrame) => Promise<void>): Promise<void> {
    const host = createServer((_, answer) => answer.writeHead(200, { 'Content-Type': 'text/html' }).end(`<!doctype html><title>x</title><p>Look:</p>${frame}`));
    await new Promise<void>((done) => host.listen(0, '127.0.0.1', done));
    const address = `http://127.0.0.1:${(host.address() as AddressInfo).port}/`;
    try {
      await newPage(await newContext());
      await page.goto(address);
      forgive(`request: ${address}`);
      const board = page.frames()[1];
      assert.ok(board !== undefined);
      await work(board);
    } finally {
      host.closeAllConnections();
      host.close();
    }
  }

  it('shows the game that its copied frame holds, to step through, with a way to the page', async () => {
    await openShare();
    await waitForMoves(4);
    await page.locator('.list .move').nth(1).click();
    const code = await copied('Copy embed code');
    assert.match(code, /^<iframe src="http:[^"]*\/embed\.html#board=bushka&amp;moves=f2f5-d8d6-g3g6-b6b4&amp;ply=2" title="Bushka" width="400" height="450"><\/iframe>$/);
    await page.context().close();
    await around(code, async (board) => {
      await board.waitForSelector('[data-ready]');
      assert.equal(await board.textContent('.live'), '1… d8-d6');
      await board.getByRole('button', { name: 'One move forward' }).click();
      assert.equal(await board.textContent('.live'), '2. g3-g6');
      await page.keyboard.press('ArrowLeft');
      assert.equal(await board.textContent('.live'), '1… d8-d6');
      await page.keyboard.press('ArrowRight');
      assert.equal(await board.textContent('.live'), '2. g3-g6');
      assert.equal(await board.locator('.piece').count(), 30);
      assert.equal(await board.locator('.square[role=img]').count(), 50); // nothing comes of pressing them
      assert.match((await board.getAttribute('a', 'href')) ?? '', /^http:\/\/127\.0\.0\.1:\d+\/#board=bushka&moves=/);
      const whole = await board.evaluate(() => [document.documentElement.scrollWidth <= innerWidth, document.documentElement.scrollHeight <= innerHeight]);
      assert.deepEqual(whole, [true, true]);
    });
  });

  it('leads to the page with the board turned as it is', async () => {
    await open('#board=bushka&moves=f2f5-d8d6&ply=1&flip=1');
    await waitForMoves(2);
    assert.ok((await middleOf('e1')).y < (await middleOf('e0')).y);
  });

  it('says what is wrong with what it cannot show', async () => {
    for (const [hash, reason, steps] of [
      ['#board=bushka&moves=a1a2', /a1a2/, 4],
      ['#board=bushka9x1&moves=f2f5', /^This link names no board/, 0],
    ] as const) {
      await around(`<iframe src="${server.page('embed.html')}${hash}" width="400" height="450"></iframe>`, async (board) => {
        await board.waitForSelector('[data-ready]');
        assert.match((await board.textContent('.live')) ?? '', reason);
        await page.mouse.click(100, 100);
        await page.keyboard.press('ArrowLeft'); // no error comes of it: the board is empty
        assert.equal(await board.locator('button:disabled').count(), steps);
      });
      await finish();
    }
  });

  it('has its words below the board, at the end of a game too', async () => {
    const address = `${server.page('embed.html')}#board=bushka&fen=W:We3:Be5&moves=e3e4`;
    await around(`<iframe src="${address}" width="400" height="450"></iframe>`, async (board) => {
      await board.waitForSelector('[data-ready]');
      assert.match((await board.textContent('.live')) ?? '', /has no legal move/);
      const [bottom, top, end, height] = await board.evaluate(() => {
        const box = (name: string): DOMRect => (document.querySelector(name) as Element).getBoundingClientRect();
        return [box('.board').bottom, box('.embed-row').top, box('.embed-row').bottom, innerHeight];
      });
      assert.ok((bottom as number) <= (top as number) && (end as number) <= (height as number), `${bottom} ${top} ${end} ${height}`);
    });
  });

  it('is the one page that can be framed', async () => {
    const ancestors = async (path: string): Promise<string> => /frame-ancestors ([^;]*)/.exec((await fetch(server.page(path))).headers.get('content-security-policy') ?? '')?.[1] ?? '';
    assert.equal(await ancestors('embed.html'), '*');
    assert.equal(await ancestors('index.html'), "'none'");
  });
});
