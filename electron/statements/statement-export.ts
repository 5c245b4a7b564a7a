import { basename } from 'node:path';

import { todayAt } from '../../shared/calendar.ts';
import { DeskFault } from '../../shared/errors.ts';
import type { Clock } from '../machine/context.ts';
import type { StatementWrites } from './writes.ts';
import type { ExportedEntry } from './incoming.ts';
import type { StatementView } from './tables.ts';
import { csvFormat } from './export-csv.ts';
import type { Meanings } from './meanings.ts';
import type { StatementFormat } from './export-format.ts';
import { jsonFormat } from './export-json.ts';
import { writeWholeFile } from '../exports/whole-file.ts';

type Batches = AsyncGenerator<readonly ExportedEntry[]>;

/** Every format in which a statement can be written. */
export const statementFormats: readonly [StatementFormat, ...StatementFormat[]] = [
  csvFormat,
  jsonFormat,
];

/** The format of that name. Throws `input.invalid` where there is none. */
export function formatNamed(name: string): StatementFormat {
  const format = statementFormats.find((one) => one.name === name);
  if (!format) throw new DeskFault('input.invalid', `A statement cannot be written as ${name}.`);
  return format;
}

export type StatementExport = {
  readonly view: StatementView;
  readonly format: StatementFormat;
  readonly currency: string;
  readonly writer: StatementWrites;
  readonly meanings: Meanings;
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
  let entries = 0;
  async function* counted(): Batches {
    for await (const rows of batchesOf(exporting)) {
      entries += rows.length;
      yield rows;
    }
  }
  await writeWholeFile(path, exporting.format.write(counted(), exporting.meanings.names));
  return entries;
}

/** The view's entries, oldest first, some thousand at a time. */
export async function* batchesOf({
  view,
  writer,
  meanings,
}: Pick<StatementExport, 'view' | 'writer' | 'meanings'>): Batches {
  let afterKey: number | null = null;
  do {
    const batch = await writer.readBatch({ ...view, afterKey, limit: rowsPerBatch });
    yield meanings.names.length === 0
      ? batch.rows
      : batch.rows.map((entry) => ({ ...entry, ...meanings.of(entry) }));
    afterKey = batch.nextKey;
  } while (afterKey !== null);
}

/** `2026-11-20_STMT_0123456789_NGN_2026-11-01--2026-11-20.csv`, safe on every file system. */
export function suggestedName({ view, format, currency, clock }: StatementExport): string {
  const { from, to } = view.filter;
  const period = from || to ? `_${from ?? 'first'}--${to ?? 'last'}` : '';
  const account = view.accountNumber.replace(/[^A-Za-z0-9-]/g, '-');
  return `${todayAt(clock.now())}_STMT_${account}_${currency}${period}.${format.name}`;
}
