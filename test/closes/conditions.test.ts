import { expect, test } from 'vitest';

import {
  closeAccount,
  countedExceptions,
  figuresOf,
  unknownUntil,
  type ConditionInputs,
} from '../../electron/nouns/closes/conditions.ts';
import type { DaysNow } from '../../electron/nouns/closes/period-snapshot.ts';
import type { CloseCondition } from '../../shared/ipc/review/closes.ts';
import type { ExceptionItem, ExceptionPlace } from '../../shared/ipc/review/exceptions.ts';
import type { SecondSource } from '../../shared/ipc/accounts/second-sources.ts';
import { beginning, paying, submissionOf } from '../support/desks/lone-desk.ts';
import { daysOf, exceptionOf, met, nothingOpen, openCell, other, today } from './close-accounts.ts';

const cell = (
  condition: CloseCondition,
  inputs: Partial<ConditionInputs> = {},
  now: Partial<DaysNow> = {},
) => closeAccount(daysOf(now), nothingOpen(inputs)).cells[condition];

const statements = { view: 'statements', accountNumber: paying, from: today, to: today } as const;

test('an account on which nothing is open has every tick, and what was not required is not asked', () => {
  const notAsked = { ...met, is: 'not-asked' };
  expect(closeAccount(daysOf(), nothingOpen()).cells).toEqual({
    ...{ proven: met, read: met, unknown: met, exceptions: met },
    ...{ 'second-source': notAsked, books: notAsked },
  });
});

test('figures are amounts in the account’s currency, and none where it is not known', () => {
  const figures = { debitsE4: '2000000', creditsE4: '5000', openingE4: '-10000', closingE4: null };
  const amount = (text: string) => ({ amount: text, currency: 'USD' });
  expect(figuresOf(daysOf(figures))).toEqual({
    ...{ accountNumber: paying, accountName: 'Operations', currency: 'USD', entries: 2 },
    ...{ asOf: beginning, entriesDigest: '', debits: amount('200.00'), credits: amount('0.50') },
    ...{ opening: amount('-1.00'), closing: null },
  });
  expect(figuresOf(daysOf({ ...figures, currency: '' }))).toMatchObject({
    ...{ debits: null, credits: null, opening: null, closing: null },
  });
});

const redDay = (from: string, place?: ExceptionPlace) =>
  exceptionOf({ kind: 'red-day', place: place ?? { ...statements, from, to: from } });

test('a day that does not hold keeps every account open whose close ends on it or later', () => {
  const proven = (from: string, account = paying) =>
    cell('proven', { broken: new Map([[account, redDay(from)]]) });
  const open = (day: string, from: string) =>
    openCell(`${day} breaks`, { ...statements, from }, true);
  expect(proven('2026-11-03')).toEqual(open('3 Nov', '2026-11-03'));
  expect(proven(today)).toEqual(open('20 Nov', today));
  expect(proven('2026-11-21')).toEqual(met);
  expect(proven(today, other)).toEqual(met);
  const elsewhere = redDay(today, { view: 'reconcile' });
  expect(cell('proven', { broken: new Map([[paying, elsewhere]]) })).toEqual(met);
  const nowhere = { ...elsewhere, place: null };
  expect(cell('proven', { broken: new Map([[paying, nowhere]]) })).toEqual(met);
});

test('the first day that is not proven is named, and is grave where it breaks', () => {
  const proven = (state: 'missing' | 'broken' | 'unproven' | 'unfinished') =>
    cell('proven', { from: '2026-11-01' }, { firstUnproven: { day: '2026-11-19', state } });
  const place = { ...statements, from: '2026-11-19' };
  expect(proven('missing')).toEqual(openCell('19 Nov not fetched', place));
  expect(proven('unproven')).toEqual(openCell('19 Nov not proven', place));
  expect(proven('unfinished')).toEqual(openCell('19 Nov fetched before its end', place));
  expect(proven('broken')).toEqual(openCell('19 Nov breaks', place, true));
});

test('unread entries lead to the review of their account', () => {
  expect(cell('read', {}, { unread: 1_500 })).toEqual(
    openCell('1,500 unread', { view: 'review', accountNumber: paying }),
  );
});

test('entries of the first sync, which no person read, have no tick; where some were read it says so', () => {
  const unseen = (which: 'all' | 'some', account = paying) =>
    cell('read', { unseen: new Map([[account, which]]) });
  expect(unseen('all')).toEqual({ ...met, is: 'not-asked', words: 'before the first sync' });
  expect(unseen('some')).toEqual({ ...met, words: 'some before first sync' });
  expect(unseen('all', other)).toEqual(met);
  const both = { unseen: new Map([[paying, 'all' as const]]) };
  expect(cell('read', both, { unread: 1 })).toMatchObject({ is: 'open', words: '1 unread' });
});

