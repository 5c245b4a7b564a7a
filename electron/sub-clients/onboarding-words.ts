import type { SubClient } from '../../shared/bank/onboarding.ts';

/** The bank spells its types `PROOF_OF_ADDRESS`; one that it spells otherwise stays as it is. */
export function typeWords(type: string): string {
  if (type === '') return 'document';
  if (!/^[A-Z]+(_[A-Z]+)*$/.test(type)) return type;
  return type.toLowerCase().replaceAll('_', ' ');
}

/** One of the type, to stand behind `a` or `another`: articles are many. */
export const copyWords = (type: string): string =>
  type.startsWith('ARTICLES_') ? `copy of the ${typeWords(type)}` : typeWords(type);

const detailNames = [
  ['businessName', 'registered name'],
  ['businessType', 'type of business'],
  ['countryOfRegistration', 'country of registration'],
  ['registrationDate', 'date of registration'],
  ['businessAddressLine1', 'address'],
  ['city', 'city'],
  ['businessContactEmail', 'contact e-mail'],
] as const satisfies readonly (readonly [keyof SubClient, string])[];

/** What a review asks for first and the record leaves empty, in words. */
export const missingDetails = (subClient: SubClient): string[] =>
  detailNames.filter(([field]) => subClient[field].trim() === '').map(([, words]) => words);
