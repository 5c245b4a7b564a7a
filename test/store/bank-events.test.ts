import { describe, expect, test } from 'vitest';

import { listEvents, newestEventId } from '../../electron/engines/store/records/bank-events.ts';
import { clientConfiguration } from '../../electron/nouns/webhooks/tables.ts';
import { rows } from '../../electron/engines/store/database.ts';
import type { EventNote } from '../../electron/engines/store/records/event-notes.ts';
import { Account } from '../../shared/bank/accounts.ts';
import { BeneficiaryRecord } from '../../shared/bank/beneficiaries.ts';
import { Trade } from '../../shared/bank/conversions.ts';
import { Shareholder, SubClient, SubClientDocument } from '../../shared/bank/onboarding.ts';
import { Transfer } from '../../shared/bank/transfers.ts';
import { parseExact } from '../../shared/json/exact-json.ts';
import { limits } from '../../shared/limits.ts';
import {
  accountNumber,
  asOf,
  closeOpened,
  entry,
  fetchRange,
  firstDay,
  openCopy,
  range,
  type Copy,
} from '../support/stores/store.ts';

const later = '2026-11-21T00:00:00.000Z';
const latest = '2026-11-22T00:00:00.000Z';

/** The events of the timeline, oldest first: kind, change, title, field, before and after. */
const eventsOf = ({ reader }: Copy) =>
  listEvents(reader, { limit: 200 })
    .rows.toReversed()
    .map(({ kind, change, title, field, before, after }) => [
      kind,
      change,
      title,
      field,
      before,
      after,
    ]);

const transfer = (id: string, status: string, given: object = {}) =>
  Transfer.parse(
    parseExact(
      JSON.stringify({
        id,
        status,
        reference: `ref-${id}`,
        beneficiaryName: 'Harmattan Foods',
        currency: 'USD',
        accountNumber,
        ...given,
      }).replace('}', ',"amount":1000.50}'),
    ),
  );
const beneficiary = (given: object = {}) =>
  BeneficiaryRecord.parse({ entityId: 'b1', name: 'Oduya Foods', ...given });
const subClient = (given: object = {}) =>
  SubClient.parse({ entityId: 's1', name: 'Acme', status: 'draft', ...given });
const document = (id: string, given: object = {}) =>
  SubClientDocument.parse({ id, documentType: 'TAX_CERTIFICATE', ...given });
const account = (status: string, number = '069') =>
  Account.parse(
    parseExact(
      `{"accountId":"${number}","currencyIso3Code":"USD","accountName":"Main","status":"${status}","availableBalance":1}`,
    ),
  );

