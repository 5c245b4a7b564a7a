import type { SubClientDocument } from '../../../../shared/bank/onboarding.ts';
import { daysAwayText, type IsoDate } from '../../../../shared/calendar/calendar.ts';
import { fullDay } from '../../../../shared/calendar/day-labels.ts';
import type { FoundRequirement } from './requirement.ts';
import { expiryOf, currentDocuments } from './document-expiry.ts';
import { copyWords } from './onboarding-labels.ts';
import { isRefusedDocument } from '../records/status-labels.ts';

/** A document is to be renewed this many days before it ends. */
export const noticeDays = 30;

/** Returns the requirements of documents: refused ones, expired ones, and those that expire within a month. */
export const documentRequirements = (
  documents: readonly SubClientDocument[],
  today: IsoDate,
): FoundRequirement[] =>
  currentDocuments(documents).flatMap((document) => requirementOf(document, today));

function requirementOf(document: SubClientDocument, today: IsoDate): FoundRequirement[] {
  const expiry = expiryOf(document, today);
  const shared = {
    key: document.id,
    dueBy: expiry && expiry.days <= noticeDays ? expiry.expiryDate : null,
    place: 'documents',
    documentType: document.documentType,
  } as const;
  const words = copyWords(document.documentType);
  if (isRefusedDocument(document))
    return [
      {
        ...shared,
        kind: 'document-refused',
        title: `Upload another ${words}`,
        detail: wordsOf(document) ?? 'The bank refused it and said no more.',
      },
    ];
  if (document.isExpired || (expiry && expiry.days < 0))
    return [
      {
        ...shared,
        kind: 'document-expired',
        title: `Upload a valid ${words}`,
        detail: expiry
          ? `The one at the bank expired ${daysAwayText(expiry.days)}, on ${fullDay(expiry.expiryDate)}.`
          : 'The bank says that the one it has is expired.',
      },
    ];
  return expiry && expiry.days <= noticeDays
    ? [
        {
          ...shared,
          kind: 'document-expiring',
          title: `Renew the ${words}`,
          detail: `The one at the bank expires ${daysAwayText(expiry.days)}, on ${fullDay(expiry.expiryDate)}.`,
        },
      ]
    : [];
}

/** The bank's comment, if it says anything. */
const wordsOf = ({ comment }: SubClientDocument): string | null =>
  comment === null || comment.trim() === '' ? null : comment.trim();
