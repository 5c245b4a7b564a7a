import { describe, expect, test } from 'vitest';

import { moneyRecordById } from '../../electron/engines/store/records/money-lists.ts';
import { transferList } from '../../electron/nouns/payments/tables.ts';
import { addLookup } from '../../electron/engines/submissions/journal/lookup-table.ts';
import { submissionByReference } from '../../electron/engines/submissions/journal/submission-table.ts';
import { createSubmission } from '../../electron/engines/submissions/journal/table-writes.ts';
import { asOfTopic } from '../../electron/engines/store/records/topics.ts';
import {
  ownTwins,
  strangersTo,
  twinsOf,
  twinsUnread,
  twinWarnings,
  type Twin,
} from '../../electron/nouns/payments/twins.ts';
import { askTransfers } from '../../electron/nouns/payments/list-transfers.ts';
import { listedTransfers } from '../../electron/nouns/payments/listed-transfers.ts';
import { clockText } from '../../shared/calendar/calendar.ts';
import { transferLikeness } from '../../electron/nouns/payments/order.ts';
import { refreshTransfers } from '../../electron/nouns/payments/refresh.ts';
import type { Transfer, PaymentOrder } from '../../shared/bank/transfers.ts';
import { limits } from '../../shared/limits.ts';
import { ok } from '../../shared/result.ts';
import {
  beginning,
  context,
  failed,
  onePage,
  openLoneDesk,
  refused,
  payeeOf,
  paying,
  transferOf,
  valueOf,
  written,
  type LoneDesk,
} from '../support/lone-desk.ts';

const hours = (count: number): number => count * 3_600_000;
const before = (ms: number): string => new Date(Date.parse(beginning) - ms).toISOString();

const order: PaymentOrder = {
  reference: 'NEW-1',
  accountNumber: paying,
  beneficiaryId: 'b-1',
  amount: '100.00',
  currency: 'USD',
};

const lists = (rows: readonly Transfer[]) => () => ok({ message: '', transfers: onePage(rows) });
const holds = (desk: LoneDesk, ...rows: readonly Transfer[]): void => {
  desk.cache.saveTransfers(rows, beginning, { complete: false });
};
const twins = ({ parts }: LoneDesk): Twin[] => twinsOf(parts, order, listedTransfers(parts));
const namesOf = (found: readonly Twin[]): string[] => found.map(({ name }) => name);