describe('a list of the bank', () => {
  test('is the baseline when it is first read, and adds no event while unchanged', () => {
    const copy = openCopy();
    for (const at of [asOf, later, latest]) {
      copy.writer.saveTransfers([transfer('t1', 'processing')], at, { complete: true });
      copy.writer.saveBeneficiaries([beneficiary()], at, { complete: true });
      copy.writer.saveSubClients([subClient()], at, { complete: true });
      copy.writer.saveDocuments('s1', [document('d1')], at);
      copy.writer.saveAccounts([account('active')], at);
    }
    expect(eventsOf(copy)).toEqual([]);
    expect(newestEventId(copy.reader)).toBe(0);
  });

  test('shows the status of a transfer word for word, with the reference that opens it', () => {
    const copy = openCopy();
    copy.writer.saveTransfers([transfer('t1', 'processing')], asOf, { complete: true });
    copy.writer.saveTransfers([transfer('t1', 'completed')], later, { complete: true });
    copy.writer.saveTransfers([transfer('t1', 'returned', { reason: 'Account closed' })], latest, {
      complete: false,
    });
    const title = '1,000.50 USD to Harmattan Foods';
    expect(eventsOf(copy)).toEqual([
      ['transfer', 'changed', title, 'status', 'processing', 'completed'],
      ['transfer', 'changed', title, 'status', 'completed', 'returned'],
      ['transfer', 'changed', title, 'reason', null, 'Account closed'],
    ]);
    expect(listEvents(copy.reader, { limit: 1 })).toMatchObject({
      hasMore: true,
      rows: [{ subjectId: 't1', placeId: 'ref-t1', accountNumber, seenAt: latest }],
    });
  });

  test('reports what appears in it, but not the answer to one of our own orders', () => {
    const copy = openCopy();
    copy.writer.saveTransfers([], asOf, { complete: true });
    copy.writer.saveTransfers([transfer('ours', 'processing')], later, { complete: false });
    copy.writer.saveTransfers(
      [transfer('ours', 'processing'), transfer('theirs', 'processing')],
      latest,
      { complete: true },
    );
    expect(listEvents(copy.reader, { limit: 9 }).rows).toMatchObject([
      { change: 'appeared', subjectId: 'theirs', field: '', before: null, after: 'processing' },
    ]);
  });

  test('names a trade by both of its amounts', () => {
    const copy = openCopy();
    const trade = (status: string) =>
      Trade.parse(
        parseExact(
          `{"tradeId":"x1","sellCurrency":"USD","buyCurrency":"JPY","sellAmount":100,"buyAmount":15000,"rate":150,"status":"${status}"}`,
        ),
      );
    copy.writer.saveTrades([trade('locked')], asOf, { complete: true });
    copy.writer.saveTrades([trade('settled')], later, { complete: true });
    expect(eventsOf(copy)).toEqual([
      ['trade', 'changed', '100.00 USD for 15,000 JPY', 'status', 'locked', 'settled'],
    ]);
  });

  test('names each of the bank details that changed, who is gone and who is back', () => {
    const { writer, ...copy } = openCopy();
    const save = (at: string, ...records: BeneficiaryRecord[]) =>
      writer.saveBeneficiaries(records, at, { complete: true });
    save(asOf, beneficiary({ accountNumber: '1', intermediaryBank: { bic: 'AAAA' } }));
    save(later, beneficiary({ accountNumber: '2', intermediaryBank: { bic: 'BBBB' } }));
    save(latest);
    save(latest, beneficiary({ accountNumber: '2', intermediaryBank: { bic: 'BBBB' } }));
    const name = 'Oduya Foods';
    expect(eventsOf({ writer, ...copy })).toEqual([
      ['beneficiary', 'changed', name, 'accountNumber', '1', '2'],
      ['beneficiary', 'changed', name, 'intermediaryBank.bic', 'AAAA', 'BBBB'],
      ['beneficiary', 'gone', name, '', null, null],
      ['beneficiary', 'appeared', name, '', null, null],
    ]);
  });

  test('reports what the bank thinks of a sub-client and of its documents', () => {
    const copy = openCopy();
    copy.writer.saveSubClients([subClient({ stagesRemaining: ['DOCUMENTS', 'OWNERS'] })], asOf, {
      complete: true,
    });
    copy.writer.saveDocuments('s1', [document('d1')], asOf);
    copy.writer.saveSubClient(
      subClient({
        approvalStatus: 'rejected',
        approvalComments: 'Name differs',
        stagesRemaining: ['OWNERS'],
        updatedAt: later,
      }),
      later,
    );
    copy.writer.saveDocuments(
      's1',
      [document('d1', { approvalStatus: 'approved', expiryStatus: 'expiring' })],
      later,
    );
    expect(eventsOf(copy)).toEqual([
      ['sub-client', 'changed', 'Acme', 'approvalStatus', null, 'rejected'],
      ['sub-client', 'changed', 'Acme', 'stagesRemaining', 'DOCUMENTS, OWNERS', 'OWNERS'],
      ['sub-client', 'changed', 'Acme', 'approvalComments', null, 'Name differs'],
      ['document', 'changed', 'Tax certificate · Acme', 'approvalStatus', null, 'approved'],
      ['document', 'changed', 'Tax certificate · Acme', 'expiryStatus', null, 'expiring'],
    ]);
    const [newest] = listEvents(copy.reader, { limit: 1 }).rows;
    expect(newest).toMatchObject({ subjectId: 'd1', placeId: 's1' });
  });

  test('reports an account whose status changes, and a new one only from the whole list', () => {
    const copy = openCopy();
    copy.writer.saveAccounts([account('active')], asOf);
    copy.writer.saveAccounts([account('frozen')], later);
    copy.writer.saveAccounts([account('active', '071')], later, '071');
    copy.writer.saveAccounts([account('active', '070'), account('frozen')], latest);
    expect(eventsOf(copy)).toEqual([
      ['account', 'changed', 'Main · USD', 'status', 'active', 'frozen'],
      ['account', 'appeared', 'Main · USD', '', null, 'active'],
    ]);
  });

  test('a record requested by its identifier is never reported as appeared or gone, only as changed', () => {
    const copy = openCopy();
    copy.writer.saveBeneficiaries([], asOf, { complete: true });
    copy.writer.saveBeneficiary(beneficiary({ city: 'Lagos' }), later);
    copy.writer.saveBeneficiaries([], later, { complete: true });
    expect(eventsOf(copy)).toEqual([]);
    copy.writer.saveBeneficiary(beneficiary({ city: 'Lagos' }), later);
    copy.writer.saveBeneficiary(beneficiary({ city: 'Kano' }), latest);
    copy.writer.saveBeneficiaries([beneficiary({ city: 'Kano' })], latest, { complete: true });
    expect(eventsOf(copy)).toEqual([
      ['beneficiary', 'changed', 'Oduya Foods', 'city', 'Lagos', 'Kano'],
    ]);
  });

  test('reports the share of a shareholder, digit by digit, once the list is known', () => {
    const copy = openCopy();
    const owner = (share: string) =>
      Shareholder.parse(parseExact(`{"id":"o1","name":"Ada Obi","ownershipPercentage":${share}}`));
    copy.writer.saveSubClients([subClient()], asOf, { complete: true });
    copy.writer.saveShareholders('s1', [owner('60.00')], asOf, { complete: true });
    copy.writer.saveShareholders('s1', [owner('33.3333')], later, { complete: true });
    copy.writer.saveShareholders('s1', [], latest, { complete: true });
    expect(eventsOf(copy).map((event) => event.slice(1))).toEqual([
      ['changed', 'Ada Obi · Acme', 'ownershipPercentage', '60.00', '33.3333'],
      ['gone', 'Ada Obi · Acme', '', null, null],
    ]);
    expect(listEvents(copy.reader, { limit: 1 }).rows).toMatchObject([
      { kind: 'shareholder', subjectId: 'o1', placeId: 's1' },
    ]);
  });

  test('where very many change alike they are one event that counts them', () => {
    const copy = openCopy();
    const many = (status: string) =>
      Array.from({ length: limits.timelineAlikeMax + 1 }, (_, n) => transfer(`t${n}`, status));
    copy.writer.saveTransfers(many('processing'), asOf, { complete: true });
    copy.writer.saveTransfers([...many('completed'), transfer('one', 'processing')], later, {
      complete: true,
    });
    expect(eventsOf(copy)).toEqual([
      ['transfer', 'appeared', '1,000.50 USD to Harmattan Foods', '', null, 'processing'],
      ['transfer', 'changed', '51 transfers', 'status', 'processing', 'completed'],
    ]);
    expect(listEvents(copy.reader, { limit: 1 }).rows).toMatchObject([
      { subjectId: '', placeId: '', accountNumber },
    ]);
  });
});

