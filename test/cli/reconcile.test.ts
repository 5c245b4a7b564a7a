import {
  closeSync,
  copyFileSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test, vi } from 'vitest';

import type { ReconcileReport } from '../../shared/ipc/review/reconcile.ts';
import { startMeridian } from '../support/banks/meridian.ts';
import { commandLineAt, expectError } from '../support/programs/command-line.ts';

// Each of these runs up to ten commands, each a process of its own.
vi.setConfig({ testTimeout: 180_000 });

async function scene() {
  const line = await commandLineAt(startMeridian());
  const { bank, data, nostro } = line;
  return {
    ...line,
    pay: (order: Partial<Record<'reference' | 'amount' | 'beneficiaryId', string>>) => {
      const usual = { beneficiaryId: 'b-1', amount: '1250.10', reference: 'INV-17' };
      const where = { accountNumber: bank.accountNumber, currency: 'USD' };
      return nostro('pay', '--input', JSON.stringify({ ...where, ...usual, ...order }));
    },
    reconcile: (...args: string[]) => nostro('submissions', '--reconcile', ...args),
    /** The journal of this bank, wherever it lies. */
    journal: () => {
      const [profile = ''] = readdirSync(join(data, 'banks'));
      return join(data, 'banks', profile, 'journal.db');
    },
  };
}

/** One bit of a page in the middle. */
function flipOneBit(file: string): void {
  const descriptor = openSync(file, 'r+');
  const at = Math.floor(statSync(file).size / 2);
  const byte = Buffer.alloc(1);
  readSync(descriptor, byte, 0, 1, at);
  writeSync(descriptor, Buffer.from([(byte[0] ?? 0) ^ 1]), 0, 1, at);
  closeSync(descriptor);
}

type Printed = ReconcileReport & { sending: 'open' | 'closed'; openedBy?: string };
type Sent = {
  counts: Record<string, number>;
  lines: { warnings: { message: string }[] }[];
};
type Paid = { outcome: string; transferId?: string };

test('a flipped bit: the reference is refused, the bank is compared, and then it is reported accepted and not paid again', async () => {
  const { bank, pay, reconcile, journal } = await scene();
  expect((await pay({})).code).toBe(0);
  flipOneBit(journal());
  const refused = await pay({});
  expectError(refused, 1, 'journal.damaged');
  const shown = await reconcile();
  expectError(shown, 1, 'journal.damaged');
  expect(shown.error().message).toContain('add --reopen-as with your name');
  const report = shown.json<Printed>();
  expect(report).toMatchObject({ sending: 'closed', verdict: 'confirm' });
  // What could be read of the damaged record agrees, what could not is found.
  expect(report.agreeing + report.newlyFound).toBe(1);
  expect(report.days).toMatchObject([
    { currency: 'USD', bank: { count: 1, sum: { amount: '1250.10' } } },
  ]);
  expect((await pay({})).error().code).toBe('journal.damaged');
  const opened = await reconcile('--reopen-as', 'Ines Frei');
  expect(opened.code).toBe(0);
  expect(opened.json<Printed>()).toMatchObject({
    sending: 'open',
    openedBy: 'Ines Frei',
    journalStatus: { state: 'whole' },
  });
  const again = await pay({});
  expect(again.code).toBe(0);
  expect(again.json<Paid>()).toMatchObject({ outcome: 'accepted', transferId: 'MC-T1' });
  const other = await pay({ amount: '1250.11' });
  expectError(other, 1, 'input.invalid');
  expect(bank.times('INV-17')).toBe(1);
  const next = await pay({ reference: 'INV-18', amount: '7.00', beneficiaryId: 'b-2' });
  expect(next.json<Paid>()).toMatchObject({ outcome: 'accepted' });
});

test('a journal that is missing, with a payment of unknown outcome at the bank: it is found, and not paid again', async () => {
  const { bank, pay, reconcile, journal } = await scene();
  bank.manners.losesAnswers = true;
  expect((await pay({})).code).toBe(3);
  bank.manners.losesAnswers = false;
  rmSync(journal());
  expect((await pay({})).error().code).toBe('journal.missing');
  expect((await reconcile('--reopen-as', 'Ines Frei')).code).toBe(0);
  expect((await pay({})).json<Paid>()).toMatchObject({ outcome: 'accepted', transferId: 'MC-T1' });
  expect(bank.times('INV-17')).toBe(1);
});

