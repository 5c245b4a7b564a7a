import { describe, expect, test } from 'vitest';

import { submissionById } from '../../electron/engines/submissions/journal/submission-table.ts';
import {
  assessAnswer,
  objectionTo,
  readBack,
} from '../../electron/engines/submissions/acceptance.ts';
import {
  confirm,
  confirmAccepted,
  isUnconfirmed,
} from '../../electron/engines/submissions/lookup/confirmation.ts';
import type { IncomingEntry } from '../../electron/nouns/statements/entries/incoming.ts';
import type { OperationOutput } from '../../shared/bank/catalogue.ts';
import type { Transfer } from '../../shared/bank/transfers.ts';
import type { Outcome } from '../../shared/errors.ts';
import { ok } from '../../shared/result.ts';
import { entry, fetchRange, firstDay } from '../support/stores/store.ts';
import {
  beginning,
  context,
  failed,
  onePage,
  openLoneDesk,
  paying,
  sentOf,
  submissionOf,
  transferOf,
  written,
  type LoneDesk,
  hundredToPayee,
} from '../support/desks/lone-desk.ts';

const body = {
  ...hundredToPayee,
  reference: 'R-1',
};
const sent = sentOf('createSingleTransfer', { body });
type Answer = OperationOutput<'createSingleTransfer'>;

const answer = (given: Partial<Transfer> = {}): Answer => ({
  message: '',
  transfer: transferOf({ id: 'T-1', reference: 'R-1', ...given }),
});
/** Nothing in it shows whose it is. */
const bare = { reference: '', amount: null, currency: '' };
const lists = (desk: LoneDesk, ...rows: readonly Transfer[]): void => {
  desk.bank.answers.findTransfers = () => ok({ message: '', transfers: onePage(rows) });
};
const listed = (given: Partial<Transfer> & { id: string }) =>
  transferOf({ reference: 'R-1', ...given });
const judge = (desk: LoneDesk, outcome: Outcome<Answer>) =>
  assessAnswer(desk.parts, sent, outcome, { correlationId: 'judged' });

describe('an answer to a change', () => {
  test('that shows it is ours is confirmed, and the list is not asked', async () => {
    const desk = openLoneDesk();
    lists(desk);
    expect(await judge(desk, ok(answer()))).toEqual(ok({ answer: answer(), confirmed: true }));
    expect(desk.bank.asked).toEqual([]);
  });

  test('that contradicts what was sent leaves it unknown', async () => {
    const desk = openLoneDesk();
    lists(desk, listed({ id: 'T-1' }));
    expect(await judge(desk, ok(answer({ amount: '7.00' })))).toMatchObject({
      ok: false,
      error: {
        code: 'outcome.unknown',
        correlationId: 'judged',
        operation: 'createSingleTransfer',
        message: expect.stringContaining('7.00 instead of 100.00') as string,
      },
    });
    expect(desk.bank.asked).toEqual([]);
  });

  test('that says it failed is a refusal, with the bank’s words', async () => {
    const desk = openLoneDesk();
    expect(await judge(desk, ok(answer({ status: 'FAILED', reason: 'Limit' })))).toMatchObject({
      ok: false,
      error: {
        code: 'bank.refused',
        correlationId: 'judged',
        operation: 'createSingleTransfer',
        message: expect.stringContaining('“FAILED”: Limit') as string,
        bank: { status: 200, message: 'FAILED: Limit' },
      },
    });
    expect(await judge(desk, ok(answer({ status: 'FAILED' })))).toMatchObject({
      error: { bank: { message: 'FAILED' } },
    });
    desk.bank.words = { failed: [], rejected: ['R7'], done: [] };
    expect(await judge(desk, ok(answer({ status: 'r7' })))).toMatchObject({ ok: false });
  });

  test('that leaves open whose it is, is confirmed by the list, else accepted and not confirmed', async () => {
    const desk = openLoneDesk();
    const unsure = ok({ answer: answer(bare), confirmed: false });
    expect(await judge(desk, ok(answer(bare)))).toEqual(unsure);
    lists(desk);
    expect(await judge(desk, ok(answer(bare)))).toEqual(unsure);
    desk.bank.answers.findTransfers = () => failed('bank.unavailable');
    expect(await judge(desk, ok(answer(bare)))).toEqual(unsure);
    lists(desk, listed({ id: 'T-9' }));
    expect(await judge(desk, ok(answer(bare)))).toMatchObject({
      ok: true,
      value: { confirmed: true, answer: { transfer: { id: 'T-9' } } },
    });
  });

  test('that is a failure is what it is, and the list is not asked', async () => {
    const desk = openLoneDesk();
    lists(desk, listed({ id: 'T-1' }));
    const failures = [
      failed('outcome.unknown'),
      failed('bank.busy'),
      failed('input.invalid', { fields: { amount: 'no' } }),
    ];
    for (const failure of failures) expect(await judge(desk, failure)).toBe(failure);
    expect(desk.bank.asked).toEqual([]);
  });

  test('that does not show what was asked for leaves it unknown, and says what is missing', async () => {
    const desk = openLoneDesk();
    const body = { name: 'Grace Obi' };
    const renaming = sentOf('updateBeneficiary', { path: { entityId: 'b-1' }, body });
    const renamed = (given: { name?: string }) =>
      assessAnswer(desk.parts, renaming, ok({ message: '', ...given }), context);
    expect(await renamed({})).toMatchObject({
      ok: false,
      error: {
        code: 'outcome.unknown',
        correlationId: 'test',
        operation: 'updateBeneficiary',
        message: expect.stringContaining('does not contain name, which was sent.') as string,
      },
    });
    expect(await renamed(body)).toMatchObject({ ok: true, value: { answer: body } });
  });

  test('that cannot be read at all is accepted only if the list has it', async () => {
    const desk = openLoneDesk();
    const shapeless = failed('outcome.unknown', { fields: { transfer: 'is missing' } });
    expect(await judge(desk, shapeless)).toBe(shapeless);
    lists(desk);
    expect(await judge(desk, shapeless)).toBe(shapeless);
    lists(desk, listed({ id: 'T-9' }));
    expect(await judge(desk, shapeless)).toMatchObject({ ok: true, value: { confirmed: true } });
  });
});

