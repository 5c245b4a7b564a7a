import { todayAt } from '../../../../shared/calendar/calendar.ts';
import { documentTypeOfStage, documentTypeTitle } from '../../../../shared/document-types.ts';
import type { Expiry, UploadItem } from '../../../../shared/ipc/changes/documents.ts';
import type { Requirement, SubClientRow } from '../../../../shared/ipc/changes/sub-clients.ts';
import { dayText } from '../../../ui/text/dates.ts';
import { approvalTone, expiryTitle, wasNotSent, type Tone } from '../documents/document-labels.ts';

export type Cell = {
  readonly documentType: string;
  readonly words: string;
  readonly tone: Tone;
  /** A document of this type is required, and none is in the queue. */
  readonly isRequested: boolean;
  /** If the words are a day: its meaning. */
  readonly hint?: string;
};
export type BoardRow = {
  readonly row: SubClientRow;
  readonly cells: readonly Cell[];
  /** The number of required documents. */
  readonly requested: number;
};

/** Short titles of the usual columns, for little room. */
const shortTitles: Readonly<Record<string, string>> = {
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

export const columnTitle = (type: string): string => shortTitles[type] ?? documentTypeTitle(type);

/** A column for each type in the bank's file, then for each type of an existing document. */
export const columnsOf = (
  types: readonly string[],
  rows: readonly Pick<SubClientRow, 'documentWords'>[],
): readonly string[] => [
  ...new Set([...types, ...rows.flatMap(({ documentWords }) => Object.keys(documentWords)).sort()]),
];

/** A cell per column, from the data of one sub-client. */
export const cellsOf = (
  row: SubClientRow,
  own: Known,
  types: readonly string[],
): readonly Cell[] => {
  const stages = new Set(row.stagesRemaining.map((stage) => documentTypeOfStage(stage, types)));
  return types.map((type) => cellOf(row, type, { ...own, stages }));
};

type WithStages = Known & { readonly stages: ReadonlySet<string | null> };

function cellOf(row: SubClientRow, documentType: string, known: WithStages): Cell {
  const isOf = (other: { readonly documentType: string | null }) =>
    other.documentType === documentType;
  const item = known.items.findLast((other) => isOf(other) && other.state !== 'refused');
  if (item) return { documentType, ...uploadState(item), isRequested: false };
  const refused = known.requirements.some(
    (requirement) => isOf(requirement) && requirement.kind === 'document-refused',
  );
  if (refused) return { documentType, words: 'refused', tone: 'bad', isRequested: true };
  if (known.stages.has(documentType))
    return { documentType, words: 'drop here', tone: 'plain', isRequested: true };
  const expiry = known.expiries.find(isOf);
  if (!expiry)
    return { documentType, ...atBank(row.documentWords[documentType]), isRequested: false };
  if (expiry.days < 0) return { documentType, words: 'expired', tone: 'bad', isRequested: true };
  const isSoon = expiry.days <= 30;
  return {
    documentType,
    words: dayText(expiry.expiryDate),
    hint: expiryTitle(expiry.expiryDate, todayAt(Date.now())),
    tone: isSoon ? 'warn' : 'plain',
    isRequested: isSoon,
  };
}

/** The bank's own status of the document it has. */
function atBank(status: string | undefined): { words: string; tone: Tone } {
  if (status === undefined) return { words: '', tone: 'plain' };
  return { words: status === '' ? 'at the bank' : status, tone: approvalTone(status) };
}

function uploadState(item: UploadItem): { words: string; tone: Tone } {
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
