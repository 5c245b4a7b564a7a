import { DeskFault } from '../../../../shared/errors.ts';
import type { IsoDate } from '../../../../shared/calendar/calendar.ts';
import type { Bytes, FileHead, FormatPart, Open } from '../../../engines/formats/format.ts';
import { Notes, type Note } from '../../../engines/formats/notes.ts';
import { accountByNumber } from '../../accounts/tables.ts';
import type { CacheReader } from '../../../engines/store/database.ts';
import {
  batchOf,
  batchOfText,
  type MarksById,
  type Noted,
  type StatementFormat,
  type TextBatch,
} from '../export/export-format.ts';
import { statementFormats } from '../export/export-formats.ts';
import type { BatchQuestion } from '../query/filters.ts';
import { meaningsAt, type Meanings, type Places } from '../entries/meanings.ts';
import { exportedNames, exportRows, type ExportRow } from '../export/export-rows.ts';
import { sums } from '../search/long-reads.ts';
import { labelsByKey } from '../entries/row-labels.ts';
import { figureIn, partOf, rowsOf, type PartQuestion } from './parts.ts';
import { entryRow } from './entry-table.ts';

/** One file to be written. */
export type FileQuestion = {
  readonly id: string;
  readonly format: string;
  readonly parts: readonly PartQuestion[];
  readonly head: FileHead;
  /** The bank's field for each meaning, by the bank file. */
  readonly places: Places;
};

/** An account's part of a file. Balances are null in formats without balances. */
export type StatementPart = {
  readonly accountNumber: string;
  readonly currency: string;
  readonly from: IsoDate | null;
  readonly to: IsoDate | null;
  readonly opening: string | null;
  readonly closing: string | null;
  readonly entries: number;
};

export type FileReport = {
  readonly accounts: readonly StatementPart[];
  /** Accounts that the file leaves out, each with the reason. */
  readonly leftOut: readonly { readonly accountNumber: string; readonly why: string }[];
  readonly notes: readonly Note[];
};

/** The next bytes of a file. */
export type Piece = {
  readonly bytes: Uint8Array;
  /** Entries in these bytes. */
  readonly entries: number;
  /** The entries whose marks the next question must bring; null for none. */
  readonly marksOf: { readonly accountNumber: string; readonly ids: readonly string[] } | null;
  /** Set in the last piece. */
  readonly report: FileReport | null;
};

/** A file as the reader thread builds it. Each step is passed the requested marks and takes some tens of milliseconds. */
export type Writing = Generator<Piece, void, MarksById | undefined>;

const encoder = new TextEncoder();
const bytesOf = (text: Bytes): Uint8Array =>
  typeof text === 'string' ? encoder.encode(text) : text;

const pieceOf = (text: Bytes, given: Partial<Piece> = {}): Piece => ({
  bytes: bytesOf(text),
  entries: 0,
  marksOf: null,
  report: null,
  ...given,
});

/** Begins a file; `open` is null for a format that is not written row by row. Throws `input.invalid` for an unknown format. */
export function writing(reader: CacheReader, question: FileQuestion, open: Open | null): Writing {
  const meanings = meaningsAt(question.places);
  const quick = statementFormats.find(({ name }) => name === question.format);
  if (quick !== undefined) return byDatabase(reader, question, { format: quick, meanings });
  if (open !== null) return byRows(reader, question, { open, meanings });
  throw new DeskFault('input.invalid', `A statement cannot be written as ${question.format}.`);
}

function* byRows(
  reader: CacheReader,
  { head, parts }: FileQuestion,
  { open, meanings }: { open: Open; meanings: Meanings },
): Writing {
  const notes = new Notes();
  const writer = open(head, notes);
  const accounts: StatementPart[] = [];
  const leftOut: { accountNumber: string; why: string }[] = [];
  yield pieceOf(writer.begin());
  for (const question of parts) {
    const reading = partOf(reader, question);
    let step = reading.next();
    for (; step.done !== true; step = reading.next()) yield pieceOf('');
    const { accountNumber } = question;
    if ('why' in step.value) {
      const { why } = step.value;
      if (why !== null) leftOut.push({ accountNumber, why });
      continue;
    }
    const { part } = step.value;
    yield pieceOf(writer.beginPart(part));
    const effects = step.value.effects();
    let entries = 0;
    let netE4 = 0n;
    const filter = question.filter ?? { from: part.from, to: part.to };
    for (const rows of rowsOf(reader, { accountNumber, filter })) {
      const noted = head.withMarks ? yield* noting(reader, accountNumber, rows) : null;
      const formatRows = rows.map((row) => {
        const effect = effects.of(row);
        netE4 += effect;
        return entryRow(row, effect, { meanings, noted });
      });
      entries += rows.length;
      for (let start = 0; start < formatRows.length; start += rowsPerPiece) {
        const some = formatRows.slice(start, start + rowsPerPiece);
        yield pieceOf(writer.rows(some), { entries: some.length });
      }
    }
    assertUnmoved(part, { entries, netE4 });
    yield pieceOf(writer.endPart());
    const { currency, from, to, opening, closing } = part;
    accounts.push({ accountNumber, currency, from, to, opening, closing, entries });
  }
  yield pieceOf(writer.end(), { report: { accounts, leftOut, notes: notes.list() } });
}

