import type { Shareholder, SubClient } from '../../shared/bank/onboarding.ts';
import { uuidOf } from '../seed/random.ts';
import { clientName } from '../server/client.ts';
import { newShareholder } from './shareholders.ts';

/** The shares of a sub-client's owners, used in turn; each row adds up to exactly 100. */
const holdings = [
  ['100'],
  ['60', '40'],
  ['75.5', '24.5'],
  ['33.3333', '33.3333', '33.3334'],
  ['51', '49'],
] as const;

const people = [
  ['Amina Yusuf', 'NGA', 'Kano'],
  ['Pieter van Dijk', 'NLD', 'Rotterdam'],
  ['Grace Wanjiru', 'KEN', 'Nairobi'],
  ['Ingrid Solberg', 'NOR', 'Bergen'],
  ['Kwame Mensah', 'GHA', 'Accra'],
  ['Hélène Moreau', 'FRA', 'Lyon'],
  ['山田 太郎', 'JPN', '横浜市'],
] as const;

/** The owners of the seeded sub-clients: the parent holds the first share where there are several. */
export const seedShareholders = (subClients: readonly SubClient[]): Shareholder[] =>
  subClients.flatMap((subClient, index) => {
    const shares = holdings[index % holdings.length] ?? holdings[0];
    return shares.map((share, place) =>
      place === 0 && shares.length > 1
        ? companyOf(subClient, share)
        : personOf(subClient, share, index + place),
    );
  });

const ownerOf = (subClient: SubClient, share: string, name: string): Shareholder =>
  newShareholder({
    id: uuidOf(`shareholder ${subClient.entityId} ${name}`),
    subClientId: subClient.entityId,
    shareholderType: 'individual',
    name,
    ownershipPercentage: share,
    at: subClient.createdAt,
  });

const companyOf = (subClient: SubClient, share: string): Shareholder => ({
  ...ownerOf(subClient, share, clientName),
  shareholderType: 'company',
  countryOfResidence: 'GBR',
  city: 'London',
  identificationNumber: '07654321',
});

function personOf(subClient: SubClient, share: string, place: number): Shareholder {
  const [name, country, city] = people[place % people.length] ?? people[0];
  return {
    ...ownerOf(subClient, share, name),
    dateOfBirth: `19${60 + (place % 35)}-0${1 + (place % 9)}-1${place % 10}`,
    nationality: country,
    countryOfResidence: country,
    city,
    identificationNumber: `P${String(1_000_000 + place * 7_919)}`,
  };
}
