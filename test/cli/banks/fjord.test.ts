import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { parseExact } from '../../../shared/json/exact-json.ts';
import {
  FJORD_ACCOUNT,
  FJORD_PAYEE,
  FJORD_SUBCLIENT,
  serveFjord,
} from '../../support/banks/fjord.ts';
import {
  digits,
  linesOf,
  printed,
  sceneAt,
  today,
  period,
  submitAndDelete,
} from '../../support/banks/six-scene.ts';
import { daysBefore } from '../../support/banks/six.ts';
import { expectError } from '../../support/programs/command-line.ts';

const { number, id: accountId } = FJORD_ACCOUNT;
const path = { clientId: '18014398509481985', id: FJORD_SUBCLIENT };
const open = () => sceneAt(serveFjord(today));

type Summary = { accounts: { received: number; inserted: number; proof: object }[] };

describe('at a bank that wraps every answer and writes numbers, texts and DR and CR its own way', () => {
  test('the doctor is green', async () => {
    const { nostro } = await open();
    const report = await nostro('doctor', '--account', number);
    expect(report.json<object>()).toMatchObject({
      ok: true,
      statementDialect: 'startDate/endDate pageNumber/pageSize from 1',
    });
  });

  test('every entry is stored under its own digits, proven, and with its extra fields', async () => {
    const { bank, folder, nostro } = await open();
    const synced = (await nostro('sync', '--account', number, ...period)).json<Summary>();
    expect(synced.accounts).toMatchObject([
      {
        received: 5,
        inserted: 5,
        proof: { ok: true, openingBalance: '1000.00', closingBalance: '98765432109876.50' },
      },
    ]);
    const held = bank.lines.map((line, at) => ({
      id: line.id,
      amount: line.amount,
      currency: 'NOK',
      direction: line.direction === 'DR' ? 'debit' : 'credit',
      transactionType: 'transfer',
      transactionDate: `${daysBefore(today, line.ago)}T10:0${String(at)}:00.000Z`,
      narration: line.narration,
      customReference: '',
      balance: line.balance,
      extras: {
        bookingCode: { family: 'RCDT', proprietary: null },
        counterparty: line.counterparty,
        valueDate: daysBefore(today, line.ago),
      },
    }));
    expect(linesOf(await nostro('statement', '--account', number, ...period))).toEqual(held);
    const found = await nostro('statement', '--account', number, '--search', 'øre');
    expect(linesOf(found)).toEqual([held[1]]);

    const file = join(folder, 'fjord.json');
    await nostro('export', '--account', number, ...period, '--format', 'json', '--out', file);
    expect(digits(parseExact(readFileSync(file, 'utf8')))).toEqual(
      held.map((entry) => ({ accountNumber: number, ...entry })),
    );
    const proof = await nostro('proof', '--account', number, ...period);
    expect(proof.json<object>()).toMatchObject({ state: 'proven', entries: 5 });
    const again = (await nostro('sync', '--account', number, ...period)).json<Summary>();
    expect(again.accounts).toMatchObject([{ inserted: 0, changed: 0, unchanged: 5, withdrawn: 0 }]);
  });

  test('Get Statement and Get Accounts By print the record out of its wrapping, and the wrapping beside it', async () => {
    const { call } = await open();
    const query = { startDate: today, endDate: today, pageNumber: '1', pageSize: '500' };
    const statement = await call('getStatement', { path: { accountNumber: number }, query });
    expect(printed(statement)).toMatchObject({
      openingBalance: '98765432109876.55',
      closingBalance: '98765432109876.50',
      statement: { totalItems: '1', data: [{ id: '90071992547409930005', direction: 'debit' }] },
      extras: { meta: { tookMs: '1.50' } },
    });
    for (const given of [{ accountNumber: number }, { accountId }]) {
      const account = await call('getAccountsBy', { query: given });
      expect(printed(account)).toMatchObject({
        account: {
          accountId,
          clientId: '18014398509481985',
          currencyIso3Code: 'NOK',
          availableBalance: '98765432109876.50',
          fundingDetails: [
            { accountNumber: number, extras: { routing: ['1', '2', { via: 'NICS' }] } },
          ],
          extras: {
            overdraftLimit: '2500.00',
            owner: { legalName: 'Fjord Rederi ASA', lei: '529900ODI3047E2LIV03' },
          },
        },
      });
    }
  });

  test('Update Beneficiary is believed by the digits that come back', async () => {
    const { bank, call } = await open();
    const body = {
      accountNumber: '12044567890',
      currencyIso3Code: 'EUR',
      postCode: '5008',
      city: 'Bergen sentrum',
      branchInformation: { branchName: 'Nygård' },
    };
    const updated = await call('updateBeneficiary', { path: { entityId: FJORD_PAYEE }, body });
    expect([updated.err, updated.code]).toEqual(['', 0]);
    expect(printed(updated)).toMatchObject({
      accountNumber: '12044567890',
      currencyIso3Code: 'EUR',
      postcode: '5008',
      city: 'Bergen sentrum',
      clientId: '18014398509481985',
      extras: { screening: { score: '0.10', hits: [] } },
    });
    expect(bank.payee).toMatchObject({ city: 'Bergen sentrum', currencyIso3Code: 'eur' });
  });

  test('a document goes up, the sub-client is submitted and then deleted', async () => {
    const [uploaded, submitted, deleted] = await submitAndDelete(await open(), {
      path,
      body: { documentType: 'REGISTRATION_CERTIFICATE', issueDate: '2026-01-31' },
      fileName: 'Firmaattest.pdf',
    });
    expect(uploaded).toMatchObject({
      id: '144115188075855873',
      entityId: FJORD_SUBCLIENT,
      documentType: 'REGISTRATION_CERTIFICATE',
      issueDate: '2026-01-31',
      extras: { virusScan: { engine: 'clam', clean: true } },
    });
    expect(submitted).toMatchObject({ entityId: FJORD_SUBCLIENT, approvalStatus: 'pending' });
    expect(deleted).toMatchObject({
      status: 'deleted',
      tin: '987654321',
      extras: { relationshipManager: { name: 'Åse', phones: ['+47 1', '+47 2'] } },
    });
  });

  test('a page of HTML is a refusal in the bank’s own words, and a 401 without a body is one too', async () => {
    const scene = await open();
    const wrong = await scene.call('updateBeneficiary', {
      path: { entityId: '1' },
      body: { city: 'Oslo' },
    });
    expectError(wrong, 1, {
      code: 'bank.refused',
      status: 400,
      bank: expect.stringContaining('Ukjent mottaker & id') as string,
    });
    expect(wrong.err).not.toMatch(/<|script|track/);
    const stranger = await scene.stranger('sync', '--account', number, ...period);
    expectError(stranger, 1, { status: 401 });
  });
});
