import { describe, expect, test } from 'vitest';

import { type Clock, systemClock } from '../../electron/engines/machine/context.ts';
import { fromUnits, toUnits } from '../../shared/money/decimal.ts';
import type { CliRun } from '../support/programs/cli.ts';
import { trueEntries, type BankEntry } from '../support/simple-banks/foreign-bank.ts';
import { orderText, type PaymentBank } from '../support/simple-banks/foreign-payments.ts';
import { atPaymentBank } from '../support/programs/command-line.ts';
import { order } from '../support/desks/paying-scene.ts';

const reference = 'Inv-2026-000000000000017';
const account = '9988776655';
const minuteMs = 60_000;

type Scene = {
  readonly bank: PaymentBank;
  readonly nostro: (...args: string[]) => Promise<CliRun>;
  /** Time passes, for the bank and for every program that starts from now on. */
  readonly passes: (minutes: number) => void;
  /** Somebody sets the clock of this machine. */
  readonly setsWall: (minutes: number) => void;
  /** Pays; the bank books it, or not, and its answer is lost. */
  readonly lose: (isBooked: boolean) => Promise<string>;
  readonly sync: (...range: string[]) => Promise<CliRun>;
  readonly stateOf: (submissionId: string) => Promise<Printed>;
};

type Printed = {
  submissionId: string;
  state: string;
  maySettle: boolean;
  resembling: { recordId: string; source: string; why: string }[];
};

async function scene({ hasList }: { hasList: boolean }): Promise<Scene> {
  const ahead = { bank: 0, wall: 0 };
  const entries = trueEntries(12, '2026-11-18');
  const now = () => Date.now() + ahead.bank;
  const clock: Clock = { ...systemClock, now: () => Date.now() + ahead.wall };
  const { bank, nostro, write } = await atPaymentBank(
    { entries, openingBalance: '1000.0000', now },
    { clock },
  );
  const text = JSON.parse(bank.paymentFile()) as {
    operations: Record<string, { query?: object } | undefined>;
  };
  if (hasList)
    text.operations['findTransfers'] = {
      ...text.operations['findTransfers'],
      query: { reference: '{reference}', page: '{pageNumber}' },
    };
  else delete text.operations['findTransfers'];
  write('bank.json', JSON.stringify(text));
  const listedSubmissions = async (): Promise<Printed[]> =>
    (await nostro('submissions')).json<{ submissions: Printed[] }>().submissions;
  return {
    bank,
    nostro,
    passes: (minutes) => {
      ahead.bank += minutes * minuteMs;
      ahead.wall += minutes * minuteMs;
    },
    setsWall: (minutes) => {
      ahead.wall += minutes * minuteMs;
    },
    lose: async (isBooked) => {
      bank.behave({ booksAfterMs: isBooked ? 0 : null, answer: 'none' });
      const paid = await nostro('pay', '--input', order({ reference, amount: '12.50' }));
      expect(paid.code, paid.err).toBe(3);
      return paid.json<Printed>().submissionId;
    },
    sync: (...range) => nostro('sync', '--account', account, ...range),
    stateOf: async (submissionId) =>
      (await listedSubmissions()).find((submission) => submission.submissionId === submissionId)!,
  };
}

/** Two readings, a minute apart, the later one after the ten minutes: all that a desk may wait for. */
async function wait({ passes, sync }: Scene, ...range: string[]): Promise<void> {
  passes(1);
  await sync(...range);
  passes(11);
  await sync(...range);
}

/** Whatever the desk says of it, it cannot be sent again, and the bank has it once. */
async function isNotSentAgain({ bank, nostro }: Scene, submissionId: string): Promise<void> {
  const again = await nostro('submissions', '--send-again', submissionId);
  expect(again.code).toBe(1);
  expect(bank.orders()).toBe(1);
  expect(bank.booked).toHaveLength(1);
}

type Bend = (entry: BankEntry) => void;

const bends: readonly (readonly [string, Bend, string | null])[] = [
  ['set aside as unreadable', (entry) => void (entry.amount = '12.50001'), 'unreadable'],
  [
    'on a broken day',
    (entry) => {
      entry.customReference = '';
      entry.balance = '1.00';
    },
    null,
  ],
  [
    'with the fee in the same amount',
    (entry) => {
      entry.amount = '15.00';
      entry.balance = fromUnits(toUnits(entry.balance) - toUnits('2.50'));
      entry.customReference = '';
    },
    'statement',
  ],
  [
    'with the reference cut to 16 characters',
    (entry) => void (entry.customReference = reference.slice(0, 16)),
    'statement',
  ],
  [
    'with the reference only in the narration',
    (entry) => {
      entry.narration = `Order, ref. ${reference}; outgoing`;
      entry.customReference = '';
    },
    'statement',
  ],
];

