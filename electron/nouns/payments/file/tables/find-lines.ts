import type { Hit } from '../../../../../shared/ipc/accounts/find.ts';
import type { RecordQuestion } from '../../../../engines/find/records.ts';
import type { Term } from '../../../../engines/find/understand.ts';
import type { Journal } from '../../../../engines/store/database.ts';
import type { Questions } from '../../../../engines/store/threads/reader-thread.ts';
import type { KnownFile, lineReads } from './line-reads.ts';
import { storedLines, revisionOf } from './line-tables.ts';
import { listPaymentFiles } from './file-tables.ts';

export type LineQuestions = Questions<ReturnType<typeof lineReads>>;

type Parts = { readonly journal: Journal; readonly questions: LineQuestions };

/** Lines sent to the reader thread at a time: between two pieces this thread is free. */
const linesPerPiece = 200;

/** The lines of payment files that match every term, those of the newest file first, each file's in its order. */
export async function lineHits(
  parts: Parts,
  question: RecordQuestion,
  signal: AbortSignal,
): Promise<readonly Hit[]> {
  if (question.terms.some(isNoLine)) return [];
  const { journal, questions } = parts;
  const files = listPaymentFiles(journal).map(({ batchId, fileName, addedAt }): KnownFile => ({
    ...{ batchId, fileName, addedAt },
    revision: revisionOf(journal, batchId),
  }));
  if (files.length === 0) return [];
  for (;;) {
    const { hits, missing } = await questions.ask('findLines', [{ ...question, files }], {
      signal,
    });
    if (missing === null) return hits;
    await taught(parts, missing);
  }
}

/** Is it a term that no line of a file can match? */
const isNoLine = (term: Term): boolean =>
  term.kind === 'mark' ||
  (term.kind === 'direction' && term.direction === 'credit') ||
  (term.kind === 'word' && ['type', 'note', 'tag'].includes(term.field ?? ''));

/** Sends a file to the reader thread once, even if several questions wait for it. */
function taught(parts: Parts, file: KnownFile): Promise<void> {
  const { journal } = parts;
  const inProgress = teaching.get(journal) ?? new Map<string, Promise<void>>();
  teaching.set(journal, inProgress);
  const key = JSON.stringify([file.batchId, file.revision]);
  const known = inProgress.get(key);
  if (known !== undefined) return known;
  const begun = teach(parts, file).finally(() => inProgress.delete(key));
  inProgress.set(key, begun);
  return begun;
}

const teaching = new WeakMap<Journal, Map<string, Promise<void>>>();

async function teach({ journal, questions }: Parts, file: KnownFile): Promise<void> {
  let after = 0;
  for (let isLast = false; !isLast;) {
    const lines = storedLines(journal, file.batchId, after, linesPerPiece);
    isLast = lines.length < linesPerPiece;
    const piece = { file, lines, isFirst: after === 0, isLast };
    after = lines.at(-1)?.line ?? 0;
    await questions.ask('learnLines', [piece], { urgency: 'soon' });
  }
}
