// SPDX-License-Identifier: GPL-3.0-or-later
// The bridge to the program on this machine: the page's engine through it, what it refuses, and that a program ends with
// its page.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import type { Kit } from './engine_page';
import { BUILD, enginesOf, launch, Server, TOP, watch } from './support';

declare const kit: Kit;

const PATIENCE = 60_000;
const SILENT = 64;
const PROGRAM = resolve(BUILD, 'bushka');
const FOLDER = resolve(BUILD, 'gui-test');

async function until(true_: () => boolean): Promise<void> {
  while (!true_()) {
    await new Promise((done) => setTimeout(done, 50));
  }
}

describe('the bridge', { timeout: 4 * PATIENCE }, () => {
  let server: Server;
  let browser: Browser;
  let port: string;
  let token: string;
  let silent: Socket[];
  let sentAway: Promise<unknown>[];

  before(async () => {
    server = await Server.start(FOLDER, PROGRAM);
    browser = await launch();
    port = new URL(server.url).port;
    token = new URL(server.url).searchParams.get('token') ?? '';
    silent = Array.from({ length: SILENT }, () => connect(Number(port), '127.0.0.1'));
    sentAway = silent.map((socket) => new Promise((done) => socket.resume().on('close', done)));
    await Promise.all(silent.map((socket) => new Promise((done) => socket.on('connect', done))));
  });

  after(async () => {
    await browser?.close();
    await server?.stop();
  });

  /** Asks the bridge as a page would, except for what is given; returns the status and the text. */
  function ask(path: string, more: Record<string, string>, body = '', method = 'POST'): Promise<string> {
    const headers = { Origin: `http://127.0.0.1:${port}`, Authorization: `Bearer ${token}`, ...more };
    return new Promise((done, failed) => {
      const asked = request({ host: '127.0.0.1', port, path, method, headers }, (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (part: string) => (text += part));
        answer.on('end', () => done(`${answer.statusCode} ${text.trim()}`));
      });
      asked.on('error', failed);
      asked.end(body);
    });
  }

  it('answers a reader while many others keep silent', { timeout: PATIENCE }, async () => {
    assert.match(await ask('/icon.svg', {}, '', 'GET'), /^200 /);
    assert.ok(silent.every((socket) => !socket.destroyed));
  });

  it('drives the program from the page, and ends it with the page', { timeout: PATIENCE }, async () => {
    const page = await browser.newPage();
    const url = server.page('tests/engine.html');
    const complaints = watch(page, url);
    await page.goto(url);
    await page.waitForFunction('window.kit !== undefined');
    const found = await page.evaluate(async () => {
      const engine = kit.meant();
      const threads = engine.ask('uci', /^option name Threads .* max 256/);
      engine.engine.send('setoption name Threads value 2'); // refused inside the page
      await engine.ask('go infinite', /^info depth 5/);
      await engine.ask('isready', /^readyok/);
      const sent = performance.now();
      const move = await engine.ask('stop', /^bestmove/);
      const time = performance.now() - sent;
      const hash = await engine.ask('bench', /^Bench hash/);
      return { threads: await threads, move, time, hash, errors: engine.lines.filter(({ text }) => /error/.test(text)) };
    });
    assert.match(found.move, /^bestmove [a-i][0-9]/);
    assert.ok(found.time < 500, `stop took ${found.time} ms`);
    assert.deepEqual(found.errors, []);
    const hash = execFileSync(PROGRAM, ['bench'], { encoding: 'utf8' });
    assert.ok(hash.includes(found.hash), found.hash);
    assert.equal(enginesOf(server.pid).length, 1);
    await page.reload();
    await page.waitForFunction('window.kit !== undefined');
    await until(() => enginesOf(server.pid).length === 0);
    await page.evaluate(async () => {
      const [one, other] = [kit.meant(), kit.meant()];
      await Promise.all([one.ask('isready', /^readyok/), other.ask('isready', /^readyok/)]);
      one.engine.terminate();
    });
    await until(() => enginesOf(server.pid).length === 1);
    const reason = await page.evaluate(async () => {
      const engine = kit.meant();
      engine.engine.send('quit');
      return engine.end();
    });
    assert.equal(reason, 'the engine has ended');
    await until(() => enginesOf(server.pid).length === 1);
    assert.deepEqual(complaints, []);
    await page.close();
    await until(() => enginesOf(server.pid).length === 0);
  });

  it('serves the page to who knows the token alone, and to its own address', { timeout: PATIENCE }, async () => {
    assert.match(await ask(`/tests/engine.html?token=${token}`, {}, '', 'GET'), /^200 [^]*bushka-bridge/);
    assert.match(await ask('/tests/engine.html?token=x', {}, '', 'GET'), /^403 the token in this address/);
    assert.match(await ask('/tests/engine.html', {}, '', 'GET'), /^403 the token in this address/);
    assert.equal(await ask(`/tests/engine.html?token=${token}`, {}, '', 'HEAD'), '200 ');
    for (const method of ['GET', 'HEAD']) {
      const status = async (path: string, more = {}): Promise<string> => (await ask(path, more, '', method)).slice(0, 3);
      assert.equal(await status('/icon.svg'), '200');
      assert.equal(await status('/icon.svg', { Host: 'example.org' }), '403');
      assert.equal(await status('/../../serve'), '404');
      assert.equal(await status('/%00'), '400');
      assert.equal(await status('http://[/'), '400');
    }
  });

  it('lets the page run nothing but its own files', { timeout: PATIENCE }, async () => {
    const { headers } = await fetch(`http://127.0.0.1:${port}/icon.svg`);
    const policy = headers.get('Content-Security-Policy') ?? '';
    const inPage = /content="(default-src [^"]*)"/.exec(readFileSync(resolve(TOP, 'scripts/gui/index.html'), 'utf8'))?.[1];
    assert.equal(policy, `${inPage}; frame-ancestors 'none'`);
    assert.match(policy, /^default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; /);
  });

  it('refuses anyone but the page, and what is not a line', { timeout: PATIENCE }, async () => {
    const elsewhere = { Origin: 'http://example.org' };
    assert.match(await ask('/engine', elsewhere), /^403 the engine is for the page of this server alone$/);
    assert.match(await ask('/engine', { Origin: '' }), /^403 /);
    assert.match(await ask('/engine', { Host: `example.org:${port}` }), /^403 /);
    assert.match(await ask('/engine', { Authorization: '' }), /^403 the token is not that of the running bridge$/);
    assert.match(await ask('/engine', { Authorization: 'Bearer \u00e4' }), /^403 the token/);
    assert.match(await ask('/engine/none', {}, 'isready\n'), /^404 no engine of that name runs$/);
    assert.match(await ask('/engine/none', {}, 'isready'), /^400 the lines end with a newline$/);
    assert.match(await ask('/engine/none', {}), /^413 the lines take 1 to 1048576 bytes, given in Content-Length$/);
    assert.match(await ask('/engine/none', { 'Content-Length': '9999999' }), /^413 /);
    assert.match(await ask('/engine/none', { 'Content-Length': '-1' }).catch(() => '413 '), /^4/);
    assert.match(await ask('/other', {}), /^404 the bridge knows/);
    assert.equal(enginesOf(server.pid).length, 0);
  });

  it('has no engine where none was asked for', { timeout: PATIENCE }, async () => {
    const plain = await Server.start(FOLDER);
    try {
      const other = new URL(plain.url).port;
      const headers = { Origin: `http://127.0.0.1:${other}` };
      const answer = await fetch(`http://127.0.0.1:${other}/engine`, { method: 'POST', headers });
      assert.equal(`${answer.status} ${(await answer.text()).trim()}`, '404 there is no engine behind this page');
    } finally {
      await plain.stop();
    }
  });

  it('is behind the page also where an earlier page of this port works offline', { timeout: 2 * PATIENCE }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'bushka-gui-'));
    cpSync(resolve(BUILD, 'gui'), folder, { recursive: true });
    const worker = join(folder, 'sw.js');
    // The worker of this version, and one that answers for every address.
    for (const text of [readFileSync(worker, 'utf8'), readFileSync(worker, 'utf8').replace("!searchParams.has('token')", 'true')]) {
      writeFileSync(worker, text);
      const plain = await Server.start(folder);
      const context = await browser.newContext();
      const page = await context.newPage();
      await page.goto(plain.url);
      await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state);
      await page.reload();
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
      await plain.stop();
      const bridge = await Server.start(folder, PROGRAM, new URL(plain.url).port);
      try {
        await page.goto(bridge.url);
        await until(() => enginesOf(bridge.pid).length === 1);
        await page.waitForSelector('[data-ready]');
        assert.equal(await page.locator('meta[name="bushka-bridge"]').count(), 1);
      } finally {
        await context.close();
        await bridge.stop();
      }
    }
    rmSync(folder, { recursive: true });
  });

  it('has sent those away by now who kept silent, or does so soon', { timeout: PATIENCE }, async () => {
    await Promise.all(sentAway);
  });
});
