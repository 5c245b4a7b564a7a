import type {
  Requirement,
  RequirementPlace,
  SubClientDetail,
} from '../../../../shared/ipc/changes/sub-clients.ts';
import { isDeleted, isDraft } from '../documents/document-labels.ts';
import { fieldsOf, heldText } from './journey-fields.ts';

export const steps = ['business', 'address', 'shareholders', 'documents', 'submit'] as const;
export type StepId = (typeof steps)[number];

export const stepTitles: Readonly<Record<StepId, string>> = {
  business: 'Business',
  address: 'Address and contact',
  shareholders: 'Shareholders',
  documents: 'Documents',
  submit: 'Review and submit',
};

/** Not submitted yet, or returned: the journey goes on. */
export const isUnderway = ({ subClient, goneAt }: SubClientDetail): boolean =>
  goneAt === null &&
  !isDeleted(subClient) &&
  (isDraft(subClient) || subClient.approvalStatus.toLowerCase() === 'rejected');

/** The step of a place. */
export function stepAt(place: RequirementPlace, { subClient }: SubClientDetail): StepId {
  if (place !== 'details') return place;
  const isMissing = (step: 'business' | 'address') =>
    fieldsOf[step].some(({ name }) => expected.has(name) && heldText(subClient, name) === '');
  return !isMissing('business') && isMissing('address') ? 'address' : 'business';
}

/** The fields that a review expects first. */
const expected: ReadonlySet<string> = new Set([
  'businessName',
  'businessType',
  'countryOfRegistration',
  'registrationDate',
  'businessAddressLine1',
  'city',
  'businessContactEmail',
]);

/** The step to open by default: that of the first thing to do, else the last. */
export const nextStep = (detail: SubClientDetail, requirements: readonly Requirement[]): StepId => {
  const [first] = requirements.map(({ place }) => stepAt(place, detail));
  return (
    first ?? (detail.subClient.stagesRemaining.length > 0 ? 'documents' : stepAt('submit', detail))
  );
};
