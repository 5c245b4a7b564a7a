import type {
  CloseAccount,
  CloseCell,
  CloseCondition,
  CloseLine,
  ClosePoint,
  CloseList,
  CloseView,
  ClosedView,
  DaysReview,
  LateEntry,
} from '../../../shared/ipc/review/closes.ts';
import { ok } from '../../../shared/result.ts';
import { fakePosition } from '../support/desk-records.ts';
import type { Answers } from '../support/fake-bridge.ts';
import { asOf, today } from '../support/statement-records.ts';

const met: CloseCell = { is: 'met', words: '', isGrave: false, place: null };
const notAsked: CloseCell = { is: 'not-asked', words: '', isGrave: false, place: null };

const allMet: Readonly<Record<CloseCondition, CloseCell>> = {
  ...{ proven: met, read: met, unknown: met, exceptions: met },
  ...{ 'second-source': notAsked, books: notAsked },
};

const accounts: readonly CloseAccount[] = fakePosition()
  .currencies.flatMap((currency) => currency.accounts)
  .map(({ accountNumber, accountName, currency, booked }, at) => ({
    ...{ accountNumber, accountName, currency, entries: at * 3 },
    ...{ debits: null, credits: null, opening: booked, closing: booked, asOf },
    ...{ entriesDigest: 'a'.repeat(64), cells: allMet },
  }));

const open = (words: string, accountNumber: string, isGrave = false): CloseCell => ({
  ...{ is: 'open', words, isGrave },
  place: { view: 'statements', accountNumber, from: today, to: today },
});

/** What is open of some accounts. */
const missingAccounts: readonly CloseAccount[] = accounts.map((account, at) => {
  const { accountNumber } = account;
  const of = (words: string, isGrave = false): CloseCell => open(words, accountNumber, isGrave);
  const cells: Partial<Record<CloseCondition, CloseCell>> =
    at === 0
      ? { proven: of('14 Nov breaks', true), read: of('2 unread'), exceptions: of('1 open', true) }
      : at === 1
        ? { 'second-source': of('not there yet') }
        : at === 3
          ? {
              unknown: of('1 unknown'),
              books: { ...of('611 of 620'), place: { view: 'books', accountNumber } },
            }
          : at === 4
            ? { 'second-source': of('differs', true), books: { ...met, words: '959 of 959' } }
            : {};
  return { ...account, cells: { ...allMet, ...cells } };
});

const [first] = accounts;
const number = first?.accountNumber ?? '';

const points: readonly ClosePoint[] = [
  {
    ...{ pointId: 'unknown', count: 1, what: 'unanswered change' },
    ...{ detail: '12,500.00 EUR', isGrave: false, next: 'Look it up' },
    place: { view: 'exceptions' },
  },
  {
    ...{ pointId: 'proven:broken', count: 1, what: 'account does not add up' },
    ...{ detail: 'Treasury EUR ··7781, 14 Nov breaks', isGrave: true, next: 'Open the day' },
    place: { view: 'statements', accountNumber: number, from: '2026-11-14', to: today },
  },
  {
    ...{ pointId: 'read', count: 2, what: 'entries not read', detail: 'in 1 account' },
    ...{ isGrave: false, next: 'Review' },
    place: { view: 'review', accountNumber: number },
  },
];

export const closeView = (given: Partial<CloseView> = {}): CloseView => ({
  ...{ period: today, kind: 'day', from: today, to: today, today },
  ...{ obstacle: null, accounts, points: [], digest: 'd'.repeat(64) },
  ...{ exports: [], requirements: { secondSource: [], books: [], exports: [] } },
  ...{ by: 'Ada Desk', closed: null, earlier: [], prepared: null },
  secondPerson: { isRequired: false, canRequire: false, waivedBy: null },
  ...given,
});

const toTheBooks = {
  ...{ profile: 'To the books', format: 'camt053', accountNumbers: null },
  ...{ filePerAccount: true, withMarks: false },
};

/** A day on which something is missing. */
export const missingView = closeView({
  ...{ accounts: missingAccounts, points },
  exports: [{ ...toTheBooks, words: 'camt.053 (XML)', folder: 'Treasury' }],
});

const late = (given: Partial<LateEntry>): LateEntry => ({
  ...{ change: 'arrived', accountNumber: number, entryId: 'late-1', day: today },
  ...{ amount: { amount: '12500.00', currency: 'EUR' }, direction: 'debit' },
  ...{ words: 'Lagoon Marine Services Ltd', reference: 'PAY-701401', seenAt: asOf },
  acknowledgedInto: null,
  ...given,
});

