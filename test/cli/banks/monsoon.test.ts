import { describe, expect, test } from 'vitest';

import { serveMonsoon } from '../../support/banks/monsoon/monsoon.ts';
import {
  linesOf,
  printed,
  sceneAt,
  today,
  period,
  submitAndDelete,
} from '../../support/banks/six-scene.ts';
import { expectError } from '../../support/programs/command-line.ts';

const open = () => sceneAt(serveMonsoon(today));
const path = { clientId: 'клиент-1', id: 'sub-✓-9' };
const payee = { entityId: 'ben-ñ-1' };

type Summary = { accounts: { received: number; inserted: number; proof: object }[] };
/** What the bank wrote, exponents followed. */
const plain: Readonly<Record<string, string>> = {
  '1.25E3': '1250',
  '1.35E+3': '1350',
  '5e-2': '0.05',
  '1E0': '1',
  '135e1': '1350',
  '0.3E3': '300',
  '1.0E3': '1000',
};

describe('at a bank of exponents, odd pages and currencies that no table has', () => {
  test('the doctor is green', async () => {
    const { nostro } = await open();
    expect((await nostro('doctor')).json<object>()).toMatchObject({
      ok: true,
      statementDialect: 'from/to pageOffset/pageSize items from 0',
    });
  });

  test('an account in a currency of its own is synced over its odd pages and proven', async () => {
    const { bank, nostro } = await open();
    const synced = (await nostro('sync', '--account', 'XC-1', ...period)).json<Summary>();
    expect(synced.accounts).toMatchObject([
      { received: 6, inserted: 6, proof: { ok: true, entries: 6, brokenAt: null } },
    ]);
    const stored = linesOf(await nostro('statement', '--account', 'XC-1', ...period));
    const worth = (source: string): number => Number(source);
    expect(stored).toMatchObject(
      (bank.lines['XC-1'] ?? []).map(({ direction, narration }, at) => ({
        id: `XC-1/${String(at)}`,
        currency: 'XCG',
        direction,
        narration,
        customReference: `№${String(at)}`,
        transactionType: 'trade',
      })),
    );
    for (const [at, { amount, balance }] of (bank.lines['XC-1'] ?? []).entries()) {
      const line = stored[at] as { amount: string; balance: string };
      expect([worth(line.amount), worth(line.balance)]).toEqual([
        worth(plain[amount] ?? amount),
        worth(plain[balance] ?? balance),
      ]);
      expect(`${line.amount}${line.balance}`).not.toMatch(/e/i);
    }
    const proof = await nostro('proof', '--account', 'XC-1', ...period);
    expect(proof.json<object>()).toMatchObject({ state: 'proven', entries: 6 });
    const empty = ['--from', '2026-10-04', '--to', '2026-10-04'];
    expect((await nostro('sync', '--account', 'XC-1', ...empty)).json<Summary>()).toMatchObject({
      accounts: [{ received: 0, proof: { ok: true } }],
    });
  });

  test('what is finer than can be held is set aside by entry and field, never rounded', async () => {
    const { run } = await open();
    const synced = await run('sync', '--account', 'UT-9', ...period);
    expectError(synced, 1, {
      code: 'bank.unexpected',
      fields: {
        'UT-9/0': expect.stringMatching(/amount: 1e-6: .*more than 4 decimals/) as string,
        'UT-9/1': expect.stringMatching(/amount: 1\.00001E-1: .*more than 4 decimals/) as string,
      },
    });
    expect(synced.json<Summary>().accounts).toMatchObject([{ inserted: 0, proof: { ok: false } }]);
  });

  test('Get Statement and Get Accounts By print what the bank reported', async () => {
    const { call } = await open();
    const query = { from: '2026-10-02', to: today, pageOffset: '3', pageSize: '3' };
    const statement = await call('getStatement', { path: { accountNumber: 'XC-1' }, query });
    expect(printed(statement)).toMatchObject({
      openingBalance: '100',
      closingBalance: '1000',
      statement: {
        page: '3',
        pageSize: '3',
        totalItems: '6',
        totalPages: '2',
        data: [
          { amount: '1', balance: '1350', narration: 'é (two code points)' },
          { amount: '50.0', balance: '1300.00', narration: 'line one\nline two\ttab' },
          { amount: '300', balance: '1000', narration: '\u202Eright to left' },
        ],
      },
    });
    for (const given of [{ accountNumber: 'UT-9' }, { accountId: 'id:UT-9' }]) {
      const account = await call('getAccountsBy', { query: given });
      expect(printed(account)).toMatchObject({
        message: '✓',
        account: {
          accountId: 'id:UT-9',
          clientId: 'клиент-1',
          currencyIso3Code: 'USDT',
          accountName: 'Monsoon ⛈ UT-9',
          availableBalance: '0',
        },
      });
    }
  });

  test('an Update Beneficiary that tidies what was sent is an acceptance', async () => {
    const { bank, call } = await open();
    const body = {
      name: '  José   María ',
      bankBicOrCode: 'mcbkcwcu',
      emailAddress: 'Jose.Maria@Example.CW',
      addressLine1: 'Kaya  Grandi 2',
      intermediaryBank: { bankName: '風の銀行', bic: 'WINDHKHH', country: 'HKG' },
    };
    const updated = await call('updateBeneficiary', { path: payee, body });
    expect([updated.err, updated.code]).toEqual(['', 0]);
    expect(printed(updated)).toMatchObject({
      name: 'José María',
      bankBicOrCode: 'MCBKCWCU',
      emailAddress: 'jose.maria@example.cw',
      addressLine1: 'Kaya Grandi 2',
      currencyIso3Code: 'XCG',
    });
    expect(bank.payee).toMatchObject({ name: 'José María', currencyIso3Code: 'XCG' });
  });

  test('a document goes up, the sub-client is submitted and then deleted', async () => {
    const fileName = 'Extrait № 1 – été.pdf';
    const body = { documentType: 'ПАСПОРТ' };
    const scene = await open();
    const [uploaded, submitted, deleted] = await submitAndDelete(scene, { path, body, fileName });
    expect(uploaded).toMatchObject({
      id: 'doc-文-1',
      documentType: 'ПАСПОРТ',
      issueDate: null,
      uploadedFiles: [`https://files.monsoon.example/${encodeURIComponent(fileName)}`],
    });
    expect(submitted).toMatchObject({ approvalStatus: 'in review 🔍', stagesRemaining: [] });
    expect(deleted).toMatchObject({ status: 'deleted', message: 'さようなら' });
  });

  test('a map of faults is reported field by field, and a wrong secret in the words of OAuth', async () => {
    const scene = await open();
    const wrong = await scene.call('updateBeneficiary', {
      path: { entityId: 'nobody' },
      body: { city: 'Rincón' },
    });
    expectError(wrong, 1, {
      code: 'bank.refused',
      status: 400,
      bank: expect.stringMatching(/entityId.*no such beneficiary.*or not yours/) as string,
    });
    const stranger = await scene.stranger('sync', '--account', 'XC-1', ...period);
    expectError(stranger, 1, {
      code: 'session.refused',
      bank: expect.stringContaining('invalid_client') as string,
    });
    expect(scene.bank.tokens()).toBe(1);
  });
});
