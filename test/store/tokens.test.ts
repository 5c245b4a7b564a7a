import BetterSqlite3 from 'better-sqlite3';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';

import { tokenize, tokensOf } from '../../electron/engines/store/search/tokens.ts';
import { cacheSchema } from '../../electron/engines/store/schema/cache.ts';
import { openOrCreate } from '../../electron/engines/store/opening/create.ts';
import { row } from '../../electron/engines/store/database.ts';
import { closing, key, temporaryFolder } from '../support/stores/store.ts';

/** What FTS5 itself makes of a text. */
function indexing(): (text: string) => unknown[] {
  const connection = new BetterSqlite3(':memory:');
  onTestFinished(() => {
    connection.close();
  });
  connection.exec(`CREATE VIRTUAL TABLE one USING fts5(text, content = '', tokenize = '${tokenize}');
    CREATE VIRTUAL TABLE words USING fts5vocab('one', 'instance')`);
  const put = connection.prepare('INSERT INTO one (rowid, text) VALUES (1, ?)');
  const read = connection.prepare('SELECT term FROM words ORDER BY offset').pluck();
  return (text) => {
    put.run(text);
    const tokens = read.all();
    connection.exec(`INSERT INTO one (one) VALUES ('delete-all')`);
    return tokens;
  };
}

const awkward = fc.oneof(
  fc.constantFrom(
    ...[
      'e\u0301',
      '\u0301',
      'é',
      'İ',
      'ß',
      'ẞ',
      'Σ',
      'ς',
      'ﬁ',
      'ǅ',
      '漢字',
      'かな',
      '한국',
      'ไทย',
      '١٢',
      '½',
      '𝐀',
      '😀',
      '👩‍👧',
    ],
    ...[
      '\0',
      '\u200d',
      '\u00ad',
      '\ufeff',
      '\ufffd',
      '\ud800',
      '\u0345',
      '\ue000',
      '_',
      '-',
      '/',
      '"',
      ' ',
      'A',
      '7',
    ],
  ),
  fc.string({ unit: 'binary', maxLength: 6 }),
);

test('texts are split into tokens as the search index splits them, whatever they contain', () => {
  const indexed = indexing();
  fc.assert(
    fc.property(fc.array(awkward, { maxLength: 12 }), (parts) => {
      const text = parts.join('');
      expect(tokensOf(text)).toEqual(indexed(text));
    }),
    { numRuns: 500 },
  );
});

test('every character below U+3000 is what it is to the index', () => {
  const indexed = indexing();
  for (let from = 0; from < 0x3000; from += 64) {
    const text = Array.from(
      { length: 64 },
      (_, at) => `${String.fromCodePoint(from + at)}a${String.fromCodePoint(from + at)}b`,
    ).join(' ');
    expect(tokensOf(text)).toEqual(indexed(text));
  }
});

test('the search of statements is built by that rule', () => {
  const file = `${temporaryFolder()}/cache.db`;
  const cache = closing(openOrCreate({ role: 'cache-writer', file, key, schema: cacheSchema }));
  const made = row<{ sql: string }>(
    cache,
    `SELECT sql FROM sqlite_schema WHERE name = 'entry_search'`,
  );
  expect(made?.sql).toContain(`tokenize = '${tokenize}'`);
});
