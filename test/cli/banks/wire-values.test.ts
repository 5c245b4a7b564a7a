import { describe, expect, test } from 'vitest';

import type { CliRun } from '../../support/programs/cli.ts';
import { exactly } from '../../support/banks/bank-server.ts';
import { decimalOf } from '../../support/banks/book.ts';
import { ternPeriod, ternScene, type TernHabits } from '../../support/banks/tern.ts';
import { expectError } from '../../support/programs/command-line.ts';

type Proof = { ok: boolean; openingBalance: string; closingBalance: string; brokenAt: unknown };
type Summary = { accounts: { received: number; inserted: number; proof: Proof }[] };

const proofOf = (run: CliRun): Proof | undefined => run.json<Summary>().accounts[0]?.proof;

/** What an error says by place. */
const fieldsOf = (run: CliRun) => run.error()['fields'] as Record<string, string>;

/** The entries of the local copy, as `statement` prints them. */
async function entriesOf(habits: Partial<TernHabits>): Promise<Record<string, string>[]> {
  const { nostro } = await ternScene(habits);
  const synced = await nostro('sync', ...ternPeriod);
  expect([synced.err, synced.code]).toEqual(['', 0]);
  const printed = await nostro('statement', ...ternPeriod);
  return printed.out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, string>);
}

describe('a bank that writes its values in its own way', () => {
  test('is synced and proven: DR and CR, numbers for ids, texts for amounts, exponents, small letters', async () => {
    const { nostro } = await ternScene();
    const synced = await nostro('sync', ...ternPeriod);
    expect([synced.err, synced.code]).toEqual(['', 0]);
    expect(proofOf(synced)).toMatchObject({
      ok: true,
      openingBalance: '1000.00',
      closingBalance: '1063.24',
    });
    const printed = (await nostro('statement', ...ternPeriod)).out.trim().split('\n');
    expect(JSON.parse(printed[3] ?? '')).toEqual({
      id: '9007199254740993003',
      amount: '10.53',
      currency: 'EUR',
      direction: 'debit',
      transactionType: 'transfer',
      transactionDate: '2026-10-02T10:00:00.000Z',
      narration: '4003',
      customReference: '',
      balance: '1021.00',
    });
    const proof = await nostro('proof', ...ternPeriod);
    expect(proof.json<object>()).toMatchObject({ state: 'proven', entries: 12 });
  });

  test('answers a call with ids as the text of their digits and currencies in capitals', async () => {
    const { nostro } = await ternScene();
    const input = ['--input', '{"query":{"accountNumber":"5550001"}}'];
    const answer = await nostro('call', 'getAccountsBy', ...input);
    expect(answer.json<{ account: object }>().account).toMatchObject({
      accountId: '9007199254740993001',
      clientId: '77',
      currencyIso3Code: 'EUR',
      status: 'true',
      availableBalance: '1063.24',
      fundingDetails: [{ accountNumber: '5550001' }],
    });
  });
});

describe('an entry in a currency that no table has', () => {
  test('is stored with its code', async () => {
    const entries = await entriesOf({
      account: { currencyIso3Code: 'usdt' },
      write: () => ({ currency: 'usdt' }),
    });
    expect(new Set(entries.map(({ currency }) => currency))).toEqual(new Set(['USDT']));
    // With the digits that the bank wrote: no table says how many belong there.
    expect(entries[3]).toMatchObject({ amount: '10.53', balance: '1021.00' });
  });

  test('other than its account’s is stored as well', async () => {
    const entries = await entriesOf({
      write: ({ index }) => (index === 4 ? { currency: 'XQZ' } : {}),
    });
    expect(entries.map(({ currency }) => currency).filter((code) => code !== 'EUR')).toEqual([
      'XQZ',
    ]);
  });
});

test('a figure that cannot be held is set aside by entry and field, never rounded', async () => {
  const { nostro } = await ternScene({
    write: ({ index }) => (index === 4 ? { amount: exactly('1.23456e0') } : {}),
  });
  const synced = await nostro('sync', ...ternPeriod);
  expectError(synced, 1, {
    code: 'bank.unexpected',
    fields: { '9007199254740993004': 'amount: 1.23456e0: 1.23456 has more than 4 decimals' },
  });
  expect(synced.json<Summary>().accounts).toMatchObject([{ received: 12, inserted: 11 }]);
});

describe('times without a zone', () => {
  const at = (index: number) =>
    `2026-10-0${String(1 + Math.floor(index / 3))}T${['00', '10', '23'][index % 3] ?? ''}:30:00`;

  test('are those of the zone that the bank file names', async () => {
    const entries = await entriesOf({ at, file: { timeZone: 'Europe/Berlin' } });
    expect(entries.slice(0, 3).map(({ transactionDate }) => transactionDate)).toEqual([
      '2026-09-30T22:30:00Z',
      '2026-10-01T08:30:00Z',
      '2026-10-01T21:30:00Z',
    ]);
    expect(entries).toHaveLength(12);
  });

  test('are set apart entry by entry without it, with what the bank file can say', async () => {
    const { nostro } = await ternScene({ at });
    const synced = await nostro('sync', ...ternPeriod);
    expect(synced.code).toBe(1);
    expect(fieldsOf(synced)).toMatchObject({
      '9007199254740993000':
        'transactionDate: has no time zone, as “2026-10-01T00:30:00”: the bank file can name the zone of the bank’s clock, at timeZone',
    });
  });
});

test('what an entry lacks is named in plain words', async () => {
  const { nostro } = await ternScene({
    write: ({ index }) => (index === 4 ? { amount: undefined, balance: [] } : {}),
  });
  const synced = await nostro('sync', ...ternPeriod);
  const reason = Object.values(fieldsOf(synced)).join();
  expect(reason).toContain('amount: is missing');
  expect(reason).not.toMatch(/invalid input|expected|received/i);
});

