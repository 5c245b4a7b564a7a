import { basename } from 'node:path';

import { todayAt } from '../../shared/calendar.ts';
import type { Clock } from '../machine/context.ts';
import type { StatementWrites } from './writes.ts';
import type { ExportedEntry } from './incoming.ts';
import type { StatementView } from './tables.ts';
import { csvHead, csvLine } from './export-csv.ts';
import { jsonHead, jsonLine, jsonTail } from './export-json.ts';
import { writeWholeFile } from '../exports/whole-file.ts';

export type ExportFormat = 'csv' | 'json';

export type StatementExport = {
  readonly view: StatementView;
  readonly format: ExportFormat;
  readonly currency: string;
  readonly writer: StatementWrites;
  readonly clock: Clock;
};

const rowsPerBatch = 2_000;

/** Asks where to save, then writes every entry of the view, however many there are. */
export async function exportStatement(
  exporting: StatementExport,
  saveAs: (suggestedName: string) => Promise<string | undefined>,
): Promise<{ saved: true; fileName: string; entries: number } | { saved: false }> {
  const path = await saveAs(suggestedName(exporting));
  if (path === undefined) return { saved: false };
  const entries = await writeStatement(exporting, path);
  return { saved: true, fileName: basename(path), entries };
}

/** Writes the view's entries to `path`, oldest first; answers how many. */
export async function writeStatement(exporting: StatementExport, path: string): Promise<number> {
  const counter = { entries: 0 };
  const text = exporting.format === 'csv' ? csvText : jsonText;
  await writeWholeFile(path, text(batchesOf(exporting), counter));
  return counter.entries;
}

type Counter = { entries: number };
type Batches = AsyncIterable<readonly ExportedEntry[]>;

async function* csvText(batches: Batches, counter: Counter): AsyncGenerator<string> {
  yield csvHead;
  for await (const rows of batches) {
    counter.entries += rows.length;
    yield rows.map(csvLine).join('');
  }
}

async function* jsonText(batches: Batches, counter: Counter): AsyncGenerator<string> {
  yield jsonHead;
  for await (const rows of batches) {
    const before = counter.entries;
    counter.entries += rows.length;
    yield rows.map((row, at) => jsonLine(row, before + at === 0)).join('');
  }
  yield jsonTail;
}

/** The view's entries, oldest first, some thousand at a time. */
export async function* batchesOf({
  view,
  writer,
}: Pick<StatementExport, 'view' | 'writer'>): Batches {
  let afterKey: number | null = null;
  do {
    const batch = await writer.readBatch({ ...view, afterKey, limit: rowsPerBatch });
    yield batch.rows;
    afterKey = batch.nextKey;
  } while (afterKey !== null);
}

/** `2026-11-20_STMT_0123456789_NGN_2026-11-01--2026-11-20.csv`, safe on every file system. */
export function suggestedName({ view, format, currency, clock }: StatementExport): string {
  const { from, to } = view.filter;
  const period = from || to ? `_${from ?? 'first'}--${to ?? 'last'}` : '';
  const account = view.accountNumber.replace(/[^A-Za-z0-9-]/g, '-');
  return `${todayAt(clock.now())}_STMT_${account}_${currency}${period}.${format}`;
}
