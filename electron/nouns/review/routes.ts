import { basename } from 'node:path';

import type { Attachment } from '../../../shared/ipc/accounts/attachments.ts';
import type {
  OpenEntry,
  ReviewFilter,
  ReviewPage,
  ReviewReport,
  ReviewSince,
} from '../../../shared/ipc/review/review.ts';
import { addDays, dateOfDayNumber, dayNumber, todayAt } from '../../../shared/calendar/calendar.ts';
import { ok } from '../../../shared/result.ts';
import { findOrdinal } from '../accounts/ordinals.ts';
import { lastClosedDay } from '../closes/covered.ts';
import { listAccounts } from '../accounts/tables.ts';
import { writeWholeFile, type OpenSaved, type SaveAs } from '../../engines/exports/whole-file.ts';
import type { Handlers } from '../../engines/ipc/router.ts';
import type { CacheReader } from '../../engines/store/database.ts';
import { timestampNow } from '../../engines/machine/context.ts';
import { entriesByKey, type KeyedEntry } from '../statements/entries/entries-by-key.ts';
import { accountOfKey, dayOfKey, latestEntryDay } from '../statements/entries/entry-keys.ts';
import { unreadBetween } from '../statements/entries/unread.ts';
import { storedSums } from '../statements/aggregates/day-sums.ts';
import { markedEntries, type EntryMark, type Marking } from '../statements/annotations/marks.ts';
import { meaningsBy } from '../statements/entries/meanings.ts';
import { unreadCount } from '../statements/position.ts';
import type { StatementWrites } from '../statements/writes.ts';
import type { Questions } from '../../engines/store/threads/reader-thread.ts';
import { actorOf, notCached, stampOf, type OpenBank } from '../../engines/submissions/open-bank.ts';
import { keysOfSeen, ownGroups, seenKey, stillOwn } from './own-entries.ts';
import { allKeys, unreadKeys, type Within } from './queue.ts';
import { readAll, readEntries, takeBack } from './read-all.ts';
import type { ReviewReads } from './reads.ts';
import { lastRecordedAt, record, recordedLines, recordedReview } from './recorded.ts';
import { attachedTo, bandOf, marksOf, reviewRows } from './rows.ts';

type Bank = OpenBank<StatementWrites>;
type Open = Bank & { readonly copy: Bank['copy'] & { readonly questions: Questions<ReviewReads> } };

type ReviewRoutes = Extract<keyof Handlers, `review.${string}`>;

