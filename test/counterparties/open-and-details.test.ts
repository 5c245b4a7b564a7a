import { expect, test } from 'vitest';

import { registerRecord } from '../../electron/nouns/orders/tables.ts';
import { saveMatch } from '../../electron/nouns/orders/receivables/matches-table.ts';
import { releaseBeneficiary } from '../../electron/nouns/beneficiaries/fingerprints.ts';
import { saveSeries } from '../../electron/nouns/due-payments/recurring/series-table.ts';
import { writeDuePayment } from '../../electron/nouns/due-payments/tables.ts';
import { addInvoice, type InvoiceRecord } from '../../electron/nouns/invoices/tables.ts';
import { addAttachment } from '../../electron/nouns/statements/annotations/attachment-table.ts';
import { markEntries } from '../../electron/nouns/statements/annotations/marks.ts';
import { Receivable } from '../../shared/bank/receivables.ts';
import type { IsoDate } from '../../shared/calendar/calendar.ts';
import { actorNamed } from '../support/desks/actors.ts';
import {
  beginning,
  debitOf,
  paidTo,
  paying,
  payeeOf,
  readStatement,
  transferOf,
} from '../support/desks/lone-desk.ts';
import { openCounterpartyDesk, type CounterpartyDesk } from './counterparty-desk.ts';

const stamp = { actor: actorNamed('Ines'), at: beginning };
const order = {
  ...{ accountNumber: paying, beneficiaryId: 'b-1', amount: '12.50', currency: 'USD' },
};

function schedule(
  { parts: { journal } }: CounterpartyDesk,
  reference: string,
  { day, beneficiaryId = 'b-1' }: { day: IsoDate; beneficiaryId?: string },
): void {
  writeDuePayment(journal, {
    ...{ state: 'scheduled', day, enteredDay: day, moved: null, payee: 'Ada Obi' },
    order: { ...order, beneficiaryId, reference },
    ...{ fingerprint: null, source: 'form', sourceId: '', scheduledAt: beginning },
    actor: stamp.actor,
  });
}

function receivable(
  { parts: { journal } }: CounterpartyDesk,
  id: string,
  given: Readonly<Record<string, unknown>> = {},
): void {
  const record = Receivable.decode({
    ...{ id, reference: `INV-${id}`, status: 'OPEN', accountNumber: paying, amount: '40.00' },
    ...{ currency: 'USD', payerName: 'Ada Obi', dueDate: '2026-12-10' },
    ...given,
  });
  registerRecord(journal, 'receivable', record, { origin: 'made', asOf: beginning });
}

function invoice(
  { parts: { journal } }: CounterpartyDesk,
  invoiceId: string,
  stated: Partial<InvoiceRecord['stated']> = {},
): void {
  const none = { number: '', seller: '', payee: '', bic: '', reference: '', buyer: '' };
  const record: InvoiceRecord = {
    ...{ invoiceId, fileName: `${invoiceId}.pdf`, mediaType: 'application/pdf', sizeBytes: 10 },
    ...{ sha256: invoiceId, addedAt: beginning, addedBy: 'Ines', reference: `ref-${invoiceId}` },
    stated: {
      ...{ ...none, amount: '99.00', currency: 'USD', account: '0123 456789', seller: 'Ada Obi' },
      ...{ issued: '2026-11-01', due: '2026-12-01' },
      ...{ from: {}, proposed: [], problems: [], notes: [] },
      ...stated,
    },
  };
  const key = new Uint8Array(1);
  addInvoice(journal, record, { blob: invoiceId, key, actor: stamp.actor, identity: null });
}

