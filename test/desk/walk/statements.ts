import { addDays, todayAt } from '../../../shared/calendar/calendar.ts';
import type { Walk } from './walk.ts';

const filters = [
  {},
  { direction: 'debit' },
  { transactionType: 'TRANSFER', from: '2026-01-01' },
  { search: 'pay', to: '2027-01-01' },
  { search: 'payment', direction: 'credit' },
  { search: 'p y' },
  { search: 'payment' },
  { search: '12.50 flagged' },
  { search: '1250 payment' },
  { search: 'unread >10 last month' },
  { search: 'this year out' },
] as const;

/** Accounts, what is booked on them, how it is proven, marked and exported, and what a second source says of it. */
export async function walkStatements({ desk, ask }: Walk): Promise<void> {
  await ask('sync.start', {});
  await ask('sync.progress', {});
  await ask('sync.cancel', {});
  await desk.sync();
  await ask('accounts.position', {});
  await ask('accounts.inFlight', {});
  await ask('outlook.arriving', {});
  const byHand = [
    { currency: 'EUR', rate: '1.085' },
    { currency: 'KES', rate: '' },
  ];
  await ask('rates.save', { reporting: 'USD', byHand });
  await ask('rates.give', {
    fileName: 'eurofxref.csv',
    bytes: new TextEncoder().encode('Date, USD, JPY,\n20 November 2026, 1.0850, 163.2,\n'),
  });
  await ask('rates.total', {});
  await ask('rates.folder', {});
  await ask('rates.chooseFolder', {});
  await ask('rates.forgetFolder', {});
  const accounts = (await ask('accounts.list', {}))?.rows ?? [];
  await ask('accounts.refresh', {});
  await walkHandOver({ ask });
  await walkCounterparties({ ask });
  for (const { accountId, accountNumber } of accounts.slice(0, 1)) {
    await ask('accounts.findById', { accountId });
    await ask('accounts.get', { accountNumber });
    await ask('accounts.funds', { accountNumber, currency: 'USD' });
    await ask('accounts.refresh', { accountNumber });
    await ask('accounts.saveFundingPdf', { accountNumber });
    await ask('accounts.savePlan', {
      accountNumber,
      floor: '0',
      ceiling: '1',
      target: '',
      group: 'Walk',
    });
    await walkAccount({ ask }, accountNumber);
    await walkReview({ ask }, accountNumber);
    await walkRules({ ask }, accountNumber);
    await walkCloses({ ask }, accountNumber);
    await walkSecondSource({ ask }, accountNumber);
    await walkBooks({ ask }, accountNumber);
  }
  for (const text of [
    'payment',
    '>10 out',
    'flagged',
    'noted looked',
    'attached',
    'unread',
    'zzz 12.50 march',
    'tag:by-hand payee:walked',
  ])
    await ask('find.entries', { text, limit: 100 });
  for (const text of ['7001', 'out 2026', 'payment'])
    await ask('find.inside', { text, limit: 100 });
  for (const text of ['kestrel', 'pay kestrel 12.50', 'looked at'])
    await ask('find.records', { text });
}

/** A name, a name that no counterparty has, and the counterparty of an entry. */
async function walkCounterparties({ ask }: Pick<Walk, 'ask'>): Promise<void> {
  for (const name of ['Kestrel', 'Nowhere Ltd']) await ask('counterparties.get', { name });
  const [account] = (await ask('accounts.list', {}))?.rows ?? [];
  if (!account) return;
  const { accountNumber } = account;
  const page = await ask('statements.page', { accountNumber, filter: {}, index: 0, limit: 20 });
  for (const { id: entryId } of page?.rows ?? [])
    await ask('counterparties.get', { accountNumber, entryId });
}

