import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openCaller, type Caller } from './caller.ts';
import { client, refusalOf } from './orders/order-forms.ts';

let caller: Caller;
beforeAll(async () => {
  caller = await openCaller({ entries: 200 });
});
afterAll(() => caller.sandbox.close());

const look = (query: Record<string, string>) =>
  caller.call('GET', `/platform${client}/bank-details?${String(new URLSearchParams(query))}`);

describe('the details of a bank', () => {
  it.each([
    ['058', 'Eko Merchant Bank', 'NGA'],
    ['044', 'Atlantic Gate Bank', 'NGA'],
    ['021000021', 'First Meridian Bank N.A.', 'USA'],
    ['026009593', 'Liberty Harbor Bank N.A.', 'USA'],
    ['20-04-15', 'Thames & Medway Bank plc', 'GBR'],
    ['RHKODEFF', 'Rheinkontor Bank AG', 'DEU'],
    ['rhkodeffxxx', 'Rheinkontor Bank AG', 'DEU'],
    ['MAASNL2R500', 'Maasbank N.V.', 'NLD'],
  ])('%s are those of %s', async (code, bankName, country) => {
    const { status, text } = await look({ code });
    expect(status).toBe(200);
    const { bank } = JSON.parse(text) as { bank: Record<string, string> };
    expect(bank).toMatchObject({ bankName, country });
    for (const field of ['bankBicOrCode', 'bankAddress', 'city']) expect(bank[field]).not.toBe('');
  });

  it('are of the country that is asked for', async () => {
    expect((await look({ code: '058', country: 'NGA' })).status).toBe(200);
    expect((await look({ code: '058', country: 'GBR' })).status).toBe(404);
  });

  it('that are unknown are 404, and a code is needed', async () => {
    for (const code of ['999', 'XXXXXXXX', ' '])
      expect(refusalOf(await look({ code }))).toEqual([404, 'not_found']);
    expect(refusalOf(await look({}))).toEqual([400, 'code']);
  });
});
