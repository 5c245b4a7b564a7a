import type { SubClient, SubClientDocument } from '../../shared/bank/onboarding.ts';
import { addDays, todayAt } from '../../shared/calendar/calendar.ts';
import { createRandom, mixSeeds, uuidOf, type Random } from '../seed/random.ts';
import { clientId, userId } from '../server/client.ts';
import { newDocument } from './documents.ts';
import { magicSubClients } from './magic.ts';
import { requiredDocuments } from './stages.ts';

type OnboardingStatus = Pick<
  SubClient,
  'status' | 'approvalStatus' | 'approvalComments' | 'stagesRemaining'
> & { decided: boolean };

const draft = (stagesRemaining: string[]): OnboardingStatus => ({
  status: 'draft',
  approvalStatus: '',
  approvalComments: '',
  stagesRemaining,
  decided: false,
});

const submitted = (approvalStatus: string, approvalComments: string): OnboardingStatus => ({
  status: 'submitted',
  approvalStatus,
  approvalComments,
  stagesRemaining: [],
  decided: approvalStatus !== 'pending',
});

/** The statuses of the sub-clients, in turn. */
const statuses: readonly [OnboardingStatus, ...OnboardingStatus[]] = [
  draft([...requiredDocuments]),
  draft(['PROOF_OF_ADDRESS']),
  submitted('approved', 'All documents verified.'),
  submitted('pending', 'Awaiting review by the compliance desk.'),
  draft([]),
  submitted('rejected', 'Proof of address is older than three months. Upload a newer one.'),
  draft(['REGISTRATION_CERTIFICATE', 'DIRECTOR_IDENTIFICATION']),
  submitted('approved', 'Approved with annual review.'),
];

const businesses = [
  ['Harmattan Foods', 'NGA', 'Kano', 'Kano State', 'agriculture'],
  ['Brightwater Logistics', 'NLD', 'Rotterdam', 'Zuid-Holland', 'logistics'],
  ['Lagoon Marine', 'NGA', 'Lagos', 'Lagos State', 'shipping'],
  ['Savanna Packaging', 'KEN', 'Nakuru', 'Rift Valley', 'manufacturing'],
  ['Fjord Cold Chain', 'NOR', 'Ålesund', 'Møre og Romsdal', 'food'],
  ['Al Noor Materials', 'KWT', 'Hawalli', 'Hawalli', 'construction'],
  ['Cedar & Vale', 'GBR', 'Bristol', 'Somerset', 'professional services'],
  ['Volta Solar', 'GHA', 'Tema', 'Greater Accra', 'energy'],
  ['Tern Software', 'SWE', 'Malmö', 'Skåne', 'software'],
  ['Copperline Cables', 'FRA', 'Lyon', 'Auvergne-Rhône-Alpes', 'manufacturing'],
  ['Yamada Trading', 'JPN', '横浜市', '神奈川県', 'wholesale'],
  ['Atlântico Pescas', 'PRT', 'Setúbal', 'Setúbal', 'fishing'],
] as const;

const subClientCount = 24;
const deletedPlace = 17;

/** Two dozen sub-clients in all stages, one of them deleted, followed by the magic ones. */
export function seedSubClients(seed: number, nowMs: number): SubClient[] {
  const random = createRandom(mixSeeds(seed, 24));
  const ordinary = Array.from({ length: subClientCount }, (_, index) =>
    subClientOf(uuidOf(`sub-client ${index}`), { index, nowMs, random }),
  );
  const magic = magicSubClients.map(({ number }) =>
    subClientOf(number, { index: 0, nowMs, random }),
  );
  return [...ordinary, ...magic];
}

export const isMagicSubClient = (id: string): boolean =>
  magicSubClients.some(({ number }) => number === id);

type Draft = { index: number; nowMs: number; random: Random };