describe('before a payment is sent, the bank is asked what it has', () => {
  const unread = async (desk: LoneDesk, of: Parameters<typeof askTransfers>[1] = {}) =>
    (await askTransfers(desk.parts, of, context)).unread;
  /** A list in pages of the rows, in the order of the array. */
  const inPages =
    (rows: readonly Transfer[], pageSize: number) =>
    ({ query }: { query?: { pageNumber?: string | undefined } | undefined }) => {
      const page = Number(query?.pageNumber);
      const data = rows.slice((page - 1) * pageSize, page * pageSize);
      const totalPages = Math.ceil(rows.length / pageSize);
      return ok({
        message: '',
        transfers: { data, page, pageSize, totalItems: rows.length, totalPages },
      });
    };
  const made = (index: number, ms: number): Transfer =>
    transferOf({ id: `T-${String(index)}`, createdAt: before(ms) });

  test('to its payee from a day ago on, and what it lists is known from then on; that is not the whole list', async () => {
    const desk = openLoneDesk();
    desk.bank.answers.findTransfers = lists([transferOf({ id: 'T-1', reference: 'ELSEWHERE' })]);
    expect(await unread(desk, { beneficiaryId: 'b-1' })).toBeNull();
    expect(desk.bank.asked).toEqual([
      `findTransfers {"query":{"pageNumber":"1","pageSize":"200","beneficiaryId":"b-1","from":"2026-11-18"}}`,
    ]);
    expect(namesOf(twins(desk))).toEqual(['ELSEWHERE']);
    expect(asOfTopic(desk.reader, 'transfers')).toBeNull();
  });

  test('where it can be asked at all: a bank without a list, or no session, is nothing to point out', async () => {
    const desk = openLoneDesk();
    expect(await unread(desk)).toBeNull();
    desk.bank.answers.findTransfers = () => failed('bank.unavailable');
    desk.bank.signedInAt = null;
    expect(await unread(desk)).toBeNull();
    expect(desk.bank.asked).toEqual([]);
    desk.bank.signedInAt = beginning;
    const reason = (await unread(desk)) ?? '';
    expect(reason).not.toBe('');
    expect(twinsUnread(reason)).toMatchObject({ kind: 'twins-unread', weight: 'confirm' });
    expect(twinsUnread(reason).message).toContain(`could not be read (${reason})`);
  });

  test('without a day where the bank refuses one', async () => {
    const desk = openLoneDesk();
    desk.bank.answers.findTransfers = ({ query }) =>
      query?.from === undefined
        ? ok({ message: '', transfers: onePage([transferOf({ id: 'T-1' })]) })
        : refused(400);
    expect(await unread(desk)).toBeNull();
    expect(namesOf(twins(desk))).toEqual(['T-1']);
  });

  test('over one page of a long history that begins with the newest', async () => {
    const desk = openLoneDesk();
    const rows = Array.from({ length: 2_000 }, (_, index) => made(index, hours(index)));
    desk.bank.answers.findTransfers = inPages(rows, 200);
    expect(await unread(desk)).toBeNull();
    expect(desk.bank.asked).toHaveLength(1);
  });

  test('to its end where the list begins with the oldest, in no order, or without times', async () => {
    const hourly = Array.from({ length: 60 }, (_, index) => made(index, hours(index)));
    const jumbled = hourly.toSorted((a, b) => Number(a.id.slice(-1)) - Number(b.id.slice(-1)));
    const timeless = hourly.map((row) => ({ ...row, createdAt: null }));
    for (const rows of [hourly.toReversed(), jumbled, timeless]) {
      const desk = openLoneDesk();
      desk.bank.answers.findTransfers = inPages(rows, 20);
      expect(await unread(desk)).toBeNull();
      expect(desk.bank.asked).toHaveLength(3);
    }
  });

  test('over a few pages and no more', async () => {
    const desk = openLoneDesk();
    const pages = limits.twinPagesMax + 1;
    desk.bank.answers.findTransfers = inPages(
      Array.from({ length: pages }, (_, index) => made(index, 0)),
      1,
    );
    expect(await unread(desk)).toBe('The list goes on behind 5 pages');
    expect(desk.bank.asked).toHaveLength(limits.twinPagesMax);
  });

  test('and a local copy that takes nothing is no reason not to send', async () => {
    const desk = openLoneDesk();
    desk.bank.answers.findTransfers = lists([transferOf({ id: 'T-1' })]);
    const cache = {
      ...desk.parts.cache,
      saveTransfers: () => Promise.reject(new Error('the disk is full')),
    };
    expect((await askTransfers({ ...desk.parts, cache }, {}, context)).unread).toBeNull();
  });

  describe('under its reference', () => {
    const under = async (desk: LoneDesk) =>
      (await askTransfers(desk.parts, { reference: 'NEW-1' }, context)).underReference.map(
        ({ id }) => id,
      );

    test('in its list, whatever the letters’ case, and in the local copy', async () => {
      const desk = openLoneDesk();
      holds(desk, transferOf({ id: 'T-0', reference: 'NEW-1' }));
      desk.bank.answers.findTransfers = lists([
        transferOf({ id: 'T-1', reference: ' new-1' }),
        transferOf({ id: 'T-2', reference: 'NEW-2' }),
      ]);
      expect(await under(desk)).toEqual(['T-0', 'T-1']);
      expect(desk.bank.asked[0]).toContain('"reference":"NEW-1"');
    });

    test('to the end of a list that is filtered, however old', async () => {
      const desk = openLoneDesk();
      const rows = Array.from({ length: 3 }, (_, index) => ({
        ...made(index, hours(1_000 * (index + 1))),
        reference: 'NEW-1',
      }));
      desk.bank.answers.findTransfers = inPages(rows, 1);
      expect(await under(desk)).toEqual(['T-0', 'T-1', 'T-2']);
    });

    test('where the list is not filtered: from the newest to where the local copy has the whole list, else to its end', async () => {
      const desk = openLoneDesk();
      const rows = Array.from({ length: 60 }, (_, index) => made(index, hours(index)));
      rows[59] = { ...rows[59]!, reference: 'NEW-1' };
      desk.bank.answers.findTransfers = inPages(rows, 30);
      expect(await under(desk)).toEqual(['T-59']);
      expect(desk.bank.asked).toHaveLength(2);
      valueOf(await refreshTransfers(desk.parts, context));
      const asked = desk.bank.asked.length;
      expect(await under(desk)).toEqual(['T-59']);
      expect(desk.bank.asked).toHaveLength(asked + 1);
    });
  });
});

