import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import BetterSqlite3 from 'better-sqlite3';
import { onTestFinished, vi } from 'vitest';

import { journalSchema } from '../../../electron/engines/store/schema/journal.ts';
import { openCacheConnection } from '../../../electron/engines/store/opening/cache-connection.ts';
import { openOrCreate } from '../../../electron/engines/store/opening/create.ts';
import { closing, key, temporaryFolder } from './store.ts';

const isMainThreads = ({ readonly, name }: BetterSqlite3.Database): boolean =>
  readonly || name.endsWith('journal.db');

const isQuestion = /^\s*(?:SELECT|WITH|UPDATE|DELETE|INSERT)\b/;

/**
 * Every statement that this thread prepares from now on over the connections that are the main thread's own, each once: the one that
 * reads cache.db, and the journal's.
 */
export function listenToQueries(): ReadonlySet<string> {
  const asked = new Set<string>();
  const prepare = Object.getOwnPropertyDescriptor(BetterSqlite3.prototype, 'prepare')?.value as (
    this: BetterSqlite3.Database,
    sql: string,
  ) => BetterSqlite3.Statement;
  const spy = vi.spyOn(BetterSqlite3.prototype, 'prepare').mockImplementation(function listening(
    this: BetterSqlite3.Database,
    sql: string,
  ) {
    if (isMainThreads(this) && isQuestion.test(sql)) asked.add(asWritten(sql));
    return prepare.call(this, sql);
  });
  onTestFinished(() => {
    spy.mockRestore();
  });
  return asked;
}

/** As the sources have it: what keeps a limit from being planned for is put in as it is prepared (`store/database.ts`). */
const asWritten = (sql: string): string => sql.replaceAll(/(\bLIMIT (?:\?|@\w+)) \+ 0/g, '$1');

/** Tables whose rows are as few as there are accounts, at most 1,024; `j`: what a statement brings with it. */
const shortTables = new Set(['a', 'account', 'j', 'json_each', 'CONSTANT']);

/** Reads something whole, sorts it, or asks the search for all that it finds: so says the plan, which knows no limit. */
function isLong(step: string): boolean {
  if (step.includes('TEMP B-TREE')) return true;
  if (step.includes('VIRTUAL TABLE')) return !/^SCAN (?:j|json_each)\b/.test(step);
  const scanned = /^SCAN (\w+)/.exec(step)?.[1];
  return scanned !== undefined && !shortTables.has(scanned);
}

/**
 * Answers the steps of a statement that may grow, as it is carried out over whichever of two empty databases knows its tables: no
 * statistics are kept, so that a plan is the same with any rows.
 */
export function planner(): (sql: string) => string[] {
  const folder = temporaryFolder();
  const cache = closing(openCacheConnection(join(folder, 'cache.db'), key));
  const file = join(folder, 'journal.db');
  const journal = closing(openOrCreate({ role: 'journal', file, key, schema: journalSchema }));
  const plan = ({ connection }: typeof cache | typeof journal, sql: string): string[] => {
    const without = sql.replaceAll(/\?|@\w+/g, 'NULL');
    const steps = connection.prepare(`EXPLAIN QUERY PLAN ${without}`).all();
    return (steps as { detail: string }[]).map(({ detail }) => detail).filter(isLong);
  };
  return (sql) => {
    try {
      return plan(cache, sql);
    } catch {
      return plan(journal, sql);
    }
  };
}

const spaceless = (sql: string): string => sql.replaceAll(/\s+/g, '');

/** A statement as it stands in the sources; `pieces`: what of it is always the same. */
export type Written = {
  readonly file: string;
  readonly text: string;
  readonly pieces: readonly string[];
};

const literals = /`([^`]*)`|'((?:[^'\\\n]|\\.)*)'/g;

/** Every statement that is written in a folder, but for its schemas; one that only puts in what it is given reads nothing. */
export const writtenIn = (folder: string): Written[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\bstore[/\\]schema\b/.test(file))
    .flatMap((file) =>
      [...readFileSync(join(folder, file), 'utf8').matchAll(literals)]
        .map(([, template, plain]) => template ?? plain ?? '')
        .filter((text) => isQuestion.test(text) && !/^\s*INSERT[^]*\bVALUES\b/.test(text))
        .map((text) => ({ file: file.replaceAll('\\', '/'), text, pieces: piecesOf(text) })),
    );

const piecesOf = (text: string): string[] => text.split(/\$\{[^}]*\}?/).map(spaceless);

/** Is it whole as it stands, with nothing to be filled in? */
export const isWhole = ({ pieces }: Written): boolean => pieces.length === 1;

/** The queries of the sources that were never run. */
export function unasked(written: readonly Written[], asked: ReadonlySet<string>): Written[] {
  const texts = [...asked].map(spaceless);
  return written.filter(
    ({ pieces }) => !texts.some((text) => pieces.every((piece) => text.includes(piece))),
  );
}
