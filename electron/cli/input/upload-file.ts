import { createHash, randomUUID } from 'node:crypto';

import { cleanFileName } from '../../../shared/file-name.ts';
import type { DocumentForm, SubClientDocument } from '../../../shared/bank/onboarding.ts';
import { appError, type AppError } from '../../../shared/errors.ts';
import type { BankDesk } from '../../desk/open-bank/bank-desk.ts';
import { aboutRecord } from '../../engines/submissions/submission-views.ts';
import { submit } from '../../engines/submissions/submissions.ts';
import { checkFile } from '../../nouns/sub-clients/documents/file-check.ts';
import { wrongDays } from '../../nouns/sub-clients/documents/uploads.ts';
import { newContext, printFailure, type CommandIo, type ExitCode } from './command.ts';
import { readRegularFile } from './regular-file.ts';

export type UploadForm = {
  readonly path: { readonly clientId: string; readonly id: string };
  readonly body: DocumentForm;
};

export type Uploaded = {
  readonly file: string;
  readonly outcome: 'accepted' | 'refused' | 'unknown';
  readonly document?: SubClientDocument;
  readonly error?: AppError;
};

const exitCodes = { accepted: 0, refused: 1, unknown: 3 } as const;

/** Tells what went wrong with it, and answers the exit code that goes with its outcome. */
export function printUpload(io: CommandIo, { outcome, error }: Uploaded): ExitCode {
  if (error) printFailure(io, error);
  return exitCodes[outcome];
}

/** Uploads one file of this machine (section 4.4): checked by its content, journalled, sent once. */
export async function uploadFile(
  { bank, changes, uploads }: BankDesk,
  form: UploadForm,
  path: string,
): Promise<Uploaded> {
  const context = newContext();
  const name = cleanFileName(path);
  const { documentType, issueDate = null, expiryDate = null } = form.body;
  const document = { fileName: name, documentType, issueDate, expiryDate };
  const wrong = wrongDays(document, uploads.rules.types, context);
  if (wrong) return { file: path, outcome: 'refused', error: wrong.error };
  const read = await readRegularFile(path, uploads.rules.sizeBytesMax, context);
  if (!read.ok) return { file: path, outcome: 'refused', error: read.error };
  const verdict = await checkFile(name, read.value, uploads.rules);
  if (!verdict.ok)
    return {
      file: path,
      outcome: 'refused',
      error: appError(verdict.code, context.correlationId, { message: verdict.message }),
    };
  const sha256 = createHash('sha256').update(read.value).digest('hex');
  const submitted = await submit(
    changes,
    {
      reference: randomUUID(),
      operation: 'uploadSubclientDocuments',
      subject: `${form.path.id}:${form.body.documentType}:${sha256}`,
      payload: form,
      alongside: { fileName: name, sha256 },
      about: aboutRecord(`Upload ${name}`, null, form.path.id),
    },
    context,
    (sendContext) =>
      bank.upload(form, { name, mimeType: verdict.mimeType, bytes: read.value }, sendContext),
  );
  if (!submitted.ok) {
    // Any other word against it was said before a byte left.
    const isUnknown = submitted.error.code === 'outcome.unknown';
    return { file: path, outcome: isUnknown ? 'unknown' : 'refused', error: submitted.error };
  }
  const { submission, answer } = submitted.value;
  if (answer) return { file: path, outcome: 'accepted', document: answer };
  return {
    file: path,
    outcome: submission.state === 'unknown' ? 'unknown' : 'refused',
    ...(submission.error ? { error: submission.error } : {}),
  };
}