describe('a payment that the bank lists from elsewhere is a twin', () => {
  test('within a day by the earlier of both clocks', () => {
    const desk = openLoneDesk();
    const at = (id: string, ms: number): Transfer => transferOf({ id, createdAt: before(ms) });
    holds(desk, at('T-0', hours(1)), at('T-23', hours(23)), at('T-24', hours(24)));
    holds(desk, at('T-25', hours(24) + 1));
    expect(namesOf(twins(desk))).toEqual(['T-0', 'T-23', 'T-24']);
    desk.bank.clockAheadMs = hours(24 * 365);
    expect(namesOf(twins(desk))).toEqual(['T-0', 'T-23', 'T-24']);
    desk.bank.clockAheadMs = -hours(2);
    expect(namesOf(twins(desk))).toHaveLength(4);
  });

  test('by when it was first seen where the bank tells no time', () => {
    const desk = openLoneDesk();
    holds(desk, transferOf({ id: 'T-1', createdAt: null }));
    expect(twins(desk)).toMatchObject([{ words: 'from elsewhere, transfer T-1' }]);
    desk.passes(hours(24) + 1);
    expect(twins(desk)).toEqual([]);
  });

  test('of the same amount, however it is written, currency and payee', () => {
    const desk = openLoneDesk();
    holds(
      desk,
      transferOf({ id: 'same', amount: '100' }),
      transferOf({ id: 'debit', amount: '-100.00' }),
      transferOf({ id: 'fine', amount: '100.0049' }),
      transferOf({ id: 'less', amount: '99.99' }),
      transferOf({ id: 'euro', currency: 'EUR' }),
      transferOf({ id: 'other', beneficiaryId: 'b-2' }),
    );
    expect(namesOf(twins(desk)).toSorted()).toEqual(['debit', 'fine', 'same']);
  });

  test('by the account number of its payee', () => {
    const desk = openLoneDesk();
    desk.cache.saveBeneficiaries([payeeOf('b-1'), payeeOf('another')], beginning, {
      complete: true,
    });
    const { accountNumber } = payeeOf('b-1');
    holds(
      desk,
      transferOf({ id: 'account', beneficiaryId: accountNumber }),
      transferOf({ id: 'known', beneficiaryId: 'another' }),
      transferOf({ id: 'alike', beneficiaryId: '9999999999' }),
    );
    expect(namesOf(twins(desk))).toEqual(['account']);
  });

  test('and one that leaves out what tells it apart is shown to look at', () => {
    const desk = openLoneDesk();
    holds(
      desk,
      transferOf({ id: 'silent', amount: null }),
      transferOf({ id: 'stateless', currency: '' }),
      transferOf({ id: 'nameless', beneficiaryId: '' }),
      transferOf({ id: 'strange', beneficiaryId: 'Ada of Lagos' }),
      transferOf({ id: 'mute', amount: null, beneficiaryId: '' }),
      transferOf({ id: 'silent elsewhere', amount: null, beneficiaryId: 'b-2' }),
    );
    const found = twins(desk);
    expect(namesOf(found).toSorted()).toEqual(['nameless', 'silent', 'stateless', 'strange']);
    expect(twinWarnings(found, 'Ada')).toMatchObject([
      { kind: 'unclear-twin', weight: 'confirm', twins: { length: 4 } },
    ]);
  });

  test('and is told by its reference, its time and its identifier', () => {
    const desk = openLoneDesk();
    holds(desk, transferOf({ id: 'T-1', reference: 'THEIRS' }));
    expect(twins(desk)).toEqual([
      {
        name: 'THEIRS',
        id: 'T-1',
        isOpen: false,
        isSame: true,
        words: 'at 2026-11-20 10:00 UTC from elsewhere, transfer T-1',
      },
    ]);
  });

  test('unless it is this very payment, or another of ours that stands among our own', () => {
    const desk = openLoneDesk();
    written(desk, 'OURS', { state: 'accepted' });
    written(desk, 'NAMED', { state: 'accepted', recordId: 'T-3' });
    written(desk, 'FAILED', { state: 'refused' });
    holds(
      desk,
      transferOf({ id: 'T-1', reference: order.reference }),
      transferOf({ id: 'T-2', reference: 'OURS' }),
      transferOf({ id: 'T-3', reference: 'ANOTHER WORD' }),
      transferOf({ id: 'T-4', reference: 'FAILED' }),
    );
    expect(namesOf(twins(desk))).toEqual(['NAMED', 'OURS']);
  });

  test('also under the reference of one of ours that the bank was said not to have', () => {
    const desk = openLoneDesk();
    written(desk, 'LOST', { state: 'not-found' });
    holds(desk, transferOf({ id: 'T-1', reference: 'LOST' }));
    expect(twins(desk)).toMatchObject([{ name: 'LOST', id: 'T-1', isOpen: false }]);
  });

  test('also under the reference of a change of ours that is no payment', () => {
    const desk = openLoneDesk();
    const { clock, journal } = desk.parts;
    createSubmission(
      journal,
      {
        reference: 'U-1',
        operation: 'updateBeneficiary',
        subject: 'b-1',
        payload: '{}',
        payloadHash: '',
        likeness: null,
        about: {
          title: '',
          amount: null,
          accountNumber: null,
          counterparty: null,
          counterpartyId: null,
        },
      },
      { at: beginning, correlationId: 'test', clocks: clock.moment() },
    );
    holds(desk, transferOf({ id: 'T-1', reference: 'U-1' }));
    expect(namesOf(twins(desk))).toEqual(['U-1']);
  });
});

