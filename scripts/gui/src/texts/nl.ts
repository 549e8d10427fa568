// SPDX-License-Identifier: GPL-3.0-or-later
// The texts in Dutch.
import type { Lagging } from '../language';
import type { Texts } from './en';

export const dutch = (): Lagging<Texts> => ({
  title: 'Bushka',
  tabs: { label: 'Weergaven', play: 'Spelen', analysis: 'Analyse', learn: 'Leren', puzzles: 'Puzzels', editor: 'Editor' },
});
