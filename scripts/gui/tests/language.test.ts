// SPDX-License-Identifier: GPL-3.0-or-later
// The languages of the page: which one it speaks, and that each has every text.
import assert from 'node:assert/strict';
import test from 'node:test';
import { pickLanguage } from '../src/language';
import { open, page, prepare, waitForMoves } from './page_support';

prepare();

test('the first preference that is known is the language', () => {
  assert.equal(pickLanguage(['en', 'nl', 'fr'], ['pt-BR', 'FR-ca', 'nl']), 'fr');
  assert.equal(pickLanguage(['en', 'nl', 'fr'], ['pt', '']), 'en');
  assert.equal(pickLanguage(['en', 'nl', 'fr'], []), 'en');
});

for (const { locale, lang, play, note } of [
  { locale: 'pt-BR', lang: 'en', play: 'Play', note: 'good. The record breaks off after Black’s move 19.' },
  { locale: 'nl-BE', lang: 'nl', play: 'Spelen', note: 'goed. De notatie breekt af na de 19e zet van zwart.' },
  { locale: 'de-AT', lang: 'de', play: 'Spiel', note: 'gut. Die Aufzeichnung bricht nach dem 19. Zug von Schwarz ab.' },
  { locale: 'fr', lang: 'fr', play: 'Jouer', note: 'bon. Le relevé s’arrête après le 19e coup des Noirs.' },
]) {
  test(`a browser that prefers ${locale} is answered in ${lang}`, async () => {
    await open('', { locale });
    assert.equal(await page.getAttribute('html', 'lang'), lang);
    assert.equal(await page.locator('.tabs button').first().textContent(), play);
    // What comes with the page is said in it, too.
    await page.click('[data-tab=analysis]:is(button)');
    await page.locator('option', { hasText: 'Treep – ' }).locator('..').selectOption('1');
    await waitForMoves(38);
    assert.equal(await page.locator('.list .comment').last().textContent(), note);
  });
}
