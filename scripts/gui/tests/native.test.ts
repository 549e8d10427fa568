// SPDX-License-Identifier: GPL-3.0-or-later
// The page with the program on this machine behind it, as `make gui ENGINE=native` serves it.
import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { describe, it } from 'node:test';
import {
  forgive, moveList, newContext, newPage, open, page, playFirst, prepare, server, text, waitForText,
} from './page_support';
import { BUILD, enginesOf } from './support';

prepare(resolve(BUILD, 'bushka'));

describe('the page with the program behind it', () => {
  it('plays and analyses with it, by as many threads as wanted', async () => {
    await open();
    assert.equal(enginesOf(server.pid).length, 1);
    await playFirst();
    await page.click('[data-tab=analysis]');
    await page.waitForSelector('.lines b');
    const threads = page.getByLabel('Threads');
    const most = await page.evaluate(() => navigator.hardwareConcurrency);
    assert.equal(await threads.locator('option').count(), most);
    assert.equal(await threads.inputValue(), String(most));
    await threads.selectOption('1');
    await page.waitForSelector('.lines b');
    assert.equal(await text('.notice'), '');
    assert.equal((await moveList()).length, 2);
  });

  it('has it read the opening book of the page', async () => {
    await open('#board=bushka');
    await page.click('.openings summary');
    await page.waitForSelector('.openings tbody tr');
    await waitForText('.openings', /The book was made by searches/);
  });

  it('goes on with another one when that ends', async () => {
    await open();
    await playFirst();
    const moves = await moveList();
    const [pid] = enginesOf(server.pid);
    process.kill(pid ?? -1, 'SIGKILL');
    await waitForText('.notice', /has been restarted/);
    assert.deepEqual(await moveList(), moves);
    await page.click('[data-action=takeBack]');
    await playFirst();
  });

  it('says in the language of the page why the bridge has none for it', async () => {
    const url = await newPage(await newContext({ locale: 'fr' }));
    await page.route('**/engine', (route) => route.fulfill({ status: 429, body: '8 engines run already; close a page\n' }));
    await page.goto(url);
    await waitForText('.notice', /8 programmes tournent déjà/);
    forgive('429');
  });
});
