import type { Clock } from '../../engines/machine/context.ts';
import type { CacheReader, Journal } from '../../engines/store/database.ts';
import type { Announce } from '../../engines/submissions/open-bank.ts';
import type { StoreTopic } from '../../../shared/ipc/events.ts';
import { Screening } from '../../nouns/screening/screening.ts';

type Stores = { readonly reader: CacheReader; readonly journal: Journal };

/** Screening over the stores of a desk. Large data is loaded when the first name is screened. */
export const openScreening = (stores: Stores, clock: Clock, onChange: () => void): Screening =>
  new Screening({
    ...{ journal: stores.journal, clock, onChange },
    countries: async () => (await import('../../nouns/beneficiaries/codes.ts')).codeBook.countryOf,
    subjects: async () => (await import('./screened-subjects.ts')).screenedSubjects(stores),
  });

/** The topics with names that are screened. */
const topicsOfNames: ReadonlySet<StoreTopic> = new Set([
  'beneficiaries',
  'remittances',
  'subClients',
]);

/** The same announcements, followed by `onNames` where names may have changed. */
export const announcingNames =
  (announce: Announce, onNames: () => void): Announce =>
  (event, fact) => {
    announce(event, fact);
    if (event === 'store.changed' && 'topic' in fact && topicsOfNames.has(fact.topic)) onNames();
  };
