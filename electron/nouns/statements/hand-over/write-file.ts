import { DeskFault } from '../../../../shared/errors.ts';
import { writeWholeFile } from '../../../engines/exports/whole-file.ts';
import type { MarksById } from '../export/export-format.ts';
import type { HandOverQuestions } from './reads.ts';
import type { FileQuestion, FileReport, Piece } from './writing.ts';

export type FileWriting = {
  /** Answered by a thread that only reads, so that an export holds up no sync. */
  readonly questions: HandOverQuestions;
  /** What people noted of entries; asked for a thousand at a time, and only where marks are wanted. */
  readonly marksOf: (accountNumber: string, ids: readonly string[]) => MarksById;
  /** Told how many of the file are written, whenever there are more; from none on where it is written anew. */
  readonly onEntries?: (entries: number) => void;
  /** Stops the writing: nothing is left of the file then. */
  readonly signal?: AbortSignal;
};

/**
 * Writes one file, or leaves nothing: throws what the reading or the disk said, `cancelled` where it was stopped, and `export.moved`
 * where a sync changed the period meanwhile, twice. A file in which no account could stand is not written.
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
      // Told where it is awaited; a file that ends before it needs it no more.
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
    // Where the copy was closed meanwhile there is nothing to let go of.
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
