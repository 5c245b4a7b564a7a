import { describe, expect, test } from 'vitest';

import { sendTransfer } from '../../electron/nouns/payments/send.ts';
import { adoptListed } from '../../electron/nouns/payments/found-listed.ts';
import { lookForDuplicate, markDuplicate } from '../../electron/engines/submissions/duplicate.ts';
import { lookUp } from '../../electron/engines/submissions/lookup/lookup.ts';
import { submissionByReference } from '../../electron/engines/submissions/journal/submission-table.ts';
import type { PaymentOrder, Transfer } from '../../shared/bank/transfers.ts';
import { appError, DeskFault } from '../../shared/errors.ts';
import { ok } from '../../shared/result.ts';
import {
  beginning,
  context,
  onePage,
  openLoneDesk,
  payeeOf,
  paying,
  submissionOf,
  transferOf,
  valueOf,
  written,
  type LoneDesk,
  hundredToPayee,
} from '../support/desks/lone-desk.ts';
import { aboutOf } from '../support/about.ts';

const order: PaymentOrder = {
  reference: 'INV-1',
  ...hundredToPayee,
};
const listed = (given: Partial<Transfer> = {}): Transfer =>
  transferOf({ id: 'T-1', reference: 'INV-1', ...given });

/** A bank that lists these and takes every payment. */
function deskWith(...rows: readonly Transfer[]): LoneDesk {
  const desk = openLoneDesk();
  desk.bank.answers = {
    getBeneficiary: () => ok({ message: '', beneficiary: payeeOf('b-1') }),
    findTransfers: () => ok({ message: '', transfers: onePage(rows) }),
    createSingleTransfer: ({ body }) =>
      ok({ message: '', transfer: transferOf({ id: 'T-9', reference: body.reference }) }),
  };
  return desk;
}

const send = ({ parts }: LoneDesk) =>
  sendTransfer(
    parts,
    {
      ...{ ...order, narration: '' },
      payeeFingerprint: null,
      approval: { by: 'script', twins: [], payeeChecked: true, twinsUnchecked: false },
    },
    context,
  );
const sends = (desk: LoneDesk): number => desk.asked('createSingleTransfer');

describe('a payment that the bank lists and the journal does not know', () => {
  test('is in the journal from then on, by what the bank lists of it', async () => {
    const desk = deskWith(listed({ createdAt: '2026-11-19T08:00:00.000Z' }));
    const { submission, answer } = valueOf(await send(desk));
    expect(answer).toBeNull();
    expect(submission).toMatchObject({
      ...{ reference: 'INV-1', origin: 'found', state: 'accepted', confirmed: true },
      ...{ recordId: 'T-1', createdAt: '2026-11-19T08:00:00.000Z', error: null },
      about: aboutOf('Transfer to Ada Obi, found at the bank', {
        amount: { amount: '100.00', currency: 'USD' },
        accountNumber: paying,
        counterparty: 'Ada Obi',
        counterpartyId: 'b-1',
      }),
      lookups: [{ source: 'bank', found: 'yes', words: 'The bank’s list has it as T-1.' }],
    });
    expect(submission.likeness).toBe('transfer|b-1|100.00|USD');
    expect(sends(desk)).toBe(0);
    expect(valueOf(await send(desk)).submission.submissionId).toBe(submission.submissionId);
    expect(valueOf(await lookUp(desk.parts, submission, context)).state).toBe('accepted');
  });

  test.each<[string, Partial<Transfer>]>([
    ['with a minus', { amount: '-100.00' }],
    ['in other letters', { reference: ' inv-1' }],
    [
      'by its reference alone',
      { amount: null, currency: '', accountNumber: '', beneficiaryId: '' },
    ],
    ['with an account of which it hides a part', { accountNumber: '••••6655' }],
    ['by the account number of its payee', { beneficiaryId: payeeOf('b-1').accountNumber }],
    ['without a name of its payee', { beneficiaryName: '' }],
    ['without a time', { createdAt: null }],
    ['as returned', { status: 'RETURNED' }],
  ])('is it where the bank lists it %s', async (_, given) => {
    const desk = deskWith(listed(given));
    desk.cache.saveBeneficiary(payeeOf('b-1'), beginning);
    expect(valueOf(await send(desk)).submission).toMatchObject({
      origin: 'found',
      state: 'accepted',
    });
    expect(sends(desk)).toBe(0);
  });

  test.each<[string, Partial<Transfer>, string]>([
    ['amount', { amount: '100.01' }, '100.01 USD'],
    ['currency', { currency: 'EUR' }, '100.00 EUR'],
    ['account', { accountNumber: '1112223334' }, '100.00 USD'],
    ['payee', { beneficiaryId: 'b-2', beneficiaryName: 'Bo Ek' }, 'Transfer to Bo Ek'],
  ])('is refused where the bank lists another %s', async (_, given, words) => {
    const desk = deskWith(listed(given));
    const refusal = await send(desk).then(
      () => null,
      (cause: unknown) => cause as DeskFault,
    );
    expect(refusal).toMatchObject({ code: 'input.invalid' });
    expect(refusal?.message).toContain('The bank has something else under this reference');
    expect(refusal?.message).toContain(words);
    expect(refusal?.message).toContain('Nothing was sent.');
    expect(sends(desk)).toBe(0);
  });

  test.each(['FAILED', 'EXPIRED'])('is refused where it is %s, and not sent', async (status) => {
    const desk = deskWith(listed({ status }));
    expect(valueOf(await send(desk)).submission).toMatchObject({
      ...{ origin: 'found', state: 'refused', confirmed: null },
      error: {
        code: 'bank.refused',
        message: expect.stringContaining(`The bank lists it as ${status}.`) as string,
      },
    });
    expect(sends(desk)).toBe(0);
  });

  test('counts by the record that stands, where another one failed', async () => {
    const desk = deskWith(listed({ id: 'T-0', status: 'FAILED' }), listed());
    expect(valueOf(await send(desk)).submission).toMatchObject({
      state: 'accepted',
      recordId: 'T-1',
    });
  });

  test('was paid twice where two stand, and is announced so', async () => {
    const desk = deskWith(listed(), listed({ id: 'T-2' }));
    const { submission } = valueOf(await send(desk));
    expect(submission).toMatchObject({
      state: 'unknown',
      error: {
        code: 'outcome.duplicated',
        message: expect.stringMatching(/2 times .*T-1 and T-2/) as string,
      },
    });
    expect(desk.announced.at(-1)).toMatchObject({ reference: 'INV-1', state: 'unknown' });
    expect(sends(desk)).toBe(0);
  });

  test('has what the order has where the bank leaves it out, and the payee’s id for a name', () => {
    const desk = openLoneDesk();
    const given = { beneficiaryName: '', createdAt: null, accountNumber: '', currency: '' };
    expect(adoptListed(desk.parts, order, [listed({ ...given, amount: null })])).toMatchObject({
      createdAt: beginning,
      likeness: 'transfer|b-1|100.00|USD',
      about: {
        ...{ title: 'Transfer to b-1, found at the bank', counterparty: 'b-1' },
        ...{ amount: { amount: '100.00', currency: 'USD' }, accountNumber: paying },
      },
    });
  });

  test('is announced by whoever reports it, and not for being found', () => {
    const desk = openLoneDesk();
    expect(adoptListed(desk.parts, order, [listed()])).toMatchObject({ state: 'accepted' });
    expect(desk.announced).toEqual([]);
  });

  test('has no amount to compare where its currency is not known here', () => {
    const desk = openLoneDesk();
    expect(adoptListed(desk.parts, order, [listed({ currency: 'POINTS' })])).toMatchObject({
      ...{ state: 'accepted', likeness: null },
      about: { amount: null },
    });
  });

  test('is nothing where the list has none', () => {
    const desk = openLoneDesk();
    expect(adoptListed(desk.parts, order, [])).toBeNull();
    expect(submissionByReference(desk.parts.journal, 'INV-1')).toBeNull();
  });
});