test('a change without an answer keeps its own account open, and no other', () => {
  const about = { title: '', amount: null, counterparty: null, counterpartyId: null };
  const of = (accountNumber: string) => submissionOf({ about: { ...about, accountNumber } });
  const open = (...unknown: ConditionInputs['unknown']) => cell('unknown', { unknown });
  expect(open(of(paying), of(other), of(paying))).toEqual(
    openCell('2 unknown', { view: 'exceptions' }),
  );
  expect(open(of(other), submissionOf())).toEqual(met);
});

test('an exception keeps the account open that it leads to, and is grave where money hangs on it', () => {
  const open = (...exceptions: ExceptionItem[]) => cell('exceptions', { exceptions });
  const check = exceptionOf({ exceptionId: 'c-1', urgency: 'check' });
  const place = { view: 'exceptions', exceptionId: 'c-1' } as const;
  expect(open(check)).toEqual(openCell('1 open', place));
  expect(open(check, exceptionOf())).toEqual(openCell('2 open', place, true));
  const elsewhere: (ExceptionPlace | null)[] = [
    ...[null, { view: 'reconcile' } as const, { view: 'accounts' } as const],
    { view: 'accounts', accountNumber: other },
  ];
  expect(open(...elsewhere.map((one) => exceptionOf({ place: one })))).toEqual(met);
});

const source = (verdict: SecondSource['verdict']): SecondSource => ({
  ...{ sourceId: 's-1', accountNumber: paying, kind: 'givenFile', from: today, to: today },
  ...{ fileName: 'a.sta', mimeType: '', sizeBytes: 1, sha256: '', fetchedAt: beginning },
  ...{ verdict, summary: '', entries: 2, differenceCount: 0 },
});

test('a second source is asked of the accounts that were named, and is grave where it differs', () => {
  const asked = (secondSource: string[], sources: ConditionInputs['sources']) =>
    cell('second-source', { sources, requirements: { secondSource, books: [], exports: [] } });
  const sourceCell = (verdict: SecondSource['verdict']) =>
    asked([paying], new Map([[paying, source(verdict)]]));
  expect(sourceCell('agrees')).toEqual(met);
  expect(sourceCell('differs')).toEqual(openCell('differs', statements, true));
  expect(sourceCell('partial')).toEqual(openCell('agrees in part', statements));
  expect(sourceCell('unreadable')).toEqual(openCell('cannot be read', statements));
  expect(asked([other, paying], new Map())).toEqual(openCell('not there yet', statements));
  const ofOther = asked([other], new Map([[paying, source('differs')]]));
  expect(ofOther).toEqual({ ...met, is: 'not-asked' });
});

test('the books are asked of the accounts that were named: every entry has its match, or it is open', () => {
  const asked = (books: string[], found: ConditionInputs['books']) =>
    cell('books', { books: found, requirements: { secondSource: [], books, exports: [] } });
  const matched = (counts: { matched: number; entries: number; apart: number }) =>
    asked([paying], new Map([[paying, counts]]));
  const place = { view: 'books', accountNumber: paying } as const;
  expect(matched({ matched: 2, entries: 2, apart: 0 })).toEqual({ ...met, words: '2 of 2' });
  expect(matched({ matched: 0, entries: 0, apart: 0 })).toEqual({ ...met, words: '0 of 0' });
  expect(matched({ matched: 1_000, entries: 2_000, apart: 3 })).toEqual(
    openCell('1,000 of 2,000, 3 apart', place),
  );
  expect(asked([other, paying], new Map())).toEqual(openCell('no ledger yet', place));
  expect(asked([other], new Map())).toEqual({ ...met, is: 'not-asked' });
});

test('exceptions count up to the end of the last day, but for those with a column of their own and those ahead', () => {
  const days = { from: '2026-11-19', to: today };
  const counted = (given: Partial<ExceptionItem>) =>
    countedExceptions([exceptionOf(given)], days).length === 1;
  expect(counted({ since: '2026-11-20T23:59:59.999Z' })).toBe(true);
  expect(counted({ since: '2026-11-21T00:00:00.000Z' })).toBe(false);
  expect(counted({ since: '2026-01-01T00:00:00.000Z' })).toBe(true);
  expect(counted({ urgency: 'ahead' })).toBe(false);
  const kinds = ['red-day', 'unknown', 'duplicated', 'expired-document', 'failed'] as const;
  expect(kinds.filter((kind) => counted({ kind }))).toEqual(['failed']);
});

test('a change counts as unknown where it was sent by the end of the last day', () => {
  const sentAt = (createdAt: string) =>
    unknownUntil([submissionOf({ createdAt })], { from: today, to: today }).length;
  expect(sentAt('2026-11-20T23:59:59.999Z')).toBe(1);
  expect(sentAt('2026-11-21T00:00:00.000Z')).toBe(0);
});
