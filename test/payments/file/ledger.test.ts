import { describe, expect, test } from 'vitest';

import type { LineOrder } from '../../../electron/nouns/payments/file/reading/line-check.ts';
import { adoptFound } from '../../../electron/engines/submissions/journal/adopt-found.ts';
import { notePaid } from '../../../electron/nouns/beneficiaries/fingerprints.ts';
import {
  listBeneficiaries,
  currentBeneficiaries,
} from '../../../electron/nouns/beneficiaries/tables.ts';
import {
  askUnknownBeneficiaries,
  openLedger,
} from '../../../electron/nouns/payments/file/ledger.ts';
import { bankDetailsOf, fingerprintOf } from '../../../electron/nouns/beneficiaries/fingerprint.ts';
import { writeDuePayment, type DuePayment } from '../../../electron/nouns/due-payments/tables.ts';
import { submit } from '../../../electron/engines/submissions/submissions.ts';
import { intentOf } from '../../../electron/nouns/payments/send.ts';
import { appError, fail, type AppError } from '../../../shared/errors.ts';
import {
  accountWith,
  listedTransfer,
  openBatchDesk,
  payeeOf,
  type PaymentFileDesk,
} from './batch-desk.ts';
import { actorNamed } from '../../support/desks/actors.ts';
import { context, valueOf } from '../../support/desks/lone-desk.ts';
import { aboutOf } from '../../support/about.ts';

const addedAt = '2026-11-20T12:00:00.000Z';

const order = (given: Partial<LineOrder> = {}): LineOrder => ({
  reference: 'R-2',
  accountNumber: '1',
  beneficiaryId: 'b-1',
  amount: { amount: '1.00', currency: 'USD' },
  ...given,
});

const ledgerOf = ({ parts }: PaymentFileDesk, why: AppError | null = null) =>
  openLedger(parts, { addedAt }, () => why);

const scheduledPayment = (reference: string): DuePayment => ({
  ...{ state: 'scheduled', day: '2026-12-01', enteredDay: '2026-12-01', moved: null },
  order: { reference, accountNumber: '1', beneficiaryId: 'b-1', ...order().amount },
  ...{ payee: 'Ada', fingerprint: null, source: 'form', sourceId: '' },
  ...{ scheduledAt: addedAt, actor: actorNamed('Ada') },
});

async function kinds(desk: PaymentFileDesk, wanted = order()): Promise<string[]> {
  const { warningsOf } = await ledgerOf(desk);
  return warningsOf(wanted).map(({ kind }) => kind);
}

async function pay(desk: PaymentFileDesk, reference: string): Promise<void> {
  const { amount, ...rest } = order({ reference });
  valueOf(await submit(desk.parts, intentOf({ ...rest, ...amount }, null), context));
}

