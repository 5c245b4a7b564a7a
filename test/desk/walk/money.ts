import { addDays, todayAt } from '../../../shared/calendar/calendar.ts';
import { newReference } from '../../../shared/reference.ts';
import { ciiInvoice, plainInvoice } from '../../support/files/invoices.ts';
import { heading } from '../../support/stores/table-files.ts';
import { approve, payment } from '../../support/desks/transfers-desk.ts';
import { receivable, remittance } from '../../support/desks/order-desk.ts';
import { until, type Walk } from './walk.ts';

/** Who is paid, single payments with every ending, files of them, conversions, remittances and receivables. */
export async function walkMoney(walk: Walk): Promise<void> {
  await walkBeneficiaries(walk);
  await walkPayments(walk);
  await walkDuePayments(walk);
  await walkOwnEntries(walk);
  await walkInvoices(walk);
  await walkPaymentFiles(walk);
  await walkConversions(walk);
  await walkOrders(walk);
  await walkCounterparties(walk);
}

/** The page of each payee, with the payments and the changes that were made of it. */
async function walkCounterparties({ ask }: Walk): Promise<void> {
  const payees = await ask('beneficiaries.list', { search: '' });
  for (const { entityId: payeeId, name } of payees?.rows ?? []) {
    await ask('counterparties.get', { payeeId });
    await ask('counterparties.get', { name });
  }
}

async function walkBeneficiaries({ ask }: Walk): Promise<void> {
  await ask('beneficiaries.refresh', {});
  const details = { name: 'Amina Oduya', accountNumber: '0123456789', country: 'KEN' };
  await ask('beneficiaries.readPasted', { text: 'Amina Oduya\nDE89370400440532013000' });
  await ask('beneficiaries.check', { payee: details });
  await ask('beneficiaries.create', {
    reference: newReference(),
    payee: { ...details, currencyIso3Code: 'KES', bankBicOrCode: 'EQBLKENA' } as never,
  });
  for (const search of ['', 'bank kestrel']) await ask('beneficiaries.list', { search });
  const listed = await ask('beneficiaries.list', { search: '' });
  for (const { entityId } of listed?.rows.slice(0, 3) ?? []) {
    await ask('beneficiaries.check', { payee: details, entityId });
    await ask('beneficiaries.get', { entityId });
    await ask('beneficiaries.byId', { entityId });
    const change = { accountName: 'Amina A. Oduya' } as never;
    const input = { reference: newReference(), entityId, change };
    const requested = { route: 'beneficiaries.update', input } as const;
    await ask('approvals.changeNeeds', { change: requested });
    await ask('approvals.requestChange', { change: requested, words: '' });
    await ask('beneficiaries.update', { reference: newReference(), entityId, change });
  }
  await ask('beneficiaries.refresh', {});
  await ask('beneficiaries.quarantine', {});
  await ask('beneficiaries.release', { entityId: 'b-1', fingerprint: 'f'.repeat(64) });
}

