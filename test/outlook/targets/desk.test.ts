import { describe, expect, test } from 'vitest';

import { parseBankFile } from '../../../electron/engines/bank/file/bank-file.ts';
import { writeDuePayment } from '../../../electron/nouns/due-payments/tables.ts';
import { isOwnAccount } from '../../../electron/nouns/beneficiaries/own-accounts.ts';
import { balanceProposals } from '../../../electron/nouns/outlook/targets/balance-proposals.ts';
import { readPlan, saveAccountPlan } from '../../../electron/nouns/accounts/plans.ts';
import { saveRates } from '../../../electron/nouns/rates/tables.ts';
import type { FundingDetail } from '../../../shared/bank/accounts.ts';
import {
  accountOf,
  beginning,
  openLoneDesk,
  payeeOf,
  paying,
  readStatement,
  transferOf,
  written,
  type LoneDesk,
} from '../../support/desks/lone-desk.ts';
import { creditOf, questionsOf, writeDeal } from '../trade-desk.ts';

const short = '30026719';
const euros = '30026713';
const stamp = { at: beginning, actor: { id: 'u', name: 'Ada', desk: 'd' } };

const detail = (given: Partial<FundingDetail>): FundingDetail => ({
  ...{
    accountName: '',
    bankOrSortCode: '',
    bic: 'HARMUS33XXX',
    accountNumber: '',
    bankCountry: '',
  },
  ...{ bankName: '', bankAddress: '', countryIso3Code: '' },
  ...given,
});

/** Two dollar accounts, of which one is short, and one in euros; the payee `own` is the short one. */
function openTargets(): LoneDesk {
  const lone = openLoneDesk();
  lone.cache.saveAccounts(
    [
      accountOf({ availableBalance: '900.00' }),
      accountOf({
        ...{ accountId: short, availableBalance: '40.00' },
        fundingDetails: [detail({ accountNumber: short })],
      }),
      accountOf({ accountId: euros, currencyIso3Code: 'EUR', availableBalance: '0.00' }),
    ],
    beginning,
  );
  lone.cache.saveBeneficiaries(
    [
      payeeOf('own', { accountNumber: '300-26719', bankBicOrCode: 'HARMUS33' }),
      payeeOf('other', { accountNumber: short, bankBicOrCode: 'THIEFDEF' }),
    ],
    beginning,
    { complete: true },
  );
  plan(lone, paying, 'USD', { floor: '100', target: '500' });
  plan(lone, short, 'USD', { floor: '100', target: '300' });
  return lone;
}

function plan(
  { parts }: LoneDesk,
  accountNumber: string,
  currency: string,
  typed: { floor?: string; target?: string; ceiling?: string },
): void {
  const whole = { ...{ floor: '', target: '', ceiling: '', group: '' }, ...typed };
  saveAccountPlan(
    parts.journal,
    { accountNumber, currency },
    { plan: readPlan(currency, whole), ...stamp },
  );
}

const proposals = (lone: LoneDesk) => {
  const { parts, reader } = lone;
  const text = { name: 'Scripted', environment: 'uat', baseUrl: 'https://bank.invalid' };
  const read = parseBankFile(JSON.stringify(text));
  if (!read.ok) expect.fail(read.error.message);
  const bankFile = read.value;
  return balanceProposals({
    ...{ changes: parts, clock: parts.clock },
    copy: { journal: parts.journal, reader, questions: questionsOf(lone) },
    profile: { bankFile, folder: { profileId: 'p' } },
  });
};

test('a transfer is proposed to the payee that is the account, by its number and its bank', async () => {
  const lone = openTargets();
  expect(await proposals(lone)).toEqual({
    rows: [
      {
        ...{ kind: 'transfer', from: paying, to: short, side: 'sell', other: null },
        amount: { amount: '260.00', currency: 'USD' },
        beneficiaryId: 'own',
        because: {
          ...{ accountNumber: short, side: 'floor', day: '2026-11-20' },
          by: { amount: '60.00', currency: 'USD' },
        },
        ...{ asOf: beginning, isStale: false },
      },
    ],
    unmet: [],
  });
});

