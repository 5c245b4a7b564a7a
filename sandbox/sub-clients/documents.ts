import { createHash } from 'node:crypto';

import {
  type DocumentForm,
  type SubClient,
  type SubClientDocument,
} from '../../shared/bank/onboarding.ts';
import { documentTypes } from '../../shared/document-types.ts';
import type { FilePart } from '../../shared/bank/operation.ts';
import { addDays, type IsoDate } from '../../shared/calendar/calendar.ts';
import { limits } from '../../shared/limits.ts';
import { uuidOf } from '../seed/random.ts';
import { userId } from '../server/client.ts';
import { timestampOf } from '../server/clock.ts';
import { invalid } from '../server/refusal.ts';
import { saveSubClient } from './stages.ts';
import type { SubClientsBank } from './state.ts';

/** The media types that the bank takes, with the bytes that such a file begins with. */
const signatures: Readonly<Record<string, readonly number[]>> = {
  'application/pdf': [0x25, 0x50, 0x44, 0x46, 0x2d],
  'image/jpeg': [0xff, 0xd8, 0xff],
  'image/png': [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
};

type Upload = { subClient: SubClient; form: DocumentForm; file: FilePart | undefined };

/** Takes a document, which completes the stage of its type. Throws Refusal 400 with the reason. */
export function receiveDocument(
  bank: SubClientsBank,
  { subClient, form, file }: Upload,
): SubClientDocument {
  const part = checkedFile(file);
  checkForm(form);
  const document: SubClientDocument = {
    ...newDocument({
      id: uuidOf(`upload ${bank.parameters.seed} ${bank.receivedFiles.length}`),
      entityId: subClient.entityId,
      documentType: form.documentType,
      fileName: part.name,
      mimeType: part.mimeType,
      createdAt: timestampOf(bank.clock),
      createdBy: form.businessUserId ?? userId,
    }),
    issueDate: form.issueDate ?? null,
    expiryDate: form.expiryDate ?? null,
  };
  bank.documents.push(document);
  bank.receivedFiles.push({
    documentId: document.id,
    fileName: part.name,
    mimeType: part.mimeType,
    sizeBytes: part.bytes.length,
    sha256: createHash('sha256').update(part.bytes).digest('hex'),
  });
  saveSubClient(bank, subClient);
  return document;
}

function checkedFile(file: FilePart | undefined): FilePart {
  if (!file) throw invalid({ field: 'file', message: 'is required' });
  const { bytes, mimeType } = file;
  if (bytes.length === 0) throw invalid({ field: 'file', message: 'is empty' });
  if (bytes.length > limits.uploadBytesDefault)
    throw invalid({ field: 'file', message: 'is larger than 10 MiB' });
  const signature = signatures[mimeType];
  if (!signature)
    throw invalid({
      field: 'file',
      message: `of type ${mimeType} is not taken; send PDF, JPEG or PNG`,
    });
  if (signature.some((byte, index) => bytes[index] !== byte))
    throw invalid({ field: 'file', message: `is not what ${mimeType} says` });
  return file;
}

function checkForm({ documentType, issueDate, expiryDate }: DocumentForm): void {
  const known: readonly string[] = documentTypes;
  if (!known.includes(documentType))
    throw invalid({ field: 'documentType', message: `must be one of ${documentTypes.join(', ')}` });
  if (issueDate !== undefined && expiryDate !== undefined && expiryDate < issueDate)
    throw invalid({ field: 'expiryDate', message: 'must not be before issueDate' });
}

type NewDocument = Pick<
  SubClientDocument,
  'id' | 'entityId' | 'documentType' | 'createdAt' | 'createdBy' | 'mimeType'
> & { fileName: string };

/** A document that is not reviewed yet. The address of its file leads nowhere. */
export const newDocument = ({ fileName, ...known }: NewDocument): SubClientDocument => ({
  ...known,
  updatedAt: known.createdAt,
  updatedBy: null,
  isDeleted: false,
  uploadedFiles: [`https://files.sandbox.example/${known.id}/${encodeURIComponent(fileName)}`],
  description: '',
  issueDate: null,
  expiryDate: null,
  documentNumber: null,
  documentOwner: 'company',
  approvalStatus: null,
  parentType: 'subclient',
  isExpired: false,
  expiryNotificationSent: false,
  lastNotificationSentAt: null,
  expiryStatus: null,
  comment: null,
});

const noticeDays = 30;

/** Expiry follows the clock, so it is worked out when asked for. */
export function withExpiry(document: SubClientDocument, today: IsoDate): SubClientDocument {
  const { expiryDate } = document;
  if (expiryDate === null) return document;
  const isExpired = expiryDate < today;
  const isNear = expiryDate <= addDays(today, noticeDays);
  return {
    ...document,
    isExpired,
    expiryStatus: isExpired ? 'expired' : isNear ? 'expiring' : 'valid',
  };
}
