import { DeskFault } from '../../../../shared/errors.ts';
import { writeWholeFile } from '../../../engines/exports/whole-file.ts';
import type { MarksById } from '../export/export-format.ts';
import type { HandOverQuestions } from './reads.ts';
import type { FileQuestion, FileReport, Piece } from './writing.ts';

export type FileWriting = {
  /** Answered by the reader thread, so that an export delays no sync. */
  readonly questions: HandOverQuestions;
  /** Returns the marks of entries; called for a thousand at a time, and only if marks are wanted. */
  readonly marksOf: (accountNumber: string, ids: readonly string[]) => MarksById;
  /** Called with the number of entries written so far; counts from 0 again if the file is written again. */
  readonly onEntries?: (entries: number) => void;
  /** Stops the writing and removes the file. */
  readonly signal?: AbortSignal;
};

/**
 * Writes one file whole or not at all. Throws the error of the reader or the disk, `cancelled` if stopped, and `export.moved` if a sync
 * changed the period during both of two attempts. Throws `offline.not-cached` if every account is left out.
 */
export const writeFile = (
  path: string,
  question: FileQuestion,
  writing: FileWriting,
): Promise<FileReport> =>
  writeOnce(path, question, writing).catch((cause: unknown) => {
    if ((cause as { code?: unknown }).code !== 'export.moved') throw cause;
    return writeOnce(path, { ...question, id: `${question.id}-again` }, writing);
  });

async function writeOnce(
  path: string,
  question: FileQuestion,
  { questions, marksOf, onEntries, signal }: FileWriting,
): Promise<FileReport> {
  const options = { urgency: 'background', signal } as const;
  let report: FileReport = { accounts: [], leftOut: [], notes: [] };
  let entries = 0;
  await questions.ask('beginFile', [question], options);
  async function* bytes(): AsyncGenerator<Uint8Array> {
    const ask = (before: Piece | null): Promise<Piece> => {
      const marks = before?.marksOf ?? null;
      const given = marks === null ? undefined : marksOf(marks.accountNumber, marks.ids);
      const reply = questions.ask('nextPiece', [question.id, given], options);
      // The awaiting caller reports it. A file that ends earlier ignores it.
      reply.catch(() => undefined);
      return reply;
    };
    let next: Promise<Piece> | null = ask(null);
    while (next !== null) {
      const piece: Piece = await next;
      next = piece.report === null ? ask(piece) : null;
      if (piece.report !== null) report = piece.report;
      if (piece.bytes.length > 0) yield piece.bytes;
      entries += piece.entries;
      if (piece.entries > 0) onEntries?.(entries);
    }
    if (report.accounts.length === 0 && report.leftOut.length > 0) throw nothingToWrite(report);
  }
  await writeWholeFile(path, bytes()).finally(() => {
    // If the copy was closed in the meantime, there is nothing to drop.
    questions.ask('dropFile', [question.id], { urgency: 'background' }).catch(() => undefined);
  });
  return report;
}

const nothingToWrite = ({ leftOut }: FileReport): DeskFault =>
  new DeskFault(
    'offline.not-cached',
    leftOut
      .map(({ accountNumber, why }) => `Account ${accountNumber} was left out: ${why}.`)
      .join(' '),
  );
