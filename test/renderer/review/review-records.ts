import type { Position } from '../../../shared/ipc/accounts/accounts.ts';
import type {
  OwnGroup,
  RecordedLine,
  ReviewBand,
  ReviewPage,
  ReviewRow,
} from '../../../shared/ipc/review/review.ts';
import type { CounterpartyHistory } from '../../../shared/ipc/accounts/statements.ts';
import { sumByCurrency, type Money } from '../../../shared/money/money.ts';
import { fail } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import { fakePosition } from '../support/desk-records.ts';
import type { Answers } from '../support/fake-bridge.ts';
import { asOf, fakeDetail, fakeEntry, today } from '../support/statement-records.ts';

const awkward =
  'Inward payment, invoices 88213, 88214, 88219 and 88230, remitter’s reference BFC/2026/11/0047';

/** A desk with a queue: what is marked stays marked, and what arrives is unread. */
export type FakeQueue = {
  readonly answers: Answers;
  /** Ids of those that are unread, newest first. */
  readonly unread: () => string[];
  readonly rows: () => readonly ReviewRow[];
  /** An entry comes to the first account, above all others. */
  readonly arrive: (id: string) => void;
  /** The bank changes an entry. */
  readonly rewrite: (id: string) => void;
};

/** Six entries a month apart, of other amounts and references, one of them of another account. */
export const fakeHistory = (
  { amount, direction, accountNumber }: Pick<ReviewRow, 'amount' | 'direction' | 'accountNumber'>,
  counterparty: string,
) =>
  ({
    ...{ counterparty, entries: 6, hasMore: false, everyDays: 30 },
    sums: [{ direction, entries: 6, sum: { ...amount, amount: '36184.86' } }],
    usual: { ...amount, amount: '6030.81' },
    before: ['2026-11-04', '2026-10-05', '2026-09-04', '2026-08-05'].map((day, at) => ({
      ...{ day, direction, amount: { ...amount, amount: `603${String(at)}.18` } },
      accountNumber: at === 2 ? '0690000099' : accountNumber,
      entryId: `before-${String(at)}`,
      customReference: `INV-2026-4481${String(at)}`,
    })),
  }) satisfies CounterpartyHistory;

/** Own orders of a file in two currencies, each with its fee: booked as ordered. */
const fileOf = { fileId: 'file-1', fileName: 'payments-30.csv', addedAt: asOf };