export const reviewHandlers = (
  desk: () => Open,
  {
    saveAs,
    openSaved,
  }: {
    readonly saveAs: SaveAs;
    readonly openSaved: OpenSaved;
  },
): Pick<Handlers, ReviewRoutes> => ({
  'review.page': async ({ filter, accountNumber, after, limit }) => {
    const open = desk();
    const below = after === undefined ? Number.MAX_SAFE_INTEGER : keyOfCursor(after);
    const account = withinOf(open, accountNumber);
    const place = { account, below, limit };
    if (filter === 'unread') return ok(await unreadPage(open, place, accountNumber));
    // One more than is shown reveals whether another page follows.
    const keys =
      filter === 'all'
        ? allKeys(open.copy.reader, sinceOf(open).from, { ...place, limit: limit + 1 })
        : (await keysOf(open, filter, account)).filter((key) => key < below).slice(0, limit + 1);
    return ok({ groups: [], ...pageOf(open, keys, limit) });
  },
  'review.counts': async ({ accountNumber }) => {
    const open = desk();
    const { reader } = open.copy;
    const account = withinOf(open, accountNumber);
    const numbers =
      accountNumber === undefined
        ? listAccounts(reader).map((one) => one.accountNumber)
        : [accountNumber];
    const [flagged, noted, attached, changed] = await Promise.all([
      keysOf(open, 'flagged', account),
      keysOf(open, 'noted', account),
      keysOf(open, 'attached', account),
      keysOf(open, 'changed', account),
    ]);
    const { from, ...since } = sinceOf(open);
    const unread = numbers.reduce((sum, number) => sum + unreadCount(reader, number), 0);
    const all = numbers.reduce((sum, number) => sum + countAll(reader, number, from), 0);
    return ok({
      ...{ unread, all, since },
      flagged: flagged.length,
      noted: noted.length,
      attached: attached.length,
      changed: changed.length,
    });
  },
  'review.unread': async ({ accountNumber }) => {
    const open = desk();
    const until = open.clock.now();
    const account = withinOf(open, accountNumber);
    const accounts = await open.copy.questions.ask('unreadAccounts', [account, until]);
    return ok({ until: new Date(until).toISOString(), accounts });
  },
  'review.readAll': async ({ accountNumber, until }) => {
    const open = desk();
    withinOf(open, accountNumber);
    const request = { only: accountNumber, until: Date.parse(until) };
    const done = await readAll(open.copy, request, markingOf(open));
    open.announce('store.changed', { topic: 'statements', only: 'read' });
    return ok(done);
  },
  'review.groupRows': ({ entries }) => {
    const { copy, profile } = desk();
    const meanings = meaningsBy(profile.bankFile);
    const keyed = entriesByKey(copy.reader, keysOfSeen(copy.reader, entries));
    return ok({ rows: reviewRows({ journal: copy.journal, meanings }, keyed) });
  },
  'review.readOwn': async ({ entries }) => {
    const open = desk();
    const still = stillOwn(await ownGroups(open), entries);
    const done = await readEntries(open.copy, still, markingOf(open));
    open.announce('store.changed', { topic: 'statements', only: 'read' });
    return ok({ ...done, left: new Set(entries.map(seenKey)).size - done.read });
  },
  'review.takeBack': async ({ act }) => {
    const open = desk();
    const unread = await takeBack(open.copy, act, markingOf(open));
    open.announce('store.changed', { topic: 'statements', only: 'read' });
    return ok({ unread });
  },
  'review.report': async (request) => ok(await reportOf(desk(), request, '')),
  'review.record': async ({ words, ...request }) => {
    const open = desk();
    const report = await reportOf(open, request, words);
    return ok(record(open.copy.journal, { ...stampOf(open), report }));
  },
  'review.recorded': () => ok({ reviews: recordedLines(desk().copy.journal) }),
  'review.openRecorded': ({ id }) => ok(recordedReview(desk().copy.journal, id)),
  'review.save': async ({ id, format, print }) => {
    const { copy, profile } = desk();
    const review = recordedReview(copy.journal, id);
    const { from, to } = review.report;
    // The writers are loaded with their first use.
    const [{ recordCsv, recordJson }, { recordPage }] = await Promise.all([
      import('./record-file.ts'),
      import('./record-page.ts'),
    ]);
    const path = await saveAs(`REVIEW_${from}_${to}_${id.slice(-shownIdLength)}.${format}`);
    if (path === undefined) return ok({ saved: false });
    const whole =
      format === 'json'
        ? recordJson(review)
        : format === 'csv'
          ? recordCsv(review)
          : recordPage(review, profile.bankFile);
    await writeWholeFile(path, [whole]);
    const isOpened = print && format === 'pdf' ? await openSaved(path) : null;
    return ok({ saved: true, fileName: basename(path), isOpened });
  },
});

/** The last characters of an id, which are random, tell apart the files of reviews of one period. */
const shownIdLength = 8;

/** Throws where the account is not in the local copy. */
function withinOf({ copy }: Open, accountNumber: string | undefined): Within {
  if (accountNumber === undefined) return null;
  const account = findOrdinal(copy.reader, accountNumber);
  if (account === null) throw notCached(`Account ${accountNumber}`);
  return account;
}

const markingOf = (open: Open) => ({ actor: actorOf(open), now: () => timestampNow(open.clock) });

/** Asks the reader thread; newest first. */
const keysOf = (
  { copy }: Open,
  filter: Exclude<ReviewFilter, 'unread' | 'all'>,
  account: Within,
): Promise<number[]> =>
  filter === 'changed'
    ? copy.questions.ask('changedKeys', [lastRecordedAt(copy.journal, copy.deskId), account])
    : copy.questions.ask('markedKeys', [markedIn(copy, filter), account]);

const markedIn = ({ journal }: Open['copy'], mark: Marking) =>
  markedEntries(journal, mark, '').map(({ accountNumber, entryId }) => ({
    accountNumber,
    entryId,
  }));

