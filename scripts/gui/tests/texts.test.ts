// SPDX-License-Identifier: GPL-3.0-or-later
// The texts of all languages: each is there, is translated, takes up what it is given, and is shown somewhere.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, it, test } from 'node:test';
import ts from 'typescript';
import { gainText } from '../src/exercise';
import { sayingOf } from '../src/said';
import { french } from '../src/texts/fr';
import { dutch } from '../src/texts/nl';
import { notationOf } from '../src/texts/notation';
import { TOP } from './support';

const SOURCES = resolve(TOP, 'scripts/gui/src');
const LANGUAGES = ['nl', 'de', 'fr'];

/** Keys of texts, and addresses, which stand among the texts. */
const KEY = /^(boards|seats|puzzles\.orders|about\.links)\.\d+\.0$/;

/** Names, and words that English has in common with one of the languages. */
const SAME = [
  /^title$/,
  /^opponents\.named\.\w+\.0$/,
  /^about\.links\.[23]\.1$/,
  /^moves\.entryHint$/,
  /^analysis\.threads$/,
  /^report\.grades\.blunder$/,
  /^puzzles\.themes\.tempo$/,
  /^settings\.notation$/,
  /^play\.pause$/,
  /^lessons\.blockade\.title$/,
  /^keys\.named\./,
];

function parse(path: string): ts.SourceFile {
  return ts.createSourceFile(path, readFileSync(resolve(SOURCES, path), 'utf8'), ts.ScriptTarget.Latest, true);
}

/** Every node below one. */
function* within(node: ts.Node): Generator<ts.Node> {
  yield node;
  for (const child of node.getChildren()) {
    yield* within(child);
  }
}

/** The texts of a file by their paths, as `tabs.play`; those of the engine's sayings stand beside the others. */
function textsOf(language: string): Map<string, ts.Expression> {
  const file = parse(`texts/${language}.ts`);
  const texts = new Map<string, ts.Expression>();
  const constants = new Map<string, ts.Expression>();
  for (const { declarationList } of parse('texts/engine_says.ts').statements.filter(ts.isVariableStatement)) {
    const { name, initializer } = declarationList.declarations[0] as ts.VariableDeclaration;
    // English is given what the engine says under another name.
    constants.set(name.getText() === 'ENGINE_SAYS' ? 'sayings' : name.getText(), initializer as ts.Expression);
  }
  const bare = (value: ts.Expression): ts.Expression =>
    ts.isAsExpression(value) || ts.isParenthesizedExpression(value) || ts.isSatisfiesExpression(value) ? bare(value.expression) : value;
  const add = (path: string, value: ts.Expression): void => {
    const inner = bare(value);
    if (ts.isObjectLiteralExpression(inner)) {
      for (const property of inner.properties) {
        const name = property.name?.getText().replace(/^'|'$/g, '') ?? '';
        const below = path === '' ? name : `${path}.${name}`;
        if (ts.isPropertyAssignment(property)) {
          add(below, property.initializer);
        } else if (ts.isShorthandPropertyAssignment(property)) {
          texts.set(below, constants.get(name) ?? property.name);
        } else if (ts.isSpreadAssignment(property)) {
          add(path, property.expression);
        }
      }
    } else if (ts.isArrayLiteralExpression(inner)) {
      inner.elements.forEach((element, i) => add(`${path}.${i}`, element));
    } else if (ts.isIdentifier(inner) && constants.has(inner.text)) {
      add(path, constants.get(inner.text) as ts.Expression);
    } else {
      texts.set(path, inner);
    }
  };
  for (const statement of file.statements) {
    if (ts.isVariableStatement(statement)) {
      const { name, initializer } = statement.declarationList.declarations[0] as ts.VariableDeclaration;
      const exported = statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;
      if (initializer !== undefined && exported && ts.isArrowFunction(initializer)) {
        add('', initializer.body as ts.Expression);
      } else if (initializer !== undefined) {
        constants.set(name.getText(), initializer);
      }
    }
  }
  return texts;
}

