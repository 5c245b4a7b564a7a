import { basename } from 'node:path';

import { todayAt } from '../../../shared/calendar/calendar.ts';
import type { Clock } from '../../engines/machine/context.ts';
import type { BatchQuestion } from './query/filters.ts';
import type { ExportedEntry } from './entries/incoming.ts';
import type { StatementView } from './tables.ts';
import type { Meanings } from './entries/meanings.ts';
import type { StatementFormat, TextBatch } from './export/export-format.ts';
import { exportedNames } from './export/export-rows.ts';
import type { StatementQuestions } from './reads.ts';
import { writeWholeFile } from '../../engines/exports/whole-file.ts';

type Batches = AsyncGenerator<readonly ExportedEntry[]>;

export type StatementExport = {
  readonly view: StatementView;
  /** Exports only these entries, without the filter. */
  readonly keys?: readonly number[];
  readonly format: StatementFormat;
  readonly currency: string;
  /** Answered by the reader thread, so that an export delays no sync. */
  readonly questions: StatementQuestions;
  readonly meanings: Meanings;
  readonly clock: Clock;
};

const rowsPerBatch = 2_000;
/** Some 180 kB of text. */
const rowsPerText = 1_000;

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

/** Writes the view's entries to `path`, oldest first. Returns their number. */
export async function writeStatement(exporting: StatementExport, path: string): Promise<number> {
  const { format, meanings } = exporting;
  let entries = 0;
  // Stops reading once the file ends or fails.
  const over = new AbortController();
  async function* text(): AsyncGenerator<string | Uint8Array> {
    yield format.begin(exportedNames(meanings));
    for await (const batch of textOf(exporting, over.signal)) {
      entries += batch.entries;
      yield batch.text;
    }
    yield format.end;
  }
  await writeWholeFile(path, text()).finally(() => {
    over.abort();
  });
  return entries;
}

/** Yields the text of the view's entries from the reader thread. Requests the next piece while one is written, and none beyond. */
async function* textOf(
  { view, keys, format, questions, meanings: { places } }: StatementExport,
  signal: AbortSignal,
): AsyncGenerator<TextBatch> {
  const ask = (afterKey: number | null): Promise<TextBatch> => {
    const question = { ...view, keys, afterKey, limit: rowsPerText, format: format.name, places };
    const reply = questions.ask('textBatch', [question], { urgency: 'background', signal });
    // The awaiting caller reports it. An export that ends earlier ignores it.
    reply.catch(() => undefined);
    return reply;
  };
  let next: Promise<TextBatch> | null = ask(null);
  while (next !== null) {
    const batch: TextBatch = await next;
    next = batch.nextKey === null ? null : ask(batch.nextKey);
    yield batch;
  }
}

/** Yields the view's entries, oldest first, some thousand at a time. */
export async function* batchesOf({
  view,
  questions,
  meanings,
}: Pick<StatementExport, 'view' | 'questions' | 'meanings'>): Batches {
  let afterKey: number | null = null;
  do {
    const question: BatchQuestion = { ...view, afterKey, limit: rowsPerBatch };
    const { places } = meanings;
    const batch = await questions.ask('readBatch', [question, places], { urgency: 'background' });
    yield batch.rows;
    afterKey = batch.nextKey;
  } while (afterKey !== null);
}

/** Returns a name like `2026-11-20_STMT_0123456789_NGN_2026-11-01--2026-11-20.csv`, safe on every file system. */
export function suggestedName({ view, keys, format, currency, clock }: StatementExport): string {
  const { from, to } = view.filter;
  const whole = from || to ? `_${from ?? 'first'}--${to ?? 'last'}` : '';
  const part = keys === undefined ? whole : `_${String(keys.length)}-entries`;
  const account = view.accountNumber.replace(/[^A-Za-z0-9-]/g, '-');
  return `${todayAt(clock.now())}_STMT_${account}_${currency}${part}.${format.name}`;
}
