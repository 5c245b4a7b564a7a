import { createHash } from 'node:crypto';

import { describe, expect, test } from 'vitest';

import { refreshAccount } from '../../../electron/nouns/accounts/refresh.ts';
import { timestampNow } from '../../../electron/engines/machine/context.ts';
import { registerRecord } from '../../../electron/nouns/orders/tables.ts';
import { agreedQuote } from '../../../electron/nouns/conversions/trade-figures.ts';
import {
  balanceAround,
  fundsOf,
  isCovered,
} from '../../../electron/engines/submissions/funds/funds.ts';
import {
  createSubmission,
  settleSubmission,
} from '../../../electron/engines/submissions/journal/table-writes.ts';
import type { Trade } from '../../../shared/bank/conversions.ts';
import type { Remittance } from '../../../shared/bank/remittances.ts';
import { appError } from '../../../shared/errors.ts';
import type { SubmissionAbout, SubmissionState } from '../../../shared/ipc/submissions.ts';
import { limits } from '../../../shared/limits.ts';
import { money, type Money } from '../../../shared/money/money.ts';
import { ok } from '../../../shared/result.ts';
import { quoteOf, tradeOf } from '../../conversions/deals.ts';
import {
  accountOf,
  beginning,
  context,
  debitOf,
  openLoneDesk,
  paying,
  readStatement,
  transferOf,
  valueOf,
  written,
  type LoneDesk,
} from '../../support/desks/lone-desk.ts';

const error = appError('outcome.unknown', 'c-1');
const usd = (amount: string) => ({ amount, currency: 'USD' });
const accepted = { state: 'accepted', error: null } as const;
const minute = 60_000;

const inFlight = ({ parts }: LoneDesk, currency = 'USD') =>
  fundsOf(parts, paying, currency).inFlight;
const leaving = (desk: LoneDesk): string => inFlight(desk)?.amount.amount ?? '0';

/** The bank shows this balance, asked now. */
function readBalance({ cache, parts }: LoneDesk, available = '500.00'): void {
  cache.saveAccounts([accountOf({ availableBalance: available })], timestampNow(parts.clock));
}

const later = (desk: LoneDesk, minutes: number): string => {
  desk.passes(minutes * minute);
  return timestampNow(desk.parts.clock);
};

/** A change of the journal, accepted unless another state is given. */
function sent(
  { parts: { journal, clock } }: LoneDesk,
  operation: string,
  reference: string,
  given: Partial<SubmissionAbout>,
  {
    state = 'accepted',
    recordId = null,
  }: { state?: SubmissionState; recordId?: string | null } = {},
): void {
  const at = timestampNow(clock);
  const { submission } = createSubmission(
    journal,
    {
      ...{ reference, operation, subject: reference, payload: '{}', likeness: null },
      payloadHash: createHash('sha256').update('{}').digest('hex'),
      about: {
        ...{ title: reference, amount: null, accountNumber: paying, counterparty: null },
        ...{ counterpartyId: null, ...given },
      },
    },
    { at, correlationId: 'test', clocks: clock.moment() },
  );
  if (state !== 'sending')
    settleSubmission(journal, submission.submissionId, { state, at, error: null, recordId });
}

