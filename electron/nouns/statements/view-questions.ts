import { DeskFault } from '../../../shared/errors.ts';
import type { Proof } from '../../../shared/ipc/accounts/statements.ts';
import type { CacheReader } from '../../engines/store/database.ts';
import { aggregateFilter, type EntryFilter } from './query/filters.ts';
import type { CachedPeriod, DayCounts, StatementSums } from './entries/incoming.ts';
import { dayCounts, sums } from './search/long-reads.ts';
import type { StatementQuestions } from './reads.ts';
import { placeOfEntry, type EntryPlace, type StatementView } from './tables.ts';
import type { StatementWrites } from './writes.ts';

/** The parts of an open copy that statement queries need. */
export type StatementCopy = {
  readonly reader: CacheReader;
  readonly questions: StatementQuestions;
  readonly writer: Pick<StatementWrites, 'cacheDays' | 'proveCached'>;
};

/** `signal` stops a question in a thread, begun or not; it then throws `cancelled`. */
type QueryOptions = { readonly signal?: AbortSignal | undefined };

const isSlow = (filter: EntryFilter): boolean => aggregateFilter(filter) === null;

/** Counts the entries per day of a view: at once from stored counts, or in the reader thread if there is a search. */
export const countView = async (
  { reader, questions }: StatementCopy,
  { accountNumber, filter }: StatementView,
  { signal }: QueryOptions = {},
): Promise<DayCounts> =>
  isSlow(filter)
    ? questions.ask('dayCounts', [accountNumber, filter], { signal, urgency: 'counted' })
    : dayCounts(reader, accountNumber, filter);

/** Sums a view: at once from stored sums, or in the reader thread if there is a search, after the counts. */
export const sumView = async (
  { reader, questions }: StatementCopy,
  { accountNumber, filter }: StatementView,
  { signal }: QueryOptions = {},
): Promise<StatementSums> =>
  isSlow(filter)
    ? questions.ask('sums', [accountNumber, filter], { signal, urgency: 'soon' })
    : sums(reader, accountNumber, filter);

/** Locates an entry in a view, in the reader thread if there is a search: it may join long lists to find a single entry. */
export const locateIn = async (
  { reader, questions }: StatementCopy,
  view: StatementView,
  entryId: string,
): Promise<EntryPlace | null> =>
  isSlow(view.filter)
    ? questions.ask('placeOfEntry', [view, entryId])
    : placeOfEntry(reader, view, entryId);

/** How many entries the writer thread reads at a time for a proof. Saves run in between. */
const entriesAtOnce = 20_000;
/** A sync in the meantime invalidates cached chains. After this many rounds the period is proven in one go. */
const rounds = 3;

/** Proves a period from the cached chains of its days. Caches the missing chains first. */
export async function provePeriod(
  { questions, writer }: StatementCopy,
  accountNumber: string,
  period: CachedPeriod,
  { signal }: QueryOptions = {},
): Promise<Proof> {
  for (let round = 0; round < rounds; round += 1) {
    const options = { signal, urgency: 'soon' } as const;
    const proof = await questions.ask('proveCached', [accountNumber, period], options);
    if (proof !== null) return proof;
    while (!(await writer.cacheDays(accountNumber, { ...period, entriesMax: entriesAtOnce })))
      if (signal?.aborted === true) throw new DeskFault('cancelled');
  }
  return writer.proveCached(accountNumber, period);
}
