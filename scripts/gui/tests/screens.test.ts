// SPDX-License-Identifier: GPL-3.0-or-later
// Small screens, touch, light and dark, and what helps those who do not see the board.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BOARDS, squaresOf } from '../src/geometry';
import { LESSONS } from '../src/lessons';
import { type Tab, TABS } from '../src/store';
import {
  analyseGame, begun, finish, middleOf, moveList, nameOf, newGame, open, openSettings, page, play, playFirst, prepare,
  touch, type, until, waitForMoves, waitForText,
} from './page_support';

const NARROW = 360;
const LOCALES = ['en', 'nl', 'de', 'fr'];

prepare();

/** What a view shows last. */
const LAST: Readonly<Record<Tab, string>> = {
  play: '.status',
  friend: '.status:not(:empty)',
  analysis: '.pv',
  learn: '.panel h2:not(:empty)',
  puzzles: '.panel h2:not(:empty)',
  editor: '.palette',
};

/** Goes to a view, and waits until it shows everything. */
async function show(tab: Tab): Promise<void> {
  await page.click(`[data-tab=${tab}]:is(button)`);
  await page.waitForSelector(LAST[tab]);
}

describe('a small screen', () => {
  it(`of ${NARROW} pixels needs no scroll bar sideways, and is played by touch`, async () => {
    await open('', { viewport: { width: NARROW, height: 740 }, hasTouch: true, isMobile: true });
    for (const board of ['bushka9x11', 'bushka']) {
      await newGame({ Board: board });
      for (const tab of TABS) {
        await show(tab);
        assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= NARROW, `${board} ${tab}`);
      }
      await show('play');
    }
    await page.waitForFunction(() => document.querySelectorAll('.piece').length === 30);
    for (const square of ['f2', 'f5']) {
      const { x, y } = await middleOf(square);
      await page.touchscreen.tap(x, y);
    }
    await waitForMoves(2);
  });

  it('is light or dark as the reader prefers', async () => {
    await open();
    for (const [colorScheme, ground] of [['light', 'rgb(243, 239, 232)'], ['dark', 'rgb(31, 28, 25)']] as const) {
      await page.emulateMedia({ colorScheme });
      assert.equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), ground);
    }
  });
});

