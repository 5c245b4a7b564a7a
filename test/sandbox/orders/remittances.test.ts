import { describe, expect, it } from 'vitest';

import type { Remittance } from '../../../shared/bank/remittances.ts';
import { startAt, type Answered, type Caller } from '../caller.ts';
import { eachTestItsCaller } from '../each-caller.ts';
import { advance, booked, client, refusalOf, remit } from './order-forms.ts';

let caller: Caller;
eachTestItsCaller(300, (opened) => {
  caller = opened;
});

const minute = 60_000;
const remittanceIn = ({ text }: Answered): Remittance =>
  (JSON.parse(text) as { remittance: Remittance }).remittance;

async function read(id: string): Promise<Remittance> {
  await caller.signIn();
  return remittanceIn(await caller.call('GET', `/platform${client}/remittances/${id}`));
}

describe('a remittance', () => {
  it('is initiated, on its way after five minutes, and paid after an hour', async () => {
    const initiated = remittanceIn(await remit(caller));
    expect(initiated).toMatchObject({
      reference: 'REM-1',
      status: 'initiated',
      amount: 250,
      fee: 2.5,
      purpose: 'Tuition fees',
      recipientName: 'Grace Wanjiru',
      recipientBankName: '',
      createdAt: startAt,
    });
    expect(await read(initiated.id)).toEqual(initiated);
    expect(await booked(caller, 'REM-1')).toEqual(['-250 transfer', '-2.5 fee']);
    await advance(caller, 5 * minute);
    expect(await read(initiated.id)).toMatchObject({
      status: 'in_transit',
      updatedAt: '2026-11-20T15:35:00.000Z',
    });
    await advance(caller, 55 * minute);
    expect(await read(initiated.id)).toMatchObject({
      status: 'paid',
      updatedAt: '2026-11-20T16:30:00.000Z',
    });
    expect(await booked(caller, 'REM-1')).toHaveLength(2);
  });

  it('that is rejected comes back whole', async () => {
    const { id } = remittanceIn(await remit(caller, { recipientAccountNumber: '9900000601' }));
    await advance(caller, 5 * minute);
    const rejected = await read(id);
    expect(rejected.status).toBe('rejected');
    expect(rejected.reason).not.toBe('');
    expect(await booked(caller, 'REM-1')).toEqual([
      '-250 transfer',
      '-2.5 fee',
      '+250 return',
      '+2.5 fee',
    ]);
    await advance(caller, 60 * minute);
    expect((await read(id)).status).toBe('rejected');
  });

  it.each([
    [{ recipientCountry: 'ken' }, [400, 'recipientCountry']],
    [{ senderCountry: 'G1R' }, [400, 'senderCountry']],
    [{ recipientName: '' }, [400, 'recipientName']],
    [{ amount: 1.005 }, [400, 'amount']],
    [{ currency: 'EUR' }, [400, 'currency']],
    [{ accountNumber: '1' }, [404, 'not_found']],
    [{ amount: 20_000_000 }, [422, 'limit_exceeded']],
    [{ amount: 9_999_999 }, [422, 'insufficient_funds']],
    [{ recipientAccountNumber: '9900000602' }, [422, 'compliance_refused']],
  ])('with %j is refused, and nothing is booked', async (fields, refusal) => {
    expect(refusalOf(await remit(caller, fields))).toEqual(refusal);
    expect(await booked(caller, 'REM-1')).toEqual([]);
  });

  it('that was never made is 404', async () => {
    expect((await caller.call('GET', `/platform${client}/remittances/none`)).status).toBe(404);
  });
});
