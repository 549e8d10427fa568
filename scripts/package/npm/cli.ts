#!/usr/bin/env node
// SPDX-License-Identifier: GPL-3.0-or-later
// The engine at a prompt: lines of the protocol on standard input and output, as in the program. The words on the command
// line are one command. The exit code is 1 if that was refused, if the engine fails, or if nobody reads the output.
import { createInterface } from 'node:readline';
import { NO_ENGINE } from '../../gui/src/texts/engine_says';
import { createEngine } from './node';

declare const VERSION: string; // of the package, put in by the build

const ERROR = 'info string error: ';
const INTERRUPTED = 130; // what a shell makes of Ctrl-C

const { argv, stdin, stdout, stderr } = process;
const command = argv.slice(2).join(' ');

function fail(reason: string): never {
  stderr.write(`bushka-engine: ${reason}\n`);
  process.exit(1);
}

async function main(): Promise<void> {
  const engine = await createEngine();
  stdout.on('error', () => process.exit(1));
  engine.onLine((line) => {
    stdout.write(`${line}\n`);
    if (command !== '' && line.startsWith(ERROR)) {
      process.exitCode = 1;
    }
  });
  engine.onCrash((reason) => {
    if (reason !== NO_ENGINE.ended) {
      fail(reason);
    }
    stdin.destroy(); // nothing more is read, and so the process ends
  });
  if (command !== '') {
    engine.send(/^--?h(elp)?$/.test(command) ? 'help' : command);
    engine.send('quit');
    return;
  }
  const atTerminal = stdin.isTTY && stdout.isTTY;
  if (atTerminal) {
    stdout.write(`Bushka Engine ${VERSION}: help lists the commands, quit or Ctrl-D ends\n`);
  }
  createInterface({ input: stdin, crlfDelay: Infinity, ...(atTerminal ? { output: stdout, prompt: '' } : {}) })
    .on('line', (line) => engine.send(line.replace(/[\r\n]/g, ' ')))
    .on('SIGINT', () => process.exit(INTERRUPTED))
    .on('close', () => engine.send('quit'));
}

if (/^--?version$/.test(command)) {
  stdout.write(`bushka-engine (Bushka Engine) ${VERSION}\n`);
} else {
  await main().catch((error: unknown) => fail(error instanceof Error ? error.message : String(error)));
}
