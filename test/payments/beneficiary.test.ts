import { describe, expect, test } from 'vitest';

import { askBeneficiary } from '../../electron/nouns/beneficiaries/refresh.ts';
import { beneficiaryById } from '../../electron/nouns/beneficiaries/tables.ts';
import {
  canAskBeneficiary,
  isUnread,
  knownBeneficiary,
  payeeName,
  beneficiaryToReview,
  payeeUnread,
  readBeneficiary,
  unreadWords,
} from '../../electron/nouns/payments/beneficiary.ts';
import type { BeneficiaryRecord } from '../../shared/bank/beneficiaries.ts';
import type { AppError, ErrorCode } from '../../shared/errors.ts';
import { ok, type Err } from '../../shared/result.ts';
import {
  beginning,
  context,
  failed,
  onePage,
  openLoneDesk,
  paidTo,
  payeeOf,
  refused,
  type LoneDesk,
} from '../support/desks/lone-desk.ts';

const minute = 60_000;
const aMinuteLater = '2026-11-20T10:01:00.000Z';

const returns = (beneficiary: BeneficiaryRecord) => () => ok({ message: '', beneficiary });
const lists = (rows: readonly BeneficiaryRecord[]) => () =>
  ok({ message: '', beneficiaries: onePage(rows) });
const fails = (outcome: Err<AppError>) => () => outcome;

const askedOf = ({ bank }: LoneDesk): string[] =>
  bank.asked.map((line) => line.split(' ')[0] ?? '');

describe('a payee is asked for', () => {
  test('by its identifier, and the bank’s answer is stored in the local copy', async () => {
    const desk = openLoneDesk();
    desk.bank.answers.getBeneficiary = returns(payeeOf('b-1', { bankName: 'Zenith' }));
    const answer = await askBeneficiary(desk.parts, 'b-1', context);
    expect(answer).toMatchObject({
      ok: true,
      value: { record: { entityId: 'b-1', bankName: 'Zenith' }, asOf: beginning },
    });
    expect(desk.bank.asked).toEqual(['getBeneficiary {"path":{"entityId":"b-1"}}']);
    expect(beneficiaryById(desk.reader, 'b-1')).toMatchObject({
      beneficiary: { bankName: 'Zenith' },
      asOf: beginning,
    });
  });

  test('and an answer about another one is none: nothing of it is stored', async () => {
    const desk = openLoneDesk();
    desk.bank.answers.getBeneficiary = returns(payeeOf('b-2'));
    const answer = await askBeneficiary(desk.parts, 'b-1', context);
    expect(answer).toMatchObject({
      ok: false,
      error: { code: 'bank.unexpected', correlationId: 'test', operation: 'getBeneficiary' },
    });
    expect(!answer.ok && answer.error.message).toContain('b-1 and answered with b-2');
    expect(beneficiaryById(desk.reader, 'b-2')).toBeNull();
  });

  test('only at a bank that returns single payees, and only while signed in', () => {
    const desk = openLoneDesk();
    expect(canAskBeneficiary(desk.parts)).toBe(false);
    desk.bank.answers.getBeneficiary = returns(payeeOf('b-1'));
    expect(canAskBeneficiary(desk.parts)).toBe(true);
    desk.bank.signedInAt = null;
    expect(canAskBeneficiary(desk.parts)).toBe(false);
  });
});

