import { describe, expect, test } from 'vitest';

import type { Approval } from '../../electron/engines/submissions/approval.ts';
import type { Twin } from '../../electron/nouns/payments/twins.ts';
import {
  blockingWarnings,
  notConfirmed,
  transferWarnings,
} from '../../electron/nouns/payments/warnings.ts';
import type { PaymentOrder } from '../../shared/bank/transfers.ts';
import type { PaymentWarning, PaymentWarningKind } from '../../shared/ipc/changes/payments.ts';
import { money } from '../../shared/money/money.ts';
import {
  beginning,
  context,
  openLoneDesk,
  paidTo,
  payeeOf,
  hundredToPayee,
} from '../support/desks/lone-desk.ts';

const order: PaymentOrder = {
  reference: 'R-1',
  ...hundredToPayee,
};
const unknownBalance = { before: null, after: null };

describe('what a person must have seen of an order', () => {
  type Found = Omit<Parameters<typeof transferWarnings>[2], 'journal'>;
  const plain: Found = {
    balance: unknownBalance,
    balanceAsOf: null,
    twins: [],
    unlisted: null,
    unread: null,
    screening: undefined,
  };
  const twin: Twin = { name: 'A', id: 'id-A', isOpen: false, isSame: true, words: 'at A' };

  function warn(given: Partial<Found>, payee: ReturnType<typeof payeeOf> | null = payeeOf('b-1')) {
    const desk = openLoneDesk();
    paidTo(desk, payeeOf('b-1'));
    return transferWarnings(order, payee, { journal: desk.parts.journal, ...plain, ...given });
  }

  test('is nothing where nothing is the matter', () => {
    expect(warn({})).toEqual([]);
  });

  test('is that the payee’s bank details changed since they were paid, which no one confirms here', () => {
    const [held] = warn({}, payeeOf('b-1', { accountNumber: '999' }));
    expect(held).toMatchObject({ kind: 'quarantine', weight: 'blocks' });
    expect(held?.message).toContain(
      'The bank details of Ada Obi changed since they were last paid (2026-11-20 10:00 UTC)',
    );
  });

  test('is why the payee could not be read', () => {
    expect(warn({ unread: 'It could not be read.' })).toEqual([
      { kind: 'payee-unread', weight: 'confirm', message: 'It could not be read.' },
    ]);
  });

  test('is that the account does not cover it, to the cent', () => {
    const of = (before: string, after: string) => ({
      before: money(before, 'USD'),
      after: money(after, 'USD'),
    });
    expect(warn({ balance: of('100', '0') })).toEqual([]);
    const [short] = warn({ balance: of('99.99', '-0.01'), balanceAsOf: beginning });
    expect(short).toMatchObject({ kind: 'insufficient', weight: 'confirm' });
    expect(short?.message).toContain('Balance too low as of 2026-11-20 10:00 UTC. The bank');
    expect(warn({ balance: of('99.99', '-0.01') })[0]?.message).toContain('Balance too low. The');
  });

  test('is that the payee has another currency, where it has one', () => {
    const [other] = warn({}, payeeOf('b-2', { currencyIso3Code: 'EUR' }));
    expect(other).toMatchObject({ kind: 'currency', weight: 'confirm' });
    expect(other?.message).toContain('Ada Obi is kept in EUR, and this is a payment in USD');
    expect(warn({}, payeeOf('b-2', { currencyIso3Code: '' }))).toEqual([]);
  });

  test('comes the weightiest first, and by the identifier of a payee of whom nothing else is known', () => {
    const all: Found = {
      balance: { before: money('1', 'USD'), after: money('-1', 'USD') },
      balanceAsOf: null,
      twins: [twin, { ...twin, isOpen: true }],
      unlisted: 'The list failed.',
      unread: 'unread',
      screening: undefined,
    };
    const changed = payeeOf('b-1', { accountNumber: '9', currencyIso3Code: 'EUR' });
    expect(warn(all, changed).map(({ kind }) => kind)).toEqual([
      'quarantine',
      'payee-unread',
      'open-twin',
      'duplicate',
      'twins-unread',
      'insufficient',
      'currency',
    ]);
    const unnamed = warn(all, null);
    expect(unnamed.map(({ kind }) => kind)).toEqual([
      'payee-unread',
      'open-twin',
      'duplicate',
      'twins-unread',
      'insufficient',
    ]);
    expect(unnamed[1]?.message).toContain('to b-1 was sent');
    expect(warn(all, changed)[2]?.message).toContain('to Ada Obi was sent');
  });
});

