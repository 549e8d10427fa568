// SPDX-License-Identifier: GPL-3.0-or-later
// The texts in German.
import type { Lagging } from '../language';
import type { Texts } from './en';

export const german = (): Lagging<Texts> => ({
  title: 'Bushka',
  tabs: { label: 'Ansichten', play: 'Spielen', analysis: 'Analyse', learn: 'Lernen', puzzles: 'Rätsel', editor: 'Editor' },
});
