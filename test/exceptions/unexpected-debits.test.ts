import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import type { Journal } from '../../electron/engines/store/database.ts';
import { openJournal } from '../../electron/engines/store/opening/journal.ts';
import { deskClock } from '../../electron/engines/machine/context.ts';
import { answeredHere } from '../../electron/engines/store/threads/reader-thread.ts';
import { addLookup } from '../../electron/engines/submissions/journal/lookup-table.ts';
import { settleSubmission } from '../../electron/engines/submissions/journal/table-writes.ts';
import { noWords } from '../../electron/engines/bank/mapping/status-terms.ts';
import type { OrderParts } from '../../electron/engines/submissions/orders/own-orders.ts';
import { closeExceptions } from '../../electron/nouns/exceptions/closed.ts';
import { listExceptions } from '../../electron/nouns/exceptions/list.ts';
import { exceptionReads } from '../../electron/nouns/exceptions/sources/reads.ts';
import type { IncomingEntry } from '../../electron/nouns/statements/entries/incoming.ts';
import { Transfer } from '../../shared/bank/transfers.ts';
import { dateOfDayNumber, dayNumber } from '../../shared/calendar/calendar.ts';
import type { ExceptionItem } from '../../shared/ipc/review/exceptions.ts';
import { actorNamed } from '../support/desks/actors.ts';
import { written, type LoneDesk } from '../support/desks/lone-desk.ts';
import { wholeStanding } from '../support/desks/open-sending.ts';
import { wallClock } from '../support/setup/time.ts';
import {
  accountNumber,
  asOf,
  closing,
  entry,
  key,
  openCopy,
  temporaryFolder,
  type Copy,
} from '../support/stores/store.ts';

const today = dayNumber('2026-11-20');
const clock = wallClock(() => Date.parse('2026-11-20T12:00:00.000Z'));
const other = '0690000077';

type Desk = Copy & {
  readonly journal: Journal;
  /** Fetches days with these entries, as a sync does. */
  sync(entries: readonly IncomingEntry[], days?: Days, account?: string): void;
  /** In a team, the bank's lists are compared with its claims. */
  unexpected(inTeam?: boolean): Promise<readonly ExceptionItem[]>;
  close(exceptionId: string): void;
};

type Days = { readonly from: number; readonly to: number };

const lastDays: Days = { from: today - 6, to: today };

function openDesk(): Desk {
  const copy = openCopy();
  const journal = closing(
    openJournal(join(temporaryFolder(), 'journal.db'), key, { program: 'a test' }),
  );
  copy.writer.ensureAccount(other, 'USD');
  const { reader, writer } = copy;
  const orders = { journal, reader } as OrderParts;
  return {
    ...copy,
    journal,
    sync: (entries, { from, to } = lastDays, account = accountNumber) => {
      const { rangeId } = writer.beginRange({ accountNumber: account, from, to });
      writer.savePage({
        ...{ rangeId, cursor: '{"page":0}', entries, unreadable: [], seenAt: asOf },
      });
      const days = Array.from({ length: to - from + 1 }, (_, at) => ({
        ...{ day: from + at, state: 'proven' as const, openingE4: null, closingE4: null },
        ...{ broken: null, entries: entries.filter(({ day }) => day === from + at).length },
      }));
      writer.finishRange({ rangeId, asOf, days, withdraw: true });
    },
    unexpected: async (inTeam = false) => {
      const items = await listExceptions({
        ...{ journal, reader, journalStatus: wholeStanding, clock, statusWords: noWords },
        afterInFlight: () => null,
        questions: answeredHere(exceptionReads(reader)),
        debits: { orders, places: {} },
        ...(inTeam ? { unclaimed: () => [] } : {}),
      });
      return items.filter(({ kind }) => kind === 'unexpected-debit');
    },
    close: (exceptionId) => {
      const stamp = { at: asOf, actor: actorNamed('Ada') };
      closeExceptions(journal, [{ at: 0, exceptionId }], stamp);
    },
  };
}

const debit = (id: string, day: number, given: Partial<IncomingEntry> = {}): IncomingEntry =>
  entry(id, { day, direction: 'debit', amountE4: 2_500_000n, narration: `Debit ${id}`, ...given });

const year: Days = { from: today - 320, to: today - 7 };

/** A rent of each first of a month. */
const rents = (): IncomingEntry[] =>
  ['01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11'].map((month, ordinal) =>
    debit(`rent ${month}`, dayNumber(`2026-${month}-01`), { ordinal, narration: 'Rent Harcourt' }),
  );