describe('a payment of our own is a twin', () => {
  test('while it may have gone through or has; open ones first, refused and unsent ones not at all', () => {
    const desk = openLoneDesk();
    written(desk, 'SENT', { state: 'accepted' });
    written(desk, 'OPEN', { state: 'unknown' });
    written(desk, 'UNDERWAY');
    written(desk, 'DONE', { state: 'accepted' });
    for (const state of ['refused', 'not-sent', 'not-found'] as const)
      written(desk, state, { state });
    const found = twins(desk);
    expect(namesOf(found)).toEqual(['UNDERWAY', 'OPEN', 'DONE', 'SENT']);
    expect(found.map(({ isOpen }) => isOpen)).toEqual([true, true, false, false]);
    expect(found[1]?.words).toBe('at 2026-11-20 10:00 UTC, reference OPEN');
  });

  test('not of itself', () => {
    const desk = openLoneDesk();
    written(desk, order.reference, { state: 'not-sent' });
    written(desk, 'OTHER');
    const likeness = transferLikeness(order);
    expect(namesOf(ownTwins(desk.parts, { reference: 'OTHER', likeness }))).toEqual([]);
    expect(namesOf(ownTwins(desk.parts, { reference: 'NEW-2', likeness }))).toEqual(['OTHER']);
  });

  test('within a day, and longer while it has no answer', () => {
    const desk = openLoneDesk();
    written(desk, 'SENT', { state: 'accepted' });
    written(desk, 'OPEN', { state: 'unknown' });
    desk.passes(hours(24));
    expect(namesOf(twins(desk))).toEqual(['OPEN', 'SENT']);
    desk.passes(1);
    expect(namesOf(twins(desk))).toEqual(['OPEN']);
  });
});