test.each([
  [
    'an instant',
    '2026-10-01T00:00:00Z',
    'startDate is “2026-10-01T00:00:00Z”: it must be a day without a time, YYYY-MM-DD',
  ],
  [
    'another day order',
    '01.10.2026',
    'startDate is “01.10.2026”: it must be a day without a time, YYYY-MM-DD',
  ],
  [
    'nothing',
    undefined,
    'startDate is missing: the answer must repeat the day that was asked for, YYYY-MM-DD',
  ],
  ['a number', 20_261_001, 'startDate is no text: it must be a day without a time, YYYY-MM-DD'],
])(
  'a statement that begins with %s is refused in a plain sentence',
  async (_what, startDate, problem) => {
    const { nostro } = await ternScene({ head: { startDate } });
    const { message } = (await nostro('sync', ...ternPeriod)).error();
    expect(message).toContain(`The statement cannot be read: ${problem}.`);
  },
);

const inAndOut = (minor: bigint) => ({ direction: minor < 0n ? 'OUT' : 'IN' });
const signsOf = (entries: readonly Record<string, string>[]): (string | undefined)[] =>
  entries.map(({ direction }) => direction);
const sixInAndOut = ['credit', 'credit', 'credit', 'debit', 'credit', 'credit'];

describe('unknown words for a direction', () => {
  const minors = [1_000n, 1_100n, 1_200n, -1_300n, 1_400n, 1_500n];
  const write: TernHabits['write'] = ({ minor }) => inAndOut(minor);

  test.each([
    ['newest first', true, 100],
    ['newest first, page by page', true, 3],
    ['oldest first, one by one', false, 1],
  ])('mean what the balances prove, %s', async (_order, newestFirst, pageSizeMax) => {
    const entries = await entriesOf({ minors, write, newestFirst, pageSizeMax });
    expect(signsOf(entries)).toEqual(sixInAndOut);
  });

  test('mean what the bank file says, and the bank file before the balances', async () => {
    const file = { values: { direction: { OUT: 'debit', IN: 'credit' } } };
    const entries = await entriesOf({ minors, write, pageSizeMax: 1, file });
    expect(signsOf(entries)).toEqual(sixInAndOut);
  });

  test('mean nothing where the balances do not show it: the entry is set aside, and the fix is named', async () => {
    const { nostro } = await ternScene({
      minors,
      write: ({ index }) => (index === 2 ? { direction: 'SWEEP', amount: '1.00' } : {}),
    });
    const synced = await nostro('sync', ...ternPeriod);
    expect(synced.code).toBe(1);
    expect(synced.error()['fields']).toEqual({
      '9007199254740993002':
        'direction: “SWEEP” is no known word for debit or credit, and the balances do not show what it means; the bank file can define it at values.direction',
    });
  });

  test('mean nothing where two balances contradict them', async () => {
    const { nostro } = await ternScene({ minors, write: () => ({ direction: 'BOOKED' }) });
    const synced = await nostro('sync', ...ternPeriod);
    expect(synced.json<Summary>().accounts).toMatchObject([{ received: 6, inserted: 0 }]);
  });
});

test('figures as text are taken only where no figure of the statement could mean otherwise', async () => {
  const { nostro } = await ternScene({
    write: ({ index, balance }) => ({
      balance: exactly(decimalOf(balance)),
      ...(index === 2 ? { amount: '1.000,50' } : index === 5 ? { amount: exactly('10.55') } : {}),
    }),
  });
  const synced = await nostro('sync', ...ternPeriod);
  expect(synced.json<Summary>().accounts).toMatchObject([
    { received: 12, inserted: 1, proof: { ok: false } },
  ]);
  expect(synced.error()['fields']).toMatchObject({
    '9007199254740993002': 'amount: 1.000,50 is not a decimal number',
    '9007199254740993003':
      'amount: “10.53” is written as text, and “1.000,50” in the same statement is no plain figure: what separates thousands and decimals is unclear',
  });
});

describe('an entry of another day than was asked for', () => {
  const first = { at: (index: number) => `2026-10-0${String(1 + index)}T10:00:00.000Z` };
  const minors = [1_000n, 1_100n, 1_200n, 1_300n];
  const dated = (at: string) => ({
    minors,
    at: first.at,
    write: ({ index }: { index: number }) => (index === 0 ? { transactionDate: at } : {}),
  });

  test.each(['2026-09-30T23:30:00.000Z', '2026-09-30T00:00:00.000Z'])(
    'is one of the first day where it is no further away than clocks are: %s',
    async (at) => {
      const entries = await entriesOf(dated(at));
      expect(entries).toHaveLength(4);
    },
  );

  test('is set aside by name, and its day is not proven', async () => {
    const { nostro } = await ternScene(dated('2026-03-14T10:00:00.000Z'));
    const synced = await nostro('sync', ...ternPeriod);
    const reason =
      'transactionDate: 2026-03-14T10:00:00.000Z lies outside the days that were asked for, 2026-10-01 to 2026-10-31';
    expect(synced.code).toBe(1);
    expect(synced.error()['fields']).toEqual({ '9007199254740993000': reason });
    expect(proofOf(synced)).toMatchObject({
      ok: false,
      brokenAt: {
        entryId: '9007199254740993000',
        expected: null,
        found: null,
        setAside: reason,
      },
    });
    const proof = await nostro('proof', ...ternPeriod);
    expect(proof.json<object>()).toMatchObject({
      state: 'broken',
      ok: false,
      brokenAt: { entryId: '9007199254740993000', expected: null, found: null },
      reason: `Entry 9007199254740993000 was set aside, and 2026-10-01 is not proven without it: ${reason}.`,
    });
  });
});