describe('what is in flight from an account', () => {
  test('is what is on its way, has no answer, or was accepted and is not booked', () => {
    const desk = openLoneDesk();
    expect(inFlight(desk)).toBeNull();
    written(desk, 'SENDING', { amount: '1.00' });
    written(desk, 'UNKNOWN', { amount: '20.00', state: 'unknown', error });
    written(desk, 'ACCEPTED', { amount: '300.50', ...accepted });
    expect(inFlight(desk)?.amount).toEqual(usd('321.50'));
    expect(inFlight(desk)?.sent).toHaveLength(3);
    expect(inFlight(desk)?.sent).toContainEqual({
      submissionId: expect.any(String) as string,
      operation: 'createSingleTransfer',
      reference: 'UNKNOWN',
      recordId: null,
      state: 'unknown',
      createdAt: beginning,
      title: 'Transfer to b-1',
      count: 1,
      amount: usd('20.00'),
      fee: null,
      isBooked: false,
    });
  });

  test('is neither what came to nothing, nor of another account or currency', () => {
    const desk = openLoneDesk();
    for (const state of ['refused', 'not-sent', 'not-found'] as const)
      written(desk, state, { state, error });
    written(desk, 'EUR', { currency: 'EUR', ...accepted });
    expect(inFlight(desk)).toBeNull();
    expect(fundsOf(desk.parts, 'another', 'EUR').inFlight).toBeNull();
    expect(inFlight(desk, 'EUR')?.sent).toHaveLength(1);
  });

  test('where no balance is known ends with the bank’s record: settled, failed or returned, but not under way', () => {
    const desk = openLoneDesk();
    const ends = [
      { id: 'T-1', reference: 'SETTLED', settledAt: beginning },
      { id: 'T-2', reference: 'FAILED', status: 'failed' },
      { id: 'T-3', reference: 'RETURNED', status: 'returned' },
      { id: 'T-4', reference: 'UNDER-WAY', status: 'processing' },
    ];
    for (const { reference } of ends) written(desk, reference, accepted);
    expect(inFlight(desk)?.sent).toHaveLength(4);
    desk.cache.saveTransfers(ends.map(transferOf), beginning, { complete: false });
    expect(inFlight(desk)).toMatchObject({
      amount: usd('100.00'),
      sent: [{ reference: 'UNDER-WAY' }],
    });
  });

  test('without any evidence ends a week after the bank took it; without an answer it never ends', () => {
    const desk = openLoneDesk();
    written(desk, 'WEEK-OLD', accepted);
    written(desk, 'UNKNOWN', { state: 'unknown', error });
    desk.passes(limits.inFlightMs + 1);
    expect(inFlight(desk)).toMatchObject({ sent: [{ reference: 'UNKNOWN' }] });
  });

  test('is taken off the balance, and with a debit it shows whether the account covers both', () => {
    const desk = openLoneDesk();
    expect(fundsOf(desk.parts, paying, 'USD')).toEqual({
      ...{ balance: null, asOf: null, inFlight: null, after: null },
    });
    expect(
      isCovered(balanceAround(fundsOf(desk.parts, paying, 'USD'), money('1', 'USD'))),
    ).toBeNull();
    readBalance(desk);
    written(desk, 'R-1', { amount: '300.00', ...accepted });
    const funds = fundsOf(desk.parts, paying, 'USD');
    expect(funds).toMatchObject({ balance: usd('500.00'), asOf: beginning, after: usd('200.00') });
    const around = (amount: string) => balanceAround(funds, money(amount, 'USD'));
    expect(around('200')).toEqual({ before: usd('500.00'), after: usd('0.00') });
    expect([isCovered(around('200')), isCovered(around('200.01'))]).toEqual([true, false]);
  });
});

