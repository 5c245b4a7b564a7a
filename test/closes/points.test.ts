import { expect, test } from 'vitest';

import type { ConditionInputs } from '../../electron/nouns/closes/conditions.ts';
import { pointsOf, type LateDay } from '../../electron/nouns/closes/points.ts';
import type { Submission } from '../../electron/engines/submissions/journal/submission-table.ts';
import type { CloseAccount, CloseCell } from '../../shared/ipc/review/closes.ts';
import { submissionOf } from '../support/desks/lone-desk.ts';
import { accountWith, exceptionOf, nothingOpen, openCell, other, today } from './close-accounts.ts';

type Given = {
  accounts?: readonly CloseAccount[];
  inputs?: Partial<ConditionInputs>;
  unread?: number;
  lateDays?: readonly LateDay[];
  openParts?: readonly string[];
};

const points = ({ inputs, ...given }: Given) =>
  pointsOf({
    ...{ accounts: [accountWith()], unread: 0, lateDays: [], openParts: [] },
    ...given,
    inputs: nothingOpen(inputs),
  });

const second = { accountNumber: other, accountName: '' };
const review = { view: 'review', accountNumber: other } as const;
const statements = { view: 'statements', accountNumber: other, from: today, to: today } as const;
const books = { view: 'books', accountNumber: other } as const;

/** The same cell twice: of the account with a name, and of the one without. */
const twice = (condition: 'proven' | 'second-source' | 'books', cell: CloseCell) => [
  accountWith({ [condition]: cell }),
  accountWith({ [condition]: cell }, second),
];

const about = { title: 'Transfer', accountNumber: null, counterparty: null, counterpartyId: null };
const unanswered = (reference: string, amount?: string): Submission =>
  submissionOf({
    reference,
    about:
      amount === undefined
        ? { ...about, amount: null }
        : { ...about, amount: { amount, currency: 'USD' } },
  });

test('nothing is missing where every condition is met', () => {
  expect(points({})).toEqual([]);
});

test('what is missing comes with the gravest first, each thing once', () => {
  const all = points({
    accounts: [
      accountWith({
        ...{ proven: openCell('20 Nov breaks', statements, true), read: openCell('1', review) },
        ...{ 'second-source': openCell('differs', statements, true) },
      }),
      accountWith({
        ...{ proven: openCell('20 Nov not proven', statements) },
        ...{ 'second-source': openCell('not there yet', statements) },
        ...{ books: openCell('no ledger yet', books) },
      }),
    ],
    inputs: { unknown: [submissionOf()], exceptions: [exceptionOf()] },
    ...{ unread: 1, lateDays: [{ period: today, count: 1 }], openParts: [today] },
  });
  expect(all.map(({ pointId, isGrave }) => [pointId, isGrave])).toEqual([
    ['unknown', false],
    ['proven:broken', true],
    ['proven', false],
    ['read', false],
    ['second-source:differs', true],
    ['second-source', false],
    ['books', false],
    ['exceptions', true],
    ['late', false],
    ['period', false],
  ]);
});

test('changes without an answer are named by their amounts, and by their references where none has one', () => {
  const found = { pointId: 'unknown', isGrave: false, place: { view: 'exceptions' } };
  const one = { count: 1, what: 'unanswered change', next: 'Look it up' };
  const more = { count: 2, what: 'unanswered changes', next: 'Look them up' };
  expect(points({ inputs: { unknown: [unanswered('R-1', '1250.5')] } })).toEqual([
    { ...found, ...one, detail: '1,250.50 USD' },
  ]);
  expect(points({ inputs: { unknown: [unanswered('R-1', '7'), unanswered('R-2')] } })).toEqual([
    { ...found, ...more, detail: '7.00 USD' },
  ]);
  const unknown = [unanswered('R-1'), submissionOf({ reference: 'R-2' })];
  expect(points({ inputs: { unknown } })).toEqual([{ ...found, ...more, detail: 'R-1; R-2' }]);
});

test('accounts that do not add up are one point, those that are not proven another', () => {
  const broken = openCell('20 Nov breaks', statements, true);
  const found = {
    pointId: 'proven:broken',
    isGrave: true,
    next: 'Open the day',
    place: statements,
  };
  const [named = accountWith(), nameless = accountWith()] = twice('proven', broken);
  expect(points({ accounts: [named] })).toEqual([
    {
      ...{ ...found, count: 1, what: 'account off' },
      detail: 'Operations ··6655, 20 Nov breaks',
    },
  ]);
  expect(points({ accounts: [nameless, named, accountWith()] })).toEqual([
    {
      ...{ ...found, count: 2, what: 'accounts off' },
      detail: '··2233, 20 Nov breaks; Operations ··6655, 20 Nov breaks',
    },
  ]);
  const missing = twice('proven', openCell('20 Nov not fetched', statements));
  const rest = { pointId: 'proven', isGrave: false, next: 'Open it', place: statements };
  expect(points({ accounts: missing })).toMatchObject([
    { ...rest, count: 2, what: 'accounts not checked' },
  ]);
  expect(points({ accounts: missing.slice(1) })).toMatchObject([
    { ...rest, count: 1, what: 'account not checked' },
  ]);
});