/** `own`: payments of a file that are booked as ordered, in the first two accounts. */
export function fakeQueue(accounts = 5, each = 10, own = 0): FakeQueue {
  const position = fakePosition();
  const all = position.currencies.flatMap((currency) => currency.accounts).slice(0, accounts);
  let rows: ReviewRow[] = all.flatMap(({ accountNumber, accountName, currency }, at) =>
    Array.from({ length: each }, (_, index) => {
      const named = { accountNumber, accountName, currency, entries: 1_204 };
      const base = fakeEntry(named, index + at * 20);
      return {
        ...base,
        id: `${base.id}-${String(at)}`,
        narration: index === 3 ? awkward : base.narration,
        day: today,
        transactionDate: `${today}T${String(15 - index).padStart(2, '0')}:03:00.000Z`,
        version: 1,
        rewritten: index === 2 && at === 1,
        withdrawnAt: null,
        read: false,
        flagged: index === 4 && at === 0,
        hasNote: index === 1,
        files: index === 2 ? 1 : 0,
        accountNumber,
        counterparty: index === 3 ? 'Bluefin Couriers' : null,
      };
    }),
  );
  const ownRows: ReviewRow[] = Array.from({ length: own * 2 }, (_, index) => {
    const account = all[index % 4 < 2 ? 0 : 1] ?? all[0];
    const isFee = index % 2 === 1;
    const named = { ...account!, entries: 1_204 };
    return {
      ...fakeEntry(named, index),
      ...{ id: `own-${String(index)}`, direction: 'debit' as const, day: today, version: 1 },
      amount: { amount: isFee ? '2.50' : '1840.25', currency: account?.currency ?? '' },
      transactionType: isFee ? 'fee' : 'transfer',
      transactionDate: `${today}T08:33:00.000Z`,
      ...{ rewritten: false, withdrawnAt: null, read: false, flagged: false, hasNote: false },
      ...{ files: 0, accountNumber: account?.accountNumber ?? '' },
      counterparty: isFee ? null : 'Clearwell Audit LLP',
      customReference: `PAY-${String(Math.floor(index / 2))}`,
    };
  });
  rows = [...ownRows, ...rows];
  const isOwn = (row: ReviewRow): boolean => row.id.startsWith('own-') && row.version === 1;
  const groupsNow = (): OwnGroup[] => {
    const unread = rows.filter((row) => isOwn(row) && !row.read);
    if (unread.length === 0) return [];
    const sums = [...Map.groupBy(unread, (row) => `${row.accountNumber} ${row.transactionType}`)];
    return [
      {
        id: 'file file-1',
        operation: 'createSingleTransfer',
        file: fileOf,
        ...{ day: today, bookedAt: `${today}T08:33:00.000Z`, sentAt: `${today}T08:31:00.000Z` },
        orders: unread.filter(({ transactionType }) => transactionType !== 'fee').length,
        fees: unread.filter(({ transactionType }) => transactionType === 'fee').length,
        arePayeesNamed: true,
        sums: sums.map(([, entries]) => {
          const [first] = entries;
          const booked = sumByCurrency(entries.map(({ amount }) => amount))[0]!;
          return {
            ...{ accountNumber: first!.accountNumber, direction: 'debit' as const },
            ...{ isFee: first!.transactionType === 'fee', entries: entries.length },
            ...{ ordered: booked, booked, each: first!.amount },
            difference: { ...booked, amount: '0.00' },
          };
        }),
        largest: unread
          .filter(({ counterparty }) => counterparty !== null)
          .slice(0, 4)
          .map(({ counterparty, amount }) => ({ payee: counterparty ?? '', amount })),
        others: [{ state: 'invalid', lines: 3 }],
        entries: unread.map(({ accountNumber, id, version }) => ({ accountNumber, id, version })),
      },
    ];
  };
  const seenIn = (entries: readonly { accountNumber: string; id: string; version: number }[]) =>
    rows.filter((row) =>
      entries.some(
        (one) =>
          one.id === row.id &&
          one.accountNumber === row.accountNumber &&
          one.version === row.version,
      ),
    );
  const recorded: RecordedLine[] = [];
  const isIn = {
    unread: (row: ReviewRow) => !row.read,
    flagged: (row: ReviewRow) => row.flagged,
    noted: (row: ReviewRow) => row.hasNote,
    attached: (row: ReviewRow) => row.files > 0,
    changed: (row: ReviewRow) => row.rewritten,
    all: () => true,
  };
  const within = (accountNumber: string | undefined) =>
    rows.filter((row) => accountNumber === undefined || row.accountNumber === accountNumber);
  const positionNow = (): Position => ({
    ...position,
    currencies: position.currencies.map((currency) => ({
      ...currency,
      accounts: currency.accounts.map((account) => ({
        ...account,
        unread: within(account.accountNumber).filter(isIn.unread).length,
      })),
    })),
  });
  const bandsOf = (shown: readonly ReviewRow[]): ReviewBand[] =>
    [...new Set(shown.map(({ accountNumber }) => accountNumber))].map((accountNumber) => {
      const own = within(accountNumber);
      const sum = (direction: string): Money | null =>
        sumByCurrency(
          own.filter((row) => row.direction === direction).map(({ amount }) => amount),
        )[0] ?? { amount: '0.00', currency: own[0]?.amount.currency ?? '' };
      return {
        accountNumber,
        day: today,
        entries: own.length + 2,
        unread: own.filter(isIn.unread).length,
        debits: sum('debit'),
        credits: sum('credit'),
      };
    });
  const answers: Answers = {
    'accounts.position': () => ok(positionNow()),
    'review.page': ({ filter, accountNumber, after, limit }) => {
      // A row's place in the whole, as a key is: what was read meanwhile moves nothing.
      const start = after === undefined ? -1 : Number.parseInt(after, 36);
      const groups = filter === 'unread' ? groupsNow() : [];
      const found = within(accountNumber).filter(
        (row) =>
          isIn[filter](row) && rows.indexOf(row) > start && !(filter === 'unread' && isOwn(row)),
      );
      const shown = found.slice(0, limit);
      const last = shown.at(-1);
      const next = last && shown.length < found.length ? rows.indexOf(last).toString(36) : null;
      return ok<ReviewPage>({
        groups: after === undefined ? groups : [],
        ...{ rows: shown, bands: bandsOf(shown), next },
      });
    },
    'review.counts': ({ accountNumber }) => {
      const own = within(accountNumber);
      return ok({
        unread: own.filter(isIn.unread).length,
        flagged: own.filter(isIn.flagged).length,
        noted: own.filter(isIn.noted).length,
        attached: own.filter(isIn.attached).length,
        changed: own.filter(isIn.changed).length,
        all: own.length,
        since: { day: today, isAfterClose: true },
      });
    },
    'review.groupRows': ({ entries }) => ok({ rows: seenIn(entries) }),
    'review.readOwn': ({ entries }) => {
      const seen = new Set(seenIn(entries).filter((row) => isOwn(row) && !row.read));
      before = rows;
      rows = rows.map((row) => (seen.has(row) ? { ...row, read: true } : row));
      return ok({ read: seen.size, left: entries.length - seen.size, act: 1 });
    },
    'statements.mark': ({ accountNumber, entryIds, note, read, flagged }) => {
      rows = rows.map((row) =>
        row.accountNumber === accountNumber && entryIds.includes(row.id)
          ? {
              ...row,
              read: read ?? row.read,
              flagged: flagged ?? row.flagged,
              hasNote: note === undefined ? row.hasNote : note !== '',
            }
          : row,
      );
      return ok({ marked: entryIds.length });
    },
    'statements.entry': ({ accountNumber, entryId }) => {
      const row = rows.find((one) => one.accountNumber === accountNumber && one.id === entryId);
      return row ? ok(fakeDetail(row)) : fail('offline.not-cached', 'fake');
    },
    'statements.history': ({ accountNumber, entryId }) => {
      const row = rows.find((one) => one.accountNumber === accountNumber && one.id === entryId);
      const name = row?.counterparty ?? row?.labels?.counterparty ?? null;
      return ok({ history: row && name !== null ? fakeHistory(row, name) : null });
    },
    'submissions.underReference': () => ok({ submission: null }),
    'review.unread': () =>
      ok({
        until: asOf,
        accounts: bandsOf(rows)
          .filter(({ unread }) => unread > 0)
          .map(({ accountNumber, unread, debits, credits }) => ({
            ...{ accountNumber, entries: unread, debits, credits },
            accountName: all.find((one) => one.accountNumber === accountNumber)?.accountName ?? '',
          })),
      }),
    'review.readAll': () => {
      const read = rows.filter(isIn.unread).length;
      before = rows;
      rows = rows.map((row) => ({ ...row, read: true }));
      return ok({ read, act: 1 });
    },
    'review.takeBack': () => {
      const unread = before.filter(isIn.unread).length;
      rows = before;
      return ok({ unread });
    },
    'review.report': ({ from, to }) =>
      ok({
        from,
        to,
        accounts: [],
        open: [],
        openTotal: rows.filter(isIn.unread).length,
        words: '',
      }),
    'review.record': ({ from, to, words }) => {
      const openTotal = rows.filter(isIn.unread).length;
      const id = String(recorded.length + 1);
      const by = { id, recordedAt: asOf, recordedBy: 'Ada Merlin' };
      recorded.unshift({ ...by, from, to, accounts: all.length, openTotal });
      return ok({ ...by, report: { from, to, accounts: [], open: [], openTotal, words } });
    },
    'review.recorded': () => ok({ reviews: [...recorded] }),
    'review.save': () => ok({ saved: true, fileName: 'REVIEW.pdf', isOpened: null }),
  };
  let before = rows;
  return {
    answers,
    unread: () => rows.filter(isIn.unread).map(({ id }) => id),
    rows: () => rows,
    rewrite: (id) => {
      rows = rows.map((row) => (row.id === id ? { ...row, version: 2, rewritten: true } : row));
    },
    arrive: (id) => {
      const [first] = rows;
      if (first) rows = [{ ...first, id, narration: `Came since ${id}`, read: false }, ...rows];
    },
  };
}