test('what is open is listed by its day: no answer, scheduled, recurring, receivable, invoice', async () => {
  const desk = openCounterpartyDesk();
  desk.list(payeeOf('b-1'));
  schedule(desk, 'later', { day: '2026-12-05' });
  schedule(desk, 'late', { day: '2026-11-18' });
  schedule(desk, 'of-another', { day: '2026-11-18', beneficiaryId: 'b-2' });
  const series = { seriesId: 's-1', name: 'Rent', payee: 'Ada Obi', order, until: null };
  const rhythm = { every: 'month', day: 1 } as const;
  saveSeries(
    desk.parts.journal,
    { ...series, rhythm, from: '2026-11-01', isEnded: false, ...stamp },
    beginning,
  );
  desk.pay(payeeOf('b-1'), 'silent', { state: 'unknown' });
  desk.pay(payeeOf('b-2'), 'silent-too', { state: 'unknown' });
  receivable(desk, 'r-1');
  receivable(desk, 'r-2', { dueDate: null });
  receivable(desk, 'paid', { paidAt: beginning, status: 'PAID' });
  receivable(desk, 'other', { payerName: 'Ada' });
  invoice(desk, 'i-1');
  invoice(desk, 'i-2', { account: '1' });
  const { open } = await desk.read({ payeeId: 'b-1' });
  expect(open.map(({ kind, opens, day }) => [kind, opens, day])).toEqual([
    ['due', 'late', '2026-11-18'],
    ['invoice', 'i-1', '2026-12-01'],
    ['due', 'later', '2026-12-05'],
    ['receivable', 'r-1', '2026-12-10'],
    ['unanswered', 'silent', null],
    ['recurring', 's-1', null],
    ['receivable', 'r-2', null],
  ]);
  expect(open.map(({ due }) => due).filter(Boolean)).toEqual(['overdue', 'scheduled']);
  expect(open.find(({ kind }) => kind === 'recurring')?.note).toContain('month');
});

test('an invoice that was paid or scheduled is no longer open; its file stays, and its days are the terms', async () => {
  const desk = openCounterpartyDesk();
  desk.list(payeeOf('b-1'));
  invoice(desk, 'i-1');
  invoice(desk, 'i-2', { due: '2026-11-15' });
  invoice(desk, 'i-3', { due: '', amount: 'much' });
  desk.pay(payeeOf('b-1'), 'ref-i-1', { state: 'accepted' });
  schedule(desk, 'ref-i-2', { day: '2026-12-05' });
  const { open, files, invoiceTerm } = await desk.read({ payeeId: 'b-1' });
  expect(open.map(({ kind, opens, amount }) => [kind, opens, amount?.amount ?? null])).toEqual([
    ['due', 'ref-i-2', '12.50'],
    ['invoice', 'i-3', null],
  ]);
  expect(files.map(({ fileId }) => fileId).toSorted()).toEqual(['i-1', 'i-2', 'i-3']);
  expect(invoiceTerm).toEqual({ days: 14, invoices: 2 });
});

test('how late a payer pays is known after two payments', async () => {
  const desk = openCounterpartyDesk();
  const { journal } = desk.parts;
  const paid = (id: string, day: IsoDate): void => {
    receivable(desk, id, { dueDate: '2026-11-10' });
    const credit = { accountNumber: paying, entryId: id, day, narration: '', customReference: '' };
    const amount = { amount: '40.00', currency: 'USD' };
    saveMatch(journal, id, { ...credit, amount, strength: 'exact', reason: '', ...stamp });
  };
  paid('r-1', '2026-11-13');
  expect((await desk.read({ name: 'Ada Obi' })).habit).toBeNull();
  paid('r-2', '2026-11-12');
  expect((await desk.read({ name: 'ADA OBI' })).habit).toEqual({ late: 2, times: 2 });
});

test('each change of the details has its day and its author: a person for what was sent from here, the bank for the rest', async () => {
  const desk = openCounterpartyDesk();
  const minute = 60_000;
  desk.list(payeeOf('b-1'));
  desk.passes(minute);
  desk.change('b-1', { accountNumber: '555', city: 'LAGOS' }, 'Ines Obi');
  desk.passes(minute);
  // The bank shows what was sent, tidied, and at the same time another bank that no one here sent.
  desk.list(payeeOf('b-1', { accountNumber: '5 55', city: 'Lagos', bankName: 'Zenith' }));
  desk.passes(minute);
  desk.list(payeeOf('b-1', { accountNumber: '666', city: 'Lagos', bankName: 'Zenith' }));
  desk.passes(minute);
  // The old account comes back at the bank: the change that once set it did not do that.
  desk.list(payeeOf('b-1', { accountNumber: '555', city: 'Lagos', bankName: 'Zenith' }));
  releaseBeneficiary(desk.parts.journal, 'b-1', { fingerprint: 'f', ...stamp });
  const { details } = await desk.read({ payeeId: 'b-1' });
  const seen = details.map((event) => [
    event.kind,
    'by' in event ? (event.by.kind === 'person' ? event.by.name : 'bank') : '',
    'fields' in event && event.kind === 'changed'
      ? event.fields.map(({ field, now }) => `${field} ${now}`).join(', ')
      : '',
  ]);
  expect(seen).toEqual([
    ['changed', 'bank', 'accountNumber 555'],
    ['changed', 'bank', 'accountNumber 666'],
    ['changed', 'Ines Obi', 'accountNumber 5 55, city Lagos'],
    ['changed', 'bank', 'bankName Zenith'],
    ['released', 'Ines', ''],
    ['created', 'bank', ''],
  ]);
});