describe('a phone', () => {
  const isInView = (selector: string): Promise<boolean> =>
    page.locator(selector).evaluate((each) => {
      const { top, bottom } = each.getBoundingClientRect();
      return top >= 0 && bottom <= window.innerHeight;
    });

  for (const [width, height] of [[390, 844], [844, 390]] as const) {
    it(`of ${width} x ${height} shows what is refused and what is done wherever it is scrolled to`, async () => {
      await open('', { viewport: { width, height }, hasTouch: true, isMobile: true });
      await page.click('.share summary');
      await page.fill('.share textarea', 'garbage');
      await page.getByRole('button', { name: 'Load text', exact: true }).click();
      await waitForText('.notice', /garbage/);
      assert.ok(await isInView('.notice'));
      await page.getByRole('button', { name: 'Copy link', exact: true }).click();
      await waitForText('.live.passing', /./);
      assert.ok(await isInView('.live'));
      assert.equal(await page.locator('.passing').count(), 1); // the one would cover the other
      await page.fill('.share textarea', 'rubbish');
      await page.getByRole('button', { name: 'Load text', exact: true }).click();
      await waitForText('.notice.passing', /rubbish/);
      assert.equal(await page.locator('.passing').count(), 1);
      await page.locator('[data-action=newGame]').click();
      await waitForText('.live', /new game/i);
      assert.ok((await isInView('.board')) && (await isInView('.live')));
    });
  }

  it('shows what a lesson says of a move, and the board of the next one, wherever its panel stands', async () => {
    await open('#/learn', { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });
    await begun();
    assert.ok(!(await isInView('.verdict')));
    await touch('e3', 'e4');
    await waitForText('.live.passing', /^Right!/);
    assert.ok(await isInView('.live'));
    await page.click('[data-action=next]');
    await begun(LESSONS[1]?.title);
    assert.ok(await isInView('.board'));
    assert.equal(await page.locator('.live.passing').count(), 0);
    await page.click('[data-action=show]');
    await waitForText('.live', /^The move is /);
    assert.ok((await isInView('.board')) && (await isInView('.live')));
  });

  it('on its side has the task of the next lesson in view', async () => {
    await open('#/learn', { viewport: { width: 640, height: 360 }, hasTouch: true, isMobile: true });
    await begun();
    await touch('e3', 'e4');
    await waitForText('.verdict', /^Right!/);
    await page.click('[data-action=next]');
    await begun(LESSONS[1]?.title);
    assert.ok((await isInView('.panel h2')) && (await isInView('.board')));
  });

  it('shows the board when a game with a friend begins', async () => {
    await open('#/friend', { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });
    await page.click('[data-action=beginFriend]');
    await waitForText('.status', /^Your move/);
    assert.ok((await isInView('.board')) && (await isInView('.status')));
  });

  it('shows the board that was turned round, and a move that was typed', async () => {
    await open('', { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });
    await page.click('[data-action=flip]');
    assert.ok(await isInView('.board'));
    await play('f2-f5');
    await until(() => isInView('.board'));
    assert.equal(await page.locator('.entry input:focus').count(), 0); // else its keyboard would cover what is said
  });

  it('shows the board of a mistake to learn from', async () => {
    await open('#/analysis', { viewport: { width: 360, height: 560 }, hasTouch: true, isMobile: true });
    await page.getByLabel('Games').selectOption({ index: 1 });
    await page.locator('.list .move').nth(20).waitFor();
    await analyseGame();
    await page.getByRole('button', { name: /^Learn from/ }).first().click();
    for (const name of ['Show the move', 'Try again']) {
      assert.ok((await isInView('.board')) && (await isInView('.drill h2')), name);
      await page.getByRole('button', { name, exact: true }).click();
    }
    assert.ok(await isInView('.board'));
  });

  it('on its side has the board as small as the reader wants it', async () => {
    await open('', { viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true });
    const width = (): Promise<number> => page.locator('.board').evaluate((each) => each.getBoundingClientRect().width);
    const whole = await width();
    await openSettings();
    await page.getByLabel('Board size').fill('50');
    assert.ok(Math.abs((await width()) - whole / 2) < 1);
  });

  it('on its side shows what is refused beside the board', async () => {
    await open('', { viewport: { width: 640, height: 360 }, hasTouch: true, isMobile: true });
    await type('e9-e8');
    await page.locator('.notice.passing').waitFor();
    const [board, notice] = await Promise.all(['.board', '.notice'].map((each) => page.locator(each).boundingBox()));
    assert.ok(board != null && notice != null && board.x + board.width <= notice.x && notice.x + notice.width <= 640);
  });

  it('shows the board that a button below the editor has changed', async () => {
    await open('#/editor', { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });
    for (const name of ['Clear', 'Undo', 'Start position']) {
      await page.getByRole('button', { name, exact: true }).click();
      assert.ok(await isInView('.board'), name);
    }
  });

  it('keeps its place while the report on a game grows, and shows the board at a turning point', async () => {
    await open('#/analysis', { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });
    await page.getByLabel('Games').selectOption({ index: 1 });
    await page.locator('.list .move').nth(20).waitFor();
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await analyseGame();
    assert.ok(await isInView('[data-action=analyseGame]'));
    await page.locator('.turns button').first().click();
    assert.ok(await isInView('.board'));
  });

  it('has the board, the moves and the steps on one screen in an analysis, and a number beside its move', async () => {
    await open('#/analysis', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    await page.getByLabel('Games').selectOption({ index: 1 });
    await page.locator('.list .move').nth(20).waitFor();
    await page.locator('.steps').scrollIntoViewIfNeeded();
    assert.ok((await isInView('.board')) && (await isInView('.steps')));
    const apart = await page.locator('.list .number').evaluateAll((numbers) =>
      numbers.filter((each) => (each.nextElementSibling?.getBoundingClientRect().top ?? 0) > each.getBoundingClientRect().bottom).length);
    assert.equal(apart, 0);
  });
});

describe('a small screen in any language', () => {
  /** Runs in the page: what is too small to be touched, what is cut or broken, and whether the views stand in one row. */
  const faults = (): string[] => {
    const least = 24;
    const edges = 30;
    const found: string[] = [];
    const name = (element: Element): string => `${element.tagName} ${(element.getAttribute('aria-label') ?? element.textContent ?? '').slice(0, 40)}`;
    const shown = (selector: string): HTMLElement[] =>
      [...document.querySelectorAll<HTMLElement>(selector)].filter((each) => each.checkVisibility() && each.closest('.board') === null);
    for (const each of shown('button, a, input:not([type=checkbox], [type=radio]), select, summary, textarea, .check, .palette label')) {
      const { width, height } = each.getBoundingClientRect();
      if (Math.min(width, height) < least) {
        found.push(`${name(each)}: ${width} x ${height}`);
      }
    }
    const lacks = (each: HTMLElement, width: string): boolean => {
      const free = each.cloneNode(true) as HTMLElement;
      free.style.cssText = `position: absolute; width: ${width}; max-width: none; overflow-wrap: normal`;
      each.after(free);
      const wanted = free.offsetWidth;
      free.remove();
      return wanted > each.offsetWidth + 1;
    };
    // What is longer than its panel has a whole row; its title stands below, too.
    const hasRow = (each: HTMLElement): boolean => each.offsetWidth >= (each.closest('label')?.parentElement?.clientWidth ?? 0) - edges;
    found.push(...shown('select').filter((each) => lacks(each, 'auto') && !hasRow(each)).map((each) => `${name(each)} is cut`));
    found.push(...shown('button').filter((each) => lacks(each, 'min-content')).map((each) => `${name(each)} is broken in a word`));
    const rows = new Set(shown('.tabs button').map((each) => Math.round(each.getBoundingClientRect().top)));
    return rows.size === 1 ? found : [...found, `${rows.size} rows of views`];
  };

  const sizes = [[NARROW, 740], [568, 320]] as const;
  for (const locale of LOCALES) {
    it(`has its views in one row, nothing that is cut, and nothing too small to be touched: ${locale}`, async () => {
      await open('', { hasTouch: true, isMobile: true, locale });
      for (const [width, height] of sizes) {
        await page.setViewportSize({ width, height });
        for (const tab of TABS) {
          await show(tab);
          await page.evaluate(() => document.querySelectorAll<HTMLDetailsElement>('.side details').forEach((each) => (each.open = true)));
          assert.deepEqual(await page.evaluate(faults), [], `${width} x ${height}, ${tab}`);
        }
        for (const opens of ['.settings-button', '.general button:last-child']) {
          await page.click(opens);
          assert.deepEqual(await page.evaluate(faults), [], `${width} x ${height}, ${opens}`);
          await page.keyboard.press('Escape');
        }
      }
    });
  }
});

describe('paper', () => {
  it('has the whole list of moves on it', async () => {
    await open('#/analysis', { viewport: { width: NARROW, height: 640 } });
    await page.getByLabel('Games').selectOption({ index: 2 });
    await page.locator('.list .move').nth(20).waitFor();
    const isWhole = (): Promise<boolean> => page.locator('.list').evaluate((list) => list.scrollHeight <= list.clientHeight);
    assert.ok(!(await isWhole()));
    await page.emulateMedia({ media: 'print' });
    assert.ok(await isWhole());
  });
});

describe('a tablet', () => {
  it('has the views before what goes with all of them, as for the keys', async () => {
    await open('', { viewport: { width: 768, height: 1024 } });
    const places = await page.locator('header button').evaluateAll((all) => all.map((each) => each.getBoundingClientRect().left));
    assert.deepEqual(places, [...places].sort((a, b) => a - b));
  });
});

describe('two fingers on the board', () => {
  it('zoom, and move no piece', async () => {
    await open('', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    const session = await page.context().newCDPSession(page);
    const [from, to, beside] = [await middleOf('f2'), await middleOf('f5'), await middleOf('h4')];
    const put = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...fingers: readonly { x: number; y: number }[]): Promise<unknown> =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: fingers.map(({ x, y }, id) => ({ x, y, id })) });
    await put('touchStart', from);
    await put('touchMove', to);
    await put('touchStart', to, beside);
    await put('touchEnd');
    assert.deepEqual(await moveList(), []);
    await put('touchStart', from);
    await put('touchStart', from, beside);
    for (let i = 1; i <= 9; i++) {
      await put('touchMove', from, { x: beside.x + 9 * i, y: beside.y });
    }
    await put('touchEnd');
    await page.waitForFunction(() => (window.visualViewport?.scale ?? 1) > 1.2);
    assert.deepEqual(await moveList(), []);
  });
});

