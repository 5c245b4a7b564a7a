import { addDays, todayAt } from '../../../../shared/calendar/calendar.ts';
import type { Expiry } from '../../../../shared/ipc/changes/documents.ts';
import type { Requirement } from '../../../../shared/ipc/changes/sub-clients.ts';
import type { Clock } from '../../../engines/machine/context.ts';
import type { CacheReader, Journal } from '../../../engines/store/database.ts';
import { listSubClientStates } from '../records/status-events.ts';
import type { CachedSubClient } from '../records/tables.ts';
import {
  listSubmissions,
  openSubmissions,
  type Submission,
} from '../../../engines/submissions/journal/submission-table.ts';
import { titleOf } from '../../../engines/submissions/submission-views.ts';
import type { RequirementQuestion } from './requirement.ts';
import { byUrgency, requirementsOf } from './requirements.ts';
import { noticeDays } from './document-requirements.ts';
import { expiryOf, currentDocuments } from './document-expiry.ts';
import { isDeleted } from '../records/status-labels.ts';

type Parts = { readonly reader: CacheReader; readonly journal: Journal; readonly clock: Clock };
/** The types of documents that the bank takes, by its file. */
type Types = Pick<RequirementQuestion, 'types'>;

/** Next steps over all sub-clients, the most urgent first. Reads the local copy only. */
export function listRequirements({ reader, journal, clock, types }: Parts & Types): Requirement[] {
  const ask = askJournal(journal);
  const today = todayAt(clock.now());
  return listSubClientStates(reader, addDays(today, noticeDays))
    .flatMap((state) =>
      requirementsOf({ ...state, ...ask(state.subClient.entityId), goneAt: null, types }, today),
    )
    .toSorted(byUrgency);
}

/** Next steps for one. */
export function requirementsFor(
  { journal, clock, types }: Omit<Parts, 'reader'> & Types,
  { subClient, documents, shareholding, goneAt }: CachedSubClient,
): Requirement[] {
  const facts = askJournal(journal)(subClient.entityId);
  const today = todayAt(clock.now());
  return requirementsOf({ subClient, documents, shareholding, goneAt, types, ...facts }, today);
}

/** Lists documents that have expired or do so within that many days, the oldest first. */
export function listExpiries({ reader, clock }: Parts, withinDays = 90): Expiry[] {
  const today = todayAt(clock.now());
  return listSubClientStates(reader, addDays(today, withinDays))
    .filter(({ subClient }) => !isDeleted(subClient))
    .flatMap(({ subClient, documents }) =>
      currentDocuments(documents).flatMap((document) => {
        const expiry = expiryOf(document, today);
        return expiry === null || expiry.days > withinDays
          ? []
          : [
              {
                subClientId: subClient.entityId,
                subClientName: subClient.name || subClient.businessName,
                documentId: document.id,
                documentType: document.documentType,
                ...expiry,
              },
            ];
      }),
    )
    .toSorted((a, b) => a.days - b.days || (a.subClientName < b.subClientName ? -1 : 1));
}

type JournalFacts = Pick<RequirementQuestion, 'unanswered' | 'submittedAt'>;

/** Returns what only the journal knows of a sub-client. */
function askJournal(journal: Journal): (subClientId: string) => JournalFacts {
  const unanswered = openSubmissions(journal).filter(({ state }) => state === 'unknown');
  const submitted = listSubmissions(journal, {
    states: ['accepted'],
    operation: 'submitSubclient',
  });
  return (subClientId) => ({
    unanswered: unanswered
      .filter((submission) => isAbout(submission, subClientId))
      .map(({ submissionId, operation, about, createdAt }) => ({
        submissionId,
        operation,
        title: about?.title ?? titleOf(operation),
        sentAt: createdAt,
      })),
    submittedAt: submitted.find(({ subject }) => subject === subClientId)?.createdAt ?? null,
  });
}

/** Uploads have their file as subject; the sub-client is their counterparty. */
const isAbout = ({ subject, about }: Submission, subClientId: string): boolean =>
  subject === subClientId || about?.counterpartyId === subClientId;