/** Entries that equal own orders are in groups above the first page; the rows leave them out. */
async function unreadPage(
  open: Open,
  { account, below, limit }: { account: Within; below: number; limit: number },
  accountNumber: string | undefined,
): Promise<ReviewPage> {
  const { reader } = open.copy;
  const groups = await ownGroups(open, accountNumber);
  const grouped = new Set(
    keysOfSeen(
      reader,
      groups.flatMap(({ entries }) => entries),
    ),
  );
  const found = unreadKeys(reader, { account, below, limit: limit + 1 + grouped.size });
  const keys = found.filter((key) => !grouped.has(key)).slice(0, limit + 1);
  return { groups: below === Number.MAX_SAFE_INTEGER ? groups : [], ...pageOf(open, keys, limit) };
}

/** The number of days for which read entries count where no day was closed. */
const openDays = 30;

/** Returns the day from which read entries count; `from` is its day number. */
function sinceOf({ copy, clock }: Open): ReviewSince & { readonly from: number } {
  const today = todayAt(clock.now());
  const closed = lastClosedDay(copy.journal, today);
  const day = addDays(closed ?? today, closed === null ? -openDays : 1);
  return { day, isAfterClose: closed !== null, from: dayNumber(day) };
}

/** Counts the entries that `allKeys` lists of an account. */
function countAll(reader: CacheReader, accountNumber: string, from: number): number {
  const account = findOrdinal(reader, accountNumber);
  if (account === null) return 0;
  const since = { from: dateOfDayNumber(from), to: dateOfDayNumber(latestEntryDay) };
  return (
    storedSums(reader, account, since).entries +
    unreadBetween(reader, account, { from: 0, to: from - 1 })
  );
}

function pageOf(
  { copy, profile }: Open,
  keys: readonly number[],
  limit: number,
): Omit<ReviewPage, 'groups'> {
  const { reader, journal } = copy;
  const shown = keys.slice(0, limit);
  const meanings = meaningsBy(profile.bankFile);
  const places = new Map(
    shown.map((key) => [`${String(dayOfKey(key))} ${String(accountOfKey(key))}`, key]),
  );
  const numbers = new Map(
    listAccounts(reader).map((account) => [findOrdinal(reader, account.accountNumber), account]),
  );
  const last = shown.at(-1);
  return {
    rows: reviewRows({ journal, meanings }, entriesByKey(reader, shown)),
    bands: [...places.values()].flatMap((key) => {
      const account = accountOfKey(key);
      const known = numbers.get(account);
      return known ? [bandOf(reader, { ...known, account, day: dayOfKey(key) })] : [];
    }),
    next: last !== undefined && keys.length > limit ? cursorOf(last) : null,
  };
}

type PeriodRequest = {
  readonly from: string;
  readonly to: string;
  readonly accountNumber?: string | undefined;
};

async function reportOf(
  open: Open,
  { from, to, accountNumber }: PeriodRequest,
  words: string,
): Promise<ReviewReport> {
  const { journal, questions } = open.copy;
  const account = withinOf(open, accountNumber);
  const flagged = markedIn(open.copy, 'flagged');
  const snapshot = await questions.ask('reviewSnapshot', [{ from, to, account, flagged }]);
  const markOf = marksOf(journal, snapshot.open);
  const filesOf = attachedTo(journal, snapshot.open);
  return {
    from,
    to,
    accounts: snapshot.accounts,
    open: snapshot.open.map((entry) => openEntry(entry, markOf(entry), filesOf(entry))),
    openTotal: snapshot.openTotal,
    words,
  };
}

function openEntry(
  entry: KeyedEntry,
  mark: EntryMark | undefined,
  files: readonly Attachment[],
): OpenEntry {
  const { accountNumber, id, day, amount, direction, narration, customReference, read } = entry;
  return {
    ...{ accountNumber, entryId: id, day, amount, direction, narration, customReference },
    isUnread: !read,
    isFlagged: mark?.flagged ?? false,
    note: mark?.note ?? '',
    ...(files.length > 0 && { files: files.map(({ name, sha256 }) => ({ name, sha256 })) }),
  };
}

/** The place of a page in the queue, as text that is opaque to a window: the key of its last entry. */
export const cursorOf = (key: number): string => key.toString(36);

export const keyOfCursor = (cursor: string): number => Number.parseInt(cursor, 36);
