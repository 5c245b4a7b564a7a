import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach } from 'vitest';

import {
  closeDatabase,
  type AnyDatabase,
  type CacheReader,
  type Journal,
} from '../../../electron/engines/store/database.ts';
import { openCacheConnection } from '../../../electron/engines/store/opening/cache-connection.ts';
import { openCacheReader } from '../../../electron/engines/store/opening/cache-reader.ts';
import { openJournal } from '../../../electron/engines/store/opening/journal.ts';
import type {
  IncomingEntry,
  RangeStart,
} from '../../../electron/nouns/statements/entries/incoming.ts';
import { readBatch } from '../../../electron/nouns/statements/search/long-reads.ts';
import {
  writerMethods,
  type WriterMethods,
} from '../../../electron/desk/open-bank/writer-methods.ts';
import { dateOfDayNumber } from '../../../shared/calendar/calendar.ts';

export const key = new Uint8Array(32).fill(7);
export const asOf = '2026-11-20T09:41:00.000Z';
export const accountNumber = '0690000031';

const folders: string[] = [];
const opened: AnyDatabase[] = [];

afterEach(() => {
  closeOpened();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'nostro-store-'));
  folders.push(folder);
  return folder;
}

export function closeOpened(): void {
  for (const database of opened.splice(0)) if (database.connection.open) closeDatabase(database);
}

/** Closes what a test opened, whatever becomes of it. */
export function closing<D extends AnyDatabase>(database: D): D {
  opened.push(database);
  return database;
}

/** What is in a journal's file itself, whatever the -wal beside it holds. */
export function withoutWal(journal: Journal): Journal {
  const copy = join(temporaryFolder(), 'journal.db');
  copyFileSync(journal.file, copy);
  return closing(openJournal(copy, key, { program: 'a test' }));
}

export type Copy = {
  readonly file: string;
  readonly writer: WriterMethods;
  readonly reader: CacheReader;
};

/** A local copy with one account; writer and reader in this thread. */
export function openCopy(file = join(temporaryFolder(), 'cache.db')): Copy {
  const writer = writerMethods(closing(openCacheConnection(file, key)));
  writer.ensureAccount(accountNumber, 'USD');
  return { file, writer, reader: closing(openCacheReader(file, key)) };
}

export const firstDay = 20_000;

/** An entry of 1.00 with a balance of 1.00 per ordinal; what matters to a test is given. */
export function entry(id: string, given: Partial<IncomingEntry> = {}): IncomingEntry {
  const { day = firstDay, ordinal = 0 } = given;
  return {
    id,
    amountE4: 10_000n,
    currency: 'USD',
    direction: 'credit',
    transactionType: 'TRANSFER',
    at: `${dateOfDayNumber(day)}T10:00:00.000Z`,
    day,
    narration: `Payment ${id}`,
    customReference: `ref ${id}`,
    balanceE4: BigInt(ordinal + 1) * 10_000n,
    ordinal,
    ...given,
  };
}

export const range = (from = firstDay, to = firstDay): RangeStart => ({ accountNumber, from, to });

/** Fetches a range as sync does. `pages` may come newest or oldest first. */
export function fetchRange(
  writer: WriterMethods,
  pages: readonly (readonly IncomingEntry[])[],
  { start = range(), withdraw = true }: { start?: RangeStart; withdraw?: boolean } = {},
) {
  const { rangeId } = writer.beginRange(start);
  const saved = pages.map((entries, index) =>
    writer.savePage({
      rangeId,
      cursor: `{"page":${index}}`,
      entries,
      unreadable: [],
      seenAt: asOf,
    }),
  );
  const sum = (name: 'inserted' | 'changed' | 'unchanged') =>
    saved.reduce((total, page) => total + page[name], 0);
  const finished = writer.finishRange({ rangeId, asOf, days: [], withdraw });
  return {
    ...finished,
    inserted: sum('inserted'),
    changed: sum('changed'),
    unchanged: sum('unchanged'),
  };
}

/** The ids of the account's standing entries, oldest first, as an export gives them. */
export function standingIds(database: AnyDatabase): string[] {
  const question = { accountNumber, filter: {}, afterKey: null, limit: 1_000_000 };
  return readBatch(database, question).rows.map(({ id }) => id);
}

/** The code of the DeskFault that `work` throws. */
export function codeOf(work: () => unknown): string | undefined {
  try {
    work();
  } catch (fault) {
    return (fault as { code?: string }).code ?? String(fault);
  }
  return undefined;
}