async function walkPayments({ desk, ask }: Walk): Promise<void> {
  await desk.bank('PUT', 'idempotency', { mode: 'none' });
  for (const end of ['accepted', 'returned', 'refused', 'busy', 'cut', 'gateway', 'late', 'half']) {
    const beneficiaryId = `beneficiary-${end}`;
    await ask('payments.beneficiary', { beneficiaryId });
    const entered = payment(desk, { beneficiaryId });
    await ask('payments.review', entered);
    const { accountNumber, amount, currency } = entered;
    await ask('approvals.needs', { accountNumber, beneficiaryId, amount, currency });
    await ask('approvals.request', { ...entered, words: '' });
    await ask('payments.send', await approve(desk, entered));
    await ask('payments.get', { reference: entered.reference });
    await ask('payments.export', { references: [entered.reference] });
    await ask('advice.save', { reference: entered.reference, kind: 'advice', as: 'pdf' });
    await ask('evidence.save', { references: [entered.reference] });
  }
  await ask('payments.refresh', {});
  for (const search of ['', 'invoice 7']) {
    await ask('payments.list', { search, limit: 20 });
    await ask('payments.payees', { search });
    const filled = { name: search || 'rent', amount: '', narration: '' };
    const place = { accountNumber: desk.usd, beneficiaryId: 'beneficiary-accepted' };
    await ask('payments.saveTemplate', { ...filled, ...place });
    const saved = (await ask('payments.templates', {}))?.rows ?? [];
    await ask('payments.removeTemplate', { templateId: saved[0]?.templateId ?? 'none' });
  }
  const open = (await ask('submissions.list', { open: true, limit: 20 }))?.rows ?? [];
  const all = (await ask('submissions.list', { limit: 50 }))?.rows ?? [];
  await ask('exceptions.list', {});
  for (const { submissionId, reference } of all) {
    await ask('submissions.get', { submissionId });
    await ask('submissions.underReference', { reference });
  }
  for (const { submissionId } of open) await ask('submissions.lookUp', { submissionId });
  for (const { submissionId, state } of all)
    if (state === 'not-sent') {
      await ask('submissions.reviewAgain', { submissionId });
      await ask('submissions.sendAgain', { submissionId });
    }
  for (const { submissionId } of open) {
    await ask('submissions.sendAgain', { submissionId });
    await ask('submissions.settle', { submissionId, as: 'not-found', note: 'The bank says no.' });
  }
  const items = (await ask('exceptions.list', {}))?.items ?? [];
  const exceptionIds = items.map(({ exceptionId }) => exceptionId);
  const act = (await ask('exceptions.close', { exceptionIds }))?.act ?? 1;
  await ask('exceptions.putBack', { act });
  await ask('exceptions.markKnown', { exceptionId: 'none', text: 'the desk has no team' });
  await ask('exceptions.list', {});
  await ask('beneficiaries.quarantine', {});
}

/** What the payments booked, as the review groups it. */
async function walkDuePayments({ desk, ask }: Walk): Promise<void> {
  const today = todayAt(Date.now());
  const entered = payment(desk, { beneficiaryId: 'beneficiary-accepted' });
  const { reference, currency } = entered;
  const due = addDays(today, 3);
  await ask('due.dayOf', { due, currency });
  const reviewed = await ask('payments.review', entered);
  const payeeFingerprint = reviewed?.payeeFingerprint ?? 'f'.repeat(64);
  await ask('due.schedule', { ...entered, payeeFingerprint, due });
  await ask('due.list', {});
  await ask('due.count', {});
  await ask('due.get', { reference });
  const shown = await ask('dayRuns.preview', { day: due });
  const named = shown?.payments.map(({ digest }) => ({ reference, digest })) ?? [];
  const run = await ask('dayRuns.plan', {
    ...{ day: due, until: `${due}T15:00:00.000Z`, by: 'Ada' },
    payments: named.length > 0 ? named : [{ reference, digest: 'f'.repeat(64) }],
  });
  await ask('due.list', {});
  await ask('dayRuns.withdraw', { runId: run?.runId ?? 'none' });
  await ask('due.changeDay', { reference, due: today });
  const again = await ask('due.review', { reference });
  const { warnings = [], fee = null } = again?.review ?? {};
  await ask('due.send', {
    ...{ reference, payeeFingerprint, fee, releaseAs: null },
    acknowledged: warnings.map(({ kind }) => kind),
    twins: warnings.flatMap(({ twins = [] }) => twins.map(({ name }) => name)),
  });
  await ask('due.withdraw', { reference });
  const place = { accountNumber: desk.usd, beneficiaryId: 'beneficiary-accepted' };
  const filled = { name: 'monthly rent', amount: '12.00', narration: '' };
  const { templateId = 'none' } =
    (await ask('payments.saveTemplate', { ...filled, ...place })) ?? {};
  const added = await ask('due.addSeries', {
    ...{ templateId, amount: '12.00', rhythm: { every: 'month', day: 'last-working' } },
    ...{ from: today, until: null },
  });
  const asked = await ask('due.addSeries', {
    ...{ templateId, amount: null, rhythm: { every: 'week', weekday: 1 } },
    ...{ from: today, until: null },
  });
  const rows = (await ask('due.list', {}))?.rows ?? [];
  const needed = rows.find(({ state }) => state === 'amount-needed')?.reference ?? 'none';
  await ask('due.get', { reference: needed });
  await ask('due.enterAmount', { reference: needed, amount: '12.50', instead: null });
  await ask('due.endSeries', { seriesId: asked?.seriesId ?? 'none' });
  await ask('due.series', {});
  await ask('due.endSeries', { seriesId: added?.seriesId ?? 'none' });
}