describe('a line is checked against', () => {
  test('the scheduled payments, but for those of its own reference and those that were withdrawn', async () => {
    const desk = openBatchDesk();
    const { journal } = desk.parts;
    for (const reference of ['R-2', 'R-8', 'R-9'])
      writeDuePayment(journal, scheduledPayment(reference));
    writeDuePayment(journal, { ...scheduledPayment('R-7'), state: 'withdrawn' });
    const { warningsOf } = await ledgerOf(desk);
    const [warning, ...rest] = warningsOf(order({ reference: 'R-3' }));
    expect(rest).toEqual([]);
    expect(warning).toMatchObject({ kind: 'scheduled-twin', weight: 'notice' });
    expect(warning?.message).toMatch(/R-2.*R-8.*R-9/);
    expect(warning?.message).not.toContain('R-7');
    const others = [{ amount: { amount: '1.01', currency: 'USD' } }, { beneficiaryId: 'b-2' }];
    for (const other of others)
      expect(warningsOf(order({ reference: 'R-3', ...other }))).toEqual([]);
    // A line that is scheduled itself is no news.
    expect(warningsOf(order({ reference: 'R-2' }))).toEqual([]);
  });

  test('the accounts and payees of the local copy', async () => {
    const desk = openBatchDesk();
    desk.cache.ensureAccount('2', null);
    const { currencyByAccount, beneficiaries } = await ledgerOf(desk);
    expect(currencyByAccount).toEqual(
      new Map([
        ['1', 'USD'],
        ['2', ''],
      ]),
    );
    expect([...beneficiaries.byId.keys()].sort()).toEqual(['b-1', 'b-2', 'b-3']);
  });

  test('the names of the accounts, and a number where an account has none', async () => {
    const desk = openBatchDesk();
    const accounts = [{ ...accountWith('1', '1.00'), accountName: 'Payroll' }];
    desk.cache.saveAccounts([...accounts, accountWith('2', '1.00')], addedAt);
    const { accountName } = await ledgerOf(desk);
    expect(['1', '2', '9'].map(accountName)).toEqual(['Payroll', 'The account 2', 'The account 9']);
  });

  test('what was sent from here, under its reference and as its twin', async () => {
    const desk = openBatchDesk();
    expect(await kinds(desk)).toEqual([]);
    await pay(desk, 'R-1');
    desk.answers.set('R-0', () => fail('outcome.unknown', 'test'));
    await pay(desk, 'R-0');
    expect(await kinds(desk)).toEqual(['open-twin', 'duplicate']);
    expect(await kinds(desk, order({ amount: { amount: '1.01', currency: 'USD' } }))).toEqual([]);
    expect(await kinds(desk, order({ beneficiaryId: 'b-2' }))).toEqual([]);
    const { isReferenceUsed } = await ledgerOf(desk);
    expect(isReferenceUsed('R-1')).toBe(true);
    expect(isReferenceUsed('r-1')).toBe(true);
    expect(isReferenceUsed('R-2')).toBe(false);
  });

  test('what the bank lists of payments from elsewhere', async () => {
    const desk = openBatchDesk();
    const elsewhere = listedTransfer({ createdAt: new Date(desk.parts.clock.now()).toISOString() });
    desk.cache.saveTransfers([elsewhere], addedAt, { complete: false });
    const [warning] = (await ledgerOf(desk)).warningsOf(order());
    expect(warning).toMatchObject({ kind: 'duplicate', twins: [{ id: 'T-9' }] });
  });

  test('what was found at the bank, which is no reference that was used', async () => {
    const desk = openBatchDesk();
    const { amount, ...rest } = order({ beneficiaryId: 'b-2' });
    const about = aboutOf('Transfer', { accountNumber: '1' });
    adoptFound(
      desk.parts.journal,
      [
        {
          reference: 'R-2',
          operation: 'createSingleTransfer',
          body: { ...rest, ...amount },
          about,
          likeness: null,
          recordId: 'T-1',
          state: 'accepted',
          error: null,
          createdAt: addedAt,
          source: 'bank',
          words: 'It stands in the list.',
        },
      ],
      addedAt,
    );
    expect((await ledgerOf(desk)).isReferenceUsed('R-2')).toBe(false);
    expect(await kinds(desk)).toEqual(['at-bank']);
  });

  test('the bank details to which its payee was paid last', async () => {
    const desk = openBatchDesk();
    const details = bankDetailsOf(payeeOf('b-1', { accountNumber: '999' }));
    const fingerprint = fingerprintOf(details);
    notePaid(desk.parts.journal, 'b-1', { details, fingerprint, paidAt: addedAt });
    expect(await kinds(desk)).toEqual(['quarantine']);
  });

  test('its payee’s currency, and not its account’s balance', async () => {
    const desk = openBatchDesk();
    desk.cache.saveAccounts([accountWith('1', '0')], addedAt);
    desk.cache.saveBeneficiary(payeeOf('b-2', { currencyIso3Code: 'KES' }), addedAt);
    expect(await kinds(desk)).toEqual([]);
    expect(await kinds(desk, order({ beneficiaryId: 'b-2' }))).toEqual(['currency']);
  });

  test('that its payee could not be read from the bank, in words', async () => {
    const why = appError('bank.unavailable', 'test');
    const [warning] = (await ledgerOf(openBatchDesk(), why)).warningsOf(order());
    expect(warning).toMatchObject({ kind: 'payee-unread', weight: 'confirm' });
    expect(warning?.message).toContain('The payee Payee b-1 could not be read');
  });
});