test('the first sync of an account brings none, and neither does a part of the past that is fetched later', async () => {
  const desk = openDesk();
  desk.sync([debit('a', today - 3)]);
  expect(await desk.unexpected()).toEqual([]);
  desk.sync([debit('b', today - 200)], { from: today - 210, to: today - 190 });
  expect(await desk.unexpected()).toEqual([]);
});

test('a debit that a later sync brings is one, with its amount, account and narration, until a person dismisses it', async () => {
  const desk = openDesk();
  desk.sync([]);
  desk.sync([debit('a', today - 1, { customReference: 'DD-7' })]);
  const [found, ...others] = await desk.unexpected();
  expect(others).toEqual([]);
  expect(found).toMatchObject({
    ...{ kind: 'unexpected-debit', urgency: 'check', mayClose: true },
    title: `250.00 USD left ${accountNumber}: Debit a`,
    detail: expect.stringContaining('reference DD-7') as string,
    amount: { amount: '250.00', currency: 'USD' },
    place: { view: 'statements', accountNumber, entryId: 'a' },
  });
  desk.close(found?.exceptionId ?? '');
  expect(await desk.unexpected()).toEqual([]);
});

test('a credit is none, and a debit that a person has read stays one', async () => {
  const desk = openDesk();
  desk.sync([]);
  desk.sync([debit('a', today - 1), entry('b', { day: today - 1, ordinal: 1 })]);
  desk.writer.markRead(accountNumber, ['a', 'b'], true);
  expect((await desk.unexpected()).map(({ place }) => place)).toMatchObject([{ entryId: 'a' }]);
});

test('a debit that the bank withdraws is none any more', async () => {
  const desk = openDesk();
  desk.sync([]);
  desk.sync([debit('a', today - 1)]);
  desk.sync([]);
  expect(await desk.unexpected()).toEqual([]);
});

test('what a rhythm of the account expects is none; the same once more is one', async () => {
  const desk = openDesk();
  const before = rents().slice(0, 10);
  const first = { from: today - 320, to: dayNumber('2026-10-31') };
  const november = { from: dayNumber('2026-11-01'), to: today };
  desk.sync(before, first);
  desk.sync(rents().slice(10), november);
  expect(await desk.unexpected()).toEqual([]);
  const again = debit('again', dayNumber('2026-11-03'), {
    ordinal: 11,
    narration: 'Rent Harcourt',
  });
  desk.sync([...rents().slice(10), again], november);
  expect((await desk.unexpected()).map(({ place }) => place)).toMatchObject([{ entryId: 'again' }]);
});

test('a charge is one until a rule labels it; another debit of these words stays one', async () => {
  const desk = openDesk();
  desk.sync([]);
  const charge = { transactionType: 'fee', narration: 'Account maintenance', amountE4: 50_000n };
  const transfer = { narration: 'Account maintenance', ordinal: 1 };
  desk.sync([debit('a', today - 1, charge), debit('b', today - 1, transfer)]);
  expect(await desk.unexpected()).toHaveLength(2);
  const rule = {
    ...{ id: 'r-1', words: 'maintenance', direction: null, accountNumber: null },
    ...{ amount: null, tag: 'charges', counterparty: '' },
  };
  desk.writer.useRules({ revision: 'a', rules: [rule] });
  while (!desk.writer.applyRules(100).isDone);
  // A label makes no debit a charge.
  expect((await desk.unexpected()).map(({ place }) => place)).toMatchObject([{ entryId: 'b' }]);
});

test('a transfer between own accounts is none, whichever leg is synced first', async () => {
  const desk = openDesk();
  desk.sync([]);
  desk.sync([], lastDays, other);
  desk.sync([debit('out', today - 1, { customReference: 'OWN-1' })]);
  expect(await desk.unexpected()).toHaveLength(1);
  const credit = { day: today, amountE4: 2_500_000n, customReference: 'OWN-1' };
  desk.sync([entry('in', credit)], lastDays, other);
  expect(await desk.unexpected()).toEqual([]);
});

test('a small credit under its reference does not hide a debit', async () => {
  const desk = openDesk();
  desk.writer.ensureAccount('0690000088', 'EUR');
  desk.sync([]);
  for (const account of [other, '0690000088']) desk.sync([], lastDays, account);
  desk.sync([debit('out', today - 1, { customReference: 'OWN-1' })]);
  desk.sync([entry('in', { day: today, customReference: 'OWN-1' })], lastDays, other);
  const euro = { day: today, customReference: 'OWN-1', currency: 'EUR' };
  desk.sync([entry('eu', euro)], lastDays, '0690000088');
  expect(await desk.unexpected()).toHaveLength(1);
});

