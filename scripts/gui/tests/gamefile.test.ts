// SPDX-License-Identifier: GPL-3.0-or-later
// Game files: comments, figures, drawings and variations are written, read again, and written the same.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Drawing, toggled } from '../src/drawings';
import { type GameFile, gamesOf, gameTitle, lostBy, NO_NOTE, NOTHING_PLAYED, readGame, RESIGNED, writeGame } from '../src/gamefile';

const DATE = '2026.01.02';

const bodyOf = (text: string): string => text.split('\n\n')[1] ?? '';

/** The moves part of what is written of what was read. */
function again(text: string): string {
  return bodyOf(writeGame({ ...readGame(text), board: 'bushka' }, DATE));
}

describe('a drawing', () => {
  it('is taken away by drawing it again, and changes its ink', () => {
    const [green, red] = (['green', 'red'] as const).map((ink) => ({ ink, from: 'e4', to: 'e6' })) as [Drawing, Drawing];
    assert.deepEqual([toggled([green], green), toggled([green], red)], [[], [red]]);
  });
});

describe('a game file', () => {
  for (const [what, body] of [
    ['plain moves', '1. a b 2. c *'],
    ['comments with figures', '1. a {+0.12/9 a word; another (and [x "y"]) é} b {-M4/12} *'],
    ['a comment before the first move', '{-0.10/7 [%best a1a2] So it begins} 1. a b *'],
    ['drawings', '1. a {[%best j6j7][%csl Gj6,Rf5][%cal Be4j6,Yf2f5] look} b *'],
    ['variations', '1. a b ( 1... c {so} 2. d ) 2. e ( 2. f ) ( 2. g h ( 2... i 3. j ) 3. k ) 2... l 1-0'],
    ['an end in words', '1. a b {} {White has resigned and has lost} 0-1'],
    ['an end in words with any letters', '1. a b {} {Weiß hat aufgegeben und verloren} 0-1'],
    ['a comment that is a word of the match runner', '1. a {+0.10/9 [%best b] book} b *'],
    ['what tablebases know', '1. a {+249.90/14} b {-249.88/3} *'],
    ['an end in words behind a comment', '1. a b {+0.10/9 why?} {White has resigned and has lost} 0-1'],
  ] as const) {
    it(`keeps ${what}`, () => assert.equal(again(body), body));
  }

  it('keeps who played, when and where, and is of today where it says nothing', () => {
    const tags = ['[Event "Club"]', '[Date "2025.12.31"]', '[Round "3"]', '[White "Ann"]', '[Black "Ben"]'];
    const written = (text: string): string[] => writeGame({ ...readGame(text), board: 'bushka' }, DATE).split('\n').slice(0, 5);
    assert.deepEqual(written(`${tags.join('\n')}\n\n1. a *`), tags);
    assert.deepEqual(written('[Round "3"]\n\n1. a *'), ['[Event "Bushka Engine"]', `[Date "${DATE}"]`, '[Round "3"]', '[White "?"]', '[Black "?"]']);
    assert.deepEqual(written('1. a *')[2], '[Round "-"]');
  });

  it('keeps names with letters of any language, quotes and backslashes, as far as the match runner reads them', () => {
    const names = ['[White "José Müller – “Łoś”"]', '[Black "Jan \\"de Beul\\" \\\\ Co"]'];
    const text = `[Event "Club"]\n${names.join('\n')}\n\n1. a *`;
    assert.deepEqual(writeGame({ ...readGame(text), board: 'bushka' }, DATE).split('\n').slice(3, 5), names);
    assert.equal(gameTitle(text), 'José Müller – “Łoś” – Jan "de Beul" \\ Co, *');
    const long = `[White "${'é'.repeat(200)}"]\n\n1. a *`;
    assert.equal(readGame(writeGame({ ...readGame(long), board: 'bushka' }, DATE)).players?.white, 'é'.repeat(125));
  });

  it('knows whose figures they are, in variations of Black’s first move, too', () => {
    const text = '[FEN "B:Wf2:Bc6"]\n\n1... a {+1.00/5} ( 1... b {+2.00/5} 2. c {+3.00/5} ) 2. d {+4.00/5} *';
    const { notes, variations } = readGame(text);
    assert.deepEqual(notes.map(({ score }) => score), [-100, 400]);
    assert.deepEqual(variations[0]?.notes.map(({ score }) => score), [-200, 300]);
    assert.equal(again(text), text.split('\n\n')[1]);
  });

  it('says on which board it is, and where it begins', () => {
    const tags = '[Variant "bushka9x11"]\n[SetUp "1"]\n[FEN "B:Wf2:Bc6"]\n';
    assert.ok(writeGame({ ...readGame(`${tags}\n1... a *`), board: 'bushka9x11' }, DATE).includes(tags));
  });

  it('that does not say why it ended was resigned or agreed on', () => {
    assert.deepEqual(['1-0', '1/2-1/2', '*'].map((result) => readGame(`1. a ${result}`).end?.termination), ['adjudication: resign', 'agreement', undefined]);
  });

  it('may end before its first move, which is not what is said of the start', () => {
    for (const said of ['', 'Hello.']) {
      const first = { ...NO_NOTE, said };
      const text = writeGame({ ...NOTHING_PLAYED, board: 'bushka', start: null, first, end: { ...lostBy('W', RESIGNED), reason: 'White left.' } }, DATE);
      const { first: read, end } = readGame(text);
      assert.deepEqual([read.said, end?.reason], [said, 'White left.']);
    }
  });

  it('of the match runner has no words in its times', () => {
    const { notes } = readGame('1. a {+0.10/9 0.012s} b {0.500s} 2. c {book} *');
    assert.deepEqual(notes, [{ ...NO_NOTE, score: 10, depth: 9 }, NO_NOTE, NO_NOTE]);
  });

  it('of version 1.0.0 keeps its comments and remarks', () => {
    const { notes } = readGame('[Comment2 "a mistake"]\n[Remark2 "c was better (+0.50)"]\n\n1. a b {+0.10/3} *');
    assert.deepEqual(notes[1], { ...NO_NOTE, score: -10, depth: 3, said: 'a mistake c was better (+0.50)' });
  });

  it('has no braces inside a comment, nor commands that the reader typed', () => {
    const game: GameFile = { ...NOTHING_PLAYED, board: 'bushka', start: null, moves: ['a'], notes: [{ ...NO_NOTE, said: '{x} [%cal Ga1a2] y' }] };
    assert.equal(bodyOf(writeGame(game, DATE)), '1. a {(x)  y} *');
  });

  it('keeps a comment before the first move of a variation, with that move', () => {
    assert.equal(again('1. a b ( {rather} 1... c {so} 2. d ) *'), '1. a b ( 1... c {rather so} 2. d ) *');
  });

  it('keeps both comments behind the last move where it goes on', () => {
    assert.equal(again('1. a {one} {two} *'), '1. a {one two} *');
  });

  it('that breaks off in a variation is refused', () => {
    assert.throws(() => readGame('1. a ( 1. b *'), /closing parenthesis/);
  });

  it('may have comments behind # or ;, and numbers of marks', () => {
    assert.deepEqual(readGame('# Board: bushka (\n1. a b # c\n# d\n2. e# $4 ; f\n*').moves, ['a', 'b', 'e#']);
  });

  it('has its moves numbered in any way that a person may write', () => {
    assert.deepEqual(readGame('1 a b 2.c 2…d 3. e 3... f 12 *').moves, ['a', 'b', 'c', 'd', 'e', 'f']);
  });

  it('is one of several, with tags or without, whatever its comments and variations hold', () => {
    const games = [
      '[White "A"]\n[Result "1-0"]\n\n1. a {lost 0-1 before} ( 1. b 0-1 ) c 1-0',
      '[Event "x"]\n\n1. a b',
      '[White "C"]\n\n*',
      '1. a ( 1. b',
      '[White "D"]\n\n1 a 1/2-1/2',
      '1. c d *',
    ];
    assert.deepEqual(gamesOf(`# All of them\n${games.join('\n\n')}`), games);
    assert.deepEqual(gamesOf(games.slice(4).join(' {Black had to leave} \n\n')), games.slice(4));
    assert.deepEqual(gamesOf('1. a b 1-0 It was a good game.'), ['1. a b 1-0']);
    assert.deepEqual(gamesOf('W:Wf2:Bc6'), []);
  });

  it('ends where the next one begins', () => {
    assert.deepEqual(readGame('[Result "*"]\n\n1. a b\n\n[Event "next"]\n\n1. c *').moves, ['a', 'b']);
  });
});