/** The same day, closed with an open point; two entries came since. */
const closedOf = (given: Partial<ClosedView> = {}): ClosedView => ({
  proof: {
    ...{ period: today, kind: 'day', from: today, to: today, digest: 'd'.repeat(64) },
    accounts: missingAccounts,
    open: points.slice(1, 2).map(({ next: _next, place: _place, ...point }) => ({
      ...point,
      reason: 'The bank told by mail that the statement is corrected on 23 Nov.',
    })),
    exports: [
      {
        ...{ profile: 'To the books', words: 'camt.053 (XML)', folder: 'Treasury' },
        ...{ name: '2026-11-20_CLOSE_2026-11-20', files: 7, entries: 69 },
      },
    ],
    ...{ closedAt: `${today}T17:51:00.000Z`, closedBy: 'Ada Desk', isClockSetBack: false },
    prepared: null,
  },
  now: accounts.map(({ accountNumber, closing }, at) => ({
    ...{ accountNumber, closing, isCompared: at !== 5 },
    late: at === 0 ? { amount: '-12500.00', currency: 'EUR' } : null,
  })),
  late: [
    late({}),
    late({ entryId: 'late-2', change: 'changed', words: 'Wire charge', reference: '' }),
  ],
  lateTotal: 2,
  newcomers: [],
  unlisted: [],
  ...given,
});

export const closedView = closeView({
  closed: closedOf(),
  earlier: [{ act: 'close', at: `${today}T17:51:00.000Z`, by: 'Ada Desk', words: '' }],
});

const line = (period: string, given: Partial<CloseLine> = {}): CloseLine => ({
  ...{ period, state: 'closed', closedAt: `${period}T17:38:00.000Z`, late: 0, acknowledged: 0 },
  ...given,
});

const openLine = { state: 'open', closedAt: null } as const;

const closeLines: readonly CloseLine[] = [
  ...['2026-11-12', '2026-11-13'].map((period) => line(period)),
  line('2026-11-16', { acknowledged: 2 }),
  ...['2026-11-17', '2026-11-18'].map((period) => line(period)),
  line('2026-11-19', { late: 1 }),
  line(today, openLine),
];

/** Three open days of which two can be closed; on the third something is missing. */
export const daysReview = (given: Partial<DaysReview> = {}): DaysReview => ({
  days: [
    { period: '2026-11-17', from: '2026-11-14', to: '2026-11-17', digest: 'a'.repeat(64) },
    { period: '2026-11-18', from: '2026-11-18', to: '2026-11-18', digest: 'b'.repeat(64) },
  ].map((day) => ({ ...day, entries: 12 })),
  ...{ accounts, stop: null, exports: [], by: 'Ada Desk' },
  ...given,
});

/** A day that stays open, with what is missing. */
export const stopAt = (period: string): DaysReview['stop'] => ({
  ...{ period, obstacle: null, points },
});

/** A desk whose closes stand so; what is closed is closed from then on. `list` is what it says of the periods that are over. */
export function closeHandlers(
  view: CloseView = missingView,
  list: Partial<CloseList> = {},
): Answers {
  let now = view;
  let openDays = list.openDays ?? [today];
  return {
    'closes.get': ({ period }) => ok({ ...now, period }),
    'closes.list': () =>
      ok({
        ...{ newest: today, running: null, ...list, openDays },
        lines: closeLines.map((one) =>
          one.period === today && now.closed
            ? line(today, { closedAt: now.closed.proof.closedAt, late: now.closed.lateTotal })
            : one,
        ),
      }),
    'closes.close': ({ reasons }) => {
      const closed = closedOf({ late: [], lateTotal: 0 });
      const proof = {
        ...closed.proof,
        open: now.points.map((point) => ({ ...point, reason: reasons[point.pointId] ?? '' })),
      };
      now = { ...now, closed: { ...closed, proof } };
      return ok(proof);
    },
    'closes.reviewDays': () => ok(daysReview()),
    'closes.closeDays': ({ days, by }) => {
      openDays = openDays.slice(days.length);
      return ok({
        closed: days.map(({ period }) => ({ period, closedAt: asOf })),
        ...{ closedBy: by || 'Ada Desk', exports: 0, stop: null },
      });
    },
    'closes.reopen': () => {
      now = { ...now, closed: null };
      return ok({ reopened: true });
    },
    'closes.undo': () => {
      now = { ...now, closed: null };
      return ok({ reopened: true });
    },
    'closes.acknowledge': () => {
      const closed = now.closed ?? closedOf();
      const acknowledged = closed.late.map((one) => ({ ...one, acknowledgedInto: today }));
      now = { ...now, closed: { ...closed, late: acknowledged } };
      return ok({ acknowledged: acknowledged.length });
    },
    'closes.saveRequirements': () => ok({ saved: true }),
    'closes.save': () => ok({ saved: true, fileName: 'CLOSE_2026-11-20.csv' }),
  };
}
