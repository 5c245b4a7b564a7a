import { describe, expect, it } from 'vitest';

import type { Receivable } from '../../../shared/bank/receivables.ts';
import { operating, startAt, type Answered, type Caller } from '../caller.ts';
import { eachTestItsCaller } from '../each-caller.ts';
import { advance, client, expectPayment, inflow, refusalOf } from './order-forms.ts';

let caller: Caller;
eachTestItsCaller(300, (opened) => {
  caller = opened;
});

const receivableIn = ({ text }: Answered): Receivable =>
  (JSON.parse(text) as { receivable: Receivable }).receivable;

async function read(id: string): Promise<Receivable> {
  await caller.signIn();
  return receivableIn(await caller.call('GET', `/platform${client}/receivables/${id}`));
}

describe('a receivable', () => {
  it('is open, and says where to pay', async () => {
    const created = receivableIn(await expectPayment(caller, { dueDate: '2026-12-01' }));
    expect(created).toMatchObject({
      reference: 'INV-7',
      status: 'open',
      amount: 80.5,
      currency: 'USD',
      paidAmount: null,
      payerName: 'Harmattan Foods Ltd',
      dueDate: '2026-12-01',
      fundingDetails: { accountNumber: operating, bankName: 'First Meridian Bank N.A.' },
      createdAt: startAt,
      paidAt: null,
    });
    expect(await read(created.id)).toEqual(created);
  });

  it('is paid by an inflow of its amount that names its reference', async () => {
    const { id } = receivableIn(await expectPayment(caller));
    await advance(caller, 1_000);
    await inflow(caller, { narration: 'Payment for INV-7, thank you' });
    expect(await read(id)).toMatchObject({
      status: 'paid',
      paidAmount: 80.5,
      paidAt: '2026-11-20T15:30:01.000Z',
    });
  });

  it('is paid by an entry booked with its reference', async () => {
    const { id } = receivableIn(await expectPayment(caller));
    await caller.call('POST', '/sandbox/entries', {
      account: operating,
      amount: '80.50',
      direction: 'credit',
      customReference: 'INV-7',
    });
    expect((await read(id)).status).toBe('paid');
  });

  it.each([
    ['another amount', { amount: 80.49, narration: 'INV-7' }],
    ['a longer reference', { narration: 'INV-77' }],
    ['no reference', { narration: 'Thank you' }],
    ['another account', { accountNumber: '2010044888', narration: 'INV-7' }],
  ])('stays open after an inflow with %s', async (_, fields) => {
    const { id } = receivableIn(await expectPayment(caller));
    expect((await inflow(caller, fields)).status).toBe(200);
    expect((await read(id)).status).toBe('open');
  });

  it('takes one payment: the next of the same reference pays the next receivable', async () => {
    const ids = [
      receivableIn(await expectPayment(caller)).id,
      receivableIn(await expectPayment(caller)).id,
    ];
    await inflow(caller, { narration: 'INV-7' });
    const statuses = async () => (await Promise.all(ids.map(read))).map(({ status }) => status);
    expect(await statuses()).toEqual(['paid', 'open']);
    await inflow(caller, { narration: 'INV-7' });
    expect(await statuses()).toEqual(['paid', 'paid']);
  });

  it('expires when its due day is over, and an inflow comes too late then', async () => {
    const { id } = receivableIn(await expectPayment(caller, { dueDate: '2026-11-21' }));
    await advance(caller, Date.parse('2026-11-22') - Date.parse(startAt) - 1);
    expect((await read(id)).status).toBe('open');
    await advance(caller, 1);
    const expired = await read(id);
    expect(expired.status).toBe('expired');
    expect(expired.reason).not.toBe('');
    await inflow(caller, { narration: 'INV-7' });
    expect((await read(id)).status).toBe('expired');
  });

  it('that was paid does not expire', async () => {
    const { id } = receivableIn(await expectPayment(caller, { dueDate: '2026-11-20' }));
    await inflow(caller, { narration: 'INV-7' });
    await advance(caller, 86_400_000);
    expect((await read(id)).status).toBe('paid');
  });

  it.each([
    [{ amount: 0 }, [400, 'amount']],
    [{ amount: 0.005 }, [400, 'amount']],
    [{ currency: 'EUR' }, [400, 'currency']],
    [{ dueDate: '2026-02-30' }, [400, 'dueDate']],
    [{ dueDate: '2026-11-19' }, [400, 'dueDate']],
    [{ payerName: '' }, [400, 'payerName']],
    [{ payerEmail: 'nobody' }, [400, 'payerEmail']],
    [{ accountNumber: '1' }, [404, 'not_found']],
    [{ amount: 10_000_001 }, [422, 'limit_exceeded']],
  ])('with %j is refused', async (fields, refusal) => {
    expect(refusalOf(await expectPayment(caller, fields))).toEqual(refusal);
  });

  it('that was never made is 404', async () => {
    expect((await caller.call('GET', `/platform${client}/receivables/none`)).status).toBe(404);
  });
});
