import { DocumentForm } from '../../shared/bank/onboarding.ts';
import { argumentsOf, dateOption, required } from './input/arguments.ts';
import { withSendingDesk } from './input/bank-access.ts';
import { WrongUse, type Command, type ExitCode } from './input/command.ts';
import { printUpload, uploadFile, type Uploaded, type UploadForm } from './input/upload-file.ts';

/** Uploads KYC documents of a sub-client (section 4.4), one after the other; a bad one does not stop the others. */
export const upload: Command = {
  summary: 'Uploads KYC documents of a sub-client.',
  usage:
    'upload --client ID --sub-client ID --type TYPE [--business-user ID --issue-date D --expiry-date D] FILE...',
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
      },
      { positionals: true },
    );
    if (positionals.length === 0) throw new WrongUse('Name at least one file.');
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
    return withSendingDesk(global, async (desk) => {
      const documents: Uploaded[] = [];
      for (const file of positionals) documents.push(await uploadFile(desk, form, file));
      global.io.print(JSON.stringify({ documents }));
      return documents.reduce<ExitCode>((worst, uploaded) => {
        const code = printUpload(global.io, uploaded);
        return code > worst ? code : worst;
      }, 0);
    });
  },
};
