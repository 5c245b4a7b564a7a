import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { Timestamp } from '../../../../shared/calendar/calendar.ts';
import { DeskFault } from '../../../../shared/errors.ts';
import { closeDatabase, openDatabase, rows, run, type Journal } from '../database.ts';
import { journalTables } from '../durability.ts';
import { stampOf } from '../migrate.ts';
import { writeJournal } from '../write-journal.ts';

export type Salvage = {
  /** The number of copied rows, over all tables. */
  readonly rows: number;
  /** The time of the last send up to which none is missing; null when the first is missing. */
  readonly knownUntil: Timestamp | null;
};

type Damaged = {
  readonly file: string;
  readonly key: Uint8Array;
  readonly nowMs: number;
  readonly rechain: (journal: Journal) => Timestamp | null;
};

/** After this many consecutive row numbers without a row, no more rows are expected. */
const missesMax = 2_000;

type Row = Readonly<Record<string, unknown>>;

/**
 * Copies the readable rows of a damaged journal into a new one, table by table and row by row, without the damaged pages. Works on a
 * copy; the damaged file stays unchanged. `rechain` numbers the sends anew and returns the time up to which they are complete.
 */
export function salvageInto(journal: Journal, { file, key, nowMs, rechain }: Damaged): Salvage {
  const folder = join(dirname(journal.file), `salvage-${stampOf(nowMs)}`);
  try {
    return writeJournal(journal, journalTables, () => {
      const rows = takeOver(journal, openCopy(file, folder, key));
      return { rows, knownUntil: rechain(journal) };
    });
  } catch (cause) {
    // The schema pages are damaged too.
    if (!(cause instanceof DeskFault) || cause.code !== 'store.journal-damaged') throw cause;
    return { rows: 0, knownUntil: null };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function openCopy(file: string, folder: string, key: Uint8Array): Journal {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const copy = join(folder, 'journal.db');
  for (const end of ['', '-wal'])
    if (existsSync(`${file}${end}`)) copyFileSync(`${file}${end}`, `${copy}${end}`);
  return openDatabase({ role: 'journal', file: copy, key });
}

function takeOver(journal: Journal, damaged: Journal): number {
  try {
    let copied = 0;
    for (const table of tablesOf(journal)) copied += takeTable(journal, damaged, table);
    return copied;
  } finally {
    closeDatabase(damaged);
  }
}

type Table = { readonly name: string; readonly wr: number; readonly parents: number };

/** Lists the tables, those that others refer to first. */
const tablesOf = (journal: Journal): Table[] =>
  rows<Table>(
    journal,
    `SELECT t.name, t.wr, (SELECT count(*) FROM pragma_foreign_key_list(t.name)) AS parents
     FROM pragma_table_list AS t WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite_%'
     ORDER BY parents, t.name`,
  );

function takeTable(journal: Journal, damaged: Journal, { name, wr }: Table): number {
  const known = new Set(columnsOf(damaged, name));
  const columns = columnsOf(journal, name).filter((column) => known.has(column));
  if (columns.length === 0) return 0;
  const names = columns.map((column) => `"${column}"`).join(', ');
  const insert = `INSERT OR IGNORE INTO "${name}" (${names}) VALUES (${columns.map(() => '?').join(', ')})`;
  const read = wr === 1 ? fromBothEnds : rowByRow;
  let copied = 0;
  for (const found of read(damaged, name, names))
    copied += attempt(() => run(journal, insert, ...columns.map((column) => found[column]))) ?? 0;
  return copied;
}

const columnsOf = (database: Journal, table: string): string[] =>
  rows<{ name: string }>(database, 'SELECT name FROM pragma_table_info(?)', table).map(
    ({ name }) => name,
  );

/** Reads by row number, so that only the rows of a damaged page are lost. */
function* rowByRow(damaged: Journal, table: string, columns: string): Generator<Row> {
  const one = damaged.connection.prepare(`SELECT ${columns} FROM "${table}" WHERE rowid = ?`);
  const edge = (order: 'ASC' | 'DESC') =>
    attempt(() =>
      damaged.connection
        .prepare(`SELECT rowid FROM "${table}" ORDER BY rowid ${order} LIMIT 1`)
        .pluck()
        .get(),
    ) as number | undefined;
  const last = edge('DESC');
  let misses = 0;
  for (let id = edge('ASC') ?? 1; last === undefined || id <= last; id += 1) {
    const found = attempt(() => one.get(id)) as Row | undefined;
    misses = found ? 0 : misses + 1;
    if (found) yield found;
    else if (misses > missesMax) return;
  }
}

/** Reads a table without row numbers: forward up to the first damaged page, and backward up to the last. */
function* fromBothEnds(damaged: Journal, table: string, columns: string): Generator<Row> {
  const key = rows<{ name: string }>(
    damaged,
    'SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk',
    table,
  ).map(({ name }) => `"${name}"`);
  for (const order of ['ASC', 'DESC']) {
    const by = key.map((column) => `${column} ${order}`).join(', ');
    const reading = damaged.connection
      .prepare(`SELECT ${columns} FROM "${table}" ORDER BY ${by}`)
      .iterate();
    try {
      for (const found of reading) yield found as Row;
      return;
    } catch (cause) {
      if (cause instanceof DeskFault) throw cause;
    }
  }
}

/** Returns undefined where `work` fails: the row cannot be read, or does not fit. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