test('of more than ten of an account the older ones are one exception, which comes back with the next debit', async () => {
  const desk = openDesk();
  desk.sync([]);
  const many = (count: number): IncomingEntry[] =>
    Array.from({ length: count }, (_, at) => debit(`d${String(at)}`, today - 5, { ordinal: at }));
  desk.sync(many(25));
  const found = await desk.unexpected();
  expect(found).toHaveLength(11);
  const together = found.find(({ title }) => title.startsWith('15 more debits'));
  expect(together).toMatchObject({ amount: { amount: '3750.00', currency: 'USD' } });
  desk.close(together?.exceptionId ?? '');
  expect(await desk.unexpected()).toHaveLength(10);
  desk.sync(many(26));
  expect(await desk.unexpected()).toHaveLength(11);
});

test('debits of more than thirty days ago are none', async () => {
  const desk = openDesk();
  desk.sync([], year);
  desk.sync([debit('old', today - 40)], year);
  expect(await desk.unexpected()).toEqual([]);
  expect(dateOfDayNumber(today)).toBe('2026-11-20');
});

test('in a team a payment that the bank lists is a colleague’s; outside one it is no order of this desk', async () => {
  const desk = openDesk();
  desk.sync([]);
  desk.sync([debit('a', today - 1, { customReference: 'PAY-9' })]);
  expect(await desk.unexpected(true)).toHaveLength(1);
  const listed = {
    id: 'T-9',
    reference: 'PAY-9',
    accountNumber,
    amount: '250.00',
    currency: 'USD',
  };
  desk.writer.saveTransfers([Transfer.parse(listed)], asOf, { complete: true });
  expect(await desk.unexpected(true)).toEqual([]);
  expect(await desk.unexpected()).toHaveLength(1);
  const more = debit('b', today - 1, {
    ...{ ordinal: 1, customReference: 'PAY-9', amountE4: 2_510_000n },
  });
  desk.sync([debit('a', today - 1, { customReference: 'PAY-9' }), more]);
  expect((await desk.unexpected(true)).map(({ place }) => place)).toMatchObject([{ entryId: 'b' }]);
});

describe('beside a payment of 250.00 without an answer, whose look at the statement names what may be it', () => {
  const cut = { customReference: 'PAY-2026-1120-00' };

  /** Syncs the debits, and lets the look at the statement name those. */
  function besidePayment(debits: readonly IncomingEntry[], named: readonly string[]) {
    const desk = openDesk();
    desk.sync([]);
    const parts = {
      journal: desk.journal,
      clock: deskClock(clock, () => null),
    } as LoneDesk['parts'];
    const order = { amount: '250.00', state: 'unknown' } as const;
    const { submissionId } = written({ parts }, 'PAY-2026-1120-0042', order);
    desk.sync(debits);
    addLookup(desk.journal, submissionId, {
      ...{ at: asOf, source: 'statement', found: 'doubtful', words: 'what may be it' },
      resembling: named.map((recordId) => ({
        ...{ source: 'statement', recordId, reference: '', amount: null, currency: 'USD' },
        ...{ accountNumber, counterparty: '', at: null, narration: '', why: 'It resembles ours.' },
      })),
    });
    return { desk, submissionId };
  }

  const found = async (desk: Desk) => (await desk.unexpected()).map(({ place }) => place);

  test('a debit of its amount is no second exception, until the payment has an answer', async () => {
    const { desk, submissionId } = besidePayment([debit('a', today, cut)], ['a']);
    expect(await desk.unexpected()).toEqual([]);
    settleSubmission(desk.journal, submissionId, { state: 'not-found', at: asOf });
    expect(await found(desk)).toMatchObject([{ entryId: 'a' }]);
  });

  test('one debit is excused, not two', async () => {
    const two = [debit('a', today, cut), debit('b', today, { ...cut, ordinal: 1 })];
    const { desk } = besidePayment(two, ['a', 'b']);
    expect(await desk.unexpected()).toHaveLength(1);
  });

  test.each([
    ['of another amount', { amountE4: 90_000_000n }, ['a']],
    ['in another currency', { currency: 'EUR' }, ['a']],
    ['that the look does not name', {}, ['b']],
  ])('a debit %s is one', async (_what, given, named) => {
    const { desk } = besidePayment([debit('a', today, { ...cut, ...given })], named);
    expect(await found(desk)).toMatchObject([{ entryId: 'a' }]);
  });

  test('a debit of another account under the same name is one', async () => {
    const { desk } = besidePayment([], ['a']);
    desk.sync([], lastDays, other);
    desk.sync([debit('a', today, cut)], lastDays, other);
    expect(await found(desk)).toMatchObject([{ accountNumber: other, entryId: 'a' }]);
  });
});
