import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { startAlpine } from '../support/banks/alpine.ts';
import type { RunningBank } from '../support/banks/bank-server.ts';
import { startHarbour } from '../support/banks/harbour.ts';
import { startSavanna } from '../support/banks/savanna.ts';
import { runCommand, type CliRun } from '../support/cli.ts';
import { tempFolder } from '../support/temp-folder.ts';

type Bank = RunningBank & {
  readonly bankFile: string;
  readonly credentials: Readonly<Record<string, string>>;
};

/** The command line at a bank that is known by its file alone. */
async function at<B extends Bank>(starting: Promise<B>) {
  const bank = await starting;
  onTestFinished(() => bank.close());
  const folder = tempFolder();
  const file = join(folder, 'bank.json');
  writeFileSync(file, bank.bankFile);
  const env = { NOSTRO_CREDENTIALS: JSON.stringify(bank.credentials) };
  const nostro = async (...args: string[]): Promise<CliRun> => {
    const run = await runCommand(
      ['--bank', file, '--data-dir', join(folder, 'data'), ...args],
      env,
    );
    expect(run.err).toBe('');
    expect(run.code).toBe(0);
    return run;
  };
  const call = async (operation: string, input: object) =>
    (await nostro('call', operation, '--input', JSON.stringify(input))).json<object>();
  return { bank, nostro, call };
}

type Report = {
  ok: boolean;
  statementDialect: string;
  operations: { name: string; state: string }[];
};
type Synced = { accounts: { received: number; inserted: number; proof: { ok: boolean } }[] };

const confirmedIn = ({ operations }: Report): string[] =>
  operations.filter(({ state }) => state === 'confirmed').map(({ name }) => name);

test('at a bank of bare lists and short names the doctor is green, days are proven and a payment is made once', async () => {
  const { bank, nostro, call } = await at(startHarbour());
  const report = (await nostro('doctor')).json<Report>();
  expect(report).toMatchObject({
    ok: true,
    statementDialect: 'from/to pageOffset/pageSize items from 0',
  });
  expect(confirmedIn(report)).toEqual(
    expect.arrayContaining(['getAllAccounts', 'getAllBeneficiaries', 'createSingleTransfer']),
  );
  expect(report.operations.find(({ name }) => name === 'createSubclient')?.state).toBe('closed');

  const synced = (await nostro('sync', '--account', bank.accountNumber)).json<Synced>();
  expect(synced.accounts[0]).toMatchObject({ received: 63, inserted: 63, proof: { ok: true } });

  expect(
    await call('getTransferFee', {
      query: { accountNumber: bank.accountNumber, amount: '10.10', currency: 'USD' },
    }),
  ).toMatchObject({ fee: '1.25', currency: 'USD' });
  const order = {
    accountNumber: bank.accountNumber,
    beneficiaryId: 'B-77',
    amount: '1234.50',
    currency: 'USD',
    reference: 'HT-PAY-1',
    narration: 'Freight',
  };
  const paid = await nostro('pay', '--input', JSON.stringify(order));
  expect(paid.json()).toMatchObject({ outcome: 'accepted', transferId: 'O-HT-PAY-1' });
  await nostro('pay', '--input', JSON.stringify(order));
  expect(bank.orders).toEqual([
    { ref: 'HT-PAY-1', amt: '1234.50', key: expect.any(String) as string },
  ]);
  expect(await call('findTransfers', { query: { reference: 'HT-PAY-1' } })).toMatchObject({
    transfers: { totalItems: 1, data: [{ id: 'O-HT-PAY-1', amount: '1234.50', status: 'BOOKED' }] },
  });
}, 60_000);

test('at a bank of envelopes and POSTed reads the doctor is green and a company is taken in', async () => {
  const { bank, nostro, call } = await at(startAlpine());
  const report = (await nostro('doctor')).json<Report>();
  expect(report).toMatchObject({
    ok: true,
    statementDialect: 'startDate/endDate pageNumber/pageSize from 0',
  });
  const synced = (await nostro('sync', '--account', bank.accountNumber)).json<Synced>();
  expect(synced.accounts[0]).toMatchObject({ received: 47, proof: { ok: true } });

  const path = { clientId: 'K-9' };
  expect(
    await call('createSubclient', {
      path,
      body: { name: 'Murmel Textil AG', countryOfRegistration: 'CHE' },
    }),
  ).toMatchObject({
    subClient: { entityId: 'G2', status: 'draft', stagesRemaining: ['SHAREHOLDERS'] },
  });
  const place = { path: { ...path, id: 'G2' } };
  expect(
    await call('createSubclientShareholder', {
      ...place,
      body: { shareholderType: 'individual', name: 'Vreni Graf', ownershipPercentage: '33.3334' },
    }),
  ).toMatchObject({ shareholder: { id: 'E1', ownershipPercentage: '33.3334' } });
  expect(await call('getSubclientShareholders', place)).toMatchObject({
    shareholders: [{ name: 'Vreni Graf', ownershipPercentage: '33.3334' }],
  });
  expect(bank.companies).toEqual(['Gletscher Optik AG', 'Murmel Textil AG']);
}, 60_000);

test('at a bank whose file is silent on statements the doctor finds the dialect, a deal is done and an account opened', async () => {
  const { bank, nostro, call } = await at(startSavanna());
  const [kes, usd] = bank.accountNumbers;
  const report = (await nostro('doctor')).json<Report>();
  expect(report).toMatchObject({
    ok: true,
    statementDialect: 'from/to pageOffset/pageSize from 1',
  });
  const synced = (await nostro('sync', '--account', kes, '--account', usd)).json<Synced>();
  expect(synced.accounts).toMatchObject([
    { received: 38, proof: { ok: true } },
    { received: 24, proof: { ok: true } },
  ]);

  const { quote } = (await call('getQuote', {
    query: { sellCurrency: 'USD', buyCurrency: 'KES', sellAmount: '200.00' },
  })) as { quote: Record<string, string> };
  expect(quote).toMatchObject({ sellAmount: '200.00', buyAmount: '25700.00', rate: '128.5' });
  expect(
    await call('lockRate', {
      body: {
        quoteId: quote['quoteId'],
        sellAccountNumber: usd,
        buyAccountNumber: kes,
        reference: 'SV-FX-1',
      },
    }),
  ).toMatchObject({ lock: { tradeId: 'D-1', reference: 'SV-FX-1', status: 'settled' } });
  expect(bank.deals).toEqual(['SV-FX-1']);

  const uniqueRequestId = '0192f0c0-7d3e-7000-8000-0000000000a1';
  expect(
    await call('createVirtualAccount', {
      body: { uniqueRequestId, currencyIso3Code: 'USD', accountName: 'Collections' },
    }),
  ).toMatchObject({
    account: { uniqueRequestId, accountName: 'Collections', availableBalance: '0.00' },
  });
  expect(bank.opened).toEqual(['Collections']);
}, 60_000);