describe('at a bank that has no list, a payment that it booked', () => {
  test.each(bends)(
    '%s is not reported missing, and cannot be sent again',
    async (_words, bend, shownAs) => {
      const desk = await scene({ hasList: false });
      const submissionId = await desk.lose(true);
      bend(desk.bank.options.entries.at(-1)!);
      await wait(desk);
      const { state, resembling } = await desk.stateOf(submissionId);
      expect(state).toBe('unknown');
      expect(resembling.map(({ source }) => source)).toEqual(shownAs === null ? [] : [shownAs]);
      await isNotSentAgain(desk, submissionId);
    },
    120_000,
  );

  test('is not reported missing by a statement of other days', async () => {
    const desk = await scene({ hasList: false });
    const submissionId = await desk.lose(true);
    await wait(desk, '--from', '2026-11-18', '--to', '2026-11-19');
    expect(await desk.stateOf(submissionId)).toMatchObject({ state: 'unknown' });
    await isNotSentAgain(desk, submissionId);
  }, 120_000);

  test('is not reported missing because this machine’s clock was set eleven minutes ahead', async () => {
    const desk = await scene({ hasList: false });
    const submissionId = await desk.lose(true);
    // The bank shows it late.
    const late = desk.bank.options.entries.pop()!;
    await desk.sync();
    desk.setsWall(11);
    await desk.sync();
    desk.setsWall(2);
    await desk.sync();
    expect(await desk.stateOf(submissionId)).toMatchObject({ state: 'unknown', maySettle: false });
    await isNotSentAgain(desk, submissionId);
    desk.bank.options.entries.push(late);
    await desk.sync();
    expect(await desk.stateOf(submissionId)).toMatchObject({ state: 'accepted' });
  }, 120_000);
});

describe('at a bank with a list, a payment that it booked and does not show in its statement yet', () => {
  async function listed(listAs: (bank: PaymentBank) => PaymentBank['listAs']) {
    const desk = await scene({ hasList: true });
    const submissionId = await desk.lose(true);
    desk.bank.options.entries.pop();
    desk.bank.listAs = listAs(desk.bank);
    await wait(desk);
    return { desk, submissionId, submission: await desk.stateOf(submissionId) };
  }
  const others = [1, 2, 3].map((at) =>
    orderText({
      id: `X-${String(at)}`,
      ref: `OTHER-${String(at)}`,
      amt: '1.00',
      ccy: 'EUR',
      payee: 'b-1',
    }),
  );

  test('is not missing because the list ignores the reference and shows others', async () => {
    const { desk, submissionId, submission } = await listed(
      () => () => `{"rows":[${others.join()}]}`,
    );
    expect(submission.state).toBe('unknown');
    await isNotSentAgain(desk, submissionId);
  }, 120_000);

  test('is found on the list’s second page', async () => {
    const { desk, submissionId, submission } = await listed(
      ({ booked }) =>
        (query) =>
          `{"rows":[${query.get('page') === '1' ? others.join() : query.get('page') === '2' ? orderText(booked[0]!) : ''}]}`,
    );
    expect(submission).toMatchObject({ state: 'accepted', recordId: 'P-1' });
    await isNotSentAgain(desk, submissionId);
  }, 120_000);

  test('is found though the list changes the letters’ case', async () => {
    const { desk, submissionId, submission } = await listed(
      ({ booked }) =>
        (query) =>
          query.get('reference') === reference
            ? '{"rows":[]}'
            : `{"rows":[${orderText({ ...booked[0]!, ref: reference.toUpperCase() })}]}`,
    );
    expect(submission).toMatchObject({ state: 'accepted', recordId: 'P-1' });
    await isNotSentAgain(desk, submissionId);
  }, 120_000);
});

describe('a payment that the bank never booked', () => {
  test.each([
    ['by the statement alone', false],
    ['by the list and the statement', true],
  ])(
    'is not found %s, and sent again it is booked once',
    async (_words, hasList) => {
      const desk = await scene({ hasList });
      const submissionId = await desk.lose(false);
      await wait(desk);
      expect(await desk.stateOf(submissionId)).toMatchObject({ state: 'not-found' });
      const again = await desk.nostro('submissions', '--send-again', submissionId);
      expect(again.code, again.err).toBe(0);
      expect(desk.bank.booked.map(({ ref }) => ref)).toEqual([reference]);
    },
    120_000,
  );

  test('is not sent again if the list shows it at the last moment', async () => {
    const desk = await scene({ hasList: true });
    const submissionId = await desk.lose(false);
    await wait(desk);
    expect(await desk.stateOf(submissionId)).toMatchObject({ state: 'not-found' });
    desk.bank.listAs = () =>
      `{"rows":[${orderText({ id: 'P-late', ref: reference, amt: '12.50', ccy: 'USD', payee: 'b-7' })}]}`;
    const again = await desk.nostro('submissions', '--send-again', submissionId);
    expect(again.code).toBe(3);
    expect(desk.bank.orders()).toBe(1);
    const found = await desk.nostro('submissions', '--resolve', submissionId);
    expect(found.json<Printed>()).toMatchObject({ state: 'accepted' });
  }, 120_000);
});