describe('the payee as the bank returns it at this moment', () => {
  test('is asked for alone where that can be, and the list is left in peace', async () => {
    const desk = openLoneDesk();
    desk.bank.answers = { getBeneficiary: returns(payeeOf('b-1')), getAllBeneficiaries: lists([]) };
    expect(await readBeneficiary(desk.parts, 'b-1', context)).toMatchObject({
      ok: true,
      value: { record: { entityId: 'b-1' } },
    });
    expect(askedOf(desk)).toEqual(['getBeneficiary']);
  });

  test('needs a session: without one nothing is asked', async () => {
    const desk = openLoneDesk();
    desk.bank.answers = { getBeneficiary: returns(payeeOf('b-1')) };
    desk.bank.signedInAt = null;
    expect(await readBeneficiary(desk.parts, 'b-1', context)).toMatchObject({
      ok: false,
      error: { code: 'session.required' },
    });
    expect(desk.bank.asked).toEqual([]);
  });

  test('is found in the bank’s list where it cannot be asked for alone, as of now', async () => {
    const desk = openLoneDesk();
    desk.cache.saveBeneficiary(payeeOf('b-1', { bankName: 'Old' }), '2026-11-01T00:00:00.000Z');
    desk.bank.answers = { getAllBeneficiaries: lists([payeeOf('b-1', { bankName: 'New' })]) };
    expect(await readBeneficiary(desk.parts, 'b-1', context)).toMatchObject({
      ok: true,
      value: { record: { bankName: 'New' }, asOf: beginning },
    });
  });

  test.each<[string, Err<AppError>]>([
    ['did not answer in time', failed('network.timeout')],
    ['refused it', refused(403)],
    ['reports an internal error', failed('bank.unavailable')],
  ])('is found in the list where the bank %s', async (_what, failure) => {
    const desk = openLoneDesk();
    desk.bank.answers = {
      getBeneficiary: fails(failure),
      getAllBeneficiaries: lists([payeeOf('b-1')]),
    };
    expect((await readBeneficiary(desk.parts, 'b-1', context)).ok).toBe(true);
    desk.bank.answers.getAllBeneficiaries = lists([payeeOf('b-2')]);
    expect(await readBeneficiary(desk.parts, 'b-1', context)).toEqual(failure);
    desk.bank.answers.getAllBeneficiaries = fails(failed('bank.unexpected'));
    expect(await readBeneficiary(desk.parts, 'b-1', context)).toEqual(failure);
  });

  test.each<ErrorCode>([
    'network.unreachable',
    'network.untrusted',
    'network.proxy-down',
    'session.expired',
    'bank.busy',
    'cancelled',
  ])('is not sought in the list after %s: nothing could be sent either', async (code) => {
    const desk = openLoneDesk();
    desk.bank.answers = {
      getBeneficiary: fails(failed(code)),
      getAllBeneficiaries: lists([payeeOf('b-1')]),
    };
    expect(await readBeneficiary(desk.parts, 'b-1', context)).toMatchObject({
      ok: false,
      error: { code },
    });
    expect(askedOf(desk)).toEqual(['getBeneficiary']);
  });

  test('is unread where the list alone can be asked and does not have it, also if it once had it', async () => {
    const desk = openLoneDesk();
    desk.bank.answers.getAllBeneficiaries = lists([payeeOf('b-1'), payeeOf('b-2')]);
    expect((await readBeneficiary(desk.parts, 'b-1', context)).ok).toBe(true);
    desk.bank.answers.getAllBeneficiaries = lists([payeeOf('b-2')]);
    for (const entityId of ['b-1', 'b-3'])
      expect(await readBeneficiary(desk.parts, entityId, context)).toMatchObject({
        ok: false,
        error: {
          code: 'payee.unread',
          message: expect.stringContaining('list does not have it') as string,
        },
      });
  });

  test('is what the failure of the list says, where the list alone can be asked', async () => {
    const desk = openLoneDesk();
    desk.cache.saveBeneficiary(payeeOf('b-1'), beginning);
    desk.bank.answers.getAllBeneficiaries = fails(failed('bank.unavailable'));
    expect(await readBeneficiary(desk.parts, 'b-1', context)).toMatchObject({
      ok: false,
      error: { code: 'bank.unavailable' },
    });
  });

  test('is nowhere at a bank that returns no payees: the local copy does not stand in', async () => {
    const desk = openLoneDesk();
    desk.cache.saveBeneficiary(payeeOf('b-1'), beginning);
    expect(await readBeneficiary(desk.parts, 'b-1', context)).toMatchObject({
      ok: false,
      error: { code: 'operation.closed', operation: 'getBeneficiary' },
    });
  });

  test('is that of a list read since a moment, and of no list that is older', async () => {
    const desk = openLoneDesk();
    desk.bank.answers.getAllBeneficiaries = lists([payeeOf('b-1')]);
    expect((await readBeneficiary(desk.parts, 'b-1', context, beginning)).ok).toBe(true);
    expect(askedOf(desk)).toHaveLength(1);
    desk.passes(minute);
    expect(await readBeneficiary(desk.parts, 'b-1', context, beginning)).toMatchObject({
      ok: true,
      value: { asOf: beginning },
    });
    expect(askedOf(desk)).toHaveLength(1);
    expect((await readBeneficiary(desk.parts, 'b-1', context, aMinuteLater)).ok).toBe(true);
    expect(askedOf(desk)).toHaveLength(2);
    expect((await readBeneficiary(desk.parts, 'b-1', context)).ok).toBe(true);
    expect(askedOf(desk)).toHaveLength(3);
  });
});