describe('behind an acceptance the list is read once more', () => {
  /** Another desk sends the same while ours is on its way. */
  function racedDesk(status = 'BOOKED'): LoneDesk {
    const desk = deskWith();
    const { createSingleTransfer } = desk.bank.answers;
    desk.bank.answers.createSingleTransfer = (input, call) => {
      const rows = [listed({ id: 'T-9' }), listed({ id: 'T-2', status })];
      desk.bank.answers.findTransfers = () => ok({ message: '', transfers: onePage(rows) });
      return createSingleTransfer!(input, call);
    };
    return desk;
  }

  test('and two records are a payment that was paid twice', async () => {
    const desk = racedDesk();
    const { submission, answer } = valueOf(await send(desk));
    expect(answer).toBeNull();
    expect(submission).toMatchObject({
      state: 'unknown',
      error: { code: 'outcome.duplicated' },
      lookups: [{ source: 'bank', found: 'doubtful' }],
    });
    expect(desk.announced.at(-1)).toMatchObject({ state: 'unknown' });
  });

  test('and one that failed beside ours is none', async () => {
    const { submission, answer } = valueOf(await send(racedDesk('FAILED')));
    expect([submission.state, answer?.transfer.id]).toEqual(['accepted', 'T-9']);
  });

  test('and a list that cannot be read then changes nothing', async () => {
    const desk = deskWith();
    desk.bank.answers.createSingleTransfer = ({ body }) => {
      desk.bank.answers.findTransfers = () => {
        throw new Error('the list is gone');
      };
      return ok({ message: '', transfer: transferOf({ id: 'T-9', reference: body.reference }) });
    };
    expect(valueOf(await send(desk)).submission).toMatchObject({
      state: 'accepted',
      confirmed: true,
    });
  });

  const twice = () => {
    const desk = deskWith(listed({ id: 'T-9' }), listed({ id: 'T-2' }));
    const look = (state: 'accepted' | 'refused', parts = desk.parts) =>
      lookForDuplicate(
        parts,
        'createSingleTransfer',
        written(desk, 'INV-1', { state, error: null }),
        context,
      );
    return { desk, look };
  };

  test('only of what was accepted, at a bank that knows no keys', async () => {
    const one = twice();
    expect((await one.look('refused')).state).toBe('refused');
    const { parts, asked } = one.desk;
    const bank = { ...parts.bank, knowsKeys: true };
    const other = twice();
    expect((await other.look('accepted', { ...other.desk.parts, bank })).state).toBe('accepted');
    expect([asked('findTransfers'), other.desk.asked('findTransfers')]).toEqual([0, 0]);
    const third = twice();
    expect((await third.look('accepted')).error?.code).toBe('outcome.duplicated');
  });

  test('and what the journal does not take down stays as it was', () => {
    const { parts } = openLoneDesk();
    const submission = submissionOf({ submissionId: 'nowhere', state: 'accepted' });
    const error = appError('outcome.duplicated', 'c-1');
    expect(markDuplicate(parts, submission, error)).toBe(submission);
  });
});