test('changed bank details, a payee that is gone and one never paid are shown', async () => {
  const desk = openCounterpartyDesk();
  desk.list(payeeOf('b-1'));
  expect(await desk.read({ payeeId: 'b-1' })).toMatchObject({
    isNeverPaid: true,
    quarantine: null,
  });
  paidTo(desk, payeeOf('b-1'));
  desk.list(payeeOf('b-1', { accountNumber: '999' }));
  const held = await desk.read({ payeeId: 'b-1' });
  expect(held.isNeverPaid).toBe(false);
  expect(held.quarantine?.changedFields.map(({ field }) => field)).toEqual(['accountNumber']);
  desk.list();
  const gone = await desk.read({ payeeId: 'b-1' });
  expect([gone.quarantine, gone.payee?.goneAt, gone.details[0]?.kind]).toEqual([
    ...[null, beginning, 'gone'],
  ]);
});

test('payments of this desk and those that the bank lists stand once each, newest first', async () => {
  const desk = openCounterpartyDesk();
  desk.list(payeeOf('b-1'));
  desk.pay(payeeOf('b-1'), 'ours', { state: 'accepted' });
  const later = '2026-11-20T12:00:00.000Z';
  const listed = [
    transferOf({ id: 't-1', reference: 'ours', status: 'BOOKED' }),
    transferOf({ id: 't-2', reference: 'theirs', createdAt: later, amount: null }),
    transferOf({ id: 't-3', reference: 'not-theirs', beneficiaryId: 'b-2' }),
  ];
  desk.cache.saveTransfers(listed, beginning, { complete: true });
  const { payments, asOf } = await desk.read({ payeeId: 'b-1' });
  expect(payments.map(({ reference, state, status }) => [reference, state, status])).toEqual([
    ['theirs', null, 'BOOKED'],
    ['ours', 'accepted', 'BOOKED'],
  ]);
  expect(asOf).toEqual({ statements: null, payees: beginning, payments: beginning });
});

test('files and notes of its entries have their author, and those of other entries are not here', async () => {
  const desk = openCounterpartyDesk();
  const { journal } = desk.parts;
  const named = (id: string, payee: string) => debitOf(id, { extras: JSON.stringify({ payee }) });
  readStatement(desk, [named('e-1', 'Sable'), named('e-2', 'Tern')]);
  for (const entryId of ['e-1', 'e-2']) {
    const place = { accountNumber: paying, entryIds: [entryId] };
    markEntries(journal, { ...place, note: `Note on ${entryId}`, ...stamp });
    const file = { fileId: `f-${entryId}`, accountNumber: paying, entryId, name: 'a.pdf' };
    const facts = { mediaType: 'application/pdf', sizeBytes: 9, sha256: entryId };
    const added = { ...file, ...facts, addedAt: beginning, addedBy: 'Ines' };
    addAttachment(journal, added, { blob: entryId, key: new Uint8Array(1), actor: stamp.actor });
  }
  const { files, notes } = await desk.read({ name: 'Sable' });
  expect(files).toMatchObject([
    { fileId: 'f-e-1', kind: 'attachment', addedBy: 'Ines', mediaType: 'application/pdf' },
  ]);
  expect(notes).toEqual([
    { accountNumber: paying, entryId: 'e-1', text: 'Note on e-1', at: beginning, by: 'Ines' },
  ]);
});