test('that it has no such payee is the bank’s own answer; any other failure leaves it unread', () => {
  const of = ({ error }: Err<AppError>): boolean => isUnread(error);
  expect([refused(404), refused(410), failed('network.unreachable')].map(of)).toEqual([
    false,
    false,
    false,
  ]);
  expect([refused(403), failed('network.timeout'), failed('operation.closed')].map(of)).toEqual([
    true,
    true,
    true,
  ]);
});

describe('what is known of a payee without the bank', () => {
  test('is the local copy, or else where its money went last, or nothing', () => {
    const desk = openLoneDesk();
    expect(knownBeneficiary(desk.parts, 'b-1')).toBeNull();
    const through = { bankName: 'Correspondent NY', bic: '', country: '' };
    const branch = { branchName: 'Marina', branchCode: '', city: '' };
    const paid = payeeOf('b-1', {
      accountNumber: '77',
      intermediaryBank: through,
      branchInformation: branch,
    });
    paidTo(desk, paid);
    expect(knownBeneficiary(desk.parts, 'b-1')).toMatchObject({
      record: {
        entityId: 'b-1',
        accountName: 'Ada Obi Ltd',
        accountNumber: '77',
        intermediaryBank: { bankName: 'Correspondent NY' },
        branchInformation: { branchName: 'Marina' },
      },
      asOf: beginning,
    });
    desk.cache.saveBeneficiary(payeeOf('b-1', { accountNumber: '88' }), aMinuteLater);
    expect(knownBeneficiary(desk.parts, 'b-1')).toMatchObject({
      record: { accountNumber: '88' },
      asOf: aMinuteLater,
    });
  });

  test('is no bank on the way and no branch where it was paid without', () => {
    const desk = openLoneDesk();
    paidTo(desk, payeeOf('b-1'));
    const { record } = knownBeneficiary(desk.parts, 'b-1')!;
    expect(record.intermediaryBank ?? null).toBeNull();
    expect(record.branchInformation ?? null).toBeNull();
  });

  test('is reported with the reason and with where it was last paid', () => {
    const desk = openLoneDesk();
    const error = (outcome: Err<AppError>): AppError => outcome.error;
    const closed = unreadWords(desk.parts, 'b-1', error(failed('operation.closed')));
    expect(closed).toContain('The payee b-1 could not be read from the bank now (');
    expect(closed).toContain('names no way to read payees');
    expect(closed).toContain('It was never paid from here.');
    paidTo(desk, payeeOf('b-1', { accountNumber: '77' }));
    const late = unreadWords(desk.parts, 'b-1', error(failed('network.timeout')));
    expect(late).toContain('The payee Ada Obi Ltd could not be read');
    expect(late).toContain('(the bank did not answer in time)');
    expect(late).toContain('It was last paid at 2026-11-20 10:00 UTC, to the account 77.');
    expect(unreadWords(desk.parts, 'b-1', error(refused(500)))).toContain(
      '(the bank refused the request, HTTP 500)',
    );
    expect(unreadWords(desk.parts, 'b-1', error(failed('payee.unread')))).toContain(
      '(its list does not have it)',
    );
  });

  test('stands in the failure that waits for a person’s confirmation, at the field that is answered for', () => {
    const desk = openLoneDesk();
    const { error } = failed('network.timeout');
    const unread = payeeUnread(desk.parts, 'b-1', { error, context });
    const words = unreadWords(desk.parts, 'b-1', error);
    expect(unread).toMatchObject({
      code: 'payee.unread',
      correlationId: 'test',
      operation: 'createSingleTransfer',
      fields: { 'payee-unread': words },
    });
    expect(unread.message).toContain(words);
  });
});

