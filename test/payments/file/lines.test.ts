import { describe, expect, test } from 'vitest';

import { notePaid } from '../../../electron/nouns/beneficiaries/fingerprints.ts';
import {
  submissionByReference,
  type Submission,
} from '../../../electron/engines/submissions/journal/submission-table.ts';
import {
  clearLine,
  sendCleared,
  type FileApproval,
  type RunReading,
} from '../../../electron/nouns/payments/file/line.ts';
import { BeneficiariesOfRun } from '../../../electron/nouns/payments/file/run-beneficiaries.ts';
import { bankDetailsOf, fingerprintOf } from '../../../electron/nouns/beneficiaries/fingerprint.ts';
import { ReferencesOfRun } from '../../../electron/nouns/payments/file/run-references.ts';
import { listedTransfers } from '../../../electron/nouns/payments/listed-transfers.ts';
import { dueDaysAt } from '../../../electron/nouns/due-payments/due-days.ts';
import { addDays, type IsoDate } from '../../../shared/calendar/calendar.ts';
import { fail, type ErrorCode, type Outcome } from '../../../shared/errors.ts';
import type { CheckedLine } from '../../../shared/ipc/changes/payment-files.ts';
import type { PaymentWarning } from '../../../shared/ipc/changes/payments.ts';
import { limits } from '../../../shared/limits.ts';
import { ok } from '../../../shared/result.ts';
import { line } from '../../support/files/payment-lines.ts';
import {
  accountWith,
  failingList,
  listedTransfer,
  openBatchDesk,
  payeeOf,
  type PaymentFileDesk,
} from './batch-desk.ts';
import { context, valueOf } from '../../support/desks/lone-desk.ts';

const script = (given: Partial<Extract<FileApproval, { by: 'script' }>> = {}): FileApproval => ({
  by: 'script',
  twins: [],
  payeeChecked: false,
  twinsUnchecked: false,
  ...given,
});
const person = (...acknowledged: PaymentWarning['kind'][]): FileApproval => ({
  by: 'person',
  acknowledged,
});

/** A run over lines to the payee b-1, checked against the bank details that the desk has of it. */
function openRun(approval: FileApproval = script()) {
  const desk = openBatchDesk();
  const reading: RunReading = {
    approval,
    listed: listedTransfers(desk.parts),
    beneficiaries: new BeneficiariesOfRun(
      new Map(['b-1', 'b-2'].map((id) => [id, fingerprintOf(bankDetailsOf(payeeOf(id)))])),
    ),
    references: new ReferencesOfRun(),
  };
  const pay = async (
    number: number,
    given: Partial<CheckedLine> = {},
    word = approval,
  ): Promise<Outcome<Submission>> => {
    const { checked } = line(number, {
      amount: `${String(number)}.00`,
      checked: { beneficiaryId: 'b-1', ...given },
    });
    const cleared = await clearLine(desk.parts, { ...reading, approval: word }, checked, context);
    if (!cleared.ok) return cleared;
    const [sent = expect.fail()] = await sendCleared(desk.parts, [cleared.value], context);
    return sent;
  };
  return { ...desk, reading, pay };
}

const unread = (
  desk: PaymentFileDesk,
  code: ErrorCode = 'bank.unavailable',
  status = 503,
): void => {
  desk.payees.set('b-1', () => fail(code, 'test', { bank: { status } }));
};
const codeIn = (outcome: Outcome<Submission>): string | null =>
  outcome.ok ? null : outcome.error.code;

