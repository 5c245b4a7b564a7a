import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { handlers } from '../../sandbox/router.ts';
import { clientId } from '../../sandbox/seed/accounts.ts';
import { catalogue, operationNames, type OperationName } from '../../shared/bank/catalogue.ts';
import type { Operation } from '../../shared/bank/operation.ts';
import { parseExact } from '../../shared/exact-json.ts';
import { openTeller, operating, type Teller } from './teller.ts';

let teller: Teller;
let records: Record<string, string>;
beforeAll(async () => {
  teller = await openTeller({ entries: 300 });
  const { bank } = teller.sandbox;
  records = {
    accountNumber: operating,
    clientId,
    id: [...bank.subClients.keys()][0] ?? '',
    entityId: [...bank.beneficiaries.keys()][0] ?? '',
  };
});
afterAll(() => teller.sandbox.close());

const pathOf = (name: OperationName, values: Readonly<Record<string, string>>): string =>
  `/platform${catalogue[name].path.replace(/\{(\w+)\}/g, (_, key: string) =>
    encodeURIComponent(values[key] ?? ''),
  )}`;

const reads = operationNames.filter((name) => catalogue[name].effect === 'read');

describe('every operation of the catalogue', () => {
  it('has its handler, and no handler is without an operation', () => {
    expect(Object.keys(handlers).toSorted()).toEqual([...operationNames].toSorted());
  });

  it.each(reads)('%s answers what its schema says', async (name) => {
    const { output }: Operation = catalogue[name];
    const accountId = teller.sandbox.bank.accounts[0]?.entityId ?? '';
    const values = name === 'getAccount' ? { entityId: accountId } : records;
    const query = name === 'getAccountsBy' ? `?accountId=${accountId}` : '';
    const { status, text } = await teller.call('GET', `${pathOf(name, values)}${query}`);
    expect(status, text).toBe(200);
    expect(output.safeParse(parseExact(text)).error).toBeUndefined();
  });

  it('answers any body and any query with a reason, never with a mistake of its own', async () => {
    const words = fc.dictionary(
      fc.constantFrom(
        'amount',
        'currency',
        'accountNumber',
        'city',
        'intermediaryBank',
        '__proto__',
      ),
      fc.jsonValue(),
    );
    const queries = fc.dictionary(
      fc.constantFrom('startDate', 'to', 'limit', 'pageOffset', 'pageSize', 'accountNumber'),
      fc.string({ unit: 'binary' }),
    );
    const changes = operationNames.filter((name) => name !== 'logoutUser');
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...changes),
        fc.oneof(words, fc.jsonValue()),
        queries,
        async (name, body, query) => {
          const { method } = catalogue[name];
          const path = `${pathOf(name, records)}?${String(new URLSearchParams(query))}`;
          const { status, text } = await teller.call(
            method,
            path,
            method === 'GET' ? undefined : JSON.stringify(body),
          );
          expect(status, text).toBeLessThan(500);
          expect(JSON.parse(text)).toHaveProperty('message');
        },
      ),
      { numRuns: 300, seed: 20_261_120 },
    );
  });
});