/** What a text takes up: the parameters of a function by their places, or the numbers of {0}, {1} ... */
function placesOf(text: ts.Expression): string[] {
  if (!ts.isArrowFunction(text)) {
    return [...new Set(text.getText().match(/\{\d\}/g) ?? [])].sort();
  }
  const used = new Set([...within(text.body)].filter(ts.isIdentifier).map(({ text }) => text));
  const isUsed = (name: ts.Node): boolean => [...within(name)].some((part) => ts.isIdentifier(part) && used.has(part.text));
  return text.parameters.flatMap(({ name }, i) => (isUsed(name) ? [`{${i}}`] : []));
}

/** The paths of texts that a source takes from S, as far as they stand there: `S.lessons[id]` is `lessons`. */
function pathsIn(file: ts.SourceFile): string[] {
  const paths: string[] = [];
  const names = new Map<string, string>();
  const pathOf = (node: ts.Node): string | null =>
    ts.isPropertyAccessExpression(node)
      ? [pathOf(node.expression)].flatMap((path) => (path === null ? [] : [path === '' ? node.name.text : `${path}.${node.name.text}`]))[0] ?? null
      : ts.isIdentifier(node)
        ? node.text === 'S'
          ? ''
          : (names.get(node.text) ?? null)
        : null;
  for (const node of within(file)) {
    if (ts.isVariableDeclaration(node) && ts.isObjectBindingPattern(node.name) && node.initializer !== undefined) {
      const from = pathOf(node.initializer);
      node.name.elements.forEach(({ name }) => from !== null && names.set(name.getText(file), `${from}.${name.getText(file)}`.replace(/^\./, '')));
    } else if (ts.isPropertyAccessExpression(node) && !(ts.isPropertyAccessExpression(node.parent) && node.parent.expression === node)) {
      const path = pathOf(node);
      if (path !== null) {
        paths.push(path);
      }
    }
  }
  return paths;
}

const english = textsOf('en');

describe('the texts', () => {
  for (const language of LANGUAGES) {
    const texts = textsOf(language);

    it(`of ${language} are those of English`, () => {
      assert.deepEqual([...texts.keys()].sort(), [...english.keys()].sort());
    });

    it(`of ${language} are translated`, () => {
      const wrong = [...texts].filter(([path, text]) => {
        const isSame = text.getText() === english.get(path)?.getText();
        return KEY.test(path) ? !isSame : isSame && /[a-z]{2}/i.test(text.getText()) && !SAME.some((same) => same.test(path));
      });
      assert.deepEqual(wrong.map(([path, text]) => `${path}: ${text.getText()}`), []);
    });

    it(`of ${language} take up what those of English do`, () => {
      for (const [path, text] of texts) {
        const wanted = english.get(path);
        assert.ok(wanted !== undefined, path);
        assert.deepEqual(placesOf(text), placesOf(wanted), path);
      }
    });
  }

  it('of fr keep signs and the thousands of numbers with what they belong to', () => {
    for (const [path, text] of textsOf('fr')) {
      const words = [...within(text)].filter((node) => ts.isStringLiteral(node) || ts.isTemplateLiteralToken(node));
      assert.deepEqual(words.map((node) => node.text).filter((word) => / [:;?!%»]|« |\d \d{3}/.test(word)), [], path);
    }
  });

  it('of how a game has ended go on in small letters behind the result', () => {
    const plays = [dutch(notationOf('nl')), french(notationOf('fr'))].map(({ play }) => play);
    assert.deepEqual(plays.map(({ result, resigned }) => result('1-0', resigned('B'))), [
      'Wit wint: zwart heeft opgegeven en verloren.',
      'Les Blancs gagnent\u00a0: les Noirs ont abandonné et perdu.',
    ]);
  });

  it('are all shown', () => {
    const files = readdirSync(SOURCES).filter((name) => name.endsWith('.ts'));
    const shown = new Set(files.flatMap((name) => pathsIn(parse(name))));
    const isAbove = (path: string, text: string): boolean => `${text}.`.startsWith(`${path}.`);
    // What names no text is something of a list: S.about.links.map.
    const used = [...shown].map((path) => ([...english.keys()].some((text) => isAbove(path, text)) ? path : path.replace(/\.\w+$/, '')));
    assert.deepEqual([...english.keys()].filter((text) => !used.some((path) => isAbove(path, text))), []);
  });
});