describe('a debit is in the balance', () => {
  test('not while the balance was read before it was sent, whatever the bank shows of it', () => {
    const desk = openLoneDesk();
    readBalance(desk);
    later(desk, 30);
    written(desk, 'R-1', accepted);
    const settledAt = later(desk, 30);
    desk.cache.saveTransfers([transferOf({ id: 'T-1', reference: 'R-1', settledAt })], settledAt, {
      complete: true,
    });
    expect(leaving(desk)).toBe('100.00');
    readStatement(desk, [debitOf('E-1', { customReference: 'R-1', at: settledAt })], {
      closing: 3_000_000n,
    });
    expect(inFlight(desk)).toMatchObject({ amount: usd('100.00'), sent: [{ isBooked: true }] });
  });

  test('as soon as the balance was read behind the reading of its entry', () => {
    const desk = openLoneDesk();
    readBalance(desk);
    written(desk, 'R-1', accepted);
    const at = later(desk, 1);
    readStatement(desk, [debitOf('E-1', { customReference: 'R-1', at })], { closing: 1n });
    expect(leaving(desk)).toBe('100.00');
    readBalance(desk, '400.00');
    expect(fundsOf(desk.parts, paying, 'USD')).toMatchObject({
      ...{ balance: usd('400.00'), inFlight: null, after: usd('400.00') },
    });
  });

  test('where it equals the statement’s closing balance, which has the entry: a sync reads it first', () => {
    const desk = openLoneDesk();
    written(desk, 'R-1', accepted);
    const at = later(desk, 1);
    readBalance(desk, '400.00');
    later(desk, 1);
    readStatement(desk, [debitOf('E-1', { customReference: 'R-1', at })], { closing: 4_000_000n });
    expect(leaving(desk)).toBe('0');
  });

  test('by the bank’s stamp once the balance is five minutes newer, and not before', () => {
    for (const [minutes, amount] of [
      [4, '100.00'],
      [5, '0'],
    ] as const) {
      const desk = openLoneDesk();
      written(desk, 'R-1', accepted);
      const settledAt = later(desk, 10);
      later(desk, minutes);
      readBalance(desk);
      const record = transferOf({ id: 'T-1', reference: 'R-1', settledAt });
      desk.cache.saveTransfers([record], settledAt, { complete: true });
      expect(leaving(desk), String(minutes)).toBe(amount);
    }
  });

  test('by the bank’s clock, which may be hours from this machine’s', () => {
    const desk = openLoneDesk();
    desk.bank.clockAheadMs = 3 * 3_600_000;
    written(desk, 'R-1', accepted);
    later(desk, 10);
    readBalance(desk);
    const stamped = (minutes: number) =>
      new Date(Date.parse(beginning) + desk.bank.clockAheadMs! + minutes * minute).toISOString();
    const show = (minutes: number): string => {
      const settledAt = stamped(minutes);
      desk.cache.saveTransfers(
        [transferOf({ id: 'T-1', reference: 'R-1', settledAt })],
        beginning,
        {
          complete: true,
        },
      );
      return leaving(desk);
    };
    expect(show(8)).toBe('100.00');
    expect(show(2)).toBe('0');
  });

  test.each([
    ['an hour before it was sent', '2026-11-20T09:00:00.000Z'],
    ['the day without a time', '2026-11-20T00:00:00.000Z'],
    ['tomorrow', '2026-11-21T09:00:00.000Z'],
    ['the next day without a time', '2026-11-21T00:00:00.000Z'],
  ])('not by a stamp that proves nothing: %s', (_, settledAt) => {
    const desk = openLoneDesk();
    written(desk, 'R-1', accepted);
    later(desk, 120);
    readBalance(desk);
    desk.cache.saveTransfers([transferOf({ id: 'T-1', reference: 'R-1', settledAt })], beginning, {
      complete: true,
    });
    expect(leaving(desk)).toBe('100.00');
  });

  test('not by a balance of a time that has not come: a clock was set', () => {
    const desk = openLoneDesk();
    desk.setsWall(24 * 3_600_000);
    readBalance(desk);
    desk.setsWall(-24 * 3_600_000);
    written(desk, 'R-1', accepted);
    const settledAt = later(desk, 1);
    desk.cache.saveTransfers([transferOf({ id: 'T-1', reference: 'R-1', settledAt })], settledAt, {
      complete: true,
    });
    expect(leaving(desk)).toBe('100.00');
  });

  test('not by an entry under its reference that was read before it was sent', () => {
    const desk = openLoneDesk();
    readStatement(desk, [debitOf('E-1', { customReference: 'R-1' })]);
    later(desk, 1);
    written(desk, 'R-1', accepted);
    later(desk, 60);
    readBalance(desk);
    expect(leaving(desk)).toBe('100.00');
  });

  test('as far as it is booked: a part leaves the rest, a credit nothing', () => {
    const desk = openLoneDesk();
    written(desk, 'R-1', accepted);
    const at = later(desk, 1);
    const entries = [
      debitOf('E-1', { customReference: 'R-1', at, amountE4: 600_000n }),
      debitOf('E-2', { customReference: 'R-1', at, amountE4: 900_000n, direction: 'credit' }),
    ];
    readStatement(desk, entries);
    readBalance(desk);
    expect(leaving(desk)).toBe('40.00');
  });

  test('also where the bank signs its amounts, and where no available balance was ever read', () => {
    const desk = openLoneDesk();
    written(desk, 'R-1', accepted);
    const at = later(desk, 1);
    const signed = { amountE4: -1_000_000n, direction: 'credit' } as const;
    readStatement(desk, [debitOf('E-1', { customReference: 'R-1', at, ...signed })], {
      closing: 4_000_000n,
    });
    expect(fundsOf(desk.parts, paying, 'USD')).toMatchObject({
      ...{ balance: usd('400.00'), inFlight: null, after: usd('400.00') },
    });
  });
});