async function walkOwnEntries({ desk, ask }: Walk): Promise<void> {
  await desk.sync();
  const page = await ask('review.page', { filter: 'unread', limit: 100 });
  const entries = [...(page?.groups[0]?.entries ?? [])];
  await ask('review.groupRows', { entries });
  await ask('review.readOwn', { entries });
}

async function walkInvoices({ desk, ask }: Walk): Promise<void> {
  const bytes = new Uint8Array(Buffer.from(ciiInvoice(plainInvoice)));
  const read = await ask('invoices.read', { fileName: 'invoice.xml', bytes });
  const invoiceId = read?.invoiceId ?? 'none';
  await ask('invoices.get', { invoiceId });
  await ask('invoices.payeeOf', { invoiceId, account: '4711' });
  await ask('invoices.toFile', {
    invoiceIds: [invoiceId],
    accounts: [{ currency: 'USD', accountNumber: desk.usd }],
  });
  await ask('invoices.link', { invoiceId, reference: newReference() });
  await ask('invoices.ofPayment', { reference: read?.reference ?? 'none' });
  await ask('invoices.save', { invoiceId, open: false });
}

async function walkPaymentFiles(walk: Walk): Promise<void> {
  const { desk, ask } = walk;
  const lines = ['accepted', 'refused', 'cut', 'accepted', 'nobody'].map(
    (end, at) => `${desk.usd},beneficiary-${end},${String(30 + at)},USD,${newReference()},wages`,
  );
  const bytes = new Uint8Array(Buffer.from([heading, ...lines].join('\n')));
  const add = (fileName: string) => ask('paymentFiles.add', { fileName, bytes });
  const batchId = (await add('wages.csv'))?.batchId ?? 'none';
  const again = (await add('wages-again.csv'))?.batchId ?? 'none';
  const foreign = new Uint8Array(Buffer.from(`Betrag;Name\n12,50;beneficiary-accepted\n`));
  const unknown = { fileName: 'löhne.csv', bytes: foreign };
  const fileId = (await ask('paymentFiles.columns', unknown))?.fileId ?? 'none';
  await ask('paymentFiles.waiting', {});
  const choices = { decimals: 'comma' as const, firstLine: 2, remember: true };
  await ask('paymentFiles.saveDraft', {
    fileId,
    draft: { ...choices, fields: ['amount', 'beneficiary'] },
  });
  await ask('paymentFiles.lookAt', { fileId });
  const match = { ...choices, columns: { amount: 0, beneficiary: 1 } };
  await ask('paymentFiles.match', { fileId, match, accountNumber: desk.usd });
  const other = { ...unknown, bytes: new Uint8Array(Buffer.from(`Betrag;Name\n7,50;x\n`)) };
  const dismissed = (await ask('paymentFiles.columns', other))?.fileId ?? 'none';
  await ask('paymentFiles.dismiss', { fileId: dismissed });
  const name = { written: 'DE89370400440532013000', currency: 'USD' };
  await ask('accounts.nameAccount', { ...name, accountNumber: desk.usd });
  await ask('accounts.aliases', {});
  await ask('accounts.forgetName', name);
  for (const { shapeId } of (await ask('paymentFiles.shapes', {}))?.rows ?? [])
    await ask('paymentFiles.forgetShape', { shapeId });
  await ask('paymentFiles.list', {});
  await ask('outlook.ahead', { accountNumber: desk.usd });
  await ask('outlook.proposals', {});
  await walkRepairs(walk);
  const skip = { batchId, lines: [2, 3, 99], skipped: true };
  const act = (await ask('paymentFiles.skip', skip))?.act ?? 1;
  await ask('paymentFiles.undoSkip', { batchId, act });
  await ask('paymentFiles.release', { batchId, line: null, by: 'Ines Frei' });
  const file = await ask('paymentFiles.get', { batchId });
  const acknowledged = file?.toConfirm.map(({ kind }) => kind) ?? [];
  await ask('paymentFiles.start', { batchId, acknowledged, seal: file?.seal ?? '' });
  await until(async () => (await desk.get('paymentFiles.get', { batchId })).state !== 'sending');
  await ask('paymentFiles.stop', { batchId });
  for (const only of ['all', 'problems', 'open', 'sent'] as const)
    await ask('paymentFiles.lines', { batchId, only, index: 0, limit: 20 });
  await ask('paymentFiles.locate', { batchId, line: 2 });
  await ask('paymentFiles.saveResult', { batchId });
  await ask('advice.saveRun', { batchId, kind: 'proof', as: 'eml' });
  await ask('evidence.saveRun', { batchId });
  await ask('paymentFiles.arrivals', { batchId });
  await ask('exceptions.list', {});
  await ask('paymentFiles.remove', { batchId: again });
  await ask('paymentFiles.remove', { batchId });
}

