import {
  addDays,
  dayNumber,
  daysAwayText,
  todayAt,
  type IsoDate,
} from '../../../../shared/calendar/calendar.ts';
import { fullDay } from '../../../../shared/calendar/day-labels.ts';
import { documentTypeTitle } from '../../../../shared/document-types.ts';
import {
  documentsExpiringBy,
  type ExpiringDocument,
} from '../../sub-clients/records/expiring-documents.ts';
import { exceptionId, type Finding, type Source } from './exception.ts';

const noticeDays = 30;

/** Documents of sub-clients that expire within a month, or have expired. */
export const expiringDocuments: Source = ({ reader, clock }) => {
  const today = todayAt(clock.now());
  return documentsExpiringBy(reader, addDays(today, noticeDays)).map((expiring) =>
    findingOf(expiring, today),
  );
};

function findingOf(
  { subClientId, subClientName, document, expiryDate }: ExpiringDocument,
  today: IsoDate,
): Finding {
  const days = dayNumber(expiryDate) - dayNumber(today);
  return {
    exceptionId: exceptionId(
      'expiring-document',
      `${subClientId}/${document.id}`,
      days < 0 ? 'expired' : 'expiring',
    ),
    kind: days < 0 ? 'expired-document' : 'expiring-document',
    title: `${documentTypeTitle(document.documentType) || 'Document'} of ${subClientName}`,
    detail:
      days < 0
        ? `It expired on ${fullDay(expiryDate)}.`
        : `It expires ${daysAwayText(days)}, on ${fullDay(expiryDate)}.`,
    status: null,
    amount: null,
    since: days < 0 ? expiryDate : addDays(expiryDate, -noticeDays),
    next: 'Open the sub-client',
    place: { view: 'sub-clients', entityId: subClientId },
    submissionId: null,
  };
}