test('entries that are not read lead to the account that has them, and to the review where there are several', () => {
  const own = accountWith({ read: openCell('1 unread', review) });
  const found = { pointId: 'read', isGrave: false, next: 'Review' };
  expect(points({ accounts: [own, accountWith()], unread: 1 })).toEqual([
    { ...found, count: 1, what: 'entry not read', detail: 'in 1 account', place: review },
  ]);
  expect(points({ accounts: [own, own], unread: 1_200 })).toEqual([
    {
      ...{ ...found, count: 1_200, what: 'entries not read', detail: 'in 2 accounts' },
      place: { view: 'review' },
    },
  ]);
});

test('a second source that differs is to be compared, one that is not there is to be added', () => {
  const differs = twice('second-source', openCell('differs', statements, true));
  const missing = twice('second-source', openCell('not there yet', statements));
  const grave = { pointId: 'second-source:differs', isGrave: true, next: 'Compare' };
  const other = { pointId: 'second-source', isGrave: false, next: 'Add the file' };
  expect(points({ accounts: [...differs, ...missing] })).toMatchObject([
    { ...grave, count: 2, what: 'second sources differ', place: statements },
    { ...other, count: 2, what: 'second sources not there', place: statements },
  ]);
  expect(points({ accounts: [...differs.slice(1), ...missing.slice(1)] })).toMatchObject([
    { ...grave, count: 1, what: 'second source differs', detail: '··2233, differs' },
    { ...other, count: 1, what: 'second source not there', detail: '··2233, not there yet' },
  ]);
});

test('accounts that are not with the books are to be matched', () => {
  const accounts = twice('books', openCell('1 of 2', books));
  const found = { pointId: 'books', isGrave: false, next: 'Match', place: books };
  expect(points({ accounts })).toMatchObject([
    { ...found, count: 2, what: 'accounts not with the books' },
  ]);
  expect(points({ accounts: accounts.slice(1) })).toMatchObject([
    { ...found, count: 1, what: 'account not with the books' },
  ]);
});

test('an open exception is grave where money hangs on one of them now', () => {
  const failed = exceptionOf({ exceptionId: 'f-1', title: 'Failed', urgency: 'check' });
  const found = { pointId: 'exceptions', next: 'Deal with it' };
  expect(points({ inputs: { exceptions: [failed] } })).toEqual([
    {
      ...{ ...found, count: 1, what: 'open exception', detail: 'Failed', isGrave: false },
      place: { view: 'exceptions', exceptionId: 'f-1' },
    },
  ]);
  expect(points({ inputs: { exceptions: [failed, exceptionOf()] } })).toEqual([
    {
      ...{ ...found, count: 2, what: 'open exceptions', detail: 'Failed; Returned' },
      ...{ isGrave: true, place: { view: 'exceptions', exceptionId: 'f-1' } },
    },
  ]);
});

test('late entries are counted over their days, and lead to the first of them', () => {
  const found = { pointId: 'late', isGrave: false, next: 'Take' };
  const first = { period: '2026-11-18', count: 1 };
  const place = { view: 'close', period: '2026-11-18' };
  expect(points({ lateDays: [first] })).toEqual([
    { ...found, count: 1, what: 'late entry not taken', detail: '1 of 18 Nov', place },
  ]);
  expect(points({ lateDays: [first, { period: '2026-11-19', count: 1_000 }] })).toEqual([
    {
      ...{ ...found, count: 1_001, what: 'late entries not taken', place },
      detail: '1 of 18 Nov; 1,000 of 19 Nov',
    },
  ]);
});

test('days and months that are not closed lead to the first of them, and four are named', () => {
  const found = { pointId: 'period', isGrave: false };
  expect(points({ openParts: ['2026-10'] })).toEqual([
    {
      ...{ ...found, count: 1, what: 'month is not closed', detail: 'Oct 2026' },
      ...{ next: 'Close Oct 2026', place: { view: 'close', period: '2026-10' } },
    },
  ]);
  const days = ['2026-11-01', '2026-11-02', '2026-11-03', '2026-11-04', '2026-11-05'];
  const place = { view: 'close', period: '2026-11-01' };
  const four = '1 Nov; 2 Nov; 3 Nov; 4 Nov';
  expect(points({ openParts: days.slice(0, 4) })).toEqual([
    { ...found, count: 4, what: 'days are not closed', detail: four, next: 'Close 1 Nov', place },
  ]);
  expect(points({ openParts: days })).toMatchObject([{ count: 5, detail: `${four} and 1 more` }]);
});
