// SPDX-License-Identifier: GPL-3.0-or-later
// Starts the page.
import './style.css';
import { App } from './app';
import { isNative } from '../engine/create';
import { missingFeature } from '../engine/features';
import { html } from './dom';
import { language, S } from './language';
import { failureText } from './said';

document.documentElement.lang = language;
const place = document.getElementById('app');
/** In embed.html there is only a board. */
const isEmbedded = place?.classList.contains('embed') === true;
if (place !== null) {
  const fail = (reason: string): void => place.append(html('p', { class: 'notice', role: 'alert' }, S.fatal(reason)));
  const missing = isNative() ? null : missingFeature();
  if (missing !== null) {
    fail(S.missing(missing));
  } else {
    const started = isEmbedded ? import('./embed').then(({ embed }) => embed(place)) : new App(place).start();
    started.catch((error: unknown) => fail(failureText(error)));
  }
}

// The page works offline, too, but not with the program on this machine, whose bridge is another one each time.
if (import.meta.env.PROD && 'serviceWorker' in navigator && !isNative() && !isEmbedded) {
  navigator.serviceWorker.register('./sw.js').catch(() => undefined); // refused in a private window: the page works without it
}
