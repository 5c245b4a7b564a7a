import { expect, test } from 'vitest';

import type { OperationName } from '../../shared/bank/catalogue.ts';
import { runCommand } from '../support/cli.ts';
import { tempFolder } from '../support/temp-folder.ts';

type Answer = Record<
  'quote' | 'lock' | 'trade' | 'transfer' | 'remittance' | 'receivable' | 'beneficiary',
  Record<string, string>
>;

/** Every operation that moves money, or asks about it, by the command line at the sandbox: each answer by its values. */
test('quotes, trades, transfers, remittances and receivables work by call, changes by way of the journal', async () => {
  const dataDir = tempFolder();
  const call = async (operation: OperationName, input: object): Promise<Answer> => {
    const run = await runCommand([
      '--data-dir',
      dataDir,
      'call',
      operation,
      '--input',
      JSON.stringify(input),
    ]);
    expect(run.err).toBe('');
    expect(run.code).toBe(0);
    return run.json<Answer>();
  };

  const { accounts } = (await call('getAllAccounts', {})) as unknown as {
    accounts: { currencyIso3Code: string; fundingDetails: { accountNumber: string }[] }[];
  };
  const numberOf = (currency: string): string =>
    accounts.find(({ currencyIso3Code }) => currencyIso3Code === currency)!.fundingDetails[0]!
      .accountNumber;
  const [usd, eur] = [numberOf('USD'), numberOf('EUR')];
  const { beneficiaries } = (await call('getAllBeneficiaries', {})) as unknown as {
    beneficiaries: { data: { entityId: string; currencyIso3Code: string }[] };
  };
  const beneficiaryId = beneficiaries.data.find(
    ({ currencyIso3Code }) => currencyIso3Code === 'USD',
  )!.entityId;

  const asked = { sellCurrency: 'USD', buyCurrency: 'EUR', sellAmount: '1000.00' };
  const { quote } = await call('getQuote', { query: asked });
  expect(quote).toMatchObject({ sellCurrency: 'USD', buyCurrency: 'EUR', sellAmount: '1000.00' });
  expect(Number(quote['buyAmount'])).toBeGreaterThan(700);
  const { lock } = await call('lockRate', {
    body: {
      quoteId: quote['quoteId'],
      sellAccountNumber: usd,
      buyAccountNumber: eur,
      reference: 'FX-1',
    },
  });
  expect(lock).toMatchObject({
    quoteId: quote['quoteId'],
    buyAmount: quote['buyAmount'],
    rate: quote['rate'],
    reference: 'FX-1',
  });
  const tradeId = lock['tradeId'];
  const { trade } = await call('getTrade', { path: { tradeId } });
  expect(trade).toMatchObject({ tradeId, status: 'settled', buyAmount: quote['buyAmount'] });
  const trades = await call('getAllTrades', { query: { reference: 'FX-1' } });
  expect(trades).toMatchObject({ trades: { totalItems: 1, data: [{ tradeId }] } });

  expect(await call('getBankDetails', { query: { code: '021000021' } })).toMatchObject({
    bank: { country: 'USA' },
  });
  const feeOf = { accountNumber: usd, amount: '250.00', currency: 'USD' };
  const fee = { fee: '2.50', currency: 'USD', total: '252.50' };
  expect(await call('getTransferFee', { query: feeOf })).toMatchObject(fee);
  expect(await call('postTransferFee', { body: feeOf })).toMatchObject(fee);
  const order = { ...feeOf, beneficiaryId, reference: 'PAY-1', narration: 'Invoice 17' };
  const { transfer } = await call('createSingleTransfer', { body: order });
  expect(transfer).toMatchObject({ reference: 'PAY-1', amount: '250.00', status: 'processing' });
  expect(await call('findTransfers', { query: { reference: 'PAY-1' } })).toMatchObject({
    transfers: { totalItems: 1, data: [{ id: transfer['id'], fee: '2.50' }] },
  });

  const { remittance } = await call('initiateRemittance', {
    body: {
      accountNumber: usd,
      amount: '75.00',
      currency: 'USD',
      reference: 'REM-1',
      purpose: 'School fees',
      senderName: 'Nostro Desk',
      senderCountry: 'USA',
      recipientName: 'Ada Obi',
      recipientCountry: 'NGA',
      recipientAccountNumber: '0123456789',
      recipientBankBicOrCode: '058',
    },
  });
  expect(remittance).toMatchObject({ reference: 'REM-1', amount: '75.00', status: 'initiated' });
  const read = await call('getRemittance', { path: { id: remittance['id'] } });
  expect(read).toMatchObject({ remittance: { recipientName: 'Ada Obi', purpose: 'School fees' } });

  const { receivable } = await call('createReceivable', {
    body: {
      accountNumber: usd,
      amount: '120.00',
      currency: 'USD',
      reference: 'INV-9',
      payerName: 'Kestrel Logistics',
    },
  });
  expect(receivable).toMatchObject({ reference: 'INV-9', status: 'open', amount: '120.00' });
  expect(await call('getReceivable', { path: { id: receivable['id'] } })).toMatchObject({
    receivable: { payerName: 'Kestrel Logistics' },
  });

  const { beneficiary } = await call('createBeneficiary', {
    body: {
      name: 'Marula GmbH',
      accountName: 'Marula GmbH',
      accountNumber: 'DE89370400440532013000',
      bankBicOrCode: 'COBADEFFXXX',
      country: 'DEU',
      currencyIso3Code: 'EUR',
    },
  });
  expect(beneficiary).toMatchObject({ name: 'Marula GmbH', currencyIso3Code: 'EUR' });
  expect(
    await call('validateBeneficiaryAccount', {
      body: { accountNumber: '0123456789', bankCode: '058' },
    }),
  ).toMatchObject({ account: { accountNumber: '0123456789' } });

  const listed = await runCommand(['--data-dir', dataDir, 'submissions']);
  const { submissions } = listed.json<{ submissions: { reference: string; state: string }[] }>();
  expect(submissions.slice(1).map(({ reference, state }) => [reference, state])).toEqual([
    ['INV-9', 'accepted'],
    ['REM-1', 'accepted'],
    ['PAY-1', 'accepted'],
    ['FX-1', 'accepted'],
  ]);
}, 90_000);