test('a payee with the number of the account at another bank is not filled in, nor one that names no bank', () => {
  const own = {
    ...{ accountNumber: short, currency: 'USD' },
    fundingDetails: [detail({ accountNumber: short })],
  };
  const payee = { accountNumber: short, currencyIso3Code: 'USD' };
  expect(isOwnAccount({ ...payee, bankBicOrCode: 'HARMUS33' }, own)).toBe(true);
  expect(isOwnAccount({ ...payee, bankBicOrCode: 'THIEFDEF' }, own)).toBe(false);
  expect(isOwnAccount({ ...payee, bankBicOrCode: '' }, own)).toBe(false);
  expect(isOwnAccount({ ...payee, bankBicOrCode: 'HARMUS33', currencyIso3Code: 'EUR' }, own)).toBe(
    false,
  );
  const iban = 'DE89370400440532013000';
  const european = { ...own, fundingDetails: [detail({ accountNumber: iban, bic: '' })] };
  const spaced = 'DE89 3704 0044 0532 0130 00';
  expect(isOwnAccount({ ...payee, accountNumber: spaced, bankBicOrCode: '' }, european)).toBe(true);
});

describe('money on its way to the account is not proposed a second time', () => {
  const missing = async (lone: LoneDesk) =>
    (await proposals(lone)).rows.map(({ amount }) => amount.amount);

  test.each(['sending', 'unknown', 'accepted'] as const)('a payment that is %s', async (state) => {
    const lone = openTargets();
    written(lone, 'R-1', {
      ...{ amount: '260.00', payee: 'own' },
      ...(state === 'sending' ? {} : { state }),
    });
    expect(await missing(lone)).toEqual([]);
  });

  test('one that was refused is', async () => {
    const lone = openTargets();
    written(lone, 'R-1', { amount: '260.00', payee: 'own', state: 'refused' });
    expect(await missing(lone)).toEqual(['260.00']);
  });

  test('one to another payee with that number is', async () => {
    const lone = openTargets();
    written(lone, 'R-1', { amount: '260.00', payee: 'other', state: 'accepted' });
    // The source has less: it stays at its own target.
    expect(await missing(lone)).toEqual(['140.00']);
  });

  test('one of another desk, by the bank’s list, until its credit is in the statement', async () => {
    const lone = openTargets();
    const listed = transferOf({
      ...{ id: 'T-1', reference: 'X-1', beneficiaryId: 'own', amount: '30.00', currency: 'USD' },
      ...{
        accountNumber: 'elsewhere',
        createdAt: beginning,
        settledAt: null,
        status: 'processing',
      },
    });
    lone.cache.saveTransfers([listed], beginning, { complete: true });
    expect(await missing(lone)).toEqual(['230.00']);
    readStatement(lone, [creditOf('E-1', 'X-1', 300_000n)], { account: short });
    expect(await missing(lone)).toEqual(['260.00']);
  });

  test('a scheduled one', async () => {
    const lone = openTargets();
    const order = {
      ...{ accountNumber: paying, beneficiaryId: 'own', amount: '260.00', currency: 'USD' },
      reference: 'S-1',
    };
    const day = '2026-11-24';
    writeDuePayment(lone.parts.journal, {
      ...{ state: 'scheduled', day, enteredDay: day, moved: null, order, payee: 'Own' },
      ...{ fingerprint: null, source: 'form', sourceId: '', scheduledAt: beginning },
      actor: stamp.actor,
    });
    expect(await missing(lone)).toEqual([]);
  });

  test('a conversion without an answer', async () => {
    const lone = openTargets();
    plan(lone, short, 'USD', {});
    plan(lone, euros, 'EUR', { floor: '300' });
    saveRates(
      lone.parts.journal,
      [{ base: 'EUR', counter: 'USD', rate: '1.25', source: 'hand', name: 'Ada', at: beginning }],
      beginning,
    );
    expect((await proposals(lone)).rows).toMatchObject([
      {
        ...{ kind: 'conversion', from: paying, to: euros, side: 'buy', beneficiaryId: null },
        amount: { amount: '300.00', currency: 'EUR' },
        other: { amount: { amount: '375.00', currency: 'USD' }, source: 'hand', name: 'Ada' },
      },
    ]);
    writeDeal(lone, 'T-1');
    expect(await missing(lone)).toEqual([]);
  });
});

test('a balance that is more than a day old says so, and one that is not known proposes nothing', async () => {
  const lone = openTargets();
  lone.passes(24 * 3_600_000 + 1);
  expect((await proposals(lone)).rows).toMatchObject([{ asOf: beginning, isStale: true }]);
  plan(lone, 'gone', 'USD', { floor: '1' });
  lone.cache.ensureAccount('4711', 'USD');
  plan(lone, '4711', 'USD', { floor: '1' });
  expect((await proposals(lone)).unmet).toEqual([
    { accountNumber: '4711', because: null, missing: null, why: 'no-balance' },
  ]);
});

test('without a plan nothing is read', async () => {
  const lone = openLoneDesk();
  expect(await proposals(lone)).toEqual({ rows: [], unmet: [] });
});
