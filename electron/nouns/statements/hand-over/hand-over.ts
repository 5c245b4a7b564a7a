import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { DeskFault } from '../../../../shared/errors.ts';
import { todayAt } from '../../../../shared/calendar/calendar.ts';
import type { HandOverProgress } from '../../../../shared/ipc/accounts/hand-over.ts';
import type { Proof } from '../../../../shared/ipc/accounts/statements.ts';
import type { FileHead, FormatPart } from '../../../engines/formats/format.ts';
import { unwritable } from '../../../engines/exports/whole-file.ts';
import { rowFormats } from '../../../engines/formats/formats.ts';
import type { Clock } from '../../../engines/machine/context.ts';
import type { Journal } from '../../../engines/store/database.ts';
import { statementFormats } from '../export/export-formats.ts';
import { attachmentsByEntry } from '../annotations/attachment-table.ts';
import type { MarksById } from '../export/export-format.ts';
import { markedEntries, readMarks } from '../annotations/marks.ts';
import type { Places } from '../entries/meanings.ts';
import { understoodFilter } from '../search/query-routes.ts';
import { provePeriod, type StatementCopy } from '../view-questions.ts';
import { planOf, type HandOver, type PlannedFile, type PlannedPart } from './plan.ts';
import type { HandOverQuestions } from './reads.ts';
import { writeFile } from './write-file.ts';
import type { FileReport } from './writing.ts';

/** All hand-over formats: those written row by row, and those that the database formats nearly alone. */
export const handOverFormats: readonly {
  readonly name: string;
  readonly extension: string;
  readonly words: string;
}[] = [
  ...rowFormats,
  ...statementFormats.map(({ name, words }) => ({ name, extension: name, words })),
];

export type HandOverParts = {
  readonly copy: StatementCopy & { readonly questions: HandOverQuestions };
  /** The journal of the marks; null if it is not available. */
  readonly journal: Journal | null;
  readonly places: Places;
  /** The bank's name in the bank file. */
  readonly bankName: string;
  readonly clock: Clock;
  readonly onProgress?: (progress: HandOverProgress) => void;
  readonly signal?: AbortSignal;
};

export type HandOverResult = {
  readonly files: readonly (FileReport & { readonly name: string; readonly path: string })[];
  readonly entries: number;
};

/** Returns the files that would be written. Throws `input.invalid` for an unknown format, `offline.not-cached` if there is none. */
export function plannedFiles(
  { copy, clock }: Pick<HandOverParts, 'copy' | 'clock'>,
  request: HandOver,
): PlannedFile[] {
  const format = handOverFormats.find(({ name }) => name === request.format);
  if (format === undefined)
    throw new DeskFault('input.invalid', `A statement cannot be written as ${request.format}.`);
  const isWhole = rowFormats.some(
    ({ name, isTable }) => name === request.format && isTable !== true,
  );
  if (request.search !== undefined && isWhole)
    throw new DeskFault(
      'input.invalid',
      'What was found is written as Excel, CSV or JSON: every other format is of whole statements, whose balances follow from their entries.',
    );
  const { extension } = format;
  const files = planOf(copy.reader, { ...request, extension, now: clock.now() });
  if (files.length === 0 || files.every(({ parts }) => parts.length === 0))
    throw new DeskFault('offline.not-cached', 'No day of the period was fetched yet.');
  return files;
}

/**
 * Writes the hand-over to the file `path`, or into the folder `path` if there may be several files. Each file is written whole or not
 * at all. If one fails, the earlier files stay, and the error states how many.
 */
export async function handOver(
  parts: HandOverParts,
  request: HandOver,
  path: string,
): Promise<HandOverResult> {
  const planned = plannedFiles(parts, request);
  const isFolder = request.filePerAccount || request.filePerDay;
  if (isFolder) await folderAt(path);
  const written: HandOverResult['files'][number][] = [];
  let entries = 0;
  const reportProgress = (inProgress: number): void => {
    const filesDone = written.length;
    parts.onProgress?.({ files: planned.length, filesDone, entries: entries + inProgress });
  };
  reportProgress(0);
  for (const { name, parts: places } of planned) {
    const target = isFolder ? join(path, name) : path;
    const report = await writeFile(target, await questionOf(parts, request, places), {
      questions: parts.copy.questions,
      marksOf: (accountNumber, ids) => marksOf(parts.journal, accountNumber, ids),
      onEntries: reportProgress,
      ...(parts.signal && { signal: parts.signal }),
    }).catch((cause: unknown) => {
      throw written.length === 0 ? cause : interruptedError(cause, written.length, planned.length);
    });
    written.push({ name, path: target, ...report });
    for (const account of report.accounts) entries += account.entries;
    reportProgress(0);
  }
  return { files: written, entries };
}

async function folderAt(path: string): Promise<void> {
  await mkdir(path, { recursive: true }).catch((cause: unknown) => {
    throw unwritable(`The folder ${basename(path)}`, cause);
  });
}

function interruptedError(cause: unknown, written: number, planned: number): unknown {
  if (!(cause instanceof DeskFault)) return cause;
  const message = `${cause.message} ${String(written)} of ${String(planned)} files were written before, whole.`;
  return new DeskFault(cause.code, message, { cause });
}

async function questionOf(
  { copy, journal, places, bankName, clock, signal }: HandOverParts,
  { format, withMarks, search }: HandOver,
  parts: readonly PlannedPart[],
) {
  const isProved = search === undefined && rowFormats.some(({ name }) => name === format);
  const proved = [];
  for (const { accountNumber, from, to } of parts) {
    const proof = isProved
      ? await provePeriod(copy, accountNumber, { from, to }, { signal })
      : null;
    const filter =
      search === undefined
        ? undefined
        : understoodFilter(
            {
              ...{ reader: copy.reader, today: todayAt(clock.now()), accountNumber },
              isAnyAccount: true,
              marked: (mark, words) =>
                journal === null ? [] : markedEntries(journal, mark, words),
            },
            { from, to, search },
          ).filter;
    proved.push({ accountNumber, from, to, proof: proofLabel(proof), filter });
  }
  const head: FileHead = {
    id: randomUUID().replaceAll('-', ''),
    createdAt: new Date(clock.now()).toISOString(),
    bankName,
    withMarks,
    ...(search !== undefined && { found: search }),
  };
  return { id: head.id, format, parts: proved, head, places };
}

/** Returns the proof as a file states it. */
function proofLabel(proof: Proof | null): FormatPart['proof'] {
  if (proof === null) return { isProven: false, words: '' };
  if (proof.ok)
    return {
      isProven: true,
      words: `Checked: opening balance, ${String(proof.entries)} entries and closing balance follow from one another.`,
    };
  return { isProven: false, words: `Not checked: ${proof.reason ?? 'nothing is known of it.'}` };
}

/** Returns the marks and attachments by entry id, for entries that have any. */
function marksOf(
  journal: Journal | null,
  accountNumber: string,
  ids: readonly string[],
): MarksById {
  if (journal === null) return new Map();
  const marks = readMarks(journal, accountNumber, ids);
  const files = attachmentsByEntry(journal, accountNumber, ids);
  return new Map(
    [...new Set([...marks.keys(), ...files.keys()])].map((id) => {
      const { read, flagged, note } = marks.get(id) ?? { read: false, flagged: false, note: '' };
      return [id, { read, flagged, note, files: files.get(id)?.map(({ name }) => name) ?? [] }];
    }),
  );
}
