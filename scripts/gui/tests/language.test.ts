// SPDX-License-Identifier: GPL-3.0-or-later
// The language of the page.
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

test('the page says which language it speaks', async () => {
  await open('', { locale: 'pt-BR' });
  assert.equal(await page.getAttribute('html', 'lang'), 'en');
});
