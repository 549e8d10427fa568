// SPDX-License-Identifier: GPL-3.0-or-later
// What there is to say when there is no engine. Apart from the other texts, which the engine's worker does not need.

export const ENGINE = {
  ended: 'the engine has ended',
  gaveUp: (code: number | bigint | undefined): string => `the engine has failed (${code})`,
  notLoaded: 'the engine could not be loaded',
  notFound: (file: string, status: number | string = 'no answer'): string =>
    `the engine could not be loaded: ${file}: ${status}`,
  notStarted: (reason: string): string => `the engine could not be started: ${reason}`,
  noMemory: 'there is not enough memory for the engine',
  bridge: (status: number): string => `the bridge answered ${status}`,
};
