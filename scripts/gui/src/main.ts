// SPDX-License-Identifier: GPL-3.0-or-later
// Starts the page.
import './style.css';
import { App } from './app';
import { S } from './strings';

const place = document.getElementById('app');
if (place !== null) {
  const app = new App(place);
  app.start().catch((error: unknown) => {
    place.append(S.fatal(error instanceof Error ? error.message : String(error)));
  });
}
