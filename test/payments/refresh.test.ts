import { describe, expect, test } from 'vitest';

import { refreshTransfers } from '../../electron/nouns/payments/refresh.ts';
import { asOfTopic } from '../../electron/engines/store/records/topics.ts';
import { addLookup } from '../../electron/engines/submissions/journal/lookup-table.ts';
import { submissionByReference } from '../../electron/engines/submissions/journal/submission-table.ts';
import {
  createSubmission,
  settleSubmission,
} from '../../electron/engines/submissions/journal/table-writes.ts';
import { ok } from '../../shared/result.ts';
import {
  beginning,
  context,
  failed,
  openLoneDesk,
  transferOf,
  valueOf,
  written,
  type LoneDesk,
} from '../support/desks/lone-desk.ts';
import { isHeld, lists } from './listed-desk.ts';

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
  expect(['T-1', 'T-2', 'T-3'].filter((id) => !isHeld(desk, id))).toEqual([]);
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

  test('marks one that was looked up at the bank before', async () => {
    const desk = openLoneDesk();
    const { submissionId } = written(desk, 'R-1', { state: 'accepted', error: null });
    const look = { at: beginning, source: 'bank', found: 'yes', words: 'It is there.' } as const;
    addLookup(desk.parts.journal, submissionId, look);
    desk.bank.answers.findTransfers = twice;
    valueOf(await refreshTransfers(desk.parts, context));
    expect(state(desk)?.error?.code).toBe('outcome.duplicated');
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

  test.each([
    ['R-1', ' r-1'],
    ['0190a1b2c3', '0190A1B2C3'],
  ])('makes %s one that was paid twice where the bank writes it as %s', async (ours, theirs) => {
    const desk = openLoneDesk();
    written(desk, ours, { state: 'accepted', error: null });
    desk.bank.answers.findTransfers = lists([
      transferOf({ id: 'T-1', reference: theirs }),
      transferOf({ id: 'T-2', reference: theirs }),
    ]);
    valueOf(await refreshTransfers(desk.parts, context));
    expect(submissionByReference(desk.parts.journal, ours)).toMatchObject({
      state: 'unknown',
      error: { code: 'outcome.duplicated' },
    });
  });

  test.each(['refused', 'not-sent', 'unknown'] as const)(
    'does not mark one that is %s as paid twice',
    async (given) => {
      const desk = openLoneDesk();
      written(desk, 'R-1', { state: given });
      desk.bank.answers.findTransfers = twice;
      valueOf(await refreshTransfers(desk.parts, context));
      expect(state(desk)?.error?.code).not.toBe('outcome.duplicated');
    },
  );

  test('changes nothing that is no payment of ours: another order, or what others list', async () => {
    const desk = openLoneDesk();
    const { clock, journal } = desk.parts;
    const about = { title: '', amount: null, accountNumber: null, counterparty: null };
    const { submission } = createSubmission(
      journal,
      {
        ...{ reference: 'R-1', operation: 'updateBeneficiary', subject: 'b-1', payload: '{}' },
        ...{ payloadHash: '', likeness: null, about: { ...about, counterpartyId: null } },
      },
      { at: beginning, correlationId: 'test', clocks: clock.moment() },
    );
    settleSubmission(journal, submission.submissionId, { state: 'accepted', at: beginning });
    desk.bank.answers.findTransfers = lists([
      ...['T-1', 'T-2'].map((id) => transferOf({ id, reference: 'R-1' })),
      ...['T-3', 'T-4'].map((id) => transferOf({ id, reference: 'THEIRS' })),
      ...['T-5', 'T-6'].map((id) => transferOf({ id, reference: ' ' })),
    ]);
    expect(await refreshTransfers(desk.parts, context)).toEqual(ok({ count: 6 }));
    expect(state(desk)?.state).toBe('accepted');
    expect(desk.announced).toEqual([]);
  });
});

describe('a whole list that has what came to nothing by the journal', () => {
  test('opens it again, whatever the letters’ case', async () => {
    const desk = openLoneDesk();
    for (const [reference, state] of [
      ['R-1', 'not-found'],
      ['R-2', 'refused'],
      ['R-3', 'not-sent'],
      ['R-4', 'not-found'],
    ] as const)
      written(desk, reference, { state });
    desk.bank.answers.findTransfers = lists([
      transferOf({ id: 'T-1', reference: ' r-1' }),
      transferOf({ id: 'T-2', reference: 'R-2' }),
      transferOf({ id: 'T-3', reference: 'R-3', status: 'RETURNED' }),
    ]);
    valueOf(await refreshTransfers(desk.parts, context));
    const stateOf = (reference: string) =>
      submissionByReference(desk.parts.journal, reference)?.state;
    expect(['R-1', 'R-2', 'R-3', 'R-4'].map(stateOf)).toEqual([
      ...['unknown', 'refused', 'unknown', 'not-found'],
    ]);
    expect(submissionByReference(desk.parts.journal, 'R-1')?.error).toMatchObject({
      code: 'outcome.unknown',
      operation: 'createSingleTransfer',
      message: expect.stringContaining('The bank’s list shows it now, as T-1.') as string,
    });
    expect(desk.announced.map(({ reference }) => reference)).toEqual(['R-1', 'R-3']);
  });

  test.each(['FAILED', 'EXPIRED'])('leaves it where the row is %s', async (status) => {
    const desk = openLoneDesk();
    written(desk, 'R-1', { state: 'not-found' });
    desk.bank.answers.findTransfers = lists([transferOf({ id: 'T-1', reference: 'R-1', status })]);
    valueOf(await refreshTransfers(desk.parts, context));
    expect(submissionByReference(desk.parts.journal, 'R-1')?.state).toBe('not-found');
  });
});