/** Every format, of all accounts and of each day of one. */
async function walkHandOver({ ask }: Pick<Walk, 'ask'>): Promise<void> {
  const { formats = [], accounts = [] } = (await ask('handOver.choices', {})) ?? {};
  const place = { profile: 'Walk', place: 'ask', print: false } as const;
  const one = { filePerAccount: false, filePerDay: false };
  const all = { accountNumbers: null, ...one, withMarks: true, ...place };
  for (const { name } of formats) await ask('handOver.write', { ...all, format: name });
  const accountNumbers = accounts.slice(0, 1).map(({ accountNumber }) => accountNumber);
  const days = { from: '2026-01-01', to: todayAt(Date.now()), format: 'csv' };
  const files = { filePerAccount: true, filePerDay: true, withMarks: false, ...place };
  if (accountNumbers.length > 0) await ask('handOver.write', { accountNumbers, ...days, ...files });
  await ask('handOver.write', { ...all, format: 'csv', place: 'kept' });
  await ask('handOver.forgetFolder', { profile: 'Walk' });
  await ask('handOver.cancel', {});
}

/** Rules are saved, changed, put in another order, and taken back; an entry is tagged by hand. */
async function walkRules({ ask }: Pick<Walk, 'ask'>, accountNumber: string): Promise<void> {
  const nothing = { direction: null, accountNumber: null, amount: null, counterparty: '' };
  const rule = { ...nothing, words: 'payment', tag: 'walked' };
  await ask('rules.count', { rule });
  await ask('rules.count', { rule: { ...rule, words: '', direction: 'debit' } });
  const id = (await ask('rules.save', { rule }))?.id ?? '';
  await ask('rules.save', { id, rule: { ...rule, counterparty: 'Walked Ltd' } });
  await ask('rules.save', { rule: { ...rule, tag: 'behind' } });
  for (const by of [1, -1] as const) await ask('rules.move', { id, by });
  await ask('rules.remove', { id });
  await ask('rules.restore', { id });
  await ask('rules.list', {});
  await ask('rules.proposals', {});
  for (const refused of [true, false]) await ask('rules.refuse', { words: 'walked', refused });
  const page = await ask('statements.page', { accountNumber, filter: {}, index: 0, limit: 1 });
  const entry = { accountNumber, entryId: page?.rows[0]?.id ?? 'none' };
  for (const is of [true, null]) await ask('rules.tagEntry', { ...entry, tag: 'by-hand', is });
  for (const name of ['Walked Ltd', null]) await ask('rules.nameCounterparty', { ...entry, name });
  await ask('rules.labels', entry);
  const entries = (page?.rows ?? []).map(({ id, version }) => ({ accountNumber, id, version }));
  const act = (await ask('rules.tagMany', { entries, tag: 'several' }))?.act ?? 1;
  await ask('rules.untagMany', { act });
}

/** The queue of every account, page by page, and what is put on record of it. */
async function walkReview({ ask }: Pick<Walk, 'ask'>, accountNumber: string): Promise<void> {
  for (const filter of ['unread', 'flagged', 'noted', 'attached', 'changed'] as const) {
    const page = await ask('review.page', { filter, limit: 2 });
    if (page?.next) await ask('review.page', { filter, limit: 2, after: page.next });
    await ask('review.page', { filter, accountNumber, limit: 100 });
  }
  await ask('review.counts', {});
  await ask('review.unread', { accountNumber });
  const until = new Date().toISOString();
  const act = (await ask('review.readAll', { until }))?.act ?? 1;
  await ask('review.takeBack', { act });
  const period = { from: '2026-01-01', to: todayAt(Date.now()) };
  await ask('review.report', period);
  const id = (await ask('review.record', { ...period, words: '' }))?.id ?? '';
  await ask('review.recorded', {});
  await ask('review.openRecorded', { id });
  await ask('review.save', { id, format: 'json', print: false });
}

