import { describe, expect, test } from 'vitest';

import { askTransfers, transfersUnder } from '../../electron/nouns/payments/list-transfers.ts';
import { refreshTransfers } from '../../electron/nouns/payments/refresh.ts';
import { twinsUnread } from '../../electron/nouns/payments/twins.ts';
import { asOfTopic } from '../../electron/engines/store/records/topics.ts';
import type { Transfer } from '../../shared/bank/transfers.ts';
import { limits } from '../../shared/limits.ts';
import { ok } from '../../shared/result.ts';
import {
  beginning,
  context,
  failed,
  onePage,
  openLoneDesk,
  refused,
  transferOf,
  valueOf,
  type LoneDesk,
} from '../support/desks/lone-desk.ts';
import { before, holds, hours, inPages, lists, namesOf, twins } from './listed-desk.ts';

describe('before a payment is sent, the bank is asked what it has', () => {
  const unread = async (desk: LoneDesk, of: Parameters<typeof askTransfers>[1] = {}) =>
    (await askTransfers(desk.parts, of, context)).unread;
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
    expect(await askTransfers(desk.parts, { reference: 'NEW-1' }, context)).toEqual({
      ...{ underReference: [], nearReference: [], unread: null },
    });
    desk.bank.answers.findTransfers = () => failed('bank.unavailable');
    desk.bank.signedInAt = null;
    expect(await unread(desk)).toBeNull();
    expect(desk.bank.asked).toEqual([]);
    desk.bank.signedInAt = beginning;
    const reason = (await unread(desk)) ?? '';
    expect(reason).not.toBe('');
    expect(twinsUnread(reason)).toMatchObject({ kind: 'twins-unread', weight: 'confirm' });
    expect(twinsUnread(reason).message).toContain(`cannot be checked (${reason})`);
  });

  test('without a day where the bank refuses one', async () => {
    const desk = openLoneDesk();
    desk.bank.answers.findTransfers = ({ query }) =>
      query?.from === undefined
        ? ok({ message: '', transfers: onePage([transferOf({ id: 'T-1' })]) })
        : refused(400);
    expect(await unread(desk, { beneficiaryId: 'b-1' })).toBeNull();
    expect(namesOf(twins(desk))).toEqual(['T-1']);
    expect(desk.bank.asked[1]).toContain('"pageSize":"200","beneficiaryId":"b-1"}}');
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

    test('in the local copy too where the bank writes it in capitals, so that it is not sent again', async () => {
      const desk = openLoneDesk();
      const reference = '0190a1b2c3';
      holds(desk, transferOf({ id: 'T-0', reference: reference.toUpperCase() }));
      desk.bank.answers.findTransfers = lists([transferOf({ id: 'T-2', reference: 'NEW-2' })]);
      const { underReference } = await askTransfers(desk.parts, { reference }, context);
      expect(underReference.map(({ id }) => id)).toEqual(['T-0']);
    });

    test('to the end of a filtered list too where the local copy has the whole list', async () => {
      const desk = openLoneDesk();
      desk.bank.answers.findTransfers = lists([]);
      valueOf(await refreshTransfers(desk.parts, context));
      const rows = [30, 40, 50].map((ago, at) => ({ ...made(at, hours(ago)), reference: 'new-1' }));
      desk.bank.answers.findTransfers = inPages(rows, 2);
      expect(await under(desk)).toEqual(['T-0', 'T-1', 'T-2']);
    });

    test('from the newest no further than needed where one of them is it', async () => {
      const desk = openLoneDesk();
      desk.bank.answers.findTransfers = lists([]);
      valueOf(await refreshTransfers(desk.parts, context));
      const rows = [1, 30, 31].map((ago) => made(ago, hours(ago)));
      rows[0] = { ...rows[0]!, reference: 'NEW-1' };
      desk.bank.answers.findTransfers = inPages(rows, 2);
      desk.bank.asked.splice(0);
      expect(await under(desk)).toEqual(['T-1']);
      expect(desk.bank.asked).toHaveLength(1);
    });

    test('over every page that may have come since the local copy had the whole list', async () => {
      const desk = openLoneDesk();
      desk.bank.answers.findTransfers = lists([]);
      valueOf(await refreshTransfers(desk.parts, context));
      const rows = [1, 2, 3, 4].map((ago) => made(ago, hours(ago)));
      rows[3] = { ...rows[3]!, reference: 'NEW-1' };
      desk.bank.answers.findTransfers = inPages(rows, 2);
      expect(await under(desk)).toEqual(['T-4']);
    });

    test('and nothing where none was asked for', async () => {
      const desk = openLoneDesk();
      holds(desk, transferOf({ id: 'T-0', reference: '' }));
      desk.bank.answers.findTransfers = lists([transferOf({ id: 'T-1', reference: '' })]);
      expect(await askTransfers(desk.parts, { beneficiaryId: 'b-1' }, context)).toEqual({
        ...{ underReference: [], nearReference: [], unread: null },
      });
    });

    test('for a look behind an answer: null where the list cannot be read', async () => {
      const desk = openLoneDesk();
      holds(desk, transferOf({ id: 'T-1', reference: 'NEW-1' }));
      desk.bank.answers.findTransfers = lists([]);
      const found = await transfersUnder(desk.parts, 'NEW-1', context);
      expect(found?.map(({ id }) => id)).toEqual(['T-1']);
      desk.bank.answers.findTransfers = () => failed('bank.unavailable');
      expect(await transfersUnder(desk.parts, 'NEW-1', context)).toBeNull();
    });
  });

  test('by what is known of it: its reference, its payee, both, or nothing', async () => {
    const desk = openLoneDesk();
    desk.bank.answers.findTransfers = lists([]);
    const page = '"pageNumber":"1","pageSize":"200"';
    const asked = async (question: Parameters<typeof askTransfers>[1]) => {
      desk.bank.asked.splice(0);
      await askTransfers(desk.parts, question, context);
      return desk.bank.asked.map((text) => text.replace('findTransfers ', ''));
    };
    const reference = `{"query":{${page},"reference":"NEW-1"}}`;
    const recent = (payee: string) => `{"query":{${page}${payee},"from":"2026-11-18"}}`;
    expect(await asked({ reference: 'NEW-1' })).toEqual([reference]);
    expect(await asked({ beneficiaryId: 'b-1' })).toEqual([recent(',"beneficiaryId":"b-1"')]);
    expect(await asked({ reference: 'NEW-1', beneficiaryId: 'b-1' })).toEqual([
      reference,
      recent(',"beneficiaryId":"b-1"'),
    ]);
    expect(await asked({})).toEqual([recent('')]);
  });

  test('and what resembles its reference, or names it, is listed near it, each once', async () => {
    const desk = openLoneDesk();
    const made1 = made(1, hours(1_000));
    desk.bank.answers.findTransfers = lists([
      { ...made1, reference: 'NEW/1' },
      transferOf({ id: 'T-2', narration: 'for NEW-1', createdAt: null }),
      transferOf({ id: 'T-3', reference: 'new-1' }),
      transferOf({ id: 'T-4', reference: 'OTHER' }),
    ]);
    const question = { reference: 'NEW-1', beneficiaryId: 'b-1' };
    const { nearReference } = await askTransfers(desk.parts, question, context);
    expect(nearReference).toMatchObject([
      { record: { id: 'T-1' }, asOf: beginning, since: made1.createdAt },
      { record: { id: 'T-2' }, asOf: beginning, since: beginning },
    ]);
  });

  test('and one of two lists that fails is a list that was not read, though the other one counts', async () => {
    const desk = openLoneDesk();
    const row = transferOf({ id: 'T-1', reference: 'NEW-1' });
    const near = transferOf({ id: 'T-2', reference: 'NEW/1' });
    desk.bank.answers.findTransfers = ({ query }) =>
      query?.reference === undefined
        ? failed('bank.unavailable')
        : ok({ message: '', transfers: onePage([row, near]) });
    const question = { reference: 'NEW-1', beneficiaryId: 'b-1' };
    expect(await askTransfers(desk.parts, question, context)).toMatchObject({
      underReference: [{ id: 'T-1' }],
      nearReference: [{ record: { id: 'T-2' } }],
      unread: 'the bank reports an internal error',
    });
  });

  test.each<[string, ReturnType<typeof failed>]>([
    ['no answer within 6 seconds', failed('cancelled')],
    ['no answer within 6 seconds', failed('network.timeout')],
    ['the bank cannot be reached', failed('network.unreachable')],
    ['the bank refused the request, HTTP 403', refused(403)],
    ['The list has no end', failed('bank.unexpected', { message: 'The list has no end.' })],
    ['A row', failed('bank.unexpected', { message: 'A row. It is no object. Look at it.' })],
    ['v1.2 is not known', failed('bank.unexpected', { message: 'v1.2 is not known.' })],
    ['Two\nlines', failed('bank.unexpected', { message: 'Two\nlines. And\nmore.' })],
  ])('and says why it could not be read: %s', async (reason, answer) => {
    const desk = openLoneDesk();
    desk.bank.answers.findTransfers = () => answer;
    expect(await unread(desk)).toBe(reason);
    expect(desk.bank.asked).toHaveLength(1);
  });

  test('and a list that could not be read is not saved', async () => {
    const desk = openLoneDesk();
    desk.bank.answers.findTransfers = () => failed('bank.unavailable');
    const saved: unknown[] = [];
    const cache = {
      ...desk.parts.cache,
      saveTransfers: (...given: unknown[]) => Promise.resolve(void saved.push(given)),
    };
    await askTransfers({ ...desk.parts, cache }, {}, context);
    expect(saved).toEqual([]);
  });

  /** Hours before the beginning at which each row was made, in the order of the list. */
  test.each<[string, number[], number, number]>([
    ['ends behind a row of more than a day ago', [0, 25, 26, 27], 2, 1],
    ['ends so where several were made at once', [0, 0, 25, 25, 26, 26], 4, 1],
    ['goes on behind one of exactly a day ago', [0, 24, 24, 25], 2, 2],
    ['goes on where all so far were made at once', [25, 0, 26, 1], 1, 4],
    ['goes on where any row stands out of order', [2, 1, 25, 3], 3, 2],
  ])('and the list %s', async (_, ago, pageSize, pages) => {
    const desk = openLoneDesk();
    const rows = ago.map((count, at) => made(at, hours(count)));
    desk.bank.answers.findTransfers = inPages(rows, pageSize);
    expect(await unread(desk)).toBeNull();
    expect(desk.bank.asked).toHaveLength(pages);
  });
});
