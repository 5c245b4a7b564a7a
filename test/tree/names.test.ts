import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { projectFiles } from './files.ts';

const files = projectFiles().filter((name) => /\.(ts|mjs|svelte)$/.test(name));

const sayingNothing = /(^|[-/.])(utils?|helpers?|common|misc|manager|service|temp|new2)([-/.]|$)/i;

test('no file is called by a word that says nothing', () => {
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((name) => sayingNothing.test(name.replace('temp-folder', '')))).toEqual([]);
});

/** A word for which there is another, and that other: one word a thing. */
const doubled: Readonly<Record<string, string>> = {
  inbox: 'exceptions',
  practice: 'sandbox',
  played: 'sandbox',
  cure: 'requirement',
  cures: 'requirements',
  'turned away': 'rejected',
  'way on': 'default action',
  'let in': 'authorized',
  adrift: 'out of sync',
};

/** `SandboxBank`, `sandbox-bank.ts` and `#sandboxBank` are all ` sandbox bank `. */
const wordsOf = (name: string): string =>
  ` ${name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[^A-Za-z]+/g, ' ')
    .toLowerCase()} `;

const doubledIn = (name: string): string | undefined =>
  Object.keys(doubled).find((word) => wordsOf(name).includes(` ${word} `));

const declared = /\b(?:const|let|function|class|type|readonly|import)\s+(?:type\s+)?#?(\w+)/g;

test('a name has no word in it for which there is another', () => {
  expect(doubledIn('openPlayedBank')).toBe('played');
  expect(doubledIn('test/bank/turned-away.ts')).toBe('turned away');
  expect(doubledIn('secureContext')).toBeUndefined();
  const mine = files.filter((name) =>
    /^(electron|renderer|sandbox|shared|test|tools)\//.test(name),
  );
  const names = mine.flatMap((file) => [
    file,
    ...[...readFileSync(file, 'utf8').matchAll(declared)].map(([, name = '']) => name),
  ]);
  expect(names.length).toBeGreaterThan(10_000);
  expect([...new Set(names)].filter((name) => doubledIn(name) !== undefined)).toEqual([]);
});

/** Words of speech and private dialect that name no thing: docs/GLOSSARY.md has the standard terms. */
const dialect =
  /^(told|untold|hears?|heard|unheard|hushed|besides|nobody|judged|tells|said|says?|saying|asked|asks|kept|taken|hands|ears?|doorway|manner|ways?|word)$/;

/** Names in which such a word is a term, with the files that may use them. */
const allowed: readonly (readonly [name: RegExp, files: RegExp])[] = [
  // A word of a text, as opposed to a confirmation or a label.
  [
    /^is(Code|One)?Word$|^isWordSign$|^oneWord$|^ofOneWord$|^(by|By)(First)?Word$|^shortestLoneWord$|^word$/,
    /./,
  ],
  [/^(long)?wordBehind$|^wordPlacesIn$/i, /./],
  // The sign-in method in a bank file, whose format is public.
  [/^way$/, /^electron\/(engines\/bank|connections\/recordings\/sign-in)\//],
  // The comparison of four sources, as in three-way match.
  [/^fourWayMatch$|\/four-way-match$/i, /./],
];

const declarations = [
  // Constants, functions, types, fields and imports.
  /\b(?:const|let|function|class|type|readonly|import)\s+(?:type\s+)?#?(\w+)/g,
  // Methods, accessors and private fields.
  /^\s+(?:(?:public|private|static|async|get|set)\s+)*#?(\w+)\??(?:\(|:|\s=)/gm,
];

/** The names that a text declares, and those of the file itself. */
const namesIn = (file: string, text: string): string[] => [
  file.replace(/\.[a-z.]+$/, ''),
  ...declarations.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name = '']) => name)),
];

const hasWordOf = (words: RegExp, name: string): boolean =>
  wordsOf(name)
    .trim()
    .split(' ')
    .some((word) => words.test(word));

/** The names of a file that have a word of the dialect in them. */
const dialectIn = (file: string, names: readonly string[]): string[] =>
  names.filter(
    (name) =>
      !allowed.some(([term, files]) => term.test(name) && files.test(file)) &&
      hasWordOf(dialect, name),
  );

