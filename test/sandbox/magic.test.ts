import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { magicSubjects } from '../../sandbox/magic.ts';
import { accountPlans, clientId } from '../../sandbox/seed/accounts.ts';
import { openTeller, statementPath, wholeYear, type Teller } from './teller.ts';

let teller: Teller;
beforeAll(async () => {
  teller = await openTeller({ entries: 500 });
});
afterAll(() => teller.sandbox.close());

const statementOf = (number: string, pageNumber = '1') =>
  teller.call('GET', statementPath({ ...wholeYear, limit: '50', pageNumber }, number));

describe('a magic number', () => {
  it('stands in no list', async () => {
    const { accounts } = await teller.ask<{ accounts: { accountId: string }[] }>(
      'GET',
      '/client-service/api/v1/accounts',
    );
    expect(accounts.map(({ accountId }) => accountId)).toEqual(
      accountPlans.map(({ number }) => number),
    );
    const listed = [
      await teller.call('GET', '/platform/client-service/api/v1/beneficiaries?pageSize=500'),
      await teller.call('GET', `/platform/client-service/api/v1/clients/${clientId}/sub-clients`),
    ];
    for (const { number } of magicSubjects)
      for (const { text } of listed) expect(text).not.toContain(`"entityId":"${number}"`);
  });

  it('decides what is answered', async () => {
    for (const status of [400, 404, 429, 500, 502, 503])
      expect((await statementOf(`9900000${status}`)).status).toBe(status);
    await expect(statementOf('9900000003')).rejects.toMatchObject({ code: 'UND_ERR_SOCKET' });
    expect((await statementOf('9900000202')).text).toContain('"amount":12.123456789,');
  });

  it('that strikes later pages spares the first', async () => {
    const dataOf = ({ text }: { text: string }) =>
      (JSON.parse(text) as { statement: { data: unknown[] } }).statement.data;
    expect(dataOf(await statementOf('9900000104'))).toHaveLength(50);
    expect(dataOf(await statementOf('9900000104', '2'))).toEqual([]);
  });

  it('of a beneficiary takes the change before the connection is cut', async () => {
    const path = '/client-service/api/v1/beneficiaries/beneficiary-cut';
    await expect(
      teller.call('PUT', `/platform${path}/update`, { city: 'Accra' }),
    ).rejects.toMatchObject({ code: 'UND_ERR_SOCKET' });
    expect(teller.sandbox.bank.beneficiaries.get('beneficiary-cut')?.city).toBe('Accra');
  });

  it('is explained in one sentence', async () => {
    const { text } = await teller.call('GET', '/sandbox/magic');
    const { subjects } = JSON.parse(text) as { subjects: { number: string; sentence: string }[] };
    expect(subjects).toHaveLength(magicSubjects.length);
    for (const { sentence } of subjects) expect(sentence).toMatch(/^[A-Z].*\.$/);
  });
});
