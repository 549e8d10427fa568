// SPDX-License-Identifier: GPL-3.0-or-later
// Starts the page.
import './style.css';
import { App } from './app';
import { isNative } from '../engine/create';
import { language, S } from './language';

document.documentElement.lang = language;
const place = document.getElementById('app');
if (place !== null) {
  const app = new App(place);
  app.start().catch((error: unknown) => {
    place.append(S.fatal(error instanceof Error ? error.message : String(error)));
  });
}

// Without a network too, but not with the program on this machine, whose bridge is another one each time.
if (import.meta.env.PROD && 'serviceWorker' in navigator && !isNative()) {
  navigator.serviceWorker.register('./sw.js').catch(() => undefined); // refused, in a private window: the page works all the same
}