describe('the list read back', () => {
  test('that has it twice says so, with both identifiers', async () => {
    const desk = openLoneDesk();
    lists(desk, listed({ id: 'T-1' }), listed({ id: 'T-2' }));
    const read = await readBack(desk.parts, sent, context);
    expect(read).toMatchObject({
      ok: false,
      error: {
        code: 'outcome.duplicated',
        operation: 'createSingleTransfer',
        correlationId: 's-1',
      },
    });
    expect(read?.ok === false && read.error.message).toContain(
      'has it 2 times under one reference: T-1 and T-2.',
    );
  });

  test('that has something else under our reference, or a failure, is no acceptance', async () => {
    const desk = openLoneDesk();
    lists(desk, listed({ id: 'T-1', amount: '7.00' }));
    expect(await readBack(desk.parts, sent, context)).toMatchObject({
      error: { code: 'outcome.unknown' },
    });
    lists(desk, listed({ id: 'T-1', status: 'REJECTED' }));
    expect(await readBack(desk.parts, sent, context)).toMatchObject({
      error: { code: 'bank.refused' },
    });
  });

  test('is nothing where there is no list to ask', async () => {
    const desk = openLoneDesk();
    expect(await readBack(desk.parts, sent, context)).toBeNull();
    const payee = sentOf('updateBeneficiary', { path: { entityId: 'b-1' }, body: {} });
    desk.bank.answers.getAllBeneficiaries = () => failed('bank.unavailable');
    expect(await readBack(desk.parts, payee, context)).toBeNull();
    expect(desk.bank.asked).toEqual([]);
  });
});

test('nothing speaks against a row that agrees and waits for funds', () => {
  const desk = openLoneDesk();
  const row = { mismatch: null, status: 'AWAITING_FUNDS', reason: '' };
  expect(objectionTo(desk.parts, sent, row)).toBeNull();
  expect(objectionTo(desk.parts, sent, { ...row, status: '' })).toBeNull();
});