describe('a line', () => {
  test('is sent as it stands in the file, and what was sent names its payee', async () => {
    const { pay, orders } = openRun();
    expect(valueOf(await pay(2, { narration: 'Rent' }))).toMatchObject({
      reference: 'R-2',
      state: 'accepted',
      recordId: 'T-1',
      about: {
        title: 'Transfer to Payee b-1',
        bankDetails: bankDetailsOf(payeeOf('b-1')),
      },
    });
    valueOf(await pay(3));
    const order = { accountNumber: '1', beneficiaryId: 'b-1', currency: 'USD' };
    expect(orders).toEqual([
      { ...order, amount: '2.00', reference: 'R-2', narration: 'Rent' },
      { ...order, amount: '3.00', reference: 'R-3' },
    ]);
  });

  test('is sent with the fields that the bank requires, where they are filled in', async () => {
    const { pay, bank, orders } = openRun();
    const purpose = { name: 'purpose', label: 'Purpose', kind: 'text', required: true } as const;
    bank.fields = { createSingleTransfer: [{ ...purpose, choices: [], maxLength: 35 }] };
    valueOf(await pay(2, { more: { purpose: ' Salary ' } }));
    expect(orders).toMatchObject([{ reference: 'R-2', more: { purpose: 'Salary' } }]);
  });

  test('is not sent while no one is signed in, nor is its payee asked for', async () => {
    const { pay, bank, orders } = openRun();
    bank.signedInAt = null;
    expect(codeIn(await pay(2))).toBe('session.required');
    expect([bank.calls, orders]).toEqual([[], []]);
    bank.signedInAt = '2026-11-20T08:00:00.000Z';
    valueOf(await pay(2));
    bank.signedInAt = null;
    expect(codeIn(await pay(3))).toBe('session.required');
    expect(orders).toHaveLength(1);
  });

  test('without an amount is a mistake of the desk, and not sent', async () => {
    const { pay, orders } = openRun();
    await expect(pay(2, { amount: null })).rejects.toThrow(RangeError);
    expect(orders).toEqual([]);
  });

  test('is sent whatever the balance is: the sum of the file was held against it', async () => {
    const { pay, cache } = openRun();
    cache.saveAccounts([accountWith('1', '0')], '2026-11-20T12:00:00.000Z');
    expect(codeIn(await pay(2))).toBeNull();
  });

  test('that was sent is reported, and one that never left goes again under its reference', async () => {
    const { pay, orders, answers, parts } = openRun();
    answers.set('R-2', () => fail('bank.busy', 'test'));
    answers.set('R-3', () => fail('bank.refused', 'test'));
    expect(valueOf(await pay(2)).state).toBe('not-sent');
    expect(valueOf(await pay(3)).state).toBe('refused');
    answers.clear();
    expect(valueOf(await pay(2))).toMatchObject({ state: 'accepted', reference: 'R-2' });
    expect(valueOf(await pay(3)).state).toBe('refused');
    expect(orders.map(({ reference }) => reference)).toEqual(['R-2', 'R-3', 'R-2']);
    expect(submissionByReference(parts.journal, 'R-2')?.attempts).toHaveLength(2);
  });
});

test('a line for a later day is not sent before it', async () => {
  const { pay, orders, parts } = openRun();
  const { first } = dueDaysAt(parts.clock);
  const due = (day: IsoDate) => ({ due: { entered: day, day } });
  expect(await pay(2, due(addDays(first, 1)))).toMatchObject({
    error: {
      code: 'input.invalid',
      message: expect.stringMatching(/^It is to be paid on .+ scheduled\./) as string,
    },
  });
  expect(orders).toEqual([]);
  expect(codeIn(await pay(3, due(first)))).toBeNull();
});

describe('a line that the bank lists already', () => {
  test('is taken into the journal, and not sent, whatever the bank says of its payee', async () => {
    const { pay, payees, transfers, orders, asked } = openRun();
    transfers.push(listedTransfer({ reference: 'R-2', amount: '2.00' }));
    payees.set('b-1', payeeOf('b-1', { accountNumber: '999' }));
    expect(valueOf(await pay(2))).toMatchObject({
      reference: 'R-2',
      origin: 'found',
      state: 'accepted',
      recordId: 'T-9',
    });
    expect(orders).toEqual([]);
    expect(asked('getBeneficiary')).toBe(0);
  });

  test('with another amount is refused, with what the bank has', async () => {
    const { pay, transfers, orders } = openRun();
    transfers.push(listedTransfer({ reference: 'R-2', amount: '9.00' }));
    const held = await pay(2);
    expect(held).toMatchObject({
      ok: false,
      error: { code: 'input.invalid', operation: 'createSingleTransfer' },
    });
    expect(!held.ok && held.error.message).toMatch(
      /^The bank has something else under this reference, .*9\.00 USD.* Nothing was sent\./,
    );
    expect(orders).toEqual([]);
  });
});

