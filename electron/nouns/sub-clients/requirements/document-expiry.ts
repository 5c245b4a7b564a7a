import type { SubClientDocument } from '../../../../shared/bank/onboarding.ts';
import { dayNumber, isIsoDate, type IsoDate } from '../../../../shared/calendar/calendar.ts';
import { isRefusedDocument } from '../records/status-labels.ts';

/** Returns the documents that count: not deleted, and not replaced by another of the same type and owner. */
export const currentDocuments = (documents: readonly SubClientDocument[]): SubClientDocument[] =>
  documents
    .filter(({ isDeleted }) => !isDeleted)
    .filter((document, _place, all) => !all.some((other) => replaces(other, document)));

/** Returns the expiry day of a document, and the days until then; null where it has no such day. */
export function expiryOf(
  { expiryDate }: SubClientDocument,
  today: IsoDate,
): { readonly expiryDate: IsoDate; readonly days: number } | null {
  const day = expiryDate?.slice(0, 10) ?? '';
  return isIsoDate(day) ? { expiryDate: day, days: dayNumber(day) - dayNumber(today) } : null;
}

/** Whether `other` replaces a document: it runs longer, or is later and not refused; of two refused ones the later counts. */
function replaces(other: SubClientDocument, document: SubClientDocument): boolean {
  if (other.id === document.id || other.documentType !== document.documentType) return false;
  if (other.documentOwner !== document.documentOwner) return false;
  const isLater = other.createdAt > document.createdAt;
  if (isRefusedDocument(other)) return isRefusedDocument(document) && isLater;
  if (isLater) return !endsBefore(other, document) || isRefusedDocument(document);
  return !isRefusedDocument(document) && endsBefore(document, other);
}

/** Whether `a` ends before `b`; false where one of them has no end. */
const endsBefore = (a: SubClientDocument, b: SubClientDocument): boolean =>
  a.expiryDate !== null && b.expiryDate !== null && a.expiryDate < b.expiryDate;
