import type { Outcome } from '../../../../shared/errors.ts';
import type { OnboardingFile } from '../../../../shared/ipc/changes/sub-clients.ts';
import { err, ok } from '../../../../shared/result.ts';
import { cleanFileName } from '../../../../shared/file-name.ts';
import { saveShape, shapeFor } from '../../../engines/columns/shapes.ts';
import { problemAsError } from '../../../engines/files/table.ts';
import { timestampNow, type Context } from '../../../engines/machine/context.ts';
import type { Questions } from '../../../engines/store/threads/reader-thread.ts';
import { openSubmissionFor } from '../../../engines/submissions/journal/submission-table.ts';
import type { subClientReads } from './find.ts';
import type { OpenSubClients } from '../open-sub-clients.ts';
import { knownShareholders } from '../records/shareholders-table.ts';
import { isDeleted } from '../records/status-labels.ts';
import { listSubClients } from '../records/tables.ts';
import type { OnboardingColumns } from './onboarding-columns.ts';
import { readOnboardingFile, shapeOf } from './read-onboarding-file.ts';
import type { KnownHere } from './onboarding-rows.ts';

/** The desk whose reader thread opens the file. */
export type ReadingDesk = {
  readonly copy: {
    readonly questions: Questions<Pick<ReturnType<typeof subClientReads>, 'onboardingTable'>>;
  };
};

type Given = {
  readonly fileName: string;
  readonly bytes: Uint8Array;
  /** The columns that a person chose; null where none were chosen. */
  readonly columns: OnboardingColumns | null;
};

/** Reads a file of sub-clients or owners, outside the main thread, and compares its rows with the known ones. Sends nothing. */
export async function onboardingFile(
  open: OpenSubClients & ReadingDesk,
  given: Given,
  { correlationId }: Context,
): Promise<Outcome<OnboardingFile>> {
  const { copy, clock } = open;
  const fileName = cleanFileName(given.fileName);
  const table = await copy.questions.ask('onboardingTable', [given.bytes]);
  if (!table.ok) return err(problemAsError(table.error, fileName, correlationId));
  const { shape, headings } = shapeOf(table.value.rows);
  const saved = shapeFor(copy.journal, 'onboarding', shape);
  const read = readOnboardingFile(table.value, given.columns, saved, knownHere(open));
  if (!read.ok) return err(problemAsError(read.error, fileName, correlationId));
  if (given.columns !== null)
    saveShape(copy.journal, {
      ...{ kind: 'onboarding', shape, headings, fileName, decimals: null, offset: 0 },
      columns: given.columns,
      savedAt: timestampNow(clock),
    });
  return ok({ fileName, ...read.value });
}

const knownHere = ({ copy }: OpenSubClients): KnownHere => ({
  subClients: listSubClients(copy.reader, '').rows.filter((row) => !isDeleted(row)),
  ownersOf: (subClientId) => knownShareholders(copy.reader, subClientId),
  isUnanswered: (subject) => openSubmissionFor(copy.journal, subject) !== null,
});