test.each([
  ['a constant', 'const toldAccount = 1;', 'toldAccount'],
  ['a function', 'function isHeard(): void {}', 'isHeard'],
  ['a type', 'export type Judged = string;', 'Judged'],
  ['a method', '  tellsNothing(): void {', 'tellsNothing'],
  ['a private field', '  #untold = 0;', 'untold'],
  ['a property of a type', '  readonly saidBesides: string;', 'saidBesides'],
  ['an optional property', '  nobodyAsked?: boolean;', 'nobodyAsked'],
  ['a participle', '  readonly asked: readonly string[];', 'asked'],
  ['a participle in a name', 'const keptMax = 5;', 'keptMax'],
  ['a verb of speech', 'export function sayName(): void {}', 'sayName'],
  ['a confirmation called a word', 'export type StartWord = string;', 'StartWord'],
  ['a route called a way', '  readonly way: Route;', 'way'],
])('%s in the dialect is found', (_what, text, name) => {
  expect(dialectIn('shared/a.ts', namesIn('shared/a.ts', text))).toEqual([name]);
});

test('a file named in the dialect is found', () => {
  const found = (file: string, text = ''): string[] => dialectIn(file, namesIn(file, text));
  expect(found('shared/told-twice.ts')).toEqual(['shared/told-twice']);
  expect(found('test/statements/kept-sums.test.ts')).toEqual(['test/statements/kept-sums']);
  expect(found('shared/threshold.ts', 'const household = 1;')).toEqual([]);
});

test('a term of the field is no dialect where it is one', () => {
  const auth = '  readonly way: SignInMethod;';
  expect(dialectIn('shared/a.ts', ['isWord', 'oneWord', 'FourWayMatch'])).toEqual([]);
  expect(dialectIn('shared/a.ts', ['wordOfStart', 'isOtherWay'])).toHaveLength(2);
  const schema = 'electron/engines/bank/file/auth-schema.ts';
  expect(dialectIn(schema, namesIn(schema, auth))).toEqual([]);
});

test('no file of the tests is named in the dialect', () => {
  const tests = files.filter((name) => name.startsWith('test/'));
  expect(tests.length).toBeGreaterThan(400);
  expect(tests.filter((name) => dialectIn(name, namesIn(name, '')).length > 0)).toEqual([]);
});

test('no type of the tests is named in the dialect', () => {
  const typesIn = (text: string): string[] =>
    [...text.matchAll(/^\s*(?:export )?(?:type|interface|class) (\w+)/gm)].map(
      ([, name = '']) => name,
    );
  const found = files
    .filter((name) => /^test\/.*\.ts$/.test(name) && name !== 'test/tree/names.test.ts')
    .flatMap((file) =>
      dialectIn(file, typesIn(readFileSync(file, 'utf8'))).map((name) => `${file}: ${name}`),
    );
  expect(typesIn('  export type Told = 1;\nclass Heard {}')).toEqual(['Told', 'Heard']);
  expect(found).toEqual([]);
});

/** The dialect that tests must not use either: `asked` and `said` are common there for a request and an input. */
const dialectOfTests =
  /^(told|untold|hears?|heard|unheard|hushed|besides|nobody|judged|tells|kept|doorway|manner)$/;

test('no name that a test declares has a word of the narrower dialect in it', () => {
  const narrowerIn = (text: string): string[] =>
    namesIn('', text).filter((name) => hasWordOf(dialectOfTests, name));
  const found = files
    .filter((name) => /^test\/.*\.ts$/.test(name) && name !== 'test/tree/names.test.ts')
    .flatMap((file) => narrowerIn(readFileSync(file, 'utf8')).map((name) => `${file}: ${name}`));
  expect(narrowerIn('const isKept = 1; const asked = 2;')).toEqual(['isKept']);
  expect(found).toEqual([]);
});

test('no name of the product has a word of the dialect in it', () => {
  const product = files.filter((name) => /^(electron|renderer|sandbox|shared|tools)\//.test(name));
  expect(product.length).toBeGreaterThan(1_000);
  const found = product.flatMap((file) =>
    dialectIn(file, namesIn(file, readFileSync(file, 'utf8'))).map((name) => `${file}: ${name}`),
  );
  expect(found).toEqual([]);
});
