import { createHash, randomUUID } from 'node:crypto';
import { basename } from 'node:path';

import type { SubClientDocument } from '../../shared/bank/onboarding.ts';
import { DocumentForm } from '../../shared/bank/onboarding.ts';
import { appError, type AppError } from '../../shared/errors.ts';
import type { BankDesk } from '../profile/bank-desk.ts';
import { checkFile } from '../sync/uploads/file-check.ts';
import { aboutRecord } from '../sync/submissions/submission-views.ts';
import { submit } from '../sync/submissions/submissions.ts';
import { argumentsOf, dateOption, required } from './arguments.ts';
import { newContext, withDesk } from './bank-access.ts';
import { tellFailure, WrongUse, type Command, type ExitCode } from './command.ts';
import { readRegularFile } from './regular-file.ts';

type Form = {
  readonly path: { readonly clientId: string; readonly id: string };
  readonly body: DocumentForm;
};

type Uploaded = {
  readonly file: string;
  readonly outcome: 'accepted' | 'refused' | 'unknown';
  readonly document?: SubClientDocument;
  readonly error?: AppError;
};

/** Uploads KYC documents of a sub-client (section 4.4), one after the other; a bad one does not stop the others. */
export const upload: Command = {
  usage:
    'upload --client ID --sub-client ID --type TYPE [--business-user ID --issue-date D --expiry-date D] FILE...',
  run: (args, global) => {
    const { values, positionals } = argumentsOf(args, {
      client: { type: 'string' },
      'sub-client': { type: 'string' },
      type: { type: 'string' },
      'business-user': { type: 'string' },
      'issue-date': { type: 'string' },
      'expiry-date': { type: 'string' },
    });
    if (positionals.length === 0) throw new WrongUse('No file was named.');
    const form: Form = {
      path: {
        clientId: required(values.client, 'client'),
        id: required(values['sub-client'], 'sub-client'),
      },
      body: DocumentForm.parse({
        documentType: required(values.type, 'type'),
        businessUserId: values['business-user'],
        issueDate: dateOption(values['issue-date'], 'issue-date'),
        expiryDate: dateOption(values['expiry-date'], 'expiry-date'),
      }),
    };
    return withDesk(global, async (desk) => {
      const documents: Uploaded[] = [];
      for (const file of positionals) documents.push(await uploadOne(desk, form, file));
      global.io.print(JSON.stringify({ documents }));
      return documents.reduce<ExitCode>((worst, { error }) => {
        const code = error ? tellFailure(global.io, error) : 0;
        return code > worst ? code : worst;
      }, 0);
    });
  },
};

async function uploadOne(
  { bank, changes, uploads }: BankDesk,
  form: Form,
  path: string,
): Promise<Uploaded> {
  const context = newContext();
  const name = basename(path);
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
      payload: { ...form, fileName: name, sha256 },
      about: aboutRecord(`Upload ${name}`, null, form.path.id),
    },
    context,
    (sendContext) =>
      bank.upload(form, { name, mimeType: verdict.mimeType, bytes: read.value }, sendContext),
  );
  if (!submitted.ok) return { file: path, outcome: 'unknown', error: submitted.error };
  const { submission, answer } = submitted.value;
  if (answer) return { file: path, outcome: 'accepted', document: answer as SubClientDocument };
  return {
    file: path,
    outcome: submission.state === 'unknown' ? 'unknown' : 'refused',
    ...(submission.error ? { error: submission.error } : {}),
  };
}