/** Throws if a sync added entries between the first and the second pass: the file would contradict itself. */
function assertUnmoved(
  { credits, debits, net, accountNumber, currency }: FormatPart,
  { entries, netE4 }: { entries: number; netE4: bigint },
): void {
  const isSame = entries === credits.count + debits.count && figureIn(netE4, currency) === net;
  if (!isSame)
    throw new DeskFault(
      'export.moved',
      `Entries of ${accountNumber} arrived while they were written.`,
    );
}

/** Writes CSV and JSON, which the database formats nearly alone. */
function* byDatabase(
  reader: CacheReader,
  { head, parts }: FileQuestion,
  { format, meanings }: { format: StatementFormat; meanings: Meanings },
): Writing {
  const accounts: StatementPart[] = [];
  yield pieceOf(format.begin(exportedNames(meanings), head.withMarks));
  let written = 0;
  for (const { accountNumber, from, to, filter = { from, to } } of parts) {
    let entries = 0;
    let afterKey: number | null = null;
    do {
      const question: BatchQuestion = { accountNumber, filter, afterKey, limit: rowsPerText };
      const given = { meanings, isFirst: written === 0 };
      const batch: TextBatch = head.withMarks
        ? yield* notedBatch(reader, question, { format, given })
        : batchOf(format, reader, question, given);
      entries += batch.entries;
      written += batch.entries;
      afterKey = batch.nextKey;
      yield pieceOf(batch.text, { entries: batch.entries });
    } while (afterKey !== null);
    const currency = accountByNumber(reader, accountNumber)?.currency ?? '';
    const { openingE4, closingE4 } = sums(reader, accountNumber, { from, to });
    const balance = (units: bigint | null) =>
      units === null || currency === '' ? null : figureIn(units, currency);
    const [opening, closing] = [balance(openingE4), balance(closingE4)];
    const period = { from: from ?? null, to: to ?? null };
    accounts.push({ accountNumber, currency, ...period, opening, closing, entries });
  }
  yield pieceOf(format.end, { report: { accounts, leftOut: [], notes: [] } });
}

/** Reads rows once and formats them with their marks and labels. */
function* notedBatch(
  reader: CacheReader,
  question: BatchQuestion,
  { format, given }: { format: StatementFormat; given: { meanings: Meanings; isFirst: boolean } },
): Generator<Piece, TextBatch, MarksById | undefined> {
  const { accountNumber, limit } = question;
  const rows = exportRows(reader, question);
  const noted = yield* noting(reader, accountNumber, rows);
  const text = rows.length === 0 ? '' : format.text(rows, accountNumber, { ...given, noted });
  return batchOfText(text, { rows, limit });
}

/** Returns marks and labels. Marks are in the journal and come with the next question; labels are in the cache. */
function* noting(
  reader: CacheReader,
  accountNumber: string,
  rows: readonly ExportRow[],
): Generator<Piece, Noted, MarksById | undefined> {
  if (rows.length === 0) return nothingNoted;
  const ids = rows.map(([id]) => id);
  const labels = labelsByKey(
    reader,
    rows.map((row) => row[11]),
  );
  const marks = yield pieceOf('', { marksOf: { accountNumber, ids } });
  return { marks: marks ?? nothingNoted.marks, labels };
}

const nothingNoted: Noted = { marks: new Map(), labels: new Map() };

/** The slowest format builds such a piece in some tens of milliseconds. */
const rowsPerPiece = 100;

/** Some 700 kB of text. */
const rowsPerText = 4_000;
