// SPDX-License-Identifier: GPL-3.0-or-later
// The package in Node.
import networkUrl from '@networks/bushka.net?url';
import oldNetworkUrl from '@networks/bushka9x11.net?url';
import tablesUrl from '@tables/bushka.endings?url';
import oldTablesUrl from '@tables/bushka9x11.endings?url';
import plainUrl from '@wasm/bushka.wasm?url';
import simdUrl from '@wasm/bushka-simd.wasm?url';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { PAGES_PER_MIB, type Parts } from '../../gui/engine/bushka';
import type { Engine } from '../../gui/engine/engine';
import { hasSimd } from '../../gui/engine/features';
import { type EngineOptions, memoryOf, started } from './common';
import { NodeEngine } from './node_engine';
import { Rules } from './rules';

export * from './exports';

const TABLES = [tablesUrl, oldTablesUrl];

async function readParts(): Promise<Parts> {
  const urls = [hasSimd() ? simdUrl : plainUrl, networkUrl, oldNetworkUrl];
  const [code = new Uint8Array(), ...networks] = await Promise.all(urls.map((url) => readFile(new URL(url))));
  return { module: await WebAssembly.compile(new Uint8Array(code)), networks };
}

/**
 * Starts an engine in a worker thread, and resolves when it answers; rejects with an Error that says why it cannot.
 * It keeps the process alive until `quit` is sent or terminate() is called. There may be any number of engines.
 */
export async function createEngine(options: EngineOptions = {}): Promise<Engine> {
  const pages = memoryOf(options) * PAGES_PER_MIB;
  return started(new NodeEngine(await readParts(), TABLES.map((url) => fileURLToPath(url)), pages));
}

/** Loads the rules, which answer without a running engine. */
export async function createRules(): Promise<Rules> {
  return Rules.of(await readParts());
}