describe('where the bank’s list cannot be read', () => {
  test('a line waits until a person confirmed that for the whole file', async () => {
    const desk = openRun();
    failingList(desk);
    expect(codeIn(await desk.pay(2, {}, person('payee-unread')))).toBe('confirmation.required');
    expect(desk.orders).toEqual([]);
    expect(codeIn(await desk.pay(2, {}, person('twins-unread')))).toBeNull();
    expect(desk.orders).toHaveLength(1);
  });

  test('a line waits until a script confirms it', async () => {
    const desk = openRun();
    failingList(desk);
    expect(codeIn(await desk.pay(2))).toBe('confirmation.required');
    expect(codeIn(await desk.pay(2, {}, script({ twinsUnchecked: true })))).toBeNull();
    expect(desk.orders).toHaveLength(1);
  });

  test('a line that was sent before is reported all the same', async () => {
    const desk = openRun();
    desk.answers.set('R-3', () => fail('bank.refused', 'test'));
    valueOf(await desk.pay(2));
    valueOf(await desk.pay(3));
    failingList(desk);
    expect(valueOf(await desk.pay(2)).state).toBe('accepted');
    expect(valueOf(await desk.pay(3)).state).toBe('refused');
    expect(desk.orders).toHaveLength(2);
  });
});

describe('the payee of a line', () => {
  test('is read once for many lines, and anew when the bank’s answer is five minutes old', async () => {
    const { pay, asked, passes } = openRun();
    for (const number of [2, 3]) valueOf(await pay(number));
    passes(limits.payeeReportMs - 1);
    valueOf(await pay(4));
    expect(asked('getBeneficiary')).toBe(1);
    passes(1);
    valueOf(await pay(5));
    expect(asked('getBeneficiary')).toBe(2);
    valueOf(await pay(6, { beneficiaryId: 'b-2' }));
    expect(asked('getBeneficiary')).toBe(3);
  });

  test('that has other bank details than the line was checked against holds it', async () => {
    const { pay, payees, orders } = openRun();
    payees.set('b-1', payeeOf('b-1', { accountNumber: '999' }));
    const held = await pay(2);
    expect(held).toMatchObject({
      ok: false,
      error: { code: 'payee.changed', operation: 'createSingleTransfer' },
    });
    expect(codeIn(await pay(2))).toBe('payee.changed');
    expect(orders).toEqual([]);
  });

  test('that was checked against nothing holds it', async () => {
    const { pay, orders } = openRun();
    expect(codeIn(await pay(2, { beneficiaryId: 'b-3' }))).toBe('payee.changed');
    expect(orders).toEqual([]);
  });

  test('whose bank details changed since it was paid holds it, whoever confirmed what', async () => {
    const { pay, parts, orders } = openRun(person('quarantine'));
    const details = bankDetailsOf(payeeOf('b-1', { accountNumber: '999' }));
    const fingerprint = fingerprintOf(details);
    notePaid(parts.journal, 'b-1', { details, fingerprint, paidAt: '2026-11-20T12:00:00.000Z' });
    expect(codeIn(await pay(2))).toBe('confirmation.required');
    expect(orders).toEqual([]);
  });

  test('that the bank does not have is the bank’s own answer', async () => {
    const desk = openRun(script({ payeeChecked: true }));
    unread(desk, 'bank.refused', 404);
    expect(codeIn(await desk.pay(2))).toBe('bank.refused');
    expect(desk.orders).toEqual([]);
  });

  test.each<ErrorCode>(['network.unreachable', 'bank.busy', 'session.expired'])(
    'that cannot be asked for, by %s, holds the line with that reason',
    async (code) => {
      const desk = openRun(script({ payeeChecked: true }));
      desk.payees.set('b-1', () => fail(code, 'test'));
      expect(codeIn(await desk.pay(2))).toBe(code);
    },
  );

  describe('that the bank does not return', () => {
    test('holds the line until a script answers for it', async () => {
      const desk = openRun();
      unread(desk);
      expect(codeIn(await desk.pay(2))).toBe('payee.unread');
      expect(desk.orders).toEqual([]);
      expect(codeIn(await desk.pay(2, {}, script({ payeeChecked: true })))).toBeNull();
      expect(desk.orders).toHaveLength(1);
    });

    const seen: PaymentWarning = { kind: 'payee-unread', weight: 'confirm', message: 'Unread.' };

    test('holds the line until a person who saw it on this very line answers for it', async () => {
      const desk = openRun(person('payee-unread'));
      unread(desk);
      expect(codeIn(await desk.pay(2))).toBe('payee.unread');
      expect(codeIn(await desk.pay(2, { warnings: [seen] }, person('duplicate')))).toBe(
        'payee.unread',
      );
      const other = { warnings: [{ ...seen, kind: 'currency' } as const] };
      expect(codeIn(await desk.pay(2, other, person('payee-unread', 'currency')))).toBe(
        'payee.unread',
      );
      expect(codeIn(await desk.pay(2, { warnings: [seen] }))).toBeNull();
      expect(desk.orders).toHaveLength(1);
    });

    test('holds it where its known bank details are not those it was checked against', async () => {
      const desk = openRun(script({ payeeChecked: true }));
      unread(desk);
      desk.cache.saveBeneficiary(payeeOf('b-1', { accountNumber: '999' }), '2026-11-20T12:00:00Z');
      expect(codeIn(await desk.pay(2))).toBe('payee.changed');
    });

    test('holds it where none are known', async () => {
      const desk = openRun(script({ payeeChecked: true }));
      desk.payees.set('b-9', () => fail('bank.unavailable', 'test'));
      expect(codeIn(await desk.pay(2, { beneficiaryId: 'b-9' }))).toBe('payee.changed');
    });

    test('goes again, where somebody answers for it, after it never left', async () => {
      const desk = openRun(script({ payeeChecked: true }));
      unread(desk);
      desk.answers.set('R-2', () => fail('bank.busy', 'test'));
      expect(valueOf(await desk.pay(2)).state).toBe('not-sent');
      desk.answers.clear();
      expect(valueOf(await desk.pay(2)).state).toBe('accepted');
    });

    test('any more, since it was read for the run, is not sent to a second time', async () => {
      const desk = openRun(script({ payeeChecked: true }));
      desk.answers.set('R-2', () => fail('bank.busy', 'test'));
      expect(valueOf(await desk.pay(2)).state).toBe('not-sent');
      unread(desk);
      expect(codeIn(await desk.pay(2))).toBe('payee.unread');
      expect(desk.orders).toHaveLength(1);
    });

    test('any more is not sent to a second time by what a person confirmed before', async () => {
      const desk = openRun(person('payee-unread', 'currency'));
      const warnings = [seen, { ...seen, kind: 'currency' } as const];
      desk.answers.set('R-2', () => fail('bank.busy', 'test'));
      expect(valueOf(await desk.pay(2, { warnings })).state).toBe('not-sent');
      unread(desk);
      expect(codeIn(await desk.pay(2, { warnings }))).toBe('payee.unread');
      expect(desk.orders).toHaveLength(1);
    });
  });

  test('is taken from the bank’s list where it cannot be asked for alone, read once in five minutes', async () => {
    const { pay, bank, asked, passes } = openRun();
    bank.closed.delete('getAllBeneficiaries');
    bank.closed.add('getBeneficiary');
    bank.answers.getAllBeneficiaries = () =>
      ok({
        message: '',
        beneficiaries: {
          data: ['b-1', 'b-2'].map((id) => payeeOf(id)),
          page: 1,
          pageSize: 200,
          totalItems: 2,
          totalPages: 1,
        },
      });
    valueOf(await pay(2));
    passes(limits.payeeReportMs);
    valueOf(await pay(3, { beneficiaryId: 'b-2' }));
    expect(asked('getAllBeneficiaries')).toBe(1);
    passes(1);
    valueOf(await pay(4));
    expect(asked('getAllBeneficiaries')).toBe(2);
  });
});

