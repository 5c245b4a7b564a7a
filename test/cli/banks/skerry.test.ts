import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import {
  digits,
  linesOf,
  printed,
  saidTo,
  sceneAt,
  today,
  period,
  submitAndDelete,
} from '../../support/banks/six-scene.ts';
import { serveSkerry } from '../../support/banks/skerry.ts';
import { parseExact } from '../../../shared/json/exact-json.ts';
import { expectError } from '../../support/programs/command-line.ts';

const accounts = ['10-00442', '10-00443', '10-00444'];
const api = '/platform/client-service/api/v1';
const path = { clientId: 'cl-skerry-1', id: 'sub-01' };
const open = () => sceneAt(serveSkerry(today));

type Report = {
  ok: boolean;
  statementDialect: string;
  operations: { name: string; state: string }[];
};
type Summary = { accounts: { accountNumber: string; received: number; proof: object }[] };

describe('at a bank that has the six specified operations alone, and a key for a door', () => {
  test('the doctor is green, and knows what is closed', async () => {
    const { nostro } = await open();
    const report = (await nostro('doctor', '--account', accounts[0] ?? '')).json<Report>();
    expect(report).toMatchObject({ ok: true });
    const states = new Set(report.operations.map(({ state }) => state));
    expect([...states].toSorted()).toEqual(['closed', 'specified']);
  });

  test('every account is synced, proven, printed and exported as the bank holds it', async () => {
    const scene = await open();
    const { bank, folder, nostro } = scene;
    const named = accounts.flatMap((number) => ['--account', number]);
    const synced = (await nostro('sync', ...named, ...period)).json<Summary>();
    expect(synced.accounts.map(({ received, proof }) => [received, proof])).toMatchObject([
      [5, { ok: true, openingBalance: '1000000.00', closingBalance: '12345679651236.41' }],
      [1, { ok: true, openingBalance: '5000', closingBalance: '0' }],
      [1, { ok: true, openingBalance: '1.005', closingBalance: '2.000' }],
    ]);
    for (const number of accounts) {
      const held = bank.lines[number] ?? [];
      const stored = linesOf(await nostro('statement', '--account', number, ...period));
      const fields = ['amount', 'direction', 'balance', 'narration'] as const;
      expect(
        stored.map((line) => fields.map((field) => (line as Record<string, string>)[field])),
      ).toEqual(held.map((line) => fields.map((field) => line[field])));
      const proof = (await nostro('proof', '--account', number, ...period)).json<object>();
      expect(proof).toMatchObject({ state: 'proven', entries: held.length });
      const file = join(folder, `${number}.json`);
      await nostro('export', '--account', number, ...period, '--format', 'json', '--out', file);
      const exported = digits(parseExact(readFileSync(file, 'utf8')));
      expect(exported).toMatchObject(
        held.map(({ amount, balance, narration }) => ({ amount, balance, narration })),
      );
    }
    const again = (await nostro('sync', ...named, ...period)).json<Summary>();
    expect(again.accounts).toMatchObject(
      accounts.map(() => ({ inserted: 0, changed: 0, withdrawn: 0 })),
    );
  });

  test('Get Statement and Get Accounts By print what the bank reported, field by field', async () => {
    const scene = await open();
    const query = { startDate: '2026-10-02', endDate: today, pageNumber: '2', pageSize: '2' };
    const statement = await scene.call('getStatement', {
      path: { accountNumber: accounts[0] },
      query,
    });
    const asked = `GET ${api}/statement/clientStatement/10-00442?${new URLSearchParams(query).toString()}`;
    expect(printed(statement)).toEqual(saidTo(scene, asked));

    const todays = await scene.call('getStatement', { path: { accountNumber: accounts[0] } });
    expect(printed(todays)).toMatchObject({
      startDate: today,
      endDate: today,
      statement: { totalItems: '1', data: [{ narration: 'Interest', amount: '3.00' }] },
    });

    for (const given of [{ accountNumber: '10-00444' }, { accountId: 'acc-444' }]) {
      const account = await scene.call('getAccountsBy', { query: given });
      expect(printed(account)).toEqual(
        saidTo(scene, `GET ${api}/accounts/by?${new URLSearchParams(given).toString()}`),
      );
    }
  });

  test('Update Beneficiary changes what was named, and prints the record', async () => {
    const scene = await open();
    const body = {
      name: 'Harbour Works (Leith)',
      postCode: 'EH6 7AA',
      intermediaryBank: { bankName: 'Barclays', bic: 'BARCGB22', country: 'GBR' },
    };
    const updated = await scene.call('updateBeneficiary', { path: { entityId: 'ben-7f3a' }, body });
    expect([updated.err, updated.code]).toEqual(['', 0]);
    expect(scene.bank.payee).toMatchObject({ name: body.name, postcode: 'EH6 7AA' });
    expect(printed(updated)).toEqual(scene.bank.payee);
  });

  test('a document goes up, the sub-client is submitted and then deleted, each once', async () => {
    const scene = await open();
    const { bank, call } = scene;
    const early = await call('submitSubclient', { path });
    expectError(early, 1, {
      code: 'bank.refused',
      status: 400,
      bank: expect.stringContaining('A registration certificate is missing') as string,
    });
    const days = { issueDate: '2025-02-28', expiryDate: '2030-02-28' };
    const body = { documentType: 'REGISTRATION_CERTIFICATE', ...days, businessUserId: 'bu-7' };
    const form = { path, body, fileName: 'Certificate № 7.pdf' };
    const [uploaded, submitted, deleted] = await submitAndDelete(scene, form);
    const sent = `${api}/clients/cl-skerry-1/sub-clients/sub-01`;
    expect(uploaded).toEqual(saidTo(scene, `POST ${sent}/upload-kyc`));
    expect(uploaded).toMatchObject({ issueDate: '2025-02-28', documentOwner: 'user' });
    expect(submitted).toMatchObject(saidTo(scene, `POST ${sent}/submit`) as object);
    expect(deleted).toMatchObject(saidTo(scene, `PATCH ${sent}/delete`) as object);
    const changes = bank.requests.filter((request) => !request.startsWith('GET'));
    expect(changes.map((request) => request.split('/').at(-1))).toEqual([
      'submit',
      'upload-kyc',
      'submit',
      'delete',
    ]);
  });

  test('a refusal shows the bank’s own message, and a wrong key is reported as such', async () => {
    const scene = await open();
    const unknown = await scene.call('getAccountsBy', { query: { accountNumber: '404' } });
    expectError(unknown, 1, {
      code: 'bank.refused',
      status: 400,
      bank: expect.stringContaining('No account goes by that number or id') as string,
    });
    const wrong = await scene.call('updateBeneficiary', {
      path: { entityId: 'ben-1' },
      body: { city: 'Oban' },
    });
    expectError(wrong, 1, { code: 'bank.refused', status: 400 });
    const again = await scene.call('updateBeneficiary', {
      path: { entityId: 'ben-7f3a' },
      body: { city: 'Oban' },
    });
    expect([again.err, again.code]).toEqual(['', 0]);

    const stranger = await scene.stranger(
      ...['call', 'getAccountsBy', '--input', '{"query":{"accountNumber":"10-00442"}}'],
    );
    expect(stranger.code).toBe(1);
    expect(stranger.err).toContain('The API key is not known');
    expect(stranger.err).not.toContain('nobody');
  });
});