test('a stranger is who names no payment like the order, of any age and outcome', () => {
  const desk = openLoneDesk();
  const same = written(desk, 'SAME', { state: 'refused' });
  const other = written(desk, 'OTHER', { amount: '7.00' });
  holds(
    desk,
    transferOf({ id: 'T-same', createdAt: '2020-01-01T00:00:00.000Z' }),
    transferOf({ id: 'T-other', amount: '7.00' }),
    transferOf({ id: 'T-silent', amount: null }),
  );
  const ids = [same.submissionId, other.submissionId, 'T-same', 'T-other', 'T-silent', 'nobody'];
  expect(strangersTo(desk.parts, order, ids)).toEqual([other.submissionId, 'T-other', 'nobody']);
});

describe('what a person must know of twins', () => {
  const twin = (name: string, isOpen: boolean): Twin => ({
    name,
    id: `id-${name}`,
    isOpen,
    isSame: true,
    words: `at ${name}`,
  });

  test('is nothing where there is none', () => {
    expect(twinWarnings([], 'Ada')).toEqual([]);
  });

  test('is who is open and who was sent, each by itself and by name', () => {
    const warnings = twinWarnings([twin('A', true), twin('B', false)], 'Ada');
    expect(warnings).toMatchObject([
      { kind: 'open-twin', weight: 'confirm', twins: [{ name: 'A', id: 'id-A' }] },
      { kind: 'duplicate', weight: 'confirm', twins: [{ name: 'B', id: 'id-B' }] },
    ]);
    expect(warnings[0]?.message).toContain('to Ada was sent at A, and has no answer yet');
    expect(warnings[1]?.message).toContain('sent within a day: at B.');
    expect(warnings[0]?.twins).toEqual([{ name: 'A', id: 'id-A' }]);
    expect(twinWarnings([twin('A', true)], 'Ada').map(({ kind }) => kind)).toEqual(['open-twin']);
    expect(twinWarnings([twin('A', false)], 'Ada').map(({ kind }) => kind)).toEqual(['duplicate']);
  });

  test('is three of them in the sentence and the count of the rest, and all of them to confirm', () => {
    const sent = ['A', 'B', 'C', 'D', 'E'].map((name) => twin(name, false));
    const [told] = twinWarnings(sent, 'Ada');
    expect(told?.message).toContain(': at A; at B; at C; and 2 more.');
    expect(told?.twins).toHaveLength(5);
    const [three] = twinWarnings(sent.slice(0, 3), 'Ada');
    expect(three?.message).toContain(': at A; at B; at C.');
  });
});

test('a moment is told to the minute, in UTC', () => {
  expect(clockText('2026-11-21T10:05:59.999Z')).toBe('2026-11-21 10:05 UTC');
});

