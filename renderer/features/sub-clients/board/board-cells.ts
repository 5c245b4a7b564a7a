import { documentTypeOfStage, documentTypes } from '../../../../shared/bank/onboarding.ts';
import type { Expiry, UploadItem } from '../../../../shared/ipc/documents.ts';
import type { Requirement, SubClientRow } from '../../../../shared/ipc/sub-clients.ts';
import { approvalTone, wasNotSent, type Tone } from '../documents/document-words.ts';

export type Cell = {
  readonly documentType: string;
  readonly words: string;
  readonly tone: Tone;
  /** A document of this type is asked for, and none is on its way. */
  readonly isAsked: boolean;
};
export type BoardRow = {
  readonly row: SubClientRow;
  readonly cells: readonly Cell[];
  /** How many documents are asked for. */
  readonly asked: number;
};

/** What the columns are called, where there is little room. */
export const columnTitles: Readonly<Record<(typeof documentTypes)[number], string>> = {
  REGISTRATION_CERTIFICATE: 'Registration',
  ARTICLES_OF_ASSOCIATION: 'Articles',
  PROOF_OF_ADDRESS: 'Address',
  DIRECTOR_IDENTIFICATION: 'Directors’ IDs',
  TAX_CERTIFICATE: 'Tax',
  BANK_LETTER: 'Bank letter',
};

type Known = {
  readonly items: readonly UploadItem[];
  readonly requirements: readonly Requirement[];
  readonly expiries: readonly Expiry[];
};

/** A cell per document type, of what is known of one sub-client. */
export const cellsOf = (row: SubClientRow, own: Known): readonly Cell[] =>
  documentTypes.map((type) => cellOf(row, type, own));

function cellOf(row: SubClientRow, documentType: string, known: Known): Cell {
  const isOf = (other: { readonly documentType: string | null }) =>
    other.documentType === documentType;
  const item = known.items.findLast((other) => isOf(other) && other.state !== 'refused');
  if (item) return { documentType, ...onItsWay(item), isAsked: false };
  const refused = known.requirements.some(
    (requirement) => isOf(requirement) && requirement.kind === 'document-refused',
  );
  if (refused) return { documentType, words: 'refused', tone: 'bad', isAsked: true };
  const isStage = row.stagesRemaining.some((stage) => documentTypeOfStage(stage) === documentType);
  if (isStage) return { documentType, words: 'drop here', tone: 'plain', isAsked: true };
  const expiry = known.expiries.find(isOf);
  if (!expiry) return { documentType, ...atBank(row.documentWords[documentType]), isAsked: false };
  if (expiry.days < 0) return { documentType, words: 'expired', tone: 'bad', isAsked: true };
  const isSoon = expiry.days <= 30;
  return {
    documentType,
    words: expiry.days === 1 ? '1 day' : `${String(expiry.days)} days`,
    tone: isSoon ? 'warn' : 'plain',
    isAsked: isSoon,
  };
}

/** What the bank says of the one it has, in its own word. */
function atBank(word: string | undefined): { words: string; tone: Tone } {
  if (word === undefined) return { words: '', tone: 'plain' };
  return { words: word === '' ? 'at the bank' : word, tone: approvalTone(word) };
}

function onItsWay(item: UploadItem): { words: string; tone: Tone } {
  const { state, sentBytes, sizeBytes } = item;
  if (wasNotSent(item)) return { words: 'not sent yet', tone: 'warn' };
  switch (state) {
    case 'sending':
      return {
        words: `${String(Math.round((100 * sentBytes) / Math.max(1, sizeBytes)))} %`,
        tone: 'plain',
      };
    case 'sent':
      return { words: 'sent', tone: 'good' };
    case 'unknown':
      return { words: 'no answer', tone: 'warn' };
    case 'ready':
    case 'refused':
      return { words: 'in the queue', tone: 'plain' };
  }
}