test('files of texts import types alone, as the page waits for them before anything else runs', () => {
  for (const language of ['en', ...LANGUAGES]) {
    for (const statement of parse(`texts/${language}.ts`).statements.filter(ts.isImportDeclaration)) {
      assert.ok(statement.importClause?.isTypeOnly, `${language}: ${statement.getText()}`);
    }
  }
});

test('what a puzzle has brought names captures and kings only where there are any', () => {
  const gain = (taken: number, lost: number, kings: number, end: 'gone' | null): string =>
    gainText({ side: 'W', taken, lost, kings, end });
  assert.equal(gain(2, 1, 1, null), 'White has taken 2 pieces for 1, and has made a king.');
  assert.equal(gain(1, 0, 0, 'gone'), 'White has taken 1 piece for 0. Black has no pieces left.');
  assert.equal(gain(0, 0, 1, null), 'White has made a king.');
  assert.equal(gain(0, 0, 0, null), '');
});

describe('what the engine says', () => {
  const samples = ['core/notation_refuse.c', 'core/notation_parse.c', 'core/fen.c', 'engine/protocol/display.c'].flatMap((path) => {
    const source = readFileSync(resolve(TOP, path), 'utf8').replace(/"\s*\n\s*"/g, '');
    const calls = source.match(/(?:REFUSE|error_set|fail_syntax)\((?:[^;"]|"(?:[^"\\]|\\.)*")*;/g) ?? [];
    const results = /const char \*display_result[^}]*?\}[^}]*?\}/.exec(source)?.[0] ?? '';
    return [...calls, results].flatMap((call) => call.match(/"(?:[^"\\]|\\.)*"/g) ?? []);
  });

  it('is known to the page', () => {
    const unknown = samples
      .map((literal) => literal.slice(1, -1).replace(/%(?:s|\.\*s)/g, 'e4').replace(/%(?:d|zu)/g, '3').replaceAll('%c', 'W').replace(/;? ?$/, ''))
      .filter((sample) => /[a-z] [a-z]/.test(sample) && !/memory|not over/.test(sample) && sayingOf(sample) === null);
    assert.ok(samples.length > 40, String(samples.length));
    assert.deepEqual(unknown, []);
  });

  it('is known to its last word, with the move before it', () => {
    const leaves = (words: string): string[] => {
      const found = sayingOf(words);
      return found === null ? [words] : found[1].flatMap(leaves);
    };
    const refusals = [
      'd8d7: White is to move and has no piece on d8',
      'move 2: e2e1: the man on e2 moves backward only to capture, and Black has no capture',
      'f2f5: the game is over: White has no legal move and has lost',
      'f2f5: the game is over: draw, the position occurred for the third time',
      'FEN W:Wd2: the FEN ends too early: expected W or B before the pieces of that side',
    ];
    assert.deepEqual(refusals.map(leaves), [['d8d7', 'd8'], ['2', 'e2e1', 'e2'], ['f2f5'], ['f2f5'], ['FEN W:Wd2']]);
  });

  it('is known to the page when the bridge says it', () => {
    const bridge = readFileSync(resolve(TOP, 'scripts/gui-serve'), 'utf8').replaceAll('{ENGINES_MAX}', '8');
    const known = [...bridge.matchAll(/refuse\(4\d\d, f?"([^"]*)"/g)].map(([, refusal]) => sayingOf(refusal ?? '')?.[0]);
    assert.deepEqual(known.filter((name) => name?.startsWith('bridge')).sort(), ['bridgeForgot', 'bridgeFull', 'bridgeToken']);
  });
});
