import { DeskFault } from '../../../shared/errors.ts';
import type { Proof } from '../../../shared/ipc/accounts/statements.ts';
import type { CacheReader } from '../../engines/store/database.ts';
import { aggregateFilter, type EntryFilter } from './query/filters.ts';
import type { CachedPeriod, DayCounts, StatementSums } from './entries/incoming.ts';
import { dayCounts, sums } from './search/long-reads.ts';
import type { StatementQuestions } from './reads.ts';
import { placeOfEntry, type EntryPlace, type StatementView } from './tables.ts';
import type { StatementWrites } from './writes.ts';

/** The parts of an open copy that questions about a statement need. */
export type StatementCopy = {
  readonly reader: CacheReader;
  readonly questions: StatementQuestions;
  readonly writer: Pick<StatementWrites, 'cacheDays' | 'proveCached'>;
};

/** `signal` stops what is asked in a thread, begun or not; the question then throws `cancelled`. */
type QueryOptions = { readonly signal?: AbortSignal | undefined };

const isSlow = (filter: EntryFilter): boolean => aggregateFilter(filter) === null;

/** Entries per day of a view: at once from what is kept, and in the thread that only reads where words are searched for. */
export const countView = async (
  { reader, questions }: StatementCopy,
  { accountNumber, filter }: StatementView,
  { signal }: QueryOptions = {},
): Promise<DayCounts> =>
  isSlow(filter)
    ? questions.ask('dayCounts', [accountNumber, filter], { signal, urgency: 'counted' })
    : dayCounts(reader, accountNumber, filter);

/** The sums of a view, in the same way; they come after the counts. */
export const sumView = async (
  { reader, questions }: StatementCopy,
  { accountNumber, filter }: StatementView,
  { signal }: QueryOptions = {},
): Promise<StatementSums> =>
  isSlow(filter)
    ? questions.ask('sums', [accountNumber, filter], { signal, urgency: 'soon' })
    : sums(reader, accountNumber, filter);

/** Where an entry is in a view, in the same way: a search may put long lists together to tell of a single entry. */
export const locateIn = async (
  { reader, questions }: StatementCopy,
  view: StatementView,
  entryId: string,
): Promise<EntryPlace | null> =>
  isSlow(view.filter)
    ? questions.ask('placeOfEntry', [view, entryId])
    : placeOfEntry(reader, view, entryId);

/** So many entries are read at a time for a proof, in the thread that writes: whatever is saved comes between. */
const entriesAtOnce = 20_000;
/** What is synced meanwhile takes away what was kept; after so many rounds it is proven in one go. */
const rounds = 3;

/** Proves a period from what is kept of its days, and reads first what is not kept of them. */
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