async function walkRepairs({ ask, desk }: Walk): Promise<void> {
  const text = [
    'account,payee,amount,currency,Our ref',
    `${desk.usd},Nobody We Know,7.00,USD,RUN-1`,
    `${desk.usd},Nobody We Know,"1.250,5x",EUR,RUN-2`,
  ].join('\n');
  const bytes = new Uint8Array(Buffer.from(text));
  const batchId = (await ask('paymentFiles.add', { fileName: 'run.csv', bytes }))?.batchId ?? '';
  const { rows } = (await ask('beneficiaries.list', { search: '' })) ?? { rows: [] };
  await ask('paymentFiles.repairs', { batchId });
  const entityId = rows[0]?.entityId ?? 'none';
  const line = { batchId, line: 2 };
  await ask('paymentFiles.repair', { ...line, revision: 0, repair: { kind: 'payee', entityId } });
  await ask('paymentFiles.repair', {
    ...line,
    revision: 1,
    repair: { kind: 'text', field: 'reference', text: 'RUN-9' },
  });
  await ask('paymentFiles.confirmColumns', { batchId, columns: [{ at: 4, field: 'reference' }] });
  await ask('paymentFiles.remove', { batchId });
}

async function walkConversions({ ask }: Walk): Promise<void> {
  const pair = { sellAccountNumber: '2010044871', buyAccountNumber: '3020017345' };
  const quoteId = (await ask('conversions.quote', { ...pair, sellAmount: '100' }))?.quoteId;
  const reference = newReference();
  const lock = await ask('conversions.lock', { reference, quoteId: quoteId ?? 'none' });
  await ask('conversions.refresh', {});
  await ask('conversions.list', {});
  await ask('conversions.get', { tradeId: lock?.tradeId ?? 'none' });
}

async function walkOrders({ desk, ask }: Walk): Promise<void> {
  const order = remittance();
  const sent = await ask('remittances.send', { order, acknowledged: [] });
  await ask('remittances.send', {
    order: { ...order, reference: newReference() },
    acknowledged: [],
  });
  const made = await ask('receivables.create', { order: receivable({ reference: 'INV-88213' }) });
  const entry = { direction: 'credit', amount: '100.00', account: desk.usd };
  await desk.bank('POST', 'entries', { ...entry, narration: 'Harmattan payment of INV 88213' });
  await desk.sync({ accountNumbers: [desk.usd], from: addDays(todayAt(Date.now()), -2) });
  for (const search of ['', 'harmattan']) {
    await ask('remittances.list', { search });
    await ask('receivables.list', { search });
  }
  const id = sent?.recordId ?? 'none';
  for (const route of ['remittances.get', 'remittances.import'] as const) await ask(route, { id });
  await ask('remittances.refresh', {});
  const receivableId = made?.recordId ?? 'none';
  const found = await ask('receivables.get', { id: receivableId });
  await ask('receivables.import', { id: receivableId });
  await ask('receivables.refresh', {});
  const [credit] = found?.suggestions ?? [];
  if (credit) {
    const { accountNumber, entryId } = credit;
    await ask('receivables.match', { id: receivableId, accountNumber, entryId });
    await ask('receivables.get', { id: receivableId });
  }
  await ask('receivables.match', { id: receivableId });
}
