import type { SubClient } from '../../../../shared/bank/onboarding.ts';
import type { IsoDate } from '../../../../shared/calendar/calendar.ts';
import type {
  Requirement,
  RequirementPlace,
  Shareholding,
} from '../../../../shared/ipc/changes/sub-clients.ts';
import type { RequirementQuestion, FoundRequirement, Unanswered } from './requirement.ts';
import { documentRequirements } from './document-requirements.ts';
import { missingDetails } from './onboarding-labels.ts';
import { meantStages, stageRequirements } from './stage-requirements.ts';
import { isApproved, isDeleted, isDraft, isPending, isRejected } from '../records/status-labels.ts';

/** Next steps for a sub-client, the most urgent first. One that is deleted or gone needs nothing. */
export function requirementsOf(question: RequirementQuestion, today: IsoDate): Requirement[] {
  const { subClient, goneAt } = question;
  if (goneAt !== null || isDeleted(subClient)) return [];
  const documents = documentRequirements(question.documents, today);
  const isCovered = (type: string): boolean =>
    documents.some(({ kind, documentType }) => documentType === type && requestsDocument.has(kind));
  const found = [
    ...question.unanswered.map(unansweredRequirement),
    ...commentRequirements(subClient, documents),
    ...documents,
    ...stageRequirements(question, isCovered),
    ...ownReading(question),
  ];
  const isReady = found.every(({ kind }) => kind === 'comment' || kind === 'document-expiring');
  return [
    ...found,
    ...(isReady && awaitsSubmission(question) ? [submitRequirement(subClient)] : []),
  ]
    .map((requirement) => named(requirement, subClient))
    .toSorted(byUrgency);
}

const requestsDocument: ReadonlySet<Requirement['kind']> = new Set([
  'document-refused',
  'document-expired',
]);

const urgency: readonly Requirement['kind'][] = [
  'unknown',
  'document-expired',
  'comment',
  'document-refused',
  'document-expiring',
  'details',
  'shareholders',
  'stage',
  'submit',
];
const places: readonly RequirementPlace[] = ['details', 'shareholders', 'documents', 'submit'];

/** Sorts what is late first, then what the bank sent back, then what is still to be provided. */
export function byUrgency(a: Requirement, b: Requirement): number {
  return (
    rankOf(a) - rankOf(b) ||
    compareText(a.dueBy ?? '9999', b.dueBy ?? '9999') ||
    places.indexOf(a.place) - places.indexOf(b.place) ||
    compareText(a.subClientName, b.subClientName) ||
    compareText(a.requirementId, b.requirementId)
  );
}

/** What is to be provided has the order of the pages, whether the bank lists it or we found it missing. */
const rankOf = ({ kind }: Requirement): number =>
  urgency.indexOf(kind === 'details' || kind === 'shareholders' ? 'stage' : kind);

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const named = (
  { key, ...requirement }: FoundRequirement,
  { entityId, name, businessName }: SubClient,
): Requirement => ({
  ...requirement,
  requirementId: `${entityId}:${requirement.kind}:${key}`,
  subClientId: entityId,
  subClientName: name || businessName || entityId,
});

const unansweredPlaces: Readonly<Record<string, RequirementPlace>> = {
  updateSubclient: 'details',
  createSubclientShareholder: 'shareholders',
  updateSubclientShareholder: 'shareholders',
  uploadSubclientDocuments: 'documents',
};

const unansweredRequirement = ({
  submissionId,
  operation,
  title,
  sentAt,
}: Unanswered): FoundRequirement => ({
  key: submissionId,
  kind: 'unknown',
  title: 'Wait until it is known what came of the last change',
  detail: `${title} was sent ${sentAt.slice(0, 16).replace('T', ' ')} UTC and not answered. The desk asks the bank; do not send it again.`,
  dueBy: null,
  place: unansweredPlaces[operation] ?? 'submit',
  documentType: null,
});

function commentRequirements(
  subClient: SubClient,
  documents: readonly FoundRequirement[],
): FoundRequirement[] {
  const isAboutDocuments = documents.some(({ kind }) => requestsDocument.has(kind));
  if (!isRejected(subClient)) return [];
  const words = subClient.approvalComments.trim();
  return [
    {
      key: subClient.approvalDate,
      kind: 'comment',
      title:
        words === ''
          ? 'Ask the bank why it sent this back'
          : 'Put right what the bank asks for, then submit again',
      detail: words,
      dueBy: null,
      place: isAboutDocuments ? 'documents' : 'submit',
      documentType: null,
    },
  ];
}

/** Returns what is missing by the record itself, where the bank does not list it and still waits for it. */
function ownReading(question: RequirementQuestion): FoundRequirement[] {
  const { subClient, shareholding } = question;
  if (isApproved(subClient) || (isPending(subClient) && !isDraft(subClient))) return [];
  const listed = new Set(meantStages(question).map(({ code }) => code));
  const missing = missingDetails(subClient);
  const details: FoundRequirement = {
    key: '',
    kind: 'details',
    title: 'Fill in the business details',
    detail: `Missing: ${missing.join(', ')}.`,
    dueBy: null,
    place: 'details',
    documentType: null,
  };
  const owners: FoundRequirement | null = shareholding && sharesRequirement(shareholding);
  return [
    ...(missing.length > 0 && !listed.has('BUSINESS_DETAILS') ? [details] : []),
    ...(owners && !listed.has('SHAREHOLDERS') ? [owners] : []),
  ];
}

function sharesRequirement({
  total,
  remaining,
}: Pick<Shareholding, 'total' | 'remaining'>): FoundRequirement | null {
  if (!/[1-9]/.test(remaining)) return null;
  const isTooMuch = remaining.startsWith('-');
  return {
    key: '',
    kind: 'shareholders',
    title: isTooMuch
      ? 'Correct the owners’ shares'
      : 'Add the owners until their shares make 100 %',
    detail: isTooMuch
      ? `They come to ${total} %, ${remaining.slice(1)} % too much.`
      : `They hold ${total} %; ${remaining} % is missing.`,
    dueBy: null,
    place: 'shareholders',
    documentType: null,
  };
}

/** Whether it waits to be submitted. A bank may leave a submitted one in `draft` and only report it as pending. */
function awaitsSubmission({ subClient, submittedAt }: RequirementQuestion): boolean {
  if (isRejected(subClient)) return true;
  return isDraft(subClient) && !isApproved(subClient) && !(isPending(subClient) && submittedAt);
}

const submitRequirement = (subClient: SubClient): FoundRequirement => ({
  key: '',
  kind: 'submit',
  title: isRejected(subClient) ? 'Submit again for review' : 'Submit for review',
  detail: 'Nothing else is missing.',
  dueBy: null,
  place: 'submit',
  documentType: null,
});