/** A day, its month and its year are looked at, closed with reasons, reopened, and what is late is taken. */
async function walkCloses({ ask }: Pick<Walk, 'ask'>, accountNumber: string): Promise<void> {
  const asked = { secondSource: [accountNumber], books: [accountNumber] };
  await ask('closes.saveRequirements', { ...asked, exports: [] });
  await ask('closes.asks', {});
  const today = todayAt(Date.now());
  const yesterday = addDays(today, -1);
  const by = 'Walker';
  const close = async (period: string) => {
    const view = await ask('closes.get', { period });
    const { digest = '', points = [] } = view ?? {};
    const reasons = Object.fromEntries(points.map(({ pointId }) => [pointId, 'walked']));
    return ask('closes.close', { period, digest, reasons, by });
  };
  for (const [kind, period] of [
    ...[['day', addDays(today, -2)] as const, ['day', yesterday] as const],
    ...[['month', '2026-01'] as const, ['year', '2025'] as const],
  ]) {
    await close(period);
    await ask('closes.get', { period });
    await ask('closes.list', { kind, until: period, count: 7 });
    await ask('closes.acknowledge', { period, by });
    await ask('closes.save', { period });
  }
  await ask('closes.reopen', { period: yesterday, reason: 'walked', by });
  // A desk without a team asks for no second person.
  await ask('closes.requireSecondPerson', { isRequired: true });
  await ask('closes.prepare', { period: yesterday, digest: 'a'.repeat(64), reasons: {}, by });
  await ask('closes.check', { period: yesterday, actId: 'none', by });
  const { closedAt = '', closedBy = '' } = (await close(yesterday)) ?? {};
  await ask('closes.undo', { closes: [{ period: yesterday, closedAt }], by: closedBy });
  await ask('closes.reviewDays', {});
  const { digest = '' } = (await ask('closes.get', { period: yesterday })) ?? {};
  await ask('closes.closeDays', { days: [{ period: yesterday, digest }], by });
}

async function walkAccount({ ask }: Pick<Walk, 'ask'>, accountNumber: string): Promise<void> {
  await ask('statements.coverage', { accountNumber, from: '2026-01-01', to: '2026-12-31' });
  await ask('statements.proof', { accountNumber });
  for (const by of ['day', 'month'] as const)
    await ask('flows.read', { accountNumber, from: '2026-01-01', by });
  for (const month of ['this', 'last'] as const)
    await ask('flows.compared', { accountNumber, month });
  await ask('outlook.ahead', { accountNumber });
  for (const filter of filters) {
    const view = { accountNumber, filter };
    await ask('statements.count', view);
    await ask('statements.summary', view);
    for (const index of [0, 60]) await ask('statements.page', { ...view, index, limit: 100 });
    const page = await ask('statements.page', { ...view, index: 0, limit: 2 });
    await ask('statements.nextUnread', view);
    const entryIds = (page?.rows ?? []).map(({ id }) => id);
    for (const entryId of entryIds) {
      await ask('statements.locate', { ...view, entryId });
      await ask('statements.entry', { accountNumber, entryId });
      await ask('statements.history', { accountNumber, entryId });
      await ask('statements.underReference', { accountNumber, reference: entryId });
    }
    if (entryIds.length === 0) continue;
    await walkAttachments({ ask }, { accountNumber, entryId: entryIds[0] ?? '' });
    const marked = { accountNumber, entryIds };
    await ask('statements.mark', { ...marked, read: true, flagged: true, note: 'looked at' });
    await ask('statements.mark', { ...marked, read: false });
    await ask('statements.export', { ...view, format: 'csv' });
    await walkMany({ ask }, accountNumber, page?.rows ?? []);
  }
}

/** Several entries are marked in one act, which is undone, and exported. */
async function walkMany(
  { ask }: Pick<Walk, 'ask'>,
  accountNumber: string,
  rows: readonly { readonly id: string; readonly version: number }[],
): Promise<void> {
  const entries = rows.map(({ id, version }) => ({ accountNumber, id, version }));
  for (const mark of [{ read: true }, { flagged: true }, { note: 'several' }]) {
    const act = (await ask('statements.markMany', { entries, mark }))?.act ?? 1;
    await ask('statements.unmarkMany', { act });
  }
  const entryIds = rows.map(({ id }) => id);
  for (const format of ['csv', 'json'])
    await ask('statements.export', { accountNumber, filter: {}, format, entryIds });
}

