// SPDX-License-Identifier: GPL-3.0-or-later
// A game with a friend by links: two browsers that know nothing of each other.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { type FriendGame, friendHash, newFriendGame, readFriendHash, relationOf } from '../src/friendlink';
import {
  finish, middleOf, moveList, newContext, newPage, open, page, prepare, ready, reload, text, type,
  until, waitForMoves, waitForText,
} from './page_support';

prepare();

const GAME: FriendGame = { id: 'abc', board: 'bushka', moves: ['f2f5', 'd8d6'], turn: 'W', word: '' };

describe('who has solved nothing yet', () => {
  it('is shown the way to the rules, and what wins, also by the link of a friend', async () => {
    await open(friendHash({ ...GAME, moves: ['f2f5'], turn: 'B' }));
    await waitForMoves(1);
    assert.match(await text('.side'), /New to Bushka\? You win when your opponent has no move left/);
    await page.getByRole('button', { name: 'To the lessons' }).click();
    await page.getByText('Move the man on e3').first().waitFor();
  });
});

describe('a link', () => {
  it('is read as it was written', () => {
    for (const game of [GAME, { ...GAME, word: 'offer' } as const, newFriendGame('bushka9x11')]) {
      assert.deepEqual(readFriendHash(friendHash(game)), game);
    }
    assert.equal(readFriendHash('#board=bushka&moves=f2f5'), null);
    assert.equal(readFriendHash('#/friend'), null);
  });

  it('that was changed or cut off on its way is refused', () => {
    const hash = friendHash(GAME);
    for (const end of [hash.length - 1, hash.length - 12, 20, 10]) {
      assert.throws(() => readFriendHash(hash.slice(0, end)), /damaged|another version/, hash.slice(0, end));
    }
    for (const [from, to] of [['f2f5', 'f2f4'], ['turn=W', 'turn=B'], ['game=abc', 'game=abd'], ['board=bushka', 'board=chess'], ['friend=1', 'friend=2']] as const) {
      assert.throws(() => readFriendHash(hash.replace(from, to)), /damaged|another version/, to);
    }
  });

  it('goes on from a game, is older, or another course of it', () => {
    const longer: FriendGame = { ...GAME, moves: [...GAME.moves, 'g3g6'], turn: 'B' };
    assert.equal(relationOf(GAME, GAME), 'same');
    assert.equal(relationOf(GAME, longer), 'newer');
    assert.equal(relationOf(longer, GAME), 'older');
    assert.equal(relationOf(longer, { ...longer, moves: ['f2f5', 'd8d6', 'e1e4'] }), 'other');
    assert.equal(relationOf(GAME, { ...GAME, word: 'resign' }), 'newer');
    assert.equal(relationOf({ ...GAME, word: 'resign' }, GAME), 'older');
    assert.equal(relationOf({ ...GAME, word: 'offer' }, { ...GAME, word: 'agree' }), 'newer');
    assert.equal(relationOf({ ...GAME, word: 'agree' }, { ...GAME, word: 'resign' }), 'other');
  });
});

const link = (): Promise<string> => page.getByLabel('Link to the game').inputValue();
const hashOf = (address: string): string => new URL(address).hash;

/** Opens a link in the page that is there. */
async function follow(address: string): Promise<void> {
  await page.evaluate((hash) => { window.location.hash = hash; }, hashOf(address));
}

/** A friend's page, opened by a link. */
async function friendAt(address: string): Promise<Page> {
  const url = await newPage(await newContext(), hashOf(address));
  await page.goto(url);
  await ready();
  return page;
}

