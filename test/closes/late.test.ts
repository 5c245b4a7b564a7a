import { expect, test } from 'vitest';

import { digestOf, packed } from '../../electron/nouns/closes/entry-set.ts';
import type { DaysNow, Difference } from '../../electron/nouns/closes/period-snapshot.ts';
import {
  closedView,
  foundLate,
  lateCounts,
  type LateParts,
} from '../../electron/nouns/closes/late.ts';
import type { CloseQuestions } from '../../electron/nouns/closes/reads.ts';
import {
  append,
  lastAct,
  currentClose,
  type Act,
  type Closing,
} from '../../electron/nouns/closes/tables.ts';
import { arrive, closingDeskWith, type ClosingDesk } from '../support/desks/closing-desk.ts';
import {
  beginning,
  debitOf,
  openLoneDesk,
  paying,
  type LoneDesk,
} from '../support/desks/lone-desk.ts';
import { accountWith, daysOf, other, today } from './close-accounts.ts';
import { actorNamed } from '../support/desks/actors.ts';

const actor = actorNamed('Ada Merlin');
const entry = debitOf('e-1', { balanceE4: 4_000_000n });
const later = debitOf('e-2', { balanceE4: 3_000_000n, at: '2026-11-20T23:30:00.000Z' });

/** Answers what is given instead of reading the local copy, and notes what was asked. */
function answering(
  desk: LoneDesk,
  answers: { daysNow?: () => DaysNow[]; lateEntries?: () => Difference[] },
): { readonly parts: LateParts; readonly asked: string[] } {
  const asked: string[] = [];
  const questions = {
    ask: (name: 'daysNow' | 'lateEntries') => {
      asked.push(name);
      return Promise.resolve().then(() => answers[name]?.() ?? []);
    },
  } as unknown as CloseQuestions;
  return { parts: { journal: desk.parts.journal, reader: desk.reader, questions }, asked };
}

const closing = (given: Partial<Closing> = {}): Closing => ({
  ...{ digest: '', accounts: [], open: [], exports: [], isClockSetBack: false, figuresOnly: [] },
  ...given,
});

const closeOf = (n: number, document = closing()): Act<Closing> => ({
  ...{
    n,
    actId: String(n),
    act: 'close',
    period: today,
    from: today,
    to: today,
    at: beginning,
    actor,
    document,
  },
});

const difference = (entryId: string): Difference => ({
  ...{ key: entryId, change: 'arrived', accountNumber: paying, entryId, day: today },
  ...{ amount: { amount: '1.00', currency: 'USD' }, direction: 'debit', words: '' },
  ...{ reference: '', seenAt: null },
});

test('what is late is read once, until the local copy has changed', async () => {
  const desk = openLoneDesk();
  const { parts, asked } = answering(desk, {});
  await foundLate(parts, closeOf(1));
  await foundLate(parts, closeOf(2));
  await foundLate(parts, closeOf(1));
  expect(asked).toHaveLength(2);
  desk.cache.ensureAccount(other, 'USD');
  await foundLate(parts, closeOf(1));
  expect(asked).toHaveLength(3);
});

test('what is late is remembered of sixty-four closes', async () => {
  const { parts, asked } = answering(openLoneDesk(), {});
  const look = async (n: number) => {
    await foundLate(parts, closeOf(n));
    return asked.length;
  };
  for (let n = 1; n <= 64; n += 1) await look(n);
  expect(await look(1)).toBe(64);
  expect(await look(65)).toBe(65);
  expect(await look(1)).toBe(66);
});

test('what could not be read is asked again', async () => {
  let isOut = true;
  const { parts, asked } = answering(openLoneDesk(), {
    daysNow: () => (isOut ? expect.fail('the thread ended') : []),
  });
  await expect(foundLate(parts, closeOf(1))).rejects.toThrow('the thread ended');
  isOut = false;
  expect(await foundLate(parts, closeOf(1))).toEqual({ now: [], late: [], unlisted: [] });
  expect(asked).toHaveLength(2);
});

/** A close of three accounts whose entries were stored; the local copy has other entries of all of them. */
function closedOn(desk: LoneDesk, given: Partial<Closing> = {}) {
  const { journal } = desk.parts;
  const numbers = ['1', '2', '3'];
  const entriesDigest = digestOf([]);
  const accounts = numbers.map((accountNumber) =>
    accountWith({}, { accountNumber, entriesDigest }),
  );
  const { n: _n, actId: _id, ...act } = closeOf(0, closing({ accounts, ...given }));
  const appended = append(journal, act, {
    after: lastAct(journal).n,
    entries: numbers
      .filter((accountNumber) => given.figuresOnly?.includes(accountNumber) !== true)
      .map((accountNumber) => ({ accountNumber, entries: packed([]) })),
  });
  const now = numbers.map((accountNumber) => daysOf({ accountNumber, entriesDigest: 'x' }));
  return { close: { ...act, ...appended } as Act<Closing>, now };
}

test('accounts are looked through until more late entries were found than are shown', async () => {
  const found = async (each: number) => {
    const desk = openLoneDesk();
    const { close, now } = closedOn(desk);
    const late = Array.from({ length: each }, (_, at) => difference(`e-${String(at)}`));
    const { parts, asked } = answering(desk, { daysNow: () => now, lateEntries: () => late });
    const { lateTotal, late: shown } = await closedView(parts, { close, acknowledgements: [] });
    return [asked.filter((name) => name === 'lateEntries').length, lateTotal, shown.length];
  };
  expect(await found(1)).toEqual([3, 3, 3]);
  expect(await found(250)).toEqual([3, 750, 500]);
  expect(await found(251)).toEqual([2, 502, 500]);
});