/** A file is attached, looked at, saved, taken off and put back. */
async function walkAttachments(
  { ask }: Pick<Walk, 'ask'>,
  place: { accountNumber: string; entryId: string },
): Promise<void> {
  const bytes = new TextEncoder().encode('a voucher');
  const file = await ask('attachments.add', { ...place, fileName: 'voucher.txt', bytes });
  const one = { fileId: file?.fileId ?? 'none' };
  await ask('attachments.list', place);
  await ask('entryChanges.list', place);
  await ask('attachments.show', one);
  await ask('attachments.save', { ...one, open: false });
  await ask('attachments.remove', one);
  await ask('attachments.restore', one);
}

async function walkSecondSource({ ask }: Pick<Walk, 'ask'>, accountNumber: string): Promise<void> {
  const to = todayAt(Date.now());
  const asked = { accountNumber, from: addDays(to, -30), to };
  for (const kind of ['getStatementV2', 'downloadStatement'] as const) {
    const sourceId = (await ask('secondSources.fetch', { ...asked, kind }))?.sourceId ?? 'none';
    await ask('secondSources.list', { accountNumber });
    await ask('secondSources.get', { sourceId });
    await ask('secondSources.save', { sourceId });
    await ask('secondSources.forget', { sourceId });
  }
  const bytes = new Uint8Array(
    Buffer.from(
      `:20:S-1\r\n:25:${accountNumber}\r\n:28C:1/1\r\n:60F:C261119USD0,00\r\n:62F:C261120USD0,00\r\n-`,
    ),
  );
  const given = await ask('secondSources.give', { fileName: 'bank.sta', bytes });
  const givenId = given?.parts[0]?.source?.sourceId ?? 'none';
  await ask('secondSources.list', { accountNumber });
  await ask('secondSources.get', { sourceId: givenId });
  await ask('secondSources.save', { sourceId: givenId });
  await ask('secondSources.forget', { sourceId: givenId });
}

/** A ledger is dropped twice, matched, and what was said of its lines taken back; another one has some of its days. */
async function walkBooks({ ask }: Pick<Walk, 'ask'>, accountNumber: string): Promise<void> {
  const to = todayAt(Date.now());
  const text = `Date,Document,Text,Amount\n${to},WALKED-100,Kestrel,1.25\n${to},WALKED-200,Osei,-2.50`;
  const file = { fileName: 'erp.csv', bytes: new TextEncoder().encode(text) };
  const reversed = { options: { reversed: true } };
  const days = { from: addDays(to, -30), to };
  await ask('books.see', { ...file, options: {} });
  await ask('books.keep', { ...file, ...reversed, accountNumber, from: addDays(to, -3), to });
  const first = {
    ledgerId:
      (await ask('books.keep', { ...file, ...reversed, accountNumber, ...days }))?.ledgerId ?? '',
  };
  await ask('books.see', { ...file, options: {}, accountNumber, ...days });
  const { bankOnly = [] } = (await ask('books.result', first)) ?? {};
  const [out = 'none', entry = 'none'] = [true, false].map(
    (isOut) => bankOnly.find(({ amount }) => amount.startsWith('-') === isOut)?.id,
  );
  await ask('books.match', { ...first, books: [2], bank: [out], reason: 'Rounding' });
  await ask('books.matchLikely', { ...first, pairs: [{ line: 3, entryId: entry }] });
  await ask('books.note', { ...first, of: { line: 3 }, text: 'asked' });
  const ledger = { ...file, options: { decimals: 'point' } } as const;
  const again = {
    ledgerId: (await ask('books.keep', { ...ledger, accountNumber, ...days }))?.ledgerId ?? '',
  };
  await ask('books.match', { ...again, books: [2], bank: [entry], reason: 'Rounding' });
  await ask('books.matches', { ...again, index: 0, limit: 100 });
  await ask('books.unmatch', { ...again, line: 2 });
  await ask('books.undo', again);
  await ask('books.note', { ...again, of: { entryId: entry }, text: 'asked' });
  await ask('books.balance', { ...again, balance: '12.50' });
  await ask('books.seen', again);
  for (const format of ['csv', 'xlsx'] as const) await ask('books.export', { ...again, format });
  await ask('books.list', {});
}
