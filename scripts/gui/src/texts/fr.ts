// SPDX-License-Identifier: GPL-3.0-or-later
// The texts in French.
import type { Lagging } from '../language';
import type { Texts } from './en';

export const french = (): Lagging<Texts> => ({
  title: 'Bushka',
  tabs: { label: 'Vues', play: 'Jouer', analysis: 'Analyse', learn: 'Apprendre', puzzles: 'Problèmes', editor: 'Éditeur' },
});
