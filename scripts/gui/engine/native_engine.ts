// SPDX-License-Identifier: GPL-3.0-or-later
// The program on this machine, behind the bridge that serves the page (scripts/gui-serve).
import { filled, NO_ENGINE } from '../src/texts/engine_says';
import { ListenedEngine } from './listeners';

/** The bridge writes its token into the page, which it serves only to those who know the token. */
const TOKEN_META = 'meta[name="bushka-bridge"]';

/** The token of the bridge that serves this page; null if none does. */
export function nativeToken(): string | null {
  return document.querySelector<HTMLMetaElement>(TOKEN_META)?.content ?? null;
}

/** Why the bridge refuses a request, in words. */
async function reasonOf(response: Response): Promise<string> {
  const text = (await response.text()).trim();
  return text !== '' ? text : filled(NO_ENGINE.bridge, response.status);
}

export class NativeEngine extends ListenedEngine {
  private readonly cut = new AbortController();
  private readonly url = new URL('/engine', location.href).href;
  private readonly headers: Record<string, string>;
  private session: string | null = null;
  private waiting: string[] = [];
  private sending = false;

  constructor(token: string) {
    super();
    this.headers = { Authorization: `Bearer ${token}` };
    void this.run();
  }

  protected override deliver(line: string): void {
    this.waiting.push(line);
    void this.flush();
  }

  protected override close(): void {
    this.cut.abort(); // the bridge ends the program when nobody reads it
  }

  /** Starts the program and reads its output to the end. */
  private async run(): Promise<void> {
    try {
      const response = await fetch(this.url, { method: 'POST', headers: this.headers, signal: this.cut.signal });
      if (!response.ok || response.body === null) {
        return this.crash(await reasonOf(response));
      }
      this.session = response.headers.get('X-Session');
      void this.flush();
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      let rest = '';
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        const text = rest + part.value;
        const end = text.lastIndexOf('\n') + 1;
        rest = text.slice(end);
        if (end > 0) {
          this.tell(text.slice(0, end));
        }
      }
      this.crash(NO_ENGINE.ended);
    } catch {
      this.crash(NO_ENGINE.bridgeGone);
    }
  }

  /** Sends the waiting lines in order, one request at a time. */
  private async flush(): Promise<void> {
    if (this.sending || this.session === null) {
      return;
    }
    this.sending = true;
    try {
      while (this.waiting.length > 0 && !this.ended) {
        const lines = this.waiting.splice(0).join('\n') + '\n';
        const response = await fetch(`${this.url}/${this.session}`, {
          method: 'POST',
          headers: this.headers,
          body: lines,
          signal: this.cut.signal,
        });
        if (!response.ok) {
          this.crash(await reasonOf(response));
        }
      }
    } catch {
      this.crash(NO_ENGINE.bridgeGone);
    }
    this.sending = false;
  }
}
