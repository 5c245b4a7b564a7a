import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { expect, test } from 'vitest';

import { durabilities } from '../../electron/engines/store/durability.ts';
import { tables } from './tables.ts';

type Source = { readonly file: string; readonly text: string };

/** A top-level declaration of a file. */
type Declaration = Source & { readonly name: string; readonly isExported: boolean };

const declarationsOf = ({ file, text }: Source): Declaration[] =>
  text.split(/^(?=(?:export )?(?:async )?(?:function\*?|const|class) \w)/m).flatMap((part) => {
    const [, exported, name] =
      /^(export )?(?:async )?(?:function\*?|const|class) (\w+)/.exec(part) ?? [];
    return name === undefined
      ? []
      : [{ file, text: part, name, isExported: exported !== undefined }];
  });

const writing =
  /\b(?:INSERT(?:\s+OR\s+\w+)?\s+INTO|REPLACE\s+INTO|UPDATE|DELETE\s+FROM)\s+"?(\w+)"?/g;

/** The tables of the journal that the SQL of a text writes. */
const writtenBy = (text: string): Set<string> =>
  new Set(
    [...text.matchAll(writing)]
      .map(([, name = '']) => name)
      .filter((name) => Object.hasOwn(durabilities, name)),
  );

/** What the outcome of a payment consists of, and the files that may defer it. */
const deferred = {
  tables: ['submission', 'submission_attempt', 'beneficiary_paid'],
  files: ['engines/submissions/journal/table-writes.ts', 'nouns/beneficiaries/fingerprints.ts'],
};

/** The tables whose durability a declaration looks up. */
function securedBy({ file, text }: Declaration): Set<string> {
  const named = [...text.matchAll(/\bwriteJournal\(\s*[\w.]+,\s*('\w+'|\[[^\]]*\])/g)];
  const secured = named.flatMap(([, list = '']) => list.match(/\w+/g) ?? []);
  const mayDefer = text.includes('deferOutcome(') && deferred.files.includes(file);
  return new Set([...secured, ...(mayDefer ? deferred.tables : [])]);
}

/** The declarations that use another one: of its file, and of the files that import it. */
const usersOf = (
  used: Declaration,
  all: readonly Declaration[],
  sources: readonly Source[],
): Declaration[] => {
  const isNamed = new RegExp(String.raw`\b${used.name}\b`);
  const from = `${basename(used.file)}'`;
  const importing = new Set(
    sources
      .filter(({ text }) =>
        [...text.matchAll(/^import[^;]*;/gm)].some(
          ([line]) => line.includes(from) && isNamed.test(line),
        ),
      )
      .map(({ file }) => file),
  );
  return all.filter(
    (one) =>
      one !== used &&
      (one.file === used.file || (used.isExported && importing.has(one.file))) &&
      isNamed.test(one.text),
  );
};

/** Each write of a table of the journal that is not within `writeJournal` for that table. */
function breachesIn(sources: readonly Source[]): string[] {
  const all = sources.flatMap(declarationsOf);
  const isSecured = (
    one: Declaration,
    table: string,
    above: readonly Declaration[] = [],
  ): boolean => {
    if (securedBy(one).has(table)) return true;
    const users = usersOf(one, all, sources).filter((user) => !above.includes(user));
    return users.length > 0 && users.every((user) => isSecured(user, table, [...above, one]));
  };
  return all.flatMap((one) =>
    [...writtenBy(one.text)]
      .filter((table) => !isSecured(one, table))
      .map((table) => `${one.file}: ${one.name} writes ${table}`),
  );
}

const product = readdirSync('electron', { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.ts') && !file.startsWith('engines/store/schema/'))
  .map((file) => ({ file, text: readFileSync(join('electron', file), 'utf8') }));

test('each table of the journal has a durability, and no other table', () => {
  const ofJournal = Object.keys(tables).filter((name) => tables[name]?.file === 'journal');
  expect(Object.keys(durabilities).toSorted()).toEqual(ofJournal.toSorted());
});

test('each write of a table of the journal looks up its durability', () => {
  expect(breachesIn(product)).toEqual([]);
});

test('no caller outside the store chooses a durability', () => {
  const choosing = product.filter(
    ({ file, text }) =>
      !file.startsWith('engines/store/') &&
      /\b(?:durably|deferSync|inUnsyncedTransaction)\(journal\b/.test(text),
  );
  expect(choosing.map(({ file }) => file)).toEqual([]);
  const outcomes = product
    .filter(({ text }) => /\bdeferOutcome\(/.test(text))
    .map(({ file }) => file);
  expect(outcomes.toSorted()).toEqual(deferred.files.toSorted());
});

const insert = "run(journal, 'INSERT INTO draft (key) VALUES (?)', key)";
const secured = `export const save = () => writeJournal(journal, 'draft', () => ${insert});\n`;

test.each([
  ['a bare write', `export const save = () => ${insert};\n`, 'save writes draft'],
  [
    'a write for another table',
    secured.replace("journal, 'draft'", "journal, ['upload', 'activity']"),
    'save writes draft',
  ],
  [
    'a function with a caller that is secured and one that is not',
    `const row = () => ${insert};\nexport const save = () => writeJournal(journal, 'draft', row);\nexport const other = () => row();\n`,
    'row writes draft',
  ],
  ['a function that nothing calls', `const row = () => ${insert};\n`, 'row writes draft'],
  [
    'a deferred outcome in another file',
    "export const save = () => deferOutcome(journal, () => run(journal, 'UPDATE submission SET state = 1'));\n",
    'save writes submission',
  ],
])('%s is found', (_what, text, breach) => {
  const file = 'nouns/drafts/tables.ts';
  expect(breachesIn([{ file, text }])).toEqual([`${file}: ${breach}`]);
});

test('a secured write is none, nor a function that a secured one of another file calls', () => {
  const rows = { file: 'nouns/drafts/rows.ts', text: `export const row = () => ${insert};\n` };
  const user = {
    file: 'nouns/drafts/tables.ts',
    text: "import { row } from './rows.ts';\nexport const save = () => writeJournal(journal, ['upload', 'draft'], row);\n",
  };
  expect(breachesIn([{ ...user, text: secured }])).toEqual([]);
  expect(breachesIn([rows, user])).toEqual([]);
  expect(breachesIn([rows])).toEqual(['nouns/drafts/rows.ts: row writes draft']);
});