describe('the fee of a payment', () => {
  const paid = (desk: LoneDesk, fee?: Money): void =>
    sent(desk, 'createSingleTransfer', 'R-1', { amount: usd('100.00'), ...(fee ? { fee } : {}) });
  const recorded = (desk: LoneDesk, fee: string | null): void =>
    desk.cache.saveTransfers([transferOf({ id: 'T-1', reference: 'R-1', fee })], beginning, {
      complete: true,
    });

  test('leaves with it, as it was reviewed and then as the bank’s record has it', () => {
    const desk = openLoneDesk();
    paid(desk, usd('2.50'));
    expect(inFlight(desk)).toMatchObject({ amount: usd('102.50'), sent: [{ fee: usd('2.50') }] });
    recorded(desk, '3.00');
    expect(leaving(desk)).toBe('103.00');
  });

  test('is known from the bank’s record alone where no one asked for it, and else is not guessed', () => {
    const desk = openLoneDesk();
    paid(desk);
    expect(inFlight(desk)).toMatchObject({ amount: usd('100.00'), sent: [{ fee: null }] });
    recorded(desk, '3.00');
    expect(leaving(desk)).toBe('103.00');
  });

  test('in another currency is off what is held in that one, under the same number', () => {
    const desk = openLoneDesk();
    paid(desk, { amount: '3.00', currency: 'EUR' });
    recorded(desk, '3.00');
    expect(leaving(desk)).toBe('100.00');
    expect(inFlight(desk, 'EUR')?.amount).toEqual({ amount: '3.00', currency: 'EUR' });
  });

  test('is left where the amount alone is booked, and not where the entry is of both', () => {
    for (const [units, amount] of [
      [1_000_000n, '2.50'],
      [1_025_000n, '0'],
    ] as const) {
      const desk = openLoneDesk();
      paid(desk, usd('2.50'));
      const at = later(desk, 1);
      readStatement(desk, [debitOf('E-1', { customReference: 'R-1', at, amountE4: units })]);
      readBalance(desk);
      expect(leaving(desk)).toBe(amount);
    }
  });
});

describe('the sold leg of a trade', () => {
  const quote = agreedQuote(quoteOf());
  const dealt = (
    desk: LoneDesk,
    state: SubmissionState = 'accepted',
    about = { quote } as object,
  ) =>
    sent(desk, 'lockRate', 'R-1', about, { state, recordId: state === 'accepted' ? 'T-1' : null });
  const lists = (desk: LoneDesk, given: Partial<Trade> = {}): void =>
    desk.cache.saveTrades(
      [
        tradeOf({
          sellAccountNumber: paying,
          createdAt: beginning,
          settledAt: null,
          status: 'processing',
          ...given,
        }),
      ],
      beginning,
      { complete: true },
    );

  test.each(['accepted', 'unknown', 'sending'] as const)(
    'is off with its fee at once, and once: %s',
    (state) => {
      const desk = openLoneDesk();
      readBalance(desk);
      dealt(desk, state);
      expect(inFlight(desk)).toMatchObject({ amount: usd('1001.00'), sent: [{ state }] });
      lists(desk);
      expect(inFlight(desk)).toMatchObject({ amount: usd('1001.00'), sent: [{ state }] });
    },
  );

  test('stays off where the bank shows it settled behind the balance, and ends with a newer one', () => {
    const desk = openLoneDesk();
    readBalance(desk);
    later(desk, 1);
    dealt(desk);
    lists(desk, { status: 'settled', settledAt: later(desk, 1) });
    expect(leaving(desk)).toBe('1001.00');
    later(desk, 5);
    readBalance(desk);
    expect(leaving(desk)).toBe('0');
  });

  test('ends with its own booking, whether or not what was bought is booked; the fee is left until it is booked too', () => {
    const desk = openLoneDesk();
    dealt(desk);
    lists(desk);
    const at = later(desk, 1);
    const entry = { customReference: 'R-1', at };
    readStatement(desk, [debitOf('E-1', { ...entry, amountE4: 10_000_000n })]);
    readBalance(desk);
    expect(leaving(desk)).toBe('1.00');
    readStatement(desk, [
      debitOf('E-1', { ...entry, amountE4: 10_000_000n }),
      debitOf('E-2', { ...entry, amountE4: 10_000n }),
    ]);
    readBalance(desk);
    expect(leaving(desk)).toBe('0');
  });

  test.each([
    ['expired', '0'],
    ['failed', '0'],
    ['awaiting_funds', '1001.00'],
  ])('that is %s takes %s', (status, amount) => {
    const desk = openLoneDesk();
    readBalance(desk);
    dealt(desk);
    lists(desk, { status });
    expect(leaving(desk)).toBe(amount);
  });

  test('which a script dealt without its figures is known by the bank’s record', () => {
    const desk = openLoneDesk();
    readBalance(desk);
    dealt(desk, 'accepted', {});
    expect(leaving(desk)).toBe('0');
    lists(desk);
    expect(leaving(desk)).toBe('1001.00');
  });

  test('which another desk dealt is off as soon as the bank’s list shows it', () => {
    const desk = openLoneDesk();
    readBalance(desk);
    lists(desk, { tradeId: 'T-9', reference: 'ELSEWHERE' });
    expect(inFlight(desk)).toEqual({
      amount: usd('1001.00'),
      sent: [
        {
          ...{ submissionId: null, operation: 'lockRate', reference: 'ELSEWHERE' },
          ...{ recordId: 'T-9', state: 'accepted', createdAt: beginning },
          ...{ title: 'Sold for 864.12 EUR', amount: usd('1001.00'), fee: usd('1.00') },
          ...{ count: 1, isBooked: false },
        },
      ],
    });
    desk.bank.words = { failed: [], rejected: [], done: ['COMPLETE'] };
    lists(desk, { tradeId: 'T-9', reference: 'ELSEWHERE', status: 'complete' });
    expect(inFlight(desk)).toBeNull();
    lists(desk, { tradeId: 'T-9', reference: 'ELSEWHERE', sellAccountNumber: '' });
    expect(inFlight(desk)).toBeNull();
  });
});

