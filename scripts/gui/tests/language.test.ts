// SPDX-License-Identifier: GPL-3.0-or-later
// The languages of the page: which one it speaks, and that each has every text.
import assert from 'node:assert/strict';
import test from 'node:test';
import { pickLanguage } from '../src/language';
import { open, page, prepare } from './page_support';

prepare();

test('the first preference that is known is the language', () => {
  assert.equal(pickLanguage(['en', 'nl', 'fr'], ['pt-BR', 'FR-ca', 'nl']), 'fr');
  assert.equal(pickLanguage(['en', 'nl', 'fr'], ['pt', '']), 'en');
  assert.equal(pickLanguage(['en', 'nl', 'fr'], []), 'en');
});

for (const { locale, lang, play } of [
  { locale: 'pt-BR', lang: 'en', play: 'Play' },
  { locale: 'nl-BE', lang: 'nl', play: 'Spelen' },
  { locale: 'de-AT', lang: 'de', play: 'Spielen' },
  { locale: 'fr', lang: 'fr', play: 'Jouer' },
]) {
  test(`a browser that prefers ${locale} is answered in ${lang}`, async () => {
    await open('', { locale });
    assert.equal(await page.getAttribute('html', 'lang'), lang);
    assert.equal(await page.locator('.tabs button').first().textContent(), play);
  });
}
