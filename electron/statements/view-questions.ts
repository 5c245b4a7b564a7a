import type { CacheReader } from '../store/database.ts';
import { isSearched } from './filters.ts';
import type { DayCounts, StatementSums } from './incoming.ts';
import { dayCounts, sums } from './long-reads.ts';
import type { StatementQuestions } from './reads.ts';
import { placeOfEntry, type EntryPlace, type StatementView } from './tables.ts';

/** The parts of an open copy that questions about a statement need. */
export type AskedCopy = {
  readonly reader: CacheReader;
  readonly questions: StatementQuestions;
};

/** `signal` stops what is asked in a thread, begun or not; the question then throws `cancelled`. */
type Asked = { readonly signal?: AbortSignal | undefined };

/** Entries per day of a view: at once from what is kept, and in the thread that only reads where words are searched for. */
export const countView = async (
  { reader, questions }: AskedCopy,
  { accountNumber, filter }: StatementView,
  { signal }: Asked = {},
): Promise<DayCounts> =>
  isSearched(filter)
    ? questions.ask('dayCounts', [accountNumber, filter], { signal })
    : dayCounts(reader, accountNumber, filter);

/** The sums of a view, in the same way; they come after the counts. */
export const sumView = async (
  { reader, questions }: AskedCopy,
  { accountNumber, filter }: StatementView,
  { signal }: Asked = {},
): Promise<StatementSums> =>
  isSearched(filter)
    ? questions.ask('sums', [accountNumber, filter], { signal, urgency: 'soon' })
    : sums(reader, accountNumber, filter);

/** Where an entry is in a view, in the same way: a search may put long lists together to tell of a single entry. */
export const locateIn = async (
  { reader, questions }: AskedCopy,
  view: StatementView,
  entryId: string,
): Promise<EntryPlace | null> =>
  isSearched(view.filter)
    ? questions.ask('placeOfEntry', [view, entryId])
    : placeOfEntry(reader, view, entryId);
