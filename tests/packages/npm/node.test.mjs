// SPDX-License-Identifier: GPL-3.0-or-later
// The installed package in Node: engines, rules, the prompt, types, and the examples of its documents.
import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import * as bushka from 'bushka-engine';

const { createRules, Refusal } = bushka;
const { TOP, PROGRAM } = process.env;

/** Milliseconds in which `stop` must bring the move in the best of several tries: other programs may take the processor. */
const STOP_LIMIT = 50;
const STOP_TRIES = 7;

/** The least part of the program's speed in the best of several rounds, on a machine that may be busy. */
const SPEED_LEAST = 0.4;
const SPEED_ROUNDS = 5;

/** Milliseconds that a test may take on a busy machine. */
const PATIENCE = 120_000;

const BIN = 'node_modules/.bin/bushka-engine';
const TSC = join(TOP, 'scripts/gui/node_modules/typescript/bin/tsc');
const START = 'W:Wd2,e1,e2,e3,f2,f3,f4,g3,g4,g5,h4,h5,h6,i5,i6:Ba5,a6,b5,b6,b7,c6,c7,c8,d7,d8,d9,e8,e9,e0,f9';

/** Engines, ended after the tests at the latest: they would keep the process alive. */
const engines = [];
async function createEngine(options) {
  const engine = await bushka.createEngine(options);
  engines.push(engine);
  return engine;
}
after(() => engines.forEach((engine) => engine.terminate()));

/** Sends a command, and resolves with the lines up to the one that matches the pattern. */
function ask(engine, command, last) {
  return new Promise((resolve) => {
    const lines = [];
    const off = engine.onLine((line) => {
      lines.push(line);
      if (last.test(line)) {
        off();
        resolve(lines);
      }
    });
    engine.send(command);
  });
}

/** Why the engine has ended, once it has. */
const end = (engine) => new Promise((resolve) => engine.onCrash(resolve));

const benchOf = (output) => ['Bench hash', 'Nodes searched'].map((name) => new RegExp(`^${name} *: (.*)$`, 'm').exec(output)[1]);
const speedOf = (output) => Number(/^Nodes\/second *: (\d+)/m.exec(output)[1]);

