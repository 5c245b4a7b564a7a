import { extraTexts } from '../../../../../shared/bank/extras.ts';
import { prepared, type AnyDatabase } from '../../database.ts';
import type { Migration } from '../../migrate.ts';

/**
 * The rows of the search index lie account by account (account * 2^43 + day * 2^24 + slot), so that a search reads no other
 * account's. First letters have lists of their own, and `entry_words` lists the words of the index. The index is
 * rebuilt from the entries that it had: those of a range in progress are added when they are settled.
 */
export const searchByAccount: Migration = {
  name: 'the search account by account, by its first letter too',
  up: (database: AnyDatabase) => {
    database.connection.function('also_words', { deterministic: true }, (also) =>
      extraTexts(also as string),
    );
    database.connection.exec(`
  DROP TABLE entry_search;
  CREATE VIRTUAL TABLE entry_search USING fts5(
    narration, reference, also,
    content = '', columnsize = 0,
    tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3'
  );
  INSERT INTO entry_search (entry_search, rank) VALUES ('automerge', 8);
  CREATE VIRTUAL TABLE entry_words USING fts5vocab('entry_search', 'instance');
`);
    learnAll(database);
  },
};

const searchRow = '(((key >> 24) & 1023) << 43) | ((key >> 34) << 24) | (key & 16777215)';
const keysAtOnce = 50_000;

/** The entries are read as they lie, and some thousand at a time put into the order in which the index takes them. */
function learnAll(database: AnyDatabase): void {
  database.connection.exec(`CREATE TEMP TABLE settled (key INTEGER PRIMARY KEY);
    INSERT INTO settled SELECT key FROM entry_place ORDER BY key`);
  const lastOf = prepared(
    database,
    `SELECT max(key) FROM (SELECT key FROM entry WHERE key > ? ORDER BY key LIMIT ${String(keysAtOnce)})`,
    'value',
  );
  const learn = prepared(
    database,
    `INSERT INTO entry_search (rowid, narration, reference, also)
     SELECT ${searchRow} AS search_row, narration, reference, iif(also IS NULL, NULL, also_words(also))
     FROM entry NATURAL JOIN settled WHERE key > ? AND key <= ? ORDER BY search_row`,
  );
  let after = -1;
  for (let last = lastOf.get(after); typeof last === 'number'; last = lastOf.get(after)) {
    learn.run(after, last);
    after = last;
  }
  database.connection.exec('DROP TABLE settled');
}
