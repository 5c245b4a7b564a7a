import { DeskFault } from '../../../shared/errors.ts';
import { requestDocument } from '../../desk/approvals/kinds/documents.ts';
import { onlyLineOf } from '../../desk/approvals/requests.ts';
import type { BankDesk } from '../../desk/open-bank/bank-desk.ts';
import { payloadOf } from '../../engines/submissions/submissions.ts';
import { documentIn, type RequestedDocument } from '../../nouns/approvals/document.ts';
import type { Request } from '../../nouns/approvals/state.ts';
import { newContext, valueOf, type CommandIo, type ExitCode } from '../input/command.ts';
import {
  fileToUpload,
  sendFile,
  type FileToUpload,
  type Uploaded,
  type UploadForm,
} from '../input/upload-file.ts';
import { approvalsOf, requestNamed } from './approvals-access.ts';
import { printRequested } from './requests.ts';

/** Requests the approval of files, one request each; nothing is sent. Exit 4 while an approval is missing, 0 where the rules need none. */
export async function requestUploads(
  desk: BankDesk,
  form: UploadForm,
  { paths, words }: { readonly paths: readonly string[]; readonly words: string },
  io: CommandIo,
): Promise<ExitCode> {
  const open = await approvalsOf(desk);
  // All of them are checked before the first is requested.
  const files: FileToUpload[] = [];
  for (const path of paths) files.push(valueOf(await fileToUpload(desk, form, path, newContext())));
  let code: ExitCode = 0;
  for (const { intent } of files) {
    const requested = await requestDocument(open, desk.changes, { intent, words }, newContext());
    if (printRequested(open, desk, valueOf(requested), io) === 4) code = 4;
  }
  return code;
}

/** The document of a request. Throws `input.invalid` for another request. */
function documentOf(request: Request): RequestedDocument {
  const document = documentIn(onlyLineOf(request).payload);
  if (document === null) throw new DeskFault('input.invalid', 'That request is of no document.');
  return document;
}

/** Reads the file at a path for a request. Throws `input.invalid` where it would not be sent as it was requested. */
export async function requestedFile(
  desk: BankDesk,
  request: Request,
  path: string,
): Promise<FileToUpload> {
  const { input, file } = documentOf(request);
  const checked = await fileToUpload(desk, input, path, newContext(), file.fileName);
  const read = valueOf(checked);
  if (payloadOf(read.intent).payload === onlyLineOf(request).payload) return read;
  const { sha256 } = read.intent.alongside ?? {};
  throw new DeskFault(
    'input.invalid',
    sha256 === file.sha256
      ? `${path} would not be sent as it was requested. Nothing was signed or sent.`
      : `${path} is not the file that was requested: it has another SHA-256 digest. Nothing was signed or sent.`,
  );
}

/** Sends the file of an approved request, which must have the same bytes. */
export async function sendRequestedFile(
  desk: BankDesk,
  named: string,
  path: string,
): Promise<Uploaded> {
  const request = requestNamed(await approvalsOf(desk), named);
  return sendFile(desk, await requestedFile(desk, request, path), path, newContext());
}
