import type { SubClient } from '../../../../shared/bank/onboarding.ts';
import { documentTypeWords } from '../../../../shared/document-types.ts';

/** A type of document within a sentence. */
export const typeWords = (type: string): string =>
  type === '' ? 'document' : documentTypeWords(type);

/** Names one document of the type after `a` or `another`: articles are plural. */
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

/** Returns in words the details that a review asks for first and the record leaves empty. */
export const missingDetails = (subClient: SubClient): string[] =>
  detailNames.filter(([field]) => subClient[field].trim() === '').map(([, words]) => words);
