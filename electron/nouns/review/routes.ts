import { basename } from 'node:path';

import type { Attachment } from '../../../shared/ipc/accounts/attachments.ts';
import type {
  OpenEntry,
  ReviewFilter,
  ReviewPage,
  ReviewReport,
} from '../../../shared/ipc/review/review.ts';
import { ok } from '../../../shared/result.ts';
import { findOrdinal } from '../accounts/ordinals.ts';
import { listAccounts } from '../accounts/tables.ts';
import { writeWholeFile, type OpenSaved, type SaveAs } from '../../engines/exports/whole-file.ts';
import type { Handlers } from '../../engines/ipc/router.ts';
import { timestampNow } from '../../engines/machine/context.ts';
import { entriesByKey, type KeyedEntry } from '../statements/entries/entries-by-key.ts';
import { accountOfKey, dayOfKey } from '../statements/entries/entry-keys.ts';
import { markedEntries, type EntryMark, type Marking } from '../statements/annotations/marks.ts';
import { meaningsBy } from '../statements/entries/meanings.ts';
import { unreadCount } from '../statements/position.ts';
import type { StatementWrites } from '../statements/writes.ts';
import type { Questions } from '../../engines/store/threads/reader-thread.ts';
import { actorOf, notCached, stampOf, type OpenBank } from '../../engines/submissions/open-bank.ts';
import { unreadKeys, type Within } from './queue.ts';
import { readAll, takeBack } from './read-all.ts';
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
    // One more than is shown reveals whether another page follows.
    const keys =
      filter === 'unread'
        ? unreadKeys(open.copy.reader, { account, below, limit: limit + 1 })
        : (await keysOf(open, filter, account)).filter((key) => key < below).slice(0, limit + 1);
    return ok(pageOf(open, keys, limit));
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
    return ok({
      unread: numbers.reduce((sum, number) => sum + unreadCount(reader, number), 0),
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
    // What writes it is loaded with its first use.
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

/** Newest first; in the thread that only reads. */
const keysOf = (
  { copy }: Open,
  filter: Exclude<ReviewFilter, 'unread'>,
  account: Within,
): Promise<number[]> =>
  filter === 'changed'
    ? copy.questions.ask('changedKeys', [lastRecordedAt(copy.journal), account])
    : copy.questions.ask('markedKeys', [markedIn(copy, filter), account]);

const markedIn = ({ journal }: Open['copy'], mark: Marking) =>
  markedEntries(journal, mark, '').map(({ accountNumber, entryId }) => ({
    accountNumber,
    entryId,
  }));

function pageOf({ copy, profile }: Open, keys: readonly number[], limit: number): ReviewPage {
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
