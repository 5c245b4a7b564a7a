import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { cacheSchema } from '../../electron/engines/store/schema/cache.ts';
import { journalSchema } from '../../electron/engines/store/schema/journal.ts';
import { teamCopySchema } from '../../electron/engines/store/schema/team.ts';
import { tables } from './tables.ts';

const declared = (sql: string): string[] =>
  [...sql.matchAll(/CREATE (?:VIRTUAL )?TABLE (\w+)/g)].map(([, name = '']) => name).sort();

const ofFile = (file: 'cache' | 'journal' | 'team'): string[] =>
  Object.keys(tables)
    .filter((name) => tables[name]?.file === file)
    .sort();

test('each table of the schemas is listed, and no other', () => {
  expect(ofFile('cache')).toEqual(declared(cacheSchema.tables));
  expect(ofFile('journal')).toEqual(declared(journalSchema.tables));
  expect(ofFile('team')).toEqual(declared(teamCopySchema.tables));
});

const source = String.raw`"?\w+"?(?:\s+(?:AS\s+)?\w+)?`;

const namings = [
  // A clause with one table or a list of them, in any string and any subquery.
  new RegExp(String.raw`\b(?:FROM|JOIN|INTO|UPDATE|TABLE)\s+(${source}(?:\s*,\s*${source})*)`, 'g'),
  // A part of a clause that is put after FROM elsewhere.
  /[`'"](\w+ \w+ (?:WHERE|CROSS|LEFT|JOIN|INDEXED|ON)\b)/g,
  // A name that generic code receives: the one who passes it names the table.
  /\b(?:table|index): '(\w+)'(?! \|)/g,
];

/** The tables that a text names in its SQL. */
const tablesIn = (text: string): string[] =>
  namings
    .flatMap((naming) => [...text.matchAll(naming)])
    .flatMap(([, list = '']) => list.split(','))
    .map((part) => /\w+/.exec(part)?.[0] ?? '')
    .filter((name) => Object.hasOwn(tables, name));

/** The room of a file below `electron/`: a folder of a floor, or a folder above the floors. */
const roomOf = (file: string): string =>
  /^(?:nouns|engines|connections)\/[^/]+|^[^/]+/.exec(file)?.[0] ?? file;

type Source = { readonly file: string; readonly text: string };

/** Each table that the SQL of a file names although another room owns it. */
const breachesIn = (sources: readonly Source[]): string[] =>
  sources.flatMap(({ file, text }) =>
    tablesIn(text)
      .filter((name) => tables[name]?.owner !== roomOf(file))
      .map((name) => `${file}: ${name} of ${tables[name]?.owner ?? ''}`),
  );

const product = readdirSync('electron', { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.ts') && !file.startsWith('engines/store/schema/'))
  .map((file) => ({ file, text: readFileSync(join('electron', file), 'utf8') }));

test('no SQL names a table of another room', () => {
  expect(breachesIn(product)).toEqual([]);
});

test('each owner uses its table', () => {
  const used = new Set(
    product.flatMap(({ file, text }) => tablesIn(text).map((name) => `${roomOf(file)} ${name}`)),
  );
  const unused = Object.entries(tables).filter(
    ([name, { owner }]) => !used.has(`${owner} ${name}`),
  );
  expect(unused.map(([name]) => name)).toEqual([]);
});

test.each([
  ['a read', "rows(reader, 'SELECT key FROM unread WHERE account = ?')", 'unread'],
  [
    'a join',
    'const sql = `SELECT 1 FROM json_each(?) j\n  CROSS JOIN unread u ON u.key = j.value`',
    'unread',
  ],
  ['a subquery', '`AND EXISTS (SELECT 1 FROM unread u WHERE u.key = ${key})`', 'unread'],
  ['a list of tables', '`SELECT 1 FROM draft AS d, unread u`', 'unread'],
  ['a write', "'INSERT OR IGNORE INTO unread (key) VALUES (?)'", 'unread'],
  ['an update', "'UPDATE unread SET noted = 1'", 'unread'],
  ['a quoted name', `'DELETE FROM "unread"'`, 'unread'],
  ['a part of a clause', "{ from: 'unread u CROSS JOIN json_each(?)' }", 'unread'],
  ['a name for generic code', "const list = { table: 'unread' }", 'unread'],
])('%s of a table of another room is found', (_what, text, name) => {
  expect(breachesIn([{ file: 'nouns/drafts/tables.ts', text }])).toEqual([
    `nouns/drafts/tables.ts: ${name} of nouns/statements`,
  ]);
  expect(breachesIn([{ file: 'nouns/statements/entries/unread.ts', text }]).length).toBeLessThan(2);
});