describe('a line that looks like another payment', () => {
  const same = { amount: { amount: '7.00', currency: 'USD' } };
  const twinOf = (...names: string[]): Partial<CheckedLine> => ({
    ...same,
    warnings: [
      {
        kind: 'duplicate',
        weight: 'confirm',
        message: 'Twice.',
        twins: names.map((name) => ({ name, id: '' })),
      },
    ],
  });

  test('waits for a person who saw that very one on this line', async () => {
    const { pay, orders } = openRun();
    valueOf(await pay(2, same));
    expect(codeIn(await pay(3, same, person()))).toBe('confirmation.required');
    expect(codeIn(await pay(3, same, person('duplicate')))).toBe('confirmation.required');
    expect(codeIn(await pay(3, twinOf('R-8'), person('duplicate')))).toBe('confirmation.required');
    expect(codeIn(await pay(3, twinOf('R-2'), person('open-twin')))).toBe('confirmation.required');
    const open = twinOf('R-2').warnings!.map((one) => ({ ...one, kind: 'open-twin' }) as const);
    expect(codeIn(await pay(3, { ...same, warnings: open }, person('duplicate')))).toBe(
      'confirmation.required',
    );
    expect(orders).toHaveLength(1);
    expect(codeIn(await pay(3, twinOf('R-8', 'R-2'), person('duplicate')))).toBeNull();
    expect(orders).toHaveLength(2);
  });

  test('is not confirmed by a warning of another kind, which names no payments', async () => {
    const { pay } = openRun();
    valueOf(await pay(2, same));
    const warnings: PaymentWarning[] = [{ kind: 'currency', weight: 'confirm', message: 'KES.' }];
    expect(codeIn(await pay(3, { ...same, warnings }, person('duplicate', 'currency')))).toBe(
      'confirmation.required',
    );
  });

  test('waits for a script that names it', async () => {
    const { pay, parts } = openRun();
    valueOf(await pay(2, same));
    expect(codeIn(await pay(3, same))).toBe('confirmation.required');
    const { submissionId } = submissionByReference(parts.journal, 'R-2')!;
    expect(codeIn(await pay(3, same, script({ twins: [submissionId] })))).toBeNull();
  });

  test('that came to the bank’s list behind the check of the file keeps a line from being sent again', async () => {
    const { pay, answers, transfers, orders } = openRun();
    answers.set('R-2', () => fail('bank.busy', 'test'));
    expect(valueOf(await pay(2, same)).state).toBe('not-sent');
    answers.clear();
    transfers.push(listedTransfer({ id: 'T-7', reference: 'LEDGER-5', amount: '7.00' }));
    expect(codeIn(await pay(2, same))).toBe('confirmation.required');
    expect(orders).toHaveLength(1);
    expect(codeIn(await pay(2, same, script({ twins: ['T-7'] })))).toBeNull();
  });

  test('that was sent since it did not leave is meant too, where both were named', async () => {
    const { pay, answers, parts, passes } = openRun();
    answers.set('R-2', () => fail('bank.busy', 'test'));
    expect(valueOf(await pay(2, same)).state).toBe('not-sent');
    passes(1);
    valueOf(await pay(3, same));
    answers.clear();
    const { submissionId } = submissionByReference(parts.journal, 'R-3')!;
    expect(codeIn(await pay(2, same))).toBe('confirmation.required');
    expect(codeIn(await pay(2, same, script({ twins: [submissionId] })))).toBeNull();
  });
});