describe('an engine in Node', { timeout: PATIENCE }, () => {
  it('searches as the program does, at a part of its speed', async (test) => {
    const engine = await createEngine();
    await ask(engine, 'bench', /^Nodes\/second/); // the code is compiled during its first run
    const ratios = [];
    for (let i = 0; i < SPEED_ROUNDS; i++) {
      const inside = (await ask(engine, 'bench', /^Nodes\/second/)).join('\n');
      const outside = execFileSync(PROGRAM, ['bench'], { encoding: 'utf8' });
      assert.deepEqual(benchOf(inside), benchOf(outside));
      ratios.push(speedOf(inside) / speedOf(outside));
    }
    test.diagnostic(`parts of the program's speed: ${ratios.map((ratio) => ratio.toFixed(2)).join(' ')}`);
    assert.ok(Math.max(...ratios) >= SPEED_LEAST);
  });

  it('stops at once, and answers while it searches', async () => {
    const engine = await createEngine();
    const times = [];
    for (let i = 0; i < STOP_TRIES; i++) {
      await ask(engine, 'go infinite', /^info depth 3 /);
      assert.match((await ask(engine, 'isready', /^readyok/)).at(-1), /^readyok/);
      const begin = performance.now();
      assert.match((await ask(engine, 'stop', /^bestmove/)).at(-1), /^bestmove [a-j]\d/);
      times.push(performance.now() - begin);
    }
    assert.ok(Math.min(...times) < STOP_LIMIT, `stop took ${times.map(Math.round).join(', ')} ms`);
  });

  it('gives each listener what is written from then on, also when another one fails', async () => {
    const program = `import { createEngine } from 'bushka-engine';
      process.once('uncaughtException', ({ message }) => console.log(message));
      const engine = await createEngine();
      engine.send('go depth 2');
      await new Promise((resolve) => setTimeout(resolve, 500)); // without a listener
      const off = engine.onLine(() => { off(); throw new Error('thrown'); });
      engine.onLine((line) => { console.log(line); engine.send('quit'); });
      engine.send('isready');`;
    const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8', timeout: PATIENCE });
    assert.deepEqual([status, stdout], [0, 'readyok\nthrown\n']);
  });

  it('is one of several', async () => {
    const three = await Promise.all([1, 2, 3].map(() => createEngine({ memory: 64 })));
    await ask(three[1], 'setoption name UCI_Variant value bushka9x11', /^info string variant/);
    const found = await Promise.all(three.map((engine) => ask(engine, 'go depth 7', /^bestmove/)));
    const best = (words) => execFileSync(PROGRAM, { input: `${words}go depth 7\n`, encoding: 'utf8', timeout: PATIENCE }).trim().split('\n').at(-1);
    const [first, other] = [best(''), best('setoption name UCI_Variant value bushka9x11\n')];
    assert.deepEqual(found.map((lines) => lines.at(-1)), [first, other, first]);
  });

  it('refuses a line that its memory has no room for', async () => {
    const engine = await createEngine({ memory: 32 });
    assert.deepEqual(await ask(engine, 'x'.repeat(3e7), /./), ['info string error: not enough memory for the command']);
    assert.match((await ask(engine, 'go depth 2', /^bestmove/)).at(-1), /^bestmove [a-j]\d/);
  });

  it('ends by quit and by terminate(), also while it searches, and lets the process end', async () => {
    const engine = await createEngine();
    const over = end(engine);
    const searched = ask(engine, 'go depth 6', /^bestmove/);
    engine.send('quit');
    assert.match((await searched).at(-1), /^bestmove/);
    assert.equal(await over, 'the engine has ended');
    assert.equal(await end(engine), 'the engine has ended'); // later listeners get it, too
    engine.send('d'); // does nothing
    const program = "import { createEngine } from 'bushka-engine'; const e = await createEngine(); e.send('go infinite'); " +
      'setTimeout(() => e.terminate(), 50);';
    assert.equal(spawnSync(process.execPath, ['--input-type=module', '-e', program], { timeout: PATIENCE }).status, 0);
  });

  it('refuses bad input in one line', async () => {
    const engine = await createEngine();
    assert.throws(() => engine.send('d\nd'), { message: 'a command is one line' });
    assert.throws(() => engine.send(undefined), { name: 'TypeError', message: 'a command is a string, not undefined' });
    assert.deepEqual(await ask(engine, 'nothing', /./), ['info string error: unknown command "nothing"; help lists the commands']);
    for (const file of ['/nowhere', '/dev/zero']) {
      assert.deepEqual(await ask(engine, `setoption name BookFile value ${file}`, /./), [`info string error: ${file}: this file cannot be read`]);
    }
    for (const memory of [0, 31, 4097, 64.5, NaN, '64']) {
      await assert.rejects(createEngine({ memory }), { message: `memory is a whole number of MiB, 32 to 4096, not ${memory}` });
    }
  });

  it('knows the results of endings', async () => {
    const engine = await createEngine();
    for (const board of ['bushka', 'bushka9x11']) {
      const said = await ask(engine, `endings variant ${board} W:WKe1,Ke2:BKe9,Kf9`, /^Ending: /);
      assert.equal(said.at(-1), 'Ending: White to move draws', board);
    }
  });

  it('reads an opening book', async () => {
    const engine = await createEngine();
    const [said] = await ask(engine, `setoption name BookFile value ${join(TOP, 'engine/book/books/bushka.book')}`, /./);
    assert.match(said, /^info string book bushka positions \d+/);
  });
});