describe('what was accepted and is not confirmed', () => {
  const unsure = (desk: LoneDesk, reference = 'R-1') =>
    written(desk, reference, { state: 'accepted', confirmed: false, recordId: 'T-1' });
  /** The statement of the account shows these. */
  const books = ({ cache }: LoneDesk, ...given: readonly Partial<IncomingEntry>[]): void => {
    const entries = given.map((one, ordinal) =>
      entry(`E-${String(ordinal)}`, {
        ordinal,
        direction: 'debit',
        amountE4: 1_000_000n,
        customReference: 'R-1',
        ...one,
      }),
    );
    cache.ensureAccount(paying, 'USD');
    fetchRange(cache, [entries], {
      start: { accountNumber: paying, from: firstDay, to: firstDay },
    });
  };

  test('is that alone', () => {
    expect(isUnconfirmed(submissionOf({ state: 'accepted', confirmed: false }))).toBe(true);
    expect(isUnconfirmed(submissionOf({ state: 'accepted', confirmed: true }))).toBe(false);
    expect(isUnconfirmed(submissionOf({ state: 'accepted', confirmed: null }))).toBe(false);
    expect(isUnconfirmed(submissionOf({ state: 'unknown', confirmed: false }))).toBe(false);
  });

  test('is confirmed by the bank’s list, with what the list shows', async () => {
    const desk = openLoneDesk();
    lists(desk, listed({ id: 'T-9' }));
    const confirmed = await confirm(desk.parts, unsure(desk), context);
    expect(confirmed).toMatchObject({ state: 'accepted', confirmed: true, recordId: 'T-9' });
    expect(JSON.parse(confirmed.answer ?? '')).toMatchObject({ transfer: { id: 'T-9' } });
    expect(desk.announced).toEqual([confirmed]);
    expect(desk.parts.reader.connection.prepare('SELECT id FROM transfer').all()).toEqual([
      { id: 'T-9' },
    ]);
  });

  test('is no longer accepted where the list has it as something else, twice or failed', async () => {
    for (const [rows, state] of [
      [[listed({ id: 'T-1', amount: '7.00' })], 'unknown'],
      [[listed({ id: 'T-1' }), listed({ id: 'T-2' })], 'unknown'],
      [[listed({ id: 'T-1', status: 'FAILED' })], 'refused'],
    ] as const) {
      const desk = openLoneDesk();
      lists(desk, ...rows);
      const settled = await confirm(desk.parts, unsure(desk), context);
      expect(settled).toMatchObject({ state, confirmed: null });
      expect(settled.error).not.toBeNull();
    }
  });

  test('stays where neither the list nor the statement has it', async () => {
    const desk = openLoneDesk();
    lists(desk);
    const submission = unsure(desk);
    expect(await confirm(desk.parts, submission, context)).toMatchObject({ confirmed: false });
    expect(desk.announced).toEqual([]);
  });

  test('is confirmed by the statement that books it once, by reference, direction and amount', async () => {
    const desk = openLoneDesk();
    const submission = unsure(desk);
    books(desk, {}, { transactionType: 'fee' }, { direction: 'credit' }, { amountE4: 70_000n });
    expect(await confirm(desk.parts, submission, context)).toMatchObject({
      state: 'accepted',
      confirmed: true,
      recordId: 'T-1',
    });
  });

  test.each<[string, readonly Partial<IncomingEntry>[]]>([
    ['twice', [{}, {}]],
    ['as a credit', [{ direction: 'credit' }]],
    ['as a fee', [{ transactionType: 'fee' }]],
    ['with another amount', [{ amountE4: 1_000_001n }]],
    ['under another reference', [{ customReference: 'R-2' }]],
  ])('is not confirmed by a statement that books it %s', async (_how, entries) => {
    const desk = openLoneDesk();
    const submission = unsure(desk);
    books(desk, ...entries);
    expect(await confirm(desk.parts, submission, context)).toMatchObject({ confirmed: false });
  });

  test('is confirmed by reference and direction alone where only the bank knows the amount', async () => {
    const desk = openLoneDesk();
    const order = { quoteId: 'Q-1', sellAccountNumber: paying, buyAccountNumber: '1' };
    const { submissionId } = unsure(desk);
    desk.parts.journal.connection
      .prepare(`UPDATE submission SET operation = 'lockRate', payload = ?`)
      .run(JSON.stringify({ body: { ...order, reference: 'R-1' } }));
    books(desk, { amountE4: 123n }, { direction: 'credit' });
    const conversion = submissionById(desk.parts.journal, submissionId)!;
    expect(await confirm(desk.parts, conversion, context)).toMatchObject({ confirmed: true });
  });

  test('is not looked for where it is confirmed, no change, or cannot be read back', async () => {
    const desk = openLoneDesk();
    lists(desk, listed({ id: 'T-9' }));
    const given = { state: 'accepted', confirmed: false } as const;
    const strangers = [
      submissionOf({ state: 'unknown' }),
      submissionOf({ ...given, operation: 'ofOldTimes' }),
      submissionOf({ ...given, payload: '{' }),
    ];
    for (const one of strangers) expect(await confirm(desk.parts, one, context)).toBe(one);
    expect(desk.bank.asked).toEqual([]);
  });

  test('keeps what somebody settled while the bank was asked', async () => {
    const desk = openLoneDesk();
    const submission = unsure(desk);
    desk.bank.answers.findTransfers = () => {
      desk.parts.journal.connection
        .prepare(`UPDATE submission SET state = 'refused', confirmed = NULL`)
        .run();
      return ok({ message: '', transfers: onePage([listed({ id: 'T-9' })]) });
    };
    expect(await confirm(desk.parts, submission, context)).toMatchObject({ state: 'refused' });
    expect(desk.announced).toEqual([]);
  });

  test('is asked for fifty at a time, oldest first, and only while signed in and wanted', async () => {
    const desk = openLoneDesk();
    lists(desk, listed({ id: 'T-0', reference: 'OTHER', amount: '7.00' }));
    for (let each = 0; each < 51; each += 1) unsure(desk, `R-${String(each)}`);
    await confirmAccepted(desk.parts, context);
    expect(desk.bank.asked).toHaveLength(50);
    expect(desk.bank.asked[0]).toContain('"R-0"');
    await confirmAccepted(desk.parts, { ...context, signal: AbortSignal.abort() });
    desk.bank.signedInAt = null;
    await confirmAccepted(desk.parts, context);
    expect(desk.bank.asked).toHaveLength(50);
  });

  test('of what has no booking stays where no list shows it', async () => {
    const desk = openLoneDesk();
    const uniqueRequestId = '01234567-89ab-4cde-8f01-23456789abcd';
    const order = { uniqueRequestId, currencyIso3Code: 'USD', accountName: 'Treasury' };
    const opened = submissionOf({
      operation: 'createVirtualAccount',
      payload: JSON.stringify({ body: order }),
      state: 'accepted',
      confirmed: false,
    });
    expect(await confirm(desk.parts, opened, context)).toBe(opened);
    expect(submissionById(desk.parts.journal, 's-1')).toBeNull();
    expect(opened.createdAt).toBe(beginning);
  });
});
