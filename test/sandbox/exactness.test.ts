import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { parseExact } from '../../shared/json/exact-json.ts';
import { openCaller, operating, statementPath, type Caller } from './caller.ts';

let caller: Caller;
beforeAll(async () => {
  caller = await openCaller({ entries: 200 });
});
afterAll(() => caller.sandbox.close());

const inflow = (amount: string, currency = 'USD') =>
  caller.call(
    'POST',
    '/platform/client-service/api/v1/accounts/simulate-inflow',
    `{"accountNumber":"${operating}","amount":${amount},"currency":"${currency}"}`,
  );

describe('an amount on the wire', () => {
  it('has 14 digits before the point and 4 after it, exact to the last one', async () => {
    const { status, text } = await inflow('90071992547409.9317');
    expect(status).toBe(200);
    expect(text).toContain('"amount":90071992547409.9317,');
    const day = { startDate: '2026-11-20', endDate: '2026-11-20', limit: '1' };
    const statement = await caller.call('GET', statementPath(day));
    expect(statement.text).toContain('"amount":90071992547409.9317,');
    const { openingBalance, closingBalance } = parseExact(statement.text) as Record<
      string,
      { source: string }
    >;
    expect(closingBalance?.source).toMatch(/^\d{14}\.\d{4}$/);
    expect(openingBalance?.source).toMatch(/^\d+\.\d{2}$/);
    const { entry } = JSON.parse(text) as { entry: { id: string } };
    await caller.call('DELETE', '/sandbox/entries', { account: operating, id: entry.id });
  });

  it('comes back as it went in', async () => {
    const amounts = fc
      .tuple(fc.bigInt({ min: 0n, max: 10n ** 12n }), fc.integer({ min: 1, max: 9_999 }))
      .map(([whole, parts]) => `${whole}.${String(parts).padStart(4, '0')}`);
    await fc.assert(
      fc.asyncProperty(amounts, async (amount) => {
        const { text } = await inflow(amount);
        const { entry } = parseExact(text) as { entry: { amount: { source: string } } };
        expect(entry.amount.source).toBe(amount.replace(/0{1,2}$/, ''));
      }),
      { numRuns: 40, seed: 20_261_120 },
    );
  });

  it.each([
    ['0', 'USD', 'amount'],
    ['-1', 'USD', 'amount'],
    ['1.00001', 'USD', 'amount'],
    ['1e3', 'USD', 'amount'],
    ['"5.00"', 'USD', 'amount'],
    ['5', 'EUR', 'currency'],
  ])('of %s %s is refused and the field named', async (amount, currency, field) => {
    const { status, text } = await inflow(amount, currency);
    expect(status).toBe(400);
    expect(JSON.parse(text)).toMatchObject({ errors: [{ field }] });
  });
});