describe('letters', () => {
  it('are as large as the reader has them in the browser', async () => {
    await open();
    const session = await page.context().newCDPSession(page);
    for (const standard of [16, 24]) {
      await session.send('Page.setFontSizes', { fontSizes: { standard } });
      assert.equal(await page.evaluate(() => getComputedStyle(document.body).fontSize), `${standard}px`);
    }
  });

  it('twice as large need no scroll bar sideways, and leave what a drill says in view', async () => {
    await open('#/analysis', { viewport: { width: NARROW, height: 640 }, hasTouch: true, isMobile: true });
    const session = await page.context().newCDPSession(page);
    await session.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
    for (const tab of TABS) {
      await page.click(`[data-tab=${tab}]:is(button)`);
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= NARROW, tab);
    }
    await page.click('[data-tab=analysis]:is(button)');
    await page.getByLabel('Games').selectOption({ index: 1 });
    await page.locator('.list .move').nth(20).waitFor();
    await analyseGame();
    await page.getByRole('button', { name: /^Learn from/ }).first().click();
    await page.getByRole('button', { name: 'Show the move', exact: true }).click();
    await waitForText('.live.passing', /^The move is /);
    assert.equal(await page.locator('.live').evaluate((each) => getComputedStyle(each).clipPath), 'none');
  });
});