test('an account is compared where its entries were stored, and its days are there and differ', async () => {
  const desk = openLoneDesk();
  const compared = async (given: Partial<Closing>, change: (now: DaysNow[]) => DaysNow[]) => {
    const { close, now } = closedOn(desk, given);
    const { parts } = answering(desk, {
      daysNow: () => change(now),
      lateEntries: () => [difference('e-1')],
    });
    return (await foundLate(parts, close)).late.length;
  };
  const same = (now: DaysNow[]) => now;
  expect(await compared({}, same)).toBe(3);
  expect(await compared({ figuresOnly: ['2'] }, same)).toBe(2);
  expect(await compared({}, (now) => now.slice(1))).toBe(2);
  expect(await compared({}, (now) => now.map((one) => ({ ...one, asOf: null })))).toBe(0);
  const closedSame = digestOf([]);
  expect(
    await compared({}, (now) => now.map((one) => ({ ...one, entriesDigest: closedSame }))),
  ).toBe(0);
  const lost = [accountWith({}, { accountNumber: '4', entriesDigest: closedSame })];
  const strange = [daysOf({ accountNumber: '4', entriesDigest: 'x' })];
  await expect(compared({ accounts: lost }, () => strange)).rejects.toMatchObject({
    code: 'close.damaged',
  });
});

const viewOf = ({ closing: parts }: ClosingDesk, period = today) =>
  closedView(parts, currentClose(parts.journal, period) ?? expect.fail(`${period} is open`));

test('of a day that was closed before it was noted which entries are stored, all of them are', async () => {
  const desk = closingDeskWith([entry]);
  await desk.closed(today);
  const { journal } = desk.closing;
  const { close } = currentClose(journal, today) ?? expect.fail('it is open');
  const { figuresOnly: _, ...older } = close.document;
  const { n: _n, actId: _id, ...act } = close;
  const entries = [{ accountNumber: paying, entries: packed([]) }];
  const { accounts } = older;
  const document = {
    ...older,
    accounts: accounts.map((one) => ({ ...one, entriesDigest: digestOf([]) })),
  };
  append(journal, { ...act, document }, { after: close.n, entries });
  expect((await viewOf(desk)).late.map(({ entryId }) => entryId)).toEqual(['e-1']);
});

test('how much came late is the difference of the two balances, and nothing where one of them is not known', async () => {
  const usd = (amount: string) => ({ amount, currency: 'USD' });
  const between = async (closed: ReturnType<typeof usd> | null, now: Partial<DaysNow> | null) => {
    const accounts = [accountWith({}, { closing: closed })];
    const { parts } = answering(openLoneDesk(), { daysNow: () => (now ? [daysOf(now)] : []) });
    const close = closeOf(1, closing({ accounts, figuresOnly: [paying] }));
    return (await closedView(parts, { close, acknowledgements: [] })).now[0];
  };
  const none = { accountNumber: paying, closing: null, late: null };
  expect(await between(usd('300.00'), { closingE4: '2000000' })).toEqual({
    ...{ ...none, closing: usd('200.00'), late: usd('-100.00'), isCompared: true },
  });
  expect(await between(usd('300.00'), { closingE4: '3000000' })).toMatchObject({ late: null });
  expect(await between(null, { closingE4: '2000000' })).toMatchObject({
    ...{ closing: usd('200.00'), late: null, isCompared: true },
  });
  expect(await between(usd('300.00'), { closingE4: null })).toEqual({ ...none, isCompared: true });
  const euro = { closingE4: '2000000', currency: 'EUR' };
  expect(await between(usd('300.00'), euro)).toMatchObject({ late: null, isCompared: true });
  expect(await between(usd('300.00'), null)).toEqual({ ...none, isCompared: false });
  const never = { closingE4: '2000000', asOf: null };
  expect(await between(usd('300.00'), never)).toEqual({ ...none, isCompared: false });
});

test('each closed account is held against its own balance', async () => {
  const numbers = [paying, other];
  const balances = numbers.map((accountNumber, at) =>
    daysOf({ accountNumber, closingE4: `${String(at)}0000` }),
  );
  const { parts } = answering(openLoneDesk(), { daysNow: () => balances });
  const accounts = numbers.map((accountNumber) => accountWith({}, { accountNumber }));
  const close = closeOf(1, closing({ accounts, figuresOnly: numbers }));
  const { now } = await closedView(parts, { close, acknowledgements: [] });
  expect(now.map((one) => one.closing?.amount)).toEqual(['0.00', '1.00']);
});

test('an account that came later is named once it has entries on these days', async () => {
  const desk = closingDeskWith([entry]);
  await desk.closed(today);
  desk.cache.ensureAccount(other, 'USD');
  desk.passes(1_000);
  expect((await viewOf(desk)).newcomers).toEqual([]);
});

test('an open period has no counts of what is late', async () => {
  const desk = closingDeskWith([entry]);
  expect(await lateCounts(desk.closing, today)).toBeNull();
  await desk.closed(today);
  expect(await lateCounts(desk.closing, today)).toEqual({ late: 0, acknowledged: 0 });
  arrive(desk, [entry, later]);
  expect(await lateCounts(desk.closing, today)).toEqual({ late: 1, acknowledged: 0 });
});

test('the proof shows what was closed, and not which entries were stored', async () => {
  const desk = closingDeskWith([entry]);
  const proof = await desk.closed(today);
  expect(Object.keys(proof).toSorted()).toEqual([
    ...['accounts', 'closedAt', 'closedBy', 'digest', 'exports', 'from', 'isClockSetBack'],
    ...['kind', 'open', 'period', 'prepared', 'to'],
  ]);
  expect((await viewOf(desk)).proof).toEqual(proof);
});