/** Fetches days as proven ones, so that they count as covered. */
function fetchDays({ writer }: Copy, days: readonly (readonly ReturnType<typeof entry>[])[]) {
  const entries = days.flat();
  const last = firstDay + days.length - 1;
  const { rangeId } = writer.beginRange(range(firstDay, last));
  const page = { rangeId, cursor: '{}', entries, unreadable: [], seenAt: later };
  writer.savePage(page);
  const verdicts = days.map((_, offset) => ({
    day: firstDay + offset,
    state: 'proven' as const,
    entries: 1,
    openingE4: 0n,
    closingE4: 0n,
    broken: null,
  }));
  return writer.finishRange({ rangeId, asOf: later, days: verdicts, withdraw: true });
}

const numbered = (count: number, day = firstDay, first = 0) =>
  Array.from({ length: count }, (_, n) => entry(`e${first + n}`, { day, ordinal: first + n }));

describe('entries', () => {
  test('of the first reading are no news, and those of a second one that is the same neither', () => {
    const copy = openCopy();
    fetchDays(copy, [numbered(40)]);
    fetchDays(copy, [numbered(40)]);
    expect(eventsOf(copy)).toEqual([]);
  });

  test('that are new stand one by one while they are few, and as one number when they are many', () => {
    const copy = openCopy();
    fetchDays(copy, [numbered(1)]);
    fetchDays(copy, [numbered(3)]);
    expect(eventsOf(copy)).toEqual([
      ['entry', 'appeared', 'Credit 1.00 USD · Payment e1', '', null, null],
      ['entry', 'appeared', 'Credit 1.00 USD · Payment e2', '', null, null],
    ]);
    fetchDays(copy, [numbered(3), numbered(37, firstDay + 1, 3)]);
    expect(listEvents(copy.reader, { limit: 1 }).rows).toMatchObject([
      { title: '37 new entries', subjectId: '', placeId: 'e39', accountNumber, seenAt: later },
    ]);
    expect(newestEventId(copy.reader)).toBe(3);
  });

  test('of days before those that were fetched are a backfill, not news', () => {
    const copy = openCopy();
    fetchDays(copy, [numbered(1)]);
    fetchRange(copy.writer, [[entry('old', { day: firstDay - 5 })]], {
      start: range(firstDay - 9, firstDay - 1),
    });
    expect(eventsOf(copy)).toEqual([]);
  });

  test('that came with an abandoned reading are reported by the next finished one', () => {
    const copy = openCopy();
    fetchDays(copy, [numbered(1)]);
    const { rangeId } = copy.writer.beginRange(range());
    copy.writer.savePage({ rangeId, cursor: '{}', entries: numbered(2), unreadable: [] });
    copy.writer.abandonRange(rangeId);
    expect(eventsOf(copy)).toEqual([]);
    fetchDays(copy, [numbered(2)]);
    expect(eventsOf(copy)).toEqual([
      ['entry', 'appeared', 'Credit 1.00 USD · Payment e1', '', null, null],
    ]);
  });

  test('that are rewritten show each field; withdrawn and returned ones are reported as such', () => {
    const copy = openCopy();
    const [first, other] = numbered(2);
    fetchDays(copy, [[first!, other!]]);
    fetchDays(copy, [[{ ...first!, amountE4: 25_000n, narration: 'Corrected' }]]);
    fetchDays(copy, [[{ ...first!, amountE4: 25_000n, narration: 'Corrected' }, other!]]);
    expect(eventsOf(copy)).toEqual([
      ['entry', 'changed', 'Credit 2.50 USD · Corrected', 'amount', '1.00 USD', '2.50 USD'],
      ['entry', 'changed', 'Credit 2.50 USD · Corrected', 'narration', 'Payment e0', 'Corrected'],
      ['entry', 'gone', 'Credit 1.00 USD · Payment e1', '', null, null],
      ['entry', 'appeared', 'Credit 1.00 USD · Payment e1', 'withdrawn', null, null],
    ]);
  });

  test('that are rewritten in numbers are one event', () => {
    const copy = openCopy();
    fetchDays(copy, [numbered(20)]);
    fetchDays(copy, [numbered(20).map((one) => ({ ...one, narration: 'other' }))]);
    expect(eventsOf(copy)).toEqual([['entry', 'changed', '20 entries rewritten', '', null, null]]);
    fetchDays(copy, [[]]);
    expect(eventsOf(copy)[1]).toEqual(['entry', 'gone', '20 entries withdrawn', '', null, null]);
  });
});