test('an older copy of the journal learns what was sent since', async () => {
  const { bank, folder, pay, reconcile, journal } = await scene();
  await pay({ reference: 'OLD-1', amount: '5.00' });
  const copy = join(folder, 'copy.db');
  copyFileSync(journal(), copy);
  await pay({ reference: 'NEW-1', amount: '6.00', beneficiaryId: 'b-2' });
  copyFileSync(copy, journal());
  expect(
    (await pay({ reference: 'NEW-1', amount: '6.00', beneficiaryId: 'b-2' })).error().code,
  ).toBe('journal.older');
  const opened = await reconcile('--reopen-as', 'Ines Frei');
  expect(opened.code).toBe(0);
  const report = opened.json<Printed>();
  expect(report.agreeing).toBe(1);
  expect(report.found.map(({ reference }) => reference)).toEqual(['NEW-1']);
  expect(
    (await pay({ reference: 'NEW-1', amount: '6.00', beneficiaryId: 'b-2' })).json<Paid>(),
  ).toMatchObject({ outcome: 'accepted' });
  expect([bank.times('OLD-1'), bank.times('NEW-1')]).toEqual([1, 1]);
});

test('a payment file whose references were lost is held after the comparison, until a named person releases it', async () => {
  const { bank, folder, nostro, reconcile, journal } = await scene();
  const file = join(folder, 'payroll.csv');
  const lines = ['11.00', '12.00'].map((amount) => `${bank.accountNumber},b-1,${amount},USD`);
  writeFileSync(file, ['account,beneficiary id,amount,currency', ...lines].join('\n'));
  const first = await nostro('pay', '--file', file);
  expect(first.json<Sent>().counts).toMatchObject({ accepted: 2 });
  rmSync(journal());
  expect((await nostro('pay', '--file', file)).error().code).toBe('journal.missing');
  expect((await reconcile('--reopen-as', 'Ines Frei')).code).toBe(0);
  const held = await nostro('pay', '--file', file, '--skip-problems');
  expect(held.code).toBe(1);
  expect(held.json<Sent>().counts).toMatchObject({ invalid: 2, accepted: 0 });
  expect(held.json<Sent>().lines[0]?.warnings[0]?.message).toContain(
    'The bank has a payment like this one',
  );
  expect(bank.orders).toHaveLength(2);
  const payAgain = ['pay', '--file', file, '--skip-problems'];
  const twin = await nostro(...payAgain, '--release-as', 'Ines Frei', '--line', '3');
  expect(bank.orders).toHaveLength(2);
  const [, name = ''] = /--twin-of (\S+)\. /.exec(twin.out) ?? [];
  const released = await nostro(...payAgain, '--twin-of', name);
  expect(released.json<Sent>().counts).toMatchObject({ invalid: 1, accepted: 1 });
  expect(bank.orders.map(({ amount }) => amount)).toEqual(['11.00', '12.00', '12.00']);
});

describe('sending stays closed, exit 1,', () => {
  async function lost() {
    const it = await scene();
    await it.pay({});
    rmSync(it.journal());
    return it;
  }

  test('while the bank cannot be reached', async () => {
    const { bank, reconcile } = await lost();
    await bank.close();
    const closed = await reconcile('--reopen-as', 'Ines Frei');
    expectError(closed, 1, 'network.unreachable');
  });

  test.each([
    ['the list ends early', { list: 'short' }],
    ['the list is not answered', { list: 'busy' }],
    ['the statement is not answered', { statement: 'busy' }],
    ['what left a moment ago is not shown yet', { isSlow: true }],
  ] as const)(
    'while %s, whoever asks for it',
    async (_words, manners) => {
      const { bank, pay, reconcile } = await lost();
      Object.assign(bank.manners, manners);
      const closed = await reconcile('--reopen-as', 'Ines Frei', '--looked-at-bank');
      expect(closed.code).toBe(1);
      expect(closed.json<Printed>()).toMatchObject({ sending: 'closed', verdict: 'closed' });
      expect(closed.json<Printed>().reasons).not.toEqual([]);
      expect((await pay({})).error().code).toBe('journal.missing');
      expect(bank.times('INV-17')).toBe(1);
    },
    90_000,
  );
});

test('needs the name of a person', async () => {
  const { reconcile, nostro } = await scene();
  for (const args of [['--reopen-as', ' '], ['--looked-at-bank']]) {
    const wrong = await reconcile(...args);
    expect(wrong.code).toBe(2);
  }
  expect((await nostro('submissions', '--reopen-as', 'Ines Frei')).code).toBe(2);
  expect((await nostro('submissions', '--reconcile', '--resolve', 'x')).code).toBe(2);
});

test('a journal that is whole is compared too, and sending is open before and after', async () => {
  const { bank, pay, reconcile } = await scene();
  await pay({});
  bank.bookElsewhere({ reference: 'PORTAL-1', amount: '9.00' });
  const compared = await reconcile();
  expect(compared.code).toBe(0);
  expect(compared.json<Printed>()).toMatchObject({ sending: 'open', verdict: 'open', agreeing: 1 });
});