test('all lines of a payee are checked against the same bank details, by which they are sent', async () => {
  const desk = openBatchDesk();
  const ledger = await ledgerOf(desk);
  expect(ledger.fingerprints.size).toBe(0);
  const details = bankDetailsOf(payeeOf('b-1'));
  const fingerprint = fingerprintOf(details);
  notePaid(desk.parts.journal, 'b-1', { details, fingerprint, paidAt: addedAt });
  expect(ledger.warningsOf(order())).toEqual([]);
  desk.cache.saveBeneficiary(payeeOf('b-1', { accountNumber: '999' }), addedAt);
  expect(ledger.warningsOf(order({ reference: 'R-3' }))).toEqual([]);
  expect(ledger.fingerprints).toEqual(new Map([['b-1', fingerprint]]));
});

test('an unknown payee has no bank details to be checked against', async () => {
  const ledger = await ledgerOf(openBatchDesk());
  expect(ledger.warningsOf(order({ beneficiaryId: 'b-9' }))).toEqual([]);
  expect(ledger.fingerprints.size).toBe(0);
});

describe('payees that are not in the local copy are asked for', () => {
  const ask = (desk: PaymentFileDesk, ...named: string[]) =>
    askUnknownBeneficiaries(desk.parts, new Set(named), context);
  const askedFor = ({ bank }: PaymentFileDesk): unknown[] =>
    bank.calls.map(({ input }) => (input as { path: { entityId: string } }).path.entityId);

  test('those that are named, and taken over', async () => {
    const desk = openBatchDesk();
    desk.payees.set('b-9', payeeOf('b-9'));
    await ask(desk, 'b-1', '', 'b-8', 'b-9');
    expect(askedFor(desk)).toEqual(['b-8', 'b-9']);
    expect((await ledgerOf(desk)).beneficiaries.byId.has('b-9')).toBe(true);
  });

  test('25 of them at most', async () => {
    const desk = openBatchDesk();
    await ask(desk, ...Array.from({ length: 30 }, (_, at) => `x-${String(at)}`));
    expect(askedFor(desk)).toHaveLength(25);
  });

  test('no further once the bank cannot be asked', async () => {
    const desk = openBatchDesk();
    desk.payees.set('b-8', () => fail('bank.unavailable', 'test'));
    await ask(desk, 'b-7', 'b-8', 'b-9');
    expect(askedFor(desk)).toEqual(['b-7', 'b-8']);
  });

  test('not while no one is signed in', async () => {
    const desk = openBatchDesk();
    desk.bank.signedInAt = null;
    await ask(desk, 'b-8');
    expect(askedFor(desk)).toEqual([]);
  });
});

test('payees are read some at a time, those that stand and no other, and the thread is handed back in between', async () => {
  const { cache, parts } = openBatchDesk();
  const more = Array.from({ length: 250 }, (_, at) => payeeOf(`c-${String(at)}`));
  const standing = ['b-1', 'b-2'].map((id) => payeeOf(id));
  cache.saveBeneficiaries([...standing, ...more], addedAt, { complete: true });
  const pieces = [...currentBeneficiaries(parts.reader, 100)];
  expect(pieces.map(({ length }) => length)).toEqual([100, 100, 52]);
  const { byId } = (await openLedger(parts, { addedAt }, () => null)).beneficiaries;
  const wanted = listBeneficiaries(parts.reader, '').rows.map(({ entityId }) => entityId);
  expect([...byId.keys()].toSorted()).toEqual(wanted.toSorted());
  expect(byId.has('b-3')).toBe(false);
});
