// SPDX-License-Identifier: GPL-3.0-or-later
// Why a capture has to be played: in a position with captures the engine lists only those that the rules allow.
import { S } from './language';
import { type Details, isCapture } from './moves';

/** Empty if nothing has to be captured. */
export function dutyText({ moves }: Details): string {
  const first = moves[0];
  if (first === undefined || !isCapture(first)) {
    return '';
  }
  return (first.kind === 'linear-capture' ? S.duty.line : S.duty.piece)(first.taken.length);
}
