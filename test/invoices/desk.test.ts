import { describe, expect, test } from 'vitest';

import { addDays, todayAt } from '../../shared/calendar/calendar.ts';
import type { InvoiceRow } from '../../shared/ipc/changes/invoices.ts';
import { approve, openFundedDesk, type PayingDesk } from '../support/desks/transfers-desk.ts';
import {
  ciiInvoice,
  plainInvoice,
  ublInvoice,
  type WrittenInvoice,
} from '../support/files/invoices.ts';

/** A payee of the bank in dollars, with an invoice that asks for its account. */
async function deskWithPayee(): Promise<{
  desk: PayingDesk;
  invoice: WrittenInvoice;
  payeeId: string;
}> {
  const desk = await openFundedDesk();
  const beneficiaryId = 'beneficiary-accepted';
  const payee = await desk.get('payments.beneficiary', { beneficiaryId });
  const invoice = {
    ...plainInvoice,
    dueDay: todayAt(Date.now()),
    currency: 'USD',
    seller: 'Another spelling, Inc.',
    means: [{ code: '30', iban: payee.accountNumber, holder: payee.name }],
  };
  return { desk, invoice, payeeId: payee.entityId };
}

const give = (desk: PayingDesk, fileName: string, xml: string): Promise<InvoiceRow> =>
  desk.get('invoices.read', { fileName, bytes: Buffer.from(xml) });

describe('an invoice on a desk', () => {
  test('finds its payee by the account, whatever name it writes', async () => {
    const { desk, invoice, payeeId } = await deskWithPayee();
    const means = (invoice.means ?? []).map(({ holder: _, ...rest }) => rest);
    const row = await give(desk, 'a.xml', ciiInvoice({ ...invoice, means }));
    expect(row.match).toMatchObject({ kind: 'known', payee: { entityId: payeeId } });
    expect(row.stated.problems).toEqual([]);
  });

  test('with the name of a payee and another account is held back in words', async () => {
    const { desk, invoice } = await deskWithPayee();
    const means = (invoice.means ?? []).map((one) => ({ ...one, iban: 'DE75512108001245126199' }));
    const row = await give(desk, 'a.xml', ciiInvoice({ ...invoice, means }));
    expect(row.match.kind).toBe('differs');
    expect(row.match.message).toContain('Bank details differ from those of the payee');
    const made = await desk.get('invoices.toFile', { invoiceIds: [row.invoiceId], accounts: [] });
    expect(made).toMatchObject({ batchId: null, heldBack: [{ fileName: 'a.xml' }] });
  });

  test('of an unknown supplier offers no payee', async () => {
    const { desk } = await deskWithPayee();
    const row = await give(desk, 'a.xml', ciiInvoice(plainInvoice));
    expect(row.match).toMatchObject({ kind: 'unknown', payee: null });
  });

  test('is the same invoice as the same bytes, and as another file of it', async () => {
    const { desk, invoice } = await deskWithPayee();
    const first = await give(desk, 'a.xml', ciiInvoice(invoice));
    expect(await give(desk, 'copy.xml', ciiInvoice(invoice))).toEqual(first);
    const other = await give(desk, 'b.xml', ublInvoice(invoice));
    expect(other.reference).toBe(first.reference);
    expect(other.seen).toContain('The same invoice was read as a.xml');
  });

  test('that was paid says so, and its payment carries its file', async () => {
    const { desk, invoice, payeeId } = await deskWithPayee();
    const { reference, narration, stated } = await give(desk, 'a.xml', ciiInvoice(invoice));
    const entered = {
      ...{ reference, narration, amount: stated.amount, currency: 'USD' },
      ...{ accountNumber: desk.usd, beneficiaryId: payeeId },
    };
    await desk.get('payments.send', await approve(desk, entered));
    const again = await give(desk, 'b.xml', ublInvoice(invoice));
    expect(again).toMatchObject({ isPaid: true });
    expect(again.seen).toContain(`payment ${reference}`);
    const { files } = await desk.get('invoices.ofPayment', { reference });
    expect(files.map(({ fileName }) => fileName)).toEqual(['a.xml', 'b.xml']);
    const held = await desk.get('invoices.toFile', { invoiceIds: [again.invoiceId], accounts: [] });
    expect(held.batchId).toBeNull();
    expect(await desk.bookings(reference)).toHaveLength(1);
  });

  test('in several becomes a payment file, the held ones named, two of one once', async () => {
    const { desk, invoice } = await deskWithPayee();
    const rows = [
      await give(desk, 'a.xml', ciiInvoice(invoice)),
      await give(desk, 'twin.xml', ublInvoice(invoice)),
      await give(desk, 'b.xml', ciiInvoice({ ...invoice, number: 'RE-2' })),
      await give(desk, 'credit.xml', ciiInvoice({ ...invoice, number: 'G-1', type: '381' })),
    ];
    const made = await desk.get('invoices.toFile', {
      invoiceIds: rows.map(({ invoiceId }) => invoiceId),
      accounts: [{ currency: 'USD', accountNumber: desk.usd }],
    });
    expect(made.heldBack.map(({ fileName }) => fileName)).toEqual(['twin.xml', 'credit.xml']);
    const file = await desk.get('paymentFiles.get', { batchId: made.batchId ?? '' });
    expect(file.counts.ready).toBe(2);
    expect(file.counts.invalid).toBe(0);
  });

  test('that is due later is scheduled for that day, and another file of it is held back', async () => {
    const { desk, invoice } = await deskWithPayee();
    const today = todayAt(Date.now());
    const due = { 'RE-1': addDays(today, 40), 'RE-2': today, 'RE-3': addDays(today, -3) };
    const rows: InvoiceRow[] = [];
    for (const [number, dueDay] of Object.entries(due))
      rows.push(await give(desk, `${number}.xml`, ciiInvoice({ ...invoice, number, dueDay })));
    const accounts = [{ currency: 'USD', accountNumber: desk.usd }];
    const made = await desk.get('invoices.toFile', {
      invoiceIds: rows.map(({ invoiceId }) => invoiceId),
      accounts,
    });
    const batchId = made.batchId ?? '';
    const { counts, toConfirm, seal } = await desk.get('paymentFiles.get', { batchId });
    expect([counts.ready, counts.later, counts.invalid]).toEqual([2, 1, 0]);
    const acknowledged = toConfirm.map(({ kind }) => kind);
    await desk.get('paymentFiles.start', { batchId, acknowledged, seal });
    await expect
      .poll(async () => (await desk.get('paymentFiles.get', { batchId })).counts.accepted)
      .toBe(2);
    const { rows: waiting } = await desk.get('due.list', {});
    expect(waiting).toMatchObject([{ reference: rows[0]?.reference, state: 'scheduled' }]);
    expect(await desk.bookings(rows[0]?.reference ?? '')).toEqual([]);

    const again = await give(desk, 'again.xml', ublInvoice({ ...invoice, number: 'RE-1' }));
    expect(again.seen).toContain(`This invoice is scheduled: payment ${rows[0]?.reference ?? ''}`);
    const held = await desk.get('invoices.toFile', { invoiceIds: [again.invoiceId], accounts });
    expect(held).toMatchObject({ batchId: null, heldBack: [{ reason: again.seen }] });
  });
});