function subClientOf(entityId: string, { index, nowMs, random }: Draft): SubClient {
  const [name, country, city, state, industry] =
    businesses[index % businesses.length] ?? businesses[0];
  const generation = index < businesses.length ? '' : ' Holdings';
  const { decided, ...onboarding } = statuses[index % statuses.length] ?? statuses[0];
  const today = todayAt(nowMs);
  const createdAt = `${addDays(today, -30 - random.below(300))}T09:${10 + random.below(50)}:00.000Z`;
  const updatedAt = `${addDays(today, -1 - random.below(25))}T14:${10 + random.below(50)}:00.000Z`;
  return {
    message: '',
    entityId,
    name: `${name}${generation}`,
    businessName: `${name}${generation} Ltd`,
    subClientType: index % 4 === 3 ? 'branch' : 'subsidiary',
    customerType: 'corporate',
    businessType: 'limited company',
    businessContactPhone: `+1555${String(random.below(10_000_000)).padStart(7, '0')}`,
    businessContactEmail: `office${index + 1}@subsidiary.example`,
    countryOfRegistration: country,
    registrationDate: `${1998 + random.below(25)}-0${1 + random.below(9)}-1${random.below(10)}`,
    businessAddressLine1: `${1 + random.below(200)} Market Street`,
    businessAddressLine2: index % 2 === 0 ? `Floor ${1 + random.below(12)}` : '',
    city,
    state,
    postalCode: String(10_000 + random.below(80_000)),
    operatingCountries: [country, index % 2 === 0 ? 'GBR' : 'NGA'],
    operatingIndustries: [industry],
    ...onboarding,
    stagesRemaining: [...onboarding.stagesRemaining],
    approvalDate: decided ? updatedAt.slice(0, 10) : '',
    status: index === deletedPlace ? 'deleted' : onboarding.status,
    parentClientId: clientId,
    callbackUrl: index % 3 === 0 ? `https://hooks.subsidiary.example/${index + 1}` : null,
    tin: `TIN-${String(random.below(100_000_000)).padStart(8, '0')}`,
    code: `KT${String(index + 1).padStart(3, '0')}`,
    createdAt,
    updatedAt,
  };
}

/** Days from now to expiry, in turn: past, soon, later, never. */
const expiries = [-20, 12, 45, 400, null, 3] as const;

/** The documents that the sub-clients have already handed in. */
export function seedDocuments(
  subClients: readonly SubClient[],
  nowMs: number,
): SubClientDocument[] {
  const handedIn = subClients.flatMap((subClient) =>
    requiredDocuments
      .filter((stage) => !subClient.stagesRemaining.includes(stage))
      .map((documentType) => ({ subClient, documentType })),
  );
  return handedIn.map(({ subClient, documentType }, index) =>
    documentOf(subClient, documentType, { index, nowMs }),
  );
}

function documentOf(
  subClient: SubClient,
  documentType: string,
  { index, nowMs }: { index: number; nowMs: number },
): SubClientDocument {
  const days = expiries[index % expiries.length] ?? null;
  const today = todayAt(nowMs);
  const decision = decisionOf(subClient, documentType);
  return {
    ...newDocument({
      id: uuidOf(`document ${subClient.entityId} ${documentType}`),
      entityId: subClient.entityId,
      documentType,
      fileName: `${documentType.toLowerCase()}.pdf`,
      mimeType: 'application/pdf',
      createdAt: subClient.createdAt,
      createdBy: userId,
    }),
    updatedAt: subClient.updatedAt,
    issueDate: addDays(today, -400 - index),
    expiryDate: days === null ? null : addDays(today, days),
    documentNumber: `DOC-${10_000 + index}`,
    approvalStatus: decision?.approvalStatus ?? null,
    expiryNotificationSent: days !== null && days < 0,
    lastNotificationSentAt:
      days !== null && days < 0 ? `${addDays(today, -1)}T06:00:00.000Z` : null,
    comment: decision?.comment ?? null,
  };
}

/** Where a sub-client was sent back, only the document that is complained of was refused. */
function decisionOf(
  { approvalDate, approvalStatus, approvalComments }: SubClient,
  documentType: string,
): { approvalStatus: string; comment: string | null } | null {
  if (approvalDate === '') return null;
  const isRefused = approvalStatus === 'rejected' && documentType === 'PROOF_OF_ADDRESS';
  return isRefused
    ? { approvalStatus: 'rejected', comment: approvalComments }
    : { approvalStatus: 'approved', comment: null };
}
