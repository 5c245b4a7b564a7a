import { createHash, randomUUID } from 'node:crypto';

import type { OperationInput } from '../../../../shared/bank/catalogue.ts';
import type { Intent } from '../../../engines/submissions/intent/intent.ts';
import { aboutRecord } from '../../../engines/submissions/submission-views.ts';

export type UploadIntent = Intent<'uploadSubclientDocuments'>;
type UploadForm = OperationInput<'uploadSubclientDocuments'>;

/** The file data stored with an upload: the bytes are not journalled. */
export type FileFacts = {
  readonly fileName: string;
  readonly mimeType: string;
  readonly sizeBytes: number;
  /** Of the bytes, hex. */
  readonly sha256: string;
};

export const factsOfFile = (fileName: string, mimeType: string, bytes: Uint8Array): FileFacts => ({
  ...{ fileName, mimeType, sizeBytes: bytes.length },
  sha256: createHash('sha256').update(bytes).digest('hex'),
});

/** Returns the upload of one file. While an upload of `subject` is open, another is refused. */
export const documentIntent = (
  { path, body }: UploadForm,
  { fileName, mimeType, sizeBytes, sha256 }: FileFacts,
  { subject, reference = randomUUID() }: { readonly subject: string; readonly reference?: string },
): UploadIntent => ({
  ...{ reference, operation: 'uploadSubclientDocuments', subject },
  // In a fixed order, so that the same document has the same payload on each desk.
  payload: {
    path: { clientId: path.clientId, id: path.id },
    body: {
      documentType: body.documentType,
      ...(body.businessUserId === undefined ? {} : { businessUserId: body.businessUserId }),
      ...(body.issueDate === undefined ? {} : { issueDate: body.issueDate }),
      ...(body.expiryDate === undefined ? {} : { expiryDate: body.expiryDate }),
    },
  },
  alongside: { fileName, mimeType, sizeBytes: String(sizeBytes), sha256 },
  about: aboutRecord(`Upload ${fileName}`, null, path.id),
});
