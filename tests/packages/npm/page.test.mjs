// SPDX-License-Identifier: GPL-3.0-or-later
// The installed package in a page without a bundler, in headless Chromium.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';

const { TOP, CHROMIUM } = process.env;
const { chromium } = await import(pathToFileURL(join(TOP, 'scripts/gui/node_modules/playwright-core/index.mjs')));

const PROGRAMS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Milliseconds that a test may take on a busy machine. */
const PATIENCE = 120_000;

const PAGE = '<!doctype html><title>The package</title><link rel="icon" href="icon.svg"><script type="module" src="page.js"></script>';
const SCRIPT = `import * as bushka from './node_modules/bushka-engine/browser.js';
window.bushka = bushka;
`;

describe('the package in a page', { timeout: PATIENCE }, () => {
  let server;
  let browser;
  let page;
  const complaints = [];

  before(async () => {
    writeFileSync('index.html', PAGE);
    writeFileSync('page.js', SCRIPT);
    writeFileSync('icon.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
    server = spawn(join(TOP, 'scripts/gui-serve'), ['--port', '0', '.'], { stdio: ['ignore', 'pipe', 'inherit'] });
    const url = await new Promise((resolve) => server.stdout.setEncoding('utf8').once('data', (text) => resolve(text.trim())));
    browser = await chromium.launch({
      executablePath: CHROMIUM ?? PROGRAMS.find(existsSync),
      args: ['--no-sandbox', '--disable-dev-shm-usage'],
    });
    page = await browser.newPage();
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(url);
    await page.waitForFunction('window.bushka !== undefined');
  });

  after(async () => {
    await browser?.close();
    server?.kill('SIGINT');
    assert.deepEqual(complaints, []);
  });

  it('searches as it does in Node, stops, and ends', async () => {
    const found = await page.evaluate(async () => {
      const engine = await bushka.createEngine();
      const ask = (command, last) => new Promise((resolve) => {
        const off = engine.onLine((line) => {
          if (last.test(line)) {
            off();
            resolve(line);
          }
        });
        engine.send(command);
      });
      const nodes = await ask('bench', /^Nodes searched/);
      await ask('go infinite', /^info depth 3 /);
      const best = await ask('stop', /^bestmove/);
      const over = new Promise((resolve) => engine.onCrash(resolve));
      engine.send('quit');
      return { nodes, best, over: await over };
    });
    assert.match(found.nodes, /: 994846$/);
    assert.match(found.best, /^bestmove [a-j]\d/);
    assert.equal(found.over, 'the engine has ended');
  });

  it('knows the rules', async () => {
    const found = await page.evaluate(async () => {
      const rules = await bushka.createRules();
      const refused = () => {
        try {
          return rules.move({}, 'f2f9').coordinate;
        } catch (error) {
          return error instanceof bushka.Refusal ? error.message : 'no refusal';
        }
      };
      return [rules.position({ board: 'bushka9x11' }).moves.length, rules.move({}, 'f25').formal, refused()];
    });
    assert.deepEqual(found, [26, 'f2-f5', 'f2f9: f9 is occupied']);
  });
});