describe('a low screen', () => {
  for (const [width, height] of [
    [740, 360],
    [667, 375],
    [915, 412],
    [640, 360], // 1280 x 720, twice magnified
  ] as const) {
    it(`of ${width} x ${height} has the whole board on it, and the rest in reach`, async () => {
      await open('', { viewport: { width, height } });
      for (const tab of TABS) {
        await page.click(`[data-tab=${tab}]:is(button)`);
        const { left, top, right, bottom } = await page.evaluate(() => document.querySelector('.board')?.getBoundingClientRect() ?? new DOMRect());
        assert.ok(left >= 0 && top >= 0 && right <= width && bottom <= height, `${tab}: ${[left, top, right, bottom]}`);
        assert.ok(bottom - top > 0.7 * height, `${tab}: ${bottom - top} high`);
        assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width, tab);
      }
      await page.click('[data-tab=play]:is(button)');
      await playFirst();
      await page.getByRole('button', { name: 'Offer draw' }).click();
      await page.locator('[data-action=newGame]').click(); // both scrolled to
    });
  }
});

describe('the openings on a small screen', () => {
  for (const locale of LOCALES) {
    it(`show each move in one line, and the whole of their bars: ${locale}`, async () => {
      await open('#board=bushka&moves=f2f5', { locale });
      await page.click('.openings summary');
      await page.locator('.shares').first().waitFor();
      for (const [width, height] of [[561, 400], [320, 568]] as const) {
        await page.setViewportSize({ width, height });
        assert.ok(await page.locator('.openings .scrolling').evaluate((each) => each.scrollWidth <= each.clientWidth), `${width}`);
        assert.equal(await page.locator('.openings .pv').evaluateAll((moves) => moves.filter((each) => each.clientHeight > 40).length), 0, `${width}`);
      }
    });
  }
});

describe('names', () => {
  it('tell every square of both boards, and the controls in plain words', async () => {
    await open();
    assert.equal(await nameOf('f2'), 'f2, white man');
    assert.equal(await nameOf('f5'), 'f5, empty');
    for (const board of ['bushka', 'bushka9x11'] as const) {
      await newGame({ Board: board });
      await page.locator('[data-square=j6]').waitFor({ state: board === 'bushka' ? 'detached' : 'attached' });
      const names = await page.locator('[data-square]')
        .evaluateAll((all) => all.map((e) => `${e.getAttribute('role')} ${e.getAttribute('aria-label')}`));
      assert.equal(names.length, squaresOf(BOARDS[board]).length);
      names.forEach((name) => assert.match(name, /^button [a-j]\d, (empty|(white|black) (man|king))$/));
      assert.equal(await page.locator('[data-square][tabindex="0"]').count(), 1);
    }
    for (const name of ['New game', 'Take back', 'Flip', 'Hint', 'Resign', 'Offer draw', 'Analyse', 'About']) {
      assert.equal(await page.getByRole('button', { name, exact: true }).count(), 1, name);
    }
    for (const name of ['Opponent', 'Board', 'Colour', 'Clock']) {
      assert.equal(await page.getByRole('combobox', { name, exact: true }).count(), 1, name);
    }
    assert.equal(await page.getByRole('status').count(), 1);
  });

  it('tell what About opens, which Escape closes', async () => {
    await open();
    const about = page.getByRole('button', { name: 'About', exact: true });
    await about.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'About Bushka', exact: true });
    await dialog.waitFor();
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Close');
    assert.match((await dialog.textContent()) ?? '', /Christian Freeling .* 1979.*GPL-3\.0-or-later/);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    assert.ok(await about.evaluate((e) => e === document.activeElement));
  });

  it('shows the choices of its forms whole', async () => {
    for (const locale of LOCALES) {
      await open('', { viewport: { width: 1200, height: 850 }, locale });
      for (const tab of ['play', 'friend', 'puzzles', 'editor']) {
        await page.click(`[data-tab=${tab}]:is(button)`);
        const cut = await page.locator('.fields select').evaluateAll((all) =>
          all.filter((each) => {
            const whole = each.cloneNode(true) as HTMLElement;
            whole.style.cssText = 'position: absolute; width: max-content; max-width: none';
            each.after(whole);
            const isCut = whole.offsetWidth > (each as HTMLElement).offsetWidth + 1;
            whole.remove();
            return isCut;
          }).map((each) => each.getAttribute('aria-label')));
        assert.deepEqual(cut, [], `${locale} ${tab}`);
      }
      await finish();
    }
  });
});