test('every transfer that the bank lists is fetched and counted; a list that fails takes nothing away', async () => {
  const desk = openLoneDesk();
  desk.bank.answers.findTransfers = lists([transferOf({ id: 'T-1' }), transferOf({ id: 'T-2' })]);
  expect(await refreshTransfers(desk.parts, context)).toEqual(ok({ count: 2 }));
  expect(desk.bank.asked).toEqual(['findTransfers {"query":{"pageNumber":"1","pageSize":"200"}}']);
  expect(asOfTopic(desk.reader, 'transfers')).toBe(beginning);
  desk.bank.answers.findTransfers = lists([transferOf({ id: 'T-3' })]);
  expect(await refreshTransfers(desk.parts, context)).toEqual(ok({ count: 1 }));
  desk.bank.answers.findTransfers = () => failed('bank.unavailable');
  expect(await refreshTransfers(desk.parts, context)).toMatchObject({
    ok: false,
    error: { code: 'bank.unavailable' },
  });
  const known = ['T-1', 'T-2', 'T-3'].map((id) => moneyRecordById(desk.reader, transferList, id));
  expect(known).not.toContain(null);
});

describe('a whole list that has a payment of ours twice', () => {
  const twice = lists([
    transferOf({ id: 'T-1', reference: 'R-1' }),
    transferOf({ id: 'T-2', reference: 'R-1' }),
  ]);
  const state = ({ parts }: LoneDesk) => submissionByReference(parts.journal, 'R-1');

  test('makes it one that was paid twice', async () => {
    const desk = openLoneDesk();
    written(desk, 'R-1', { state: 'accepted', error: null });
    desk.bank.answers.findTransfers = twice;
    valueOf(await refreshTransfers(desk.parts, context));
    expect(state(desk)).toMatchObject({
      state: 'unknown',
      error: {
        code: 'outcome.duplicated',
        message: expect.stringContaining('T-1 and T-2') as string,
      },
    });
    expect(desk.announced.at(-1)).toMatchObject({ reference: 'R-1', state: 'unknown' });
  });

  test.each([
    ['one of them failed', 'FAILED'],
    ['one of them expired', 'EXPIRED'],
  ])('changes nothing where %s', async (_, status) => {
    const desk = openLoneDesk();
    written(desk, 'R-1', { state: 'accepted', error: null });
    desk.bank.answers.findTransfers = lists([
      transferOf({ id: 'T-1', reference: 'R-1' }),
      transferOf({ id: 'T-2', reference: 'R-1', status }),
    ]);
    valueOf(await refreshTransfers(desk.parts, context));
    expect(state(desk)?.state).toBe('accepted');
  });

  test('changes nothing where it gives one row twice', async () => {
    const desk = openLoneDesk();
    written(desk, 'R-1', { state: 'accepted', error: null });
    const row = transferOf({ id: 'T-1', reference: 'R-1' });
    desk.bank.answers.findTransfers = lists([row, row]);
    valueOf(await refreshTransfers(desk.parts, context));
    expect(state(desk)?.state).toBe('accepted');
  });

  test('opens again what came to nothing by the journal and is listed now', async () => {
    const desk = openLoneDesk();
    written(desk, 'R-1', { state: 'not-found' });
    written(desk, 'R-2', { state: 'refused' });
    desk.bank.answers.findTransfers = lists([
      transferOf({ id: 'T-1', reference: 'r-1' }),
      transferOf({ id: 'T-2', reference: 'R-2' }),
    ]);
    valueOf(await refreshTransfers(desk.parts, context));
    expect(state(desk)).toMatchObject({ state: 'unknown', error: { code: 'outcome.unknown' } });
    expect(submissionByReference(desk.parts.journal, 'R-2')?.state).toBe('refused');
  });

  test('changes nothing that a person has settled', async () => {
    const desk = openLoneDesk();
    const { submissionId } = written(desk, 'R-1', { state: 'accepted', error: null });
    addLookup(desk.parts.journal, submissionId, {
      at: beginning,
      source: 'person',
      found: 'yes',
      words: 'Both are meant.',
    });
    desk.bank.answers.findTransfers = twice;
    valueOf(await refreshTransfers(desk.parts, context));
    expect(state(desk)?.state).toBe('accepted');
  });
});
