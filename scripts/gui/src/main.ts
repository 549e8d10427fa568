// SPDX-License-Identifier: GPL-3.0-or-later
// Starts the page.
import './style.css';
import { App } from './app';
import { isNative } from '../engine/create';
import { missingFeature } from '../engine/features';
import { html } from './dom';
import { language, S } from './language';

document.documentElement.lang = language;
const place = document.getElementById('app');
if (place !== null) {
  const fail = (reason: string): void => place.append(html('p', { class: 'notice', role: 'alert' }, S.fatal(reason)));
  const missing = isNative() ? null : missingFeature();
  if (missing !== null) {
    fail(S.missing(missing));
  } else {
    new App(place).start().catch((error: unknown) => fail(error instanceof Error ? error.message : String(error)));
  }
}

// Without a network too, but not with the program on this machine, whose bridge is another one each time.
if (import.meta.env.PROD && 'serviceWorker' in navigator && !isNative()) {
  navigator.serviceWorker.register('./sw.js').catch(() => undefined); // refused, in a private window: the page works all the same
}