const warning = (
  kind: PaymentWarningKind,
  given: Partial<PaymentWarning> = {},
): PaymentWarning => ({ kind, weight: 'confirm', message: `${kind}.`, ...given });
const twins = [
  { name: 'A', id: 'id-A' },
  { name: 'B', id: 'id-B' },
];
const person = (
  acknowledged: readonly PaymentWarningKind[],
  named: readonly string[] = [],
): Approval => ({ by: 'person', acknowledged, twins: named });
const script = (
  named: readonly string[] = [],
  payeeChecked = false,
  twinsUnchecked = false,
): Approval => ({ by: 'script', twins: named, payeeChecked, twinsUnchecked });

describe('what stands in the way of sending', () => {
  const left = (of: PaymentWarning, approval: Approval): number =>
    blockingWarnings([of], approval).length;

  test('is what blocks, whoever confirms it, and never what is only a notice', () => {
    const held = warning('quarantine', { weight: 'blocks' });
    expect(left(held, person(['quarantine']))).toBe(1);
    expect(left(held, script())).toBe(1);
    const notice = warning('fee-unknown', { weight: 'notice' });
    expect(left(notice, person([]))).toBe(0);
  });

  test('is what a person did not acknowledge, or a twin that they did not see', () => {
    const same = warning('duplicate', { twins });
    expect(left(same, person([]))).toBe(1);
    expect(left(same, person(['duplicate'], ['A']))).toBe(1);
    expect(left(same, person([], ['A', 'B']))).toBe(1);
    expect(left(same, person(['duplicate'], ['A', 'B']))).toBe(0);
    expect(left(warning('currency'), person(['currency']))).toBe(0);
    expect(left(warning('currency'), person(['insufficient']))).toBe(1);
  });

  test('is a twin that a script did not name by its identifier, or a payee that it does not answer for', () => {
    const same = warning('duplicate', { twins });
    expect(left(same, script(['id-A']))).toBe(1);
    expect(left(same, script(['A', 'B']))).toBe(1);
    expect(left(same, script(['id-A', 'id-B']))).toBe(0);
    expect(left(warning('currency'), script())).toBe(0);
    expect(left(warning('payee-unread'), script())).toBe(1);
    expect(left(warning('payee-unread'), script([], true))).toBe(0);
  });

  test('is a list of the bank that was not read, unless a script does without', () => {
    const unlisted = warning('twins-unread');
    expect(left(unlisted, script([], true))).toBe(1);
    expect(left(unlisted, script([], false, true))).toBe(0);
  });
});

describe('the failure that names what stands in the way', () => {
  const same = warning('duplicate', { twins });

  test('names each at its field, and the operation', () => {
    const { error } = notConfirmed([same, warning('currency')], person([]), context);
    expect(error).toMatchObject({
      code: 'confirmation.required',
      operation: 'createSingleTransfer',
      correlationId: 'test',
      fields: { duplicate: 'duplicate.', currency: 'currency.' },
    });
    expect(error.message).toContain('duplicate. currency.');
    expect(error.message).not.toContain('--twin-of');
    expect(error.message).not.toBe('duplicate. currency. Nothing was sent.');
    const other = notConfirmed([same], person([]), context, 'initiateRemittance');
    expect(other.error.operation).toBe('initiateRemittance');
  });

  test('gives a script the option for each twin that it did not name, and says that nothing was sent', () => {
    const { error } = notConfirmed([same, warning('insufficient')], script(['id-A']), context);
    expect(error.message).toBe(
      'duplicate. If it is meant once more, add --twin-of id-B. insufficient. Nothing was sent.',
    );
    expect(notConfirmed([same], script(), context).error.message).toContain(
      'add --twin-of id-A --twin-of id-B.',
    );
  });

  test('gives a script, and no person, the option for a list that was not read', () => {
    const unlisted = warning('twins-unread');
    expect(notConfirmed([unlisted, same], script(), context).error.message).toBe(
      'twins-unread. To send anyway, add --twins-unchecked. duplicate. If it is meant once more, add --twin-of id-A --twin-of id-B. Nothing was sent.',
    );
    const { message } = notConfirmed([unlisted], person([]), context).error;
    expect(message).not.toContain('--twins-unchecked');
  });

  test('is that the payee is unread where it is nothing else, with its own advice', () => {
    const unread = warning('payee-unread');
    const { error } = notConfirmed([unread], script(), context);
    expect(error.code).toBe('payee.unread');
    expect(error.message).not.toBe('payee-unread. Nothing was sent.');
    expect(error.message).toContain('payee-unread.');
    expect(notConfirmed([unread, same], script(), context).error.code).toBe(
      'confirmation.required',
    );
  });
});