describe('a payee for a person to look at', () => {
  test('is current where the bank returns it', async () => {
    const desk = openLoneDesk();
    desk.bank.answers.getBeneficiary = returns(payeeOf('b-1'));
    expect(await beneficiaryToReview(desk.parts, 'b-1', context)).toMatchObject({
      ok: true,
      value: { payee: { record: { entityId: 'b-1' } }, isCurrent: true, unread: null },
    });
  });

  test('is the known one where the bank leaves it unread, and somebody must answer for it', async () => {
    const desk = openLoneDesk();
    desk.cache.saveBeneficiary(payeeOf('b-1'), beginning);
    desk.bank.answers.getBeneficiary = fails(failed('network.timeout'));
    expect(await beneficiaryToReview(desk.parts, 'b-1', context)).toMatchObject({
      ok: true,
      value: { isCurrent: false, unread: expect.stringContaining('Ada Obi') as string },
    });
  });

  test.each<[string, (desk: LoneDesk) => void]>([
    ['signed out', ({ bank }) => void (bank.signedInAt = null)],
    [
      'offline',
      ({ bank }) => void (bank.answers.getBeneficiary = fails(failed('network.unreachable'))),
    ],
  ])('is the known one %s, where nothing can be sent anyway', async (_when, happens) => {
    const desk = openLoneDesk();
    desk.cache.saveBeneficiary(payeeOf('b-1'), beginning);
    happens(desk);
    expect(await beneficiaryToReview(desk.parts, 'b-1', context)).toMatchObject({
      ok: true,
      value: { isCurrent: false, unread: null, payee: { asOf: beginning } },
    });
  });

  test('is refused with the bank’s words where the bank has no such payee, known or not', async () => {
    const desk = openLoneDesk();
    desk.bank.answers.getBeneficiary = fails(refused(404));
    const gone = { ok: false, error: { code: 'bank.refused', bank: { status: 404 } } };
    expect(await beneficiaryToReview(desk.parts, 'b-1', context)).toMatchObject(gone);
    desk.cache.saveBeneficiary(payeeOf('b-1'), beginning);
    expect(await beneficiaryToReview(desk.parts, 'b-1', context)).toMatchObject(gone);
  });

  test('that nothing here knows is not in the copy where the bank could not be asked, and its failure where it could', async () => {
    const desk = openLoneDesk();
    const notHere = { ok: false, error: { code: 'offline.not-cached' } };
    const unknown = await beneficiaryToReview(desk.parts, 'b-1', context);
    expect(unknown).toMatchObject(notHere);
    expect(!unknown.ok && unknown.error.message).toContain('not in the local copy');
    desk.bank.answers.getAllBeneficiaries = lists([]);
    expect(await beneficiaryToReview(desk.parts, 'b-1', context)).toMatchObject(notHere);
    desk.bank.signedInAt = null;
    expect(await beneficiaryToReview(desk.parts, 'b-1', context)).toMatchObject(notHere);
    desk.bank.signedInAt = beginning;
    desk.bank.answers.getBeneficiary = fails(failed('network.unreachable'));
    expect(await beneficiaryToReview(desk.parts, 'b-1', context)).toMatchObject({
      ok: false,
      error: { code: 'network.unreachable' },
    });
  });
});

test('a payee is called by its name, else by its account’s, else by its identifier', () => {
  expect(payeeName(payeeOf('b-1'))).toBe('Ada Obi');
  expect(payeeName(payeeOf('b-1', { name: '' }))).toBe('Ada Obi Ltd');
  expect(payeeName(payeeOf('b-1', { name: '', accountName: '' }))).toBe('b-1');
});