describe('the rules in Node', { timeout: PATIENCE }, () => {
  it('know positions, moves and results on both boards', async () => {
    const rules = await createRules();
    assert.equal(rules.position().fen, START);
    assert.equal(rules.position().moves.length, 24);
    assert.equal(rules.position({ board: 'bushka9x11' }).moves.length, 26);
    assert.equal(rules.position({ fen: START, moves: ['f2f5'] }).fen[0], 'B');
    assert.deepEqual(rules.move({ fen: 'W:Wf4:Bd5,d8,f6' }, 'f4e5x'), {
      coordinate: 'f4f5e5', formal: 'f4xf5xe5', short: 'f4e5x', kind: 'man-capture', from: 'f4', to: 'e5', line: [],
      taken: ['f6', 'd5'], routes: [[{ to: 'f5', taken: 'f6' }, { to: 'e5', taken: 'd5' }]], promotes: false,
    });
    const over = rules.position({ fen: 'W:W:Bc6' });
    assert.deepEqual([over.result, over.reason, over.moves], ['0-1', 'White has no legal move and has lost', []]);
    const there = ['e1e2', 'f9f8', 'e2e1', 'f8f9'];
    const drawn = rules.position({ fen: 'W:WKe1:BKf9', moves: [...there, ...there] });
    assert.deepEqual([drawn.result, drawn.reason], ['1/2-1/2', 'draw, the position occurred for the third time']);
  });

  it('refuse what is wrong, and go on', async () => {
    const rules = await createRules();
    for (const [question, message] of [
      [() => rules.position({ board: 'chess' }), 'option UCI_Variant takes bushka or bushka9x11, not "chess"'],
      [() => rules.position({ fen: 'x' }), "FEN character 1: expected the side to move, W or B, found 'x'"],
      [() => rules.position({ fen: '' }), "a FEN is one word, without spaces and #, not ''"],
      [() => rules.position({ fen: `${START} moves f2f5` }), `a FEN is one word, without spaces and #, not '${START} moves f2f5'`],
      [() => rules.position({ moves: ['g5f5\nquit'] }), "a move is one word, without spaces and #, not 'g5f5\nquit'"],
      [() => rules.position({ fen: 'W'.repeat(1e8) }), 'not enough memory for the command'],
      [() => rules.move({}, '#'), "a move is one word, without spaces and #, not '#'"],
      [() => rules.move({}, 'f2f9'), 'f2f9: f9 is occupied'],
      [() => rules.move({ moves: ['g5f5', 'f2f9'] }, 'd8d6'), 'move 2: f2f9: Black is to move and has no piece on f2'],
    ]) {
      assert.throws(question, (error) => error instanceof Refusal && error.message === message, message);
      assert.equal(rules.position().fen, START);
    }
    for (const word of [undefined, null, [], ['f2f6'], 7]) {
      assert.throws(() => rules.position({ moves: ['g5f5', 'd8d6', word] }), TypeError);
      assert.throws(() => rules.move({}, word), TypeError);
    }
    for (const game of [null, START, ['f2f5'], 7]) {
      assert.throws(() => rules.position(game), { name: 'TypeError', message: /^a game is an object/ });
      assert.throws(() => rules.move(game, 'f2f5'), TypeError);
    }
    assert.throws(() => rules.position({ moves: 'f2f5' }), { name: 'TypeError', message: 'moves is an array of strings, not f2f5' });
  });

  it('come with the places of the squares', () => {
    const { BOARDS, placeOf, squaresOf } = bushka;
    assert.equal(squaresOf(BOARDS.bushka).length, 50);
    assert.deepEqual(['e1', 'f2', 'f9'].map(placeOf), [{ column: 1, row: 1 }, { column: 3, row: 1 }, { column: 10, row: 8 }]);
  });

  it('lead a game between two engines', async () => {
    const rules = await createRules();
    const players = await Promise.all([createEngine(), createEngine()]);
    const moves = [];
    let position = rules.position({ moves });
    while (position.result === null && moves.length < 200) {
      const engine = players[moves.length % 2];
      engine.send(`position startpos${moves.length > 0 ? ` moves ${moves.join(' ')}` : ''}`);
      const best = /^bestmove (\S+)/.exec((await ask(engine, `go nodes ${moves.length % 2 === 0 ? 2000 : 200}`, /^bestmove/)).at(-1))[1];
      assert.ok(position.moves.some(({ coordinate }) => coordinate === best), `${best} after ${moves.join(' ')}`);
      moves.push(best);
      position = rules.position({ moves });
    }
    assert.match(position.result ?? '', /^(1-0|0-1|1\/2-1\/2)$/);
  });
});