test('a remittance is off with the fee of its record, until that says that it failed', () => {
  const desk = openLoneDesk();
  sent(desk, 'initiateRemittance', 'R-1', { amount: usd('250.00') }, { recordId: 'M-1' });
  expect(leaving(desk)).toBe('250.00');
  const record = { id: 'M-1', reference: 'R-1', amount: '250.00', currency: 'USD', fee: '4.00' };
  const registerAs = (status: string): void =>
    registerRecord(desk.parts.journal, 'remittance', { ...record, status } as Remittance, {
      ...{ origin: 'made', asOf: beginning },
    });
  registerAs('processing');
  expect(leaving(desk)).toBe('254.00');
  registerAs('rejected');
  expect(leaving(desk)).toBe('0');
});

test('of more than are looked at one by one all count that were sent behind the balance', () => {
  const desk = openLoneDesk();
  const many = limits.inFlightLookedMax + 1_020;
  readBalance(desk, '10000.00');
  for (let n = 0; n < many; n += 1) {
    if (n === 10) {
      later(desk, 1);
      readBalance(desk, '10000.00');
      later(desk, 1);
    }
    const fee = n === 12 ? { fee: usd('0.25') } : {};
    sent(desk, 'createSingleTransfer', `R-${String(n)}`, { amount: usd('1.00'), ...fee });
  }
  sent(desk, 'createSingleTransfer', 'EUR', { amount: { amount: '1.00', currency: 'EUR' } });
  const funds = fundsOf(desk.parts, paying, 'USD');
  // The first ten were sent before the balance was read: they are not looked at any more.
  expect(funds.inFlight?.amount).toEqual(usd(`${String(many - 10)}.25`));
  expect(funds.inFlight?.sent.at(-1)).toMatchObject({
    ...{ count: 1_011, title: '1,011 more, sent before these', submissionId: null },
  });
  expect(funds.after).toEqual(usd(`${String(10_000 - many + 9)}.75`));
});

test('a balance is as of its question: what is booked until the answer may be missing in it', async () => {
  const desk = openLoneDesk();
  desk.cache.ensureAccount(paying, 'USD');
  desk.bank.answers.getAccountsBy = () => {
    written(desk, 'R-1', accepted);
    const at = later(desk, 1);
    readStatement(desk, [debitOf('E-1', { customReference: 'R-1', at })]);
    later(desk, 1);
    return ok({ message: '', account: accountOf() });
  };
  valueOf(await refreshAccount(desk.parts, paying, context));
  expect(fundsOf(desk.parts, paying, 'USD')).toMatchObject({
    ...{ asOf: beginning, after: usd('400.00') },
  });
});