describe('a game with a friend', () => {
  it('goes to and fro, with an offer of a draw that is declined, and a resignation', async () => {
    await open('#/friend');
    await page.click('[data-action=beginFriend]');
    await waitForText('.status', /Your move: you are White/);
    await type('f2f5');
    await waitForText('.status', /Send this link/);
    await page.getByRole('button', { name: 'Take back', exact: true }).click();
    await waitForText('.status', /Your move/);
    await waitForText('.live', /^Move taken back\.$/);
    await type('f2f5');
    await page.getByLabel('Offer a draw with this move').check();
    const first = await link();
    await page.getByRole('button', { name: 'Copy link', exact: true }).click();
    await waitForText('.live', /does not allow copying/);
    assert.equal(await page.getByRole('button', { name: 'Take back', exact: true }).count(), 1); // nothing is sent yet
    await page.context().grantPermissions(['clipboard-write']);
    await page.getByRole('button', { name: 'Copy link', exact: true }).click();
    await waitForText('.live', /^Copied/);
    assert.equal(await page.getByRole('button', { name: 'Take back', exact: true }).count(), 0);
    const mine = page.context();
    const kept = await mine.storageState();
    await finish();

    await friendAt(first);
    await waitForText('.status', /Your move: you are Black. White offers a draw/);
    await waitForText('.live', /^White played f2-f5\. .*White offers a draw/);
    assert.deepEqual(await moveList(), ['f2-f5']);
    await type('d8d6');
    await waitForText('.status', /Send this link/);
    const second = await link();
    await reload();
    await waitForText('.status', /Send this link/);
    assert.equal(await link(), second);
    await finish();

    await newPage(await newContext({ storageState: kept }));
    await page.goto(first);
    await ready();
    await waitForText('.status', /Send this link/); // one's own link: it is the friend's turn
    await follow(second);
    await waitForText('.status', /Your move: you are White\.$/);
    assert.deepEqual(await moveList(), ['f2-f5', 'd8-d6']);
    await follow(first);
    await waitForText('.live', /older/);
    assert.deepEqual(await moveList(), ['f2-f5', 'd8-d6']);
    await page.click('[data-action=resignFriend]');
    await page.getByRole('button', { name: 'Yes, resign' }).click();
    await waitForText('.status', /Black wins: White has resigned/);
    const third = await link();
    await finish();

    await friendAt(third);
    await waitForText('.status', /^Black wins: White has resigned and has lost\.$/);
    await waitForText('.live', /White has resigned/);
    assert.equal(await page.getByLabel('Link to the game').count(), 0);
    await page.getByRole('button', { name: 'Analyse', exact: true }).click();
    await waitForMoves(2);
    await page.getByRole('region', { name: 'Analysis' }).waitFor();
  });

  it('ends in a draw that is accepted', async () => {
    await open(friendHash({ ...GAME, word: 'offer' }));
    await page.getByRole('button', { name: 'Accept the draw' }).click();
    await waitForText('.status', /^Draw: the players have agreed to it\. Send this link/);
    const answer = await link();
    await finish();
    await friendAt(answer);
    await waitForText('.status', /^Draw: the players have agreed to it\.$/);
  });

  it('begun as Black has White begin', async () => {
    await open('#/friend');
    await page.locator('.panel').getByLabel('Colour', { exact: true }).selectOption('B');
    await page.locator('.panel').getByLabel('Board', { exact: true }).selectOption('bushka9x11');
    await page.click('[data-action=beginFriend]');
    await waitForText('.status', /Send this link/);
    const first = await link();
    await finish();
    await friendAt(first);
    await waitForText('.status', /you are White/);
    assert.equal(await page.locator('[data-square=j6]').count(), 1);
  });

  it('refuses what is damaged, impossible, or another course of a game, with one line, and keeps what is there', async () => {
    await open(friendHash(GAME));
    await waitForText('.status', /you are White/);
    for (const [hash, words] of [
      [friendHash(GAME).replace('f2f5', 'f2f4'), /^This link is damaged/],
      [friendHash({ ...GAME, id: 'b', moves: ['a1a2'], turn: 'B' }), /^This link holds a game that is not possible: move 1: a1a2/],
      [friendHash({ ...GAME, id: 'c', turn: 'B' }), /^This link is damaged/],
      [friendHash({ ...GAME, moves: ['e1e4', 'd8d6'] }), /^This link does not continue your game/],
      ['#friend=7&x', /another version/],
    ] as const) {
      await follow(`http://x/${hash}`);
      await waitForText('.notice', words);
      assert.deepEqual(await moveList(), ['f2-f5', 'd8-d6']);
      assert.match(await text('.status'), /you are White/);
    }
    // The same in a tab that has to take up the game that is there.
    const url = await newPage(page.context(), friendHash({ ...GAME, moves: ['e1e4', 'd8d6'] }));
    await page.goto(url);
    await ready();
    await waitForText('.list', /d8-d6/);
    assert.match(await text('.notice'), /^This link does not continue your game/);
  });

  it('stays when another tab of the browser begins one, and goes on where that has played on', async () => {
    await open('#/friend');
    await page.click('[data-action=beginFriend]');
    await waitForText('.status', /Your move/);
    const first = page;
    const games = (): Promise<number> => first.locator('.panel').getByLabel('Games', { exact: true }).locator('option').count();
    const url = await newPage(first.context(), '#/friend'); // `page` is the second tab from here on
    await page.goto(url);
    await ready();
    await waitForText('.status', /Your move/); // in the first tab's game
    assert.doesNotMatch(await text('.live'), /Your move/);
    await page.click('[data-action=beginFriend]');
    await waitForText('.live', /Your move/); // once this one is on the board
    await first.click('[data-action=resignFriend]'); // and while that is asked the other game goes on
    await type('e1e4');
    await waitForText('.status', /Send this link/);
    await until(async () => (await games()) === 2);
    await first.click('text=Yes, resign');
    await first.waitForFunction(() => document.querySelector('.status')?.textContent?.includes('resigned'));
    await first.click('[data-action=takeBack]');
    await first.waitForFunction(() => document.querySelector('.status')?.textContent?.includes('Your move'));
    await first.fill('input[aria-label="Type a move"]', 'f2f5');
    await first.keyboard.press('Enter');
    await first.waitForFunction(() => document.querySelector('.list')?.textContent?.includes('f2-f5'));
    // Once this tab has heard of the move.
    const mine = page.locator('.panel').getByLabel('Games', { exact: true });
    await until(async () => /, 1 move, … f2f5$/.test((await mine.locator('option').first().textContent()) ?? ''));
    await mine.selectOption('0');
    await waitForText('.list', /f2-f5/);
    assert.equal(await games(), 2);
    await page.getByRole('button', { name: 'Take back', exact: true }).click();
    await first.waitForFunction(() => document.querySelector('.list')?.textContent === '');
  });

  it('is kept when another one that was kept cannot be read', async () => {
    await open(friendHash(GAME));
    await waitForText('.status', /you are White/);
    await page.evaluate(() => {
      const kept = JSON.parse(localStorage.getItem('bushka-friends') ?? '[]') as unknown[];
      const damaged = { mine: 'W', received: '#friend=1&game=x', game: '#friend=1&game=x', sent: false };
      localStorage.setItem('bushka-friends', JSON.stringify([damaged, ...kept]));
    });
    await reload();
    await page.click('[data-tab=friend]');
    await waitForText('.status', /you are White/);
    assert.deepEqual(await moveList(), ['f2-f5', 'd8-d6']);
  });

  it('leaves the focus where it is when its panel is drawn anew', async () => {
    await open('#/friend');
    await page.click('[data-action=beginFriend]');
    await waitForText('.status', /you are White/);
    await type('f2f5');
    const offer = page.getByLabel('Offer a draw with this move');
    await offer.focus();
    await page.keyboard.press('Space');
    assert.ok(await offer.isChecked());
    assert.ok(await offer.evaluate((element) => element === document.activeElement));
  });

  it('is analysed as it is: the whole of it, at the same place, turned as it was, and ended', async () => {
    await open(friendHash({ ...GAME, moves: ['f2f5', 'd8d6', 'g3g6'], turn: 'B' }));
    await waitForText('.status', /you are Black/);
    await page.click('[data-action=resignFriend]');
    await page.click('text=Yes, resign');
    await waitForText('.status', /resigned/);
    await page.click('[aria-label="Go to the start"]');
    await page.click('[aria-label="One move forward"]');
    await page.getByRole('button', { name: 'Analyse', exact: true }).click();
    await waitForMoves(3);
    assert.equal(await page.locator('.list [aria-current]').textContent(), 'f2-f5');
    assert.ok((await middleOf('e1')).y < (await middleOf('e0')).y);
    await waitForText('.list .ending', /resigned/);
  });

  it('is one of several, among which one chooses', async () => {
    await open(friendHash(GAME));
    await waitForText('.status', /you are White/);
    await follow(`http://x/${friendHash({ ...GAME, id: 'b', moves: ['e1e4'], turn: 'B' })}`);
    await waitForText('.status', /you are Black/);
    await page.locator('.panel').getByLabel('Games', { exact: true }).selectOption('0');
    await waitForText('.status', /you are White/);
    assert.deepEqual(await moveList(), ['f2-f5', 'd8-d6']);
  });

  it('comes on the board also where another tab keeps something meanwhile', async () => {
    await open(friendHash(GAME));
    await waitForText('.status', /you are White/);
    await follow(`http://x/${friendHash({ ...GAME, id: 'b', moves: ['e1e4', 'd8d6'] })}`);
    await waitForText('.list', /e1-e4/);
    await page.evaluate(() => {
      const games = document.querySelector<HTMLSelectElement>('.panel select[aria-label=Games]');
      if (games !== null) {
        games.value = '0';
        games.dispatchEvent(new Event('change'));
        window.dispatchEvent(new StorageEvent('storage', { key: 'bushka-friends' }));
      }
    });
    await waitForText('.list', /f2-f5/);
    await type('g3g6');
    await waitForText('.status', /Send this link/);
  });

  it('takes no move while another one is read', async () => {
    await open(friendHash(GAME));
    await waitForText('.status', /you are White/);
    await page.click('[aria-label="Go to the start"]');
    await type('f2f5'); // while one looks back
    await waitForText('.notice', /^You cannot move here now\.$/);
    await follow(`http://x/${friendHash({ ...GAME, id: 'b', moves: ['e1e4', 'd8d6'] })}`);
    await page.waitForFunction(() => document.querySelector('.list .move')?.textContent === 'e1-e4');
    const notice = await page.evaluate(async () => {
      const games = document.querySelector<HTMLSelectElement>('.panel select[aria-label=Games]');
      const entry = document.querySelector<HTMLInputElement>('.entry input');
      if (games !== null && entry !== null) {
        games.value = '0';
        games.dispatchEvent(new Event('change'));
        entry.value = 'g5g6'; // in the game that is still on the board
        entry.form?.requestSubmit();
        await new Promise((done) => setTimeout(done)); // it waits for the move that was entered before
      }
      return document.querySelector('.notice')?.textContent;
    });
    assert.equal(notice, 'You cannot move here now.');
    await page.waitForFunction(() => document.querySelector('.list .move')?.textContent === 'f2-f5');
    assert.deepEqual(await moveList(), ['f2-f5', 'd8-d6']);
  });
});
