import type { SubClient } from '../../../../shared/bank/onboarding.ts';
import { isTimestamp } from '../../../../shared/calendar/calendar.ts';
import { exactInstant } from '../../../ui/text/dates.ts';
import type { Fact } from '../../../ui/facts/fact.ts';

type FactGroup = { readonly title: string; readonly facts: readonly Fact[] };

/** The bank's data about a sub-client, in groups; empty values are left out. */
export function factsOf(subClient: SubClient): FactGroup[] {
  return groupsOf(subClient)
    .map(({ title, facts }) => ({ title, facts: facts.filter(({ value }) => value !== '') }))
    .filter(({ facts }) => facts.length > 0);
}

const groupsOf = (subClient: SubClient): FactGroup[] => [
  {
    title: 'Business',
    facts: [
      fact('Type', subClient.subClientType),
      fact('Customer type', subClient.customerType),
      fact('Business type', subClient.businessType),
      fact('Registered', subClient.registrationDate),
      fact('Tax number', subClient.tin),
      fact('Operates in', subClient.operatingCountries.join(', ')),
      fact('Industries', subClient.operatingIndustries.join(', ')),
    ],
  },
  {
    title: 'Contact',
    facts: [
      fact('Phone', subClient.businessContactPhone),
      fact('E-mail', subClient.businessContactEmail),
      fact('Address', addressOf(subClient)),
    ],
  },
  {
    title: 'At the bank',
    facts: [
      { label: 'Sub-client ID', value: subClient.entityId, isIdentifier: true },
      fact('Code', subClient.code),
      { label: 'Parent client ID', value: subClient.parentClientId, isIdentifier: true },
      fact('Callback address', subClient.callbackUrl ?? ''),
      fact('Approval date', instantWords(subClient.approvalDate)),
      fact('Created', instantWords(subClient.createdAt)),
      fact('Changed', instantWords(subClient.updatedAt)),
    ],
  },
];

const fact = (label: string, value: string): Fact => ({ label, value });

const addressOf = (subClient: SubClient): string =>
  [
    subClient.businessAddressLine1,
    subClient.businessAddressLine2,
    subClient.postalCode,
    subClient.city,
    subClient.state,
  ]
    .filter(Boolean)
    .join(', ');

/** An instant in our format; other text is shown unchanged. */
const instantWords = (text: string): string => (isTimestamp(text) ? exactInstant(text) : text);
