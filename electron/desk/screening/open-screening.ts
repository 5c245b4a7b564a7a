import type { Clock } from '../../engines/machine/context.ts';
import type { CacheReader, Journal } from '../../engines/store/database.ts';
import { Screening } from '../../nouns/screening/screening.ts';

type Stores = { readonly reader: CacheReader; readonly journal: Journal };

/** Screening over the stores of a desk. What takes memory is loaded with the first name that is screened. */
export const openScreening = (stores: Stores, clock: Clock, onChange: () => void): Screening =>
  new Screening({
    ...{ journal: stores.journal, clock, onChange },
    countries: async () => (await import('../../nouns/beneficiaries/codes.ts')).codeBook.countryOf,
    subjects: async () => (await import('./screened-subjects.ts')).screenedSubjects(stores),
  });