describe('the engine at a prompt', { timeout: PATIENCE }, () => {
  it('answers as the program does, and ends with its input', () => {
    const input = 'position startpos moves g5f5\nd\nmoves full\nsetoption name Nothing value 1\nperft 4\ngo depth 6\nisready';
    const run = (program) => {
      const { stdout, stderr, status } = spawnSync(program, { input, encoding: 'utf8' });
      // Without what differs from run to run.
      return { stderr, status, lines: stdout.split('\n').filter((line) => !/^(info depth|readyok)/.test(line)) };
    };
    assert.deepEqual(run(BIN), run(PROGRAM));
  });

  for (const [words, status, output] of [
    [['moves'], 0, /^Legal moves \(24\): /],
    [['nothing', 'such'], 1, /^info string error: unknown command "nothing"/],
    [['--version'], 0, /^bushka-engine \(Bushka Engine\) \d+\.\d+\.\d+\n$/],
    [['--help'], 0, /\bbench\b/],
  ]) {
    it(`takes ${words.join(' ')} as one command`, () => {
      const run = spawnSync('npx', ['--offline', 'bushka-engine', ...words], { encoding: 'utf8', input: '' });
      assert.equal(run.status, status);
      assert.match(run.stdout, output);
    });
  }

  it('ends with exit code 1 when its output is no longer read', async () => {
    const child = spawn(BIN, { stdio: ['pipe', 'pipe', 'inherit'] });
    const over = new Promise((resolve) => child.on('exit', resolve));
    child.stdin.on('error', () => {}).write('go infinite\n');
    child.stdout.once('data', () => child.stdout.destroy());
    assert.equal(await over, 1);
  });
});

describe('the types', { timeout: PATIENCE }, () => {
  for (const [way, words] of [
    ['of Node', ['--module', 'nodenext']],
    ['of a bundler', ['--module', 'esnext', '--moduleResolution', 'bundler']],
  ]) {
    it(`are found and strict in the way ${way}`, () => {
      const strict = ['--strict', '--noEmit', '--target', 'es2022', '--lib', 'es2022', '--exactOptionalPropertyTypes'];
      const run = spawnSync(process.execPath, [TSC, ...strict, ...words, 'use.ts'], { encoding: 'utf8' });
      assert.equal(run.status, 0, run.stdout);
    });
  }
});

describe('the documents', { timeout: PATIENCE }, () => {
  const documents = ['node_modules/bushka-engine/README.md', join(TOP, 'scripts/gui/CLIENTS.md')];
  const examples = documents.flatMap((document) =>
    [...readFileSync(document, 'utf8').matchAll(/^```text\n(import \{ create[^]*?)^```$/gm)].map(([, program]) => program));

  it('have examples', () => assert.equal(examples.length, 3));
  examples.forEach((program, i) => {
    it(`have an example that runs: ${i + 1}`, () => {
      writeFileSync('example.mjs', program);
      const run = spawnSync(process.execPath, ['example.mjs'], { encoding: 'utf8', timeout: PATIENCE });
      assert.equal(run.status, 0, run.stderr);
      assert.match(run.stdout, /\b[a-j]\d[-x]?[a-j]\d\b/);
    });
  });
});
