import type { SubClientDocument } from '../../../shared/bank/onboarding.ts';
import type { OperationInput } from '../../../shared/bank/catalogue.ts';
import { cleanFileName } from '../../../shared/file-name.ts';
import { fail, type AppError, type Outcome } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import type { BankDesk } from '../../desk/open-bank/bank-desk.ts';
import { submit } from '../../engines/submissions/submissions.ts';
import type { Context } from '../../engines/machine/context.ts';
import {
  documentIntent,
  factsOfFile,
  type UploadIntent,
} from '../../nouns/sub-clients/documents/document-intent.ts';
import { checkFile } from '../../nouns/sub-clients/documents/file-check.ts';
import { wrongDays } from '../../nouns/sub-clients/documents/uploads.ts';
import { newContext, printFailure, type CommandIo, type ExitCode } from './command.ts';
import { readRegularFile } from './regular-file.ts';

export type UploadForm = OperationInput<'uploadSubclientDocuments'>;

export type Uploaded = {
  readonly file: string;
  readonly outcome: 'accepted' | 'refused' | 'unknown';
  readonly document?: SubClientDocument;
  readonly error?: AppError;
};

const exitCodes = { accepted: 0, refused: 1, unknown: 3 } as const;

/** Prints the error of an upload, and returns its exit code. */
export function printUpload(io: CommandIo, { outcome, error }: Uploaded): ExitCode {
  if (error) printFailure(io, error);
  return exitCodes[outcome];
}

/** A file of this machine as it is uploaded. */
export type FileToUpload = { readonly intent: UploadIntent; readonly bytes: Uint8Array };

/** Reads a file and checks it by its content. Sends nothing. `named` has the name under which it is sent. */
export async function fileToUpload(
  { uploads: { rules } }: Pick<BankDesk, 'uploads'>,
  form: UploadForm,
  path: string,
  context: Context,
  named: string = path,
): Promise<Outcome<FileToUpload>> {
  const name = cleanFileName(named);
  const { documentType, issueDate = null, expiryDate = null } = form.body;
  const document = { fileName: name, documentType, issueDate, expiryDate };
  const wrong = wrongDays(document, rules.types, context);
  if (wrong) return wrong;
  const read = await readRegularFile(path, rules.sizeBytesMax, context);
  if (!read.ok) return read;
  const bytes = read.value;
  const verdict = await checkFile(name, bytes, rules);
  if (!verdict.ok) return fail(verdict.code, context.correlationId, { message: verdict.message });
  const facts = factsOfFile(name, verdict.mimeType, bytes);
  const subject = `${form.path.id}:${documentType}:${facts.sha256}`;
  return ok({ intent: documentIntent(form, facts, { subject }), bytes });
}

/** Uploads one file of this machine (section 4.4): checked by its content, journalled, sent once. */
export async function uploadFile(
  desk: BankDesk,
  form: UploadForm,
  path: string,
): Promise<Uploaded> {
  const context = newContext();
  const checked = await fileToUpload(desk, form, path, context);
  return checked.ok
    ? sendFile(desk, checked.value, path, context)
    : { file: path, outcome: 'refused', error: checked.error };
}

/** Sends a file that was checked, once. */
export async function sendFile(
  { bank, changes }: BankDesk,
  { intent, bytes }: FileToUpload,
  path: string,
  context: Context,
): Promise<Uploaded> {
  const { fileName = '', mimeType = '' } = intent.alongside ?? {};
  const submitted = await submit(changes, intent, context, (sendContext) =>
    bank.upload(intent.payload, { name: fileName, mimeType, bytes }, sendContext),
  );
  if (!submitted.ok) {
    // Every other error occurs before a byte is sent.
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