test('a webhook configuration reports its mode and each address that changed', () => {
  const copy = openCopy();
  const endpoint = (mode: string, callbackUrl: string) => ({
    id: mode,
    mode,
    callbackUrl,
    createdAt: '',
    updatedAt: '',
  });
  const save = (currentMode: string, ...endpoints: ReturnType<typeof endpoint>[]) => {
    copy.writer.saveClientConfiguration('C-1', { clientId: '', currentMode, endpoints }, later);
  };
  save('');
  expect(eventsOf(copy)).toEqual([]);
  save('', endpoint('test', 'https://a.example'));
  save('test', endpoint('test', 'https://b.example'));
  expect(eventsOf(copy).map((event) => event.slice(3))).toEqual([
    ['callbackUrl.test', null, 'https://a.example'],
    ['currentMode', null, 'test'],
    ['callbackUrl.test', 'https://a.example', 'https://b.example'],
  ]);
  expect(clientConfiguration(copy.reader, 'C-1')).toMatchObject({
    asOf: later,
    configuration: { clientId: 'C-1', currentMode: 'test' },
  });
  expect(clientConfiguration(copy.reader, 'C-2')).toBeNull();
});

describe('the timeline', () => {
  const note = (given: Partial<EventNote> = {}): EventNote => ({
    kind: 'transfer',
    change: 'changed',
    subjectId: 't',
    placeId: 't',
    title: 'Société Générale',
    field: 'status',
    before: 'processing',
    after: 'completed',
    accountNumber: null,
    ...given,
  });

  test('pages backwards by number, by kind and by every word of a search', () => {
    const copy = openCopy();
    for (let n = 1; n <= 7; n += 1)
      copy.writer.noteEvents([note({ subjectId: `t${n}` }), note({ kind: 'trade' })], later);
    const first = listEvents(copy.reader, { limit: 4 });
    expect(first.rows.map(({ eventId }) => eventId)).toEqual([14, 13, 12, 11]);
    expect(first.hasMore).toBe(true);
    const ids = (question: object) =>
      listEvents(copy.reader, { limit: 20, ...question }).rows.map(({ eventId }) => eventId);
    expect(ids({ before: 4 })).toEqual([3, 2, 1]);
    expect(ids({ kinds: ['trade'], before: 7 })).toEqual([6, 4, 2]);
    expect(ids({ kinds: [] })).toEqual([]);
    expect(ids({ search: 'GENERALE t3' })).toEqual([5]);
    expect(ids({ search: 'generale nobody' })).toEqual([]);
    expect(ids({ search: '%' })).toEqual([]);
  });

  test('keeps the newest twenty thousand', () => {
    const copy = openCopy();
    const batch = Array.from({ length: 1_000 }, (_, n) => note({ field: `f${n}` }));
    for (let n = 0; n <= 20; n += 1) copy.writer.noteEvents(batch, later);
    const [stored] = rows<{ n: number; first: number }>(
      copy.reader,
      'SELECT count(*) AS n, min(id) AS first FROM bank_event',
    );
    expect(stored).toEqual({ n: limits.timelineRowsMax, first: 1_001 });
  });

  test('is written together with the change it reports: a save that fails notes nothing', () => {
    const copy = openCopy();
    copy.writer.saveTransfers([transfer('t1', 'processing')], asOf, { complete: true });
    const wrong = { ...transfer('t1', 'completed'), createdAt: {} } as unknown as Transfer;
    expect(() => {
      copy.writer.saveTransfers([wrong], later, { complete: true });
    }).toThrow();
    expect(eventsOf(copy)).toEqual([]);
  });

  test('lies in the encrypted file and is there after it was closed', () => {
    const copy = openCopy();
    copy.writer.noteEvents([note()], later);
    closeOpened();
    const again = openCopy(copy.file);
    expect(eventsOf(again)).toHaveLength(1);
  });
});
