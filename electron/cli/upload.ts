import { DocumentForm } from '../../shared/bank/onboarding.ts';
import { argumentsOf, dateOption, required } from './input/arguments.ts';
import { requestOptions } from './approvals/request-options.ts';
import { requestUploads, sendRequestedFile } from './approvals/upload-requested.ts';
import { withDesk, withSendingDesk } from './input/bank-access.ts';
import {
  WrongUse,
  type Command,
  type CommandIo,
  type ExitCode,
  type Global,
} from './input/command.ts';
import { printUpload, uploadFile, type Uploaded, type UploadForm } from './input/upload-file.ts';

/** Uploads KYC documents of a sub-client (section 4.4), one after the other; a failure does not stop the others. */
export const upload: Command = {
  summary: 'Uploads KYC documents of a sub-client.',
  usage:
    'upload --client ID --sub-client ID --type TYPE [--business-user ID --issue-date D --expiry-date D] FILE...; or upload … --request [--words TEXT], which asks the team’s approval; or upload --of REQUEST FILE',
  mayChange: true,
  run: (args, global) => {
    const { values, positionals } = argumentsOf(
      args,
      {
        client: { type: 'string' },
        'sub-client': { type: 'string' },
        type: { type: 'string' },
        'business-user': { type: 'string' },
        'issue-date': { type: 'string' },
        'expiry-date': { type: 'string' },
        ...requestOptions,
      },
      { positionals: true },
    );
    if (positionals.length === 0) throw new WrongUse('Name at least one file.');
    const { of, request = false, words } = values;
    if (words !== undefined && !request) throw new WrongUse('--words belongs to --request.');
    if (of !== undefined) return uploadRequested(global, of, values, positionals);
    const form: UploadForm = {
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
    if (request)
      return withDesk(global, (desk) =>
        requestUploads(desk, form, { paths: positionals, words: words ?? '' }, global.io),
      );
    return withSendingDesk(global, async (desk) => {
      const documents: Uploaded[] = [];
      for (const file of positionals) documents.push(await uploadFile(desk, form, file));
      return printUploads(global.io, documents);
    });
  },
};

/** Sends the file of a request, which contains everything but the bytes. */
function uploadRequested(
  global: Global,
  of: string,
  { of: _, ...others }: Readonly<Record<string, unknown>>,
  [path = '', ...more]: readonly string[],
): Promise<ExitCode> {
  const stray = Object.keys(others).find((name) => others[name] !== undefined);
  if (stray !== undefined) throw new WrongUse(`--${stray} and --of do not go together.`);
  if (more.length > 0) throw new WrongUse('A request is of one file: name it alone.');
  return withSendingDesk(global, async (desk) =>
    printUploads(global.io, [await sendRequestedFile(desk, of, path)]),
  );
}

function printUploads(io: CommandIo, documents: readonly Uploaded[]): ExitCode {
  io.print(JSON.stringify({ documents }));
  return documents.reduce<ExitCode>((worst, uploaded) => {
    const code = printUpload(io, uploaded);
    return code > worst ? code : worst;
  }, 0);
}
