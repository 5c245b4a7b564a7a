import {
  dayCountText,
  dayNumber,
  daysAwayText,
  isIsoDate,
  type IsoDate,
} from '../../../../shared/calendar/calendar.ts';
import { fullDay } from '../../../../shared/calendar/day-labels.ts';
import type { UploadItem } from '../../../../shared/ipc/changes/documents.ts';
import {
  documentTypeTitle,
  lackingDays,
  type DocumentTypeRule,
} from '../../../../shared/document-types.ts';
import { mediaTypeLabel } from '../../../../shared/media-types.ts';

export type Tone = 'good' | 'warn' | 'bad' | 'plain';

/** A document type in words; an unknown type is shown unchanged. */
export const documentTypeLabel = documentTypeTitle;

const soonDays = 30;

/** When something expires, in words, with the tone of its urgency; null when the text is not a day. */
export function expiryWords(
  expiry: string | null,
  today: IsoDate,
): { readonly words: string; readonly tone: Tone } | null {
  if (expiry === null || !isIsoDate(expiry)) return null;
  const days = dayNumber(expiry) - dayNumber(today);
  if (days <= 0) return { words: daysAwayText(days), tone: 'bad' };
  return { words: dayCountText(days), tone: days <= soonDays ? 'warn' : 'plain' };
}

/** `expired 20 days ago, on 31 Oct 2026`. */
export function expiryTitle(expiry: IsoDate, today: IsoDate): string {
  const days = dayNumber(expiry) - dayNumber(today);
  return `${days < 0 ? 'expired' : 'expires'} ${daysAwayText(days)}, on ${fullDay(expiry)}`;
}

const kilo = 1_024;

/** A size for display: 640 kB, 2.1 MB. Only an empty file is below 1 kB. */
export function sizeWords(sizeBytes: number, locale = 'en-GB'): string {
  const isMega = sizeBytes >= kilo * kilo;
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: isMega ? 'megabyte' : 'kilobyte',
    maximumFractionDigits: isMega ? 1 : 0,
  }).format(isMega ? sizeBytes / kilo / kilo : Math.max(Math.min(1, sizeBytes), sizeBytes / kilo));
}

type Doubled = Pick<UploadItem, 'fileName' | 'subClientId' | 'duplicateOf' | 'sameAs'>;

/** The same bytes were sent, or wait before it: it needs a confirmation of its own. */
export const isDuplicate = ({ duplicateOf, sameAs }: Doubled): boolean =>
  duplicateOf !== null || sameAs !== null;

/** What is known about the same bytes and what to do, in a sentence or two; `owner`: the name of the other file's owner. */
export function duplicateWords(item: Doubled, owner: string): string {
  const { duplicateOf, sameAs } = item;
  const name = duplicateOf ?? sameAs?.fileName ?? '';
  const as = name === item.fileName ? '' : ` as “${name}”`;
  const isOwn = sameAs === null || sameAs.subClientId === item.subClientId;
  if (duplicateOf !== null || (isOwn && sameAs?.isSent))
    return `The same file was already sent for this sub-client${as}. Send it only if the bank asked for it again.`;
  if (isOwn) return `The same file waits in the queue already${as}. Remove one of the two.`;
  const whose = owner === '' ? 'another sub-client' : owner;
  return sameAs.isSent
    ? `The same file was sent for ${whose}${as}. Send it only if it belongs to both.`
    : `The same file waits in the queue for ${whose}${as}. Send it only if it belongs to both.`;
}

/** Impossible days: the expiry would be before the issue. */
export const expiresTooEarly = ({
  issueDate,
  expiryDate,
}: Pick<UploadItem, 'issueDate' | 'expiryDate'>): boolean =>
  issueDate !== null && expiryDate !== null && expiryDate < issueDate;

/** True when no field of a file is missing, at a bank that accepts these types. */
export const isDescribed = (
  item: Pick<
    UploadItem,
    'subClientId' | 'documentType' | 'issueDate' | 'expiryDate' | 'unsureDays'
  >,
  types: readonly DocumentTypeRule[],
): boolean =>
  item.subClientId !== '' &&
  item.documentType !== '' &&
  item.unsureDays.length === 0 &&
  lackingDays(item, types).length === 0 &&
  !expiresTooEarly(item);

/** A person has sent it, and no byte left this machine: it waits unchanged. */
export const wasNotSent = ({ state, problem }: Pick<UploadItem, 'state' | 'problem'>): boolean =>
  state === 'ready' && problem !== null;

/** `1 file needs`, `3 files need`. */
export const countedFiles = (count: number, one: string, many: string): string =>
  count === 1 ? `1 file ${one}` : `${String(count)} files ${many}`;

/** That files were to be sent and never left; null where none was. */
export function notSentWords(count: number, goByThemselves: boolean): string | null {
  if (count === 0) return null;
  const words = `${countedFiles(count, 'was', 'were')} not sent`;
  if (!goByThemselves) return `${words} yet.`;
  return `${words} yet: ${count === 1 ? 'it goes' : 'they go'} once the bank can be reached.`;
}

/** The file types that the bank accepts, for the drop zone: "PDF, JPEG, PNG". */
export const mimeTypeWords = (mimeTypes: readonly string[]): string =>
  mimeTypes.map(mediaTypeLabel).join(', ');

/** The number of remaining stages, in words. */
export const stagesWords = (remaining: number): string =>
  remaining === 0 ? 'none left' : `${remaining} left`;

/** Not submitted yet; afterwards submitting is possible, but no longer the next step. */
export const isDraft = ({ status }: { readonly status: string }): boolean =>
  status.toLowerCase() === 'draft';

/** Deleted sub-clients are only read. */
export const isDeleted = ({ status }: { readonly status: string }): boolean =>
  status.toLowerCase() === 'deleted';

/** A bank's status of a document is shown as sent; only well-known ones have a colour. */
export const approvalTone = (approvalStatus: string): Tone =>
  approvalTones[approvalStatus.toLowerCase()] ?? 'plain';

const approvalTones: Readonly<Record<string, Tone>> = {
  approved: 'good',
  rejected: 'bad',
  refused: 'bad',
};
